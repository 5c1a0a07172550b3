"""The tool while things fail: every system call of a kind in turn, every allocation, a full disk, an
interrupt at any moment. It ends with an error that says something, or succeeds; every file it was to
write is the old one or the new one, whole; nothing else is left."""

import os
import re
import resource
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tool"))
INJECT = os.path.abspath(sys.argv.pop(3))
MALLOC = None
if sys.argv[3:] and sys.argv[3].endswith(".so"):
    MALLOC = os.path.abspath(sys.argv.pop(3))

import common
from common import SAMPLE, WEFT

ERRORS = {"EIO": 5, "EAGAIN": 11, "EACCES": 13, "ENOSPC": 28}
FAILURES = [("read", "EIO"), ("write", "EIO"), ("write", "ENOSPC"), ("sync", "EIO"),
            ("sync", "ENOSPC"), ("rename", "EIO"), ("open", "EACCES"), ("open", "ENOSPC"),
            ("close", "EIO"), ("folder", "ENOSPC"), ("mode", "EACCES"), ("status", "EACCES"),
            ("process", "EAGAIN")]
INTERRUPTS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

# Each kind of failure at so many moments, evenly spread; in the long tests at all of them.
MOST = int(os.environ.get("WEFT_FAULT_MOMENTS", 15))

KERNELS = """
#include <weft/annotate.h>
WEFT_VECTORIZE("float64(float64)") double twice(double x) { return %d * x; }
"""

# A compiler that is done at once: it writes its arguments' number.
COMPILER = """#!/bin/sh
case "$*" in *-dumpmachine*) echo x86_64-linux-gnu ;; *-fsyntax-only*) exit 0 ;; esac
while [ $# -gt 1 ]; do
    [ "$1" = -o ] && echo "made by a compiler, %d" > "$2"
    shift
done
"""


def any_headers(files):
    """The files, without clang's own headers in lists of dependencies: where one of its folders cannot
    be read, the next serves, whose headers include each other by other names."""
    return {name: b" ".join(re.sub(rb"\S*/clang/[\d.]+/include/\S+", b"", text).replace(b"\\\n", b" ").split())
            if name.endswith(".d") else text for name, text in files.items()}


