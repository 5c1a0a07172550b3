"""Small C sources whose meaning hangs on the preprocessor. Each defines `int f(int x)`.

A case is a text, or a dictionary of files ("main" is the source), with "flags" for both compilers.
"""

CASES = {}

# ---- conditions ----

CASES["undefined_before"] = """
#define DEBUG 1
#undef DEBUG
WEFT_VECTORIZE() int f(int x) {
#ifdef DEBUG
    return 1 + 0 * x;
#else
    return 2 + 0 * x;
#endif
}
"""
CASES["defined_behind"] = """
WEFT_VECTORIZE() int f(int x) {
#ifdef LATE
    return 1 + 0 * x;
#else
    return 2 + 0 * x;
#endif
}
#define LATE
"""
CASES["table_and_late"] = """
static const int table[] = {
#ifdef VERY_LATE
    1
#else
    2
#endif
};
WEFT_VECTORIZE() int f(int x) { return table[0] + x; }
#define VERY_LATE
"""
CASES["helper_and_undefined"] = """
#define SIZE 3
static int helper(int x) { return SIZE * x; }
#undef SIZE
WEFT_VECTORIZE() int f(int x) {
    int y = helper(x);
#ifdef SIZE
    y = 0;
#endif
    return y;
}
"""
CASES["which_compiler"] = """
#ifdef __clang__
static int which(void) { return 1; }
#else
static int which(void) { return 2; }
#endif
#ifdef __clang__
#define WHICH 1
#else
#define WHICH 2
#endif
WEFT_VECTORIZE() int f(int x) {
#ifdef __clang__
    return 100 + WHICH * 10 + which() + 0 * x;
#else
    return 200 + WHICH * 10 + which() + 0 * x;
#endif
}
"""
CASES["which_language"] = """
WEFT_VECTORIZE() int f(int x) {
#if __STDC_VERSION__ >= 199901L && !defined __cplusplus
    return 1000 + x;
#else
    return 2000 + x;
#endif
}
"""
CASES["which_header"] = {"main": """
WEFT_VECTORIZE() int f(int x) {
#if __has_include("own.h")
#include "own.h"
    return OWN + x;
#else
    return 2 + x;
#endif
}
""", "own.h": "#define OWN 70\n"}
CASES["nested_conditions"] = """
#define A 1
#define B 2
WEFT_VECTORIZE() int f(int x) {
    int y = x;
#if A == 1
#  if B == 1
    y += 1;
#  elif B == 2
    y += 2;
#    ifdef C
    y += 100;
#    else
    y += 3;
#    endif
#  else
    y += 4;
#  endif
#elif B == 2
    y += 1000;
#else
    y += 2000;
#endif
    return y;
}
"""
CASES["inactive_nonsense"] = """
WEFT_VECTORIZE() int f(int x) {
#if 0
    don't read this: "or this /* or this
    */ #include "nothing.h" }}}
#define f g
#endif
    return x + 1;
}
"""
CASES["condition_in_call"] = """
#include <stdlib.h>
#define WIDE
WEFT_VECTORIZE() int f(int x) { return abs(x
#ifdef WIDE
    * 7
#endif
    ); }
"""
CASES["condition_in_enum"] = """
#define MORE
enum color { RED = 1,
#ifdef MORE
    GREEN,
#endif
    BLUE };
WEFT_VECTORIZE() int f(int x) { return BLUE * x; }
"""
CASES["condition_in_struct"] = """
struct pair {
#if 1
    int a;
#else
    char a;
#endif
    int b;
};
WEFT_VECTORIZE() int f(int x) { struct pair p = { x * 1000, 2 }; return p.a + p.b + (int)sizeof p; }
"""
CASES["condition_in_parameters"] = """
static int both(int a
#define SECOND
#ifdef SECOND
    , int b
#endif
    ) { return a + b; }
WEFT_VECTORIZE() int f(int x) { return both(x, 5); }
"""
CASES["counted_lines"] = """
WEFT_VECTORIZE() int f(int x) {
    return x + __LINE__;
}
"""
CASES["renumbered_lines"] = """
#line 500
static int here(void) { return __LINE__; }
WEFT_VECTORIZE() int f(int x) {
#line 1000 "other.c"
    return x + __LINE__ * 3 + here() + (int)sizeof __FILE__;
}
"""
CASES["line_in_condition"] = """
#line 40
WEFT_VECTORIZE() int f(int x) {
#if __LINE__ == 41
    return x + 1;
#else
    return x + 2;
#endif
}
"""
CASES["line_in_macro"] = """
#define HERE (__LINE__ * 10)
WEFT_VECTORIZE() int f(int x) { return x + HERE
    + HERE;
}
"""
CASES["counter"] = """
#define NEXT __COUNTER__
static const int first = NEXT, second = NEXT;
WEFT_VECTORIZE() int f(int x) { return x + first * 10 + second * 100 + 1000 * (__COUNTER__ == 2); }
"""
CASES["defined_by_option"] = {"main": """
#if LEVEL > 2 && defined FLAG
#define RESULT(x) (x) * TIMES
#else
#define RESULT(x) 0
#endif
WEFT_VECTORIZE() int f(int x) { return RESULT(x + 1) - NEGATIVE; }
""", "flags": ["-DLEVEL=3", "-DFLAG", "-DTIMES=4", "-DNEGATIVE=-1"]}
CASES["function_by_option"] = {"main": """
WEFT_VECTORIZE() int f(int x) { return x -NEG(MINUS) - 1; }
""", "flags": ["-DNEG(x)=-x", "-DMINUS=-7"]}
CASES["undefined_option"] = {"main": """
#undef LEVEL
WEFT_VECTORIZE() int f(int x) {
#ifdef LEVEL
    return x;
#else
    return x + 1;
#endif
}
""", "flags": ["-DLEVEL=3"]}
CASES["predefined"] = """
WEFT_VECTORIZE() int f(int x) {
#ifdef linux
    return x + linux + __CHAR_BIT__ + __SIZEOF_INT__;
#else
    return x + __INT_MAX__;
#endif
}
"""
CASES["elifdef_like"] = """
#define TWO
WEFT_VECTORIZE() int f(int x) {
#if defined(ONE)
    return x + 1;
#elif defined TWO && !defined THREE
    return x + 2;
#else
    return x + 3;
#endif
}
"""
CASES["device_code"] = """
WEFT_VECTORIZE() int f(int x) { if (WEFT_DEVICE_CODE) return x; else return x + 10 + WEFT_DEVICE_CODE; }
"""

