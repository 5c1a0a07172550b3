"""Names of the user's that mean something elsewhere."""

CASES = {}

CASES["own_math"] = """
static double fabs(double v)
{
    return v < 0 ? -v : v;
}
static float sqrtf(float v)
{
    return v * 2;
}
static double pow(double b, double e)
{
    return b * e;
}
static double fmax(double a, double b)
{
    return a + b;
}
WEFT_VECTORIZE()
int f(int x)
{
    return (int)(fabs(x) + sqrtf(x) * 10 + pow(x, 3) * 100 + fmax(x, 1));
}
"""
CASES["std_named_helpers"] = """
static int min(int a, int b)
{
    return a < b ? a : b;
}
static int max(int a, int b)
{
    return a > b ? a : b;
}
static int abs(int a)
{
    return a < 0 ? -a * 10 : a;
}
static double round(double v)
{
    return v + 100;
}
static int index(int i)
{
    return i + 1;
}
WEFT_VECTORIZE()
int f(int x)
{
    return min(x, 3) + max(x, 5) * 10 + abs(x) + (int)round(1.5) + index(x);
}
"""
CASES["weft_like_names"] = """
static int p0(int n)
{
    return n + 1;
}
static int s0(int i)
{
    return i * 2;
}
WEFT_VECTORIZE()
int f(int x)
{
    int i = x, n = 2, a0 = 3, r1 = p0(i), args = s0(n), steps = 1, data = 0, dimensions = 4;
    return i + n + a0 + r1 + args + steps + data + dimensions;
}
"""
CASES["cuda_like_names"] = """
struct dim3 {
    int x, y;
};
struct float4 {
    float a;
};
static int threadIdx(int blockIdx)
{
    return blockIdx + 1;
}
WEFT_VECTORIZE()
int f(int x)
{
    struct dim3 d = {x, 2};
    struct float4 q = {1};
    int warpSize = 3;
    return d.x + d.y + (int)q.a + threadIdx(warpSize);
}
"""
CASES["name_complex"] = {"main": """
struct parts { int complex; };
WEFT_VECTORIZE() int f(int x)
{
    int complex = x + 1;
    struct parts held = { complex };
    if (x > 3)
        goto complex;
    return complex + held.complex;
complex:
    return complex * 3;
}
"""}
CASES["macros_of_headers"] = """
static int NAN(int M_PI) { return M_PI * 2; }
static int isnan(int x) { return x > 3; }
struct DBL_MAX { int INFINITY, INT_MAX; };
enum { FP_NAN = 5, INT8_MIN };
WEFT_VECTORIZE() int f(int INT_MIN)
{
    struct DBL_MAX held = { .INFINITY = NAN(INT_MIN), .INT_MAX = 3 };
    int HUGE_VAL = held.INFINITY;
    return HUGE_VAL + isnan(held.INT_MAX) + isnan(INT_MIN) + FP_NAN * INT8_MIN;
}
"""
CASES["macro_once"] = """
#include <complex.h>
#include <float.h>
static int turned(double complex z) { return (int)creal(z * I) + DBL_DIG; }
#undef I
#undef DBL_DIG
static int scaled(int I) { return I * 3 + turned(2); }
WEFT_VECTORIZE() int f(int x)
{
    int I = x, DBL_DIG = 4;
    return scaled(I) + DBL_DIG;
}
"""
CASES["macro_recursive"] = """
#include <math.h>
static int down(int x, double y) { return x > 0 ? down(x - 1, INFINITY) + (int)y : isinf(y); }
#undef INFINITY
static int odd(int INFINITY);
static int even(int INFINITY) { return INFINITY ? odd(INFINITY - 1) : 1; }
static int odd(int INFINITY) { return INFINITY ? even(INFINITY - 1) : 0; }
WEFT_VECTORIZE() int f(int x) { return down(0, x) + even(x & 7); }
"""
CASES["capitals"] = """
#include <stdint.h>
#undef INT8_MAX
enum status { EOF = -1, DOMAIN = 1, OVERFLOW, HUGE, INT8_MAX };
struct line { int BUFSIZ; };
static enum status CHAR_BIT(int stdin) { return stdin > 2 ? OVERFLOW : EOF; }
WEFT_VECTORIZE() int f(int errno)
{
    struct line l = { .BUFSIZ = errno };
    return CHAR_BIT(l.BUFSIZ) + INT8_MAX * 10 + HUGE + (errno > INT32_MAX - 1);
}
"""

CASES["loop_names"] = {"main": """
typedef int int32;
enum { _ = 2, x = 3, loop_names_int32_ = 4 };
struct _parts { int32 args; };
static int loop_names_int32(int32 steps) { return steps * x; }
static int _loop_names(const struct _parts *from) { return from->args + _; }
WEFT_VECTORIZE() int f(int count)
{
    struct _parts held = { loop_names_int32(count) };
    return _loop_names(&held) + loop_names_int32_;
}
"""}
