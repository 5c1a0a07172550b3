#!/usr/bin/env python3
"""Does what README.md says, in a temporary folder, with a Weft that is installed there: its functions, its command
lines, its program and its CMakeLists.txt. `weft tune` is left out, which takes a minute; what is for a GPU may say
that there is none.

    readme.py ROOT BUILD_FOLDER CMAKE CC
"""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

from pages import prose_and_blocks
from tutorial import environment, install

OCEAN = {"ocean.h": "double density(double salt, double heat);\n",
         "ocean.c": '#include "ocean.h"\ndouble density(double salt, double heat) { return 1000 + salt - heat; }\n'}


def write_npy(path, *shape):
    """Numbers from 1 on, float32, as NumPy's format has them."""
    count = 1
    for size in shape:
        count *= size
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({''.join(f'{size},' for size in shape)}), }}"
    text = header.ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode()
                     + struct.pack(f"<{count}f", *range(1, count + 1)))


def run(command, folder, values):
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=values, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    print(f"$ {command}\n{done.stdout}", end="")
    return done


def find(blocks, language, words):
    """The one block of a language that has the words."""
    found = [text for _, kind, text in blocks if kind == language and words in text]
    assert len(found) == 1, f"{len(found)} blocks of README.md have {words!r}"
    return found[0]


def program(text):
    """A program of lines that include, declare and call."""
    lines = text.splitlines()
    heads = [line for line in lines if line.startswith("#include")]
    rest = [line for line in lines if line not in heads]
    return "\n".join(["#include <stdio.h>", *heads, "int main(void)", "{", *rest, "    return 0;", "}", ""])


def commands(block):
    """Those of one line each, without what is said behind them."""
    return [re.sub(r"\s+#.*", "", line) for line in block.splitlines() if line.strip()]


def follow(root, folder, values, cmake):
    """What went wrong, one sentence each."""
    _, blocks = prose_and_blocks((root / "README.md").read_text(encoding="utf-8"))
    (folder / "kernels.c").write_text(find(blocks, "c", "WEFT_GUVECTORIZE"), encoding="utf-8")
    for name, text in OCEAN.items():
        (folder / name).write_text(text, encoding="utf-8")
    for name, shape in {"A": (2, 4), "B": (4, 5), "a": (3,), "b": (3,)}.items():
        write_npy(folder / f"{name}.npy", *shape)
    lines = commands(find(blocks, "", "weft list libkernels.so"))
    assert len(lines) > 7
    for line in lines:
        if line == "weft tune":
            continue
        done = run(line, folder, values)
        if done.returncode and not ("gpu" in line and "gpu" in done.stdout):
            yield f"{line}: status {done.returncode}"
    (folder / "app.c").write_text(program(find(blocks, "c", "weft_matmul")), encoding="utf-8")
    (folder / "CMakeLists.txt").write_text(find(blocks, "cmake", "cmake_minimum_required"), encoding="utf-8")
    for line in (f"'{cmake}' -G Ninja -B build -DWEFT_CUDA=OFF", f"'{cmake}' --build build", "build/app"):
        if run(line, folder, values).returncode:
            yield f"{line} failed"


def main(root, build, cmake, compiler):
    with tempfile.TemporaryDirectory() as name:
        work, prefix = pathlib.Path(name) / "work", pathlib.Path(name) / "prefix"
        work.mkdir()
        install(build, cmake, prefix)
        wrong = list(follow(pathlib.Path(root), work, environment(prefix, compiler), cmake))
    print("\n".join(wrong) or "all as README.md says")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
