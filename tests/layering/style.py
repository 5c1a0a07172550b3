#!/usr/bin/env python3
"""How the C of generator/ and runtime/ is laid out, and how large its parts may grow.

    style.py ROOT [CLANG_FORMAT]

Holds .clang-format's layout and its columns, the lines of a function and of a file, the parameters of a
function, and the names that a folder shows. What may be larger stands in ALLOWED, with its reason.
Without clang-format 14 the layout is not looked at, and it says so.
"""

import pathlib
import re
import shutil
import subprocess
import sys

COLUMNS, FUNCTION, FILE, PARAMETERS, NAMES = 100, 80, 500, 7, 25
SUFFIXES = {".c", ".h", ".cu", ".cuh"}
STEPS = "steps, sizes and places of a loop over memory: a struct of them would be filled and read once"
NESTS = "an analysis or a way of writing that the description of loop nests is to replace"
KERNELS = "device templates that share one set of macros, which one reading defines and undefines"
# {what: {where: why}}. A row that is no longer needed fails, too.
ALLOWED = {
    "columns": {},
    "function": {
        "runtime/device/products/product_blocks.cuh:run_block":
            "one kernel, whose phases share accumulators that only registers can hold",
    },
    "file": {
        "generator/effects/effects_use.c": NESTS,
        "generator/emit/emit_table.c": "one descriptor, written from its first line to its last",
        "generator/lanes/lanes.c": NESTS,
        "generator/lanes/lanes_expression.c": NESTS,
        "runtime/device/elementwise.cuh": KERNELS,
        "runtime/device/machine.cuh": "the machine twice, a GPU's and a host's, line beside line",
        "runtime/device/stream.cuh": NESTS,
        "runtime/device/team.cuh": NESTS,
        "runtime/include/weft/vector/steps/tables.h": "numbers",
    },
    "parameters": {
        "generator/commands/tune/load.c:load_make": "one row of a table of measurements",
        "generator/commands/tune/measure.c:time_of": "one row of a table of measurements",
        "generator/parse/carry/attributes.c:attributes_read": "a text, a range of it, and the function that hears of what is found",
        "runtime/base/cast.c:convert_elements": STEPS,
        "runtime/base/cast.c:cast_elements": STEPS,
        "runtime/base/odometer.h:odometer_climb": STEPS,
        "runtime/base/transpose.c:transpose_copy": STEPS,
        "runtime/call/codes.c:look_at_row": STEPS,
        "runtime/call/direct/direct_axes.h:direct_take_steps": STEPS,
        "runtime/contraction/packed_product.c:copy_lines": STEPS,
        "runtime/contraction/tiles/tile_table.h:walk_rows": STEPS,
        "runtime/device/products/product_items.cuh:stage": STEPS,
        "runtime/gpu/driver/gpu_launch.c:gpu_launch_blocks": "the driver's own call",
        "runtime/gpu/driver/gpu_launch.c:gpu_launch_kernel": "the driver's own call",
        "runtime/gpu/kernels/gpu_fold.c:launch": "the driver's own call",
        "runtime/gpu/products/gpu_contract.c:make_factor": "one side of a product, of three tables by its index",
        "runtime/reduce/fold/fold_device.c:run_sides": STEPS,
        "runtime/reduce/reduce_where.c:reduce_where": "the arrays of one step, each another one",
        "runtime/reduce/reduction_memory.c:reduction_result": "what is asked and what is answered, of one caller",
    },
}


def files_of(root):
    return sorted(path for room in ("generator", "runtime") for path in (root / room).rglob("*")
                  if path.suffix in SUFFIXES)


def without_comments(text):
    """The text with comments, strings and continued macro lines blank, line by line."""
    blank = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
    text = blank.sub(lambda m: "\n" * m[0].count("\n") or '""', text)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: "\n" * m[0].count("\n"), text,
                  flags=re.MULTILINE)


def count_parameters(head):
    """Of the parameters in (…) at the end of a head; those of pointers to functions count once."""
    depth, start = 0, None
    for i in range(len(head) - 1, -1, -1):
        depth += (head[i] == ")") - (head[i] == "(")
        if depth == 0 and head[i] == "(":
            start = i
            break
    if start is None:
        return 0
    inner, depth, count = head[start + 1:head.rindex(")")], 0, 1
    for letter in inner:
        depth += (letter in "([{<") - (letter in ")]}>")
        count += letter == "," and depth == 0
    return 0 if inner.strip() in ("", "void") else count


def functions_of(text):
    """(name, first line, lines, parameters) of each function that is defined at a file's left edge."""
    lines = without_comments(text).split("\n")
    head_from = None
    i = 0
    while i < len(lines):
        line = lines[i]
        if line == "{":
            head = " ".join(lines[head_from if head_from is not None else i:i])
            end = next((j for j in range(i, len(lines)) if lines[j].startswith("}")), i)
            name = re.search(r"(\w+)\s*\((?:[^()]|\([^()]*\))*\)[^()]*$", head)
            if name:
                yield name[1], i + 1, end - i - 1, count_parameters(head[:head.rindex(")") + 1])
            i, head_from = end, None
        elif not line.strip() or line.rstrip().endswith((";", "}")):
            head_from = None
        elif head_from is None:
            head_from = i
        i += 1


def too_large(root):
    """(kind, where, what is said) of all that is over its bound."""
    for path in files_of(root):
        text, name = path.read_text(encoding="utf-8"), str(path.relative_to(root))
        count = text.count("\n")
        if count > FILE:
            yield "file", name, f"{name}:1: {count} lines, more than {FILE}"
        for number, line in enumerate(text.splitlines(), 1):
            if len(line) > COLUMNS:
                yield "columns", name, f"{name}:{number}: {len(line)} columns, more than {COLUMNS}"
        for function, line, length, parameters in functions_of(text):
            if length > FUNCTION:
                yield ("function", f"{name}:{function}",
                       f"{name}:{line}: {function} has {length} lines, more than {FUNCTION}")
            if parameters > PARAMETERS:
                yield ("parameters", f"{name}:{function}",
                       f"{name}:{line}: {function} has {parameters} parameters, more than {PARAMETERS}")
    for room in ("generator", "runtime"):
        for folder in [root / room, *(path for path in (root / room).rglob("*") if path.is_dir())]:
            count = sum(1 for path in folder.iterdir() if path.name != "__pycache__")
            if count > NAMES:
                yield "names", str(folder), f"{folder.relative_to(root)}: {count} names, more than {NAMES}"


def misplaced(root, tool):
    """Lines of clang-format where a file is not as it would lay it out."""
    done = subprocess.run([tool, "--dry-run", "--ferror-limit=1", *files_of(root)], cwd=root,
                          capture_output=True, text=True, check=False)
    return [line.replace(f"{root}/", "") for line in done.stderr.splitlines() if "[-Wclang-format" in line]


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    tool = sys.argv[2] if len(sys.argv) > 2 else shutil.which("clang-format")
    version = tool and subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    wrong, used = [], set()
    for kind, where, said in too_large(root):
        if where in ALLOWED.get(kind, {}):
            used.add((kind, where))
        else:
            wrong.append(said)
    wrong += [f"{where}: a {kind} that is allowed to be larger, and is not: strike its row" for kind, rows
              in ALLOWED.items() for where in rows if (kind, where) not in used]
    if version and " 14." in version:
        wrong += misplaced(root, tool)
    else:
        print("layout: not looked at, for there is no clang-format 14")
    print(*wrong, sep="\n")
    print(f"{len(files_of(root))} files, {len(wrong)} breaches")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
