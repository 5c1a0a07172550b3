"""Functions with a state: their items are computed one after the other, on one thread, on every target that has them."""

import json
import sys

import common

HEADER = """
double next(double x);
double cached(double x);
double twice(double x);
double sum_of(double a, double b);
double tick(double x);
void row(int n, const double *x, double *y);
"""

# `cached` is what libraries do: what a date costs is kept for the next item of that date.
THEIRS = """
#include <stdlib.h>
#include "theirs.h"
static long calls;
double next(double x) { return x + calls++; }
static double last_x, last_y;
double cached(double x)
{
    if (x != last_x) {
        last_x = x;
        double y = 0;
        for (int i = 0; i < 50; i++)
            y += x / (i + 1);
        last_y = y;
    }
    return last_y;
}
double sum_of(double a, double b) { calls++; return a + b; }
double tick(double x) { return x + (rand() & 0); }
void row(int n, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] + calls++;
}
double twice(double x) { return 2 * x; }
"""

UFUNCS = """
#include <weft/annotate.h>
#include "theirs.h"
WEFT_VECTORIZE() double next(double x);
WEFT_VECTORIZE() double cached(double x);
WEFT_VECTORIZE() double twice(double x);
WEFT_VECTORIZE() double sum_of(double a, double b);
WEFT_VECTORIZE() double tick(double x);
WEFT_GUVECTORIZE("(n)->(n)") void row(int n, const double *x, double *y);
WEFT_VECTORIZE() double mine(double x) { return next(x) + 1; }
"""


class SerialTest(common.ToolTest):
    def write_theirs(self):
        self.write("theirs.h", HEADER)
        self.write("theirs.c", THEIRS)
        self.write("ufuncs.c", UFUNCS)

    def build(self, *arguments):
        status, _, errors = self.weft("build", "ufuncs.c", "-o", "u.so", "--targets=cpu,parallel", *arguments)
        self.assertEqual(status, 0, errors)
        return errors

    def test_items_in_their_order(self):
        """Items of a state number themselves, whatever the target and wherever the elements lie."""
        self.write_theirs()
        self.build("--source=theirs.c")
        count = 60000
        self.write_npy("zero.npy", "f8", (300, count // 300), [0] * count)
        for target in ("cpu", "parallel", "auto"):
            self.assertEqual(self.compute("./u.so", "next", "zero.npy", f"--target={target}"), list(range(count)))
            self.assertEqual(self.compute("./u.so", "mine", "zero.npy", f"--target={target}"),
                             [k + 1 for k in range(count)])
            self.assertEqual(self.compute("./u.so", "row", "zero.npy", f"--target={target}"), list(range(count)))

    def test_no_wrong_numbers_on_parallel(self):
        self.write_theirs()
        self.build("--source=theirs.c")
        dates = [1000.0 + k % 2 for k in range(60000)]
        self.write_npy("dates.npy", "f8", (60000,), dates)
        expected = self.compute("./u.so", "cached", "dates.npy", "--target=cpu")
        for _ in range(3):
            self.assertEqual(self.compute("./u.so", "cached", "dates.npy", "--target=parallel", "--threads=4"),
                             expected)

    def test_list_and_explain_say_it(self):
        self.write_theirs()
        self.build("--source=theirs.c")
        functions = {one["name"]: one for one in json.loads(self.succeed("list", "./u.so", "--json"))["ufuncs"]}
        for name in functions:
            self.assertEqual(functions[name]["flags"]["serial"], name != "twice", name)
        self.assertIn("cpu,parallel (serial)", self.succeed("list", "./u.so"))
        self.assertIn("next  ()->()  [cpu,parallel (serial)]", self.succeed("list", "--long", "./u.so"))
        told = self.succeed("explain", "ufuncs.c", "--source=theirs.c")
        self.assertIn("one item after the other, on one thread: 'calls' is a writable static variable (./theirs.c:4)",
                      told.replace("(theirs.c", "(./theirs.c"))
        self.assertEqual(told.count("one item after the other"), 6)

    def test_warnings_are_grouped_by_reason(self):
        self.write_theirs()
        errors = self.build("--source=theirs.c")
        warnings = [line for line in errors.splitlines() if "warning:" in line]
        self.assertEqual(len(warnings), 4, errors)
        self.assertIn("'next' and 2 more are linked, not carried, and computed on one thread, for its items "
                      "share a state: 'calls' is a writable static variable", warnings[0])
        self.assertIn("what 'mine' calls is linked, not carried, and computed on one thread", errors)

    def test_option(self):
        """Without the source nothing is known of a state: then the option says it."""
        self.write_theirs()
        self.compile("-shared", "-fPIC", "theirs.c", "-o", "libtheirs.so")
        self.write("ufuncs.c", UFUNCS.replace("WEFT_VECTORIZE() double next",
                                              "WEFT_VECTORIZE() WEFT_OPTIONS(serial) double next"))
        self.build("-L.", "-ltheirs", "--", "-Wl,-rpath,$ORIGIN")
        functions = {one["name"]: one for one in json.loads(self.succeed("list", "./u.so", "--json"))["ufuncs"]}
        self.assertTrue(functions["next"]["flags"]["serial"])
        self.assertFalse(functions["cached"]["flags"]["serial"])
        self.write_npy("zero.npy", "f8", (60000,), [0] * 60000)
        self.assertEqual(self.compute("./u.so", "next", "zero.npy", "--target=parallel"), list(range(60000)))

    def test_option_of_ones_own(self):
        self.write("own.c", "#include <weft/annotate.h>\nWEFT_VECTORIZE() WEFT_OPTIONS(serial)\n"
                            "double own(double x) { double y = x; while (y > 1) y /= 2; return y; }\n")
        told = json.loads(self.succeed("explain", "--json", "own.c"))["ufuncs"][0]
        self.assertEqual(told["functions"][0]["serial"], "WEFT_OPTIONS(serial)")
        self.assertNotIn("lanes", told["host_kernels"])
        self.assertEqual(told["gpu_refusal"],
                         "its items are computed one after the other: WEFT_OPTIONS(serial) (own.c:3)")
        said = "no gpu kernel for 'own': its items are computed one after the other: WEFT_OPTIONS(serial)"
        self.refuse(1, "error: " + said, "generate", "own.c", "-omade", "--targets=cpu,gpu", "--require-all")
        status, _, errors = self.weft("generate", "own.c", "-omade", "--targets=cpu,gpu")
        self.assertEqual(status, 0)
        self.assertIn("warning: " + said, errors)


if __name__ == "__main__":
    if not common.has_generator():
        print("skipped: this tool was built without the generator")
        sys.exit(common.SKIPPED)
    common.main()
