"""Macros of the user's and of the system's."""

CASES = {}

CASES["function_and_macro"] = """
#define sq(x) ((x)*(x)*1000)
static int (sq)(int x) { return x*x; }
WEFT_VECTORIZE() int f(int x) { return (sq)(x) + sq(1); }
"""
CASES["undefined_for_a_name"] = """
#define W 3
static int helper(int x) { return W * x; }
#undef W
WEFT_VECTORIZE() int f(int x) { int W = helper(x); return W + 1; }
"""
CASES["enumerator_and_macro"] = """
enum { RED = 3,
#define RED RED
    GREEN
#define GREEN GREEN
};
WEFT_VECTORIZE() int f(int x) {
#ifdef GREEN
    return RED * x + GREEN;
#else
    return 0;
#endif
}
"""
CASES["digraphs"] = """
%:define TABLE_SIZE 3
static const int table<:TABLE_SIZE:> = <% 4, 5, 6 %>;
WEFT_VECTORIZE() int f(int x) <% return table<:1:> + x; %>
"""
CASES["two_meanings"] = """
#define SCALE 2
static int scaled(int x) { return SCALE * x; }
#undef SCALE
#define SCALE 3
WEFT_VECTORIZE() int f(int x) { return scaled(x) + SCALE; }
"""
CASES["x_macro"] = """
#define ITEMS(X) X(one, 1) X(two, 20) X(three, 300)
enum {
#define X(name, value) name,
    ITEMS(X)
#undef X
    item_count
};
static const int values[] = {
#define X(name, value) [name] = value,
    ITEMS(X)
#undef X
};
WEFT_VECTORIZE() int f(int x) { return values[(x & 7) % item_count] + three; }
"""
CASES["x_macro_of_functions"] = """
#define OPERATIONS(X) X(plus, +) X(minus, -) X(times, *)
#define X(name, sign) static int name(int a, int b) { return a sign b; }
OPERATIONS(X)
#undef X
WEFT_VECTORIZE() int f(int x) { int y = 0;
#define X(name, sign) y += name(x, 3);
    OPERATIONS(X)
#undef X
    return y;
}
"""
CASES["minus_minus"] = """
#define NEG(x) -x
#define ONE -1
WEFT_VECTORIZE() int f(int x) { int y = -NEG(-x) -ONE; y = -ONE+ +NEG(ONE); return y - NEG(x); }
"""
CASES["plus_plus"] = """
#define PLUS(x) +x
WEFT_VECTORIZE() int f(int x) { int y = x; int z = +PLUS(+PLUS(y)); return z * 100 + y; }
"""
CASES["glued_numbers"] = """
#define SAME(x) x
#define NOTHING
WEFT_VECTORIZE() int f(int x) { return SAME(1)NOTHING+SAME(2)+SAME(x)*SAME(3); }
"""
CASES["glued_by_strings"] = """
#define TEXT(x) #x
#define TWICE(x) (int)sizeof(TEXT(x)) + 1000 * -x
WEFT_VECTORIZE() int f(int x) { return TWICE(-1) + TWICE( a+ b ) * 0 + x; enum { a, b }; }
""".replace("TWICE( a+ b ) * 0", "(int)sizeof TEXT( a+ b )")
CASES["strings"] = r'''
#define TEXT(x) #x
#define VALUE(x) TEXT(x)
#define NAME a\n"b"'c'
WEFT_VECTORIZE() int f(int x) {
    static const char text[] = TEXT("q\"\\" 'x' a+b) VALUE(NAME) TEXT( two   blanks ) "tail";
    return text[(unsigned)(x + 16) % sizeof text] + (int)sizeof text;
}
'''
CASES["string_of_no_blanks"] = """
#define TEXT(x) #x
#define NEG(x) -x
#define LIST(X) X(a+b) X(-1)
#define LENGTH(x) + (int)sizeof TEXT(x)
WEFT_VECTORIZE() int f(int x) { return x LIST(LENGTH) -NEG(-1); }
"""
CASES["pasting"] = """
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define INDEX 2
static int value2(int x) { return x + 200; }
static int valueINDEX(int x) { return x + 900; }
WEFT_VECTORIZE() int f(int x) { return JOIN(value, INDEX)(x) + JOIN_(value, INDEX)(x) + JOIN(1, 2) + 0##x##F; }
""".replace(" + 0##x##F", "")
CASES["variadic"] = """
#define FIRST(a, ...) (a)
#define REST(a, ...) (0 , ##__VA_ARGS__)
#define COUNT(...) COUNT_(__VA_ARGS__, 4, 3, 2, 1, 0)
#define COUNT_(a, b, c, d, n, ...) n
#define NAMED(list...) FIRST(list)
WEFT_VECTORIZE() int f(int x) { return FIRST(x, 1) + REST(2, 3) + COUNT(x, x, x) * 10 + NAMED(5, 6); }
"""
CASES["recursive"] = """
#define x (x + 1)
#define ping(a) pong(a) + 1
#define pong(a) ping(a) + 10
static int (ping)(int a) { return a; }
#undef x
#define y (y + 1)
WEFT_VECTORIZE() int f(int x) { int (y) = 4; return ping(x) + y; }
""".replace("int (y) = 4", "int z = 4").replace("+ y;", "+ z;")
CASES["own_name"] = """
#define value (value + 1)
WEFT_VECTORIZE() int f(int x) {
#undef value
    int value = x;
#define value (value + 1)
    return value * 2;
}
"""
CASES["chained_calls"] = """
#define PICK ADD
#define ADD(a, b) ((a) + (b) * 100)
#define MAKE(name) name
#define NONE()
WEFT_VECTORIZE() int f(int x) { return PICK(x, 2) + PICK (x,
    3) + MAKE(ADD)(1, x) + MAKE NONE() (7); }
""".replace(" + MAKE NONE() (7)", "")
CASES["chained_to_the_systems"] = """
#include <tgmath.h>
#define ROOT sqrt
#define APPLY(name, x) name(x)
#define SQUARE(x) ((x) * (x))
WEFT_VECTORIZE() int f(int x) { double y = x; return (int)(ROOT(y * y) + APPLY(ROOT, SQUARE(y)) + fabs(SQUARE(-y))); }
"""
CASES["many_lines"] = r"""
#define LONG(a, \
             b) ((a) + /* a comment
   that goes on */ (b) \
   * 3)
WEFT_VECTORIZE() int f(int x) {
    return LONG(x,
                // nothing
                x + /* , */ 1
               ) + __LINE__;
}
"""
CASES["comments_are_blanks"] = """
#define SUM(a)a/**/+/**/+1
WEFT_VECTORIZE() int f(int x) { return SUM(x)/**/-/**/-SUM(2) /* SUM(3) */ // SUM(4)
    + (int)sizeof "SUM(5)" + 'S'; }
"""
CASES["empty"] = """
#define EMPTY
#define NOTHING(x)
WEFT_VECTORIZE() int f(int x) { EMPTY return EMPTY -EMPTY-x NOTHING(really (nothing)) ; EMPTY }
"""
CASES["keywords"] = """
#define repeat for (int i = 0; i < 3; i++)
#define begin {
#define end }
#define until(x) while (!(x))
WEFT_VECTORIZE() int f(int x) begin int y = x; repeat begin y += i; end until(y > 10) y++; return y; end
"""
CASES["types"] = """
#include <stdint.h>
#define number int16_t
#define wide(t) unsigned t
#define POINTER(t) t *
WEFT_VECTORIZE() int f(int x) { number y = (number)(x * 30000); wide(int) z = 1; const POINTER(number) p = &y; return *p + (int)z; }
"""
CASES["declarations"] = """
#define TABLE(name, ...) static const int name[] = { __VA_ARGS__ }
#define HELPER(name, expression) static int name(int x) { return expression; }
#define STRUCT(name, ...) typedef struct name { __VA_ARGS__ } name
TABLE(first, 1, 2, 3); TABLE(second, 40, 50);
HELPER(half, x / 2) HELPER(more, half(x) + first[1])
STRUCT(point, int x; int y;);
WEFT_VECTORIZE() int f(int x) { point p = { more(x), second[1] }; return p.x + p.y; }
"""
CASES["whole_function"] = """
#define UFUNC WEFT_VECTORIZE()
#define DEFINE(body) UFUNC int f(int x) { body }
DEFINE(int y = x * 2; return y + 1;)
"""
CASES["whole_body"] = """
#define BODY { return x * 3; }
WEFT_VECTORIZE() int f(int x) BODY
"""
CASES["prototypes"] = """
#define PROTOTYPE "int32(int32)"
#define ARGUMENT int x
WEFT_VECTORIZE(PROTOTYPE) int f(int x) { return x + 1; }
"""
CASES["conversion_in_macro"] = """
#define TRUNCATED(v) ((int)(v))
#define HALF(v) (0.5 * (v))
WEFT_VECTORIZE() int f(int x) { int y = HALF(x * 1e3); return TRUNCATED(HALF(x)) + y; }
"""
CASES["redefined"] = """
#define N 1
static const int a = N;
#undef N
#define N 20
static const int b[N] = { N };
#undef N
#define N 300
WEFT_VECTORIZE() int f(int x) { enum { c = N };
#undef N
#define N 4000
    return x + a + b[0] + (int)(sizeof b / sizeof *b) + c + N; }
"""
CASES["pushed"] = """
#define N 1
#pragma push_macro("N")
#undef N
#define N 2
static int inner(void) { return N; }
#pragma pop_macro("N")
WEFT_VECTORIZE() int f(int x) { return x * 100 + inner() * 10 + N; }
"""
CASES["macro_by_later_macro"] = """
#define OUTER (INNER + 1)
#define INNER 1
static int first(void) { return OUTER; }
#undef INNER
#define INNER 50
WEFT_VECTORIZE() int f(int x) { return x + first() + OUTER * 1000; }
"""
CASES["system_macros"] = """
#include <stdint.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <float.h>
#define LARGE INT16_MAX
#define YES true
#define MEMBER(t, m) offsetof(t, m)
struct pair { char a; int b; };
WEFT_VECTORIZE() int f(int x) { bool known = YES; return x % LARGE + known + CHAR_BIT + (int)MEMBER(struct pair, b) + DBL_DIG + (int)UINT8_C(7); }
"""
CASES["complex_macros"] = """
#include <complex.h>
#define UNIT I
#define NORM(z) (creal(z) * creal(z) + cimag(z) * cimag(z))
WEFT_VECTORIZE() int f(int x) { double complex z = x + 2 * UNIT; return (int)NORM(z * I); }
"""
CASES["infinity_macros"] = """
#include <math.h>
#define LARGEST INFINITY
#define IS(x) (isinf(x) ? 1 : isnan(x) ? 2 : 3)
WEFT_VECTORIZE() int f(int x) { return IS(LARGEST) * 100 + IS(NAN) * 10 + IS((double)x); }
"""
CASES["do_while"] = """
#define SWAP(t, a, b) do { t swapped = (a); (a) = (b); (b) = swapped; } while (0)
WEFT_VECTORIZE() int f(int x) { int y = 9; if (x & 1) SWAP(int, x, y); else y += 1; return x * 10 + y; }
"""
CASES["statement_expressions"] = """
#define MAXIMUM(a, b) ({ __typeof__(a) first = (a); __typeof__(b) second = (b); first > second ? first : second; })
WEFT_VECTORIZE() int f(int x) { return MAXIMUM(x, MAXIMUM(3, x - 2)); }
"""
CASES["pragmas"] = """
#define UNROLL _Pragma("GCC unroll 4")
WEFT_VECTORIZE() int f(int x) { int y = 0; UNROLL for (int i = 0; i < 10; i++) y += x * i;
#define TWO (1 + 1)
#pragma GCC unroll 2
    for (int i = 0; i < 3; i++) y++;
#pragma omp simd safelen(TWO) reduction(+ : y)
    for (int i = 0; i < 9; i++) y += i * x;
    return y; }
"""
CASES["named_like_a_member"] = """
struct s { int size; };
#define size(p) ((p)->size + 1)
WEFT_VECTORIZE() int f(int x) { struct s s = { x }; return size(&s) + s.size; }
"""
CASES["named_like_a_parameter"] = """
#define ADD(x, y) ((x) + 10 * (y))
static int add(int x, int y) { return ADD(y, x); }
WEFT_VECTORIZE() int f(int x) { return add(x, ADD(1, 2)); }
"""
CASES["deep"] = "\n#define D0(x) ((x) + 1)\n" + "".join(
    f"#define D{i}(x) D{i - 1}(x) + D{i - 1}(x)\n" for i in range(1, 9)) + """
WEFT_VECTORIZE() int f(int x) { return D8(x); }
"""
CASES["feature_test"] = """
#define _GNU_SOURCE 1
#include <math.h>
WEFT_VECTORIZE() int f(int x) { return x + (int)(1000 * M_PI) + _GNU_SOURCE; }
"""
CASES["spliced_lines"] = """
#def\\
ine THREE 3
WEFT_VECTORIZE() int f(int x) { return x + THR\\
EE; }
"""

