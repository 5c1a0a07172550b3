#!/usr/bin/env python3
"""A new dtype is one line of dtypes.h: adds float8 (5 bits of exponent, 3 of the significand) to a
copy of the sources, touches nothing else, builds the library and the tool, and uses it everywhere.

    added.py ROOT FOLDER --cmake CMAKE --generator NAME --cc CC [--cxx CXX] [--werror ON]
        [--launcher CCACHE] [--libclang ROOT] [--compile-only]

The copy stays in FOLDER, so that another run compiles only what has changed. Without --cxx the
device's templates are not tried. --compile-only: of the library and the tool, only the rooms that have the
table are compiled.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TABLE = "runtime/include/weft/dtypes.h"
BEFORE = "    X(FLOAT16,"
LINE = 'X(FLOAT8, float8, h, uint8_t, FLOAT32, 3, "")'

# Lines that are not true, with the file that says so.
WRONG = [
    ('X(WRONG, wrong, h, uint8_t, FLOAT32, 7, "")', "runtime/base/dtype.c", "do not fit its kind"),
    ('X(WRONG, wrong, h, uint8_t, FLOAT64, 3, "")', "runtime/base/dtype.c", "do not fit its kind"),
    ('X(WRONG, wrong, h, uint32_t, FLOAT32, 11, "")', "runtime/base/dtype.c", "do not fit its kind"),
    ('X(WRONG, wrong, i, int16_t, WRONG, 16, "")', "runtime/base/dtype.c", "do not fit its kind"),
    ('X(WRONG, wrong, u, int16_t, WRONG, 15, "")', "runtime/base/dtype.c", "do not fit its kind"),
    ('X(WRONG, wrong, i, int16_t, INT32, 15, "")', "runtime/base/dtype.c", "do not fit its kind"),
    ('X(WRONG, wrong, f, double, WRONG, 24, "")', "runtime/base/dtype.c", "do not fit its kind"),
    ('X(WRONG, wrong, h, uint8_t, WIDER, 3, "")', "runtime/base/dtype.c", "WEFT_WIDER"),
    ('X(WRONG, wrong, x, uint8_t, FLOAT32, 3, "")', "runtime/base/dtype.c", "WEFT_KIND_x"),
    ('X(WRONG, wrong, h, uint8_t, FLOAT32, 3)', "runtime/base/dtype.c", "arguments"),
    ('X(WRONG, wrong, i, __int128, WRONG, 127, "")', "runtime/base/cast.c", "holds no such part"),
    ('X(WRONG, wrong, i, __int128, WRONG, 127, "")', "generator/text/dtype.c", "_Generic"),
]


def run(command, **how):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, **how)
    if done.returncode:
        sys.exit(f"{' '.join(str(word) for word in command)}\n{done.stdout[-6000:]}")
    return done.stdout


def write(path, data):
    """Leaves a file alone that is so already, for what is built of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_bytes() != data:
        path.write_bytes(data)


def with_line(table, line):
    assert table.count(BEFORE) == 1
    return table.replace(BEFORE, f"    {line} \\\n{BEFORE}")


def copy_sources(root, tree):
    wanted = set()
    for folder in ("cmake", "runtime", "generator", "generated", "docs"):
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                wanted.add(path.relative_to(root))
    wanted |= {pathlib.Path("CMakeLists.txt"), pathlib.Path("LICENSE")}
    for path in wanted:
        data = (root / path).read_bytes()
        if str(path) == TABLE:
            data = with_line(data.decode(), LINE).encode()
        write(tree / path, data)
    for path in [path for path in tree.rglob("*") if path.is_file()]:
        if path.relative_to(tree) not in wanted:
            path.unlink()


