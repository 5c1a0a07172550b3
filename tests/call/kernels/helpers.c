/* helpers.c: what a function uses comes along: helpers, tables, macros, types. */
#include <weft/annotate.h>

#include <stdbool.h>
#include <stdint.h>

WEFT_TYPEVAR(T);

/* ---- functions ---- */

static double one_more(double x)
{
    return x + 1;
}
static double two_more(double x)
{
    return one_more(one_more(x));
}
static inline double four_more(double x)
{
    return two_more(two_more(x));
}
/* A chain of helpers. */
WEFT_VECTORIZE()
double helper_chain(double x)
{
    return four_more(x) + one_more(0);
}

double later(double x);
/* A helper that stands below, and is not static. */
WEFT_VECTORIZE()
double helper_below(double x)
{
    return later(x) * 2;
}
double later(double x)
{
    return x * x;
}

static T square_of(T x)
{
    return x * x;
}
/* A helper of the type variable. */
WEFT_VECTORIZE("int32(int32)", "float32(float32)", "float64(float64)")
T helper_of_typevar(T x)
{
    return square_of(x) + square_of(x + 1);
}

static void swap_values(T *a, T *b)
{
    T kept = *a;
    *a = *b;
    *b = kept;
}
/* A helper with pointers. */
WEFT_VECTORIZE("void(int16, int16, int16, int16)", "void(float64, float64, float64, float64)")
void helper_swap(T a, T b, T *first, T *second)
{
    swap_values(&a, &b);
    *first = a;
    *second = b;
}

static void set_result(double *to, double value)
{
    *to = value;
}
/* An output handed on. */
WEFT_VECTORIZE()
void helper_output(double x, double *y)
{
    set_result(y, x - 3);
}

/* ---- arrays ---- */

static double dot_of_three(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
/* Operands handed to a helper with fixed extents. */
WEFT_GUVECTORIZE("(3),(3)->()")
double helper_dot(const double a[3], const double b[3])
{
    return dot_of_three(a, b) + dot_of_three(b, b);
}

static T total_of(size_t count, const T x[count])
{
    T sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += x[i];
    return sum;
}
/* Rows handed to a helper. */
WEFT_GUVECTORIZE("(m,n)->(m)", "void(int32[:,:], int32[:])", "void(float32[:,:], float32[:])",
                 "void(float64[:,:], float64[:])")
void helper_row_totals(size_t m, size_t n, const T A[m][n], T sums[m])
{
    for (size_t i = 0; i < m; i++)
        sums[i] = total_of(n, A[i]);
}

static double corner_of(size_t n, const double A[n][n])
{
    return A[0][0] + A[n - 1][n - 1];
}
/* A matrix handed to a helper. */
WEFT_GUVECTORIZE("(n,n)->()")
double helper_corners(size_t n, const double A[n][n])
{
    return n ? corner_of(n, A) : 0;
}

static void copy_reversed(int n, const float *from, float *to)
{
    while (n--)
        *to++ = from[n];
}
/* Operands and outputs handed to a helper with pointers. */
WEFT_GUVECTORIZE("(n)->(n)")
void helper_reverse(int n, const float x[n], float y[n])
{
    copy_reversed(n, x, y);
}

/* ---- tables ---- */

static const double weights[] = {0.5, 1.25, -2, 8};
static const int32_t grid[2][3] = {{1, 2, 3}, {10, 20, 30}};
static const char letters[] = "weft";
/* Tables of one and two dimensions, and a string. */
WEFT_VECTORIZE()
double table_lookup(int32_t i)
{
    unsigned k = (unsigned)i;
    return weights[k % 4] + grid[k % 2][k % 3] + letters[k % 4] +
           (double)(sizeof weights / sizeof *weights);
}

/* A table inside the function. */
WEFT_VECTORIZE()
int32_t table_inside(uint8_t month)
{
    static const int8_t days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month % 12];
}

