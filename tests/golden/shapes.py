#!/usr/bin/env python3
"""The loops that `explain` names are those that `generate` writes, and that the comment of each
section says: for every function of the golden cases, the examples and the library that ships.

    shapes.py TOOL ROOT
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import run

NAMES = {
    "one call an item on contiguous core blocks": {"core"},
    "a sum of products: tiles of libweft's own, on any strides": {"core", "tiles"},
    "contiguous, broadcast-scalar and strided loops": {"contiguous", "scalar", "strided"},
    "contiguous and strided loops": {"contiguous", "strided"},
    "one loop for all strides, around a body with its own loops": {"strided"},
}


def explained(text):
    """{function: the loops that explain names}"""
    shapes = {}
    for block in text.split("\n\n"):
        functions = re.findall(r"^  (\w+), .*:\d+$", block, re.MULTILINE)
        for only, loops in re.findall(r"^  cpu, parallel(?:, (\w+))?: (.*)$", block, re.MULTILINE):
            if loops in NAMES:
                shapes.update((name, NAMES[loops]) for name in ([only] if only else functions))
            elif " reduction\n" not in block:
                raise SystemExit(f"unknown words of explain: {loops}")
    return shapes


def summed(text, table):
    """The functions of the ufuncs whose descriptors have contractions, in STEM.table.c."""
    ufuncs = {part.split(":", 1)[0] for part in table.split("/* ---- ")[1:]
              if "weft_contraction" in part}
    return {name for block in text.split("\n\n") if block.split(" ", 1)[0] in ufuncs
            for name in re.findall(r"^  (\w+), .*:\d+$", block, re.MULTILINE)}


def sections(text):
    """{function: its section of STEM.body.h}"""
    found = re.findall(r"^#ifdef WEFT_BODY_(\w+)$(.*?)^#undef WEFT_BODY_\1$", text,
                       re.MULTILINE | re.DOTALL)
    return dict(found)


def emitted(section):
    """The loops that a section instantiates."""
    if "#include WEFT_CORE_LOOP\n" in section:
        return {"core"}
    variants = re.search(r"#define WEFT_VARIANTS\(X\)(.*)", section)[1]
    scalars = {int(mask) for mask in re.findall(r"X\((\d+)\)", variants)}
    return {"scalar" if mask else "contiguous" for mask in scalars} | {"strided"}


def headed(section):
    """What the comment at the head of a section calls them."""
    words = re.search(r"^ \* cpu, parallel: (.*); gpu: .* \*/$", section, re.MULTILINE)[1]
    names = {"broadcast-scalar": "scalar"}
    return {names.get(word, word) for word in words.split(", ")}


def differences(tool, source):
    """A sentence for each function whose loops differ; the number of functions."""
    flags = [*run.extra_flags(source), "--targets=cpu,parallel"]

    def call(*words):
        return subprocess.run([tool, *words, *flags], cwd=source.parent, capture_output=True,
                              text=True, timeout=60)

    told = call("explain", source.name)
    assert "crashed" not in told.stderr, f"{source}: {told.stderr}"
    with tempfile.TemporaryDirectory() as folder:
        if told.returncode or call("generate", source.name, "-o", folder).returncode:
            return [], 0  # a case of wrong text
        body = pathlib.Path(folder) / f"{source.stem}.body.h"
        said, written = explained(told.stdout), sections(body.read_text())
        table = (pathlib.Path(folder) / f"{source.stem}.table.c").read_text()
    tiled = summed(told.stdout, table)
    wrong = []
    for name, loops in said.items():
        kernels = emitted(written[name]) | ({"tiles"} if name in tiled else set())
        head = headed(written[name]) | ({"core"} if name in tiled else set())
        if loops != kernels or loops != head:
            wrong.append(f"{source}: {name}: explain says {sorted(loops)}, generate writes "
                         f"{sorted(kernels)} under the comment {sorted(head)}")
    return wrong, len(said)


def main(tool, root):
    root = pathlib.Path(root)
    sources = [*sorted(run.HERE.glob("*/*.c")), *sorted((root / "signatures").glob("*.c")),
               *sorted((root / "examples").glob("*.c"))]
    total, failed = 0, []
    for source in sources:
        wrong, count = differences(tool, source)
        total += count
        failed += wrong
    print(*failed, sep="\n")
    print(f"{total - len(failed)} passed, {len(failed)} failed, 0 skipped")
    return bool(failed) or total < 100


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
