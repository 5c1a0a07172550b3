"""weft list: short and long, and libraries that are none."""

import os
import shutil

import common
from common import SAMPLE


class List(common.ToolTest):
    def test_short(self):
        lines = self.succeed("list", SAMPLE).splitlines()
        self.assertEqual([line.split()[:3] for line in lines],
                         [["add", "(),()->()", "cpu,parallel"],
                          ["split", "()->(),()", "cpu,parallel"],
                          ["matvec", "(m,n),(n)->(m)", "cpu,parallel"],
                          ["total.reduce", "()->()", "cpu,parallel"]])
        self.assertIn("The sum.", lines[0])
        self.assertIn("float64(float64, float64)", lines[0])
        self.assertNotIn("Of numbers", lines[0])
        self.assertEqual(lines[2], lines[2].rstrip())

    def test_long(self):
        text = self.succeed("list", SAMPLE, "--long")
        self.assertIn("    Of numbers & <others>.", text)
        self.assertIn("  no gpu kernels: sample.c:1: written by hand\n", text)
        self.assertIn("  int64(int64, int64)\n", text)

    def test_name_with_so_is_a_path(self):
        shutil.copy(SAMPLE, self.path("here.so"))
        self.assertIn("matvec", self.succeed("list", "here.so"))
        self.assertIn("matvec", self.succeed("list", "./here.so"))

    def test_what_is_no_library(self):
        self.write("text.so", "no library")
        self.refuse(1, "text.so", "list", "text.so")
        self.refuse(1, "nothing.so", "list", "nothing.so")
        self.refuse(1, "libweft_nothing.so", "list", "nothing")
        self.assertTrue(os.path.exists(SAMPLE))


if __name__ == "__main__":
    common.main()
