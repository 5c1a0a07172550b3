/* elementwise.c: scalar functions over every dtype, mixed dtypes, and every way to give results. */
#include <weft/annotate.h>

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

WEFT_TYPEVAR(T);
WEFT_TYPEVAR(X);
WEFT_TYPEVAR(Y);
WEFT_TYPEVAR(Z);

#define SAME(t) #t "(" #t ", " #t ")"

/* The sum, in every dtype. */
WEFT_VECTORIZE("bool(bool, bool)", "int8(int8, int8)", "uint8(uint8, uint8)", "int16(int16, int16)",
               "uint16(uint16, uint16)", "int32(int32, int32)", "uint32(uint32, uint32)",
               "int64(int64, int64)", "uint64(uint64, uint64)", "float16(float16, float16)",
               "bfloat16(bfloat16, bfloat16)", "float32(float32, float32)",
               "float64(float64, float64)", "complex64(complex64, complex64)",
               "complex128(complex128, complex128)")
T plus(T a, T b)
{
    return (T)(a + b);
}

/* A polynomial whose values are exact for small integers. */
WEFT_VECTORIZE("float16(float16)", "bfloat16(bfloat16)", "float32(float32)", "float64(float64)")
T polynomial(T x)
{
    return ((x - 2) * x + 3) * x - 5;
}

/* Three dtypes at once. */
WEFT_VECTORIZE("float32(int16, float32)", "float64(int32, float32)", "float64(uint32, float64)",
               "float32(float16, bfloat16)", "int64(int32, uint8)", "complex64(float32, complex64)",
               "complex128(int8, complex64)")
Z blend(X a, Y b)
{
    return (Z)a * 2 + (Z)b;
}

/* Comparison: a bool from numbers. */
WEFT_VECTORIZE("bool(int8, int8)", "bool(uint64, uint64)", "bool(float16, float16)",
               "bool(float32, float32)", "bool(float64, float64)")
bool less(T a, T b)
{
    return a < b;
}

/* A bool chooses. */
WEFT_VECTORIZE("int16(bool, int16, int16)", "float64(bool, float64, float64)",
               "complex128(bool, complex128, complex128)")
T choose(bool which, T yes, T no)
{
    return which ? yes : no;
}

/* Several bools. */
WEFT_VECTORIZE("bool(bool, bool, bool)")
bool majority(bool a, bool b, bool c)
{
    return (a && b) || (b && c) || (a && c);
}

/* Two results through pointers. */
WEFT_VECTORIZE("void(int32, int32, int32[:], int64[:])")
void sum_and_product(int32_t a, int32_t b, int32_t *sum, int64_t *product)
{
    *sum = a + b;
    *product = (int64_t)a * b;
}

/* Two results through pointers, and the returned one, which is the last. */
WEFT_VECTORIZE("float32(float32, float32, float32, bool)",
               "float64(float64, float64, float64, bool)")
T parts(T x, T limit, T *above, bool *beyond)
{
    T clipped = x < limit ? x : limit;
    *above = x - clipped;
    *beyond = x > limit;
    return clipped;
}

/* The C types are the prototype. */
WEFT_VECTORIZE()
float half_of(float x)
{
    return x * 0.5f;
}

/* Without prototypes a type variable is double. */
WEFT_VECTORIZE()
T doubled(T x)
{
    return 2 * x;
}

/* One name, a body for each kind of number. */
WEFT_NAME("magnitude")
WEFT_VECTORIZE("int16(int16)", "int32(int32)")
T magnitude_integer(T x)
{
    return x < 0 ? -x : x;
}
WEFT_NAME("magnitude")
WEFT_VECTORIZE("float32(float32)", "float64(float64)")
T magnitude_real(T x)
{
    return fabs(x) + 0;
}

/* Many operands: one input per bit. */
WEFT_VECTORIZE()
uint16_t pack_bits(bool b0, bool b1, bool b2, bool b3, bool b4, bool b5, bool b6, bool b7, bool b8,
                   bool b9)
{
    return (uint16_t)(b0 | b1 << 1 | b2 << 2 | b3 << 3 | b4 << 4 | b5 << 5 | b6 << 6 | b7 << 7 |
                      b8 << 8 | b9 << 9);
}

/* No result depends on the input alone: it is written in a branch. */
WEFT_VECTORIZE("void(float64, float64, float64, float64)")
void order(double a, double b, double *low, double *high)
{
    *low = a;
    *high = b;
    if (b < a) {
        *low = b;
        *high = a;
    }
}
