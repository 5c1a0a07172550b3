"""What the C compiler refuses of one function, and what nothing defines, costs that function alone: it is linked, or left
out with one warning."""

import os
import platform
import unittest

import common

THEIRS = """
double plain(double x) { return x + 1; }
double odd(double x) { return __builtin_elementwise_abs(x) + 3; }
"""
MARKS = """
static double marked(double x) { return x * 2; }
double late(double x) { return marked(x) + 5; }
"""
MINE = """
#include <weft/annotate.h>
WEFT_VECTORIZE() double plain(double x);
WEFT_VECTORIZE() double late(double x);
WEFT_VECTORIZE() double absent(double x);
double nowhere(double x);
WEFT_VECTORIZE() double calls(double x) { return nowhere(x) + 1; }
WEFT_VECTORIZE() double own_odd(double x) { return __builtin_elementwise_abs(x) + 2; }
WEFT_VECTORIZE() double own(double x) { return x * 3; }
static double bad(double x) { return __builtin_elementwise_abs(x); }
WEFT_REDUCE("float64(float64)") WEFT_OPTIONS(map(bad), identity(0))
static double total(double a, double b) { return a + b; }
"""
# Refuses kernels that have the function `marked`, and takes it in a file that is compiled as it stands.
COMPILER = """#!/bin/sh
case "$*" in *-DWEFT_ISA=*)
    if cc "$@" -E -P -o - 2>/dev/null | grep -q 'double [a-z0-9_]*marked'; then
        echo 'marks.c:2:1: error: it has a mark' >&2
        exit 1
    fi
esac
exec cc "$@"
"""
# What is linked as it stands: functions beside each other, in files that others need.
LINKED = """
#include <stdlib.h>
double nowhere(double x), given(double x);
int note(const char *text, double x), count(void);
double half(double x);
static double *keep(double x) { double *p = malloc(sizeof *p); *p = x; return p; }
double good(double x) { double *p = keep(x), y = *p + 1; free(p); return y; }
double bad(double x) { double *p = keep(x), y = nowhere(*p); free(p); return y; }
double indirect(double x) { double *p = keep(x), y = given(*p); free(p); return y; }
double noted(double x) { double *p = keep(x), y = *p + 2; free(p); return y + note("x", x) + 8 * half(x) + count(); }
double unused(double x) { return nowhere(x); }
"""
GIVEN = """
double nowhere(double x);
double given(double x) { return nowhere(x) * 2; }
int note(const char *text, double x) { return text[0] + (int)x; }
"""
NEWER = """
#include <stdlib.h>
/* what a compiler of tomorrow reads */
double newer(double x) { void *p = malloc(3); free(p); return x; }
"""
NEEDS = """
#include <weft/annotate.h>
WEFT_VECTORIZE() double good(double x);
WEFT_VECTORIZE() double bad(double x);
WEFT_VECTORIZE() double indirect(double x);
WEFT_VECTORIZE() double noted(double x);
WEFT_VECTORIZE() double newer(double x);
double bad(double x);
WEFT_VECTORIZE() double calls(double x) { return bad(x) + 1; }
"""
# Refuses a file of NEWER as it stands, which libclang reads.
STRICTER = """#!/bin/sh
case "$*" in *newer.c*)
    case "$*" in *-dM*|*-E*) ;; *) echo 'newer.c:3:1: error: it is too new' >&2; exit 1 ;; esac
esac
exec cc "$@"
"""
# What compilers refuse as they make code: not every instruction set has the instruction.
INSTRUCTION = """
#include <immintrin.h>
#include <weft/annotate.h>
WEFT_VECTORIZE() unsigned checked(unsigned x) { return _mm_crc32_u32(x, 5); }
WEFT_VECTORIZE() int plain(int x) { return x + 1; }
"""
LEFT_OUT = ("'absent' is left out: nothing that is linked defines 'absent'; add its library with -lNAME",
            "'calls' is left out: nothing that is linked defines 'nowhere'",
            "'own_odd' is left out: the C compiler refuses it: ",
            "'total' is left out: the C compiler refuses it: ")


