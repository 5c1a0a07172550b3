/* analyse_row.c: loops over a whole axis whose rounds are independent, and which compilers compute
 * one by one: their body calls functions of the C library, or they look for the largest or the
 * least. A round becomes a function of its own, of the elements that nobody else touches (last
 * index: the counter), of what is the same for all rounds, of what it adds to sums that may be
 * taken in any order, and of the counter. */
#include <string.h>

#include "analyse/analyse.h"
#include "analyse_shape.h"

typedef struct row_search {
    arena *memory;
    const ir_function *tree;
    const body *read;
    body_rows *result;
    const ir_statement *loop; /* the one that is looked at */
    const ir_variable *counter, *size;
    const team_walk *walk; /* the same loop, where its sums may be taken in any order; or NULL */
    row_argument *arguments;
    size_t argument_count;
    size_t variable_count; /* of the function that is made */
    bool failed;
    body_obstacle why;
} row_search;

static void refuse(row_search *in, location place, const char *format, const char *what)
{
    if (!in->failed)
        in->why = (body_obstacle){arena_format(in->memory, format, what), place};
    in->failed = true;
}

static void refuse_expression(row_search *in, const ir_expression *at, const char *format)
{
    refuse(in, at->place, format, ir_expression_text(in->memory, at));
}

/* ---- what a round takes ---- */

static bool is_number(const ir_type *type)
{
    const char kind = ir_kind(type);
    return type->kind == IR_TYPE_SCALAR && !type->is_enumeration && !type->is_volatile &&
           (kind == 'i' || kind == 'u' || kind == 'f');
}

/* The parameter that stands for a variable of the function. */
static ir_variable *stand_in(row_search *in, const ir_variable *variable)
{
    ir_variable *made = arena_array(in->memory, 1, sizeof *made);
    *made = *variable;
    made->storage = IR_PARAMETER;
    made->initializer = NULL;
    return made;
}

/* How the rounds of a loop that may go in any order change a variable; NULL: not at all. */
static const team_value *find_value(const row_search *in, const ir_variable *variable)
{
    for (size_t i = 0; in->walk && i < in->walk->value_count; i++)
        if (in->walk->values[i].variable == variable || in->walk->values[i].place == variable)
            return &in->walk->values[i];
    return NULL;
}

/* Whether it is a sum, a largest or a least. */
static bool is_made(const row_search *in, const ir_variable *variable)
{
    const team_value *value = find_value(in, variable);
    return value && (value->kind == TEAM_SUM || value->kind == TEAM_PICK);
}

static void take(row_search *in, row_kind kind, const ir_variable *variable)
{
    for (size_t i = 0; i < in->argument_count; i++)
        if (in->arguments[i].parameter->id == variable->id)
            return;
    ir_variable *parameter = stand_in(in, variable);
    parameter->is_size = kind == ROW_GIVEN; /* the same for all items */
    *ARENA_PUSH(in->memory, in->arguments, in->argument_count) = (row_argument){
        kind, parameter, variable->name, kind == ROW_PICK ? find_value(in, variable)->choice : NULL,
        kind == ROW_SUM || kind == ROW_PICK};
}

/* The row that an element is of: an array with the indices before the last. */
static const char *row_of(const row_search *in, const ir_expression *element)
{
    ir_expression row = *element;
    row.operand_count--;
    return row.operand_count > 1 ? ir_expression_text(in->memory, &row)
                                 : element->operands[0]->variable->name;
}

/* The element's parameter. */
static ir_variable *take_element(row_search *in, const ir_expression *element)
{
    const char *text = row_of(in, element);
    for (size_t i = 0; i < in->argument_count; i++)
        if (in->arguments[i].kind == ROW_ELEMENT && strcmp(in->arguments[i].text, text) == 0)
            return in->arguments[i].parameter;
    ir_variable *made = arena_array(in->memory, 1, sizeof *made);
    *made = (ir_variable){.name = arena_format(in->memory, "e%zu", in->argument_count),
                          .id = (unsigned)in->variable_count++,
                          .storage = IR_PARAMETER,
                          .type = element->type,
                          .place = element->place};
    *ARENA_PUSH(in->memory, in->arguments, in->argument_count) =
        (row_argument){ROW_ELEMENT, made, text, NULL, false};
    return made;
}

/* ---- elements ---- */

static bool is_element(const ir_expression *expression)
{
    return expression->kind == IR_SUBSCRIPT && expression->operands[0]->kind == IR_VARIABLE &&
           expression->operands[0]->variable->storage == IR_PARAMETER;
}