# ---- macros ----

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
    return text[(x + 16) % (int)sizeof text] + (int)sizeof text;
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

# ---- inclusions ----

CASES["included_values"] = {"main": """
static const int t[] = {
#include "values.inc"
};
WEFT_VECTORIZE() int f(int x) { return t[1] + t[2] + x; }
""", "values.inc": "1, 20,\n300"}
CASES["included_operands"] = {"main": """
static int first(
#include "parameter.inc"
)
{
    return a[0];
}
WEFT_VECTORIZE() int f(int x) {
    const int one[2] = {x, 7};
    int y =
#include "square.inc"
    ;
    return y / 3 + first(one);
}
""", "parameter.inc": "const int a[2]", "square.inc": "x * x + 1"}
CASES["included_packing"] = {"main": """
#include "packed.h"
#define KIND LOOSE
#include "packed.h"
WEFT_VECTORIZE() int f(int x) {
    struct TIGHT_pair t = {1, x};
    struct LOOSE_pair l = {2, x};
    return (int)(sizeof t + 100 * sizeof l) + t.b - l.b + l.a;
}
""", "packed.h": """
#ifdef KIND
#define NAME(kind) NAME_(kind)
#define NAME_(kind) kind##_pair
#pragma pack(pop)
struct NAME(KIND) { char a; int b; };
#else
#pragma pack(push, 1)
struct TIGHT_pair { char a; int b; };
#endif
"""}
CASES["included_body"] = {"main": """
WEFT_VECTORIZE() int f(int x) {
#include "body.inc"
}
""", "body.inc": "    int y = x + 1; // to the end\n    return y * 2;"}
CASES["included_twice"] = {"main": """
#define T int
#define NAME whole
#include "template.h"
#undef T
#undef NAME
#define T double
#define NAME exact
#include "template.h"
WEFT_VECTORIZE() int f(int x) { return whole(x, 3) * 100 + (int)(10 * exact(x, 4)); }
""", "template.h": "static T NAME(T a, T b)\n{\n    return a / b;\n}\n"}
CASES["included_helpers"] = {"main": """
#include "sub/a.h"
#include "b.h"
WEFT_VECTORIZE() int f(int x) { return a(x) + b(x) + GUARDED; }
""", "sub/a.h": '#pragma once\n#include "../b.h"\n#include "c.h"\nstatic int a(int x) { return b(x) * C; }\n',
    "sub/c.h": "#define C 7\n",
    "b.h": "#ifndef B_H\n#define B_H\n#define GUARDED 5\nstatic inline int b(int x) { return x + GUARDED; }\n#endif\n"}
