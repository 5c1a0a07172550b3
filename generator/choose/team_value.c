/* team_value.c: variables that the rounds of a walk change, each in a way whose order does not
 * matter: sums, products, bits, the largest and the least, and the index of these. */
#include "team.h"

#include <string.h>

#include "text/dtype.h"

/* What stands for the next value in a choice. */
static const char *const next_name = "weft_next";

static bool is_variable(const ir_expression *expression, const ir_variable *variable)
{
    const ir_expression *bare = ir_strip_casts(expression);
    return bare->kind == IR_VARIABLE && bare->variable == variable;
}

/* The variable that an expression changes, if it is a number that outlives the round. */
static const ir_variable *find_kept(const team_search *in, const ir_expression *expression)
{
    const ir_expression *written = ir_written(expression);
    const ir_variable *found = written && written->kind == IR_VARIABLE ? written->variable : NULL;
    return found && found->type->kind == IR_TYPE_SCALAR && !found->type->is_enumeration &&
                   found->residence == IR_REGISTER && !ir_declares(in->walk->loop, found) &&
                   found->storage != IR_GLOBAL
               ? found
               : NULL;
}

/* Notes a change; false where the variable is changed in another way, too. */
static bool note(team_search *in, team_value value)
{
    team_walk *walk = in->walk;
    for (size_t i = 0; i < walk->value_count; i++)
        if (walk->values[i].variable == value.variable) {
            walk->values[i].mentions += value.mentions;
            return walk->values[i].kind == value.kind && value.kind < TEAM_PICK;
        }
    *ARENA_PUSH(in->memory, walk->values, walk->value_count) = value;
    return true;
}

/* ---- sums ---- */

static bool find_kind(ir_operator op, team_kind *kind)
{
    switch (op) {
    case IR_ADD:
    case IR_SUBTRACT:
        *kind = TEAM_SUM;
        return true;
    case IR_MULTIPLY:
        *kind = TEAM_PRODUCT;
        return true;
    case IR_BIT_AND:
        *kind = TEAM_AND;
        return true;
    case IR_BIT_OR:
        *kind = TEAM_OR;
        return true;
    case IR_BIT_XOR:
        *kind = TEAM_XOR;
        return true;
    default:
        return false;
    }
}

static bool is_whole(char kind)
{
    return kind == 'i' || kind == 'u';
}

/* Whether numbers of the variable's type may be combined so, where single steps are computed in
 * another. */
static bool combines(team_kind kind, const ir_type *type, const ir_type *computed)
{
    const char own = ir_kind(type), step = ir_kind(computed);
    if (kind == TEAM_AND || kind == TEAM_OR || kind == TEAM_XOR)
        return (is_whole(own) || own == 'b') && (is_whole(step) || step == 'b');
    return (own == step || (is_whole(own) && is_whole(step))) && own != 'b' && own != 0 &&
           !(kind == TEAM_PRODUCT && own == 'c');
}

/* Without conversions that leave as much of a sum as its variable holds: s = (long)s + e of an int,
 * not s = (short)(s + e). */
static const ir_expression *strip_kept(const ir_expression *value, const ir_variable *variable)
{
    const char own = ir_kind(variable->type);
    for (; value->kind == IR_CAST; value = value->operands[0]) {
        const char to = ir_kind(value->type);
        const bool promotes = own == 'b' && value->operands[0]->kind == IR_VARIABLE;
        const bool alike = own == to || ((is_whole(own) || promotes) && is_whole(to));
        if (!alike || dtype_size(value->type->dtype) < dtype_size(variable->type->dtype))
            return value;
    }
    return value;
}

static bool is_kept(const ir_expression *value, const ir_variable *variable)
{
    const ir_expression *bare = strip_kept(value, variable);
    return bare->kind == IR_VARIABLE && bare->variable == variable;
}

/* v += e, v = v + e, v = e + v, v++ and the like: the operation, what it is computed in, and e,
 * NULL for 1. */
static bool read_step(const ir_expression *change, const ir_variable *variable, ir_operator *op,
                      const ir_type **computed, const ir_expression **taken)
{
    *taken = NULL;
    *op = IR_ADD;
    *computed = change->computed;
    if (change->kind == IR_UNARY)
        return true;
    if (change->op != IR_OPERATOR_NONE) {
        *op = change->op;
        *taken = change->operands[1];
        return true;
    }
    const ir_expression *value = strip_kept(change->operands[1], variable);
    if (value->kind != IR_BINARY)
        return false;
    const bool left = is_kept(value->operands[0], variable);
    *op = value->op;
    *computed = value->type;
    *taken = value->operands[left];
    return left || (is_kept(value->operands[1], variable) && value->op != IR_SUBTRACT);
}