/* An index that every round has alike, and that may be evaluated once before them. */
static bool is_alike(const row_search *in, const ir_expression *index)
{
    const ir_variable *variable = index->kind == IR_VARIABLE ? index->variable : NULL;
    const bool known =
        variable
            ? ir_is_integer(variable->type) && variable != in->counter &&
                  (variable->storage == IR_PARAMETER || variable->storage == IR_LOCAL) &&
                  !ir_declares(in->loop, variable) && !analyse_writes(in->loop, variable)
            : index->kind == IR_LITERAL || (index->kind == IR_CAST && index->implicit) ||
                  (index->kind == IR_BINARY && (index->op == IR_ADD || index->op == IR_SUBTRACT));
    bool alike = known && ir_is_integer(index->type);
    for (size_t i = 0; i < index->operand_count && alike; i++)
        alike = is_alike(in, index->operands[i]);
    return alike;
}

/* Whether it is the round's own: its last index is the counter, of an axis as long as the loop. */
static bool is_own(const row_search *in, const ir_expression *expression)
{
    if (!is_element(expression) || expression->operand_count < 2)
        return false;
    const size_t last = expression->operand_count - 1;
    const ir_expression *index = analyse_strip_widening(expression->operands[last]);
    const ir_type *type = expression->operands[0]->variable->type;
    for (size_t i = 1; i < last; i++) {
        if (type->kind != IR_TYPE_ARRAY || !is_alike(in, expression->operands[i]))
            return false;
        type = type->element;
    }
    const ir_expression *extent = type->kind == IR_TYPE_ARRAY && type->extent_expression
                                      ? ir_strip_casts(type->extent_expression)
                                      : NULL;
    return extent && extent->kind == IR_VARIABLE && extent->variable->id == in->size->id &&
           index->kind == IR_VARIABLE && index->variable == in->counter &&
           is_number(expression->type);
}

/* ---- a copy of the round, with parameters for what it takes ---- */

static ir_expression *copy_expression(row_search *in, const ir_expression *from);

static void take_variable(row_search *in, const ir_expression *at)
{
    const ir_variable *variable = at->variable;
    if (variable->storage == IR_TABLE || ir_declares(in->loop->children[0], variable))
        return;
    if (variable == in->counter)
        take(in, ROW_COUNTER, variable);
    else if (variable->storage == IR_GLOBAL || !is_number(variable->type))
        refuse_expression(in, at, "\"%s\" is no number");
    else if (is_made(in, variable))
        take(in, find_value(in, variable)->kind == TEAM_SUM ? ROW_SUM : ROW_PICK, variable);
    else if (analyse_writes(in->loop, variable) || variable->residence != IR_REGISTER)
        refuse_expression(in, at, "\"%s\" goes from round to round");
    else
        take(in, ROW_GIVEN, variable);
}

/* An element that is not the round's own is only read, of an array that no round writes to. */
static void take_array(row_search *in, const ir_expression *element)
{
    for (size_t i = 1; i < element->operand_count; i++)
        if (analyse_mentions(element->operands[i], in->counter))
            refuse_expression(in, element, "\"%s\" is not the element of the round alone");
    take(in, ROW_GIVEN, element->operands[0]->variable);
}

static void look_at_target(row_search *in, const ir_expression *from)
{
    const bool address = from->kind == IR_UNARY && from->op == IR_ADDRESS;
    const ir_expression *target = address ? from->operands[0] : ir_written(from);
    if (!target)
        return;
    const ir_expression *bare = ir_strip(target);
    const ir_variable *base = ir_base_variable(target);
    const bool inside = base && ir_declares(in->loop->children[0], base);
    const bool made = !address && bare->kind == IR_VARIABLE && is_made(in, bare->variable);
    if (inside || made)
        return;
    if (address || !is_own(in, bare)) {
        refuse_expression(in, target, "\"%s\" goes from round to round");
        return;
    }
    const ir_variable *written = take_element(in, bare);
    for (size_t i = 0; i < in->argument_count; i++)
        in->arguments[i].written |= in->arguments[i].parameter == written;
}

static ir_expression *copy_expression(row_search *in, const ir_expression *from)
{
    if (!from || in->failed)
        return NULL;
    look_at_target(in, from);
    if (is_own(in, from))
        return ir_put_variable(in->memory, from, take_element(in, from));
    if (from->kind == IR_VARIABLE)
        take_variable(in, from);
    if (is_element(from))
        take_array(in, from);
    ir_expression *made = arena_array(in->memory, 1, sizeof *made);
    *made = *from;
    made->operands = NULL;
    made->operand_count = 0;
    for (size_t i = 0; i < from->operand_count; i++)
        *ARENA_PUSH(in->memory, made->operands, made->operand_count) =
            i == 0 && is_element(from) ? from->operands[0] : copy_expression(in, from->operands[i]);
    return made;
}

