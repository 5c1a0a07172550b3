/* normal_text.c: what is left of expressions, as text. What nothing has changed in has its own
 * words. */
#include <string.h>

#include "normal_parts.h"
#include "text/dtype.h"

const char *normal_type(const ir_type *type)
{
    return type->plain ? type->plain : type->spelling;
}

const char *normal_source(normaliser *in, ir_extent extent)
{
    const ir_function *of = in->now;
    if (!of->text || extent.begin >= extent.end || extent.end > of->text_size)
        return NULL;
    return arena_text(in->memory, of->text + extent.begin, extent.end - extent.begin);
}

const char *normal_variable(normaliser *in, const ir_variable *variable)
{
    const bool is_outer = variable->storage == IR_TABLE || variable->storage == IR_GLOBAL;
    /* a helper's parameter may have become a local */
    if (is_outer || (variable->storage == IR_PARAMETER && !in->names[variable->id]))
        return variable->name;
    if (!in->names[variable->id]) {
        in->names[variable->id] = normal_name(in, variable->name);
        *ARENA_PUSH(in->memory, in->taken, in->taken_count) = in->names[variable->id];
    }
    return in->names[variable->id];
}

/* ---- what is changed ---- */

typedef struct change_search {
    normaliser *in;
    bool found;
} change_search;

static bool find_change(void *context, const ir_expression *of, const ir_statement *statement)
{
    change_search *search = context;
    (void)statement;
    if (of->kind == IR_VARIABLE)
        search->found |= normal_is_tracked(search->in, of->variable) ||
                         strcmp(normal_variable(search->in, of->variable), of->variable->name) != 0;
    else if (of->kind == IR_CALL && of->callee == IR_CALLEE_HELPER)
        search->found |= normal_is_inlined(search->in, of);
    return !search->found;
}

bool normal_is_unchanged(normaliser *in, const ir_expression *of)
{
    change_search search = {in, false};
    ir_visit_expression(of, NULL, find_change, &search);
    return !search.found;
}

/* ---- elements ---- */

/* "[i][j]": the axes of the array that the offset is in; NULL where it may lie outside of a row. */
static const char *axes_text(normaliser *in, const ir_type *row, const polynomial *offset)
{
    polynomial extent, index, rest;
    if (row->kind != IR_TYPE_ARRAY) {
        const char *text = polynomial_text(in->memory, offset);
        return text ? arena_format(in->memory, "[%s]", text) : NULL;
    }
    if (!normal_extent(in, row, &extent) || !polynomial_divide(offset, &extent, &index, &rest) ||
        (!in->dry && (!polynomial_is_natural(&rest) || !polynomial_is_below(&rest, &extent))))
        return NULL;
    const char *first = polynomial_text(in->memory, &index),
               *others = axes_text(in, row->element, &rest);
    return first && others ? arena_format(in->memory, "[%s]%s", first, others) : NULL;
}

const char *normal_element(normaliser *in, const place *where)
{
    const ir_function *outside = in->now;
    if (in->dry)
        return "";
    in->now = in->root;
    const char *axes = ir_kind(where->type) || where->type->kind == IR_TYPE_RECORD
                           ? axes_text(in, where->base->type->element, &where->offset)
                           : NULL;
    in->now = outside;
    return axes ? arena_format(in->memory, "%s%s", normal_variable(in, where->base), axes) : NULL;
}

/* The first tracked local in an expression, which stays a variable where the expression cannot be
 * said. */
static bool find_tracked(void *context, const ir_expression *of, const ir_statement *statement)
{
    change_search *search = context;
    (void)statement;
    if (of->kind == IR_VARIABLE && normal_is_tracked(search->in, of->variable) && !search->found) {
        search->found = true;
        normal_keep(search->in, of->variable);
    }
    return !search->found;
}