static bool read_sum(team_search *in, const ir_expression *change, const ir_variable *variable,
                     bool *good)
{
    ir_operator op;
    const ir_type *computed;
    const ir_expression *taken;
    team_value value = {.variable = variable, .mentions = team_mentions_of(change, variable)};
    if (!read_step(change, variable, &op, &computed, &taken) || !find_kind(op, &value.kind) ||
        !combines(value.kind, variable->type, computed ? computed : variable->type) ||
        (taken && analyse_mentions(taken, variable)))
        return false;
    *good = note(in, value) && (!taken || team_look_inside(in, taken));
    return true;
}

/* ---- the largest and the least ---- */

/* A choice between a variable and the next value. */
typedef struct choice {
    const ir_variable *found, *place; /* place: or NULL */
    const ir_expression *next;
    int64_t start;      /* the place's, before any is found */
    bool less, greater; /* it asks whether the next value is */
} choice;

/* Whether no conversion that is written makes another type of it than the variable's. */
static bool keeps_type(const choice *in, const ir_expression *expression)
{
    for (; expression->kind == IR_CAST; expression = expression->operands[0])
        if (!expression->implicit && expression->type->dtype != in->found->type->dtype)
            return false;
    return true;
}

/* Whether what is compared has, as the variable's type holds it, the order that it has as it is: an
 * int that is compared with an unsigned has another one. A place tells numbers apart that the
 * variable would round to one. */
static bool keeps_order(const choice *in, const ir_expression *compared)
{
    const ir_type *own = in->found->type, *from = ir_strip(compared)->type;
    const char to = ir_kind(own), of = ir_kind(from);
    if (!in->place && (to == 'f' || of == 'f'))
        return true;
    return from->kind == IR_TYPE_SCALAR && (to == 'f' || of != 'f') && (of != 'i' || to != 'u') &&
           dtype_digits(own->dtype) >= dtype_digits(from->dtype);
}

static bool is_next(const choice *in, const ir_expression *expression)
{
    return ir_same(ir_strip_casts(expression), ir_strip_casts(in->next));
}

static bool is_found(const choice *in, const ir_expression *expression)
{
    return is_variable(expression, in->found);
}

static bool is_library(const ir_expression *call, const char *const *names, size_t count)
{
    bool found = false;
    for (size_t i = 0; i < count && call->callee == IR_CALLEE_LIBRARY; i++)
        found |= strcmp(call->text, names[i]) == 0;
    return found;
}

/* Whether two operands, of which the first is asked to be less, or greater, are the variable and
 * the next value. */
static bool asks_order(choice *in, bool is_less, const ir_expression *a, const ir_expression *b)
{
    const bool forward = is_next(in, a) && is_found(in, b);
    if (!keeps_type(in, a) || !keeps_type(in, b) || !keeps_order(in, a) || !keeps_order(in, b) ||
        !(forward || (is_found(in, a) && is_next(in, b))))
        return false;
    in->less |= is_less == forward;
    in->greater |= is_less != forward;
    return true;
}

/* Whether what was asked keeps the largest, or the least. */
static bool has_order(const choice *in)
{
    return in->less != in->greater;
}

static bool asks_by_call(choice *in, const ir_expression *call)
{
    static const char *const orders[] = {"isless", "islessequal", "isgreater", "isgreaterequal"};
    static const char *const questions[] = {"isnan"};
    if (is_library(call, orders, 4))
        return asks_order(in, strstr(call->text, "less") != NULL, call->operands[0],
                          call->operands[1]);
    return is_library(call, questions, 1) &&
           (is_found(in, call->operands[0]) || is_next(in, call->operands[0]));
}

/* Whether an expression is the place, whole. */
static bool is_place(const choice *in, const ir_expression *expression)
{
    const ir_expression *bare = analyse_strip_widening(expression);
    return bare->kind == IR_VARIABLE && bare->variable == in->place;
}

