"""How people write C."""

CASES = {}

CASES["xmacro_table"] = """
#define COLORS(X) X(RED, 0xff0000) X(GREEN, 0x00ff00) X(BLUE, 0x0000ff)
enum color {
#define X(n, v) COLOR_##n,
    COLORS(X)
#undef X
        COLOR_COUNT
};
static const unsigned color_value[COLOR_COUNT] = {
#define X(n, v) [COLOR_##n] = v,
    COLORS(X)
#undef X
};
static const char *const color_name[] = {
#define X(n, v) #n,
    COLORS(X)
#undef X
};
WEFT_VECTORIZE()
int f(int x)
{
    int k = (unsigned)x % COLOR_COUNT;
    return (int)(color_value[k] >> 3) + color_name[k][0];
}
"""
CASES["designated_nested"] = """
struct v {
    double x, y, z;
};
struct m {
    struct v row[3];
    int tag;
};
static const struct m id = {.row = {[0] = {.x = 1}, [1].y = 2, [2] = {0, 0, 3}}, .tag = 9};
WEFT_VECTORIZE()
int f(int x)
{
    double s = 0;
    for (int i = 0; i < 3; i++)
        s += id.row[i].x * x + id.row[i].y * x * x + id.row[i].z;
    return (int)s + id.tag;
}
"""
CASES["statement_expression"] = r"""
#define MAX(a, b)               \
    ({                          \
        __typeof__(a) _a = (a); \
        __typeof__(b) _b = (b); \
        _a > _b ? _a : _b;      \
    })
#define SWAP(a, b)        \
    do {                  \
        typeof(a) t_ = a; \
        a = b;            \
        b = t_;           \
    } while (0)
WEFT_VECTORIZE()
int f(int x)
{
    int y = 5;
    SWAP(x, y);
    return MAX(MAX(x, y), 3) * 10 + x;
}
"""
CASES["attribute_spellings"] = """
#define UNUSED    __attribute__((__unused__))
#define PURE      __attribute__((pure))
#define LIKELY(x) __builtin_expect(!!(x), 1)
static PURE __attribute__((noinline, hot)) int g(int x, UNUSED int y)
{
    if (LIKELY(x > 2))
        return x;
    return -x;
}
struct __attribute__((packed)) pk {
    char c;
    int i;
};
static int h(int x) __attribute__((const));
static int h(int x)
{
    return x * 2;
}
WEFT_VECTORIZE()
int f(int x)
{
    struct pk p = {1, x};
    int z __attribute__((aligned(16))) = p.i;
    return g(z, 1) + h(x) + (int)sizeof(struct pk) * 100;
}
"""
CASES["line_continuation"] = r"""
static int lo\
ng_name(int x) { return x \
+ 1; } // a comment \
continues here
WEFT_VECTORIZE() int f(int x) { ret\
urn long_name(x) /* c \
*/ * 2; }
"""
CASES["conditional_in_expression"] = """
#define USE_B 1
WEFT_VECTORIZE() int f(int x) {
    int y = x
#if USE_B
        + 3
#  if defined(USE_C) && USE_C > 1
        * 4
#  else
        * 5
#  endif
#else
        - 1
#endif
        ;
    return y > 3 ? y :
#ifdef NEVER
        0
#else
        -y
#endif
        ;
}
"""
CASES["comments_odd"] = r"""
static/**/int/*a*/g/*b*/(/*c*/int/*d*/x/*e*/)/*f*/{/*g*/return/*h*/x/*i*/+/*j*/1/*k*/;/*l*/}
WEFT_VECTORIZE(/* nothing */) int f(int /* type */ x /* the x */) // end
/* before body */ { // inside
    return g(x) /* "not a string */ + '"' /* ' */ - '\'' // "
    ;
}
"""
CASES["string_table"] = r"""
static const char *const names[] = {"zero", "one",
                                    "two"
                                    "and"
                                    "half",
                                    "th\x72"
                                    "ee\n",
                                    u8"four"};
static const char digits[] = "0123456789abcdef";
static const char exact[4] = "abcd";
WEFT_VECTORIZE()
int f(int x)
{
    unsigned k = (unsigned)x % 5;
    const char *s = names[k];
    int n = 0;
    while (*s)
        n = n * 3 + *s++;
    return n + digits[k] + exact[k & 3] + (int)sizeof digits;
}
"""
CASES["goto_cleanup"] = """
static int parse(int x)
{
    int rc = -1, y;
    if (x < 0)
        goto out;
    y = x * 2;
    if (y > 10)
        goto out;
    rc = y;
out:
    return rc;
}
WEFT_VECTORIZE()
int f(int x)
{
    int k = 0;
again:
    k += parse(x + k) > 0;
    if (++k < 6)
        goto again;
    return k;
}
"""
CASES["variadic_macros"] = """
#define COUNT(...)         (sizeof((int[]){__VA_ARGS__}) / sizeof(int))
#define SUM3(a, b, c, ...) ((a) + (b) + (c))
#define CALL(fn, args...)  fn(0, ##args)
static int three(int z, int a, int b)
{
    return z + a * b;
}
WEFT_VECTORIZE()
int f(int x)
{
    return (int)COUNT(1, x, 3) * 100 + SUM3(x, 2, 3, 4) + CALL(three, x, 7);
}
"""
CASES["inline_extern"] = """
inline int twice(int x);
inline int twice(int x)
{
    return x * 2;
}
extern inline __attribute__((gnu_inline)) int thrice(int x)
{
    return x * 3;
}
extern int twice(int x);
WEFT_VECTORIZE()
int f(int x)
{
    return twice(x) + x;
}
"""
CASES["old_style"] = """
static int old(a, b, p)
int a;
short b;
const int *p;
{
    return a * 10 + b + p[1];
}
static int older(x)
int x;
{
    return x + 1;
}
WEFT_VECTORIZE()
int f(int x)
{
    int t[2] = {1, x};
    return old(x, 3, t) + older(x);
}
"""
CASES["old_style_recursive"] = """
static int ack();
static int down(n, c)
int n;
char c;
{
    return n <= 0 ? c : ack(n - 1, c) + 1;
}
static int ack(n, c)
int n;
int c;
{
    return n <= 0 ? c : down(n - 1, c) + 2;
}
static int gcd(a, b)
int a, b;
{
    return b ? gcd(b, a % b) : a;
}
WEFT_VECTORIZE()
int f(int x)
{
    return down(x & 7, 5) + gcd(x & 15, 6);
}
"""
CASES["old_style_array"] = """
static double total(n, x)
int n;
double x[];
{
    return n ? x[0] + total(n - 1, x + 1) : 0;
}
WEFT_VECTORIZE()
int f(int x)
{
    double v[3] = {x, 2, .5};
    return (int)(2 * total(3, v));
}
"""
CASES["assert_off"] = """
#define NDEBUG
#include <assert.h>
static int checked(int x)
{
    assert(x > 100);
    return x + 1;
}
WEFT_VECTORIZE()
int f(int x)
{
    assert(x == 1234 && "message");
    return checked(x);
}
"""
CASES["pasted_constants"] = """
#include <stdint.h>
#define X 5
#define Y INT64_C(X)
#define ZL 700
#define WRAP(c) INT64_C(c)
enum { XL = 70, XUL = 80 };
WEFT_VECTORIZE() int f(int x)
{
    return (int)(INT64_C(X) + UINT64_C(X) + INT64_C(9) + WRAP(X) + Y + INT64_C(Z)) + x;
}
"""
CASES["strict_complex"] = """
#include <string.h>
static void multiply(int n, float *restrict c, const float *restrict a, const float *restrict b)
{
    for (int i = 0; i < n; i++) {
        c[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
        c[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
    }
}
WEFT_VECTORIZE() WEFT_OPTIONS(strict) int f(int x)
{
    float a[64], b[64], c[64];
    int bits[64], sum = 0;
    for (int i = 0; i < 64; i++) {
        a[i] = (x + i) / 3.0f;
        b[i] = (x - i) / 7.0f;
    }
    multiply(32, c, a, b);
    memcpy(bits, c, sizeof c);
    for (int i = 0; i < 64; i++)
        sum = sum * 31 ^ bits[i];
    return sum;
}
"""
CASES["array_parameters_of_no_extent"] = """
typedef double row[];
static double numbers[] = { 1, 2, 3, 4 };
static double horner(double x, const double c[], int n)
{
    const double *p = c;
    double s = *p++;
    int i = n;
    do
        s = s * x + *p++;
    while (--i);
    return s;
}
static double by_index(const row c, int n, double x)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s / 2 + x * c[i];
    return s;
}
WEFT_VECTORIZE() int f(int x) { return (int)(100 * (horner(x, numbers, 3) + by_index(numbers, 4, x))); }
"""
