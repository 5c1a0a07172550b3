"""weft tune: what it writes, where, and that auto goes by it. Every file here is the test's own."""

import os
import re

import common
from common import SAMPLE

STAND_IN = os.environ.get("WEFT_STAND_IN", "")  # the folder of the stand-in for the driver
CURVE = "100 200 400 800 1600 3200 6400 12800 25600"


class Tune(common.ToolTest):
    head = []  # of this machine's files

    def tune(self, *arguments, **changes):
        return self.succeed("tune", "--seconds=1", *arguments, **changes)

    def own(self, name, *lines):
        """A file of this machine with these lines behind that of its processor."""
        if not Tune.head:
            self.tune("--no-gpu", "-o", "measured")
            with open(self.path("measured"), encoding="utf-8") as file:
                Tune.head = file.read().splitlines()[:2]
        self.write(name, "\n".join([*Tune.head, *lines, "end", ""]))
        return name

    def check_file(self, name):
        """The lines of a file by their first word; each as docs/tune.md has it."""
        with open(self.path(name), encoding="utf-8") as file:
            lines = file.read().split("\n")
        self.assertEqual((lines[0], lines[-2:]), ("weft-tune 1", ["end", ""]))
        self.assertRegex(lines[1], r"^processor \S")
        for line in lines[2:-2]:
            word, *rest = line.split()
            if word in ("device", "bytes"):
                continue
            numbers = [float(number) for number in rest[word == "threads":]]
            self.assertEqual(len(numbers), 14, line)
            self.assertTrue(all(number > 0 for number in numbers), line)
            self.assertEqual(sorted(numbers[5:]), numbers[5:], line)
        return [line.split()[0] for line in lines[:-1]]

    def test_a_file_by_name(self):
        shown = self.tune("--no-gpu", "-o", "here")
        self.assertIn("processor: ", shown)
        self.assertTrue(shown.endswith("written to here\n"))
        self.assertRegex(shown, r"(?m)^cpu +[\d.]+ ns ")
        words = self.check_file("here")
        self.assertEqual(words[:3], ["weft-tune", "processor", "cpu"])
        self.assertEqual(self.files(), ["here"])
        self.tune("--no-gpu", "-o", "here")  # over the one before
        self.check_file("here")

    def test_where_calls_look(self):
        caches = {"XDG_CACHE_HOME": self.path("caches"), "WEFT_TUNE": None}
        shown = self.tune("--no-gpu", **caches)
        folder = os.path.join("caches", "weft")
        [name] = os.listdir(self.path(folder))
        self.assertRegex(name, r"^tune-[\w.-]+$")
        self.assertIn(f"written to {self.path(os.path.join(folder, name))}", shown)
        self.check_file(os.path.join(folder, name))
        self.tune("--no-gpu", WEFT_TUNE="named")
        self.check_file("named")

    def test_refusals(self):
        self.refuse(2, "--seconds: '0' is not a number from 1 to 3600", "tune", "--seconds=0")
        self.refuse(2, "--seconds: 'x' is not", "tune", "--seconds=x")
        self.refuse(2, "--device: '-1' is not", "tune", "--device", "-1")
        self.refuse(2, "--device and --no-gpu are both given", "tune", "--device=0", "--no-gpu")
        self.refuse(1, "WEFT_TUNE is empty; -o names a file", "tune", WEFT_TUNE="")
        self.refuse(1, "neither XDG_CACHE_HOME nor HOME", "tune", WEFT_TUNE=None, HOME="x", XDG_CACHE_HOME="")
        self.refuse(1, "not the name of a file", "tune", "-o", "")
        self.refuse(1, "not a regular file", "tune", "-o", "/dev/null")
        self.refuse(1, "no/such", "tune", "-o", "no/such")
        self.write("file", "")
        self.refuse(1, "cannot make the folder", "tune", WEFT_TUNE=None, XDG_CACHE_HOME=self.path("file"))
        self.refuse(1, "the gpu target", "tune", "--device=0", "-o", "x", LD_LIBRARY_PATH=self.folder)
        self.refuse(2, "", "tune", "what")

    def takes(self, tune, *inputs, **changes):
        shown = self.succeed("bench", SAMPLE, "add", *inputs, "--rounds=1", WEFT_TUNE=tune, **changes)
        return re.search(r"(?m)^auto takes (\w+)$", shown)[1]

    def test_auto_goes_by_it(self):
        count = 4096
        self.write_npy("x.npy", "f8", (count,), range(count))
        cheap = self.own("cheap", f"cpu 100 1 1 1 1 {CURVE}", f"threads 2 0.1 0.1 0.1 0.1 0.1 {CURVE.replace('00', '')}")
        dear = self.own("dear", f"cpu 100 1 1 1 1 {CURVE}", f"threads 2 90000000 1 1 1 1 {CURVE}")
        cores = len(os.sched_getaffinity(0))
        self.assertEqual(self.takes(cheap, "x.npy", "1.5"), "parallel" if cores > 1 else "cpu")
        self.assertEqual(self.takes(dear, "x.npy", "1.5"), "cpu")
        self.write("none", "anything\n")
        for other in ("", "none", "no/such/file", self.folder):
            self.assertEqual(self.takes(other, "1", "1.5"), "cpu")

    @common.unittest.skipUnless(common.has_generator(), "built without the generator")
    def test_doctor_says_so(self):
        self.own("good", f"cpu 100 1 1 1 1 {CURVE}")
        self.write("bad", "weft-tune 1\nprocessor none of today\ncpu 1\nend\n")
        self.write("stale", f"weft-tune 1\nprocessor none of today\ncpu 100 1 1 1 1 {CURVE}\nend\n")
        for name, words in (("good", "ok .*tune .*auto weighs by good"), ("bad", "absent .*bad:3: the time of a call"),
                            ("stale", "absent .*stale: of another processor: none of today; this is"),
                            ("", "absent .*WEFT_TUNE is empty"), ("no/such", "absent .*cannot read no/such"),
                            (self.folder, "absent .*not a regular file")):
            _, shown, errors = self.weft("doctor", WEFT_TUNE=name)
            self.assertRegex(shown, f"(?m)^{words}", errors)

    @common.unittest.skipUnless(os.path.isdir(STAND_IN), "without a stand-in for the driver")
    def test_a_device(self):
        over = {"LD_LIBRARY_PATH": STAND_IN}
        shown = self.tune("-o", "measured", **over)
        self.assertRegex(shown, r"(?m)^gpu +[\d.]+ [nµm]?s ")
        words = self.check_file("measured")
        self.assertEqual(words[-4:], ["device", "gpu", "bytes", "end"])
        with open(self.path("measured"), encoding="utf-8") as file:
            device = re.search("(?m)^device (.*)$", file.read())[1]
        self.assertIn(f"device: {device}", shown)
        lines = (f"cpu 100 1 1 1 1 {CURVE}", f"gpu 1 0.001 0.001 0.001 0.001 {CURVE.replace('00', '')}",
                 "bytes 0.001 0.001")
        self.write_npy("x.npy", "f4", (30000,), range(30000))
        for name, wanted in ((device, "gpu"), ("of another name", "cpu")):
            tune = self.own("changed", lines[0], f"device {name}", *lines[1:])
            shown = self.succeed("bench", "std", "add", "x.npy", "x.npy", "--rounds=1", WEFT_TUNE=tune, **over)
            self.assertIn(f"auto takes {wanted}\n", shown)
            if common.has_generator():
                shown = self.weft("doctor", WEFT_TUNE=tune, **over)[1]
                self.assertIn("auto weighs by" if wanted == "gpu" else "of another device: of another name", shown)


if __name__ == "__main__":
    common.main()
