/* nest.c: the loops of a function, and what goes from one round to the next. */
#include "nest.h"

#include <string.h>

enum { MOST_LOOPS = 64, MOST_ACCESSES = 512 };

const char *nest_kind_name(axis_kind kind)
{
    static const char *const names[] = {"parallel", "reduction", "sequential", "opaque"};
    return names[kind];
}

int nest_find(const nest *from, const ir_statement *loop)
{
    for (size_t i = 0; i < from->loop_count; i++)
        if (from->loops[i].loop == loop)
            return (int)i;
    return -1;
}

static void worsen(nest_loop *loop, axis_kind kind, const char *reason, location place)
{
    if (kind <= loop->kind)
        return;
    loop->kind = kind;
    loop->reason = reason;
    loop->place = place;
}

/* ---- loops ---- */

static bool counts(const ir_statement *statement, counted_loop *counted)
{
    return statement->kind == IR_FOR && analyse_counted(statement, counted) && counted->begin &&
           counted->end && !analyse_writes(counted->body, counted->variable);
}

static void read_loop(nest *in, const ir_statement *statement, int parent)
{
    nest_loop *loop = ARENA_PUSH(in->memory, in->loops, in->loop_count);
    *loop = (nest_loop){.loop = statement, .parent = parent, .place = statement->place};
    if (!counts(statement, &loop->counted))
        worsen(loop, AXIS_OPAQUE, "it does not count", statement->place);
    else if (analyse_leaves(statement))
        worsen(loop, AXIS_OPAQUE, "it is left early", statement->place);
}

static void read_loops(nest *in, const ir_statement *statement, int parent)
{
    if (ir_is_loop(statement) && in->loop_count < MOST_LOOPS) {
        read_loop(in, statement, parent);
        parent = (int)in->loop_count - 1;
    }
    for (size_t i = 0; i < statement->child_count; i++)
        read_loops(in, statement->children[i], parent);
}

static bool is_inside(const nest *in, int loop, size_t outer)
{
    while (loop >= 0 && loop != (int)outer)
        loop = in->loops[loop].parent;
    return loop >= 0;
}

/* ---- variables ---- */

/* The writes of one variable. */
typedef struct writes {
    const ir_variable *variable;
    const ir_expression *first;
    ir_operator op; /* of all; NONE: they differ */
    bool is_sum, is_choice;
    size_t mentions; /* in the writes themselves */
} writes;

static ir_operator joined(ir_operator op)
{
    switch (op) {
    case IR_ADD:
    case IR_SUBTRACT:
        return IR_ADD;
    case IR_MULTIPLY:
    case IR_BIT_AND:
    case IR_BIT_OR:
    case IR_BIT_XOR:
        return op;
    default:
        return IR_OPERATOR_NONE;
    }
}

/* v op= x, v = v op x */
static ir_operator sum_operator(const ir_expression *write, const ir_variable *variable)
{
    if (write->kind == IR_UNARY)
        return IR_ADD;
    if (write->op != IR_OPERATOR_NONE)
        return nest_mentions_in(write->operands[1], variable) ? IR_OPERATOR_NONE
                                                              : joined(write->op);
    const ir_expression *value = ir_strip_casts(write->operands[1]);
    if (value->kind != IR_BINARY)
        return IR_OPERATOR_NONE;
    const ir_expression *left = ir_strip_casts(value->operands[0]);
    return left->kind == IR_VARIABLE && left->variable == variable &&
                   !nest_mentions_in(value->operands[1], variable)
               ? joined(value->op)
               : IR_OPERATOR_NONE;
}

/* v = x > v ? x : v, v = fmax(v, x) */
static bool is_choice(const ir_expression *write, const ir_variable *variable)
{
    const ir_expression *value =
        write->kind == IR_ASSIGN ? ir_strip_casts(write->operands[1]) : write;
    if (value->kind == IR_CONDITIONAL)
        for (size_t i = 1; i < 3; i++) {
            const ir_expression *kept = ir_strip_casts(value->operands[i]);
            if (kept->kind == IR_VARIABLE && kept->variable == variable)
                return true;
        }
    return value->kind == IR_CALL && value->callee == IR_CALLEE_LIBRARY &&
           (strncmp(value->text, "fmax", 4) == 0 || strncmp(value->text, "fmin", 4) == 0);
}

