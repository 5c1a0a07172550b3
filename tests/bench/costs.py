#!/usr/bin/env python3
"""Holds the generator's estimates of cost against the functions of costs.c, and of loops.c.

    costs.py TOOL           against the time they take on one core; prints a table
    costs.py TOOL --counts  against the number of operations they run, which needs no clock; and
                            asks which target auto takes for a product of matrices

The exit status is 1 where an estimate is more than ten times off.
"""

import array
import math
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent / "costs.c"
# One loop in many spellings, of which operations are counted alone.
LOOPS = SOURCE.with_name("loops.c")
FACTOR = 10
FORMATS = {"float32": ("f", "<f4", 1), "float64": ("d", "<f8", 1), "complex64": ("f", "<c8", 2),
           "int32": ("i", "<i4", 1)}
# Operations that one measured call runs, at least.
WORK = 200_000


class Case:
    """One function of costs.c: what stands above it, and what `explain` says of it."""

    def __init__(self, name, layout, count, sizes, explained):
        self.name, self.count = name, count
        self.sizes = [int(size) for size in sizes.split(",") if size]
        self.cores = [[extent for extent in core.split(",") if extent]
                      for core in re.findall(r"\(([^)]*)\)", layout.split("->")[0])]
        self.dtypes = re.findall(r"(\w+)(?:\[[:,]*\])?[,)]", explained["loop"].split("(", 1)[1])
        self.terms = [(float(number), re.findall(r"× (\w+)(?:\^(\d+))?", term)) for number, term in
                      re.findall(r"([\d.e+-]+) ns((?: × \w+(?:\^\d+)?)*)", explained["cost"])]

        self.dimensions = sorted({extent for core in self.cores for extent in core
                                  if not extent.isdigit()})

    def is_elementwise(self):
        return not any(self.cores)

    def alike(self, size):
        """All dimensions of one size."""
        return dict.fromkeys(self.dimensions, size)

    def operations(self, sizes):
        return eval(self.count, {"log2": math.log2, **sizes})

    def estimate(self, sizes):
        """Nanoseconds of one item."""
        total = 0
        for nanoseconds, powers in self.terms:
            for dimension, power in powers:
                nanoseconds *= sizes[dimension] ** int(power or 1)
            total += nanoseconds
        return total

    def shapes(self, size):
        """Of the inputs of one measured call."""
        work = self.operations(self.alike(size))
        items = size if self.is_elementwise() else max(1, int(WORK / work))
        return [(items, *(int(extent) if extent.isdigit() else size for extent in core))
                for core in self.cores]


def run(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True,
                          text=True).stdout


def read_cases(tool, source=SOURCE):
    notes = {name: (count, sizes) for count, sizes, name in re.findall(
        r"/\* count: ([^;]*?)(?:; sizes: (.*))? \*/\nWEFT_\w+\(.*\)\n.*?(\w+)\(",
        source.read_text())}
    cases = []
    for block in run(tool, "explain", source).split("\n\n"):
        name, layout = block.split("\n", 1)[0].split(" ", 1)
        explained = dict(re.findall(r"^    (\w+): (.*)$", block, re.MULTILINE))
        cases.append(Case(name, layout, *notes.pop(name), explained))
    assert not notes, f"not explained: {', '.join(notes)}"
    return cases


def write_array(path, dtype, shape):
    """Numbers between 1 and 2; of integers, from 1 to 99."""
    code, description, parts = FORMATS[dtype]
    extents = "".join(f"{extent}, " for extent in shape)
    header = f"{{'descr': '{description}', 'fortran_order': False, 'shape': ({extents}), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    total = parts
    for extent in shape:
        total *= extent
    values = (1 + i * 7919 % 1000 * (1 if code == "i" else 0.001) for i in range(total))
    values = (int(value) % 99 + 1 if code == "i" else value for value in values)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
                     array.array(code, values).tobytes())


def write_inputs(case, size, folder):
    paths = [folder / f"{i}.npy" for i in range(len(case.cores))]
    for path, dtype, shape in zip(paths, case.dtypes, case.shapes(size)):
        write_array(path, dtype, shape)
    return paths


def measure(tool, library, case, size, folder):
    """Nanoseconds of one item on one core: the median of interleaved rounds."""
    out = run(tool, "bench", library, case.name, *write_inputs(case, size, folder), "--threads=1",
              "--rounds=7")
    row = next(line for line in out.splitlines() if line.startswith("cpu"))
    return float(row.split()[3])


def compare_times(tool, library, folder):
    wrong = 0
    print(f"{'function':18} {'size':>8} {'estimate':>11} {'measured':>11}  ratio   (ns an item)")
    for case in read_cases(tool):
        for size in case.sizes:
            estimate, took = case.estimate(case.alike(size)), measure(tool, library, case, size, folder)
            is_wrong = not 1 / FACTOR <= estimate / took <= FACTOR
            wrong += is_wrong
            print(f"{case.name:18} {size:8} {estimate:11.4g} {took:11.4g} {estimate / took:6.2f}"
                  f"{'   more than ten times off' if is_wrong else ''}")
    return wrong


def compare_counts(tool):
    """An operation takes the same, within ten times, at all sizes that the dimensions may have,
    together and each by itself."""
    wrong = 0
    for case in read_cases(tool) + read_cases(tool, LOOPS):
        choices = [case.alike(size) for size in (8, 64, 512, 4096, 1 << 20)]
        choices += [case.alike(8) | {one: 4096} for one in case.dimensions]
        each = [case.estimate(sizes) / case.operations(sizes) for sizes in choices]
        is_wrong = max(each) > FACTOR * min(each) or not 0.02 <= min(each) <= max(each) <= 50
        wrong += is_wrong
        print(f"{case.name:18} {' '.join(f'{ns:8.3g}' for ns in each)} ns an operation"
              f"{'   WRONG' if is_wrong else ''}")
    return wrong


def check_auto(tool, library, folder):
    """What auto takes, from costs that the generator estimated."""
    if len(os.sched_getaffinity(0)) < 2:
        print("one core: auto never takes parallel")
        return 0
    product = next(case for case in read_cases(tool) if case.name == "product_square")
    wrong = 0
    for size, target in ((4, "cpu"), (200, "parallel")):
        paths = [folder / "a.npy", folder / "b.npy"]
        for path in paths:
            write_array(path, product.dtypes[0], (size, size))
        told = subprocess.run([tool, "run", str(library), product.name, *map(str, paths), "-v",
                               "-o", str(folder / "c.npy")], check=True, capture_output=True,
                              text=True)
        found = target in re.findall(r"\w+", told.stdout + told.stderr)
        print(f"product_square of {size}: auto takes {target}: {'yes' if found else 'NO'}")
        wrong += not found
    return wrong


def main(tool, *options):
    os.environ["WEFT_TARGET"] = "auto"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        library = folder / "libcosts.so"
        run(tool, "build", SOURCE, "-o", library, "--targets=cpu,parallel", "--isa=native")
        if "--counts" in options:
            wrong = compare_counts(tool) + check_auto(tool, library, folder)
            print(f"{0 if wrong else 1} passed, {1 if wrong else 0} failed, 0 skipped")
        else:
            wrong = compare_times(tool, library, folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