static ir_variable *copy_variable(row_search *in, const ir_variable *from)
{
    ir_variable *made = arena_array(in->memory, 1, sizeof *made);
    *made = *from;
    if (from->storage == IR_LOCAL)
        made->initializer = copy_expression(in, from->initializer);
    return made;
}

static ir_statement *copy_statement(row_search *in, const ir_statement *from, bool nested)
{
    if (!from || in->failed)
        return NULL;
    if (from->kind == IR_CONTINUE && !nested)
        refuse(in, from->place, "a round may end early%s", "");
    ir_statement *made = ir_copy_without_children(in->memory, from);
    made->variables = NULL;
    made->variable_count = 0;
    for (size_t i = 0; i < from->variable_count; i++)
        *ARENA_PUSH(in->memory, made->variables, made->variable_count) =
            copy_variable(in, from->variables[i]);
    made->expression = copy_expression(in, from->expression);
    made->first = copy_statement(in, from->first, nested);
    made->step = copy_expression(in, from->step);
    for (size_t i = 0; i < from->child_count; i++)
        *ARENA_PUSH(in->memory, made->children, made->child_count) =
            copy_statement(in, from->children[i], nested || ir_is_loop(from));
    return made;
}

/* ---- the function that is made of a round ---- */

/* Of an array that a round writes to nothing else may be read. */
static void look_at_arrays(row_search *in)
{
    for (size_t i = 0; i < in->argument_count; i++) {
        const row_argument *own = &in->arguments[i];
        const size_t length = strcspn(own->text, "[");
        for (size_t k = 0; own->kind == ROW_ELEMENT && own->written && k < in->argument_count;
             k++) {
            const char *other = in->arguments[k].text;
            if (k != i && strcspn(other, "[") == length && strncmp(other, own->text, length) == 0)
                refuse(in, in->loop->place, "a round reads more of what it writes than \"%s\"",
                       arena_format(in->memory, "%s[%s]", own->text, in->counter->name));
        }
    }
}

/* Sizes stand before the arrays that have them, and these before all else. */
static unsigned rank_of(const row_argument *argument)
{
    const bool given = argument->kind == ROW_GIVEN;
    return !given ? 2 : argument->parameter->type->kind == IR_TYPE_SCALAR ? 0 : 1;
}

static void make_parameters(row_search *in, ir_function *made)
{
    row_argument *sorted = NULL;
    size_t count = 0;
    for (unsigned rank = 0; rank <= 2; rank++)
        for (size_t i = 0; i < in->argument_count; i++)
            if (rank_of(&in->arguments[i]) == rank)
                *ARENA_PUSH(in->memory, sorted, count) = in->arguments[i];
    made->parameters = NULL;
    made->parameter_count = 0;
    for (size_t i = 0; i < count; i++) {
        sorted[i].parameter->position = (unsigned)i;
        *ARENA_PUSH(in->memory, made->parameters, made->parameter_count) = sorted[i].parameter;
    }
    in->arguments = sorted;
    in->argument_count = count;
}

static const ir_type *void_type(arena *memory)
{
    ir_type *type = arena_array(memory, 1, sizeof *type);
    *type = (ir_type){.kind = IR_TYPE_VOID, .extent = -1, .spelling = "void"};
    return type;
}

static const ir_function *make_function(row_search *in)
{
    ir_function *made = arena_array(in->memory, 1, sizeof *made);
    *made = *in->tree;
    for (size_t i = 0; i < in->tree->parameter_count; i++)
        if (in->tree->parameters[i]->is_size)
            take(in, ROW_GIVEN, in->tree->parameters[i]);
    made->body = ir_new_statement(in->memory, IR_BLOCK, in->loop->place);
    ir_add_child(in->memory, made->body, copy_statement(in, in->loop->children[0], false));
    look_at_arrays(in);
    made->name = arena_format(in->memory, "%s_row%zu", in->tree->name, in->result->count + 1);
    made->result = void_type(in->memory);
    made->variable_count = in->variable_count;
    make_parameters(in, made);
    return made;
}

/* ---- loops ---- */

static bool find_call(void *context, const ir_expression *expression, const ir_statement *statement)
{
    bool *found = context;
    (void)statement;
    if (expression->kind == IR_CALL && expression->callee == IR_CALLEE_LIBRARY &&
        expression->library)
        *found |= !library_is_instruction(expression->library);
    return !*found;
}

