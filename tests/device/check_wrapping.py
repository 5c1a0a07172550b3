#!/usr/bin/env python3
"""Checks in the PTX of wrapping_samples.c that signed overflow is not assumed away.

    check_wrapping.py TOOL NVCC RUNTIME_FOLDER
"""

import pathlib
import re
import subprocess
import sys
import tempfile

# Kernel: what the body must contain, which an assumption of no overflow leaves out.
EXPECTED = {
    "grows_int32_v": r"2147483647",
    "shrinks_int32_v": r"-2147483648",
    "magnitude_int32_v": r"\bmax\.s32|\bsetp\.lt\.s32|\bneg\.s32",
    "doubled_int32_v": r"\bsh[lr]\.",
    "widened_int32_v": r"\bcvt\.s64\.s32",
    "squared_int32_v": r"\bmul\.lo\.s32",
    "counted_int32_v": r"2147483647",
    "summed_int32_v": r"2147483642",
    "opposite_int64_v": r"\bneg\.s64|-9223372036854775808|\bsub\.s64",
    "generic_int32_v": r"2147483647",
    "helped_int32_v": r"2147483647",
    "converted_int32_v": r"\badd\.s32\s+\S+ %r\d+, 1;",
    "remaindered_int32_v": r"\bmul\.(lo|hi)\.s32",
}


def bodies(text):
    """Kernel name -> its text."""
    pieces = re.split(r"^\.visible \.entry (\w+)\(", text, flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2]))


def main():
    tool, nvcc, runtime = sys.argv[1:]
    source = pathlib.Path(__file__).parent / "wrapping_samples.c"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([tool, "generate", source, "-o", folder], check=True)
        subprocess.run([nvcc, "-ptx", "-arch=compute_90", "-std=c++20", "-w", f"-I{runtime}/device",
                        f"-I{runtime}/include", "wrapping_samples.cu", "-o", "all.ptx"],
                       cwd=folder, check=True)
        kernels = bodies((pathlib.Path(folder) / "all.ptx").read_text(encoding="utf-8"))
    wrong = [name for name, pattern in EXPECTED.items()
             if not re.search(pattern, kernels.get(name, ""))]
    for name in wrong:
        print(f"{name}: {EXPECTED[name]} does not occur")
    print(f"{len(EXPECTED)} kernels, {len(wrong)} wrong")
    return 1 if wrong else 0


sys.exit(main())
