#!/usr/bin/env python3
"""The generator's table of library functions: in order, since it is searched by halves; with all that
runtime/device/math/math_table.h defines for the gpu; and each with as many operands as the C compiler
declares.

    library.py ROOT CC
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROW = re.compile(r'^\s*\{"(\w+)", (\d+), [\d.]+, ([A-Z| ]+), (\w+)\},', re.MULTILINE)
SHAPES = {"UNARY_COMPLEX": 1, "UNARY": 1, "UNARY_PLAIN": 1, "BINARY": 2, "TO_INTEGER": 1, "SCALE": 2}
# Macros of the headers and builtins without a prototype.
UNDECLARED = {"fpclassify", "complex", "expect", "huge_val", "inf", "isfinite", "isgreater",
              "isgreaterequal", "isinf", "isinf_sign", "isless", "islessequal", "islessgreater",
              "isnan", "isnormal", "isunordered", "nexttoward", "signbit", "unreachable"}
WRITTEN = {"FIRST": 0, "SECOND": 1, "THIRD": 2}


def defined_on_device(root):
    """(name, operands) of math_table.h."""
    text = (root / "runtime/device/math/math_table.h").read_text().replace("\\\n", " ")
    for shape, uses in re.findall(r"#define WEFT_MATH_(\w+)\(X\)(.*)", text):
        for arguments in re.findall(r"X\(([^)]+)\)", uses):
            name = arguments.split(",")[-1].strip()
            yield name, SHAPES[shape]
            if shape == "UNARY_COMPLEX":
                yield "c" + name, 1


def check_device(root, rows):
    for name, operands in defined_on_device(root):
        row = rows.get(name)
        if not row:
            yield f"{name} is defined for the gpu and not in the table"
        elif row[0] != operands or "ON_GPU" not in row[2]:
            yield f"{name} takes {operands} operands and is on the gpu"


def check_declared(cc, rows):
    """Calls each with so many zeros."""
    lines = ["#define _GNU_SOURCE", "#include <complex.h>", "#include <inttypes.h>",
             "#include <math.h>", "#include <stdlib.h>", "#include <string.h>"]
    for name, (operands, _, flags) in rows.items():
        if name in UNDECLARED:
            continue
        callee = f"__builtin_{name}" if "BUILTIN" in flags else name
        lines.append(f"void call_{name}(void) {{ {callee}({', '.join(['0'] * operands)}); }}")
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "library.c"
        source.write_text("\n".join(lines) + "\n")
        result = subprocess.run([cc, "-w", "-fsyntax-only", source], capture_output=True, text=True)
    yield from (line for line in result.stderr.splitlines() if "error:" in line)


def main(root, cc):
    root = pathlib.Path(root)
    found = ROW.findall((root / "generator/tree/library.c").read_text())
    rows = {name: (int(operands), writes, flags) for name, operands, writes, flags in found}
    wrong = [f"{a[0]} stands before {b[0]}" for a, b in zip(found, found[1:]) if a[0] >= b[0]]
    wrong += [f"{name} writes behind an operand that it does not have"
              for name, (operands, writes, _) in rows.items() for word in writes.split(" | ")
              if WRITTEN.get(word, -1) >= operands]
    wrong += list(check_device(root, rows)) + list(check_declared(cc, rows))
    print("\n".join(wrong))
    print(f"{len(rows)} library functions")
    return bool(wrong) or len(rows) < 100


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
