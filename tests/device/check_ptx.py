#!/usr/bin/env python3
"""Checks that kernels in a PTX file compute something: arithmetic on what was loaded, and a store.

    check_ptx.py FILE
"""

import re
import sys

# Kernel: what it must contain, and how often at least.
EXPECTED = {
    "product_complex64_complex64_v": [(r"\b(mul|fma|mad)\.(rn\.)?f32", 4), (r"\bld\.", 2),
                                      (r"\bst\.global\.v4", 1)],
    "product_complex64_complex64_n": [(r"\b(mul|fma|mad)\.(rn\.)?f32", 4),
                                      (r"\bst\.(global\.)?f32", 2)],
    "product_complex128_complex128_v": [(r"\b(mul|fma|mad)\.(rn\.)?f64", 4), (r"\bst\.global", 1)],
    "matmul_complex64_complex64_c": [(r"\b(mul|fma|mad)\.(rn\.)?f32", 4), (r"\bst\.global", 1)],
    "hypotenuse_float32_float32_v": [(r"\bsqrt\.rn\.f32", 4), (r"\bst\.global\.v4", 1)],
    "hypotenuse_float16_float16_n": [(r"\bsqrt\.rn\.f32", 1), (r"\bcvt\.rn\.f16\.f32", 1)],
    "add_int8_int8_v": [(r"\badd\.s16|\badd\.s32|\bvadd", 8), (r"\bst\.global\.v4", 1)],
    "add_float32_float32_v": [(r"\badd\.(rn\.)?f32", 4), (r"\bld\.global\.v4", 2),
                              (r"\bst\.global\.v4", 1)],
}


def bodies(text):
    """Kernel name -> its text."""
    pieces = re.split(r"^\.visible \.entry (\w+)\(", text, flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2]))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        kernels = bodies(file.read())
    wrong = 0
    for name, patterns in EXPECTED.items():
        for pattern, least in patterns:
            found = len(re.findall(pattern, kernels.get(name, "")))
            if found < least:
                print(f"{name}: {pattern} occurs {found} times, expected {least} at least")
                wrong += 1
    empty = [name for name, body in kernels.items() if not re.search(r"\bst\.", body)]
    for name in empty:
        print(f"{name}: stores nothing")
    print(f"{len(kernels)} kernels, {wrong + len(empty)} wrong")
    return 1 if wrong or empty or not kernels else 0


sys.exit(main())
