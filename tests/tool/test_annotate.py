"""weft annotate: annotated declarations of a header's functions, and what is said of the others."""

import os
import re
import sys

import common

HEADER = """
#define API extern
typedef double number;
typedef struct { double a, b; } pair;
/** The sum of two numbers. */
API number lib_sum(number x, number y);
API int lib_split(double x, double *whole, float *rest);
void lib_turn(double angle, double v[3], double r[3][3], double turned[3]);
void lib_spin(double angle, double r[3][3]);
void lib_fixed(const float table[2][4], float out[4]);
void lib_command(double v[2], double w[2]);
double lib_total(int n, double *x);
void lib_scan(int count, double *x, double by, double *y);
double lib_of(pair p);
double *lib_place(double x);
int lib_read(const char *text);
void lib_swapped(double out[2], double in[2]);
void lib_unsaid(double v[3], double w[3]);
void lib_nothing(double x);
int lib_print(const char *format, ...);
static inline double lib_inline(double x) { return x; }
double plain(void);
double lib_2d(double x);
"""
SOURCE = """
#include "lib.h"
/*
 !=====================
 function lib_split(x)
 !=====================
 !  Splits a number. */
int lib_split(double x, double *whole, float *rest)
{ *whole = (long)x; *rest = (float)(x - *whole); return 0; }
void lib_turn(double angle, double vec[3], double r[3][3], double turned[3])
/*
**  - - - - -
**   T u r n
**  - - - - -
**
**  Turns a vector.
**
**  Given:
**     angle    double        by how much
**     vec,r    double[3]     a vector, and a matrix:
**      turned   nothing that counts here
**
**  Returned:
**     turned   double[3]     vec, turned
**
**  Copyright (C) nobody
*/
{ for (int i = 0; i < 3; i++) turned[i] = angle * vec[i] + r[i][0]; }
/* Given: 
 *   angle  double
 * 
 * Given and returned:
 *   r      double[3][3]
 */
void lib_spin(double angle, double r[3][3]) { r[0][0] += angle; }
/** Copies.
 * @param[in] v from
 * @param[out] w to
 */
void lib_command(double v[2], double w[2]) { w[0] = v[0]; w[1] = v[1]; }
double lib_total(int n, double *x) { double s = 0; while (n--) s += x[n]; return s; }
void lib_scan(int count, double *x, double by, double *y)
{ for (int i = 0; i < count; i++) y[i] = x [i] * by; }
/* Returned: 
     out
   
   Given:
     in */
void lib_swapped(double out[2], double in[2]) { out[0] = in[1]; out[1] = in[0]; }
"""


