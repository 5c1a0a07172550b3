// flags: --targets=cpu,gpu --require-all
#include <weft/annotate.h>
static int helper(int thread_local) { return thread_local + 1; }
WEFT_VECTORIZE()
int parameter(int x)
{
    return helper(x);
}
static int char16_t(int x) { return x + 1; }
WEFT_VECTORIZE()
int function(int x)
{
    return char16_t(x);
}
WEFT_VECTORIZE()
int field(int x)
{
    struct { int thread_local; } s = {x};
    return s.thread_local;
}
WEFT_VECTORIZE()
int label(int x)
{
    if (x) goto wchar_t;
    x++;
    wchar_t: return x;
}
enum { __shared__ = 3 };
WEFT_VECTORIZE()
int enumerator(int x)
{
    return __shared__ + x;
}
typedef int char32_t;
WEFT_VECTORIZE()
int type(int x)
{
    char32_t y = x;
    return y;
}
WEFT_VECTORIZE()
int operand(int thread_local)
{
    return thread_local;
}
