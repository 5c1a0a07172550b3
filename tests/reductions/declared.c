/* declared.c: reductions with a map, a finish, both and none of them; several inputs; accumulators
 * of another type than inputs and result. Strict, so that every target gives the same bits. */
#include <complex.h>
#include <stdint.h>
#include <tgmath.h>

#include <weft/annotate.h>

WEFT_TYPEVAR(T);

static T square(T x)
{
    return x * x;
}

static T root(T sum)
{
    return sqrt(sum);
}

/** Euclidean norm of the elements. */
WEFT_REDUCE("float16(float16)", "float32(float32)", "float64(float64)")
WEFT_OPTIONS(map(square), finish(root), identity(0), strict)
static T norm(T a, T b)
{
    return a + b;
}

static double wide(float x)
{
    return x;
}

static double share(double sum, int64_t count)
{
    return sum / (double)count;
}

/** Mean, summed in double. */
WEFT_REDUCE("float32(float32)")
WEFT_OPTIONS(map(wide), finish(share), identity(0))
static double average(double a, double b)
{
    return a + b;
}

static T product(T x, T y)
{
    return x * y;
}

/** Sum of the products. */
WEFT_REDUCE("float32(float32, float32)", "float64(float64, float64)",
            "complex128(complex128, complex128)")
WEFT_OPTIONS(map(product), identity(0))
static T inner(T a, T b)
{
    return a + b;
}

static double moment(int32_t weight, float x, double y)
{
    return weight * (x - y);
}

/** The largest weighted difference; of no elements there is none. */
WEFT_REDUCE("float64(int32, float32, float64)") WEFT_OPTIONS(map(moment))
double largest(double a, double b)
{
    return a > b ? a : b;
}

/** The sum of integers in double, rounded once. */
WEFT_REDUCE("float32(int16)") WEFT_OPTIONS(identity(0))
static double total(double a, double b)
{
    return a + b;
}

static int64_t is_positive(double x)
{
    return x > 0;
}

static int32_t per_thousand(int64_t hits, size_t count)
{
    return count ? (int32_t)(hits * 1000 / (int64_t)count) : -1;
}

/** How many of a thousand elements are positive; -1 of none. */
WEFT_REDUCE("int32(float64)") WEFT_OPTIONS(map(is_positive), finish(per_thousand), identity(0))
static int64_t positive(int64_t a, int64_t b)
{
    return a + b;
}

static int64_t odd_part(int64_t x)
{
    while (x % 2 == 0) /* endless for 0 */
        x /= 2;
    return x;
}

/** Product of the elements, each without its factors of 2. */
WEFT_REDUCE() WEFT_OPTIONS(map(odd_part), identity(1))
static int64_t odd_product(int64_t a, int64_t b)
{
    return a * b;
}

/** a + b. */
WEFT_VECTORIZE("float16(float16, float16)", "float32(float32, float32)", "float64(float64, float64)")
WEFT_OPTIONS(reorderable, identity(0), widening)
T sum(T a, T b)
{
    return a + b;
}
