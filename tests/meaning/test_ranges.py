#!/usr/bin/env python3
"""Counters that do not hold every size: a function is what its C says for all of them, and what is known of its normal
form serves the sizes that the counter holds.

    test_ranges.py WEFT INCLUDE SCRATCH
"""

import pathlib
import struct
import subprocess
import sys

SOURCE = """#include <weft/annotate.h>
#include <math.h>
#include <stddef.h>

/* (short)40000 is negative: there are no rounds */
WEFT_GUVECTORIZE("(n),(n)->()", "void(float64[:], float64[:], float64[:])")
void dot(size_t n, const double *x, const double *y, double *z)
{
    double sum = 0;
    for (short i = 0; i < (short)n; i++)
        sum += x[i] * y[i];
    *z = sum;
}

/* the same of rounds that hosts take as vectors */
WEFT_GUVECTORIZE("(n)->(n)", "void(float64[:], float64[:])")
void powers(size_t n, const double *x, double *z)
{
    for (short i = 0; i < (short)n; i++)
        z[i] = exp2(x[i]);
}
"""


def write_npy(path, values):
    header = "{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % len(values)
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                     + struct.pack("<%dd" % len(values), *values))


def read_npy(path):
    data = path.read_bytes()
    begin = 10 + struct.unpack("<H", data[8:10])[0]
    return list(struct.unpack("<%dd" % ((len(data) - begin) // 8), data[begin:]))


class Runs:
    def __init__(self, weft, include, folder):
        self.weft, self.folder = weft, folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "ranges.c").write_text(SOURCE)
        subprocess.run([weft, "build", "ranges.c", "-o", "ranges.so", "--targets=cpu,parallel", "--isa=native", "-I", include],
                       cwd=folder, check=True)

    def run(self, name, target, *operands):
        """The result, and whether tiles gave it."""
        for i, values in enumerate(operands):
            write_npy(self.folder / f"{i}.npy", values)
        out = subprocess.run([self.weft, "run", "./ranges.so", name, *[f"{i}.npy" for i in range(len(operands))],
                              "-o", "out.npy", f"--target={target}", "-v"],
                             cwd=self.folder, check=True, capture_output=True, text=True)
        return read_npy(self.folder / "out.npy"), "kernel: tiles" in out.stdout + out.stderr


def main():
    weft, include, scratch = sys.argv[1:4]
    runs = Runs(weft, include, pathlib.Path(scratch))
    for target in ("cpu", "parallel"):
        for n in (0, 1, 5, 300, 32767, 32768, 40000, 65536, 65541):
            there = n if n < 32768 else 0 if n < 65536 else n - 65536
            x, y = [float(i % 7 - 3) for i in range(n)], [float(i % 5 - 1) for i in range(n)]
            (sum_,), tiles = runs.run("dot", target, x, y)
            assert sum_ == sum(x[i] * y[i] for i in range(there)), (target, n, sum_)
            assert tiles == (n < 32768), (target, n, tiles)
            powers, _ = runs.run("powers", target, x)
            assert powers[:there] == [2.0 ** value for value in x[:there]], (target, n)
    print("sizes beyond counters are computed as the text says")


if __name__ == "__main__":
    main()
