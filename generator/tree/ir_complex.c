/* ir_complex.c: products and quotients of complex constants. gcc, which builds most libraries,
 * rounds each part of them once where it computes it itself, and other compilers each step. So that
 * every target has the same bits, they are constants of ours, rounded once. */
#include <math.h>
#include <string.h>

#include "ir.h"
#include "library.h"

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 wide; /* holds the product of two doubles */
#else
typedef long double wide;
#endif

enum { MOST_NODES = 200 };

/* What a walk over a constant knows. */
typedef struct folding {
    bool varies;
    int left; /* nodes that may still be looked at */
} folding;

/* A number; of a real one the imaginary part is 0. */
typedef struct pair {
    double real, imaginary;
} pair;

static bool find(folding *in, const ir_expression *expression, pair *value);

static bool is_complex(const ir_expression *expression)
{
    return ir_kind(expression->type) == 'c';
}

static bool is_single(const ir_type *type)
{
    return type->dtype == WEFT_COMPLEX64 || type->dtype == WEFT_FLOAT32;
}

static bool is_floating(const ir_type *type)
{
    return is_single(type) || type->dtype == WEFT_FLOAT64 || type->dtype == WEFT_COMPLEX128;
}

/* Rounds to a type; false where gcc does not compute it: it is no number, too large, or too small.
 */
static bool round_part(const ir_type *type, wide exact, double *part)
{
    *part = is_single(type) ? (double)(float)exact : (double)exact;
    return *part == 0 ? exact == 0 : is_single(type) ? isnormal((float)*part) : isnormal(*part);
}

static bool round_both(const ir_type *type, wide real, wide imaginary, pair *value)
{
    return round_part(type, real, &value->real) && round_part(type, imaginary, &value->imaginary);
}

static bool multiply(const ir_type *type, pair a, pair b, pair *value)
{
    const wide real = (wide)a.real * b.real - (wide)a.imaginary * b.imaginary;
    const wide imaginary = (wide)a.real * b.imaginary + (wide)a.imaginary * b.real;
    return round_both(type, real, imaginary, value);
}

static bool divide(const ir_type *type, pair a, pair b, pair *value)
{
    const wide size = (wide)b.real * b.real + (wide)b.imaginary * b.imaginary;
    const wide real = (wide)a.real * b.real + (wide)a.imaginary * b.imaginary;
    const wide imaginary = (wide)a.imaginary * b.real - (wide)a.real * b.imaginary;
    return size != 0 && round_both(type, real / size, imaginary / size, value);
}

static bool find_binary(folding *in, const ir_expression *expression, pair *value)
{
    pair a, b;
    if (!find(in, expression->operands[0], &a) || !find(in, expression->operands[1], &b))
        return false;
    switch (expression->op) {
    case IR_ADD:
        return round_both(expression->type, (wide)a.real + b.real, (wide)a.imaginary + b.imaginary,
                          value);
    case IR_SUBTRACT:
        return round_both(expression->type, (wide)a.real - b.real, (wide)a.imaginary - b.imaginary,
                          value);
    case IR_MULTIPLY:
        return multiply(expression->type, a, b, value);
    case IR_DIVIDE:
        return divide(expression->type, a, b, value);
    default:
        return false;
    }
}

static bool find_unary(folding *in, const ir_expression *expression, pair *value)
{
    if (!find(in, expression->operands[0], value))
        return false;
    const bool negates = expression->op == IR_NEGATE;
    if (negates)
        value->real = -value->real;
    if (negates || expression->op == IR_BIT_NOT)
        value->imaginary = -value->imaginary;
    return negates || expression->op == IR_PLUS || expression->op == IR_BIT_NOT;
}

static bool find_literal(const ir_expression *literal, pair *value)
{
    const double number = literal->is_integer ? (double)literal->integer : literal->number;
    const bool imaginary = is_complex(literal);
    return round_both(literal->type, imaginary ? 0 : number, imaginary ? number : 0, value);
}

/* A local that keeps what it starts with. */
static bool find_variable(folding *in, const ir_variable *variable, pair *value)
{
    return variable->storage == IR_LOCAL && variable->residence == IR_REGISTER &&
           !variable->assigned && variable->initializer && variable->type->kind == IR_TYPE_SCALAR &&
           find(in, variable->initializer, value);
}

static bool find_cast(folding *in, const ir_expression *cast, pair *value)
{
    int64_t integer;
    if (ir_constant(cast->operands[0], &integer) && ir_is_integer(cast->operands[0]->type))
        *value = (pair){(double)integer, 0};
    else if (!find(in, cast->operands[0], value))
        return false;
    const double imaginary = is_complex(cast) ? value->imaginary : 0;
    return round_both(cast->type, value->real, imaginary, value);
}

/* The conjugate and the parts of a constant, which compilers know, too. */
static bool find_call(folding *in, const ir_expression *call, pair *value)
{
    const char *name = call->library ? call->library->name : "";
    const bool conjugates = strcmp(name, "conj") == 0, is_part = strcmp(name, "cimag") == 0;
    if ((!conjugates && !is_part && strcmp(name, "creal") != 0) || call->operand_count != 1 ||
        !find(in, call->operands[0], value))
        return false;
    if (conjugates)
        value->imaginary = -value->imaginary;
    else
        *value = (pair){is_part ? value->imaginary : value->real, 0};
    return true;
}

static bool find(folding *in, const ir_expression *expression, pair *value)
{
    if (in->left-- <= 0 || !is_floating(expression->type))
        return false;
    in->varies |= expression->type->variable != NULL;
    switch (expression->kind) {
    case IR_LITERAL:
        return find_literal(expression, value);
    case IR_VARIABLE:
        in->varies |= expression->variable->type->variable != NULL;
        return find_variable(in, expression->variable, value);
    case IR_CAST:
        return find_cast(in, expression, value);
    case IR_UNARY:
        return find_unary(in, expression, value);
    case IR_BINARY:
        return find_binary(in, expression, value);
    case IR_CALL:
        return find_call(in, expression, value);
    default:
        return false;
    }
}

static bool has_both(pair value)
{
    return value.real != 0 && value.imaginary != 0;
}

bool ir_rounds_once(const ir_expression *expression, ir_complex *value)
{
    folding in = {.left = MOST_NODES};
    pair a, b, found;
    const bool divides = expression->op == IR_DIVIDE;
    if (expression->kind != IR_BINARY || (expression->op != IR_MULTIPLY && !divides) ||
        !is_complex(expression) || !is_complex(expression->operands[1]) ||
        (!divides && !is_complex(expression->operands[0])) ||
        !find(&in, expression->operands[0], &a) || !find(&in, expression->operands[1], &b) ||
        !has_both(b) || (!divides && !has_both(a)) || !find(&in, expression, &found))
        return false;
    *value = (ir_complex){found.real, found.imaginary, is_single(expression->type), in.varies};
    return true;
}
