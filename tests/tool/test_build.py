"""weft build, generate and explain: what they leave behind, and what they must not."""

import math
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import common
from common import WEFT

KERNELS = """
#include <weft/annotate.h>
#ifndef OFFSET
#define OFFSET 0
#endif
WEFT_TYPEVAR(T);

/** Twice the number, and an offset. */
WEFT_VECTORIZE("int64(int64)", "float64(float64)")
T twice(T x) { return 2 * x + OFFSET; }
"""
WRONG = """
#include <weft/annotate.h>
WEFT_VECTORIZE("float64(nothing)")
double wrong(double x) { return x; }
"""
FOREIGN = """
#include <weft/annotate.h>
WEFT_VECTORIZE() double foreign_half(double x);
"""
DECLARED = """
#include <weft/annotate.h>
WEFT_VECTORIZE() int code(double x, double *y);
WEFT_GUVECTORIZE("(2),()->(),(2)")
void spoil(double v[2], double by, double *sum, double first[2]);
"""
DECLARED_ELSEWHERE = """
int code(double x, double *y)
{
    if (x < 0)
        return 1;
    *y = x;
    return 0;
}
void spoil(double v[2], double by, double *sum, double first[2])
{
    v[0] += by;
    v[1] *= 2;
    *sum = v[0] + v[1];
    first[0] = v[0];
}
"""
FLAGS = """
#include <weft/annotate.h>
#include <math.h>
WEFT_VECTORIZE() double inverse(double x) { return 1 / x; }
WEFT_VECTORIZE() double guarded(double x) { return x != 0 ? 1 / x : 0; }
WEFT_VECTORIZE() double root(double x) { return x > 0 ? sqrt(x) : sqrt(1 - x) + log(2 - x); }
WEFT_VECTORIZE() double tiny(double x) { return 1e-300 * x * 1e-300; }
"""
# Wide vectors, a function of our own that uses few registers, and one of the C library.
UPPER_HALVES = """
#include <weft/annotate.h>
#include <math.h>
#include <string.h>
static __attribute__((noinline)) double pick(const double *r, size_t i)
{
    return r[i % 8] + r[(i + 1) % 8];
}
WEFT_GUVECTORIZE("(n,8)->(8),()")
void mixed(size_t n, const double x[n][8], double r[8], double *total)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double row[8];
        memcpy(row, x[i], sizeof row);
        for (size_t k = 0; k < 8; k++)
            r[k] = row[k] * 2;
        sum += sin(pick(r, i));
    }
    *total = sum;
}
"""
MISSING = """
#include <weft/annotate.h>
WEFT_GUVECTORIZE("(m?,n),(n,p?)->(m?,p?)")
void product(size_t m, size_t n, size_t p, const double A[m][n], const double B[n][p],
             double C[m][p])
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            C[i][j] = 0;
            for (size_t k = 0; k < n; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}
"""

REDUCTION = """
#include <weft/annotate.h>
#include <math.h>
static double square_of_difference(double x, double y) { return (x - y) * (x - y); }
static double root(double sum) { return sqrt(sum); }
/** Euclidean distance. */
WEFT_REDUCE() WEFT_OPTIONS(map(square_of_difference), finish(root), identity(0))
static double distance(double a, double b) { return a + b; }
"""

LINKED = """
#include <weft/annotate.h>
extern /* extern */ inline double half(double x) { return x / 2; }
double quarter(double x) __attribute__((weak, cold));
extern __attribute__((__weak__)) double quarter(double x) { return half(half(x)); }
extern int odd(int x);
extern int even(int x) { return x ? odd(x - 1) : 1; }
extern int odd(int x) { return x ? even(x - 1) : 0; }
WEFT_VECTORIZE() double twice(double x) { return 8 * quarter(x) + odd((int)x); }
"""

# Rows of 5: vectors of items, whose lanes go by the bound type.
TYPED = """
#include <weft/annotate.h>
WEFT_TYPEVAR(T);
WEFT_GUVECTORIZE("(n)->(n)", "void(float32[:], float32[:])", "void(float64[:], float64[:])")
void sums(size_t n, const T x[n], T y[n])
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        y[i] = sum += x[i];
}
"""

# A compiler that answers the questions it is asked; what else it does is filled in.
COMPILER = """#!/bin/sh
case "$*" in
    *-dumpmachine*) echo x86_64-linux-gnu ;;
    *-fsyntax-only*) {probe} ;;
    *) {action} ;;
esac
"""
HOSTILE = "a b$(touch made)'`touch made`;&"

# Each item goes on with a size of its own.
SIZES = """
#include <stdint.h>
#include <weft/annotate.h>
WEFT_GUVECTORIZE() int64_t skips(size_t n, const int32_t x[n])
{ int64_t s = 0; for (size_t i = 0; i < n; i++) { s += x[i]; if (x[i] == 5) n--; } return s; }
WEFT_GUVECTORIZE() int64_t cuts(int n, const int32_t x[n])
{ int64_t s = 0; if (n > 2 && x[0] > 0) n -= 2; for (int i = 0; i < n; i++) s += x[i]; return s; }
WEFT_GUVECTORIZE() int64_t points(size_t n, const int32_t x[n])
{ size_t *p = &n; int64_t s = 0; if (x[0] > 0) --*p; for (size_t i = 0; i < n; i++) s += x[i]; return s; }
static void less(int *n, int by) { if (by > 0) *n -= 1; }
WEFT_GUVECTORIZE() int64_t helped(int n, const int32_t x[n])
{ int64_t s = 0; for (int i = 0; i < n; i++) { s += x[i]; less(&n, x[i]); } return s; }
WEFT_GUVECTORIZE() int64_t outer(size_t m, size_t n, const int32_t A[m][n])
{ int64_t s = 0; for (size_t i = 0; i < m; i++) { for (size_t j = 0; j < n; j++) s += A[i][j]; if (s & 1 && m > 1) m--; } return s; }
"""

BLANKS = """
typedef struct { double x, y; } v2;
struct __attribute__((packed, aligned(8))) odd { char packed; double aligned; };
WEFT_VECTORIZE() double g(double x) { return x; }
WEFT_NAME("other") WEFT_OPTIONS(strict) WEFT_VECTORIZE() double h(double x) { return x + 2; }
WEFT_STATUS("error -1: bad") WEFT_VECTORIZE() int st(double x, double *y) { *y = x; return x < 0 ? -1 : 0; }
WEFT_VECTORIZE() double f(double x) { double y; struct odd o = {1, x}; return g(x) + h(x) + st(x, &y) + o.aligned; }
WEFT_GUVECTORIZE() double norm(v2 a) { return a.x + a.y; }
__attribute__((noinline, optimize("fast-math"))) static int differs(double x) { return x != x; }
WEFT_VECTORIZE() int nan_of(double x) { return differs(x); }
"""


