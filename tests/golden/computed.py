#!/usr/bin/env python3
"""The type that the tree says an assignment with an operator computes in, against _Generic of the C
compiler, for all pairs of types.

    computed.py TOOL CC
"""
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

TYPES = {"bool": "bool", "char": "int8", "int8_t": "int8", "int16_t": "int16", "int32_t": "int32",
         "int64_t": "int64", "long long": "int64", "uint8_t": "uint8", "uint16_t": "uint16",
         "uint32_t": "uint32", "uint64_t": "uint64", "unsigned long long": "uint64",
         "enum colour": "uint32", "float": "float32", "double": "float64",
         "float _Complex": "complex64", "double _Complex": "complex128"}
NAMES = list(TYPES)
FLOATING = {"float", "double", "float _Complex", "double _Complex"}
COMPLEX = {"float _Complex", "double _Complex"}
HEADER = """#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
enum colour { RED, GREEN };
"""
SPELLED = """#define SPELLED(value) _Generic((value), int: "int32", unsigned: "uint32", long: "int64", \\
    unsigned long: "uint64", long long: "int64", unsigned long long: "uint64", float: "float32", \\
    double: "float64", float _Complex: "complex64", double _Complex: "complex128")
"""


def cases():
    """(target, operator, value); value None of steps."""
    for target, value in itertools.product(range(len(NAMES)), repeat=2):
        yield target, "*", value
        if not {NAMES[target], NAMES[value]} & FLOATING:
            yield target, "<<", value
            yield target, "|", value
    for target, name in enumerate(NAMES):
        if name not in COMPLEX:
            yield target, "++", None


def statement(case):
    target, operator, value = case
    return f"v{target}++;" if value is None else f"v{target} {operator}= v{value};"


def value_of(case):
    target, operator, value = case
    return f"v{target} + 1" if value is None else f"v{target} {operator} v{value}"


def said_by_compiler(cc, folder, declarations):
    lines = "".join(f"    puts(SPELLED({value_of(case)}));\n" for case in cases())
    source = folder / "spelled.c"
    source.write_text(f"{HEADER}{SPELLED}int main(void)\n{{\n{declarations}{lines}}}\n")
    subprocess.run([cc, "-w", source, "-o", folder / "spelled"], check=True)
    return subprocess.run([folder / "spelled"], capture_output=True, text=True,
                          check=True).stdout.split()


def said_by_tree(tool, folder, declarations):
    lines = "".join(f"    {statement(case)}\n" for case in cases())
    source = folder / "computed.c"
    source.write_text(f"{HEADER}#include <weft/annotate.h>\nWEFT_VECTORIZE()\ndouble f(double x)\n"
                      f"{{\n{declarations}{lines}    return x;\n}}\n")
    tree = subprocess.run([tool, "generate", source, "--print-ir"], capture_output=True, text=True,
                          check=True).stdout
    written = [line for line in tree.splitlines()
               if re.match(r"    v\d+ \S+=", line) or re.match(r"    v\d+\+\+", line)]
    for case, line in zip(cases(), written, strict=True):
        other = re.search(r"(?:=|\+\+)\{(\w+)\}", line)
        yield other[1] if other else TYPES[NAMES[case[0]]]


def main(tool, cc):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        declarations = "".join(f"    {c_type} v{i} = 1;\n" for i, c_type in enumerate(NAMES))
        expected = said_by_compiler(cc, folder, declarations)
        actual = list(said_by_tree(tool, folder, declarations))
    wrong = [f"{statement(case)} with {NAMES[case[0]]}, {case[2] and NAMES[case[2]]}: "
             f"{cc} computes in {want}, the tree in {got}"
             for case, want, got in zip(cases(), expected, actual, strict=True) if want != got]
    print("\n".join(wrong))
    print(f"{len(expected) - len(wrong)} of {len(expected)} computed in the compiler's type")
    return bool(wrong) or not expected


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
