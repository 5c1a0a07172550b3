"""Functions of somebody else's library: --source, what is linked of it, and its own header."""

import os
import shutil
import subprocess
import sys

import common

THEIRS = """
#include <complex.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <stdlib.h>
#include "theirs.h"
static double calls;
static double never_written[] = {10, 20, 30};
double count(double x) { return x + ++calls; }
double allocates(double x)
{
    double *p = malloc(sizeof *p);
    *p = other(x);
    x = *p;
    free(p);
    return x;
}
double limits(double x) { return x * DBL_EPSILON + EDOM + INT_MAX; }
double turned(double x) { return cimag(x * I); }
double table(int i) { return never_written[i]; }
"""
OTHER = """
#include "theirs.h"
double other(double x) { return 3 * x; }
"""
HEADER = """
double count(double x);
double allocates(double x);
double other(double x);
double limits(double x);
double turned(double x);
double table(int i);
"""
WRAPPED = """
#include <weft/annotate.h>
#include "theirs.h"
WEFT_VECTORIZE() double count(double x);
WEFT_VECTORIZE() double allocates(double x);
WEFT_VECTORIZE() double limits(double x);
WEFT_VECTORIZE() double turned(double x);
WEFT_VECTORIZE() double table(int i);
WEFT_VECTORIZE() double both(double x) { return allocates(x) + turned(x); }
"""
DECLARED = """
#include <weft/annotate.h>
#include <theirs.h>
WEFT_GUVECTORIZE("(2,3),(m,n),()->(3)")
void rows(double pv[2][3], size_t m, size_t n, number A[m][n], long long k, number r[3]);
WEFT_VECTORIZE()
number scaled(number x, _Bool twice);
"""
DECLARED_HEADER = """
#include <stddef.h>
typedef double number;
void rows(double pv[2][3], size_t m, size_t n, number A[m][n], long long k, number r[3]);
number scaled(number x, _Bool twice);
"""
DECLARED_BODIES = """
#include "theirs.h"
void rows(double pv[2][3], size_t m, size_t n, number A[m][n], long long k, number r[3])
{
    for (int i = 0; i < 3; i++)
        r[i] = pv[0][i] + pv[1][i] + A[m - 1][n - 1] + (number)k;
}
number scaled(number x, _Bool twice) { return twice ? 2 * x : x; }
"""
NAMES = """
#include <weft/annotate.h>
WEFT_VECTORIZE()
double outer(double weft_call, double weft_options) { return weft_call + weft_options; }
WEFT_VECTORIZE()
double add(double weft_ufunc_add, double weft_call, double weft_call_, double weft_array)
{
    return weft_ufunc_add + weft_call + weft_call_ + weft_array;
}
"""
MANY = 250


LOOPED = """
static int step(int n) {{ return n * {0}; }}
static const double tab[3] = {{{1}, {1}, {1}}};
double {2}(double x, int n)
{{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x / (i + 1) + tab[i % 3];
    return sum + step(n);
}}
"""