CASES["included_by_macro"] = {"main": """
#define HEADER "one.h"
#include HEADER
#undef HEADER
#define HEADER <stdint.h>
#include HEADER
#define IN(name) QUOTED(name.h)
#define QUOTED(name) #name
#include IN(two)
WEFT_VECTORIZE() int f(int x) { int32_t y = ONE + TWO; return x + y; }
""", "one.h": "#define ONE 1\n", "two.h": "#define TWO 20\n"}
CASES["included_from_folder"] = {"main": """
#include <mine.h>
#include "mine.h"
WEFT_VECTORIZE() int f(int x) { return MINE(x); }
""", "inc/mine.h": "#define MINE(x) ((x) + 11)\n", "flags": ["-Iinc"]}
CASES["included_next"] = {"main": """
#include <limits.h>
#include <mine.h>
WEFT_VECTORIZE() int f(int x) { return x + MINE + INT8_WIDEST + (INT_MAX > 5); }
""", "first/mine.h": "#include_next <mine.h>\n#define MINE (THEIRS + 1)\n",
    "second/mine.h": "#define THEIRS 40\n",
    "first/limits.h": "#include_next <limits.h>\n#define INT8_WIDEST SCHAR_MAX\n",
    "flags": ["-Ifirst", "-Isecond"]}
CASES["included_itself"] = {"main": """
#ifndef DEPTH
#define DEPTH 1
static const int sizes[] = {
#include "main.c"
#undef DEPTH
#define DEPTH 2
#include "main.c"
};
WEFT_VECTORIZE() int f(int x) { return x + sizes[0] * 10 + sizes[1]; }
#elif DEPTH == 1
3,
#else
4,
#endif
"""}
CASES["included_list"] = {"main": """
enum {
#define ENTRY(name, value) name = value,
#include "list.def"
#undef ENTRY
};
static int find(int x) {
    switch (x) {
#define ENTRY(name, value) case value: return __LINE__ * 1000 + name;
#include "list.def"
#undef ENTRY
    }
    return -1;
}
WEFT_VECTORIZE() int f(int x) { return find(x) + third; }
""", "list.def": "ENTRY(first, 1)\nENTRY(second, 2)\n\nENTRY(third, 5)\n"}
CASES["included_condition"] = {"main": """
#include "config.h"
#if HAVE_FAST
#include "fast.h"
#else
#include "missing.h"
#endif
WEFT_VECTORIZE() int f(int x) { return quick(x); }
""", "config.h": "#define HAVE_FAST (1 + \\\n  LEVEL)\n#define LEVEL 0\n",
    "fast.h": "static int quick(int x)\n{\n#if LEVEL\n    return x;\n#else\n    return -x;\n#endif\n}"}
CASES["included_system_macro"] = {"main": """
#include <mine.h>
#define OWN 3
WEFT_VECTORIZE() int f(int x) { return TRIPLE(x) + CHOSEN(OWN) + SIZE; }
""", "system/mine.h": "#define TRIPLE(x) (3 * (x))\n#define CHOSEN(x) (x)\n#ifndef SIZE\n#define SIZE 9\n#endif\n",
    "flags": ["-isystem", "system"]}
CASES["included_in_expression"] = {"main": """
WEFT_VECTORIZE() int f(int x) { return x +
#include "part.inc"
    + 1; }
""", "part.inc": "__LINE__ * 100 /* of the file that is included */\n"}
CASES["recursive_types"] = {"main": """
static int depth(int n) { return n ? depth(n - 1) + 1 : 0; }
typedef struct node { int value; } node;
enum { CUT = 3 };
static int sum(const node *from, int k, const int list[CUT])
{
    return k ? from->value + list[k % CUT] + sum(from, k - 1, list) : 0;
}
WEFT_VECTORIZE() int f(int x)
{
    int list[] = { x, 2, 5 };
    return depth(3) + sum(&(node){ x }, x & 7, list);
}
"""}
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