static const T coefficients[3] = {1, -2, 3};
/* A table of the type variable. */
WEFT_VECTORIZE("int16(int16)", "float32(float32)", "float64(float64)")
T table_of_typevar(T x)
{
    T sum = 0;
    for (int i = 0; i < 3; i++)
        sum = sum * x + coefficients[i];
    return sum;
}

/* ---- macros ---- */

#define SQUARE(x)           ((x) * (x))
#define CUBE(x)             (SQUARE(x) * (x))
#define CLAMP(x, low, high) ((x) < (low) ? (low) : (x) > (high) ? (high) : (x))
#define ASSIGN(to, value) \
    do {                  \
        (to) = (value);   \
    } while (0)
#define OFFSET  7
#define SHIFTED (OFFSET * 2)
/* Nested macros, macros over several lines. */
WEFT_VECTORIZE()
double macro_nested(double x)
{
    double y;
    ASSIGN(y, CUBE(x) + SHIFTED);
    return CLAMP(y, -50, 50.0);
}

#define ELEMENT(A, i, j) A[(i)][(j)]
/* An operand in a macro's body. */
WEFT_GUVECTORIZE("(n,n)->()", "int64(int64[:,:])", "float64(float64[:,:])")
T macro_trace(size_t n, const T A[n][n])
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += ELEMENT(A, i, i);
    return sum;
}

/* ---- types ---- */

typedef struct pair {
    T first, second;
} pair;
typedef enum direction { LEFT = -1, NOWHERE, RIGHT } direction;
enum { STRIDE = 3, SCALE = 1 << 4 };
struct nested {
    pair inner[2];
    direction towards;
};
union bits {
    float number;
    uint32_t word;
};
typedef double triple[3];

static pair make_pair(T first, T second)
{
    pair made = {first, second};
    return made;
}
/* Structs by value, with the type variable in them. */
WEFT_VECTORIZE("int32(int32)", "float64(float64)")
T type_struct(T x)
{
    struct nested all = {.inner = {make_pair(x, 2 * x), {3, 4}}, .towards = LEFT};
    pair *second = &all.inner[1];
    second->first += x;
    return all.inner[0].second + second->first * second->second + (T)all.towards;
}
/* Enums and their constants. */
WEFT_VECTORIZE()
int32_t type_enum(int32_t x)
{
    direction d = x < 0 ? LEFT : x > 0 ? RIGHT : NOWHERE;
    return (int32_t)d * STRIDE + SCALE;
}
/* A union reads a float's bits. */
WEFT_VECTORIZE()
uint32_t type_union(float x)
{
    union bits u;
    u.number = x;
    return u.word;
}
/* A typedef of an array. */
WEFT_VECTORIZE()
double type_array(double x)
{
    triple t = {x, x + 1, x + 2};
    return t[0] * t[1] + t[2];
}

/* ---- macros that change ---- */

#define LEVEL 3
/* A macro as it is here. */
WEFT_VECTORIZE()
double macro_before(double x)
{
    return x + LEVEL;
}
#undef LEVEL
#define LEVEL (SHIFTED - 4)
/* The same name, defined anew. */
WEFT_VECTORIZE()
double macro_after(double x)
{
    return x + LEVEL;
}
#undef LEVEL
/* No macro any more. */
WEFT_VECTORIZE()
double macro_gone(double LEVEL)
{
    return LEVEL + 1;
}
#define LEVEL        no_name_at_all
#define PASTE(a, b)  a##b
#define CALL(f, ...) f(__VA_ARGS__)
/* Pasted names, variadic macros, conditions inside. */
WEFT_VECTORIZE()
double macro_pasted(double x)
{
    double PASTE(lev, el) = x;
#ifdef OFFSET
    level += CALL(square_of, OFFSET);
#else
    level = 0;
#endif
#if OFFSET > 100
    level = 0;
#endif
    return level;
}