class Refused(common.ToolTest):
    def setUp(self):
        super().setUp()
        self.write("theirs.c", THEIRS)
        self.write("marks.c", MARKS)
        self.write("mine.c", MINE)

    def check(self, errors):
        for text in LEFT_OUT:
            self.assertEqual(errors.count("warning: " + text), 1, errors)

    def test_build(self):
        compiler = self.write_compiler(COMPILER)
        status, _, errors = self.weft("build", "mine.c", "--source=theirs.c", "--source=marks.c", "-o",
                                      "m.so", "--targets=cpu", CC=compiler)
        self.assertEqual(status, 0, errors)
        self.check(errors)
        self.assertEqual(errors.count("'late' is linked, not carried: the C compiler refuses it: "
                                      "marks.c:2:1: error: it has a mark"), 1, errors)
        self.assertEqual(errors.count("warning: "), len(LEFT_OUT) + 1, errors)
        names = [line.split()[0] for line in self.succeed("list", "m.so").splitlines()]
        self.assertEqual(names, ["plain", "late", "own"])
        self.assertEqual([self.compute("./m.so", name, "4") for name in names], [[5], [13], [12]])

    def test_what_cannot_be_linked_either(self):
        self.write("mine.c", "#include <weft/annotate.h>\nWEFT_VECTORIZE() double plain(double x);\n"
                             "WEFT_VECTORIZE() double odd(double x);\n")
        words = ("build", "mine.c", "--source=theirs.c", "-o", "m.so", "--targets=cpu")
        status, _, errors = self.weft(*words)
        self.assertEqual(status, 0, errors)
        self.assertIn("warning: 'odd' is left out: the C compiler refuses it: ", errors)
        self.assertEqual(self.compute("./m.so", "plain", "4"), [5])
        os.remove(self.path("m.so"))
        self.refuse(1, "error: 'odd' is left out: the C compiler refuses it", *words, "--require-all")

    def test_undefined_functions_are_told_before_anything_is_compiled(self):
        self.write("mine.c", "#include <weft/annotate.h>\nWEFT_VECTORIZE() double absent(double x);\n")
        words = ("build", "mine.c", "-o", "m.so", "--targets=cpu")
        self.assertIn("no function is left", self.refuse(1, "nothing that is linked defines 'absent'", *words))
        self.assertNotIn("no function is left",
                         self.refuse(1, "error: 'absent' is left out", *words, "--require-all"))

    def write_compiler(self, text):
        compiler = os.path.join(os.path.dirname(self.folder), "compiler")
        with open(compiler, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(compiler, 0o755)
        return compiler

    def test_what_linked_files_need(self):
        """A name that is missing, or a file that is not taken, costs the functions that need it, before kernels are
        compiled; calls that do nothing do nothing in linked files, too."""
        for name, text in (("linked.c", LINKED), ("given.c", GIVEN), ("newer.c", NEWER), ("needs.c", NEEDS)):
            self.write(name, text)
        compiler = self.write_compiler(STRICTER)
        words = ("build", "needs.c", "--source=linked.c", "--source=given.c", "--source=newer.c", "-o", "n.so",
                 "--targets=cpu", "--ignore-call=note", "--ignore-call=half", "--ignore-call=count")
        status, _, errors = self.weft(*words, CC=compiler)
        self.assertEqual(status, 0, errors)
        for text in ("'bad' is left out: nothing that is linked defines 'nowhere', which 'bad' needs; ",
                     "'indirect' is left out: nothing that is linked defines 'nowhere', which 'indirect' needs; ",
                     "'calls' is left out: nothing that is linked defines 'nowhere', which 'bad' needs; ",
                     "'newer' is left out: the C compiler refuses newer.c, which defines 'newer': "
                     "newer.c:3:1: error: it is too new"):
            self.assertEqual(errors.count("warning: " + text), 1, errors)
        self.assertEqual(errors.count(" is left out"), 4, errors)
        self.assertNotIn("undefined reference", errors)
        names = [line.split()[0] for line in self.succeed("list", "n.so").splitlines()]
        self.assertEqual(names, ["good", "noted"])
        self.assertEqual([self.compute("./n.so", name, "4") for name in names], [[5], [6]])
        os.remove(self.path("n.so"))
        errors = self.refuse(1, "error: 'bad' is left out", *words, "--require-all")
        self.assertNotIn("undefined reference", errors)

    def test_the_last_function(self):
        """Where it is left out, nothing is said in the words of the compiler."""
        self.write("mine.c", "#include <weft/annotate.h>\n"
                             "WEFT_VECTORIZE() double odd(double x) { return __builtin_elementwise_abs(x) + 2; }\n")
        errors = self.refuse(1, "'odd' is left out: the C compiler refuses it: ", "build", "mine.c", "-o", "m.so", "--targets=cpu")
        self.assertEqual(errors.splitlines()[-1], "weft: error: no function is left")
        self.assertNotIn("undefined reference", errors)

    @unittest.skipUnless(platform.machine() == "x86_64", "the instruction is another machine's")
    def test_instruction_that_a_kernel_lacks(self):
        self.write("crc.c", INSTRUCTION)
        words = "crc.c", "--targets=cpu", "-o"
        for command in ("build", *words, "crc.so"), ("generate", *words, "made", "--try=cc"):
            status, _, errors = self.weft(*command)
            self.assertEqual(status, 0, errors)
            self.assertEqual(errors.count("warning: 'checked' is left out: the C compiler refuses it: "), 1, errors)
            self.assertEqual(errors.count("warning: "), 1, errors)
        self.assertEqual(self.compute("./crc.so", "plain", "4"), [5])
        with open(self.path("made/crc.loops.h"), encoding="utf-8") as file:
            self.assertNotIn("checked", file.read())

    def test_generate(self):
        """As CMake has it, which compiles itself."""
        status, _, errors = self.weft("generate", "mine.c", "--source=theirs.c", "--source=marks.c", "-o", "made", "--targets=cpu",
                                      "--try=cc")
        self.assertEqual(status, 0, errors)
        for text in LEFT_OUT[2:]:
            self.assertEqual(errors.count("warning: " + text), 1, errors)
        with open(self.path("made/mine.loops.h"), encoding="utf-8") as file:
            loops = file.read()
        self.assertNotIn("own_odd", loops)
        self.assertIn("WEFT_BODY_absent", loops)


if __name__ == "__main__":
    if not common.has_generator():
        print("skipped: this tool was built without the generator")
        raise SystemExit(common.SKIPPED)
    common.main()
