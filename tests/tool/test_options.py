"""Help, versions, wrong command lines: exit status 0 for what was asked, 2 for what is wrong."""

import os
import re
import subprocess
import unittest

import common
from common import SAMPLE, WEFT

ALWAYS = ["list", "run", "bench", "check"]
GENERATOR = ["generate", "build", "explain", "ptx"]


class Options(common.ToolTest):
    def commands(self):
        return ALWAYS + (GENERATOR if common.has_generator() else [])

    def test_help_ends_with_examples(self):
        for arguments in [[]] + [[name] for name in self.commands()]:
            with self.subTest(arguments=arguments):
                text = self.succeed(*arguments, "--help")
                self.assertIn("Usage: " + " ".join(["weft", *arguments]), text)
                self.assertIn("Examples:\n  weft " + "".join(arguments), text)
                self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_version(self):
        self.assertRegex(self.succeed("--version"),
                         r"^weft \d+\.\d+\.\d+ \((libclang \d+\.\d+.*|without the generator)\)\n$")

    def test_without_the_generator(self):
        if common.has_generator():
            self.skipTest("this tool has the generator")
        for name in GENERATOR:
            self.refuse(1, "this weft was built without the generator", name, "x.c")

    def test_wrong_command_lines(self):
        self.refuse(2, "Usage: weft")
        self.refuse(2, "there is no command 'frobnicate'", "frobnicate")
        self.refuse(2, "unrecognized option", "--frobnicate")
        self.refuse(2, "LIB is missing", "list")
        self.refuse(2, "one LIB only", "list", SAMPLE, SAMPLE)
        self.refuse(2, "LIB and UFUNC are missing", "run")
        self.refuse(2, "UFUNC is missing", "run", SAMPLE)
        self.refuse(2, "none of cpu, parallel, gpu, auto", "run", SAMPLE, "add", "--target=tpu")
        self.refuse(2, "none of no, equiv", "run", SAMPLE, "add", "--casting=maybe")
        self.refuse(2, "'-2' is not a number from 1 on", "run", SAMPLE, "add", "--threads", "-2")
        self.refuse(2, "'x' is not the number of a device", "run", SAMPLE, "add", "--device=x")
        self.refuse(2, "'0' is not a number", "bench", SAMPLE, "add", "--rounds=0")

    @unittest.skipUnless(common.has_generator(), "without the generator")
    def test_wrong_generator_command_lines(self):
        for name in GENERATOR:
            self.refuse(2, "no FILE was named", name)
        self.refuse(2, "-o FOLDER is missing", "generate", "x.c")
        self.refuse(2, "-o LIB is missing", "build", "x.c")
        self.refuse(2, "--refused=HEADER is missing", "ptx", "x.cu", "--", "nvcc")
        self.refuse(2, "no command behind --", "ptx", "x.cu", "--refused=x.h")
        self.refuse(2, "one FILE.cu only", "ptx", "x.cu", "y.cu", "--refused=x.h", "--", "nvcc")
        self.refuse(2, "'tpu' is none of cpu", "build", "x.c", "-o", "x.so", "--targets=cpu,tpu")
        self.refuse(2, "--targets names no target", "build", "x.c", "-o", "x.so", "--targets=,")
        self.refuse(2, "not of the form OLD=NEW", "explain", "x.c", "--file-prefix-map=x")
        self.refuse(2, "none of always", "explain", "x.c", "--color=red")
        self.refuse(2, "'0' is not a number", "build", "x.c", "-o", "x.so", "-j0")
        self.refuse(2, "-D needs a name", "explain", "x.c", "-D", "")
        for prefix in ("1x", "a-b", "ä", "a b"):
            self.refuse(2, "is not how a name in C begins", "explain", "x.c", f"--prefix={prefix}")
        for name in ("build", "generate"):
            self.refuse(2, "-o is there twice", name, "x.c", "-o", "x", "-o", "y")
        self.refuse(2, "explain writes no files", "explain", "x.c", "--depfile=x.d")

    def test_output_that_cannot_be_written(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([WEFT, "list", SAMPLE], stdout=full, stderr=subprocess.PIPE,
                                  text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot write to standard output", done.stderr)

    def test_errors_have_no_color_in_a_file(self):
        errors = self.refuse(1, "weft: error: ", "list", "./nothing.so")
        self.assertIsNone(re.search("\033", errors))
        self.assertTrue(os.path.exists(SAMPLE))


if __name__ == "__main__":
    common.main()
