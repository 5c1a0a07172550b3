#!/usr/bin/env python3
"""docs/ufuncs.md names every ufunc of libweft_std, and no other; and every ufunc of NumPy is one of them with
all its loops of numbers, or has its reason there.

    ufuncs.py ROOT TOOL LIBRARY
"""
import json
import pathlib
import re
import subprocess
import sys

# Loops that are not there, as the page says it: the sentence, the ufuncs, and what their inputs are of.
REAL = {"int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32",
        "float64"}
COMPLEX = {"complex64", "complex128"}
WITHOUT = [
    ("conjugate of real numbers", {"conjugate"}, REAL),
    ("sign, fmin, fmax, minimum, maximum and the order of complex numbers",
     {"sign", "fmin", "fmax", "minimum", "maximum", "less", "less_equal", "greater", "greater_equal"},
     COMPLEX),
    ("isnan, isinf and isfinite of integers and truth values", {"isnan", "isinf", "isfinite"},
     REAL | {"bool"}),
]


def table_after(page, heading):
    """The rows of the first table behind a line."""
    lines = page[page.index(heading):].splitlines()
    rows = [line for line in lines if line.startswith("|")]
    after = next(i for i, line in enumerate(lines) if line.startswith("|"))
    end = next((i for i, line in enumerate(lines) if i > after and not line.startswith("|")), len(lines))
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[:end - after]][2:]


def shipped(tool, library):
    """{ufunc: {dtypes of inputs and outputs}}"""
    told = subprocess.run([tool, "list", library, "--json"], capture_output=True, text=True, check=True)
    return {ufunc["name"]: {tuple(loop["inputs"] + loop["outputs"]) for loop in ufunc["loops"]}
            for ufunc in json.loads(told.stdout)["ufuncs"]}


def asked(text):
    """({ufunc: loops}, {second name: ufunc}, gufuncs of numpy.linalg) of ufuncs.txt"""
    loops, names, inner = {}, {}, set()
    for line in text.splitlines():
        words = line.split()
        if words[0] == "#" or line.startswith("#"):
            continue
        if words[0].startswith("linalg."):
            inner.add(words[0].removeprefix("linalg."))
        elif words[1:2] == ["="]:
            names[words[0]] = words[2]
        else:
            loops[words[0]] = {tuple(word.split(",")) for word in words[1:]}
    return loops, names, inner


def excused(page, name, loop):
    return any(sentence in page and name in names and set(loop) & dtypes and
               not set(loop) - dtypes - {"bool"} for sentence, names, dtypes in WITHOUT)


def differences(page, have, loops, names, inner):
    told = {name for row in table_after(page, "| family |") for name in re.findall(r"\w+", row[1])}
    reasons = {name for row in table_after(page, "| of NumPy's ufuncs |")
               for name in re.findall(r"\w+", row[0])}
    yield from (f"{name} ships, and ufuncs.md does not name it" for name in sorted(set(have) - told))
    yield from (f"ufuncs.md names {name}, which does not ship" for name in sorted(told - set(have)))
    for name in sorted(set(loops) | set(names) | inner):
        if name not in have and name not in reasons:
            yield f"{name} of NumPy neither ships nor has its reason in ufuncs.md"
    for name in sorted(set(loops) & set(have)):
        for loop in sorted(loops[name] - have[name]):
            if not excused(page, name, loop):
                yield f"{name} has no loop of {', '.join(loop)}, and ufuncs.md does not say why"


def main(root, tool, library):
    root = pathlib.Path(root)
    page = (root / "docs/ufuncs.md").read_text(encoding="utf-8")
    have = shipped(tool, library)
    loops, names, inner = asked((root / "tests/numpy/ufuncs.txt").read_text(encoding="ascii"))
    assert len(loops) > 80 and len(inner) > 10 and len(have) > 100
    wrong = list(differences(page, have, loops, names, inner))
    print("\n".join(wrong) or f"{len(have)} ufuncs ship; {len(loops)} of NumPy and {len(inner)} of numpy.linalg "
          "are there or have their reason")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main(*sys.argv[1:])
