"""weft check: the same calls on every target, compared."""

import unittest

import common
from common import SAMPLE


class Check(common.ToolTest):
    def test_a_library_on_random_operands(self):
        lines = self.succeed("check", SAMPLE).splitlines()
        rows = [line.split("  ") for line in lines if "  parallel  " in line]
        self.assertEqual([row[0] for row in rows], [
            "add (int64, int64)", "add (float64, float64)", "add (complex128, complex128)",
            "split (float64, float64[:], float64[:])",
            "matvec (float64[:,:], float64[:], float64[:])"])  # total is reduced, not called
        self.assertEqual({row[-1] for row in rows}, {"same"})
        self.assertIn("0 of 5 results are wrong", lines)

    def test_a_function_and_given_operands(self):
        self.write_npy("x.npy", "f8", (3,), [1, 2, 3])
        self.assertIn("0 of 3 results", self.succeed("check", SAMPLE, "add", "--seed=5", "--items=7"))
        text = self.succeed("check", SAMPLE, "add", "x.npy", "1.5")
        self.assertIn("add  parallel  same", text)
        self.assertIn("0 of 1 results", text)

    def test_no_items(self):
        self.assertIn("0 of 5 results", self.succeed("check", SAMPLE, "--items=0"))

    def test_refusals(self):
        self.write_npy("x.npy", "f8", (2,), [1, 2])
        self.write_npy("y.npy", "f8", (3,), [1, 2, 3])
        self.refuse(2, "LIB is missing", "check")
        self.refuse(1, "there is no function 'ad'", "check", SAMPLE, "ad")
        self.refuse(1, "add", "check", SAMPLE, "add", "x.npy", "y.npy")
        self.refuse(2, "add takes 2 inputs (a, b); 1 were named", "check", SAMPLE, "add", "1")
        self.refuse(2, "--low=9 is not below --high=8", "check", SAMPLE, "--low=9")
        self.refuse(2, "--items: '-1' is not a number from 0", "check", SAMPLE, "--items=-1")
        self.refuse(2, "--high: 'much' is not a number", "check", SAMPLE, "--high=much")

    @unittest.skipUnless(common.has_generator(), "without the generator")
    def test_a_wrong_result_is_named(self):
        self.write("count.c", "static long calls;\nlong count(long x) { return x + calls++; }\n")
        self.write("kernels.c", "#include <weft/annotate.h>\n"
                                "WEFT_OPTIONS(serial) WEFT_VECTORIZE() long count(long x);\n")
        self.succeed("build", "kernels.c", "--source=count.c", "-o", "libcount.so")
        self.write_npy("x.npy", "i8", (2, 2), [10, 20, 30, 40])
        status, output, _ = self.weft("check", "./libcount.so", "count", "x.npy")
        self.assertEqual(status, 1)
        self.assertIn("WRONG: 4 of 4 differ, by up to 4: result[0, 0] is 14, not 10", output)
        self.assertIn("1 of 1 results are wrong", output)


if __name__ == "__main__":
    common.main()
