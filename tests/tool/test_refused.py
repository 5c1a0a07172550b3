"""What the C compiler refuses of one function, and what nothing defines, costs that function alone: it is linked, or left
out with one warning."""

import os
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
        compiler = os.path.join(os.path.dirname(self.folder), "compiler")
        with open(compiler, "w", encoding="utf-8") as file:
            file.write(COMPILER)
        os.chmod(compiler, 0o755)
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
