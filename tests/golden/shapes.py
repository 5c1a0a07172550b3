#!/usr/bin/env python3
"""The kernels that `explain` names are those that `generate` writes: the loops of the hosts, the
comments above them, the descriptors' bits and the symbols of the image; for every function of the
golden cases, the examples and the library that ships.

    shapes.py TOOL ROOT
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import run

NAMES = {
    "one call an item on contiguous core blocks": {"core"},
    "one call a list; what does not lie side by side is copied": {"ragged"},
    "a Fourier transform: passes of libweft's own, on any strides; the function itself for floating-point flags": {"core", "fft"},
    "a sum of products: tiles of libweft's own, on any strides": {"core", "tiles"},
    "contiguous, broadcast-scalar and strided loops": {"contiguous", "scalar", "strided"},
    "contiguous, broadcast-scalar and strided loops; reductions by several elements at a time":
        {"contiguous", "scalar", "strided", "fold", "groups"},
    "contiguous and strided loops": {"contiguous", "strided"},
    "one loop for all strides, around a body with its own loops": {"strided"},
    "vectors of items under a mask, on any strides; one by one for floating-point flags":
        {"lanes", "strided"},
    "vectors of items under a mask, of transposed core blocks; one call an item on large blocks and for "
    "floating-point flags": {"core", "lanes"},
}
# What libweft computes by itself: only the descriptors have it.
BEST = ("largest", "least")
OWN = (*BEST, "fft")
NAMES.update({f"{words}; the {own} of all in any order": NAMES[words] | {own}
              for words in list(NAMES) if "strided" in NAMES[words] for own in BEST})


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
    lanes = {"lanes"} if "#define WEFT_LANES_ITEM " in section else set()
    if "#include WEFT_CORE_LOOP\n" in section:
        return {"core"} | lanes
    if "#include WEFT_RAGGED_LOOP\n" in section:
        return {"ragged"}
    variants = re.search(r"#define WEFT_VARIANTS\(X\)((?:.*\\\n)*.*)", section)[1]
    scalars = {int(mask) for mask in re.findall(r"X\((\d+)\)", variants)}
    return {"scalar" if mask else "contiguous" for mask in scalars} | {"strided"} | lanes


def folded(text):
    """The functions of which STEM.loops.h has loops of reductions on hosts."""
    return set(re.findall(r"^#define WEFT_HOST_FOLDED_(\w+)$", text, re.MULTILINE))


def headed(section):
    """What the comment at the head of a section calls them."""
    words = re.search(r"^ \* cpu, parallel: (.*); gpu: .* \*/$", section, re.MULTILINE)[1]
    return {"scalar" if word == "broadcast-scalar" else word for word in words.split(", ")}


def shape_rows(root):
    """{ENUM: (name, target, suffix or None)}, of shapes.h"""
    text = (root / "runtime/include/weft/shapes.h").read_text()
    text = re.sub(r"\s*\\\n\s*", " ", text)
    rows = re.findall(r'X\((\w+), "([\w-]+)", (\w+), (?:"(\w+)"|NULL)\)', text)
    return {enum: (name, target, suffix) for enum, name, target, suffix in rows}


def described(table):
    """[(ufunc, symbol, {ENUM})] of every loop in STEM.table.c"""
    constants = {name: set(re.findall(r"WEFT_HAS\((\w+)\)", text)) for name, text in
                 re.findall(r"^#define (shapes_\d+) (.*?[^\\])\n", table, re.MULTILINE | re.DOTALL)}
    return [(ufunc, symbol, constants[name]) for ufunc, rows in
            re.findall(r"^static const weft_loop (\w+)_loops\[\] = \{\n(.*?)^\};", table,
                       re.MULTILINE | re.DOTALL)
            for name, symbol in re.findall(r' (shapes_\d+),\s+"(\w+)",\s', rows)]


def instantiated(root, body, loops, cuda):
    """The symbols of the kernels that STEM.cu makes."""
    if ".loops.h" not in cuda:  # no function has any
        return set()
    loops = re.sub(r"^#ifndef WEFT_SPACE .*?^#endif$", "", loops, flags=re.MULTILINE | re.DOTALL)
    suffixes = {}
    for header in ("elementwise", "gufunc", "stream", "team", "deal", "nest/nest", "nest/front"):
        text = (root / f"runtime/device/{header}.cuh").read_text()
        for macro, suffix in re.findall(r"^ *WEFT_(\w+)_KERNEL\(ns, symbol, (_\w+)", text, re.MULTILINE):
            suffixes.setdefault(macro if macro.startswith("RA") else header.split("/")[-1], []).append(suffix)
    kinds = {name: "RAW" if "define WEFT_LAUNCHED" in section else "gufunc" if "WEFT_CORE_LOOP" in section else "RAGGED" if "WEFT_RAGGED_LOOP" in section
             else "elementwise" for name, section in sections(body).items()}
    for header in ("fold", "scan"):
        text = (root / f"runtime/device/{header}.cuh").read_text()
        suffixes[header] = re.findall(r"WEFT_(?:BUSY_)?KERNEL\(symbol##(_\w+)", text)
    folded = {name for name, section in sections(body).items() if "define WEFT_FOLDED" in section}
    streamed = {name for name, section in sections(body).items()
                if "define WEFT_STREAMED" in section}
    teamed = {name for name, section in sections(body).items()
              if re.search(r"define WEFT_TEAMED [12]\b", section) and not kinds[name].startswith("RA")}
    nested = {name for name, section in sections(body).items() if "define WEFT_NEST_TILED" in section}
    fronted = {name for name, section in sections(body).items() if "define WEFT_NEST_FRONTED" in section}
    dealt = {name for name, section in sections(body).items() if "define WEFT_TEAMED 3" in section}
    found = {symbol + suffix for name, symbol in
             re.findall(r"^#define WEFT_BODY_(\w+)\(x\)[\s\\]*(\w+)##x,", loops, re.MULTILINE)
             for suffix in suffixes[kinds[name]]
             + (suffixes["fold"] + suffixes["scan"] if name in folded else [])
             + (suffixes["stream"] if name in streamed else [])
             + (suffixes["team"] if name in teamed else [])
             + (suffixes["deal"] if name in dealt else [])
             + (suffixes["nest"] if name in nested else [])
             + (suffixes["front"] if name in fronted else [])
             + (suffixes["RAGGED_TEAM"] if "define WEFT_LISTS_SHARED" in sections(body)[name] else [])}
    mapped = re.findall(r"^WEFT_FOLD_MAPPED\(weft::WEFT_SPACE, (\w+),", cuda, re.MULTILINE)
    return found | {symbol + suffix for symbol in mapped for suffix in suffixes["fold"]}


def device_differences(told, source, folder, root):
    """A sentence for each ufunc whose bits explain does not name, or whose symbols are not there."""
    rows = shape_rows(root)
    path = pathlib.Path(folder) / source.stem
    loops = described(path.with_suffix(".table.c").read_text())
    found = instantiated(root, path.with_suffix(".body.h").read_text(),
                         path.with_suffix(".loops.h").read_text(),
                         path.with_suffix(".cu").read_text())
    wanted = {symbol + rows[enum][2] for _, symbol, shapes in loops for enum in shapes
              if rows[enum][2]}
    wrong = [f"{source}: {name} is in the descriptors or the image only" for name in wanted ^ found]
    for ufunc in told["ufuncs"]:
        own = [shapes for name, _, shapes in loops if name == ufunc["name"]]
        hosts = [ufunc, *ufunc["functions"]]
        said = {"CPU": {name for one in hosts for name in one["host_kernels"] or []},
                "GPU": set(ufunc["gpu_kernels"] or [])}
        for target, names in said.items():
            has = {rows[enum][0] for shapes in own for enum in shapes if rows[enum][1] == target}
            if names != has:
                wrong.append(f"{source}: {ufunc['name']}: explain says {sorted(names)} on {target}, "
                             f"the descriptor {sorted(has)}")
    return wrong


def host_differences(told, source, folder):
    """A sentence for each function whose loops on hosts differ; the number of functions."""
    path = pathlib.Path(folder) / source.stem
    said, written = explained(told), sections(path.with_suffix(".body.h").read_text())
    tiled = summed(told, path.with_suffix(".table.c").read_text())
    folds = folded(path.with_suffix(".loops.h").read_text())
    wrong = []
    for name, loops in said.items():
        kernels = emitted(written[name]) | ({"tiles"} if name in tiled else set()) | (
            {"fold", "groups"} if name in folds else set()) | loops.intersection(OWN)
        head = headed(written[name])
        if loops != kernels or loops != head:
            wrong.append(f"{source}: {name}: explain says {sorted(loops)}, generate writes "
                         f"{sorted(kernels)} under the comment {sorted(head)}")
    return wrong, len(said)


def differences(tool, source, root):
    """A sentence for each function whose loops differ; the number of functions."""
    def call(targets, *words):
        flags = [*run.extra_flags(source), f"--targets={targets}"]
        return subprocess.run([tool, *words, *flags], cwd=source.parent, capture_output=True,
                              text=True, timeout=60)

    hosts = "cpu,parallel"
    everywhere = hosts + ",gpu"
    told = call(hosts, "explain", source.name)
    assert "crashed" not in told.stderr, f"{source}: {told.stderr}"
    if told.returncode:
        return [], 0  # a case of wrong text
    with tempfile.TemporaryDirectory() as folder:
        data = call(everywhere, "explain", source.name, "--json")
        if source.parent.name == "signatures":  # generated/ is what `generate` writes: a test holds it
            made, targets, folder = True, everywhere, root / "generated"
        else:
            for targets in (everywhere, hosts):  # of what gpu refuses, too
                made = call(targets, "generate", source.name, "-o", folder).returncode == 0
                if made:
                    break
        if not made:
            return [], 0
        wrong, count = host_differences(told.stdout, source, folder)
        if targets == everywhere and data.returncode == 0:
            wrong += device_differences(json.loads(data.stdout), source, folder, root)
    return wrong, count


def main(tool, root):
    root = pathlib.Path(root)
    sources = [*sorted(run.HERE.glob("*/*.c")), *sorted((root / "signatures").glob("*.c")),
               *sorted((root / "examples").glob("*.c"))]
    total, failed = 0, []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for wrong, count in pool.map(lambda source: differences(tool, source, root), sources):
            total += count
            failed += wrong
    print(*failed, sep="\n")
    print(f"{total - len(failed)} passed, {len(failed)} failed, 0 skipped")
    return bool(failed) or total < 100


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
