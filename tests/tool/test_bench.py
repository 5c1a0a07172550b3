"""weft bench: every target side by side, checked, drawn."""

import xml.etree.ElementTree

import common
from common import SAMPLE


class Bench(common.ToolTest):
    def test_sides_and_refusals(self):
        self.write_npy("x.npy", "f8", (1000,), range(1000))
        lines = self.succeed("bench", SAMPLE, "add", "x.npy", "1.5", "--rounds=3").splitlines()
        self.assertEqual(lines[0], "add: float64(1000) float64() -> float64(1000)")
        self.assertEqual(lines[1], "1000 items, 16008 bytes, median of 3 rounds")
        self.assertEqual(lines[2].split()[:3], ["target", "time", "ns/item"])
        self.assertRegex(lines[3], r"^cpu .* 1  reference$")
        self.assertRegex(lines[4], r"^parallel .* same$")
        self.assertTrue(lines[5].startswith("gpu: not to be had: "))

    def test_several_numbers_of_threads(self):
        self.write_npy("x.npy", "f8", (1000,), range(1000))
        lines = self.succeed("bench", SAMPLE, "add", "x.npy", "1.5", "--rounds=1", "--threads=1,3").splitlines()
        self.assertRegex(lines[4], r"^parallel, 1 thread  .* same$")
        self.assertRegex(lines[5], r"^parallel, 3 threads  .* same$")
        for words, why in (("1,x", "'x' is not a number"), ("1,", "'' is not a number"),
                           (",".join("1" * 17), "--threads takes at most 16 numbers")):
            self.refuse(2, why, "bench", SAMPLE, "add", "x.npy", "1", f"--threads={words}")
        self.refuse(2, "--threads takes at most 1 number", "run", SAMPLE, "add", "x.npy", "1", "--threads=1,2")

    def test_gufunc_items(self):
        self.write_npy("A.npy", "f8", (5, 2, 3), range(30))
        self.write_npy("x.npy", "f8", (3,), [1, 2, 3])
        text = self.succeed("bench", SAMPLE, "matvec", "A.npy", "x.npy", "--rounds=1")
        self.assertIn("5 items, 344 bytes", text)

    def test_no_items(self):
        self.write_npy("x.npy", "f8", (0,), [])
        self.assertIn("0 items", self.succeed("bench", SAMPLE, "add", "x.npy", "1", "--rounds=1"))

    def test_chart(self):
        self.succeed("bench", SAMPLE, "add", "1", "2", "--rounds=1", "--svg", "chart.svg")
        chart = xml.etree.ElementTree.parse(self.path("chart.svg")).getroot()
        self.assertTrue(chart.tag.endswith("svg"))
        self.assertEqual(self.files(), ["chart.svg"])

    def test_refusals(self):
        self.write_npy("x.npy", "f8", (2,), [1, 2])
        self.write_npy("y.npy", "f8", (3,), [1, 2, 3])
        self.refuse(1, "add", "bench", SAMPLE, "add", "x.npy", "y.npy")
        self.refuse(2, "add takes 2 inputs (a, b); 1 were named", "bench", SAMPLE, "add", "1")
        for chart, why in (("x.npy", "is an input"), ("./x.npy", "is an input"),
                           (SAMPLE, "is the library"), ("/dev/full", "not a regular file")):
            self.refuse(1, why, "bench", SAMPLE, "add", "x.npy", "1", f"--svg={chart}")
        self.assertEqual(self.read_npy("x.npy")[2], [1, 2])
        self.refuse(1, "no/chart.svg", "bench", SAMPLE, "add", "1", "2", "--svg", "no/chart.svg")


if __name__ == "__main__":
    common.main()
