"""Conditions of the preprocessor, and what it predefines."""

CASES = {}

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
CASES["long_vectors"] = """
WEFT_VECTORIZE() int f(int x) { if (WEFT_LONG_VECTORS) return 3 * x; else return x + x + x; }
"""

# What a compiler predefines, and answers of itself: libclang's are others than gcc's. Each line of the list
# is a bit of the sum.
QUESTIONS = """
__GNUC__ >= 5
__GNUC__ * 100 + __GNUC_MINOR__ >= 1201
GCC_VERSION > 40300
defined __clang__
defined __clang_major__ || defined __llvm__
defined __STDC_IEC_559__ && __STDC_IEC_559__
defined __GCC_IEC_559
defined __has_feature
defined __has_extension && __has_extension(c_alignas)
FEATURE(c_atomic)
defined __is_identifier
__has_attribute(optnone)
__has_attribute(__noinline__) && !__has_attribute(ext_vector_type)
ATTRIBUTE(optimize)
defined __has_c_attribute
HAS_C(fallthrough) >= 201904L
BUILTIN(__builtin_rotateleft32)
BUILTIN(__builtin_popcount) && !BUILTIN(__builtin_assume)
NAMED(bitreverse32)
NAMED(memcpy)
OLD_GCC
__has_include(<math.h>)
defined __GCC_ASM_FLAG_OUTPUTS__ && __SIZEOF_INT128__ == 16
defined __GCC_HAVE_DWARF2_CFI_ASM
__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
""".strip().splitlines()
BITS = "\n".join(f"#if {line}\n#define BIT_{i} (1 << {i})\n#else\n#define BIT_{i} 0\n#endif"
                 for i, line in enumerate(QUESTIONS))
CASES["compilers_names"] = {"main": f"""
#include <math.h>
#include "ask.h"
{BITS}
WEFT_VECTORIZE() int f(int x) {{ return x + ({" | ".join(f"BIT_{i}" for i in range(len(QUESTIONS)))}); }}
""", "ask.h": """
#define GCC_VERSION (__GNUC__ * 10000 + __GNUC_MINOR__ * 100 + __GNUC_PATCHLEVEL__)
#ifdef __has_feature
#define FEATURE(name) __has_feature(name)
#else
#define FEATURE(name) 0
#endif
#ifndef __has_extension
#define __has_extension(name) 0
#endif
#define ATTRIBUTE(name) __has_attribute(name)
#ifdef __has_c_attribute
#define HAS_C(name) __has_c_attribute(name)
#else
#define HAS_C(name) 0
#endif
#ifdef __has_builtin
#define BUILTIN(name) __has_builtin(name)
#else
#define BUILTIN(name) 0
#endif
#define GLUE(a, b) a##b
#define NAMED(name) BUILTIN(GLUE(__builtin_, name))
""", "flags": ["-DOLD_GCC=(__GNUC__ < 5)"]}
# Its names in code: what it puts there, what a file makes of them, and strings.
CASES["compilers_names_in_code"] = """
#define NAME(x) #x
#define VALUE(x) NAME(x)
static int length(const char *text) {
    int n = 0;
    while (*text++)
        n++;
    return n;
}
#define __OWN_VERSION__ __GNUC__
static int compilers(int x) {
    return x + __GNUC__ * 2 + __OWN_VERSION__ + length(NAME(__GNUC__)) * 1000 + length(VALUE(__GNUC__)) * 10000;
}
#undef __GNUC__
static int nobodys(int x) { return x + length(VALUE(__GNUC__)); }
#define __GNUC__ 3
WEFT_VECTORIZE() int f(int x) {
    return compilers(x) + nobodys(x) + __OWN_VERSION__ * 100000 + (int)(__DBL_EPSILON__ * 4503599627370496.);
}
"""
# What is asked of more than a name, and what the C library's headers ask, is the compiler's to answer, too.
WHOLE = r"""
__GNUC_PREREQ(5, 0)
__GNUC_PREREQ(100, 0)
defined __glibc_clang_prereq && __glibc_clang_prereq(3, 0)
__glibc_has_attribute(__access__)
__glibc_has_builtin(__builtin_rotateleft32)
__glibc_has_extension(c_thread_local)
__has_c_attribute(gnu::unused)
__has_c_attribute(clang::overloadable)
__has_attribute(gnu::noinline)
__has_attribute (gnu :: optimize)
__has_include(<altivec.h>)
__has_include(<arm_neon.h>)
__has_include(<quadmath.h>) && __has_include( <stddef.h> )
__has_include("beside.h") && !__has_include(<beside.h>)
__has_include("nowhere.h") || __has_include(<weft/annotate.h>)
HAS(<opencl-c.h>) && HAS(<altivec.h>) && __has_include(<opencl-c.h>)
""".strip().splitlines()
CASES["whole_questions"] = {"main": f"""
#include <features.h>
#define HAS(name) 1
{chr(10).join(f"#if {line}{chr(10)}#define BIT_{i} (1 << {i}){chr(10)}#else{chr(10)}#define BIT_{i} 0{chr(10)}#endif"
              for i, line in enumerate(WHOLE))}
WEFT_VECTORIZE() int f(int x) {{ return x + ({" | ".join(f"BIT_{i}" for i in range(len(WHOLE)))}); }}
""", "beside.h": ""}
# What a constant condition leaves out may do what no body may, but for what is jumped to.
CASES["dead_code"] = r"""
#include <stdlib.h>
#define FORCE(x) do { if (sizeof(x) == sizeof(float)) forcef(x); else if (sizeof(x) == sizeof(double)) { force(x); } else { forcel(x); } } while (0)
void forcel(long double);
static void forcef(float x) { volatile float y = x; (void)y; }
static void force(double x) { volatile double y = x; (void)y; }
#define NAN_OF(x) (sizeof(x) == sizeof(float) ? sizeof(float) > (size_t)(x) : sizeof(x) == sizeof(double) ? (x) != (x) : classify(x) == 3)
int classify(long double x);
enum { OFF, ON };
static int state;
static int alloc(int x) { int *q = malloc(sizeof *q); *q = x + state++; x = *q; free(q); return x; }
WEFT_VECTORIZE() int f(int given) {
    double x = given;
    FORCE(x);
    if (NAN_OF(x)) return 3;
    if (OFF) return alloc(x);
    if (ON) x += 1; else x = alloc(x);
    if (OFF && alloc(x) > 2) x += 100;
    if (ON || alloc(x) > 2) x += 10;
    if (0) { x += 1000; malloc(3); } else if (sizeof(int) == 4) x += 20; else for (;;) malloc(3);
    switch (given) { if (0) { case 4: x += 5; } break; default: if (sizeof(char) == 2) default_of: x += 7; }
    if (-1 > 1u) x += 0.5; else { x = alloc(x); }
    if (!(2 * ON - 1 == 1) || (char)300 != 44) { x = alloc(x);
        x += 3;
    } /* lines stay */ else
        x *= 2;
    x += 1 ? 0.5 : alloc(1);
    x += sizeof(1 ? 1 : 2.0f) + (0 ? 3.5f : 1) / 2 + (1 ? 3 : (unsigned)alloc(2)) / 2 + ((0 ? 1u : -1) > 0);
    if (given == 7) goto over;
    if (0) { over: x += 2; }
    return x * 2 + __LINE__;
}
"""
