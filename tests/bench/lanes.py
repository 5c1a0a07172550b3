#!/usr/bin/env python3
"""Times functions as vectors of items against the same ones by one, on each instruction set of this
machine; fails where their results differ by more than rounding. By hand.

    lanes.py TOOL CC ROOT [FOLDER]      FOLDER: where lanes_ISA, the programs, are left
"""
import pathlib
import subprocess
import sys
import tempfile

ISAS = {"base": [], "v3": ["-march=x86-64-v3"],
        "v4": ["-march=x86-64-v4", "-mprefer-vector-width=512"]}
FLAGS = ["-std=gnu17", "-O3", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=fast",
         "-fwrapv", "-fopenmp-simd", "-w", "-fno-tree-slp-vectorize"]
NAMED = "-DWEFT_KERNEL_TABLE(stem,build_id)=WEFT_ISA_NAME(weft_kernels_##stem)"  # for lanes.c and cores.c


def build(tool, cc, root, folder):
    here = root / "tests/bench"
    subprocess.run([tool, "generate", "--bodies=lanes", "--targets=cpu", "-o", folder,
                    here / "lanes_kernels.c"], check=True)
    include = [f"-I{root / 'runtime/include'}", f"-I{folder}"]
    for isa, flags in ISAS.items():
        objects = []
        for kind, more in (("lanes", []), ("scalar", ["-DWEFT_WITHOUT_LANES"])):
            objects.append(folder / f"{kind}.{isa}.o")
            subprocess.run([cc, *FLAGS, *flags, f"-DWEFT_ISA={kind}", NAMED, *more, *include, "-c",
                            folder / "lanes_kernels.c", "-o", objects[-1]], check=True)
        subprocess.run([cc, "-O1", *include, here / "lanes.c", *objects, "-o",
                        folder / f"lanes_{isa}", "-lm"], check=True)


def main(tool, cc, root, left=None):
    with tempfile.TemporaryDirectory(prefix="weft-lanes-") as made:
        folder = pathlib.Path(left or made)
        folder.mkdir(exist_ok=True)
        build(tool, cc, pathlib.Path(root), folder)
        failed = 0
        for isa in ISAS:
            print(isa)
            failed |= subprocess.run([folder / f"lanes_{isa}"], check=False).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