static bool note_write(void *context, const ir_expression *expression,
                       const ir_statement *statement)
{
    writes *in = context;
    const ir_expression *target = ir_written(expression);
    (void)statement;
    if (!target || ir_base_variable(target) != in->variable)
        return true;
    const ir_operator op = ir_strip(target)->kind == IR_VARIABLE
                               ? sum_operator(expression, in->variable)
                               : IR_OPERATOR_NONE;
    if (!in->first) {
        in->first = expression;
        in->op = op;
        in->is_sum = true;
        in->is_choice = true;
    }
    in->is_sum = in->is_sum && op != IR_OPERATOR_NONE && op == in->op;
    in->is_choice = in->is_choice && is_choice(expression, in->variable);
    in->mentions += nest_mentions_in(expression, in->variable);
    return true;
}

/* Whether a condition around the only write chooses: if (x > v) v = x; */
static const ir_statement *find_guard(const ir_statement *statement, const ir_expression *write)
{
    const ir_statement *inner =
        statement->kind == IR_IF && statement->child_count == 1 ? statement->children[0] : NULL;
    while (inner && inner->kind == IR_BLOCK && inner->child_count == 1)
        inner = inner->children[0];
    if (inner && inner->kind == IR_EVALUATE && inner->expression == write)
        return statement;
    for (size_t i = 0; i < statement->child_count; i++) {
        const ir_statement *found = find_guard(statement->children[i], write);
        if (found)
            return found;
    }
    return NULL;
}

static carried_kind classify(const nest *in, size_t number, writes *found)
{
    const nest_loop *loop = &in->loops[number];
    const ir_statement *body = loop->loop->children[0];
    const size_t inside = nest_mentions(body, found->variable);
    const size_t all = nest_mentions(in->function->body, found->variable);
    if (nest_first_use(body, found->variable) != USE_READ &&
        all == nest_mentions(loop->loop, found->variable))
        return CARRIED_PRIVATE;
    if (found->is_sum && inside == found->mentions)
        return CARRIED_SUM;
    if (found->is_choice && inside == found->mentions)
        return CARRIED_CHOICE;
    const ir_statement *guard = find_guard(body, found->first);
    const ir_expression *test = guard ? ir_strip_casts(guard->expression) : NULL;
    return test && ir_is_comparison(test) &&
                   inside == found->mentions + nest_mentions_in(test, found->variable) &&
                   found->first->op == IR_OPERATOR_NONE &&
                   !nest_mentions_in(found->first->operands[1], found->variable)
               ? CARRIED_CHOICE
               : CARRIED_OTHER;
}

/* Notes each variable from outside that the rounds of a loop write. */
typedef struct carry_search {
    nest *in;
    size_t loop;
} carry_search;

static bool is_noted(const nest *in, size_t loop, const ir_variable *variable)
{
    for (size_t i = 0; i < in->carried_count; i++)
        if (in->carried[i].loop == loop && in->carried[i].variable == variable)
            return true;
    return false;
}

static bool note_carried(void *context, const ir_expression *expression,
                         const ir_statement *statement)
{
    carry_search *search = context;
    nest *in = search->in;
    const nest_loop *loop = &in->loops[search->loop];
    const ir_expression *target = ir_written(expression);
    const ir_variable *variable = target ? ir_base_variable(target) : NULL;
    (void)statement;
    if (!variable || variable == loop->counted.variable ||
        (!ir_kind(variable->type) && ir_strip(target)->kind != IR_VARIABLE) ||
        ir_declares(loop->loop->children[0], variable) || is_noted(in, search->loop, variable))
        return true;
    writes found = {.variable = variable};
    ir_visit(loop->loop->children[0], note_write, &found);
    if (found.first)
        *ARENA_PUSH(in->memory, in->carried, in->carried_count) = (nest_carried){
            search->loop, variable, classify(in, search->loop, &found), found.op, found.first};
    return true;
}

static void read_carried(nest *in, size_t number)
{
    nest_loop *loop = &in->loops[number];
    carry_search search = {in, number};
    const size_t before = in->carried_count;
    ir_visit(loop->loop->children[0], note_carried, &search);
    for (size_t i = before; i < in->carried_count; i++) {
        const nest_carried *one = &in->carried[i];
        const char *name = one->variable->name;
        if (one->kind == CARRIED_SUM || one->kind == CARRIED_CHOICE)
            worsen(loop, AXIS_REDUCTION,
                   arena_format(in->memory, "\"%s\" %s", name,
                                one->kind == CARRIED_SUM ? "is added up" : "is chosen"),
                   one->at->place);
        else if (one->kind == CARRIED_OTHER)
            worsen(loop, AXIS_SEQUENTIAL,
                   arena_format(in->memory, "\"%s\" goes from round to round", name),
                   one->at->place);
    }
}

/* ---- elements ---- */

