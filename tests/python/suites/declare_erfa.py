"""Annotated declarations of ERFA's functions, as pyerfa calls them: types and sizes of erfa.h, layouts of pyerfa's
ufuncs.

    declare_erfa.py ERFA.H > erfa_functions.c
"""
import collections
import pathlib
import re
import sys

import erfa
import numpy as np

PV = "double[2][3]"  # a record of two vectors to pyerfa, the same memory
PLAIN = {"double", "int", "double[3]", "double[3][3]", PV}


def prototypes(header):
    """Name in lower case: the type it returns, the name in C, and (type, text) of each parameter."""
    text = re.sub(r"/\*.*?\*/", "", pathlib.Path(header).read_text(), flags=re.S)
    found = {}
    for kind, name, words in re.findall(r"^\s*(int|double|void)\s+era(\w+)\s*\(([^;]*?)\)\s*;", text, re.M | re.S):
        parameters = []
        for word in () if words.strip() == "void" else words.split(","):
            word = " ".join(word.split())
            base, stars, _, sizes = re.fullmatch(r"(?:const )?(\w+) (\**)\s*(\w+)((?:\[\w*\])*)", word).groups()
            parameters.append((base + stars + sizes, word))
        found[name.lower()] = kind, name, parameters
    return found


def layout_of(ufunc, parameters):
    """Core dimensions, where pyerfa's records of two vectors are arrays."""
    sides = (ufunc.signature or ",".join(["()"] * ufunc.nin) + "->" + ",".join(["()"] * ufunc.nout)).split("->")
    cores = [core for side in sides for core in re.findall(r"\([^)]*\)", side)]
    for k, (kind, _) in enumerate(parameters):
        if kind == PV:
            cores[k] = "(2,3)"
    return ",".join(cores[:ufunc.nin]) + "->" + ",".join(cores[ufunc.nin:])


def why_not(ufunc, kind, parameters):
    kinds = {re.sub(r"\*$", "", kind) for kind, _ in parameters}
    if not kinds <= PLAIN:
        return f"other types: {', '.join(sorted(kinds - PLAIN))}"
    if len(parameters) + (kind != "void") != ufunc.nin + ufunc.nout:
        return "a parameter goes in and out"
    return None if ufunc.nin else "no inputs"


def declare(header):
    """The text, the functions whose records are taken for arrays, and what was left out, by the reason."""
    known, lines, records, skipped = prototypes(header), ["#include <weft/annotate.h>", "#include <erfa.h>", ""], [], {}
    for name in sorted(dir(erfa.ufunc)):
        ufunc = getattr(erfa.ufunc, name)
        if not isinstance(ufunc, np.ufunc):
            continue
        kind, real, parameters = known.get(name, (None, None, None))
        reason = why_not(ufunc, kind, parameters) if real else "not in this erfa.h"
        if reason:
            skipped[name] = reason
            continue
        layout = layout_of(ufunc, parameters)
        how = f'WEFT_GUVECTORIZE("{layout}")' if re.search(r"\(.", layout.replace("()", "")) else "WEFT_VECTORIZE()"
        words = ", ".join(word for _, word in parameters)
        lines.append(f'WEFT_NAME("{name}") {how}\n{kind} era{real}({words});\n')
        if any(kind == PV for kind, _ in parameters):
            records.append(name)
    return "\n".join(lines), records, skipped


if __name__ == "__main__":
    text, records, skipped = declare(sys.argv[1])
    print(text)
    print(f"{text.count('WEFT_NAME')} declared, {len(records)} of them with records;",
          dict(collections.Counter(skipped.values())), file=sys.stderr)
