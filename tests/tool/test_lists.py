"""Lists on the command line: an array of all elements, and --offsets, or the rows of an array."""

import sys

import common

LISTS = """
#include <weft/annotate.h>
WEFT_GUVECTORIZE("(n~)->()") double sum(size_t n, const double x[n])
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += x[i];
    return s;
}
WEFT_GUVECTORIZE("(),(n~)->(n~)") void scale(size_t n, double a, const double x[n], double y[n])
{
    for (size_t i = 0; i < n; i++)
        y[i] = a * x[i];
}
WEFT_GUVECTORIZE("(n~,2),(m~)->()") double both(size_t n, size_t m, const double x[n][2], const double y[m])
{
    return (n ? x[n - 1][1] : 0) + 100 * sum(m, y);
}
WEFT_GUVECTORIZE("(n~),(n~)->()") double dot(size_t n, const double x[n], const double y[n])
{
    double s = 0;
    for (size_t i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}
"""


class Lists(common.ToolTest):
    built = None  # once, for all

    def setUp(self):
        super().setUp()
        self.write("lists.c", LISTS)
        if not Lists.built:
            self.succeed("build", "lists.c", "-o", "liblists.so", "--targets=cpu,parallel")
            with open(self.path("liblists.so"), "rb") as file:
                Lists.built = file.read()
        with open(self.path("liblists.so"), "wb") as file:
            file.write(Lists.built)
        self.write_npy("x.npy", "f8", (7,), range(7))
        self.write_npy("o.npy", "i8", (4,), [0, 3, 3, 7])
        self.write_npy("m.npy", "f8", (2, 3), range(6))

    def call(self, *words):
        self.succeed("run", "./liblists.so", *words, "-o", "r.npy")
        return self.read_npy("r.npy")[1:]

    def test_run(self):
        for target in ("cpu", "parallel", "auto"):
            self.assertEqual(self.call("sum", "x.npy", "--offsets=o.npy", f"--target={target}"), ((3,), [3, 0, 18]))
        self.assertEqual(self.call("scale", "2", "x.npy", "--offsets", "n=o.npy"), ((7,), [0, 2, 4, 6, 8, 10, 12]))
        self.assertEqual(self.call("dot", "x.npy", "x.npy", "--offsets=o.npy"), ((3,), [5, 0, 86]))
        self.assertEqual(self.call("sum", "m.npy"), ((2,), [3, 12]))  # rows
        self.assertEqual(self.call("dot", "m.npy", "m.npy"), ((2,), [5, 50]))
        self.assertIn("float64(3 lists, 7) -> float64(3)",
                      self.weft("run", "./liblists.so", "sum", "x.npy", "--offsets=o.npy", "-o", "r.npy", "-v")[2])

    def test_lists_that_begin_inside(self):
        self.write_npy("o.npy", "i4", (3,), [2, 3, 6])
        self.assertEqual(self.call("scale", "1", "x.npy", "--offsets=o.npy"), ((4,), [2, 3, 4, 5]))
        self.assertEqual(self.call("dot", "x.npy", "x.npy", "--offsets=o.npy"), ((2,), [4, 50]))

    def test_several_sizes(self):
        self.write_npy("p.npy", "f8", (3, 2), range(6))
        self.write_npy("two.npy", "i8", (4,), [0, 1, 1, 3])
        for words in (("--offsets=n=two.npy", "--offsets=m=o.npy"), ("--offsets=o.npy", "--offsets=n=two.npy"),
                      ("--offsets=m=x.npy", "--offsets=n=two.npy", "--offsets=m=o.npy")):
            self.assertEqual(self.call("both", "p.npy", "x.npy", *words)[1], [301, 0, 1805])

    def test_bench_and_check(self):
        text = self.succeed("bench", "./liblists.so", "scale", "2", "x.npy", "--offsets=o.npy", "--rounds=3")
        self.assertIn("float64(3 lists, 7) -> float64(3 lists, 7)", text)
        self.assertIn("3 items, 120 bytes", text)
        self.assertIn("0 of 1 results", self.succeed("check", "./liblists.so", "scale", "2", "x.npy", "--offsets=o.npy"))
        for items in (0, 1, 1000):
            self.assertIn("0 of 4 results are wrong", self.succeed("check", "./liblists.so", f"--items={items}"))

    def test_refusals(self):
        self.write_npy("back.npy", "i8", (3,), [2, 7, 6])
        self.write_npy("far.npy", "i8", (3,), [2, 3, 9])
        self.write_npy("thin.npy", "f8", (2, 1), range(2))
        self.write_npy("flat.npy", "i8", (2, 2), range(4))
        lists = "operand 0 (x) of sum is lists of n: --offsets=FILE says where each begins"
        for text, *words in (
                (lists, "sum", "x.npy"), (lists, "sum", "3"), (lists, "sum", "3", "--offsets=o.npy"),
                ("list 1 of operand 0 (x) goes from 7 to 6, backwards", "sum", "x.npy", "--offsets=back.npy"),
                ("list 1 of operand 0 (x) goes from 3 to 9 of 7 elements", "sum", "x.npy", "--offsets=far.npy"),
                ("flat.npy: offsets are integers along one axis", "sum", "x.npy", "--offsets=flat.npy"),
                ("x.npy: offsets are integers along one axis", "sum", "x.npy", "--offsets=x.npy"),
                ("cannot open no.npy", "sum", "x.npy", "--offsets=no.npy"),
                ("list 0 of operand 1 (y) has 1 element, but", "dot", "m.npy", "thin.npy")):
            self.refuse(1, text, "run", "./liblists.so", *words, "-o", "r.npy")
        self.refuse(1, "add takes no lists", "run", common.SAMPLE, "add", "1", "x.npy", "--offsets=o.npy", "-o", "r.npy")
        self.refuse(1, lists, "bench", "./liblists.so", "sum", "x.npy")
        self.refuse(1, lists, "check", "./liblists.so", "sum", "x.npy")


if __name__ == "__main__":
    if not common.has_generator():
        print("skipped: this tool was built without the generator")
        sys.exit(common.SKIPPED)
    common.main()