static bool note_element(nest *in, int loop, const ir_expression *element, bool reads, bool writes,
                         ir_operator op)
{
    if (in->access_count >= MOST_ACCESSES)
        return false;
    nest_access *one = ARENA_PUSH(in->memory, in->accesses, in->access_count);
    *one = (nest_access){.element = element,
                         .array = ir_base_variable(element),
                         .loop = loop,
                         .reads = reads,
                         .writes = writes,
                         .accumulates = op};
    if (element->kind != IR_SUBSCRIPT || element->operand_count - 1 > ELEMENT_MOST_AXES)
        return true;
    one->index_count = element->operand_count - 1;
    for (size_t i = 0; i < one->index_count; i++)
        one->indices[i] = nest_read_index(element->operands[i + 1]);
    return true;
}

/* A flat index, A[i * n + k], as one of rows. */
static void read_rows(nest *in, nest_access *one)
{
    const ir_statement *loops[CONTRACTION_MOST_LOOPS];
    size_t depth = 0;
    element_axes axes;
    if (one->index_count != 1 || one->indices[0].is_known)
        return;
    for (int l = one->loop; l >= 0; l = in->loops[l].parent) {
        if (depth == CONTRACTION_MOST_LOOPS || in->loops[l].kind == AXIS_OPAQUE)
            return;
        depth++;
    }
    size_t at = depth;
    for (int l = one->loop; l >= 0; l = in->loops[l].parent)
        loops[--at] = in->loops[l].loop;
    if (!analyse_element(loops, depth, one->element, &axes) || axes.count > ELEMENT_MOST_AXES)
        return;
    one->index_count = axes.count;
    for (size_t i = 0; i < axes.count; i++) {
        counted_loop counted;
        analyse_counted(loops[axes.loops[i]], &counted);
        one->indices[i] = (nest_index){
            .is_known = true, .variables = {counted.variable}, .factors = {1}, .count = 1};
    }
}

static bool is_element(const ir_expression *expression)
{
    return expression->kind == IR_SUBSCRIPT || expression->kind == IR_MEMBER ||
           (expression->kind == IR_UNARY && expression->op == IR_DEREFERENCE);
}

static bool read_elements(nest *in, int loop, const ir_expression *expression)
{
    const ir_expression *target = ir_written(expression);
    const ir_expression *bare = target ? ir_strip(target) : NULL;
    bool good = true;
    if (bare && is_element(bare)) {
        const bool is_step = expression->kind == IR_UNARY || expression->op != IR_OPERATOR_NONE;
        good = note_element(in, loop, bare, is_step, true,
                            expression->kind == IR_UNARY ? IR_ADD
                            : is_step                    ? joined(expression->op)
                                                         : IR_OPERATOR_NONE);
        for (size_t i = 1; i < bare->operand_count; i++)
            good = good && read_elements(in, loop, bare->operands[i]);
        for (size_t i = 1; i < expression->operand_count; i++)
            good = good && read_elements(in, loop, expression->operands[i]);
        return good;
    }
    if (is_element(expression) && (expression->kind != IR_MEMBER || target))
        good = note_element(in, loop, expression, true, false, IR_OPERATOR_NONE);
    for (size_t i = 0; i < expression->operand_count; i++)
        good = good && read_elements(in, loop, expression->operands[i]);
    return good;
}

static bool read_accesses(nest *in, const ir_statement *statement, int loop)
{
    bool good = true;
    if (ir_is_loop(statement))
        loop = nest_find(in, statement);
    for (size_t i = 0; i < statement->variable_count && good; i++)
        if (statement->variables[i]->initializer && statement->variables[i]->storage == IR_LOCAL)
            good = read_elements(in, loop, statement->variables[i]->initializer);
    if (statement->first)
        good = good && read_accesses(in, statement->first, loop);
    if (statement->expression)
        good = good && read_elements(in, loop, statement->expression);
    if (statement->step)
        good = good && read_elements(in, loop, statement->step);
    for (size_t i = 0; i < statement->child_count && good; i++)
        good = read_accesses(in, statement->children[i], loop);
    return good;
}

/* Whether the index is the same for as long as a round of the loop lasts. */
static bool is_fixed_in(const nest_loop *loop, const nest_index *index)
{
    const ir_statement *body = loop->loop->children[0];
    for (size_t i = 0; i < index->count; i++)
        if (ir_declares(body, index->variables[i]) || analyse_writes(body, index->variables[i]))
            return false;
    return true;
}

