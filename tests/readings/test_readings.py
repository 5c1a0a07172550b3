"""Builds functions from their text, from their syntax trees and from the lowered form of these,
and compares what they compute, bit for bit: both mean what the C says. Or from their text, and as
vectors of items: sets whose names begin with "lanes-".

    test_readings.py WEFT CC SOURCE_FOLDER COMPARE SET
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import random_bodies
import random_cores
import random_shared

WEFT, CC, ROOT, COMPARE, WANTED = sys.argv[1:]
LANES = WANTED.startswith("lanes-")
WANTED = WANTED.removeprefix("lanes-")
ROOT = Path(ROOT)
INCLUDE = ROOT / "runtime/include"
SKIPPED = 77
LONG = bool(os.environ.get("WEFT_LONG_TESTS"))
SANITIZED = bool(os.environ.get("WEFT_SANITIZED"))  # the tool, not what it makes: that is not compiled
FLAGS = ["-std=gnu17", "-O1", "-fPIC", "-fvisibility=hidden", "-fno-math-errno",
         "-fno-trapping-math", "-ffp-contract=fast", "-fwrapv", "-w"]
ISAS = {"base": [], "flags": ["-ftrapping-math", "-ffp-contract=off"], "v3": None, "v4": None}
MOST_GAPS = 0.1  # of all functions
if LANES:
    # What is fused differs from loop to loop; functions of the C library are the same ones in lanes.
    FLAGS = [*FLAGS[:-3], "-ffp-contract=off", "-fcx-fortran-rules", "-fwrapv", "-w",
             "-DWEFT_LIBRARY_MATH"]
    ISAS = {"base": [], "flags": None, "v3": ["-march=x86-64-v3"], "v4": ["-march=x86-64-v4"]}
    if subprocess.run(["uname", "-m"], capture_output=True, text=True).stdout != "x86_64\n":
        ISAS.update(v3=None, v4=None)
    elif not LONG:  # the widest vectors that this machine has; with the long tests all
        widest = "v4" if "avx512vl" in Path("/proc/cpuinfo").read_text() else "v3"
        ISAS = {isa: ISAS[isa] if isa == widest else None for isa in ISAS}
elif not LONG and WANTED == "call":
    ISAS["base"] = None  # "flags" tell the values, too


def run(command, **more):
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, text=True,
                          capture_output=True, timeout=300, check=False, **more)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def compile_kernels(folder, stem, isa, flags):
    """Compiles one generated file for one instruction set."""
    run([CC, *FLAGS, *ISAS[isa], f"-DWEFT_ISA={isa}", f"@{folder / stem}.c.flags", *flags,
         f"-I{INCLUDE}", f"-I{folder}", "-c", folder / f"{stem}.c", "-o", folder / f"{stem}.{isa}.o"])


def compile_plain(folder, stem):
    """Compiles one generated file that has no kernels."""
    run([CC, "-fPIC", "-w", f"-I{INCLUDE}", f"-I{folder}", "-c", folder / f"{stem}.c", "-o", folder / f"{stem}.o"])


def write_empty_tables(folder, stems):
    """The tables of the instruction sets that are not asked for: of no kernels, all in one file."""
    lines = ["#include <weft/kernel.h>"]
    for stem in stems:
        named = re.search(r"WEFT_KERNEL_TABLE\((\w+),\s+(\w+)\)", (folder / f"{stem}.c").read_text())
        lines += [f"static weft_kernel *const {named[1]}_no_{isa}[1]; "
                  f"const weft_kernel_table weft_kernels_{named[1]}_{named[2]}_{isa} = "
                  f"{{UINT64_C(0x{named[2]}), {named[1]}_no_{isa}}};" for isa in ISAS if ISAS[isa] is None]
    (folder / "empty_tables.c").write_text("\n".join([*lines, ""]))


def build(pool, folder, reading, sources, flags, more):
    """The library of one reading. Functions that have vectors anyway have them in their text, too,
    which is compiled without."""
    folder = folder / reading
    if LANES and reading == "text":
        flags = [*flags, "-DWEFT_WITHOUT_LANES"]
    run([WEFT, "generate", f"--bodies={reading}", "--targets=cpu", "--library=readings", "-o",
         folder, *flags, *more, *sources])
    if SANITIZED:
        return None
    stems = [Path(name).stem for name in sources]
    jobs = [pool.submit(compile_kernels, folder, stem, isa, flags)
            for stem in stems for isa in ISAS if ISAS[isa] is not None]
    write_empty_tables(folder, stems)
    jobs += [pool.submit(compile_plain, folder, stem)
             for stem in [*(f"{stem}.table" for stem in stems), "library", "empty_tables"]]
    for job in jobs:
        job.result()
    made = folder / "library.so"
    run([CC, "-shared", *sorted(folder.glob("*.o")), "-o", made, "-lm"])
    return made


def count_gaps(sources, flags, more):
    """How many functions there are, and what the trees of some cannot say."""
    told = json.loads(run([WEFT, "explain", "--json", "--targets=cpu", *flags, *more, *sources]))
    bodies = [(function["name"], function["body"]["tree_gap"]) for ufunc in told["ufuncs"]
              for function in ufunc["functions"] if function["body"]]
    return len(bodies), [f"{name}: {gap['because']}" for name, gap in bodies if gap]


def count_lanes(sources, flags, more):
    """How many functions there are that tiles do not serve, and why some have no lanes."""
    told = json.loads(run([WEFT, "explain", "--json", "--bodies=lanes", "--targets=cpu", *flags,
                           *more, *sources]))
    bodies = [(function["name"], function["no_lanes"]) for ufunc in told["ufuncs"]
              for function in ufunc["functions"]
              if function["body"] and function["body"]["kind"] != "contraction"]
    return len(bodies), [f"{name}: {gap['reason']}" for name, gap in bodies if gap]


def compare(root, sources, flags=(), more=(), rounds=4, most_gaps=MOST_GAPS):
    """False where the readings differ, or too few trees are complete."""
    count, gaps = (count_lanes if LANES else count_gaps)(sources, flags, more)
    print(f"{count} functions, {len(gaps)} compiled from their text in both: {gaps}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        text, *others = [build(pool, root, reading, sources, flags, more)
                         for reading in (("text", "lanes") if LANES
                                         else ("text", "tree", "lowered"))]
    good = len(gaps) <= most_gaps * count
    for other in () if SANITIZED else others:
        for isa in (isa for isa, flags in ISAS.items() if flags is not None):
            done = subprocess.run([COMPARE, text, other, isa, str(rounds),
                                   *(["any"] if LANES else [])], text=True,
                                  stdout=subprocess.PIPE, timeout=300, check=False)
            print(f"{other.parent.name}: {done.stdout}", end="")
            good &= done.returncode == 0
    return good


def named_meanings(root):
    """The small sources of tests/meaning, each with its own files."""
    sys.path.insert(0, str(ROOT / "tests/meaning"))
    from cases import CASES  # pylint: disable=import-outside-toplevel,import-error
    for name, content in CASES.items():
        files = dict(content) if isinstance(content, dict) else {"main": content}
        if "flags" in files or "sources" in files or '"main.c"' in files["main"]:
            continue
        files[name + ".c"] = "#include <weft/annotate.h>" + files.pop("main").replace(
            "int f(", f"int {name}(")
        for path, text in files.items():
            path = root / name / path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        yield root / name / f"{name}.c"


def main():
    if "libclang" not in run([WEFT, "--version"]):
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory(prefix="weft-readings-") as root:
        root = Path(root)
        if WANTED == "call":
            folder = ROOT / "tests/call/kernels"
            carried = sorted(folder.glob("*_source.c"))
            sources = [path for path in sorted(folder.glob("*.c")) if path not in carried]
            good = compare(root, sources, [f"-I{folder}"],
                           [word for path in carried for word in ("--source", path)])
        elif WANTED == "shipped":
            ISAS["flags"] = None
            # Libraries that may not be there, and lists, whose offsets `compare` does not know.
            examples = [path for path in sorted((ROOT / "examples").glob("*.c"))
                        if "weft/annotate.h" in path.read_text() and path.stem not in ("astronomy", "z_mass")]
            signatures = sorted((ROOT / "signatures").glob("*.c"))
            if not LONG:  # not those of many lines that are alike
                signatures = [path for path in signatures if path.stem in ("exponential", "linalg", "rows", "special")]
            good = True
            for name, sources in (("signatures", signatures), ("examples", examples)):
                (root / name).mkdir()  # apart: both have a `mean`
                good &= compare(root / name, sources)
        elif WANTED == "styles":  # goto, recursion, unions, pointers to functions and the like have no lanes
            ISAS["flags"] = None
            good = compare(root, sorted((ROOT / "tests/readings/styles").glob("*.c")), most_gaps=0.2)
        elif WANTED == "meaning":
            ISAS["flags"] = None
            good = compare(root, list(named_meanings(root)), most_gaps=0.3 if LANES else 0.15)  # odd ones
        elif WANTED == "shared":
            ISAS["flags"] = None
            sources = [root / f"shared_{seed}.c" for seed in range(3 if LONG else 1)]
            for seed, path in enumerate(sources):
                path.write_text(random_shared.source(seed, 10))
            good = compare(root, sources)
            texts = [(root / "lanes" / f"{path.stem}.body.h").read_text() for path in sources]
            good &= all(word in text for text in texts for word in ("WEFT_LANES_READ_1", "WEFT_LANES_NOINLINE"))
        else:
            ISAS["flags"] = None
            seeds = 1 if SANITIZED else 5 if LONG else 2
            sources = [root / f"{WANTED}_{seed}.c" for seed in range(seeds)]
            for seed, path in enumerate(sources):
                path.write_text(random_cores.source(seed, 6) if WANTED == "cores" else
                                random_bodies.source(seed, 40, lanes=LANES))
            good = compare(root, sources)
    sys.exit(not good)


main()
