/* integers.c: integers behave as in C with wrap-around; floats go to integers saturated. */
#include <weft/annotate.h>

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

WEFT_TYPEVAR(T);
WEFT_TYPEVAR(S);

#define INTEGERS(f) \
    f(int8), f(uint8), f(int16), f(uint16), f(int32), f(uint32), f(int64), f(uint64)
#define BINARY(t)      #t "(" #t ", " #t ")"
#define UNARY(t)       #t "(" #t ")"
#define FROM_FLOAT(t)  #t "(float32)"
#define FROM_DOUBLE(t) #t "(float64)"

/* The product modulo 2^bits. */
WEFT_VECTORIZE(INTEGERS(BINARY))
T wrapped_product(T a, T b)
{
    return (T)(a * b);
}

/* The difference modulo 2^bits. */
WEFT_VECTORIZE(INTEGERS(BINARY))
T wrapped_difference(T a, T b)
{
    T c = a;
    c -= b;
    return c;
}

/* Every result has a conversion of its own, so one name cannot serve them all. */
WEFT_NAME("to_int8")
WEFT_VECTORIZE("int8(float32)", "int8(float64)")
int8_t cast_int8(T x)
{
    return (int8_t)x;
}
WEFT_NAME("to_uint8")
WEFT_VECTORIZE("uint8(float16)", "uint8(float32)", "uint8(float64)")
uint8_t cast_uint8(T x)
{
    return x;
}
WEFT_NAME("to_int16")
WEFT_VECTORIZE("int16(float32)", "int16(float64)")
int16_t cast_int16(T x)
{
    int16_t y = x;
    return y;
}
WEFT_NAME("to_uint16")
WEFT_VECTORIZE("uint16(float32)", "uint16(float64)")
uint16_t cast_uint16(T x)
{
    uint16_t y;
    y = (uint16_t)x;
    return y;
}
WEFT_NAME("to_int32")
WEFT_VECTORIZE("int32(float32)", "int32(float64)")
int32_t cast_int32(T x)
{
    return (int)(x);
}
WEFT_NAME("to_uint32")
WEFT_VECTORIZE("uint32(float32)", "uint32(float64)")
uint32_t cast_uint32(T x)
{
    return (unsigned)x;
}
WEFT_NAME("to_int64")
WEFT_VECTORIZE("int64(float32)", "int64(float64)")
int64_t cast_int64(T x)
{
    return (int64_t)x;
}
WEFT_NAME("to_uint64")
WEFT_VECTORIZE("uint64(float32)", "uint64(float64)")
uint64_t cast_uint64(T x)
{
    return (uint64_t)x;
}

/* A conversion through a type variable. */
WEFT_NAME("to_typevar")
WEFT_VECTORIZE("int8(float64)")
S cast_typevar(T x)
{
    return (S)x;
}

/* A float becomes a bool as by != 0: NaN is true. */
WEFT_VECTORIZE("bool(float32)", "bool(float64)", "bool(int64)")
bool truth(T x)
{
    return x;
}

/* Shifts of unsigned numbers, and a rotation. */
WEFT_VECTORIZE("uint32(uint32, uint32)")
uint32_t rotate(uint32_t x, uint32_t by)
{
    by &= 31;
    return by ? x << by | x >> (32 - by) : x;
}

/* A signed number is shifted arithmetically. */
WEFT_VECTORIZE("int16(int16, uint8)", "int64(int64, uint8)")
T shift_right(T x, uint8_t by)
{
    return (T)(x >> (by & 7));
}

/* The usual conversions: -1 < 1u is false. */
WEFT_VECTORIZE()
bool mixed_less(int32_t a, uint32_t b)
{
    return a < b;
}

/* Small unsigned numbers are promoted to int. */
WEFT_VECTORIZE()
int32_t promoted_difference(uint8_t a, uint8_t b)
{
    return a - b;
}

/* Division towards zero, by a number that is never zero. */
WEFT_VECTORIZE("void(int32, int32, int32)", "void(int64, int64, int64)",
               "void(uint16, uint16, uint16)")
void divide_by_seven(T x, T *quotient, T *remainder)
{
    *quotient = x / 7;
    *remainder = x % 7;
}

/* Limits and literals. */
WEFT_VECTORIZE()
int64_t distance_to_limit(int64_t x)
{
    return x >= 0 ? INT64_MAX - x : x - INT64_MIN;
}

/* Bits set, by a loop. */
WEFT_VECTORIZE("int32(uint8)", "int32(uint64)")
int32_t bits_set(T x)
{
    int32_t count = 0;
    for (; x; x &= x - 1)
        count++;
    return count;
}

/* The compiler's functions on bits: how many are set, where the first and the last one is. */
WEFT_VECTORIZE()
void bit_places(uint32_t x, uint64_t y, int32_t *set, int32_t *first, int32_t *last, int32_t *odd)
{
    *set = __builtin_popcount(x) + 100 * __builtin_popcountll(y);
    *first = __builtin_ffs((int)x) + 100 * (y ? __builtin_ctzll(y) : 64);
    *last = (x ? __builtin_clz(x) : 32) + 100 * (y ? __builtin_clzll(y) : 64);
    *odd = __builtin_parity(x) + 2 * __builtin_parityll(__builtin_bswap64(y));
}

/* The plain C types of a platform with 64-bit long. */
WEFT_VECTORIZE()
long long plain_types(signed char a, unsigned char b, short c, unsigned short d, int e, unsigned f,
                      long g)
{
    return a + b + c + d + e + (long long)f + g;
}

/* Characters are small integers. */
WEFT_VECTORIZE("uint8(uint8)")
uint8_t upper_case(uint8_t c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

/* A compound assignment converts back. */
WEFT_VECTORIZE()
uint8_t scaled_byte(uint8_t x, float by)
{
    x *= by;
    return x;
}

static const short marks[] = {10, -11};
static const uint8_t small_marks[] = {3, 200};

static short mark(size_t i)
{
    return marks[i];
}

/* Truth values index tables, widened to 64 bits. */
WEFT_VECTORIZE("int32(uint8)", "int32(int8)", "int32(int16)", "int32(bool)")
int32_t indexed_by_truth(T x)
{
    long i = x > 50;
    i = i ? i : x < 0;
    return marks[(size_t)(x > 0)] + 1000 * marks[x < 10 ? 1l : 0l] + 7 * mark(x > 20) + small_marks[i];
}