static bool same_index(const nest_index *a, const nest_index *b)
{
    bool same = a->is_known && b->is_known && a->constant == b->constant && a->count == b->count;
    for (size_t i = 0; i < a->count && same; i++)
        same = nest_index_has(b, a->variables[i]);
    for (size_t i = 0; i < a->count && same; i++)
        for (size_t k = 0; k < b->count; k++)
            if (a->variables[i] == b->variables[k])
                same = same && a->factors[i] == b->factors[k];
    return same;
}

/* Whether elements of two rounds are never the same: some index moves with the counter, alike. */
static bool are_disjoint(const nest_loop *loop, const nest_access *a, const nest_access *b)
{
    if (a->index_count != b->index_count)
        return false;
    for (size_t i = 0; i < a->index_count; i++)
        if (same_index(&a->indices[i], &b->indices[i]) &&
            nest_index_has(&a->indices[i], loop->counted.variable) &&
            is_fixed_in(loop, &a->indices[i]))
            return true;
    return false;
}

static bool is_known_array(const nest_access *one)
{
    const ir_variable *array = one->array;
    return array && one->element->kind != IR_MEMBER &&
           (array->storage == IR_PARAMETER ||
            (array->storage == IR_LOCAL && array->type->kind == IR_TYPE_ARRAY));
}

/* What an access of a loop's rounds has to do with a write of another round. */
static void relate(nest *in, nest_loop *loop, const nest_access *write, const nest_access *other)
{
    const char *text = ir_expression_text(in->memory, write->element);
    if (!is_known_array(write))
        worsen(loop, AXIS_OPAQUE, arena_format(in->memory, "\"%s\" may be anywhere", text),
               write->element->place);
    if (write->array != other->array || loop->kind == AXIS_OPAQUE ||
        (write->array->storage == IR_LOCAL && ir_declares(loop->loop->children[0], write->array)) ||
        are_disjoint(loop, write, other))
        return;
    const bool adds =
        write->accumulates != IR_OPERATOR_NONE && other->accumulates == write->accumulates;
    worsen(loop, adds ? AXIS_REDUCTION : AXIS_SEQUENTIAL,
           arena_format(in->memory, adds ? "\"%s\" is added up" : "\"%s\" goes from round to round",
                        text),
           write->element->place);
}

static void relate_accesses(nest *in, size_t number)
{
    for (size_t w = 0; w < in->access_count; w++)
        for (size_t k = 0; k < in->access_count; k++)
            if (in->accesses[w].writes && is_inside(in, in->accesses[w].loop, number) &&
                is_inside(in, in->accesses[k].loop, number))
                relate(in, &in->loops[number], &in->accesses[w], &in->accesses[k]);
}

/* ---- what is not told ---- */

static bool find_unknown(void *context, const ir_expression *expression,
                         const ir_statement *statement)
{
    nest_loop *loop = context;
    (void)statement;
    if (expression->kind == IR_TEXT)
        worsen(loop, AXIS_OPAQUE, "it holds text that is not read", expression->place);
    if (expression->kind == IR_CALL &&
        (expression->callee == IR_CALLEE_UNKNOWN || expression->called))
        worsen(loop, AXIS_OPAQUE, "it calls a function that is not known", expression->place);
    for (size_t i = 0; expression->kind == IR_CALL && i < expression->operand_count; i++)
        if (!ir_kind(expression->operands[i]->type))
            worsen(loop, AXIS_OPAQUE, "a call gets a pointer", expression->place);
    if (expression->kind == IR_UNARY && expression->op == IR_ADDRESS)
        worsen(loop, AXIS_OPAQUE, "an address is taken", expression->place);
    return true;
}

static void find_text(nest_loop *loop, const ir_statement *statement)
{
    if (statement->kind == IR_TEXT_STATEMENT)
        worsen(loop, AXIS_OPAQUE, "it holds text that is not read", statement->place);
    for (size_t i = 0; i < statement->child_count; i++)
        find_text(loop, statement->children[i]);
}

nest nest_read(arena *memory, const ir_function *function)
{
    nest in = {.memory = memory, .function = function};
    if (!function->body)
        return in;
    read_loops(&in, function->body, -1);
    const bool good = read_accesses(&in, function->body, -1);
    for (size_t i = 0; i < in.access_count; i++)
        read_rows(&in, &in.accesses[i]);
    for (size_t i = 0; i < in.loop_count; i++) {
        nest_loop *loop = &in.loops[i];
        find_text(loop, loop->loop);
        ir_visit(loop->loop, find_unknown, loop);
        if (!good)
            worsen(loop, AXIS_OPAQUE, "the function has too many elements", loop->place);
        if (loop->kind == AXIS_OPAQUE)
            continue;
        read_carried(&in, i);
        relate_accesses(&in, i);
    }
    return in;
}