static shown_text give_up(normaliser *in, const ir_expression *of)
{
    change_search search = {in, false};
    if (normal_is_over(in))
        return (shown_text){"", BINDS_AS_NAME};
    ir_visit_expression(of, NULL, find_tracked, &search);
    if (!search.found)
        in->stop = true;
    return (shown_text){"", BINDS_AS_NAME};
}

static bool find_step(void *context, const ir_expression *of, const ir_statement *statement)
{
    bool *found = context;
    (void)statement;
    *found |= ir_written(of) != NULL || of->kind == IR_CALL;
    return !*found;
}

/* Whether evaluating it does more than give a value, so that it is done once. */
static bool has_steps(const ir_expression *of)
{
    bool found = false;
    ir_visit_expression(of, NULL, find_step, &found);
    return found;
}

/* The index as 64 bits have it, or as it is. */
static const char *index_text(normaliser *in, const ir_expression *index)
{
    polynomial number;
    const bool outside = in->modular;
    in->modular = true;
    const bool known = normal_number(in, index, &number);
    in->modular = outside;
    const char *text = known ? polynomial_text(in->memory, &number) : NULL;
    if (!text && has_steps(index) && !normal_is_unchanged(in, index))
        return give_up(in, index).text;
    return text ? text : normal_whole(in, index);
}

/* Elements of what the text has by its name keep their brackets; others are found. */
static shown_text subscript_text(normaliser *in, const ir_expression *of)
{
    const ir_expression *base = ir_strip_casts(of->operands[0]);
    place where;
    if (base->kind == IR_VARIABLE && !normal_is_tracked(in, base->variable) &&
        (base->variable->type->kind == IR_TYPE_ARRAY || in->now == in->root)) {
        const char *text = normal_variable(in, base->variable);
        for (size_t i = 1; i < of->operand_count; i++)
            text = arena_format(in->memory, "%s[%s]", text, index_text(in, of->operands[i]));
        return (shown_text){text, BINDS_AS_NAME};
    }
    const char *text = normal_place(in, of, &where) ? normal_element(in, &where) : NULL;
    return text ? (shown_text){text, BINDS_AS_NAME} : give_up(in, of);
}

/* ---- the others ---- */

static shown_text number_text(normaliser *in, const polynomial *number, const ir_type *type)
{
    int64_t constant;
    const char *text = polynomial_is_constant(number, &constant)
                           ? arena_format(in->memory, "%lld", (long long)constant)
                           : polynomial_text(in->memory, number);
    if (!text) {
        in->stop = true;
        return (shown_text){"", BINDS_AS_NAME};
    }
    const symbol *only = polynomial_is_symbol(number);
    const bool is_name = only || number->count == 0;
    const bool is_wide = ir_kind(type) == 'u' && dtype_size(type->dtype) == 8;
    if (only && (only->size ? only->size->type->dtype == type->dtype : is_wide))
        return (shown_text){text, BINDS_AS_NAME};
    return (shown_text){
        arena_format(in->memory, is_name ? "(%s)%s" : "(%s)(%s)", normal_type(type), text),
        BINDS_BEFORE};
}

static shown_text variable_text(normaliser *in, const ir_expression *of)
{
    const value *known = normal_value_of(in, of->variable);
    if (in->dry && known->kind != VALUE_KEPT && known->kind != VALUE_UNKNOWN)
        return (shown_text){"", BINDS_AS_NAME};
    switch (known->kind) {
    case VALUE_KEPT:
        return (shown_text){normal_variable(in, of->variable), BINDS_AS_NAME};
    case VALUE_NUMBER:
        return number_text(in, &known->number, of->variable->type);
    case VALUE_TEXT:
        return (shown_text){known->text, BINDS_AS_NAME};
    default:
        normal_keep(in, of->variable);
        return (shown_text){"", BINDS_AS_NAME};
    }
}

static const char *enclosed(normaliser *in, shown_text shown, binding_strength least)
{
    return shown.strength >= least ? shown.text : arena_format(in->memory, "(%s)", shown.text);
}

