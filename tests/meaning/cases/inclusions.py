"""Files that are included."""

CASES = {}

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
