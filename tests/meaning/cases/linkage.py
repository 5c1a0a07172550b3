"""What declarations and definitions of one name mean together, in one file and across files."""

CASES = {}

# Each part is a function of its own, so that one build shows many forms.
CASES["strong_before_weak"] = {"main": """
int weak_first(int x), strong_first(int x), by_pragma(int x), by_header(int x), alone(int x), own(int x);
int named(int x), other_name(int x);
extern const int weak_number;
__attribute__((weak)) int here(int x) { return x * 1000; }
int own(int x) { return x * 7; }
int later(int x);
WEFT_VECTORIZE() int f(int x)
{
    return weak_first(x) + 3 * strong_first(x) + 5 * by_pragma(x) + 7 * by_header(x) + 11 * alone(x) +
           13 * here(x) + 17 * weak_number + 19 * named(x) + 23 * other_name(x) + 29 * later(x);
}
""", "header.h": """
__attribute__((weak)) int by_header(int x);
""", "one.c": """
#include "header.h"
#pragma weak by_pragma
__attribute__((weak)) int weak_first(int x) { return x; }
int strong_first(int x) { return x + 1; }
int by_pragma(int x) { return x + 2; }
int by_header(int x) { return x + 3; }
__attribute__((__weak__)) int alone(int x) { return x * x; }
const int weak_number __attribute__((weak)) = 3;
__attribute__((weak)) int own(int x) { return x * 9; }
int later(int x) { return own(x) + weak_first(x); }
static int target(int x) { return x ^ 5; }
int named(int x) __attribute__((alias("target")));
int other_name(int x) { return named(x) + 1; }
""", "two.c": """
int weak_first(int x) { return x * 2; }
__attribute__((weak)) int strong_first(int x) { return x * 3; }
int by_pragma(int x) { return x * 4; }
int by_header(int x) { return x * 5; }
const int weak_number = 4;
int here(int x) { return x * 6; }
""", "sources": ["one.c", "two.c"]}

CASES["tables_of_other_files"] = {"main": """
#include "tables.h"
extern const struct record { int a[4]; enum { LOW = 2, HIGH } kind; } record;
const struct record record = { { 1, 2, 3, 4 }, HIGH };
static const int twice[];
static const int twice[] = { 7, 8, 9, 10 };
int elsewhere(int x);
WEFT_VECTORIZE() int f(int x)
{
    return record.a[x & 3] * record.kind + twice[x & 3] + LOW + elsewhere(x) + plain[x & 3] + far.b[x & 1];
}
""", "tables.h": """
extern const unsigned short plain[4];
extern __attribute__((visibility("hidden"))) const struct far { double a; int b[2]; } far;
extern const int open_ended[], weak_one, extern_one, zeros[3];
""", "use.c": """
#include "tables.h"
struct outer { struct inner { enum { FIRST = 5, SECOND } which; int v; } in; };
int elsewhere(int x)
{
    struct outer o = { { SECOND, x } };
    return open_ended[x & 3] + weak_one + extern_one + zeros[x & 1] + o.in.which + FIRST + o.in.v +
           (int)far.a;
}
""", "tables.c": """
#include "tables.h"
const unsigned short plain[4] = { 10, 20, 30, 40 };
const struct far far = { 2.5, { 5, 6 } };
const int open_ended[] = { 11, 12, 13, 14 };
__attribute__((weak, aligned(16))) const int weak_one = 15;
extern const int extern_one = 16;
const int zeros[3];
""", "sources": ["use.c", "tables.c"]}

CASES["prototypes_before_old_heads"] = {"main": """
int old(int x);
WEFT_VECTORIZE() int f(int x) { return old(x); }
""", "old.c": """
typedef struct { int v; } box;
static double line(double x, double q);
static double curve();
double scale(float x, double y);
static int first(x, f, c)
    const int x[];
    int (*f)(int);
    register char c;
{
    return x[0] + f(x[1]) + c;
}
static int odd(int n);
static int even(n) int n; { return n == 0 ? 1 : odd(n - 1); }
static int odd(n) int n; { return n == 0 ? 0 : even(n - 1); }
static box *held(b, by) box *b; unsigned by; { b->v += by; return b; }
static int same(int x) { return x + 1; }
static int none() { return 9; }
int old(x)
    int x;
{
    int values[2] = { x, 3 };
    box b = { x };
    return (int)(line(x, 1) + curve(2, x) + scale(x, 3)) + first(values, same, 7) + even(x & 7) +
           held(&b, 4)->v + none();
}
static double line(x, q) double x, q; { return x * 10 + q; }
static double curve(n, x) int n, x; /* of whole numbers */ { return n * 100.5 + x; }
double scale(float x, double y) { return x * y; }
""", "sources": ["old.c"]}

