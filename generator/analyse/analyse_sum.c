/* analyse_sum.c: a sum of products as data: which index stands where, and in which dtype it is
 * computed. What converts a value on the way, or fuses, is none: the runtime's kernels must give what
 * the C code says. */
#include "analyse.h"

#include <string.h>

#include "text/dtype.h"

enum { MOST_LETTERS = 26 };

bool analyse_is_conjugate(const ir_expression *expression)
{
    return expression->kind == IR_CALL && expression->callee == IR_CALLEE_LIBRARY &&
           expression->operand_count == 1 &&
           (strcmp(expression->text, "conj") == 0 || strcmp(expression->text, "conjf") == 0);
}

/* Whether a value of `dtype` that becomes `type` and then `dtype` again is the same; of integers
 * whether its lower bits are. */
static bool keeps(const ir_type *type, weft_dtype dtype)
{
    if (type->kind != IR_TYPE_SCALAR || type->is_enumeration)
        return false;
    const ir_type same = {.kind = IR_TYPE_SCALAR, .dtype = dtype};
    if (!ir_is_integer(&same))
        return type->dtype == dtype;
    if (dtype == WEFT_BOOL)
        return ir_is_integer(type);
    return ir_is_integer(type) && type->dtype != WEFT_BOOL &&
           dtype_size(type->dtype) >= dtype_size(dtype);
}

/* Whether all conversions around a value keep it. */
static bool keeps_all(const ir_expression *value, weft_dtype dtype)
{
    for (; value->kind == IR_CAST; value = value->operands[0])
        if (!keeps(value->type, dtype))
            return false;
    return keeps(value->type, dtype);
}

/* What the walk over subscripts knows: which loop has which letter. */
typedef struct letters {
    arena *memory;
    const sum_of_products *found;
    contraction *result;
    char of_loop[CONTRACTION_MOST_LOOPS]; /* 0: none yet */
    int count;
} letters;

static bool add_letter(letters *in, size_t loop)
{
    counted_loop counted;
    const ir_expression *size;
    if (in->count == MOST_LETTERS || !analyse_counted(in->found->loops[loop], &counted) ||
        !analyse_full_range(&counted, &size))
        return false;
    int64_t constant = 0;
    const bool fixed = ir_constant(size, &constant);
    in->result->sizes[in->count].parameter = fixed ? -1 : (int)size->variable->position;
    in->result->sizes[in->count].constant = constant;
    in->of_loop[loop] = (char)('a' + in->count++);
    return true;
}

/* The loop that counts the variable of a subscript; false if none does. */
static bool find_loop(const letters *in, const ir_expression *subscript, size_t *loop)
{
    const ir_expression *value = ir_strip_casts(subscript);
    for (size_t i = 0; i < in->found->depth; i++) {
        counted_loop counted;
        if (value->kind == IR_VARIABLE && analyse_counted(in->found->loops[i], &counted) &&
            counted.variable == value->variable) {
            *loop = i;
            return true;
        }
    }
    return false;
}

/* The letters of an element of a parameter, each once; new ones only where `adds`. */
static bool read_letters(letters *in, const ir_expression *element, int which, bool adds)
{
    char text[CONTRACTION_MOST_LOOPS + 1] = "";
    size_t length = 0, loop;
    if (element->kind != IR_SUBSCRIPT || element->operands[0]->kind != IR_VARIABLE)
        return false;
    const ir_variable *variable = element->operands[0]->variable;
    if (ir_subscript_rank(variable->type) != element->operand_count - 1)
        return false;
    for (size_t i = 1; i < element->operand_count; i++) {
        if (!find_loop(in, element->operands[i], &loop) ||
            (!in->of_loop[loop] && (!adds || !add_letter(in, loop))) ||
            strchr(text, in->of_loop[loop]) || length == CONTRACTION_MOST_LOOPS)
            return false;
        text[length++] = in->of_loop[loop];
        text[length] = '\0';
    }
    in->result->letters[which] = arena_text(in->memory, text, length);
    in->result->parameters[which] = (int)variable->position;
    return true;
}

/* The output: a result or *y have no letters. */
static bool read_output(letters *in)
{
    const ir_expression *output = in->found->output;
    in->result->letters[2] = "";
    in->result->parameters[2] = -1;
    if (!output)
        return true;
    int64_t index;
    in->result->parameters[2] = (int)ir_base_variable(output)->position;
    return output->kind == IR_UNARY ||
           (output->operand_count == 2 && ir_constant(output->operands[1], &index)) ||
           read_letters(in, output, 2, true);
}

static bool read_factor(letters *in, int which)
{
    const ir_expression *value = in->found->product->operands[which];
    const weft_dtype dtype = in->result->dtype;
    if (!keeps_all(value, dtype))
        return false;
    value = ir_strip_casts(value);
    in->result->conjugated[which] = analyse_is_conjugate(value);
    if (in->result->conjugated[which]) {
        if (ir_kind(value->type) != 'c' || !keeps_all(value->operands[0], dtype))
            return false;
        value = ir_strip_casts(value->operands[0]);
    }
    return value->type->dtype == dtype && read_letters(in, value, which, false);
}

/* Whether sum, product and what is stored are of one dtype. */
static bool has_one_dtype(const sum_of_products *found, const ir_function *function,
                          weft_dtype dtype)
{
    const ir_expression *value = found->accumulation->operands[1];
    const ir_expression *sum = ir_strip_casts(value);
    const ir_type *output = found->output ? found->output->type : function->result;
    if (!keeps_all(value, dtype) || output->kind != IR_TYPE_SCALAR || output->dtype != dtype)
        return false;
    if (found->accumulation->op == IR_OPERATOR_NONE) /* sum = sum + product */
        for (size_t i = 0; i < 2; i++)
            if (!keeps_all(sum->operands[i], dtype))
                return false;
    return keeps_all(found->product, dtype) && (!found->stored || keeps_all(found->stored, dtype));
}

const contraction *analyse_sum(arena *memory, const ir_function *function,
                               const sum_of_products *found)
{
    const ir_type *type = found->target->type;
    contraction *result = arena_array(memory, 1, sizeof *result);
    letters in = {.memory = memory, .found = found, .result = result};
    if (found->product->kind != IR_BINARY || type->kind != IR_TYPE_SCALAR || type->is_enumeration)
        return NULL;
    result->dtype = type->dtype;
    if (!has_one_dtype(found, function, result->dtype) || !read_output(&in))
        return NULL;
    for (size_t i = 0; i < found->depth; i++) /* the others are summed, in the order of the loops */
        if (!in.of_loop[i] && !add_letter(&in, i))
            return NULL;
    if (!read_factor(&in, 0) || !read_factor(&in, 1) ||
        result->parameters[0] == result->parameters[2] ||
        result->parameters[1] == result->parameters[2])
        return NULL;
    return result;
}