class Annotate(common.ToolTest):
    def setUp(self):
        super().setUp()
        self.write("lib.h", HEADER)
        self.write("lib.c", SOURCE)

    def write(self, name, text):
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)

    def annotate(self, *arguments):
        """The annotation of each function that has one, and the reasons of the others."""
        status, output, errors = self.weft("annotate", "lib.h", *arguments)
        self.assertEqual(status, 0, errors)
        lines = output.splitlines()
        found = {}
        for number, line in enumerate(lines):
            if line.startswith("WEFT_") and not line.startswith("WEFT_NAME"):
                found[lines[number + 1].split("(")[0].split(" ")[-1]] = line
        self.assertIn(f"weft: {len(found)} of 17 functions are annotated", errors)
        return found, output, errors

    def test_types_alone(self):
        found, output, errors = self.annotate()
        self.assertEqual(found["lib_sum"], "WEFT_VECTORIZE()")
        self.assertEqual(found["lib_fixed"], 'WEFT_GUVECTORIZE("(2,4)->(4)")')
        self.assertEqual(found["plain"], "WEFT_VECTORIZE()")
        self.assertIn("/* DOUBT: nothing says whether these are read or written, nor how many elements "
                      "they have: whole, rest. ", output)
        self.assertIn("'lib_split' is annotated by a guess: nothing says whether these are read or written: "
                      "whole, rest; name its file with --source", errors)
        self.assertIn("/** The sum of two numbers. */", output)
        self.assertIn("double lib_sum(double x, double y);", output)
        for name in ("lib_inline", "lib_total", "lib_scan", "lib_place", "lib_nothing",
                     "lib_print", "lib_turn", "lib_unsaid"):
            self.assertNotIn(name, found)
        self.assertIn("lib.h:12:33: warning: 'lib_total' is not annotated: how many numbers 'x' "
                      "points to is not said", errors)
        self.assertIn("whether 'v' is read or written is not said", errors)
        self.assertEqual(found["lib_of"], 'WEFT_GUVECTORIZE("(2)->()")')
        self.assertEqual(found["lib_read"], 'WEFT_GUVECTORIZE("(16)->()")')
        self.assertIn("/* Taken for strings of at most 16 bytes: text. */", output)
        self.assertIn("'lib_nothing' is not annotated: it has no output", errors)
        self.assertIn("'lib_print' is not annotated", errors)

    def test_comments_and_bodies_of_definitions(self):
        found, output, errors = self.annotate("--source", "lib.c")
        self.assertEqual(found["lib_split"], "WEFT_VECTORIZE()")
        self.assertIn("/** Splits a number. */", output)
        self.assertEqual(found["lib_turn"], 'WEFT_GUVECTORIZE("(),(3),(3,3)->(3)")')
        self.assertEqual(found["lib_spin"], 'WEFT_GUVECTORIZE("(),(3,3)->(3,3)")')
        self.assertEqual(found["lib_command"], 'WEFT_GUVECTORIZE("(2)->(2)")')
        self.assertIn("/** Turns a vector.\n *\n * Given:\n", output)
        self.assertNotIn("nobody", output)
        self.assertNotIn("lib_swapped", found)
        self.assertIn("'in' is an input without const behind the output 'out'", errors)
        self.assertIn('WEFT_GUVECTORIZE("(),(...),()->(...)") with the size in place of each ...', errors)
        self.assertIn("; where 'count' is such a size, it stands there by its name", errors)
        self.assertNotIn("DOUBT", output)
        self.assertNotIn("by a guess", errors)

    def test_statuses_structures_and_counts(self):
        self.write("lib.h", """
typedef struct { double m, p[2]; } body;
typedef struct { double m; int n; } mixed;
int lib_date(double day, double *fraction);
int lib_solutions(double x, double *root);
double lib_bodies(int n, body b[], double at[2]);
double lib_open(int n, body b[]);
void lib_move(double by, body *b);
double lib_mixed(mixed m);
void lib_hand_on(int n, double x, double *y);
""")
        self.write("lib.c", """
#include "lib.h"
int lib_date(double day, double *fraction)
/*
**  Returned (function value):
**              int   status: +1 = warning: dubious  year
**                                 of "them" (Note 2)
**                             0 = OK
**                            -1 = unacceptable date.
**                          else = several
**
**  -7 = no code
*/
{ *fraction = day; return 0; }
/* Returned (function value):
**      int    number of roots: 1 = one */
int lib_solutions(double x, double *root) { *root = x; return 1; }
/* Given:
**    n    int      how many
**    b    body[n]  bodies
**    at   double[2]  a place */
double lib_bodies(int n, body b[], double at[2]) { return n * b[0].m + at[0]; }
/* Given: b bodies */
double lib_open(int n, body b[]) { return n * b[0].m; }
/* Given:
**    by  double
** Given and returned:
**    b   body*   moved */
void lib_move(double by, body *b) { b->p[0] += by; }
void unknown(int n, double *y);
void lib_hand_on(int n, double x, double *y) { *y = x; unknown(n, y); }
""")
        status, output, errors = self.weft("annotate", "lib.h", "--source=lib.c", "-o", "ufuncs.c")
        self.assertEqual((status, output), (0, ""), errors)
        with open(self.path("ufuncs.c"), encoding="utf-8") as file:
            text = file.read()
        for line in ('WEFT_STATUS("warning 1: dubious year of \\"them\\"",\n'
                     '            "error -1: unacceptable date",\n'
                     '            "error <0: several",\n            "warning >0: several")\nint lib_date',
                     'WEFT_VECTORIZE()\nint lib_solutions',
                     'WEFT_GUVECTORIZE("(n,3),(2)->()")\ndouble lib_bodies(int n, body *b',
                     'WEFT_GUVECTORIZE("(),()->()")\ndouble lib_mixed(mixed m);',
                     'WEFT_GUVECTORIZE("(),(3)->(3)")\nvoid lib_move'):
            self.assertIn(line, text)
        self.assertIn("how many structures 'b' points to is not said; write a layout: "
                      'WEFT_GUVECTORIZE("(),(1,3)->()"), the most that the source uses', errors)
        self.assertIn("'lib_hand_on' is not annotated: whether 'y' is read or written is not said: it is handed to "
                      "'unknown', whose source is not known (lib.c:", errors)
        self.assertIn("weft: 5 of 7 functions are annotated", errors)
        self.succeed("generate", "ufuncs.c", "--source=lib.c", "-omade", "--targets=cpu")

    def test_hints_say_what_the_source_proves(self):
        """The sizes that constants prove; elsewhere a layout that does not build, and what may count."""
        bodies = {
            'void mean(double *a, double *b)': '{ int k; for (k=0;k<4;k++) b[k] = a[k]; }',
            'void next(double *a, double *b)': '{ for (int k=1;k<=3;++k) b[k-1] = a[k+1] + a[k]; }',
            'void most(double *a, double *b)':
                '{ for (int i=0;i<2;i++) for (int k=0;k<3;k++) b[i+k] = a[k]; b[7] = a[0]; }',
            'void both(double *a, int np, double *b, int npi)':
                '{ for (int k=0;k<npi;k++) b[k] = a[k%np]; }',
            'void free_end(double *a, double *b)': '{ for (int k=0;a[k]>0;k++) b[k] = a[k]; }',
            'void jumps(double *a, double *b)': '{ for (int k=0;k<4;k++) { k += a[k] > 0; b[k] = a[k]; } }',
            'void less(double *a, double *b)': '{ for (int k=0;k<4;k++) b[k] = a[3-k] + a[k-1]; }',
            'void moved(double *a, double *b)': '{ double *c = &a[1]; for (int k=0;k<4;k++) b[k] = c[k]; }',
            'void hidden(double *a, double *b)': '{ int k=0; int *p=&k; for (k=0;k<4;k++) { *p += 9; b[k] = a[k]; } }',
            'void endless(double *a, double *b)': '{ for (int k=4;k>=4;k++) { if (a[k]) break; b[k] = a[k]; } }',
        }
        wanted = {'mean': '"(4)->(4)"), the most that the source uses',
                  'next': '"(5)->(3)"), the most that the source uses',
                  'most': '"(3)->(8)"), the most that the source uses',
                  'both': '"(...),(),()->(...)") with the size',
                  'free_end': '"(...)->(...)") with the size', 'jumps': '"(...)->(...)") with the size',
                  'less': '"(...)->(4)") with the size', 'moved': '"(...)->(4)") with the size',
                  'hidden': '"(...)->(...)") with the size', 'endless': '"(...)->(...)") with the size'}
        self.write("lib.h", "".join(f"{name};\n" for name in bodies))
        self.write("lib.c", '#include "lib.h"\n' + "".join(f"{name} {body}\n" for name, body in bodies.items()))
        status, output, errors = self.weft("annotate", "lib.h", "--source=lib.c")
        self.assertEqual(status, 0, errors)
        said, last = {}, ""  # the warning that names a function, or the one that a note extends to it
        for line in errors.splitlines():
            last = line if "is not annotated" in line else last
            said |= {name: last for name in wanted
                     if f"'{name}' is not annotated" in line or "the same of" in line and f"'{name}'" in line}
        for name, text in wanted.items():
            self.assertIn(f"WEFT_GUVECTORIZE({text}", said[name])
        self.assertIn("where 'np' or 'npi' is such a size", said["both"])
        self.assertNotIn("'n'", errors)
        hint = re.search(r'WEFT_GUVECTORIZE\("[^"]*"\)', said["free_end"]).group()
        self.write("u.c", f'#include <weft/annotate.h>\n#include "lib.h"\n{hint} void free_end(double *a, double *b);\n')
        status, _, errors = self.weft("explain", "u.c", "--source=lib.c", "--targets=cpu")
        self.assertEqual(status, 1)
        self.assertIn("expected a dimension, not '.'", errors)

    def test_what_is_named_wrongly(self):
        errors = self.refuse(1, "weft: error: there is no header nofile.h, neither here nor in a folder of -I", "annotate",
                             "nofile.h")
        self.assertNotIn("annotated.c", errors)
        self.refuse(2, "no HEADER was named", "annotate")
        _, _, errors = self.weft("annotate", "lib.h", "--strip-prefix=wrong_")
        self.assertIn("warning: --strip-prefix=wrong_ shortens no name of a function", errors)
        self.assertNotIn("shortens", self.weft("annotate", "lib.h", "--strip-prefix=lib_")[2])

    def test_const_says_what_is_read(self):
        self.write("lib.h", "void f(double v[3], double w[3]);\n"
                            "void g(const double v[3], double w[3]);\n"
                            "void h(double w[3]);\n")
        output = self.succeed("annotate", "lib.h")
        self.assertEqual(output.count('WEFT_GUVECTORIZE("->(3)")'), 0)
        self.assertIn('WEFT_GUVECTORIZE("(3)->(3)")\nvoid g', output)
        self.write("lib.h", "void g(const double v[3], double w[3]);\nvoid h(double w[3]);\n")
        output = self.succeed("annotate", "lib.h")
        self.assertIn('WEFT_GUVECTORIZE("->(3)")\nvoid h', output)

    def test_what_is_written_can_be_built(self):
        self.succeed("annotate", "lib.h", "--source", "lib.c", "-o", "ufuncs.c",
                     "--strip-prefix=lib_")
        with open(f"{self.folder}/ufuncs.c", encoding="utf-8") as file:
            text = file.read()
        self.assertIn('WEFT_NAME("turn")', text)
        self.assertNotIn('WEFT_NAME("2d")', text)
        output = self.succeed("explain", "ufuncs.c", "--source", "lib.c", "--targets=cpu")
        for name in ("turn", "spin", "split", "sum", "plain", "lib_2d"):
            self.assertRegex(output, rf"(?m)^{name} ")

    def test_prefix_of_generated_names(self):
        self.write("own.c", "#include <weft/annotate.h>\n"
                            "WEFT_VECTORIZE() double my_half(double x) { return x / 2; }\n"
                            'WEFT_VECTORIZE() WEFT_NAME("my_own") double my_id(double x) '
                            "{ return x; }\n"
                            "WEFT_VECTORIZE() double my_3(double x) { return x; }\n")
        output = self.succeed("explain", "own.c", "--strip-prefix=my_", "--targets=cpu")
        for name in ("half", "my_own", "my_3"):
            self.assertRegex(output, rf"(?m)^{name} ")

    def test_installed_headers(self):
        """They are system headers to a compiler; the C library's, which they include, are not theirs."""
        for folder in ("inc", "inc/lib", "flat"):
            os.mkdir(f"{self.folder}/{folder}")
        self.write("inc/lib/all.h", '#include <math.h>\n#include <stdlib.h>\n#include "lib/part.h"\n'
                                    "#include <other.h>\ndouble lib_one(double x);\ndouble bare(double x);\n")
        self.write("inc/lib/part.h", "double lib_two(double x);\ndouble foreign(double x);\n")
        self.write("inc/other.h", "double lib_other(double x);\n")
        self.write("flat/stdlib.h", "double lib_three(double x);\n")
        self.write("flat/only.h", '#include "stdlib.h"\ndouble lib_four(double x);\n')
        for header, prefix, wanted in (("inc/lib/all.h", None, "lib_two foreign lib_one bare"),
                                       ("inc/lib/all.h", "lib_", "lib_two lib_one bare"),
                                       ("flat/only.h", None, "lib_four")):
            folder, name = header.split("/", 1)
            more = [f"--strip-prefix={prefix}"] if prefix else []
            output = self.succeed("annotate", name, f"--isystem={folder}", *more)
            self.assertEqual(re.findall(r"(?m)^double (\w+)\(", output), wanted.split())

    def test_unreadable_sources(self):
        self.write("bad.c", '#include "nowhere.h"\nint lib_2d_of(void) { return 0; }\n')
        self.write("wrong.c", "double lib_total(int n, double *x) { return n +; }\n")
        self.write("good.c", SOURCE)
        all_alone, _, _ = self.annotate("--source", "good.c")
        found, _, errors = self.annotate("--source", "bad.c", "--source", "good.c", "--source", "no.c",
                                         "--source", "wrong.c")
        self.assertEqual(found, all_alone)
        for name, why in (("bad.c", "'nowhere.h' file not found"), ("no.c", "cannot read no.c"),
                          ("wrong.c", "expected expression")):
            self.assertRegex(errors, rf"warning: --source {name} is left out[^\n]*{why}")
        self.assertNotIn("error:", errors)

    def test_prose_is_no_title(self):
        self.write("prose.h", "void one(double v[2], double w[2]);\nvoid two(double v[2], double w[2]);\n")
        self.write("prose.c", """
/* Given (for example) the following, nothing is returned:
**  Given: v and w, in a sentence
**    v  double[2]
**  Returned by others, as in a table:
**    w  double[2]
*/
void one(double v[2], double w[2]) { w[0] = v[0]; }
/*
**  Given (n):
**    v  double[2]
**  Returned (arguments):
**    w  double[2]
*/
void two(double v[2], double w[2]) { w[0] = v[0]; }
""")
        status, output, errors = self.weft("annotate", "prose.h", "--source", "prose.c")
        self.assertEqual(status, 0, errors)
        self.assertIn('WEFT_GUVECTORIZE("(2)->(2)")\nvoid two(', output)
        self.assertIn('WEFT_GUVECTORIZE("(2),(2)->(2)")\nvoid one(', output) # w[1] is left as it is

    def test_comments_and_sources_disagree(self):
        """The comment decides, where the source may be so; else it is the owner's."""
        self.write("lib.h", "void scratch(double v[2], double w[2]);\nvoid wrong(double v[2], double w[2]);\n")
        self.write("lib.c", "/* Given:\n *   v  double[2]\n * Returned:\n *   w  double[2] */\n"
                            "void scratch(double v[2], double w[2]) { v[0] += 1; w[0] = v[0]; }\n"
                            "/* Given:\n *   w  double[2]\n * Returned:\n *   v  double[2] */\n"
                            "void wrong(double v[2], double w[2]) { w[0] = v[0]; w[1] = v[1]; }\n")
        status, output, errors = self.weft("annotate", "lib.h", "--source=lib.c")
        self.assertEqual(status, 0, errors)
        self.assertIn('WEFT_GUVECTORIZE("(2)->(2)")\nvoid scratch(', output)
        self.assertIn("'wrong' is not annotated: a comment says that 'v' is written, but the source only reads it",
                      errors)

    def test_comments_of_definitions(self):
        self.write("lib.h", "/*! \\brief In short.\n * \\ingroup all */\ndouble one(double x);\n"
                            "double two(double x);\ndouble three(double x);\ndouble four(double x);\n"
                            "double five(double x);\n")
        self.write("lib.c", "/*! \\file lib.c of all */\n#include \"lib.h\"\n"
                            "/*! \\fn double one(double x)\n * \\param x a number\n * Long. */  \n"
                            "double one(double x) { return x; }\n"
                            "/*! The second. */\n/* Equ 12.1 */\n\ndouble two(double x) { return x; }\n"
                            "/* Plain, and \\param x too. */\n   \n/* Equ 3 */\ndouble three(double x) { return x; }\n"
                            "static int count; /* how many */\ndouble four(double x) { return x + count; }\n"
                            "/* One. */\n/* Nearest. */\ndouble five(double x) { return x; }\n")
        output = self.succeed("annotate", "lib.h", "--source=lib.c")
        for text in ("/** In short.\n *\n * \\param x a number\n * Long. */\nWEFT_VECTORIZE()\ndouble one(",
                     "/** The second. */\nWEFT_VECTORIZE()\ndouble two(",
                     "/** Plain, and \\param x too. */\nWEFT_VECTORIZE()\ndouble three(",
                     "\n\nWEFT_VECTORIZE()\ndouble four(",
                     "/** Nearest. */\nWEFT_VECTORIZE()\ndouble five("):
            self.assertIn(text, output)

    def test_volatile(self):
        self.write("lib.h", "double volat(volatile double *x);\n")
        self.write("lib.c", '#include "lib.h"\ndouble volat(volatile double *x) { return *x; }\n')
        self.succeed("annotate", "lib.h", "--source=lib.c", "-oufuncs.c")
        with open(self.path("ufuncs.c"), encoding="utf-8") as file:
            self.assertIn('WEFT_GUVECTORIZE("()->()")\ndouble volat(volatile double *x);', file.read())
        self.succeed("build", "ufuncs.c", "--source=lib.c", "-olib.so", "--targets=cpu")

    def test_wrong_command_lines(self):
        self.refuse(1, "no.h", "annotate", "no.h")
        self.refuse(2, "one HEADER at a time", "annotate", "lib.h", "lib.h")
        self.refuse(2, "no HEADER was named", "annotate")
        self.write("empty.h", "#include <math.h>\n")
        self.refuse(1, "empty.h declares no function", "annotate", "empty.h")
        self.refuse(1, "nowhere", "annotate", "lib.h", "-o", "nowhere/out.c")


if __name__ == "__main__":
    if not common.has_generator():
        print("skipped: this tool was built without the generator")
        sys.exit(common.SKIPPED)
    common.main()