/* Of numbers that are not negative, which is then so in the type of counters, too. */
static bool compare_text(normaliser *in, const ir_expression *of, const char **text)
{
    polynomial left, right;
    if (!ir_is_comparison(of) || in->dry || has_steps(of) ||
        !ir_is_integer(of->operands[0]->type) || !normal_number(in, of->operands[0], &left) ||
        !normal_number(in, of->operands[1], &right) || !polynomial_is_natural(&left) ||
        !polynomial_is_natural(&right))
        return false;
    *text = arena_format(in->memory, "%s %s %s", polynomial_text(in->memory, &left),
                         ir_operator_text(of->op), polynomial_text(in->memory, &right));
    return true;
}

static shown_text binary_text(normaliser *in, const ir_expression *of)
{
    const char *text;
    const bool chooses = of->op == IR_AND || of->op == IR_OR;
    if (compare_text(in, of, &text))
        return (shown_text){text, BINDS_LOOSELY};
    if (of->op == IR_COMMA)
        return give_up(in, of);
    const char *left = enclosed(in, normal_text(in, of->operands[0]), BINDS_BEFORE);
    in->maybe += chooses;
    const char *right = enclosed(in, normal_text(in, of->operands[1]), BINDS_BEFORE);
    in->maybe -= chooses;
    return (shown_text){arena_format(in->memory, "%s %s %s", left, ir_operator_text(of->op), right),
                        BINDS_LOOSELY};
}

static shown_text unary_text(normaliser *in, const ir_expression *of)
{
    value stepped;
    place where;
    const ir_expression *operand = of->operands[0];
    if (of->op >= IR_PRE_INCREMENT && ir_strip(operand)->kind == IR_VARIABLE &&
        normal_is_tracked(in, ir_strip(operand)->variable)) {
        if (!normal_step(in, of, &stepped) || stepped.kind != VALUE_NUMBER)
            return give_up(in, of);
        return in->dry ? (shown_text){"", BINDS_AS_NAME}
                       : number_text(in, &stepped.number, of->type);
    }
    if (of->op == IR_DEREFERENCE) {
        const char *text = normal_place(in, of, &where) ? normal_element(in, &where) : NULL;
        if (text)
            return (shown_text){text, BINDS_AS_NAME};
        if (!normal_is_unchanged(in, of))
            return give_up(in, of);
    }
    if (of->op == IR_ADDRESS)
        return give_up(in, of);
    const char *inner = enclosed(in, normal_text(in, operand), BINDS_AS_NAME);
    const bool postfix = of->op == IR_POST_INCREMENT || of->op == IR_POST_DECREMENT;
    const char *op = ir_operator_text(of->op);
    return postfix ? (shown_text){arena_format(in->memory, "%s%s", inner, op), BINDS_AS_NAME}
                   : (shown_text){arena_format(in->memory, "%s%s", op, inner), BINDS_BEFORE};
}

static shown_text cast_text(normaliser *in, const ir_expression *of)
{
    const ir_expression *operand = of->operands[0];
    if (of->implicit)
        return normal_text(in, operand);
    if (!ir_kind(of->type))
        return give_up(in, of);
    return (shown_text){arena_format(in->memory, "(%s)%s", normal_type(of->type),
                                     enclosed(in, normal_text(in, operand), BINDS_BEFORE)),
                        BINDS_BEFORE};
}

static shown_text conditional_text(normaliser *in, const ir_expression *of)
{
    const char *condition = enclosed(in, normal_text(in, of->operands[0]), BINDS_BEFORE);
    in->maybe++;
    const char *first = enclosed(in, normal_text(in, of->operands[1]), BINDS_BEFORE);
    const char *second = enclosed(in, normal_text(in, of->operands[2]), BINDS_BEFORE);
    in->maybe--;
    return (shown_text){arena_format(in->memory, "%s ? %s : %s", condition, first, second),
                        BINDS_LOOSELY};
}