class Sources(common.ToolTest):
    def test_one_name_in_several_files(self):
        """Functions and tables that are called alike in several files stay those of their own, in vectors of items, too."""
        self.write("one.c", LOOPED.format(3, 10, "one"))
        self.write("two.c", LOOPED.format(2, 20, "two"))
        self.write("both.c", "#include <weft/annotate.h>\nstatic const double tab[3] = {1, 2, 3};\n"
                   "double one(double x, int n);\ndouble two(double x, int n);\n"
                   "WEFT_VECTORIZE() double both(double x) { return one(x, 3) * 1000 + two(x, 3) + tab[1]; }")
        self.succeed("build", "both.c", "--source=one.c", "--source=two.c", "-o", "both.so", "--targets=cpu,parallel")
        self.assertEqual(self.compute("both.so", "both", "0"), [39 * 1000 + 66 + 2])

    def test_names_that_vectors_have(self):
        """What generated code calls its own is no word that the user may not have."""
        names = ["v", "l", "m1", "o1", "t1", "mask", "result", "fresh", "busy", "rounds", "to_end"]
        self.write("names.c", "#include <weft/annotate.h>\n" + "".join(
            f"static const double {name} = {k + 2};\nWEFT_VECTORIZE() double f{k}(double x, int n)\n{{\n"
            f"    double sum = 0;\n    for (int i = 0; i < n; i++) {{\n        sum += x + (i & 1 ? {name} : 0);\n"
            f"        if (sum > 1000)\n            break;\n    }}\n    return sum + {name};\n}}\n"
            for k, name in enumerate(names)))
        self.succeed("build", "names.c", "-o", "names.so", "--targets=cpu,parallel")
        for k in range(len(names)):
            self.assertEqual(self.compute("names.so", f"f{k}", "0", "2"), [2 * (k + 2)])

    def test_macros_that_system_headers_look_at(self):
        """What a source defines for them is defined where its kernels are compiled, too; by a header of the user's as well."""
        self.write("own.h", "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE 1\n#endif\n")
        for first in ("#define _GNU_SOURCE", '#include "own.h"'):
            self.write("asked.c", f"{first}\n#include <math.h>\n#include <weft/annotate.h>\n"
                       "WEFT_VECTORIZE() double up(double x) { return nextup(x); }")
            self.succeed("build", "asked.c", "-o", "asked.so", "--targets=cpu,parallel")
            self.assertEqual(self.compute("asked.so", "up", "0.5"), [0.5 + 2.0 ** -53])

    def test_a_type_variable_twice(self):
        self.write("t.h", "WEFT_TYPEVAR(T);\n")
        self.write("twice.c", '#include <weft/annotate.h>\n#include "t.h"\n#include "t.h"\n'
                   'WEFT_GUVECTORIZE("(n)->(n)", "void(float32[:], float32[:])", "void(float64[:], float64[:])")\n'
                   "void more(size_t n, const T x[n], T y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i] + 1; }")
        self.succeed("build", "twice.c", "-o", "twice.so", "--targets=cpu,parallel")
        self.write_npy("x.npy", "f4", [9], range(9))
        self.assertEqual(self.compute("twice.so", "more", "x.npy"), list(range(1, 10)))

    def write_theirs(self):
        self.write("theirs.c", THEIRS)
        self.write("other.c", OTHER)
        self.write("unneeded.c", '#include "theirs.h"\ndouble unneeded(void) { return count(1); }')
        self.write("theirs.h", HEADER)
        self.write("wrapped.c", WRAPPED)
        return ["--source=theirs.c", "--source=other.c", "--source=unneeded.c"]

    def test_many_sources(self):
        """Each file uses functions of others, and of <math.h>: none is sought file by file."""
        header = "".join(f"double f{i}(double x);\ndouble g{i}(double x);\n" for i in range(MANY))
        self.write("many.h", header)
        sources = []
        for i in range(MANY):
            calls = " + ".join(f"g{(i * 7 + k * 31) % MANY}(x * sin(x))" for k in range(6))
            self.write(f"s{i}.c", f'#include <math.h>\n#include "many.h"\n'
                       f"double g{i}(double x) {{ return sqrt(x) + exp(x) + fabs(x) + {i}; }}\n"
                       f"double f{i}(double x) {{ return {calls} + cos(x); }}\n")
            sources.append(f"--source=s{i}.c")
        declared = header.replace("double ", "WEFT_VECTORIZE() double ").replace("(WEFT_VECTORIZE() ",
                                                                                 "(")
        self.write("many.c", "#include <weft/annotate.h>\n" + declared)
        output = self.succeed("explain", "many.c", *sources)
        self.assertEqual(output.count("elementwise, pure"), 0)
        self.assertEqual(output.count("body: elementwise"), 2 * MANY)
        self.assertIn("comes along: g31 (s31.c:3)", output)

    def test_what_cannot_be_carried_is_linked(self):
        sources = self.write_theirs()
        status, _, errors = self.weft("build", "wrapped.c", *sources, "-o", "w.so", "-v",
                                      "--targets=cpu,parallel")
        self.assertEqual(status, 0, errors)
        warnings = [line for line in errors.splitlines() if "warning:" in line]
        self.assertEqual(len(warnings), 3, errors)
        self.assertIn("'count' is linked, not carried, and computed on one thread, for its items "
                      "share a state: 'calls' is a writable static variable", warnings[0])
        self.assertIn("'allocates' is linked, not carried: 'malloc' allocates", warnings[1])
        self.assertIn("what 'both' calls is linked, not carried: 'malloc' allocates", warnings[2])
        self.assertNotIn("unneeded.c -o", errors)  # nobody calls what it defines
        self.assertEqual(self.compute("w.so", "allocates", "2"), [6])
        self.assertEqual(self.compute("w.so", "both", "2"), [8])
        self.assertEqual(self.compute("w.so", "count", "2"), [3])
        self.assertEqual(self.compute("w.so", "table", "1"), [20])
        names = subprocess.run(["nm", "-D", "--defined-only", self.path("w.so")],
                               capture_output=True, text=True, check=True).stdout.split()
        self.assertNotIn("count", names)  # no second definition for a program that has its own
        explained = self.succeed("explain", "wrapped.c", *sources)
        self.assertIn("body: linked, not carried: 'calls' is a writable static variable", explained)
        self.assertIn("gpu: none: 'malloc' allocates", explained)

    def test_linked_functions_are_adapted(self):
        """Read and written, NaN, invalid: of a function that allocates, and of one without source."""
        self.write("theirs.c", """
#include <stdlib.h>
#include <string.h>
void turned(int n, double *x)
{
    double *copy = malloc(n * sizeof *copy + 1);
    memcpy(copy, x, n * sizeof *copy);
    for (int i = 0; i < n; i++)
        x[i] = copy[n - 1 - i];
    free(copy);
}
double root(double x) { return x < 0 ? 9e15 : x != x ? 5 : x; }
""")
        self.write("mine.c", """
#include <weft/annotate.h>
WEFT_GUVECTORIZE("(n)->(n)")
void turned(int n, double *x);
WEFT_VECTORIZE() WEFT_OPTIONS(nan, invalid(9e15))
double root(double x);
""")
        self.write_npy("x.npy", "f8", (2, 3), [1, 2, 3, 4, 5, 6])
        self.write_npy("y.npy", "f8", (3,), [-1, 2, float("nan")])
        self.compile("-shared", "-fPIC", "theirs.c", "-o", "libtheirs.so")
        for arguments in (["--source=theirs.c"], ["-L.", "-ltheirs", "--", "-Wl,-rpath,$ORIGIN"]):
            self.succeed("build", "mine.c", "-o", "mine.so", "--targets=cpu,parallel", *arguments)
            for target in ("cpu", "parallel"):
                self.assertEqual(self.compute("./mine.so", "turned", "x.npy", f"--target={target}"),
                                 [3, 2, 1, 6, 5, 4])
                self.assertEqual(self.read_npy("x.npy")[2], [1, 2, 3, 4, 5, 6])
                found = self.compute("./mine.so", "root", "y.npy", f"--target={target}")
                self.assertEqual([str(x) for x in found], ["nan", "2.0", "nan"])

    def test_header_in_a_folder_of_the_system(self):
        """What a --source file defines is no system's: its functions, and the types and macros beside them."""
        os.mkdir(self.path("inc"))
        os.mkdir(self.path("inc/lib"))
        self.write("inc/lib/all.h", "#include <lib/functions.h>\n")
        self.write("inc/lib/functions.h", '#include "types.h"\n#define HALF 0.5\ndouble half(double x);\n'
                   "double quarter(double x);\ndouble norm(const struct pair *p);\n")
        self.write("inc/lib/types.h", "struct pair { double a, b; };\n")
        self.write("a.c", "#include <lib/all.h>\n#include <math.h>\ndouble half(double x) { return HALF * x; }\n"
                          "double norm(const struct pair *p) { struct pair q = *p; return hypot(q.a, half(q.b)); }\n"
                          "double j0(double x) { return x; }\n")  # <math.h> stays the system's
        self.write("b.c", "#include <lib/all.h>\ndouble quarter(double x) { return half(half(x)); }\n")
        self.write("u.c", "#include <weft/annotate.h>\n#include <lib/all.h>\n"
                          "WEFT_VECTORIZE() double quarter(double x);\n"
                          'WEFT_GUVECTORIZE("(2)->()") double norm(const struct pair *p);\n')
        self.write_npy("p.npy", "f8", (2,), [3, 8])
        for header in (["-Iinc"], ["-isystem", "inc"]):
            sources = ["--source=a.c", "--source=b.c", *header]
            self.succeed("build", "u.c", "-o", "u.so", "--targets=cpu", *sources)
            self.assertEqual(self.compute("./u.so", "quarter", "4"), [1])
            self.assertEqual(self.compute("./u.so", "norm", "p.npy"), [5])
            told = self.succeed("explain", "u.c", *sources)
            self.assertIn("comes along: pair (", told)
            self.assertNotIn("gpu: none", told)
            self.succeed("generate", "u.c", "-o", header[0].strip("-"), "--targets=cpu,gpu", *sources)
        with open(self.path("Iinc/u.body.h")) as one, open(self.path("isystem/u.body.h")) as other:
            self.assertEqual(one.read(), other.read())

    def test_tables_are_not_read_into_memory_for_each_function(self):
        with open(common.WEFT, "rb") as tool:
            if b"__asan_init" in tool.read():
                self.skipTest("a sanitizer takes memory of its own")
        rows = "".join(f"{{{{0,1,2,3,4,5,6,7,8,9,{i}}},{i}.5,2.5,3.5}},\n" for i in range(10000))
        table = "static const struct { int a[11]; double b, c, d; } t[10000] = {\n" + rows + "};\n"
        bodies = [f"double f{k}(double x) {{ double s = {k}; for (int i = 0; i < 10000; i++) s += t[i].b * x; "
                  for k in range(16)]
        self.write("carried.c", "#include <weft/annotate.h>\n" + table +
                   "".join(f"WEFT_VECTORIZE() {body} return s; }}\n" for body in bodies))
        self.write("theirs.c", "static double last;\n" + table +
                   "".join(f"{body} last += s; return s; }}\n" for body in bodies))
        self.write("linked.c", "#include <weft/annotate.h>\n" +
                   "".join(f"WEFT_VECTORIZE() double f{k}(double x);\n" for k in range(16)))
        for arguments in (["carried.c"], ["linked.c", "--source=theirs.c"]):
            child = subprocess.Popen([common.WEFT, "generate", *arguments, "-o", "made", "--targets=cpu"],
                                     cwd=self.folder, env=self.environment(), stderr=subprocess.DEVNULL)
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = status
            self.assertEqual(status, 0)
            self.assertLess(used.ru_maxrss, 300_000)  # kB; what a function takes of its own made 700 000 of it

    def test_long_double_behind_ones_own_body(self):
        """A function of long double is linked, be its header the user's or the system's; C's own is refused."""
        self.write("theirs.h", "long double big(long double x);\n")
        self.write("theirs.c", '#include "theirs.h"\nlong double big(long double x) { return 2 * x; }\n')
        self.write("mine.c", "#include <weft/annotate.h>\n#include <theirs.h>\n"
                             "WEFT_VECTORIZE() double mine(double x) { return (double)big(x) + 1; }\n")
        self.compile("-shared", "-fPIC", "theirs.c", "-o", "libtheirs.so")
        linked = ["-L.", "-ltheirs", "--", "-Wl,-rpath,$ORIGIN"]
        for header in (["-I."], ["-isystem", "."]):
            for arguments in (["--source=theirs.c"], linked):
                self.succeed("build", "mine.c", "-o", "mine.so", "--targets=cpu,parallel", *header, *arguments)
                self.assertEqual(self.compute("./mine.so", "mine", "4"), [9])
        self.write("c.c", "#include <math.h>\n#include <weft/annotate.h>\n"
                          "WEFT_VECTORIZE() double mine(double x) { return (double)sinl(x); }\n")
        self.refuse(1, "'sinl' computes in long double", "build", "c.c", "-o", "c.so", "--targets=cpu,parallel")

    def test_all_targets_want_all_carried(self):
        sources = self.write_theirs()
        errors = self.refuse(1, "'count' is linked, not carried, without gpu kernels, and computed on one thread",
                             "generate", "wrapped.c", *sources, "-omade", "--targets=gpu", "--require-all")
        self.assertNotIn("is not known", errors)
        status, _, errors = self.weft("generate", "wrapped.c", *sources, "-omade", "--targets=gpu")
        self.assertEqual(status, 0)
        self.assertIn("warning: 'count' is linked, not carried, without gpu kernels", errors)

    def test_what_nothing_writes_and_calls_that_do_nothing(self):
        """Without a writer in any file a variable is its first value; asserts and empty calls are nothing."""
        self.write("theirs.c", """
            #include <assert.h>
            #include <stdio.h>
            double eps = 0x1p-3, limit, factor = 3;
            static double zero;
            int merror;
            extern double scale, steps[3];
            static int calls;
            void set_factor(double x) { factor = x; }
            static void note(const char *who, int code, const char *format, ...)
            { (void)who; (void)code; (void)format; }
            int mtherr(const char *name, int code) { merror = code; printf("%s", name); return 0; }
            double constant(double x) { return x + eps + limit + zero; }
            double shared(double x) { return x * scale + steps[2]; }
            double asserts(double x) {
            #ifdef NDEBUG
                return 0;
            #endif
                assert(x < 1e9); return x + 2; }
            double notes(double x) { if (x < 0) { note("f", 1, 0); return 0; } return x + 1; }
            double errs(double x) { if (x < 0) { mtherr("f", 1); return -1; } return x + mtherr("g", 2); }
            double factors(double x) { return x * factor; }
            double counts(double x) { return x + ++calls; }
            """)
        self.write("more.c", "double scale = 2.5, steps[] = {1, 2, 3};\n")
        names = ("constant", "shared", "asserts", "notes", "errs", "factors", "counts")
        self.write("u.c", "#include <weft/annotate.h>\n" +
                   "".join(f"WEFT_VECTORIZE() double {name}(double x);\n" for name in names))
        words = ("u.c", "--source=theirs.c", "--source=more.c", "--targets=cpu,parallel")
        status, _, errors = self.weft("generate", *words, "-omade")
        self.assertEqual(status, 0)
        for name in ("errs", "counts"):
            self.assertIn(f"'{name}' is linked, not carried, and computed on one thread, for its items share a state",
                          errors)
        self.assertIn("'factors' is linked, not carried: 'factor' is a variable that other functions write to; "
                      "--constant says that it keeps its first value", errors)
        for name in names[:4]:
            self.assertNotIn(f"'{name}' is linked", errors)
        words += ("--ignore-call=mtherr", "--constant=factor")
        status, _, errors = self.weft("build", *words, "-o", "u.so", "--targets=cpu")
        self.assertEqual(status, 0, errors)
        self.assertEqual(errors.count("warning: "), 1, errors)
        for name, wanted in zip(names, (4.125, 13, 6, 5, 4, 12, 5)):
            self.assertEqual(self.compute("./u.so", name, "4"), [wanted], name)
        self.assertEqual(self.compute("./u.so", "errs", "-4"), [-1])
        self.refuse(2, "--ignore-call: 'a b' is no name of C", "generate", "u.c", "-oout", "--ignore-call=a b")

    def test_headers_come_along(self):
        sources = self.write_theirs()
        self.succeed("build", "wrapped.c", *sources, "-o", "w.so", "--targets=cpu,parallel")
        self.assertEqual(self.compute("w.so", "limits", "0"), [33 + 2 ** 31 - 1])
        self.assertEqual(self.compute("w.so", "turned", "5"), [5])

    def test_tgmath_of_one_file_alone(self):
        self.write("theirs.c", "#include <tgmath.h>\nfloat root(float x) { return sqrt(x); }\n")
        self.write("mine.c", "#include <weft/annotate.h>\nWEFT_VECTORIZE() float root(float x);\n")
        _, _, errors = self.weft("generate", "mine.c", "--source=theirs.c", "-omade")
        self.assertIn("'root' is linked, not carried, without gpu kernels: its file includes "
                      "<tgmath.h>, which this one does not", errors)

    def test_header_beside_declarations(self):
        os.mkdir(self.path("system"))
        self.write("system/theirs.h", DECLARED_HEADER)
        self.write("bodies.c", DECLARED_BODIES)
        self.write("declared.c", DECLARED)
        self.compile("-Isystem", "-shared", "-fPIC", "bodies.c", "-o", "libbodies.so")
        self.succeed("build", "declared.c", "-isystem", "system", "-L.", "-lbodies", "-o", "d.so",
                     "--targets=cpu,parallel", "--", "-Wl,-rpath,$ORIGIN")
        self.write_npy("pv.npy", "f8", (2, 3), [1, 2, 3, 10, 20, 30])
        self.write_npy("a.npy", "f8", (1, 2), [0, 100])
        self.assertEqual(self.compute("d.so", "rows", "pv.npy", "a.npy", "1000"),
                         [1111, 1122, 1133])
        self.assertEqual(self.compute("d.so", "scaled", "4", "true"), [8])
        os.remove(self.path("libbodies.so"))
        self.refuse(1, "cannot open ./d.so: libbodies.so: cannot open", "list", "d.so")
        self.refuse(1, "cannot open ./no.so: cannot open shared", "list", "./no.so")

    def test_names_in_the_header(self):
        self.write("names.c", NAMES)
        self.succeed("generate", "names.c", "-omade")
        for language in ["c"] + ["c++"] * bool(shutil.which("c++")):
            self.compile("-x", language, "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                         "-I" + common.INCLUDE, "made/names.h")


if __name__ == "__main__":
    if not common.has_generator():
        print("skipped: this tool was built without the generator")
        sys.exit(common.SKIPPED)
    common.main()
