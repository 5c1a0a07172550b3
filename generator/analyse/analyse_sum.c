/* analyse_sum.c: a sum of products as data: which index stands where, and in which dtypes it is
 * computed. What rounds otherwise on the way, or fuses, is none: the runtime's kernels must give
 * what the C code says. */
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

bool analyse_refuse_tiles(sum_reader *in, const ir_expression *at, const char *text)
{
    if (!in->obstacle->text)
        *in->obstacle = (body_obstacle){text, at->place};
    return false;
}

static char kind_of(weft_dtype dtype)
{
    const ir_type type = {.kind = IR_TYPE_SCALAR, .dtype = dtype};
    return ir_kind(&type);
}

/* bool is none. */
static bool is_whole(weft_dtype dtype)
{
    return kind_of(dtype) == 'i' || kind_of(dtype) == 'u';
}

static unsigned size_of(weft_dtype dtype)
{
    return (unsigned)dtype_size(dtype);
}

bool analyse_casts_alike(weft_dtype from, weft_dtype to)
{
    const char source = kind_of(from), target = kind_of(to);
    if (from == to)
        return true;
    return (is_whole(from) && (is_whole(to) || target == 'f')) ||
           (source == target && (source == 'f' || source == 'c'));
}

bool analyse_is_one_cast(const ir_expression *value, weft_dtype from, weft_dtype to)
{
    weft_dtype outer = to;
    if (value->type->kind != IR_TYPE_SCALAR || value->type->dtype != to)
        return false;
    for (;; value = value->operands[0]) {
        if (value->type->kind != IR_TYPE_SCALAR || value->type->is_enumeration)
            return false;
        if (value->type->dtype != outer) {
            if (value->type->dtype != from)
                return false;
            outer = from;
        }
        if (value->kind != IR_CAST)
            return value->type->dtype == from && analyse_casts_alike(from, to);
    }
}

/* Whether a value of `dtype` that becomes `type` and then `dtype` again is the same; of integers
 * whether its lower bits are. */
static bool keeps(const ir_type *type, weft_dtype dtype)
{
    if (type->kind != IR_TYPE_SCALAR || type->is_enumeration)
        return false;
    if (dtype == WEFT_BOOL)
        return ir_is_integer(type);
    return is_whole(dtype) ? is_whole(type->dtype) && size_of(type->dtype) >= size_of(dtype)
                           : type->dtype == dtype;
}

/* Whether all conversions around a value keep it. */
static bool keeps_all(const ir_expression *value, weft_dtype dtype)
{
    for (; value->kind == IR_CAST; value = value->operands[0])
        if (!keeps(value->type, dtype))
            return false;
    return keeps(value->type, dtype);
}

/* ---- letters ---- */

static bool add_letter(sum_reader *in, size_t loop, int *count)
{
    counted_loop counted;
    const ir_expression *size;
    if (*count == MOST_LETTERS || !analyse_counted(in->found->loops[loop], &counted) ||
        !analyse_full_range(&counted, &size))
        return false;
    int64_t constant = 0;
    const bool fixed = ir_constant(size, &constant);
    in->result->sizes[*count].parameter = fixed ? -1 : (int)size->variable->position;
    in->result->sizes[*count].constant = constant;
    in->of_loop[loop] = (char)('a' + (*count)++);
    return true;
}

/* The letters of an element, each once. */
static bool read_letters(sum_reader *in, const ir_expression *element, int which)
{
    char text[ELEMENT_MOST_AXES + 1] = "";
    element_axes axes;
    if (!analyse_element(in->found->loops, in->found->depth, element, &axes))
        return false;
    for (size_t i = 0; i < axes.count; i++) {
        const char letter = in->of_loop[axes.loops[i]];
        if (strchr(text, letter))
            return analyse_refuse_tiles(in, element, "an index stands twice");
        text[i] = letter;
    }
    in->result->letters[which] = arena_copy(in->memory, text);
    in->result->parameters[which] = (int)axes.parameter->position;
    return true;
}

/* The loops' letters: those of the output first, then the others', which are summed, in the order
 * of the loops. */
static bool letter_loops(sum_reader *in)
{
    element_axes axes = {0};
    int count = 0;
    if (in->found->output &&
        (!analyse_element(in->found->loops, in->found->depth, in->found->output, &axes)))
        return false;
    for (size_t i = 0; i < axes.count; i++)
        if (!in->of_loop[axes.loops[i]] && !add_letter(in, axes.loops[i], &count))
            return false;
    for (size_t i = 0; i < in->found->depth; i++)
        if (!in->of_loop[i] && !add_letter(in, i, &count))
            return false;
    return true;
}

static bool read_output(sum_reader *in)
{
    in->result->letters[2] = "";
    in->result->parameters[2] = -1;
    return !in->found->output || read_letters(in, in->found->output, 2);
}

/* ---- dtypes ---- */

/* Whether an integer value becomes its dtype's lower bits, whatever stands around it. */
static bool keeps_lower_bits(const ir_expression *value, weft_dtype dtype)
{
    for (; value->kind == IR_CAST; value = value->operands[0])
        if (!keeps(value->type, dtype))
            return false;
    return value->type->kind == IR_TYPE_SCALAR && !value->type->is_enumeration &&
           is_whole(value->type->dtype);
}

