#!/usr/bin/env python3
"""What is compiled is what was read: every function of a source gives what `cc -O0` makes of it.

    carried_types.py TOOL INCLUDE CC SOURCE            builds the source for cpu, and runs every function
    carried_types.py TOOL INCLUDE --nvcc NVCC SOURCE   nvcc takes the gpu code of the source, claims and all
"""
import os
import re
import struct
import subprocess
import sys
import tempfile

VALUES = [0, 1, 2, 3, 7, 12]
CODES = {"<i2": "h", "<i4": "i", "<i8": "q", "<f8": "d"}


def run(*command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def write_array(path):
    header = f"{{'descr': '<i8', 'fortran_order': False, 'shape': ({len(VALUES)},), }}"
    header = header.ljust(128 - 10 - 1) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(VALUES)}q", *VALUES))


def read_array(path):
    with open(path, "rb") as file:
        data = file.read()
    code = CODES[re.search(rb"'descr': '([^']*)'", data).group(1).decode()]
    return [int(value) for value in struct.unpack(f"<{len(VALUES)}{code}", data[128:])]


def functions(source):
    """Name and C type of every function, in the order of the file."""
    with open(source, encoding="utf-8") as file:
        return re.findall(r"^WEFT_VECTORIZE\([^)]*(?:\([^)]*\)[^)]*)*\) (\w+) (\w+)\(", file.read(),
                          re.MULTILINE)


def expected(compiler, include, source, folder):
    names = functions(source)
    lines = [f'#include "{source}"', "#include <stdio.h>", "int main(void)", "{"]
    for _, name in names:
        for value in VALUES:
            lines.append(f'    printf("{name} %lld\\n", (long long){name}({value}));')
    with open(f"{folder}/main.c", "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, "}", ""]))
    run(compiler, "-O0", "-fwrapv", "-w", f"-I{include}", "main.c", "-o", "main", "-lm",
        folder=folder)
    results = {name: [] for _, name in names}
    for line in run("./main", folder=folder).splitlines():
        name, value = line.split()
        results[name].append(int(value))
    return results


def check_values(tool, include, compiler, source, folder):
    wanted = expected(compiler, include, source, folder)
    types = {name: result for result, name in functions(source)}
    write_array(f"{folder}/x.npy")
    run(tool, "build", source, "-o", "types.so", "--targets=cpu", "--isa=native", folder=folder)
    wrong = 0
    for name, values in wanted.items():
        loops = 0
        for dtype in ("int64", "int32", "float64", "int16"):
            if loops and types[name] != "T":
                break
            done = subprocess.run([tool, "run", "./types.so", name, "x.npy", "-o", "y.npy",
                                   f"--dtype={dtype}", "--casting=unsafe"], cwd=folder,
                                  capture_output=True, text=True, timeout=60)
            if done.returncode != 0:
                continue  # there is no such loop
            found = read_array(f"{folder}/y.npy")
            os.remove(f"{folder}/y.npy")
            if found != values:
                print(f"{name}, {dtype}: {found}, but in C {values}")
                wrong += 1
            loops += 1
        if not loops:
            print(f"{name}: no loop could be called")
            wrong += 1
    print(f"{len(wanted)} functions, {wrong} results wrong")
    return wrong


def check_device(tool, nvcc, source, folder):
    run(tool, "generate", source, "-o", "generated", folder=folder)
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../runtime")
    stem = os.path.splitext(os.path.basename(source))[0]
    run(nvcc, "-ptx", "-arch=sm_90", "-std=c++20", "-w", "-Igenerated", f"-I{root}/include",
        f"-I{root}/device", f"generated/{stem}.cu", "-o", f"{stem}.ptx", folder=folder)
    return 0


def main(arguments):
    tool, include, compiler = arguments[0], arguments[1], arguments[2]
    source = os.path.abspath(arguments[-1])
    with tempfile.TemporaryDirectory(prefix="weft-test-") as folder:
        if compiler == "--nvcc":
            return check_device(tool, arguments[3], source, folder)
        return 1 if check_values(tool, include, compiler, source, folder) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
