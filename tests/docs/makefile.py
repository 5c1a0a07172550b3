"""The Makefile of docs/cmake.md builds a program that runs, with the flags of kernels.

    makefile.py SOURCE BUILD TOOL CC
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

KERNELS = """#include <weft/annotate.h>
WEFT_VECTORIZE("float64(float64)")
double twice(double x) { return 2 * x; }
"""
PROGRAM = """#include "kernels.h"
int main(void)
{
    double in = 3, out = 0;
    weft_array x = weft_array_view(&in, WEFT_FLOAT64, 0, NULL, NULL), y = weft_array_view(&out, WEFT_FLOAT64, 0, NULL, NULL);
    return weft_twice(&x, &y, NULL, NULL) != WEFT_OK || out < 5.5 || out > 6.5;
}
"""
# What takes back flags of CMake's callers.
TAKES_BACK = {"-fno-fast-math", "-fno-unsafe-math-optimizations", "-fno-associative-math", "-fno-reciprocal-math",
              "-fno-finite-math-only", "-fsigned-zeros", "-fno-single-precision-constant", "-fdenormal-fp-math=ieee", "-fveclib=none"}


def listed(text, name):
    """The words of set(NAME …) in CMake."""
    words = re.sub("#.*", "", re.search(rf"set\({name}\s+([^)]*)\)", text)[1]).split()
    return {word.split("|")[0] for word in words} - {'""'} - TAKES_BACK


def given(text, name):
    """The words of NAME = … in the Makefile."""
    return set(re.search(rf"^{name} =(.*)$", text.replace("\\\n", " "), re.M)[1].split())


def main(source, build, tool, compiler):
    source = pathlib.Path(source)
    makefile = re.search(r"```make\n(.*?)```", (source / "docs/cmake.md").read_text(encoding="utf-8"), re.S)[1]
    flags = (source / "cmake/WeftKernelFlags.cmake").read_text(encoding="utf-8")
    assert given(makefile, "KERNEL") - {"-std=gnu17"} == listed(flags, "weft_kernel_flags") | listed(flags, "weft_kernel_optional")
    for isa in ("base", "flags", "v3", "v4"):
        assert given(makefile, f"KERNEL_{isa}") == listed(flags, f"weft_kernel_flags_{isa}"), isa
    if os.uname().machine != "x86_64" or "clang" in compiler:
        return print("the flags are those of kernels; its rules are gcc's on x86-64")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, text in (("Makefile", makefile), ("kernels.c", KERNELS), ("app.c", PROGRAM), ("weft.pc", f"""Name: weft
Description: of the build folder
Version: 0
Libs: -L{build}/runtime -lweft -Wl,-rpath,{build}/runtime
Cflags: -I{source}/runtime/include
""")):
            (folder / name).write_text(text, encoding="utf-8")
        path = f"{pathlib.Path(tool).parent}:{os.environ['PATH']}"
        more = {"cwd": folder, "env": {**os.environ, "PATH": path, "PKG_CONFIG_PATH": str(folder)}}
        subprocess.run(["make", f"CC={compiler}"], check=True, **more)
        subprocess.run(["./app"], check=True, **more)
        again = subprocess.run(["make", f"CC={compiler}"], check=True, capture_output=True, text=True, **more)
        assert "up to date" in again.stdout, again.stdout
    return print("the Makefile's program runs")


main(*sys.argv[1:])
