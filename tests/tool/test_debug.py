"""`weft build --debug`: a debugger stops in the functions, line by line, and shows their variables."""

import re
import shutil
import subprocess
import sys
import unittest

import common

# Which would become vectors of items, by a loop and a helper of its own.
SOURCE = """#include <weft/annotate.h>
#include <math.h>
static double octave(double x, int k)
{
    return sin(x * (1 << k)) / (1 << k);
}
WEFT_VECTORIZE()
double turbulence(double x, int octaves)
{
    double sum = 0;
    for (int i = 0; i < octaves; i++) {
        double height = octave(x, i);
        sum += fabs(height);
    }
    return sum;
}
WEFT_VECTORIZE("float64(float64, float64)")
WEFT_OPTIONS(reorderable, identity(0))
double total(double a, double b)
{
    return a + b;
}
"""
GDB = """set debuginfod enabled off
set breakpoint pending on
break noise.c:12
commands
silent
printf "x %g i %d sum %g\\n", x, i, sum
continue
end
break noise.c:20
commands
silent
printf "a %g b %g\\n", a, b
continue
end
run
"""


class Debug(common.ToolTest):
    def stops(self, *arguments):
        """What gdb printed at the breakpoints of a call."""
        self.write("script.gdb", GDB)
        command = ["gdb", "-nx", "-batch", "-x", "script.gdb", "--args", common.WEFT, "run", "./libnoise.so", *arguments]
        done = subprocess.run(command, cwd=self.folder, env=self.environment(), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, timeout=200)
        if "ptrace" in done.stderr:
            self.skipTest("no process may be traced here")
        return re.findall(r"^(?:x|a) .*", done.stdout, re.M)

    def test_breakpoints(self):
        self.write("noise.c", SOURCE)
        self.write_npy("x.npy", "f8", (3,), [0.0, 0.5, 1.0])
        self.write_npy("k.npy", "i4", (), [2])
        self.succeed("build", "noise.c", "-o", "libnoise.so", "--debug", "--targets=cpu,parallel", "--", "-lm")
        for target in ("cpu", "parallel"):
            stops = self.stops("turbulence", "x.npy", "k.npy", "-o", "y.npy", f"--target={target}")
            self.assertEqual([stop.split(" sum")[0] for stop in stops],
                             [f"x {x} i {i}" for x in ("0", "0.5", "1") for i in (0, 1)])
        plain = self.read_npy("y.npy")[2]
        self.assertEqual(self.stops("total", "x.npy", "x.npy", "-o", "z.npy", "--target=cpu"),
                         ["a 0 b 0", "a 0.5 b 0.5", "a 1 b 1"])
        self.succeed("build", "noise.c", "-o", "libfast.so", "--targets=cpu", "--", "-lm")
        for got, wanted in zip(self.compute("libfast.so", "turbulence", "x.npy", "k.npy"), plain):
            self.assertAlmostEqual(got, wanted, places=12)


if __name__ == "__main__":
    if not common.has_generator() or not shutil.which("gdb"):
        print("skipped: it needs gdb, and a tool with the generator")
        sys.exit(common.SKIPPED)
    common.main()
