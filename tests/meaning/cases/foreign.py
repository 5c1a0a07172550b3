"""Files that --source names: what they call by one name is kept apart."""

CASES = {}

COMMON = """
#ifndef COMMON_H
#define COMMON_H
#define SIZE 3
typedef struct { int v[SIZE]; } triple;
enum { FIRST = 1, SECOND };
static inline int total(triple t) { return t.v[0] + t.v[1] * 10 + t.v[2] * 100; }
triple made(int x);
int other(int x);
int last(int x);
#endif
"""
CASES["one_name_in_two_files"] = {"main": """
static int helper(int x) { return x + 1; }
static const int table[] = { 1, 2 };
struct pair { int a, b; };
int other(int x);
WEFT_VECTORIZE() int f(int x)
{
    struct pair p = { helper(x), table[1] };
    return p.a + p.b * 10 + other(x);
}
""", "other.c": """
static int helper(int x) { return x * 2; }
static const double table[3] = { .5, 1.5, 2.5 };
struct pair { double a; char b[3]; };
enum { SIZE = 3 };
int last(int x);
int other(int x)
{
    struct pair p = { table[2] * helper(x), { 1, 2, SIZE } };
    return (int)(p.a * 4) + p.b[2] + (int)sizeof p + last(x);
}
""", "last.c": """
typedef unsigned char helper;
static int table(int x) { return (helper)(x * 100); }
#define SIZE 7
union pair { int a; float b; };
int last(int x) { union pair p = { table(x) }; return p.a + SIZE; }
""", "sources": ["other.c", "last.c"]}
CASES["one_header_in_two_files"] = {"main": """
#include "common.h"
#define SHIFT 0
WEFT_VECTORIZE() int f(int x) { return total(made(x)) + other(x) + FIRST + SHIFT; }
""", "common.h": COMMON, "other.c": """
#define SHIFT 1
#include "common.h"
static int shift(int x) { return x + SHIFT; }
triple made(int x) { return (triple){ { shift(x), SECOND, x } }; }
""", "last.c": """
#include "common.h"
#define SHIFT 2
static int shift(int x) { return x + SHIFT; }
int other(int x) { return total(made(shift(x))) * FIRST; }
""", "sources": ["other.c", "last.c"]}
CASES["one_text_of_two_meanings"] = {"main": """
int other(int x);
int last(int x);
WEFT_VECTORIZE() int f(int x) { return other(x) * 1000 + last(x); }
""", "other.c": """
static int scale(int x) { return x * 2; }
static int apply(int x) { return scale(x) + 1; }
static int odd(int n);
static int even(int n) { return n ? odd(n - 1) : 1; }
static int odd(int n) { return n ? even(n - 1) : 0; }
int other(int x) { return apply(x) + even(x & 7); }
""", "last.c": """
static int scale(int x) { return x * 3; }
static int apply(int x) { return scale(x) + 1; }
static int odd(int n);
static int even(int n) { return n ? odd(n - 1) : 1; }
static int odd(int n) { return n ? even(n - 1) : 0; }
int last(int x) { return apply(x) + odd(x & 7); }
""", "sources": ["other.c", "last.c"]}
CASES["name_of_the_annotated_function"] = {"main": """
int other(int x);
int shared(int x);
WEFT_VECTORIZE() int f(int x) { return other(x) + shared(x); }
""", "other.c": """
static int shared(int x) { return x + 5; }
static int name_of_the_annotated_function(int x) { return shared(x) * 2; }
int other(int x) { return name_of_the_annotated_function(x); }
""", "last.c": "int shared(int x) { return x * 7; }\n", "sources": ["other.c", "last.c"]}
