#!/usr/bin/env python3
"""Reads the machine code of the elementwise loops that ship, and compares how wide their vectors
are with what vectors.txt says; every loop stands there once.

    vectors.py ROOT TABLE base OBJECT… v3 OBJECT… v4 OBJECT… [--print]

Instruction sets that are not named are not compared: of a build for tests, those that its machine does
not run are not optimised.

The width of a loop is that of the packed registers, in bits, in the loop of machine code that
reads each input from a place of its own: the one for contiguous operands. 0: there is none, or it
calls. Functions that have vectors of items under a mask need no compiler's, and are left out.
--print writes what was found, a line a loop, instead of comparing.
"""

import pathlib
import re
import shutil
import subprocess
import sys

FULL = {"base": 128, "v3": 256, "v4": 512}
REGISTERS = {"x": 128, "y": 256, "z": 512}
# Instructions on one element, though they name a vector's register; and others that look alike.
SINGLE = re.compile(r"v?(\w*s[sdh]|mov[dq]|mov[hl]p[sd]|pinsr\w|pextr\w|insertps|extractps|"
                    r"u?comis[sd]|cvt\w*2s[sd]\w?|cvtt?s[sd]2\w+)$")
HALF_LOAD = re.compile(r"v?mov[dq]$")  # of several narrow elements
PACKED = re.compile(r"v?(pabs|packs|pmaxs|pmins)\w*$")


def read_loops(path):
    """{symbol of a kernel: (ufunc, its inputs' dtypes)}, in the order of STEM.loops.h; of STEM.body.h."""
    section = r"^#ifdef WEFT_BODY_(\w+)$(.*?)^#undef WEFT_BODY_\1$"
    counts = {name: re.search(r"^#define WEFT_INPUTS (\d+)$", text, re.MULTILINE)
              for name, text in re.findall(section, path.read_text(), re.MULTILINE | re.DOTALL)
              if "#define WEFT_LANES_ITEM " not in text}
    inputs = {name: count[1] for name, count in counts.items() if count}
    kernels = path.with_name(path.name.replace(".body.h", ".loops.h")).read_text()
    loops, ufunc = {}, None
    for line in re.sub(r"\\\n *", "", kernels).splitlines():
        head = re.match(r"#ifndef WEFT_\w+ /\* (\w+) \*/$", line)
        loop = re.match(r"#define WEFT_BODY_(\w+)\(x\) (\w+)##x, \(.*\), (.*)$", line)
        if head:
            ufunc = head[1]
        elif loop and loop[1] in inputs:
            loops[loop[2]] = ufunc, loop[3].split(", ")[:int(inputs[loop[1]])]
    return loops


def read_code(path):
    """{address: [(address, mnemonic, operands)]} of an object's functions."""
    text = subprocess.run(["objdump", "-d", "-w", "--no-show-raw-insn", path], check=True,
                          capture_output=True, text=True).stdout
    functions, current = {}, []
    for line in text.splitlines():
        head = re.match(r"([0-9a-f]+) <.+>:$", line)
        code = re.match(r"\s*([0-9a-f]+):\t(?:(?:rep|repz|bnd|notrack) )?(\S+)\s*(.*)$", line)
        if head:
            current = functions.setdefault(int(head[1], 16), [])
        elif code:
            current.append((int(code[1], 16), code[2], code[3]))
    return functions


def read_functions(path):
    """{name: code}: equal functions share theirs, or jump to it."""
    code = read_code(path)
    text = subprocess.run(["objdump", "-t", path], check=True, capture_output=True,
                          text=True).stdout
    symbols = re.findall(r"^([0-9a-f]+) .* \.text\s+[0-9a-f]+ (\w+)$", text, re.MULTILINE)
    functions = {}
    for address, name in symbols:
        own = code.get(int(address, 16), [])
        target = re.match(r"([0-9a-f]+) <\w+>$", own[0][2]) if own and own[0][1] == "jmp" else None
        functions[name] = code.get(int(target[1], 16), own) if target else own
    return functions


