"""Builds small sources with Weft, runs them, and compares with what `cc -O0` makes of them."""

import ctypes
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from cases import CASES, THEMES

WEFT, CC, INCLUDE = (os.path.abspath(path) if os.sep in path else path for path in sys.argv[1:4])
os.environ["CC"] = CC  # Weft asks it what #if finds
INPUTS = list(range(-4, 12))
SKIPPED = 77


def run(command, folder):
    return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=120, check=False)


class Case:
    """One source in a folder of its own; its function has the case's name."""

    def __init__(self, name, content, root):
        files = dict(content) if isinstance(content, dict) else {"main": content}
        self.name, self.folder = name, os.path.join(root, name)
        self.flags, self.sources = files.pop("flags", []), files.pop("sources", [])
        self.source = "main.c" if '"main.c"' in files["main"] else name + ".c"
        files[self.source] = "#include <weft/annotate.h>" + re.sub(r"\bint f\(", f"int {name}(", files.pop("main"))
        for path, text in files.items():
            path = os.path.join(self.folder, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def options(self):
        """What Weft is told besides the source."""
        return [*self.flags, *(f"--source={path}" for path in self.sources)]

    def expected(self):
        """What the source gives as ordinary C; where that leaves it undefined, what it says under PLAIN_C."""
        library = os.path.join(self.folder, "plain.so")
        done = run([CC, "-std=gnu17", "-O0", "-fwrapv", "-w", "-fPIC", "-shared", "-DPLAIN_C", f"-I{INCLUDE}",
                    *self.flags, self.source, *self.sources, "-o", library, "-lm"], self.folder)
        if done.returncode:
            raise AssertionError(f"{CC} says\n{done.stderr}")
        function = getattr(ctypes.CDLL(library), self.name)
        return [function(x) for x in INPUTS]

    def actual(self):
        """What the ufunc gives."""
        done = run([WEFT, "build", self.source, "-o", "woven.so", "--targets=cpu", "--isa=native", *self.options()],
                   self.folder)
        if done.returncode:
            raise AssertionError(f"weft build says\n{done.stderr}")
        write_npy(os.path.join(self.folder, "x.npy"))
        done = run([WEFT, "run", "./woven.so", self.name, "x.npy", "-o", "y.npy"], self.folder)
        if done.returncode:
            raise AssertionError(f"weft run says\n{done.stderr}")
        return read_npy(os.path.join(self.folder, "y.npy"))

    def check_text(self):
        """No condition may be left to the compilers: nvcc would decide it as C++."""
        done = run([WEFT, "generate", self.source, "-o", "text", *self.options()], self.folder)
        if done.returncode:
            raise AssertionError(f"weft generate says\n{done.stderr}")
        stem = self.source[:-2]
        with open(os.path.join(self.folder, "text", stem + ".body.h"), encoding="utf-8") as file:
            left = re.findall(r"^ *#(?!ifdef WEFT_|ifndef WEFT_|else|endif|line|define WEFT_|"
                              r"define \w+ WEFT_|undef|pragma|include <weft_|include WEFT_|"
                              r"if WEFT_LANES_WANTED).*",
                              file.read(), re.MULTILINE)
        if left:
            raise AssertionError(f"directives are left: {left}")

    def check(self):
        expected, actual = self.expected(), self.actual()
        if expected != actual:
            raise AssertionError(f"cc -O0 gives {expected}\nWeft gives    {actual}")
        self.check_text()


def write_npy(path):
    header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({len(INPUTS)},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(INPUTS)}i", *INPUTS))


def read_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<H", data[8:10])[0]
    return list(struct.unpack(f"<{len(INPUTS)}i", data[10 + length:]))


def fails(name, root):
    try:
        Case(name, CASES[name], root).check()
    except AssertionError as error:
        print(f"FAILED {name}\n{error}")
        return True
    return False


def main():
    if "libclang" not in run([WEFT, "--version"], ".").stdout or not shutil.which(CC):
        sys.exit(SKIPPED)
    named = [name for word in sys.argv[4:] for name in THEMES.get(word, [word])] or CASES
    with tempfile.TemporaryDirectory(prefix="weft-meaning-") as root, \
            ThreadPoolExecutor(os.cpu_count()) as pool:
        failures = sum(pool.map(lambda name: fails(name, root), named))
    print(f"{len(named) - failures} of {len(named)} sources mean what they mean in C")
    sys.exit(failures > 0)


main()