class Build(common.ToolTest):
    def setUp(self):
        super().setUp()
        self.write("kernels.c", KERNELS)

    def build(self, *arguments, **changes):
        return self.succeed("build", "--targets=cpu,parallel", *arguments, **changes)

    def run_twice(self, library, number):
        self.succeed("run", library, "twice", number, "-o", "out.npy")
        values = self.read_npy("out.npy")[2]
        os.remove(self.path("out.npy"))
        return values[0]

    def test_a_header_of_two_sources(self):
        self.write("ops.h", "#include <weft/annotate.h>\nWEFT_VECTORIZE() static inline double sq(double x) { return x * x; }\n")
        for name in "ab":
            self.write(name + ".c", f'#include "ops.h"\nWEFT_VECTORIZE() double f{name}(double x) {{ return sq(x) + 1; }}\n')
        self.refuse(1, "'sq' is annotated in a header that both a.c and b.c include; annotate it in one of them",
                    "generate", "a.c", "b.c", "-o", "out")

    def test_a_source_twice(self):
        """One message, of what is wrong."""
        self.write("a.c", "#include <weft/annotate.h>\nWEFT_VECTORIZE() double a(double x) { return x; }\n")
        self.write("b.c", '#include "a.c"\nWEFT_VECTORIZE() double b(double x) { return a(x); }\n')
        os.symlink("a.c", self.path("link.c"))
        for one, other in (("a.c", "a.c"), ("a.c", "./a.c"), ("link.c", "a.c")):
            errors = self.refuse(1, f"{one} and {other} are one file; name it once", "generate", one, other, "-o", "out")
            self.assertEqual(errors.count("error:"), 1, errors)
        for words in (("a.c", "b.c"), ("b.c", "a.c")):
            errors = self.refuse(1, "'a' is annotated in a source that another one, b.c, includes; name one of them",
                                 "generate", *words, "-o", "out")
            self.assertEqual(errors.count("error:"), 1, errors)

    def test_blanks_before_parentheses(self):
        """Whatever stands before it: annotations of what comes along go, and nobody is left out."""
        head, *parts = BLANKS.split("(")
        for blank in (" ", "\n", ' /* ( ) WEFT_NAME("x") */ ', " \\\n", '\t// " (\n'):
            self.write("blanks.c", "#include <weft/annotate.h>\n" + (blank + "(").join([head, *parts]))
            status, _, errors = self.weft("generate", "blanks.c", "-o", "blanks", "--targets=cpu,parallel", "--try=cc")
            self.assertEqual((status, errors), (0, ""), blank)

    def test_names_of_python_packages(self):
        for name in ("bad-name", "class", "1st", "a.b", ".", "None"):
            self.refuse(1, f"a package cannot be named '{name}'", "python", "kernels.c", "-o", name)

    def test_state_in_an_argument(self):
        """Functions of the C library whose state is their argument are nobody's else."""
        self.write("own.c", "#include <stdlib.h>\n#include <weft/annotate.h>\n"
                            "WEFT_VECTORIZE() int own(int x) { unsigned seed = (unsigned)x; rand_r(&seed); return (int)(seed & 65535); }\n")
        self.build("own.c", "-o", "own.so")
        self.write_npy("x.npy", "i4", (3,), [3, 4, 3])
        one, other, again = self.compute("./own.so", "own", "x.npy")
        self.assertTrue(one == again != other)

    def test_sizes_that_items_change(self):
        def skips(x):
            total, at, n = 0, 0, len(x)
            while at < n:
                total, n, at = total + x[at], n - (x[at] == 5), at + 1
            return total

        def helped(x):
            total, at, n = 0, 0, len(x)
            while at < n:
                total, n, at = total + x[at], n - (x[at] > 0), at + 1
            return total

        def outer(x):
            total, at, m = 0, 0, 3
            while at < m:
                total, at = total + x[2 * at] + x[2 * at + 1], at + 1
                m -= bool(total & 1 and m > 1)
            return total

        self.write("sizes.c", SIZES)
        self.build("sizes.c", "-o", "sizes.so")
        rows = [[(7 * row * row + 3 * row * at + 5 * at) % 13 - 5 for at in range(6)] for row in range(50)]
        numbers = [value for row in rows for value in row]
        self.write_npy("x.npy", "i4", (50, 6), numbers)
        self.write_npy("A.npy", "i4", (50, 3, 2), numbers)
        for name, operand, wanted in (
                ("skips", "x.npy", skips), ("cuts", "x.npy", lambda x: sum(x[:4] if x[0] > 0 else x)), ("helped", "x.npy", helped),
                ("points", "x.npy", lambda x: sum(x[:5] if x[0] > 0 else x)), ("outer", "A.npy", outer)):
            self.assertEqual(self.compute("./sizes.so", name, operand), [wanted(row) for row in rows], name)

    def test_build_and_call(self):
        self.assertEqual(self.build("kernels.c", "-o", "libkernels.so"), "")
        self.assertEqual(self.files(), ["kernels.c", "libkernels.so"])
        self.assertEqual(os.listdir(self.scratch), [])
        self.assertTrue(os.access(self.path("libkernels.so"), os.X_OK))
        self.assertEqual(self.run_twice("libkernels.so", "21"), 42)
        self.assertEqual(self.run_twice("libkernels.so", "-1.25"), -2.5)
        listed = self.succeed("list", "libkernels.so")
        self.assertIn("Twice the number", listed)
        self.assertIn("cpu,parallel ", listed)

    def test_missing_dimensions(self):
        self.write("product.c", MISSING)
        self.build("product.c", "-o", "libproduct.so")
        self.write_npy("A.npy", "f8", (2, 3), range(6))
        self.write_npy("x.npy", "f8", (3,), [1, 0, 2])
        for first, second, shape, values in [
                ("A.npy", "x.npy", (2,), [4.0, 13.0]), ("x.npy", "x.npy", (), [5.0])]:
            self.succeed("run", "./libproduct.so", "product", first, second, "-o", "y.npy")
            self.assertEqual(self.read_npy("y.npy"), ("f8", shape, values))
        self.refuse(1, "needs at least 1 there",
                    "run", "./libproduct.so", "product", "A.npy", "2", "-o", "z.npy")

    def test_declared_reduction(self):
        self.write("distances.c", REDUCTION)
        self.build("distances.c", "-o", "libdistances.so")
        self.write_npy("A.npy", "f8", (2, 2), [3, 4, 0, 5])
        self.write_npy("x.npy", "f8", (2,), [0, 0])
        run = ("run", "./libdistances.so")
        self.succeed(*run, "distance.reduce", "A.npy", "x.npy", "--axis=1", "-o", "y.npy")
        self.assertEqual(self.read_npy("y.npy"), ("f8", (2,), [5.0, 5.0]))
        self.succeed(*run, "distance.reduce", "A.npy", "0", "--axis=1", "--keepdims", "-o", "y.npy")
        self.assertEqual(self.read_npy("y.npy"), ("f8", (2, 1), [5.0, 5.0]))
        self.assertIn("Euclidean distance.", self.succeed("list", "./libdistances.so"))
        self.refuse(2, "distance is a reduction: write distance.reduce",
                    *run, "distance", "A.npy", "x.npy", "-o", "z.npy")
        self.refuse(2, "distance.reduce takes 2 inputs (x, y)",
                    *run, "distance.reduce", "A.npy", "-o", "z.npy")

    def test_helpers_come_along_however_they_are_linked(self):
        self.write("linked.c", LINKED)
        self.build("linked.c", "-o", "liblinked.so")
        self.assertEqual(self.run_twice("liblinked.so", "3"), 7)
        self.assertEqual(self.run_twice("liblinked.so", "4"), 8)

    def test_floating_point_flags(self):
        self.write("flags.c", FLAGS)
        self.build("flags.c", "-o", "libflags.so")
        self.write_npy("x.npy", "f8", (4000,), [float(k % 2) for k in range(4000)])
        for name, raised in [("inverse", "divide"), ("guarded", "none"), ("root", "none"),
                             ("tiny", "underflow")]:
            for target in ("cpu", "parallel"):
                output = self.succeed("run", "./libflags.so", name, "x.npy", "-o", "y.npy",
                                      "--flags", f"--target={target}")
                self.assertEqual(output, f"floating-point flags: {raised}\n", name)

    def test_roots_by_pow_when_strict(self):
        """gcc's vectors of pow(x, 0.5) are sqrt(x), which differs here."""
        self.write("powers.c", '#include <math.h>\n#include <weft/annotate.h>\nWEFT_OPTIONS(strict)\n'
                   'WEFT_VECTORIZE() double root(double x) { return pow(x, 0.5); }\n')
        self.build("powers.c", "-o", "libpowers.so")
        self.write_npy("x.npy", "f8", (9,), [-math.inf, -0.0] * 4 + [-math.inf])
        found = self.compute("./libpowers.so", "root", "x.npy")
        self.assertEqual([str(value) for value in found], ["inf", "0.0"] * 4 + ["inf"])

    def test_strict_complex_sums_are_the_same_at_every_place(self):
        """Of tiles: gcc's vectors of a sum beside a difference fuse."""
        self.write("squares.c", '#include <complex.h>\n#include <weft/annotate.h>\nWEFT_OPTIONS(strict)\n'
                   'WEFT_GUVECTORIZE("(n)->()") double complex squares(size_t n, const double complex x[n])\n'
                   '{ double complex sum = 0; for (size_t i = 0; i < n; i++) sum += x[i] * x[i]; return sum; }\n')
        self.build("squares.c", "-o", "libsquares.so")
        real, imaginary = -8.99056247886347, -4.1480547929877165
        wanted = (real * real - imaginary * imaginary, real * imaginary + real * imaginary)
        for count in range(1, 10):
            self.write_npy("x.npy", "c16", (count, 1), [(real, imaginary)] * count)
            self.assertEqual(self.compute("./libsquares.so", "squares", "x.npy"), [wanted] * count)

    def test_calls_find_clean_registers(self):
        """Between a store of a wide register and a call, vzeroupper: else the C library is slow."""
        if not shutil.which("objdump"):
            self.skipTest("objdump is needed")
        self.write("mixed.c", UPPER_HALVES)
        self.build("mixed.c", "-o", "mixed.so")
        code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", self.path("mixed.so")],
                              check=True, capture_output=True, text=True).stdout
        wide_calls, is_dirty = 0, False
        for line in code.splitlines():
            if line.endswith(">:") or "vzeroupper" in line:
                is_dirty = False
            elif "%ymm" in line or "%zmm" in line:
                is_dirty = True
            elif "\tcall" in line:
                self.assertFalse(is_dirty, line)
                wide_calls += 1
        self.assertGreater(wide_calls, 0)

    def test_every_instruction_set(self):
        self.build("kernels.c", "-o", "k.so", "--isa=base,v3,v4")
        for isa in ("base", "v3", "v4"):
            status, _, errors = self.weft("run", "k.so", "twice", "4", "-o", "o.npy", WEFT_ISA=isa)
            if status == 0:
                self.assertEqual(self.read_npy("o.npy")[2], [8])
            else:
                self.assertIn(isa, errors)

    def test_some_instruction_sets(self):
        for asked, compiled in (("base", {"base"}), ("v3,base", {"base", "v3"}), ("v4", {"v4"}), ("base,native,v3,v4", {"base", "v3", "v4"})):
            _, _, errors = self.weft("build", "kernels.c", "-o", "k.so", "--targets=cpu", "-v", "--isa=" + asked)
            self.assertEqual(set(re.findall(r"-DWEFT_ISA=(\w+)", errors)), compiled | {"flags"}, asked)
            status, _, errors = self.weft("run", "k.so", "twice", "4", "-o", "o.npy")
            if asked == "v4" and status:
                self.assertIn("twice was built without a cpu kernel for int64(int64)", errors)
            else:
                self.assertEqual((status, self.read_npy("o.npy")[2]), (0, [8]), errors)
        self.build("kernels.c", "-o", "k.so", "--isa=native")
        status, _, errors = self.weft("run", "k.so", "twice", "4", "-o", "o.npy", WEFT_ISA="base")
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            self.assertEqual(status != 0, " avx2 " in file.read(), errors)
        for word in ("v5", "flags", "base,v", ","):
            self.refuse(2, "--isa", "build", "kernels.c", "-o", "l.so", "--isa=" + word)

    def test_flags_reach_the_compiler(self):
        self.build("kernels.c", "-o", "k.so", "-DOFFSET=5", "-std=gnu11", "-isystem",
                   "/nonexistent")
        self.assertEqual(self.run_twice("k.so", "1"), 7)

    def test_another_copy_of_the_header(self):
        """A type variable is bound anew for each prototype, whichever copy of annotate.h is found first."""
        shutil.copytree(os.path.join(os.path.dirname(__file__), "../../runtime/include"), self.path("copy"))
        self.write("typed.c", TYPED)
        self.build("typed.c", "-o", "k.so", "-I", "copy")
        self.write_npy("x.npy", "f4", [5], [1, 2, 3, 4, 5])
        self.succeed("run", "k.so", "sums", "x.npy", "-o", "y.npy")
        self.assertEqual(self.read_npy("y.npy")[2], [1, 3, 6, 10, 15])
        self.write("typed.c", TYPED.replace("<weft/annotate.h>", '"copy/weft/annotate.h"'))
        status, _, errors = self.weft("build", "--targets=cpu", "typed.c", "-o", "l.so")
        self.assertEqual(status, 1)
        self.assertIn("typed.c:3:1: error: 'T' cannot be a type variable: it is a typedef, or WEFT_TYPEVAR is not", errors)

    def test_a_compiler_that_makes_nothing(self):
        errors = self.weft("build", "kernels.c", "-o", "k.so", "--targets=cpu", CC="/bin/true")[2]
        self.assertIn("/bin/true ran without an error, but made no library; is it a C compiler?", errors)
        self.assertEqual(self.files(), ["kernels.c"])

    def test_options(self):
        _, _, errors = self.weft("build", "--targets=cpu", "kernels.c", "-o", "k.so", "-v", "-j1", "--isa=base",
                                 "--save-temps", "kept", "--depfile", "k.d", "--library", "mine")
        self.assertIn("-DWEFT_ISA=base", errors)
        self.assertIn(" -g1 ", errors)
        self.assertIn("-shared", errors)
        self.assertEqual(self.files(), ["k.d", "k.so", "kept", "kernels.c"])
        self.assertIn("kernels.c", os.listdir(self.path("kept")))
        self.assertIn("library.c", os.listdir(self.path("kept")))
        with open(self.path("k.d"), encoding="utf-8") as file:
            rule = file.read()
        self.assertTrue(rule.startswith("k.so: "))
        self.assertIn("kernels.c", rule)
        self.assertNotIn(self.scratch, rule)

    def test_an_existing_library_is_replaced_whole(self):
        self.build("kernels.c", "-o", "k.so")
        old = os.stat(self.path("k.so")).st_ino
        self.build("kernels.c", "-o", "k.so", "-DOFFSET=1")
        self.assertNotEqual(os.stat(self.path("k.so")).st_ino, old)
        self.assertEqual(self.run_twice("k.so", "1"), 3)

    def test_names_that_a_shell_would_read(self):
        os.rename(self.path("kernels.c"), self.path(HOSTILE + ".c"))
        os.mkdir(self.path(HOSTILE))
        before = self.files()
        self.succeed("build", HOSTILE + ".c", "-o", "lib" + HOSTILE + ",x.so", "-I" + HOSTILE,
                     "-DUNUSED=$(touch made)", "-DOFFSET=2", TMPDIR=self.path(HOSTILE))
        self.assertEqual(self.files(), sorted(before + ["lib" + HOSTILE + ",x.so"]))
        self.assertEqual(os.listdir(self.path(HOSTILE)), [])
        self.assertEqual(self.run_twice("./lib" + HOSTILE + ",x.so", "1"), 4)

    def test_what_is_wrong_leaves_nothing(self):
        self.write("wrong.c", WRONG)
        self.write("foreign.c", FOREIGN)
        build = ("build", "--targets=cpu", "-o", "no.so")
        self.refuse(1, "wrong.c:3", *build, "wrong.c")
        self.refuse(1, "missing.c", *build, "missing.c")
        errors = self.refuse(1, "no function is left", *build, "foreign.c")
        self.assertRegex(errors.splitlines()[0], r"foreign\.c:3:.*'foreign_half' is left out: nothing that is linked defines "
                         "'foreign_half'; add its library with -lNAME")
        self.refuse(1, "link no.so: failed", *build, "kernels.c", "--", "-lno-such-library")
        self.refuse(1, "nowhere", "build", "kernels.c", "-o", "nowhere/k.so")
        self.refuse(1, "not a regular file", "build", "kernels.c", "-o", "/dev/null")
        self.refuse(1, "which $CC names", *build, "kernels.c", CC="no-such-compiler")
        self.refuse(1, "failed with exit status", *build, "kernels.c",
                  CC=self.compiler("exit 3"))
        self.refuse(1, "ended by signal 9", *build, "kernels.c",
                  CC=self.compiler("kill -9 $$"))
        self.refuse(1, "cannot make a temporary folder", *build, "kernels.c", TMPDIR="/nonexistent")

    def compiler(self, action, probe=":"):
        path = os.path.join(os.path.dirname(self.folder), "compiler.sh")
        with open(path, "w", encoding="utf-8") as file:
            file.write(COMPILER.format(action=action, probe=probe))
        os.chmod(path, 0o755)
        return path

    def test_effects_of_declared_functions(self):
        """What a function without source writes to its input, or leaves of its output, is its own."""
        elsewhere, library = self.path("elsewhere.c"), self.path("libelsewhere.so")
        self.write("declared.c", DECLARED)
        self.write("elsewhere.c", DECLARED_ELSEWHERE)
        subprocess.run(["cc", "-shared", "-fPIC", elsewhere, "-o", library], check=True)
        ways = {"linked.so": ("-L.", "-lelsewhere", "--", f"-Wl,-rpath,{self.folder}"),
                "source.so": ("--source", "elsewhere.c")}
        self.write_npy("x.npy", "f8", (4,), [5, -1, -1, 7])
        self.write_npy("v.npy", "f8", (2,), [1, 2])
        for name, options in ways.items():
            self.build("declared.c", "-o", name, *options)
            for target in ("cpu", "parallel"):
                with self.subTest(library=name, target=target):
                    outputs = ("-o", "y.npy", "-o", "z.npy", f"--target={target}")
                    self.succeed("run", f"./{name}", "code", "x.npy", *outputs)
                    self.assertEqual(self.read_npy("y.npy")[2], [5, 0, 0, 7])
                    self.assertEqual(self.read_npy("z.npy")[2], [0, 1, 1, 0])
                    self.succeed("run", f"./{name}", "spoil", "v.npy", "x.npy", *outputs)
                    self.assertEqual(self.read_npy("y.npy")[2], [10, 4, 4, 12])
                    self.assertEqual(self.read_npy("z.npy")[2], [6, 0, 0, 0, 0, 0, 8, 0])

    def test_gpu_without_nvcc(self):
        gpu = ("build", "kernels.c", "-o", "k.so", "--targets=gpu")
        self.refuse(1, "which $NVCC names", *gpu, NVCC="/nonexistent/nvcc")
        self.succeed("build", "kernels.c", "-o", "k.so", NVCC="/nonexistent/nvcc")
        self.assertIn("cpu,parallel ", self.succeed("list", "k.so"))

    def test_gpu_with_an_old_nvcc(self):
        for release, fault in [("11.8", "is of CUDA 11.8; Weft needs 12.8 or newer"),
                               ("12.7", "is of CUDA 12.7; Weft needs 12.8 or newer"),
                               ("12.8", "lists no architectures"),
                               ("x", "does not tell its release")]:
            old = self.compiler(f"echo 'Cuda compilation tools, release {release}, V'")
            with self.subTest(release=release):
                self.refuse(1, fault, "build", "kernels.c", "-o", "k.so", "--targets=gpu", NVCC=old)
                status, _, errors = self.weft("build", "kernels.c", "-o", "k.so", NVCC=old)
                self.assertEqual(status, 0, errors)
                self.assertRegex(errors, f"warning: built without the gpu target: .* {fault}")
                self.assertIn("cpu,parallel ", self.succeed("list", "k.so"))
                os.remove(self.path("k.so"))

    def test_gpu(self):
        status, said, errors = self.weft("build", "kernels.c", "-v", "-o", "k.so", "--targets=cpu,gpu",
                                         "--cuda-architectures=80,90", "--compress-images=size")
        if "needs nvcc" in errors:
            self.skipTest("there is no nvcc")
        self.assertEqual(status, 0, errors)
        # What is the same for both is compiled once.
        ran = [line for line in (said + errors).splitlines() if " -ptx " in line]
        self.assertEqual(set(re.findall(r"--compress-mode=(\w+)", said + errors)), {"size"})
        self.assertEqual([re.findall(r"-arch=compute_\d+", line) for line in ran
                          if "-DWEFT_KERNELS=1" in line], [["-arch=compute_75"]])
        self.assertEqual(len(ran), len([line for line in ran if "-DWEFT_KERNELS=" in line]))
        self.assertIn(",gpu ", self.succeed("list", "k.so"))
        self.assertEqual(self.run_twice("k.so", "4"), 8)
        self.refuse(1, "'12' is not an architecture", "build", "kernels.c", "-o", "x.so",
                  "--cuda-architectures=12")
        self.refuse(2, "'well' is none of size, balance, speed", "build", "kernels.c", "-o", "x.so",
                    "--compress-images=well")

    def build_for_gpu(self, text, architectures="90"):
        """The list of a library made of this text, and what was said of it."""
        self.write("own.c", "#include <weft/annotate.h>\nWEFT_TYPEVAR(T);\n" + text)
        status, _, errors = self.weft("build", "own.c", "-o", "own.so", "--targets=cpu,gpu",
                                      f"--cuda-architectures={architectures}")
        if "needs nvcc" in errors:
            self.skipTest("there is no nvcc")
        self.assertEqual(status, 0, errors)
        return self.succeed("list", "own.so", "--long"), errors

    def test_names_that_the_device_compiler_does_not_take(self):
        """Letters outside ASCII, and keywords of C++, are names of C."""
        shown, errors = self.build_for_gpu("""
            typedef double Länge;
            struct maß { double höhe, tiefe; };
            static const double größen[2] = {1, 2};
            #define ÜBER(x) ((x) * größen[0])
            static double fläche(struct maß m) { return m.höhe * m.tiefe * größen[1]; }
            static double delete(double new) { return new + 1; }
            WEFT_VECTORIZE() Länge größe(Länge länge, double Δt)
            { struct maß m = {länge, ÜBER(Δt)}; return fläche(m); }
            WEFT_VECTORIZE() double nullptr(double class) { return delete(class); }
            WEFT_GUVECTORIZE("(n)->()") double new(unsigned n, const double x[n])
            { return n ? x[0] : 0; }
            """.replace("            ", ""))
        self.assertEqual(shown.count("[cpu,parallel,gpu]"), 3)
        self.assertEqual(errors, "")

    def test_const_that_is_dropped(self):
        """C++ wants a cast where C only warns."""
        shown, errors = self.build_for_gpu("""
            static const double table[3] = {1, 2, 3};
            static double second(double *t) { return t[1]; }
            static T first(T *t) { return t[0]; }
            WEFT_VECTORIZE() double lost(double x)
            { double *p = table; return x * second(table) + p[2]; }
            WEFT_GUVECTORIZE("(n)->()", "float64(float64[:])", "float32(float32[:])")
            T head(unsigned n, const T x[n]) { return n ? first(x) : 0; }
            """)
        self.assertEqual(shown.count("[cpu,parallel,gpu]"), 2)
        self.assertEqual(errors, "")

    def test_a_kernel_that_nvcc_refuses(self):
        """Only that function loses its gpu kernels; without any that is left it is an error."""
        bad = ("WEFT_VECTORIZE() double bad(double x)\n"
               "{ return __builtin_choose_expr(1, x, 2.0); }\n")
        shown, errors = self.build_for_gpu(
            bad + "WEFT_VECTORIZE() double good(double x) { return x + 1; }\n"
            'WEFT_GUVECTORIZE("(n)->()") double first(unsigned n, const double x[n])\n'
            "{ return n ? x[0] : 0; }\n", "80,90")
        self.assertEqual(errors.count("warning"), 1)
        self.assertRegex(errors, "warning: no gpu kernel for 'bad': the device compiler refuses it")
        self.assertIn("bad  ()->()  [cpu,parallel]", shown)
        self.assertIn("good  ()->()  [cpu,parallel,gpu]", shown)
        self.assertIn("first  (n)->()  [cpu,parallel,gpu]", shown)
        self.assertIn("no gpu kernels: the device compiler refuses it", shown)
        self.write("own.c", "#include <weft/annotate.h>\n" + bad)
        self.refuse(1, "no function has a gpu kernel", "build", "own.c", "-o", "none.so",
                    "--targets=gpu", "--cuda-architectures=90")
        self.assertNotIn("none.so", self.files())

    def test_device_sources(self):
        """CUDA C++ with headers of CUDA's; what is wrong in it, and what it lacks."""
        code = ("WEFT_DEVICE_TWIN static float twin(float x) { return x; }\n"
                "WEFT_VECTORIZE() float uses(float x) { return twin(x); }\n"
                "WEFT_VECTORIZE() float plain(float x) { return x + 1; }\n")
        self.write("twins.c", "#include <weft/annotate.h>\n" + code)
        self.write("inner.cuh", "#define TWICE(x) ((x) + (x))\n")
        good = ('#include "inner.cuh"\n#include <cuda/std/limits>\n#include <cuda_fp16.h>\n'
                "__device__ float twin(float x) { return TWICE(x); }\n")
        self.write("good.cuh", good)
        self.write("bad.cuh", good.replace("(x);", "(y);"))
        self.write("lacking.cuh", good.replace("twin", "other"))
        build = ("build", "twins.c", "-o", "t.so", "--cuda-architectures=90", "--device-source")
        status, _, errors = self.weft(*build, "good.cuh", "--targets=cpu,gpu", "--depfile=t.d")
        if "needs nvcc" in errors:
            self.skipTest("there is no nvcc")
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual(self.succeed("list", "t.so").count("cpu,parallel,gpu"), 2)
        with open(self.path("t.d"), encoding="utf-8") as file:
            self.assertRegex(file.read(), r"(?s)good\.cuh .*inner\.cuh ")
        os.remove(self.path("t.so"))
        self.refuse(1, 'bad.cuh(4): error: identifier "y" is undefined', *build, "bad.cuh")
        errors = self.weft(*build, "lacking.cuh")[2]
        self.assertIn("no gpu kernel for 'uses': the device compiler refuses it: twins.c(3): error: no file of "
                      "--device-source has 'twin', which has WEFT_DEVICE_TWIN or WEFT_LAUNCH", errors)
        self.assertEqual(self.succeed("list", "t.so").count("cpu,parallel,gpu"), 1)
        self.refuse(1, "nowhere.cuh: No such file", *build, "nowhere.cuh")
        launch = ('\nWEFT_LAUNCH(blocks(n), threads(32))\nWEFT_GUVECTORIZE("(n)->(n)")\nvoid %s(size_t n, const float x[n], '
                  "float y[n]) { for (size_t i = 0; i < n; i++) y[i] = x[i]; }\n")
        self.write("twins.c", "#include <weft/annotate.h>" + launch % "fits" + launch % "word" + launch % "lost")
        self.write("four.cuh", "#include <stddef.h>\n"
                   "template <class T> __device__ void fits(size_t n, const T *x, T *y) { y[blockIdx.x] = x[blockIdx.x]; }\n"
                   'extern "C" __global__ void word(size_t n, const float *x, float *y) { y[0] = x[0]; }\n')
        errors = self.weft(*build, "four.cuh")[2]
        self.assertRegex(errors, r"for 'word': the device compiler refuses it: twins\.c\(8\): error: what WEFT_LAUNCH stands "
                         "before is a __device__ function")
        self.assertRegex(errors, r"for 'lost': the device compiler refuses it: twins\.c\(12\): error: no file of --device-source")
        self.assertEqual(self.succeed("list", "t.so").count("cpu,parallel,gpu"), 1)
        self.refuse(1, "-o good.cuh is a source file", "build", "twins.c", "-o", "good.cuh", "--device-source", "good.cuh")

    def test_a_kernel_by_itself(self):
        """A file of CUDA C++ becomes a fatbin; what nvcc refuses is at its own line."""
        good = '#include "size.h"\nextern "C" __global__ void fill(int *x)\n{\n    x[0] = SIZE + MORE;\n}\n'
        self.write("raw.cu", good)
        self.write("bad.cu", good.replace("x[0]", "y[0]"))
        self.write("size.h", "#define SIZE 3\n")
        build = ("build", "-DMORE=4", "--cuda-architectures=90", "raw.cu", "-o", "raw.fatbin")
        status, _, errors = self.weft(*build)
        if "needs nvcc" in errors or "no nvcc" in errors:
            self.skipTest("there is no nvcc")
        self.assertEqual((status, errors), (0, ""))
        with open(self.path("raw.fatbin"), "rb") as file:
            self.assertEqual(file.read(4), b"\x50\xed\x55\xba")
        self.refuse(1, 'bad.cu(4): error: identifier "y" is undefined', *build[:3], "bad.cu", "-o", "x.fatbin")
        self.refuse(1, "raw.cu is of CUDA C++, which is built by itself", *build, "kernels.c")
        self.refuse(1, "-o raw.cu is a source file", "build", "raw.cu", "-o", "raw.cu")
        self.refuse(1, "none.cu: No such file", "build", "none.cu", "-o", "x.fatbin", "--cuda-architectures=90")

    def test_a_kernel_that_ptxas_refuses(self):
        """What nvcc takes and its assembler does not."""
        nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        if not os.path.exists(nvcc):
            self.skipTest("there is no nvcc")
        programs = os.path.join(os.path.dirname(self.folder), "programs")
        os.mkdir(programs)
        real = os.path.dirname(os.path.realpath(nvcc))
        said = '{ echo "ptxas error : bad is bad"; exit 1; }'
        scripts = {
            "nvcc": f'{real}/nvcc "$@" || exit\n'
                    f'case "$*" in *-cubin*) ! grep -q bad_float64 *.cubin || {said};; esac\n',
            "ptxas": f'! grep -q bad_float64 "$2" || {said}\nexec {real}/ptxas "$@"\n',
            "fatbinary": f'exec {real}/fatbinary "$@"\n'}
        for name, script in scripts.items():
            with open(os.path.join(programs, name), "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\n" + script)
            os.chmod(os.path.join(programs, name), 0o755)
        self.write("own.c", "#include <weft/annotate.h>\n"
                   "WEFT_VECTORIZE() double bad(double x) { return x - 1; }\n"
                   "WEFT_VECTORIZE() double good(double x) { return x + 1; }\n")
        status, _, errors = self.weft("build", "own.c", "-o", "own.so", "--targets=cpu,gpu",
                                      "--cuda-architectures=90",
                                      NVCC=os.path.join(programs, "nvcc"))
        self.assertEqual(status, 0, errors)
        self.assertIn("warning: no gpu kernel for 'bad': the device compiler refuses it: ptxas error",
                      errors)
        shown = self.succeed("list", "own.so")
        self.assertRegex(shown, r"bad .*cpu,parallel ")
        self.assertRegex(shown, r"good .*cpu,parallel,gpu ")

    def test_ptx(self):
        """What fails for something else than a kernel is an error, and there is no header."""
        self.succeed("generate", "kernels.c", "-o", "made")
        self.refuse(1, "no such compiler", "ptx", "made/kernels.cu", "--refused=made/x.h", "--",
                    "sh", "-c", "echo no such compiler; exit 1")
        self.assertFalse(os.path.exists(self.path("made/x.h")))
        self.succeed("ptx", "made/kernels.cu", "--refused=made/x.h", "--", "true")
        with open(self.path("made/x.h"), encoding="utf-8") as file:
            self.assertNotIn("#define", file.read())
        only = 'case "$*" in *-DWEFT_REFUSED_twice*) ;; *) echo an error; exit 1;; esac'
        errors = self.weft("ptx", "made/kernels.cu", "--refused=made/x.h", "--", "sh", "-c", only,
                           "sh")[2]
        self.assertIn("warning: no gpu kernel for 'twice': the device compiler refuses it: an error",
                      errors)
        with open(self.path("made/x.h"), encoding="utf-8") as file:
            self.assertIn("#define WEFT_REFUSED_twice\n", file.read())

    def test_ptx_and_its_assembler(self):
        """The commands behind the other -- count, too."""
        self.succeed("generate", "kernels.c", "-o", "made")
        command = ["ptx", "made/kernels.cu", "--refused=made/x.h", "--", "sh", "-c",
                   'echo "$*" >made/x.ptx', "sh", "--", "true", "--", "sh", "-c"]
        errors = self.weft(*command, "grep -q WEFT_REFUSED_twice made/x.ptx || "
                           "{ echo ptxas error; exit 1; }")[2]
        self.assertIn("no gpu kernel for 'twice': the device compiler refuses it: ptxas error",
                      errors)
        with open(self.path("made/x.h"), encoding="utf-8") as file:
            self.assertIn("#define WEFT_REFUSED_twice\n", file.read())
        self.refuse(1, "no such file", "ptx", "made/kernels.cu", "--refused=made/x.h", "--", "true",
                    "--", "sh", "-c", "echo no such file; exit 1")

    def gather(self, text):
        """What becomes of PTX."""
        self.write("given.ptx", text)
        self.succeed("ptx", "kernels.cu", "--refused=x.h", "--", "sh", "-c", 'cp given.ptx "$2"',
                     "sh", "-o", "out.ptx")
        with open(self.path("out.ptx"), encoding="utf-8") as file:
            return file.read()

    def test_constants_of_ptx(self):
        """Loads of float64 literals become loads from a table, with the same bits, and nothing else."""
        self.write("kernels.cu", "")
        head = ".version 8.0\n.target sm_75\n.address_size 64\n"
        body = ".visible .entry k(.param .u64 p)\n{\n\t.reg .f64 %fd<9>;\n\t.reg .b64 %rd<2>;\n"
        third, ninth, negative = "3FD5555555555555", "3FBC71C71C71C71C", "BFD5555555555555"
        load = "\tmov.f64 \t%fd{}, 0d{};\n"
        kept = ["\tmov.f64 \t%fd5, 0d3FF0000000000000;\n",  # fits into an instruction
                "\tmov.f64 \t%fd6, %fd5;\n", "\tmov.f32 \t%f1, 0f3EAAAAAB;\n",
                "\tadd.f64 \t%fd7, %fd6, 0d3FD5555555555555;\n",
                "\tmov.f64 \t%fd7, 0d3FD555555555555;\n",  # a digit is missing
                "\tmov.f64 \t%fd7, 0d3FD5555555555555; // said\n"]
        given = body + load.format(1, third) + load.format(2, ninth) + kept[0] + kept[1] + \
            load.format(3, negative) + "".join(kept[2:]) + load.format(4, third.lower()) + "}\n"
        made = self.gather(head + given)
        wanted = given
        for number, digits, place in [(1, third, 0), (2, ninth, 8), (3, negative, 16),
                                      (4, third.lower(), 0)]:
            wanted = wanted.replace(load.format(number, digits),
                                    f"\tld.const.f64 \t%fd{number}, [weft_constants+{place}];\n")
        self.assertEqual(made, head + "\n.const .align 8 .b64 weft_constants[3] = "
                         f"{{0x{third}, 0x{ninth}, 0x{negative}}};\n" + wanted)
        self.assertEqual(self.gather(made), made)  # once is enough
        plain = head + body + "".join(kept) + "}\n"
        self.assertEqual(self.gather(plain), plain)
        headless = given + load.format(1, ninth)
        self.assertEqual(self.gather(headless), headless)
        self.assertEqual(self.gather(""), "")

    def test_constants_of_ptx_are_not_too_many(self):
        self.write("kernels.cu", "")
        numbers = [f"\tmov.f64 \t%fd1, 0d3FF00000{k + 1:08X};\n" for k in range(2100)]
        made = self.gather(".address_size 64\n" + "".join(numbers))
        self.assertIn("weft_constants[2048]", made)
        self.assertIn("[weft_constants+16376];", made)
        self.assertEqual(made.count("mov.f64"), 52)

    def test_constants_of_ptx_are_assembled(self):
        """The table is PTX, and machine code reads it."""
        nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        if not os.path.exists(nvcc):
            self.skipTest("there is no nvcc")
        ptxas = os.path.join(os.path.dirname(os.path.realpath(nvcc)), "ptxas")
        self.write("kernels.cu", "extern \"C\" __global__ void k(double *x)\n"
                   "{ x[threadIdx.x] = exp(x[threadIdx.x]); }\n")
        self.succeed("ptx", "kernels.cu", "--refused=x.h", "--", nvcc, "-ptx", "-arch=compute_80",
                     "kernels.cu", "-o", "k.ptx", "--", ptxas, "-arch=sm_80", "k.ptx", "-o", "k.cubin")
        with open(self.path("k.ptx"), encoding="utf-8") as file:
            self.assertGreater(file.read().count("[weft_constants+"), 5)
        with open(self.path("k.cubin"), "rb") as file:
            self.assertIn(b"weft_constants", file.read())

    def test_interrupts_leave_nothing(self):
        mark = os.path.join(os.path.dirname(self.folder), "mark")
        compiles = self.compiler('touch "$MARK"; sleep 60 & wait')
        answers = os.path.join(os.path.dirname(self.folder), "answers.sh")
        with open(answers, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\ntouch "$MARK"; sleep 60 & wait\n')
        os.chmod(answers, 0o755)
        for number, compiler in [(signal.SIGINT, compiles), (signal.SIGTERM, compiles),
                                 (signal.SIGHUP, compiles), (signal.SIGTERM, answers)]:
            with self.subTest(number=number, compiler=compiler):
                process = subprocess.Popen(
                    [WEFT, "build", "kernels.c", "-o", "k.so", "--targets=cpu"], cwd=self.folder,
                    env=self.environment(CC=compiler, MARK=mark), stderr=subprocess.PIPE)
                end = time.monotonic() + 30
                while not os.path.exists(mark) and time.monotonic() < end:
                    time.sleep(0.01)
                os.remove(mark)
                process.send_signal(number)
                errors = process.communicate(timeout=30)[1]
                self.assertEqual(process.returncode, -number)
                self.assertEqual(errors, b"")
                self.assertEqual(self.files(), ["kernels.c"])
                self.assertEqual(os.listdir(self.scratch), [])

    def test_generate(self):
        self.succeed("generate", "kernels.c", "-o", "made/deeper", "--targets=cpu")
        made = os.listdir(self.path("made/deeper"))
        self.assertIn("kernels.c", made)
        self.assertIn("kernels.h", made)
        self.assertNotIn("library.c", made)
        self.write("wrong.c", WRONG)
        self.refuse(1, "wrong.c:3", "generate", "wrong.c", "-o", "other")

    def test_identities_are_numbers_of_c(self):
        source = """
#include <weft/annotate.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#define TEN ((10))
"""
        written = [("int32_t", "INT32_MIN", "-2147483648"),
                   ("int32_t", "(INT32_MAX)", "2147483647"),
                   ("int64_t", "INT64_MIN", "-9.2233720368547758e+18"),
                   ("uint64_t", "0x8000000000000000U", "9.2233720368547758e+18"),
                   ("int64_t", "9007199254740992", "9007199254740992"),
                   ("uint8_t", "-1", "-1"), ("int8_t", "- TEN + 0x1f", "21"),
                   ("double", "-INFINITY", "-__builtin_inf()"),
                   ("float", "HUGE_VALF", "__builtin_inf()"),
                   ("double", "inf", "__builtin_inf()"), ("double", "-inf", "-__builtin_inf()"),
                   ("double", "NAN", '__builtin_nan("")'), ("double", "nan", '__builtin_nan("")'),
                   ("double", "-0.0", "-0.0"), ("double", "-1.5e-3l", "-0.0015"),
                   ("float", "FLT_MAX", "3.4028234663852886e+38"), ("float", ".5f", "0.5"),
                   ("double", "0x1p-3", "0.125"), ("double", "010", "8")]
        for index, (c_type, number, _) in enumerate(written):
            source += (f"WEFT_VECTORIZE() WEFT_OPTIONS(reorderable, identity({number}))\n"
                       f"{c_type} f{index}({c_type} a, {c_type} b) {{ return a < b ? a : b; }}\n")
        self.write("numbers.c", source)
        self.succeed("generate", "numbers.c", "-o", "generated", "--targets=cpu")
        with open(self.path("generated/numbers.table.c"), encoding="utf-8") as file:
            found = re.findall(r"\.identity = (.*),", file.read())
        self.assertEqual(found, [printed for _, _, printed in written])

    def test_sources_are_never_written_over(self):
        with open(self.path("kernels.c"), encoding="utf-8") as file:
            text = file.read()
        self.refuse(1, "which was read", "generate", "kernels.c", "-o", ".")
        self.refuse(1, "which was read", "generate", "kernels.c", "-o", "made", "--depfile",
                    "./kernels.c")
        self.refuse(1, "is a source file", "build", "kernels.c", "-o", "./kernels.c")
        self.refuse(1, "could be written over", "build", "kernels.c", "-o", "k.so",
                    "--save-temps=.")
        with open(self.path("kernels.c"), encoding="utf-8") as file:
            self.assertEqual(file.read(), text)

    def test_outputs_are_files_and_different_ones(self):
        self.write("header.h", "")
        self.write("kernels.c", '#include "header.h"' + KERNELS)
        build = ("build", "--targets=cpu", "kernels.c", "-o", "k.so")
        os.mkfifo(self.path("fifo"))
        for depfile, why in (("kernels.c", "--depfile=kernels.c is a source file"),
                             ("./k.so", "-o and --depfile cannot both be ./k.so"),
                             ("header.h", "which was read"),
                             ("/dev/full", "not a regular file"), ("fifo", "not a regular file"),
                             (".", "not a regular file"), ("no/k.d", "folder no: No such file"),
                             ("kernels.c/k.d", "folder kernels.c: Not a directory")):
            self.refuse(1, why, *build, f"--depfile={depfile}")
        for output, why in (("header.h", "which was read"), ("/proc/k.so", "folder /proc: "),
                            ("kernels.c/k.so", "folder kernels.c: Not a directory")):
            self.refuse(1, why, "build", "--targets=cpu", "kernels.c", "-o", output)
        os.mkdir(self.path("kept"))
        self.refuse(1, "a file of its own to write to kept/kernels.h", *build,
                    "--save-temps=kept", "--depfile=kept/kernels.h")
        with open(self.path("header.h"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "")
        generate = ("generate", "kernels.c", "-o", "made")
        self.refuse(1, "/dev/full: it is there and is not", *generate, "--depfile=/dev/full")
        self.refuse(1, "made/kernels.h is also the depfile", *generate,
                    "--depfile=made/kernels.h")

    def test_standards_and_languages_that_are_not_there(self):
        build = ("build", "--targets=cpu", "kernels.c", "-o", "k.so")
        self.refuse(1, "-std=c77: libclang", "generate", "kernels.c", "-o", "made", "--std=c77")
        self.refuse(1, "does not take -std=c77", *build, "-std=c77")
        for standard in ("c89", "gnu90", "iso9899:199409"):
            self.refuse(2, f"--std={standard}: a Weft source is C99 or newer", *build,
                        f"-std={standard}")
        self.refuse(1, "does not compile C; $CC must name a C compiler", *build,
                    CC=self.compiler("exit 0", "exit 1"))

    def test_names_of_generated_files_and_symbols(self):
        for name, function in (("a-b", "f"), ("a_b", "g"), ("library", "h"),
                               ("kernels.table", "i")):
            self.write(f"{name}.c", "#include <weft/annotate.h>\nWEFT_VECTORIZE()\n"
                       f"double {function}(double x) {{ return x; }}\n")
        self.refuse(1, "a-b.c and a_b.c would both be called a_b", "build", "a-b.c", "a_b.c",
                    "-o", "k.so")
        self.refuse(1, "two generated files would be called library.c", "build", "library.c",
                    "-o", "k.so")
        self.refuse(1, "two generated files would be called kernels.table.c", "generate",
                    "kernels.c", "kernels.table.c", "-o", "made")
        self.succeed("generate", "library.c", "-o", "made", "--targets=cpu")

    def test_sources_that_are_none(self):
        self.refuse(1, "cannot read no.c: No such file", "build", "no.c", "-o", "k.so")
        self.refuse(1, "cannot read .: Is a directory", "build", ".", "-o", "k.so")
        os.mkfifo(self.path("fifo"))
        for name in ("fifo", "/dev/null"):
            self.refuse(1, f"cannot read {name}: it is not a regular file", "explain", name)
        self.write("binary.c", "int x;\0")
        self.refuse(1, "cannot read binary.c: it is no text file", "build", "binary.c", "-o",
                    "k.so")

    def test_explain_and_print_ir(self):
        self.assertIn("twice", self.succeed("explain", "kernels.c"))
        self.assertNotEqual(self.succeed("generate", "--print-ir", "kernels.c"), "")
        self.assertEqual(self.files(), ["kernels.c"])
        self.write("wrong.c", WRONG)
        self.refuse(1, "wrong.c:3", "explain", "wrong.c")

    def test_words_of_explain(self):
        """What explain says is explained by its help, a line each."""
        help_text = self.succeed("explain", "--help")
        lines = help_text.split("Words of the report:\n")[1].split("\n\n")[0].split("\n")
        self.assertEqual([line for line in lines if not line.startswith("  ")], [])
        words = {line[2:19].strip() for line in lines}
        for word in ("elementwise", "contraction", "sequential axis", "general", "pure", "cost",
                     "contiguous", "packed", "comes along"):
            self.assertIn(word, words)

    def test_as_many_operands_as_a_call_takes(self):
        names = [f"a{i}" for i in range(30)]
        terms = " + ".join(f"{i + 1} * {name}" for i, name in enumerate(names))
        self.write("many.c", "#include <weft/annotate.h>\nWEFT_VECTORIZE()\ndouble many("
                   + ", ".join(f"double {name}" for name in names)
                   + f", int *last) {{ *last = (int)a29; return {terms}; }}\n")
        self.succeed("build", "many.c", "-o", "libmany.so", "--targets=cpu")
        numbers = [str(i) for i in range(30)]
        self.succeed("run", "./libmany.so", "many", *numbers, "-o", "last.npy", "-o", "sum.npy")
        self.assertEqual(self.read_npy("last.npy")[2], [29])
        self.assertEqual(self.read_npy("sum.npy")[2], [sum(i * (i + 1) for i in range(30))])

    def test_sources_are_read_once(self):
        self.write("empty.c", "#include <weft/annotate.h>\n")
        for command in (("generate", "--print-ir", "-o", "made"), ("explain", "--print-ir")):
            status, output, errors = self.weft(*command, "kernels.c", "empty.c")
            self.assertEqual(status, 0, errors)
            self.assertEqual(errors.count("no function is annotated"), 1)
            self.assertEqual(output.count("function twice: "), 1)
        self.assertIn("kernels.body.h", os.listdir(self.path("made")))


if __name__ == "__main__":
    if not common.has_generator():
        print("skipped: this tool was built without the generator")
        sys.exit(common.SKIPPED)
    common.main()