def inner_loops(code):
    """The instructions of each innermost loop: from a jump's target to the jump back to it."""
    index = {address: i for i, (address, _, _) in enumerate(code)}
    spans = []
    for i, (_, mnemonic, operands) in enumerate(code):
        target = re.match(r"([0-9a-f]+) <", operands) if mnemonic.startswith("j") else None
        first = index.get(int(target[1], 16)) if target else None
        if first is not None and first <= i:
            spans.append((first, i))
    for first, last in spans:
        if not any(span != (first, last) and first <= span[0] and span[1] <= last
                   for span in spans):
            yield code[first:last + 1]


def loop_width(loop, inputs):
    """Bits of the widest packed register; 0 where fewer places than inputs are read so."""
    width, places = 0, set()
    for _, mnemonic, operands in loop:
        if mnemonic == "call":
            return 0
        registers = re.findall(r"%([xyz])mm", operands)
        memory = re.search(r"\((%\w+)[^)]*\)", operands)
        is_packed = registers and (PACKED.match(mnemonic) or not SINGLE.match(mnemonic))
        reads = memory and memory.end() < len(operands)  # the last operand is written
        if reads and (is_packed or registers and HALF_LOAD.match(mnemonic)):
            places.add(memory[1])
        if is_packed:
            width = max(width, *(REGISTERS[letter] for letter in registers))
    return width if len(places - {"%rip", "%rsp"}) >= inputs else 0


def read_objects(words):
    """{level: {name: code}} of "base a.o b.o v3 …"."""
    levels, functions = {}, {}
    for word in words:
        if word in FULL:
            functions = levels.setdefault(word, {})
        else:
            functions.update(read_functions(word))
    return levels


def scan(root, words):
    """{(ufunc, dtype of the inputs): (width at base, at v3, at v4)}; None where none was asked for."""
    found, levels = {}, read_objects(words)
    for text in sorted((root / "generated").glob("*.body.h")):
        for symbol, (ufunc, inputs) in read_loops(text).items():
            dtype = inputs[0] if len(set(inputs)) == 1 else ",".join(inputs)
            found[ufunc, dtype] = tuple(
                max((loop_width(loop, len(inputs))
                     for loop in inner_loops(levels[level][f"{symbol}__loop"])), default=0)
                if level in levels else None for level in FULL)
    return found


def read_table(path):
    """What `UFUNC: DTYPE … = BASE V3 V4  WHY` says; widths below the full ones need a reason."""
    told, reasons = {}, set()
    for line in path.read_text().splitlines():
        reason = re.match(r"\[(\w+)\] ", line)
        row = re.match(r"(\w+): (.*) = (\d+) (\d+) (\d+)(?:  \[(\w+)\])?$", line)
        if reason:
            reasons.add(reason[1])
        elif row:
            widths = tuple(int(width) for width in row.group(3, 4, 5))
            if (widths != tuple(FULL.values())) != bool(row[6]) or row[6] and row[6] not in reasons:
                raise SystemExit(f"{path}: where vectors are not full, and only there, stands a "
                                 f"reason: {line}")
            told.update(((row[1], dtype), widths) for dtype in row[2].split())
        elif line and not line.startswith("#") and not line.startswith(" "):
            raise SystemExit(f"{path}: not understood: {line}")
    return told


def main(root, table, *words):
    words = [word for word in words if word != "--print"]
    if not shutil.which("objdump"):
        print("objdump is needed\n0 passed, 0 failed, 1 skipped")
        return 77
    found = scan(pathlib.Path(root), words)
    if "--print" in sys.argv:
        for (ufunc, dtype), widths in found.items():
            print(ufunc, dtype, *widths)
        return 0
    asked = [level in words for level in FULL]
    told = {key: tuple(width if one else None for width, one in zip(widths, asked))
            for key, widths in read_table(pathlib.Path(table)).items()}
    wrong = [f"{ufunc} of {dtype}: vectors of {found.get((ufunc, dtype))} bits at base, v3, v4; "
             f"{table} says {told.get((ufunc, dtype))}"
             for ufunc, dtype in {**found, **told}
             if found.get((ufunc, dtype)) != told.get((ufunc, dtype))]
    print(*wrong, sep="\n")
    print("compared at", *(level for level, one in zip(FULL, asked) if one))
    print(f"{len(found) - len(wrong)} passed, {len(wrong)} failed, 0 skipped")
    return 1 if wrong or not found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
