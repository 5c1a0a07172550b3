#!/usr/bin/env python3
"""WEFT_TRACE=nvtx names calls to a profiler, each range begun and ended; without one, or where that refuses, nothing.

    nvtx.py CALLS TOOL
"""
import os
import subprocess
import sys

RANGES = """\
add float64(3, 4) float64(3, 4)
add float64(3, 4) float64(4,)
add float64(4,) float64()
add[2:7] float64(3, 4) float64(3, 4)
add[2:99] float64(3, 4) float64(3, 4)
add.reduce float64(3, 4)
add.accumulate float64(3, 4)
add.reduceat float64(3, 4)
add float64(3, 1) float64(4,)
add.at float64(4,)
add.accumulate float64(3, 4)
""".splitlines()


def run(calls, trace, tool=None, kind=""):
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("WEFT_TRACE", "NVTX_INJECTION64_PATH")}
    environment["WEFT_TEST_TOOL"] = kind
    if trace is not None:
        environment["WEFT_TRACE"] = trace
    if tool:
        environment["NVTX_INJECTION64_PATH"] = tool
    done = subprocess.run([calls], env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines(), "weft: add" in done.stderr


def main(calls, tool):
    shown, plans = run(calls, "nvtx", tool)
    assert shown[0] == "attached" and shown[1::2] == RANGES and set(shown[2::2]) == {"end"}, "\n".join(shown)
    assert not plans
    for both in ("1,nvtx", "nvtx,1", "nvtx,,x"):
        assert run(calls, both, tool) == (shown, True), both
    assert run(calls, "nvtx", tool, "refuses") == (["attached"], False)
    assert run(calls, "nvtx", tool, "half") == (["attached"], False)
    for trace, library, wanted in (("nvtx", None, False), ("nvtx", "/no/such/library.so", False),
                                   ("nvtx", "libc.so.6", False), ("nvtx,0", None, False), ("1", tool, True), ("0", tool, False), ("", tool, False),
                                   (None, tool, False), ("nvtxx", tool, True)):
        assert run(calls, trace, library) == ([], wanted), (trace, library)


if __name__ == "__main__":
    main(*sys.argv[1:])
