#!/usr/bin/env python3
"""What WEFT_TRACE=1 shows of every kind of call is what TARGET.txt here has.

    run.py CALLS LIBRARY TARGET [--update]

Without the variable, or with 0, nothing is shown; where calls of many threads are shown, no block is
torn.
"""
import os
import pathlib
import re
import subprocess
import sys
from difflib import unified_diff

HERE = pathlib.Path(__file__).resolve().parent


def run(program, library, target, trace):
    environment = dict(os.environ, WEFT_ISA="base", WEFT_TUNE="", OMP_NUM_THREADS="4")
    environment.pop("WEFT_TRACE", None)
    if trace is not None:
        environment["WEFT_TRACE"] = trace
    done = subprocess.run([program, library, target], capture_output=True, text=True, timeout=60,
                          env=environment)
    if done.returncode == 77:
        print(done.stdout)
        sys.exit(77)
    assert done.returncode == 0, done.stdout + done.stderr
    # The address sanitizer says once that it knows little of the stand-in's fibers.
    return re.sub(r"^==\d+==WARNING: ASan .*\n", "", done.stderr, flags=re.MULTILINE)


def torn(text):
    """Whether the blocks of many threads are other than the two that they should be."""
    blocks = text.split("weft: ")[1:]
    return len(blocks) != 400 or len(set(blocks)) != 2


def main(program, library, target, update=None):
    if target == "threads":
        return torn(run(program, library, target, "1"))
    path = HERE / f"{target}.txt"
    shown = run(program, library, target, "1")
    if update:
        path.write_text(shown)
    diff = list(unified_diff(path.read_text().split("\n"), shown.split("\n"), str(path), "shown",
                             lineterm=""))
    print(*diff, sep="\n")
    names = [line for line in shown.split("\n") if line.startswith("== ")]
    for silent in (None, "", "0"):
        assert run(program, library, target, silent).strip().split("\n") == names
    return bool(diff)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