CASES["each_calls_the_other"] = {"main": """
int g(int x);
WEFT_VECTORIZE() int f(int x) { return x <= 0 ? -x : 1 + g(x - 1); }
""", "g.c": """
int each_calls_the_other(int x);
int h(int x);
int g(int x) { return x <= 0 ? 2 : 3 + (x & 1 ? each_calls_the_other(x - 2) : h(x - 1)); }
""", "h.c": """
typedef int number;
number g(number x), each_calls_the_other(number x);
int h(number x) { return g(x - 1) * 2 + each_calls_the_other(x - 3); }
""", "sources": ["g.c", "h.c"]}

CASES["one_inline_helper_in_two_files"] = {"main": """
int other(int x);
int third(int x);
WEFT_VECTORIZE() int f(int x) { return other(x) + third(x); }
""", "helper.h": """
static const double PI = 3.14159265358979;
static inline double wrap(double a) { while (a > PI && a < 1e3) a -= 2 * PI; return a; }
inline int shared(int x) { return x + 1; }
""", "other.c": """
#include "helper.h"
int other(int x) { return (int)(1000 * wrap(x)) + shared(x); }
""", "third.c": """
#include "helper.h"
extern int shared(int x);
int third(int x) { return (int)(100 * wrap(x * 3)) + shared(x); }
""", "sources": ["other.c", "third.c"]}

CASES["static_by_an_earlier_one"] = {"main": """
static int helper(int x);
int helper(int x) { return x + 3; }
extern int helper(int x);
static const int table[3];
WEFT_VECTORIZE() int f(int x) { return helper(x) + table[x & 1]; }
"""}

CASES["linked_by_a_name_in_capitals"] = {"main": """
#include "half.h"
WEFT_VECTORIZE() int f(int x) { return (int)(4 * HALF_OF(x)); }
""", "half.h": """
typedef double NUMBER;
NUMBER HALF_OF(NUMBER x);
""", "half.c": """
#include "half.h"
NUMBER HALF_OF(NUMBER x) { int two = 2; __asm__("" : "+r"(two)); return x / two; }
""", "sources": ["half.c"]}

CASES["functions_that_read_their_table"] = """
static int down(int x), twice(int x), half(int x);
static int (*const all[])(int) = { down, twice, half };
static int twice(int x) { return x * 2; }
static int half(int x) { return x > 40 ? all[0](x / 2) : x; }
static int down(int x) { return x > 0 ? all[x % 3](x - 1) + 1 : 3; }
WEFT_VECTORIZE() int f(int x) { return all[(unsigned)x % 3](x * 16); }
"""

CASES["table_of_a_function_that_reads_it"] = """
struct row { int weight; int (*call)(int); };
static int down(int x);
static const struct row rows[2] = { { 5, down }, { 7, 0 } };
static int down(int x) { return x > 0 ? rows[0].call(x - 1) + rows[x & 1].weight : 3; }
WEFT_VECTORIZE() int f(int x) { return down(x); }
"""

CASES["table_of_the_function_itself"] = """
int f(int x);
static int (*const own[])(int) = { table_of_the_function_itself };
WEFT_VECTORIZE() int f(int x) { return x > 0 ? own[0](x - 1) + x : 2; }
"""

# What is not evaluated needs no definition.
CASES["not_evaluated"] = """
struct five { int a[5]; };
struct five proto(int);
long other(int);
extern short table[7];
static int inside(int x) { return x + (int)sizeof(proto(x)); }
static const unsigned long size = sizeof proto(1).a;
WEFT_VECTORIZE()
int f(int x)
{
    __typeof__(other(3)) wide = x;
    return (int)(sizeof(proto(3)) + sizeof table / sizeof table[0] + size + sizeof(int[sizeof(other(x))])) +
           inside(x) + (int)sizeof wide + (int)_Alignof(__typeof__(other(2)));
}
"""