def build(tree, folder, options):
    """The library and the tool; not optimised, because it is compiling that takes the time."""
    configure = [options.cmake, "-S", tree, "-B", folder, "-G", options.generator, "-DWEFT_TESTS=OFF",
                 "-DWEFT_EXAMPLES=OFF", "-DWEFT_INSTALL=OFF", "-DWEFT_CUDA=OFF", "-DWEFT_GENERATOR=ON",
                 "-DWEFT_OPENMP=OFF", "-DBUILD_SHARED_LIBS=OFF", "-DCMAKE_BUILD_TYPE=Debug",
                 "-DWEFT_OPTIMISED_KERNELS=NONE",
                 f"-DWEFT_WERROR={options.werror}", f"-DCMAKE_C_COMPILER={options.cc}",
                 f"-DCMAKE_C_COMPILER_LAUNCHER={options.launcher}",
                 f"-DWEFT_LIBCLANG_ROOT={options.libclang}"]
    run(configure)
    run([options.cmake, "--build", folder, "--target", "weft", "weft_runtime", "-j", "2"])


def compile_tables(tree, options):
    """Where the table becomes names, sizes and casts."""
    paths = [*sorted((tree / "runtime/base").glob("*.c")), *sorted((tree / "generator/text").glob("*.c"))]
    assert len(paths) > 10, paths
    for path in paths:
        run([options.cc, "-std=gnu11", "-fsyntax-only", "-Wall", "-Werror", "-I", tree / "runtime/include", "-I",
             tree / "runtime", "-I", tree / "generator", path])
    print(f"{len(paths)} files compile with it")


def use(tree, folder, work, options):
    """Loops of the dtype, made by the tool, called by it and by a program."""
    work.mkdir(exist_ok=True)
    tool, library = folder / "generator/weft", work / "libadded.so"
    environment = dict(os.environ, CC=options.cc)
    run([tool, "build", HERE / "added.ufuncs.c", "-o", library, "--targets=cpu"],
        env=environment)
    said = run([tool, "list", library])
    assert "float8(float8, float8)" in said, said
    program = work / "added"
    run([options.cc, "-g", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I", tree / "runtime/include",
         HERE / "added.c", folder / "runtime/libweft.a", "-o", program, "-lm", "-ldl", "-lpthread"])
    print(run([program, library, work / "x.npy"]), end="")


def try_device(root, tree, work, options):
    """The device's templates, compiled for the host: their values, and the kernels that copy."""
    device = root / "tests/device"
    include = ["-I", tree / "runtime/device", "-I", tree / "runtime/include", "-I", tree / "runtime"]
    run([options.cc, "-c", device / "host_conversions.c", *include, "-o", work / "host.o"])
    run([options.cxx, "-std=c++20", "-O1", *include, device / "convert_values.cpp", work / "host.o",
         "-o", work / "convert_values"])
    said = run([work / "convert_values"])
    assert "float8" in said and "\n0 failures" in said, said
    write(work / "cast.cpp", f'#include "{tree}/runtime/device/cast.cu"\n'.encode())
    run([options.cxx, "-std=c++20", "-w", *include, "-c", work / "cast.cpp", "-o", work / "cast.o"])
    assert "weft_cast_to_float8" in run(["nm", work / "cast.o"])
    print("the device's templates have it")


def refuse_wrong(root, work, options):
    """A line that is not true stops the compiler where the line is read first."""
    table = (root / TABLE).read_text()
    folder = work / "wrong"
    for line, path, words in WRONG:
        write(folder / "weft/dtypes.h", with_line(table, line).encode())
        done = subprocess.run([options.cc, "-std=gnu11", "-fsyntax-only", "-I", folder, "-I",
                               root / "runtime/include", "-I", root / "runtime", "-I",
                               root / "generator", root / path],
                              capture_output=True, text=True, check=False)
        assert done.returncode and re.search(words, done.stderr), (line, path, done.stderr)
    print(f"{len(WRONG)} untrue lines are refused")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    for name in ("cmake", "generator", "cc", "cxx", "werror", "launcher", "libclang"):
        parser.add_argument(f"--{name}", default="")
    parser.add_argument("--compile-only", action="store_true")
    options = parser.parse_args()
    root, tree = options.root.resolve(), options.folder.resolve() / "tree"
    folder, work = options.folder.resolve() / "build", options.folder.resolve() / "work"
    work.mkdir(parents=True, exist_ok=True)
    refuse_wrong(root, work, options)
    copy_sources(root, tree)
    if options.compile_only:
        compile_tables(tree, options)
    else:
        build(tree, folder, options)
        use(tree, folder, work, options)
    if options.cxx:
        try_device(root, tree, work, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