class Faults(common.ToolTest):
    def setUp(self):
        super().setUp()
        self.outside = os.path.dirname(self.folder)
        self.report = os.path.join(self.outside, "report")
        self.prepare(1)
        self.write_npy("x.npy", "f8", (3,), [1, 2, 3])

    def prepare(self, version):
        """What a command's output depends on."""
        self.write("kernels.c", KERNELS % version)
        self.write_npy("y.npy", "f8", (3,), [version, 2, 3])
        compiler = os.path.join(self.outside, "compiler")
        with open(compiler, "w", encoding="utf-8") as file:
            file.write(COMPILER % version)
        os.chmod(compiler, 0o755)

    def contents(self):
        """Every file in the folder, by its name."""
        found = {}
        for place, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(place, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.folder)] = file.read()
        return found

    def run_tool(self, before, arguments, **changes):
        environment = self.environment(CC=os.path.join(self.outside, "compiler"),
                                       OMP_WAIT_POLICY="passive", ASAN_OPTIONS="detect_leaks=0",
                                       **changes)
        return subprocess.run([*before, WEFT, *arguments], cwd=self.folder, env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              timeout=120)

    def inject(self, kind, n, number, arguments):
        done = self.run_tool([INJECT, self.report, kind, str(n), str(number)], arguments)
        if done.returncode == common.SKIPPED and not os.path.exists(self.report):
            self.skipTest("programs cannot be traced here")
        with open(self.report, encoding="utf-8") as file:
            return done, int(file.read())

    def learn(self, *arguments):
        """The files before and after the command; it is put back to what was before."""
        self.assertEqual(self.run_tool([], arguments).returncode, 0)
        old = self.contents()
        self.prepare(2)
        changed = self.contents()
        self.assertEqual(self.run_tool([], arguments).returncode, 0)
        new = self.contents()
        self.assertNotEqual({name for name in new if new[name] != changed.get(name)}, set())
        for name, text in old.items():
            if name not in ("kernels.c", "y.npy"):
                self.restore(name, text)
        return self.contents(), new

    def restore(self, name, text):
        with open(self.path(name), "wb") as file:
            file.write(text)

    def judge(self, done, old, new, interrupts=()):
        """Whether what the command left is right; then everything is put back."""
        expected = [-number for number in interrupts] + [128 + number for number in interrupts]
        found = self.contents()
        # LeakSanitizer speaks up where its options could not be read.
        if "LeakSanitizer does not work under ptrace" not in done.stderr:
            self.assertNotIn("Sanitizer", done.stderr)
        if done.returncode not in expected and "LeakSanitizer" not in done.stderr:
            self.assertIn(done.returncode, (0, 1, 64, 127), done.stderr)
            if done.returncode:
                self.assertNotEqual(done.stderr.strip(), "")
        if signal.SIGKILL not in interrupts:
            self.assertEqual(set(found) - set(old) - set(new), set(), "files are left")
            self.assertEqual(os.listdir(self.scratch), [], "temporary files are left")
        if done.returncode == 0:
            self.assertEqual(any_headers(found), any_headers(new))
        seen, before, behind = any_headers(found), any_headers(old), any_headers(new)
        for name in old:
            self.assertIn(seen.get(name), (before[name], behind[name]), name)
        for name, text in found.items():
            if text != old.get(name) and name in old:
                self.restore(name, old[name])
            elif name not in old:
                os.remove(self.path(name))

    def moments(self, count):
        step = max(1, -(-count // MOST))
        return range(1, count + 1, step)

    def sweep(self, *arguments):
        """Every failure at every moment."""
        old, new = self.learn(*arguments)
        for kind, name in FAILURES:
            _, count = self.inject(kind, 0, 0, arguments)
            self.put_back(old)
            for n in self.moments(count):
                with self.subTest(kind=kind, error=name, n=n):
                    done, _ = self.inject(kind, n, ERRORS[name], arguments)
                    self.judge(done, old, new)
        for signals in [INTERRUPTS, [signal.SIGKILL]]:  # one at a moment, in turn
            _, count = self.inject("any", 0, 0, arguments)
            self.put_back(old)
            for turn, n in enumerate(self.moments(count)):
                number = signals[turn % len(signals)]
                with self.subTest(signal=number, n=n):
                    done, _ = self.inject("any", n, -number, arguments)
                    self.judge(done, old, new, (number,))
                    self.clean(old)
        self.sweep_disk(old, new, arguments)
        self.sweep_memory(old, new, arguments)

    def put_back(self, old):
        for name, text in old.items():
            self.restore(name, text)
        self.clean(old)

    def clean(self, old):
        """Removes what a killed tool could not."""
        for name in self.contents():
            if name not in old:
                os.remove(self.path(name))
        for place, folders, names in os.walk(self.scratch, topdown=False):
            for name in names:
                os.remove(os.path.join(place, name))
            for name in folders:
                os.rmdir(os.path.join(place, name))

    def sweep_disk(self, old, new, arguments):
        """A disk that is full after so many bytes of a file."""
        largest = max(len(text) for text in new.values())

        def limit(size):
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

        for size in range(0, largest, max(1, largest // min(MOST, 200))):
            with self.subTest(disk=size):
                done = subprocess.run(
                    [WEFT, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, text=True,
                    env=self.environment(CC=os.path.join(self.outside, "compiler"),
                                         OMP_WAIT_POLICY="passive"),
                    capture_output=True, check=False, preexec_fn=lambda: limit(size))
                self.judge(done, old, new)

    def sweep_memory(self, old, new, arguments):
        """The n-th allocation of the tool itself fails."""
        if not MALLOC:
            return
        count, n = 1, 0
        while n < count:
            n += 1
            if os.path.exists(self.report):
                os.remove(self.report)
            with self.subTest(allocation=n):
                done = self.run_tool([], arguments, LD_PRELOAD=MALLOC, WEFT_FAIL_MALLOC=str(n),
                                     WEFT_FAIL_REPORT=self.report)
                with open(self.report, encoding="utf-8") as file:
                    count = int(file.read())
                self.judge(done, old, new)
                if n <= count and done.returncode:
                    self.assertIn("memory", done.stderr)

    def test_run(self):
        self.sweep("run", SAMPLE, "add", "x.npy", "y.npy", "-o", "out.npy", "--target=cpu")

    def test_run_with_two_outputs(self):
        self.sweep("run", SAMPLE, "split", "y.npy", "-o", "whole.npy", "-o", "rest.npy",
                   "--target=cpu")

    def test_generate(self):
        if not common.has_generator():
            self.skipTest("this tool was built without the generator")
        self.sweep("generate", "kernels.c", "-o", "made", "--targets=cpu,gpu", "--depfile", "made.d")

    def test_build(self):
        if not common.has_generator():
            self.skipTest("this tool was built without the generator")
        self.sweep("build", "kernels.c", "-o", "libkernels.so", "--targets=cpu", "--isa=native", "-j1",
                   "--depfile", "made.d", "--save-temps=kept")

    def test_output_that_is_full(self):
        commands = [("list", SAMPLE), ("--help",), ("run", "--help"), ("--version",)]
        if common.has_generator():
            commands += [("explain", "kernels.c"), ("generate", "--print-ir", "kernels.c")]
        for command in commands:
            with self.subTest(command=command), open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([WEFT, *command], cwd=self.folder, env=self.environment(),
                                      stdin=subprocess.DEVNULL, stdout=full, check=False,
                                      stderr=subprocess.PIPE, text=True)
                self.assertEqual(done.returncode, 1, command)
                self.assertIn("No space left", done.stderr)


if __name__ == "__main__":
    common.main()