static shown_text call_text(normaliser *in, const ir_expression *of)
{
    shown_text result;
    if (of->callee == IR_CALLEE_HELPER && normal_call(in, of, &result))
        return result;
    if (of->called || of->callee == IR_CALLEE_UNKNOWN || normal_is_over(in))
        return give_up(in, of);
    const char *text =
        arena_format(in->memory, "%s%s(", of->is_builtin ? "__builtin_" : "", of->text);
    for (size_t i = 0; i < of->operand_count; i++) {
        const ir_expression *argument = ir_strip(of->operands[i]);
        if (!ir_kind(argument->type) && !normal_is_unchanged(in, argument))
            return give_up(in, argument);
        text = arena_format(in->memory, "%s%s%s", text, i ? ", " : "",
                            normal_whole(in, of->operands[i]));
    }
    return (shown_text){arena_format(in->memory, "%s)", text), BINDS_AS_NAME};
}

static shown_text member_text(normaliser *in, const ir_expression *of)
{
    const ir_expression *of_what = of->operands[0];
    const char *inner = enclosed(in, normal_text(in, of_what), BINDS_AS_NAME);
    const bool points = ir_strip(of_what)->type->kind == IR_TYPE_POINTER;
    return (shown_text){arena_format(in->memory, "%s%s%s", inner, points ? "->" : ".", of->text),
                        BINDS_AS_NAME};
}

static shown_text assignment_text(normaliser *in, const ir_expression *of)
{
    const char *target = enclosed(in, normal_text(in, of->operands[0]), BINDS_AS_NAME);
    return (shown_text){arena_format(in->memory, "%s %s= %s", target, ir_operator_text(of->op),
                                     normal_whole(in, of->operands[1])),
                        BINDS_LOOSELY};
}

static shown_text changed_text(normaliser *in, const ir_expression *of)
{
    switch (of->kind) {
    case IR_VARIABLE:
        return variable_text(in, of);
    case IR_SUBSCRIPT:
        return subscript_text(in, of);
    case IR_UNARY:
        return unary_text(in, of);
    case IR_BINARY:
        return binary_text(in, of);
    case IR_CAST:
        return cast_text(in, of);
    case IR_CONDITIONAL:
        return conditional_text(in, of);
    case IR_CALL:
        return call_text(in, of);
    case IR_MEMBER:
        return member_text(in, of);
    case IR_ASSIGN:
        return assignment_text(in, of);
    default: /* literals have their words */
        return give_up(in, of);
    }
}

static binding_strength strength_of(const ir_expression *of)
{
    of = ir_strip(of);
    switch (of->kind) {
    case IR_LITERAL:
    case IR_VARIABLE:
    case IR_SUBSCRIPT:
    case IR_MEMBER:
    case IR_CALL:
        return BINDS_AS_NAME;
    case IR_UNARY:
    case IR_CAST:
        return BINDS_BEFORE;
    default:
        return BINDS_LOOSELY;
    }
}

shown_text normal_text(normaliser *in, const ir_expression *of)
{
    const char *own = normal_source(in, of->extent);
    if (normal_is_over(in))
        return (shown_text){"", BINDS_AS_NAME};
    if (own && normal_is_unchanged(in, of))
        return (shown_text){own, *own == '-' ? BINDS_BEFORE : strength_of(of)};
    return changed_text(in, of);
}

const char *normal_whole(normaliser *in, const ir_expression *of)
{
    return normal_text(in, of).text;
}

/* ---- declarations ---- */

const char *normal_declared(normaliser *in, const ir_variable *variable)
{
    const ir_type *type = variable->type, *element = type;
    const char *name = normal_variable(in, variable);
    for (; element->kind == IR_TYPE_ARRAY; element = element->element)
        name = element->extent >= 0
                   ? arena_format(in->memory, "%s[%lld]", name, (long long)element->extent)
                   : NULL;
    if (!name || element->kind != IR_TYPE_SCALAR || variable->storage != IR_LOCAL ||
        element->is_volatile) {
        in->stop = true;
        return "";
    }
    return arena_format(in->memory, "%s %s", normal_type(element), name);
}
