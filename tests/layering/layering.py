#!/usr/bin/env python3
"""Who may include whom (docs/architecture.md): prints every breach, and fails if there is one.

Rooms are folders. A file may include files of its own room and of those below it.

    layering.py ROOT
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SUFFIXES = {".c", ".h", ".cu", ".cuh"}

# Public headers of the runtime, by who may include them.
KERNEL_HEADERS = {"weft/kernel.h", "weft/loop.h", "weft/lanes.h", "weft/lanes_core.h", "weft/lanes_row.h", "weft/loop/lanes_find.h", "weft/loop/nest_parts.h", "weft/loop/nest.h", "weft/loop/front.h",
                  "weft/dtypes.h"}
PUBLIC_HEADERS = {"weft/kernel.h", "weft/dtypes.h", "weft/shapes.h"} | {"weft/weft.h", "weft/raw.h", "weft/annotate.h"}


# Each room with the rooms below it that it may include, lowest first. No room is above itself, so
# there is no circle.
FLOORS = {
    "runtime": ["base", "arrays", "plan", "transform/tables", "transform/passes", "transform", "contraction/tiles", "contraction", "host/run", "host/shapes", "host",
                "gpu/driver", "gpu/copies", "gpu/products", "gpu/transform", "gpu/raw", "gpu/kernels", "gpu", "call", "reduce/search",
                "reduce/fold", "reduce", "python", "python/devices", "python/loops"],
    "generator": ["text", "tree", "model", "split", "normal", "check", "analyse", "nest", "effects", "choose", "edit", "parse/unit/text",
                  "parse/unit", "parse/preprocess",
                  "parse/tree", "parse/refuse", "parse/body", "parse/carry", "parse", "annotate", "lanes", "explain",
                  "emit", "pipeline", "commands", "commands/start", "commands/build/compile", "commands/build", "commands/call",
                  "commands/bench", "commands/tune", "commands/python", "."],
}
# Folders that are drawers of a room, for its files are too many to show in one: the room's rules are theirs.
DRAWERS = {"reduce/groups": "reduce", "python/lists": "python", "python/methods": "python",
           "call/direct": "call", "call/library": "call", "call/lists": "call", "call/parts": "call", "call/target": "call",
           "parse/annotation": "parse", "parse/dialect": "parse", "parse/normalise": "parse",
           "parse/carry/linkage": "parse/carry", "parse/unit/record": "parse/unit",
           "emit/nest": "emit"}
# Rooms that stand side by side: neither knows the other.
APART = [("runtime", python, room) for python in ("python", "python/devices", "python/loops") for room in FLOORS["runtime"]
         if not room.startswith("python")]
APART += [("runtime", host, gpu) for host in FLOORS["runtime"] if host.startswith("host")
          for gpu in FLOORS["runtime"] if gpu.startswith("gpu")]
APART += [("generator", "check", "analyse"), ("generator", "check", "edit"), ("generator", "analyse", "edit"),
         ("generator", "parse/preprocess", "parse/tree"),
         ("generator", "commands/build", "commands/call")]
APART += [("generator", "annotate", room) for room in ("check", "analyse", "effects", "choose", "edit", "split", "lanes", "explain", "emit")]
APART += [("generator", above, room) for room in FLOORS["generator"] if room.startswith("parse")
          for above in ("annotate", "emit")]
# Folders that are no rooms: what they offer is for all.
OFFERED = {"include/weft", "include/weft/loop", "device", "device/math", "device/nest", "device/products", "device/transform"}


def breaches_of_room(base, here, there):
    """here and there: folders below base, "." for base itself."""
    floors = FLOORS[base]
    here, there = DRAWERS.get(here, here), DRAWERS.get(there, there)
    for room in (here, there):
        if room not in floors:
            yield f"{base}/{room} is no room of {pathlib.Path(__file__).name}"
            return
    if floors.index(there) > floors.index(here):
        yield f"{base}/{there} is above {base}/{here}"
    for apart_in, one, other in APART:
        if apart_in == base and {here, there} == {one, other}:
            yield f"{base}/{here} and {base}/{there} do not know each other"


def is_cuda(name):
    return name.startswith(("cuda", "cuComplex", "cooperative_groups", "nv/"))


def may_know_cuda(path):
    """The gpu backend, the device templates, .cu files, and the tests that stand on either side."""
    return (path.suffix in {".cu", ".cuh"} or path.parts[:2] == ("runtime", "device")
            or path.parts[:2] == ("runtime", "gpu")
            or path.parts[:2] in {("tests", "device"), ("tests", "stand_in")})


def may_make_threads(path):
    """The file that asks OpenMP; and tests, which play the caller that has threads of its own."""
    return path == pathlib.Path("runtime/host/run/threads.c") or path.parts[0] == "tests"


def may_know_libclang(path):
    return path.parts[:2] == ("generator", "parse")


def may_include_of_runtime(path):
    """The headers <weft/…> that a file may include; None: any."""
    room = path.parts[0]
    if room == "generator":
        if path.parts[1] in {"commands", "main.c"}:
            return PUBLIC_HEADERS
        return {"weft/dtypes.h", "weft/kernel.h"}
    if room == "generated":
        is_caller = path.suffix == ".h" or path.name.endswith(".table.c")  # defaults are arrays
        return KERNEL_HEADERS | {"weft/weft.h"} if is_caller else KERNEL_HEADERS
    if room == "signatures":
        return {"weft/annotate.h", "weft/order.h", "weft/random.h"}
    return None


def breaches_of_include(root, path, quoted, name):
    if "clang-c/" in name and not may_know_libclang(path):
        yield "only generator/parse knows libclang"
    if is_cuda(name) and not may_know_cuda(path):
        yield "only runtime/gpu, runtime/device and .cu files know CUDA"
    if name.startswith(("Python.h", "numpy/")) and path.parts[:2] != ("runtime", "python"):
        yield "only runtime/python knows Python and NumPy"
    if path.parts[:2] == ("runtime", "python") and name.startswith("weft/") and name != "weft/weft.h":
        yield "runtime/python is a caller of weft.h"
    if name == "omp.h" and not may_make_threads(path):
        yield "only runtime/host/run/threads.c knows OpenMP"
    if name.startswith("weft/"):
        allowed = may_include_of_runtime(path)
        if allowed is not None and name not in allowed:
            yield "not among " + ", ".join(sorted(allowed))
    if quoted and path.parts[0] in {"runtime", "generator"}:
        folder = (root / path).parent
        room = root / path.parts[0]
        places = [folder / name, room / name, room / "device" / name]
        inside = [place for place in places
                  if place.is_file() and room in place.resolve().parents]
        if not inside:
            yield f"not a file of {path.parts[0]}/"
        else:
            here, there = (str(place.relative_to(room)) for place in (folder, inside[0].parent))
            if here not in OFFERED and there not in OFFERED:
                yield from breaches_of_room(path.parts[0], here, there)


def breaches_of_file(root, path):
    text = (root / path).read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            for breach in breaches_of_include(root, path, match[1] == '"', match[2]):
                yield number, f"{line.strip()}: {breach}"
        if (re.search(r"#\s*pragma\s+omp\s+(?!simd)|_Pragma\(\"omp (?!simd)", line)
                and not may_make_threads(path)):
            yield number, "only runtime/host/run/threads.c knows OpenMP"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    files = sorted(path.relative_to(root)
                   for room in ("runtime", "generator", "generated", "signatures", "tests", "examples")
                   for path in (root / room).rglob("*") if path.suffix in SUFFIXES)
    count = 0
    for path in files:
        for number, breach in breaches_of_file(root, path):
            print(f"{path}:{number}: {breach}")
            count += 1
    print(f"{len(files)} files, {count} breaches")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