/* Whether a condition asks for the order of the two, for NaN, and whether anything was found. */
static bool asks(choice *in, const ir_expression *condition)
{
    const ir_expression *bare = ir_strip_casts(condition);
    int64_t constant;
    if (bare->kind == IR_CALL)
        return asks_by_call(in, bare);
    if (bare->kind != IR_BINARY)
        return false;
    const ir_expression *a = bare->operands[0], *b = bare->operands[1];
    const bool is_less = bare->op == IR_LESS || bare->op == IR_LESS_EQUAL;
    const bool orders = is_less || bare->op == IR_GREATER || bare->op == IR_GREATER_EQUAL;
    const bool equals = bare->op == IR_EQUAL || bare->op == IR_NOT_EQUAL;
    if (bare->op == IR_AND || bare->op == IR_OR)
        return asks(in, a) && asks(in, b);
    if (in->place && is_place(in, a) && ir_constant(b, &constant))
        return equals ? constant == in->start
                      : (bare->op == IR_LESS || bare->op == IR_GREATER_EQUAL) && constant == 0 &&
                            in->start < 0;
    if (orders)
        return asks_order(in, is_less, a, b);
    return equals && ((is_found(in, a) && is_found(in, b)) || (is_next(in, a) && is_next(in, b)));
}

/* A copy without conversions, with weft_next, which has the variable's type, in the place of the
 * next value. */
static const ir_expression *replace(team_search *in, const choice *chosen,
                                    const ir_expression *expression)
{
    ir_expression *copy = arena_array(in->memory, 1, sizeof *copy);
    expression = ir_strip_casts(expression);
    *copy = *expression;
    if (is_next(chosen, expression)) {
        ir_variable *next = arena_array(in->memory, 1, sizeof *next);
        *next = (ir_variable){.name = next_name, .type = expression->type};
        copy->kind = IR_VARIABLE;
        copy->variable = next;
        copy->operand_count = 0;
        return copy;
    }
    copy->operands = arena_array(in->memory, copy->operand_count + 1, sizeof *copy->operands);
    for (size_t i = 0; i < copy->operand_count; i++)
        copy->operands[i] = (ir_expression *)replace(in, chosen, expression->operands[i]);
    return copy;
}

/* v = condition ? v : e, v = fmax(v, e) and the like. */
static bool read_pick(team_search *in, const ir_expression *change, const ir_variable *variable,
                      bool *good)
{
    static const char *const extremes[] = {"fmax", "fmin", "fmaxf", "fminf"};
    const ir_expression *picked = ir_strip_casts(change->operands[1]);
    choice chosen = {.found = variable};
    if (change->kind != IR_ASSIGN || change->op != IR_OPERATOR_NONE)
        return false;
    const bool is_call = picked->kind == IR_CALL && is_library(picked, extremes, 4);
    if (!is_call && picked->kind != IR_CONDITIONAL)
        return false;
    const ir_expression *a = picked->operands[!is_call], *b = picked->operands[!is_call + 1];
    chosen.next = is_variable(a, variable) ? b : a;
    if (!(is_variable(a, variable) || is_variable(b, variable)) ||
        !keeps_type(&chosen, change->operands[1]) || !keeps_type(&chosen, a) ||
        !keeps_type(&chosen, b) || analyse_mentions(chosen.next, variable) ||
        !(is_call || (asks(&chosen, picked->operands[0]) && has_order(&chosen))))
        return false;
    *good = note(in, (team_value){.kind = TEAM_PICK,
                                  .variable = variable,
                                  .choice = replace(in, &chosen, picked),
                                  .mentions = team_mentions_of(change, variable)}) &&
            team_look_inside(in, chosen.next);
    return true;
}

/* ---- places ---- */

/* The assignment that a statement is, if it is one. */
static const ir_expression *assignment_of(const ir_statement *statement)
{
    const ir_expression *change =
        statement->kind == IR_EVALUATE ? ir_strip(statement->expression) : NULL;
    return change && change->kind == IR_ASSIGN && change->op == IR_OPERATOR_NONE ? change : NULL;
}

/* Whether an integer holds every index that the counter has. */
static bool holds_index(const team_search *in, const ir_variable *place)
{
    const size_t own = dtype_size(place->type->dtype);
    return ir_is_integer(place->type) &&
           (own == 8 || own >= dtype_size(in->walk->counter->type->dtype));
}

/* Whether nothing was found where the place is what it starts as: a number before all indices, and
 * anew for each walk. */
static bool starts_before(const team_search *in, const ir_variable *place, int64_t *start)
{
    return place->initializer && ir_constant(place->initializer, start) &&
           *start <= in->walk->first && (!in->around || ir_declares(in->around, place));
}

typedef struct writes {
    const ir_variable *variable;
    size_t count;
} writes;

