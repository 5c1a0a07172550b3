/* split_null.c: pointers that may be NULL, of which a helper asks whether they are, as for outputs
 * that not everybody wants: `if (d != NULL) *d = ...`. Such a parameter gets a number beside it,
 * whether it is given, and where it is not, it leads to a variable that nobody reads. The function
 * itself is always given all of its own. */
#include "split_parts.h"

static bool is_pointer(const ir_type *type)
{
    return type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY;
}

bool split_is_null(const ir_expression *value)
{
    int64_t number;
    return is_pointer(value->type) && ir_constant(ir_strip_casts(value), &number) && number == 0;
}

/* ---- who asks ---- */

typedef struct question {
    const split *in;
    const split_head *head;
    bool found; /* one more than was known */
} question;

/* The parameter that an expression is; the count of them if it is none. */
static size_t find_parameter(const split_head *head, const ir_expression *value)
{
    const ir_expression *pointer = ir_strip_casts(value);
    size_t i = 0;
    if (pointer->kind != IR_VARIABLE || !is_pointer(pointer->type))
        return head->parameter_count;
    while (i < head->parameter_count && head->parameters[i] != pointer->variable)
        i++;
    return i;
}

static void note(question *asked, const ir_expression *value)
{
    const size_t i = find_parameter(asked->head, value);
    if (i < asked->head->parameter_count && !asked->head->asked[i])
        asked->head->asked[i] = asked->found = true;
}

bool split_asks(const split *in, const ir_function *helper, size_t parameter)
{
    for (size_t i = 1; i < in->head_count; i++)
        if (in->heads[i].function == helper && parameter < in->heads[i].parameter_count)
            return in->heads[i].asked[parameter];
    return false;
}

static bool is_comparison(const ir_expression *value)
{
    return value->kind == IR_BINARY && (value->op == IR_EQUAL || value->op == IR_NOT_EQUAL);
}

/* A pointer is asked where it is compared with NULL, taken for a condition, or handed on to who
 * asks. */
static bool look(void *context, const ir_expression *expression, const ir_statement *statement)
{
    question *asked = context;
    const bool joins =
        expression->kind == IR_BINARY && (expression->op == IR_AND || expression->op == IR_OR);
    const bool negates = expression->kind == IR_UNARY && expression->op == IR_NOT;
    if (statement->expression == expression &&
        (statement->kind == IR_IF || statement->kind == IR_WHILE))
        note(asked, expression);
    if (joins || negates || expression->kind == IR_CONDITIONAL ||
        (expression->kind == IR_CAST && !is_pointer(expression->type)))
        note(asked, expression->operands[0]);
    if (joins)
        note(asked, expression->operands[1]);
    for (size_t i = 0; i < 2 && is_comparison(expression); i++)
        if (split_is_null(expression->operands[!i]))
            note(asked, expression->operands[i]);
    for (size_t i = 0; expression->kind == IR_CALL && i < expression->operand_count; i++)
        if (split_asks(asked->in, expression->function, i))
            note(asked, expression->operands[i]);
    return true;
}

void split_find_asked(split *in)
{
    question asked = {.in = in, .found = true};
    while (asked.found) {
        asked.found = false;
        for (size_t i = 0; i < in->head_count; i++) {
            asked.head = &in->heads[i];
            ir_visit(asked.head->function->body, look, &asked);
        }
    }
}

/* ---- what it is told ---- */

ir_variable *split_given_parameter(split *in, const ir_variable *pointer)
{
    ir_variable *made = arena_array(in->memory, 1, sizeof *made);
    made->name = arena_format(in->memory, "%s_given", pointer->name);
    made->id = (unsigned)in->variable_count++;
    made->storage = IR_PARAMETER;
    made->type = ir_scalar(in->memory, WEFT_INT32);
    made->place = pointer->place;
    return made;
}

ir_expression *split_given(split *in, const ir_expression *value)
{
    const ir_expression *pointer = ir_strip_casts(value);
    const ir_type *type = ir_scalar(in->memory, WEFT_INT32);
    const size_t i = find_parameter(in->head, value);
    if (split_is_null(value))
        return split_number(in, type, value->place, 0);
    if (i < in->head->parameter_count && in->head->given[i])
        return split_use(in, in->head->given[i], value->place);
    const bool is_own = pointer->kind == IR_UNARY && pointer->op == IR_ADDRESS;
    const bool is_array = pointer->kind == IR_VARIABLE && pointer->type->kind == IR_TYPE_ARRAY;
    const bool is_of_root = in->head == in->heads && i < in->head->parameter_count;
    if (!is_own && !is_of_root && !(is_array && i == in->head->parameter_count))
        split_gap(in, value->place, "a pointer that may be NULL");
    return split_number(in, type, value->place, 1);
}

ir_expression *split_null_comparison(split *in, const ir_expression *value)
{
    const ir_expression *left = value->operands[0], *right = value->operands[1];
    if (!is_comparison(value) || (!split_is_null(left) && !split_is_null(right)))
        return NULL;
    ir_expression *given = split_given(in, split_is_null(left) ? right : left);
    return value->op == IR_EQUAL ? split_compare(in, IR_NOT, given, NULL) : given;
}