/* Whether a round, or a function that it calls, calls one of the C library. */
static bool find_calls(void *context, const ir_expression *expression,
                       const ir_statement *statement)
{
    bool *found = context;
    find_call(found, expression, statement);
    if (expression->kind == IR_CALL && expression->function) {
        arena *memory = arena_new();
        const ir_reach reached = ir_find_reach(memory, expression->function);
        for (size_t i = 0; i < reached.count && !*found; i++)
            ir_visit(reached.functions[i]->body, find_call, found);
        arena_free(memory);
    }
    return !*found;
}

/* Picks, and sums: of floating ones a compiler has one vector, which waits for itself. The text is
 * that of the first binding, so that here all are taken alike. */
static bool has_values(const row_search *in)
{
    for (size_t i = 0; in->walk && i < in->walk->value_count; i++)
        if (in->walk->values[i].kind == TEAM_PICK || in->walk->values[i].kind == TEAM_SUM)
            return true;
    return false;
}

/* Looks for nothing but an element of its row and the place: then no function is made of a round.
 */
static const body_find *read_find(row_search *in)
{
    body_find *find = arena_array(in->memory, 1, sizeof *find);
    if (!in->walk || !analyse_find(in->walk, find) || !is_own(in, find->next))
        return NULL;
    find->row = row_of(in, find->next);
    return find;
}

/* A loop that counts the elements of an axis, and whose counter is its own. *calls: it calls
 * functions of the C library. */
static bool is_row(row_search *in, const ir_statement *statement, body_row *row, bool *calls)
{
    counted_loop counted;
    if (!analyse_is_walk(statement, &counted) || !ir_declares(statement, counted.variable) ||
        statement->first->variable_count != 1 ||
        (ir_strip(statement->step)->kind != IR_UNARY &&
         ir_strip(statement->step)->kind != IR_ASSIGN) ||
        !ir_constant(counted.begin, &row->first) || !is_number(counted.variable->type))
        return false;
    in->counter = counted.variable;
    in->size = ir_strip_casts(counted.end)->variable;
    in->walk = NULL;
    for (size_t i = 0; i < in->read->team.walk_count; i++)
        if (in->read->team.walks[i].loop == statement)
            in->walk = &in->read->team.walks[i];
    ir_visit(statement->children[0], find_calls, calls);
    in->loop = statement;
    row->size = in->size;
    row->find = read_find(in);
    return (*calls || row->find || has_values(in)) && in->size->storage == IR_PARAMETER &&
           !analyse_writes(in->tree->body, in->size);
}

static void look_at(row_search *in, const ir_statement *statement)
{
    body_row row = {.loop = statement};
    bool calls = false;
    if (!statement)
        return;
    if (is_row(in, statement, &row, &calls)) {
        in->arguments = NULL;
        in->argument_count = 0;
        in->variable_count = in->tree->variable_count;
        in->failed = false;
        if (analyse_leaves(statement))
            refuse(in, statement->place, "a round may end the loop%s", "");
        row.made = row.find ? NULL : make_function(in);
        row.arguments = in->arguments;
        row.argument_count = in->argument_count;
        if (!in->failed) {
            *ARENA_PUSH(in->memory, in->result->rows, in->result->count) = row;
            return;
        }
        if (calls && !in->result->obstacle.text)
            in->result->obstacle = in->why;
    }
    for (size_t i = 0; i < statement->child_count; i++)
        look_at(in, statement->children[i]);
}

/* Whether a variable of the function hides a parameter. */
static bool hides_parameter(const row_search *in, const ir_statement *statement)
{
    bool hides = statement && statement->first && hides_parameter(in, statement->first);
    for (size_t i = 0; statement && i < statement->variable_count; i++)
        for (size_t k = 0; k < in->tree->parameter_count; k++)
            hides |= strcmp(statement->variables[i]->name, in->tree->parameters[k]->name) == 0;
    for (size_t i = 0; statement && i < statement->child_count; i++)
        hides |= hides_parameter(in, statement->children[i]);
    return hides;
}

void analyse_rows(arena *memory, body *read)
{
    row_search in = {.memory = memory, .tree = read->tree, .read = read, .result = &read->rows};
    if (read->pure && !read->recursive && !ir_find_text(read->tree).reason &&
        !ir_find_opaque(read->tree).reason && !hides_parameter(&in, read->tree->body))
        look_at(&in, read->tree->body);
    if (read->rows.count)
        read->rows.obstacle = (body_obstacle){0};
}