static bool count_write(void *context, const ir_expression *expression,
                        const ir_statement *statement)
{
    writes *in = context;
    const ir_expression *target = ir_written(expression);
    (void)statement;
    in->count += target && ir_base_variable(target) == in->variable;
    return true;
}

/* if (condition) { found = e; place = i; } */
static bool read_place(team_search *in, const ir_statement *statement, const ir_expression *found,
                       const ir_expression *place, bool *good)
{
    const ir_variable *kept = find_kept(in, found), *index = find_kept(in, place);
    choice chosen = {.found = kept, .place = index, .next = found->operands[1]};
    if (!kept || !index || kept == index || !keeps_type(&chosen, chosen.next) ||
        analyse_strip_widening(place->operands[1])->kind == IR_CAST ||
        !is_variable(place->operands[1], in->walk->counter) || !holds_index(in, index) ||
        !starts_before(in, index, &chosen.start) || analyse_mentions(chosen.next, kept) ||
        analyse_mentions(chosen.next, index) || !asks(&chosen, statement->expression) ||
        !has_order(&chosen))
        return false;
    writes all = {.variable = index};
    ir_visit(in->tree->body, count_write, &all);
    if (all.count != 1)
        return false;
    const size_t mentions = team_mentions(statement, kept) + team_mentions(statement, index);
    *good = note(in, (team_value){.kind = TEAM_PLACE,
                                  .variable = kept,
                                  .choice = replace(in, &chosen, statement->expression),
                                  .place = index,
                                  .start = chosen.start,
                                  .mentions = mentions}) &&
            team_look_inside(in, chosen.next);
    return true;
}

/* The statements of a branch, at most two. */
static size_t read_branch(const ir_statement *branch, const ir_expression *changes[2])
{
    const bool is_block = branch->kind == IR_BLOCK;
    const size_t count = is_block ? branch->child_count : 1;
    for (size_t i = 0; i < count && i < 2; i++)
        if (!(changes[i] = assignment_of(is_block ? branch->children[i] : branch)))
            return 0;
    return count <= 2 ? count : 0;
}

/* if (condition) v = e; with or without a place. */
static bool read_if(team_search *in, const ir_statement *statement, bool *good)
{
    const ir_expression *changes[2];
    const size_t count =
        statement->child_count == 1 ? read_branch(statement->children[0], changes) : 0;
    if (count == 2)
        return read_place(in, statement, changes[0], changes[1], good) ||
               read_place(in, statement, changes[1], changes[0], good);
    const ir_variable *kept = count == 1 ? find_kept(in, changes[0]) : NULL;
    choice chosen = {.found = kept, .next = kept ? changes[0]->operands[1] : NULL};
    if (!kept || !keeps_type(&chosen, chosen.next) || analyse_mentions(chosen.next, kept) ||
        !asks(&chosen, statement->expression) || !has_order(&chosen))
        return false;
    ir_expression *picked =
        ir_new_expression(in->memory, IR_CONDITIONAL, kept->type, statement->expression->place);
    ir_add_operand(in->memory, picked, statement->expression);
    ir_add_operand(in->memory, picked, (ir_expression *)chosen.next);
    ir_add_operand(in->memory, picked, changes[0]->operands[0]);
    *good = note(in, (team_value){.kind = TEAM_PICK,
                                  .variable = kept,
                                  .choice = replace(in, &chosen, picked),
                                  .mentions = team_mentions(statement, kept)}) &&
            team_look_inside(in, chosen.next);
    return true;
}

bool team_read_value(team_search *in, const ir_statement *statement, bool *good)
{
    if (statement->kind == IR_IF)
        return read_if(in, statement, good);
    if (statement->kind != IR_EVALUATE)
        return false;
    const ir_expression *change = ir_strip(statement->expression);
    const ir_variable *variable = find_kept(in, change);
    return variable && (read_sum(in, change, variable, good) ||
                        (change->kind == IR_ASSIGN && read_pick(in, change, variable, good)));
}

bool team_values_alone(team_search *in)
{
    const team_walk *walk = in->walk;
    for (size_t i = 0; i < walk->value_count; i++) {
        const team_value *value = &walk->values[i];
        const size_t place = value->place ? team_mentions(walk->loop, value->place) : 0;
        if (team_mentions(walk->loop, value->variable) + place != value->mentions)
            return team_refuse(
                in, walk->loop->place,
                arena_format(in->memory, "\"%s\" is used while it is made", value->variable->name));
    }
    return true;
}