# Counted once wherever it stands: in names, beside parentheses that follow, in conditions, as an argument that is used twice.
CASES["counter"] = """
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define TWICE_(x) ((x) + 10 * (x))
#define TWICE(x) TWICE_(x)
#define NAME_OF(x) #x
#define SIZE_OF_NAME(x) (int)sizeof NAME_OF(x)
#define NAMED adder
#define adder(x) ((x) + 7)
static int PASTE(g, __COUNTER__)(int x) { return x + 3; }
static int PASTE(g, __COUNTER__)(int x) { return x * 2; }
#if __COUNTER__ == 2
enum { THIRD = __COUNTER__ };
#endif
static const int table[] = { __COUNTER__, TWICE(__COUNTER__), SIZE_OF_NAME(__COUNTER__) };
WEFT_VECTORIZE() int f(int x)
{
    return g0(x) + g1(x) + THIRD + table[x & 1] + NAMED (x) + table[2] + TWICE(__COUNTER__) + __COUNTER__;
}
"""
# A name of <complex.h> is a macro where that is included, and nowhere else.
CASES["cmplx_of_ones_own"] = """
static inline int CMPLX(int x, int y) { return x - y; }
#ifndef CMPLXF
#define CMPLXF(x, y) ((x) * (y))
#endif
WEFT_VECTORIZE() int f(int x) { return CMPLX(x, 2) + CMPLXF(x, 3); }
"""
CASES["cmplx_of_the_header"] = """
#include <complex.h>
#ifdef CMPLX
#define MADE(x, y) CMPLX(x, y)
#else
#define MADE(x, y) 0
#endif
WEFT_VECTORIZE() int f(int x) { return (int)(cimag(MADE(x, 2)) + creal(MADE(x, 3)) + crealf(CMPLXF(x, 1))); }
"""
