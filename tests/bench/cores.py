#!/usr/bin/env python3
"""Times functions with core dimensions as vectors of items against the same ones by one, on each
instruction set of this machine; fails where their results differ by more than rounding. By hand.

    cores.py TOOL CC ROOT [ITEMS]
"""
import pathlib
import subprocess
import sys
import tempfile

from lanes import FLAGS, ISAS, NAMED


def build(tool, cc, root, folder):
    here = root / "tests/bench"
    subprocess.run([tool, "generate", "--bodies=lanes", "--targets=cpu", "-o", folder,
                    here / "cores_kernels.c"], check=True)
    include = [f"-I{root / 'runtime/include'}", f"-I{folder}"]
    for isa, flags in ISAS.items():
        objects = []
        for kind, more in (("lanes", []), ("scalar", ["-DWEFT_WITHOUT_LANES"])):
            objects.append(folder / f"{kind}.{isa}.o")
            subprocess.run([cc, *FLAGS, *flags, f"-DWEFT_ISA={kind}", NAMED, *more, *include, "-c",
                            folder / "cores_kernels.c", "-o", objects[-1]], check=True)
        subprocess.run([cc, "-O1", *include, here / "cores.c", *objects, "-o",
                        folder / f"cores_{isa}", "-lm"], check=True)


def main(tool, cc, root, items="960"):
    with tempfile.TemporaryDirectory(prefix="weft-cores-") as folder:
        folder = pathlib.Path(folder)
        build(tool, cc, pathlib.Path(root), folder)
        failed = 0
        for isa in ISAS:
            print(isa)
            failed |= subprocess.run([folder / f"cores_{isa}", items], check=False).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