static bool is_small(const ir_type *type)
{
    return size_of(type->dtype) < 4;
}

/* Whether a product of int never overflows, of elements of these types. */
static bool fits_int(const ir_type *a, const ir_type *b)
{
    return is_small(a) && is_small(b) && !(a->dtype == WEFT_UINT16 && b->dtype == WEFT_UINT16);
}

static const ir_type *factor_type(const sum_reader *in, int which)
{
    return ir_strip_casts(in->found->product->operands[which])->type;
}

/* What products become before they are added: the sum's dtype, or a narrower one. */
static bool read_product(sum_reader *in)
{
    const ir_expression *added = in->found->added, *product = in->found->product;
    const weft_dtype dtype = in->result->dtype, own = product->type->dtype;
    const bool wide_whole =
        (dtype == WEFT_INT64 || dtype == WEFT_UINT64) && (own == WEFT_INT32 || own == WEFT_UINT32);
    if (product->kind != IR_BINARY)
        return analyse_refuse_tiles(in, product, "it is fused by the function itself");
    if (keeps_all(added, dtype))
        return true;
    if (!analyse_is_one_cast(added, own, dtype) ||
        !(wide_whole || (dtype == WEFT_FLOAT64 && own == WEFT_FLOAT32)))
        return analyse_refuse_tiles(in, product, "its products become another type");
    if (own != WEFT_INT32 || !fits_int(factor_type(in, 0), factor_type(in, 1)))
        in->result->product = own;
    return true;
}

/* Whether a factor becomes what is multiplied by one cast of its element. */
static bool is_factor(const sum_reader *in, const ir_expression *value)
{
    const weft_dtype dtype = in->result->dtype, product = in->found->product->type->dtype;
    const ir_expression *element = ir_strip_casts(value);
    if (dtype == WEFT_BOOL || kind_of(dtype) == 'c')
        return keeps_all(value, dtype) && element->type->dtype == dtype;
    if (is_whole(dtype))
        return keeps_lower_bits(value, size_of(product) < size_of(dtype) ? product : dtype);
    return in->result->product ? analyse_is_one_cast(value, product, product)
                               : analyse_is_one_cast(value, element->type->dtype, dtype);
}

static bool read_factor(sum_reader *in, int which)
{
    const ir_expression *value = in->found->product->operands[which];
    const weft_dtype dtype = in->result->dtype;
    const ir_expression *inner = ir_strip_casts(value);
    in->result->conjugated[which] = analyse_is_conjugate(inner);
    if (in->result->conjugated[which]) {
        if (ir_kind(inner->type) != 'c' || !keeps_all(value, dtype))
            return analyse_refuse_tiles(in, value, "a factor becomes another type");
        value = inner->operands[0];
        inner = ir_strip_casts(value);
    }
    return is_factor(in, value) ? read_letters(in, inner, which)
                                : analyse_refuse_tiles(in, value, "a factor becomes another type");
}

/* Whether what is added to, in the place it has in the addition, is the sum itself. */
static bool adds_to_sum(sum_reader *in)
{
    const ir_expression *value = in->found->accumulation->operands[1];
    const ir_expression *sum = ir_strip_casts(value);
    const weft_dtype dtype = in->result->dtype;
    if (in->found->accumulation->op != IR_OPERATOR_NONE || sum->kind != IR_BINARY)
        return true;
    const ir_expression *kept = sum->operands[sum->operands[0] == in->found->added];
    return (keeps_all(value, dtype) && keeps_all(kept, dtype)) ||
           analyse_refuse_tiles(in, sum, "the sum becomes another type in each step");
}

/* Products are taken away by a factor's other sign: not where that changes a zero's, or wraps. */
static bool read_sign(sum_reader *in)
{
    const char kind = kind_of(in->result->dtype);
    in->result->subtracted = in->found->subtracted;
    return !in->found->subtracted ||
                   (kind != 'c' && kind != 'b' && (kind == 'f' || !in->result->product))
               ? true
               : analyse_refuse_tiles(in, in->found->product,
                                      "its products are taken away, not added");
}

const contraction *analyse_sum(arena *memory, const ir_function *function,
                               const sum_of_products *found, body_obstacle *obstacle)
{
    const ir_type *type = found->target->type;
    const ir_type *output = found->output ? found->output->type : function->result;
    contraction *result = arena_array(memory, 1, sizeof *result);
    sum_reader in = {.memory = memory, .found = found, .result = result, .obstacle = obstacle};
    result->dtype = type->dtype;
    if (type->kind != IR_TYPE_SCALAR || type->is_enumeration || output->kind != IR_TYPE_SCALAR ||
        output->is_enumeration) {
        analyse_refuse_tiles(&in, found->target, "it is no sum of numbers");
        return NULL;
    }
    const bool read = read_product(&in) && adds_to_sum(&in) && read_sign(&in) &&
                      letter_loops(&in) && read_output(&in) && read_factor(&in, 0) &&
                      read_factor(&in, 1) && analyse_start(&in) &&
                      analyse_epilogue(&in, output->dtype);
    if (read && result->parameters[0] != result->parameters[2] &&
        result->parameters[1] != result->parameters[2])
        return result;
    analyse_refuse_tiles(&in, found->product, "a factor is the output's own element");
    return NULL;
}
