"""What the tests of the tool share: running it, and .npy files made by hand."""

import os
import struct
import subprocess
import sys
import tempfile
import unittest

WEFT, SAMPLE = (os.path.abspath(path) for path in sys.argv[1:3])
INCLUDE = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../runtime/include"))
SKIPPED = 77

# NumPy's code of a dtype, and struct's.
CODES = {"b1": "?", "i4": "i", "i8": "q", "u8": "Q", "f4": "f", "f8": "d", "c16": "dd", "u4": "I"}


class ToolTest(unittest.TestCase):
    """Each test runs in a folder of its own, with an empty TMPDIR beside it."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="weft-test-")
        self.addCleanup(holder.cleanup)
        self.folder = os.path.join(holder.name, "work")
        self.scratch = os.path.join(holder.name, "scratch")
        os.mkdir(self.folder)
        os.mkdir(self.scratch)

    def environment(self, **changes):
        values = dict(os.environ, TMPDIR=self.scratch, WEFT_TUNE="")
        for name in ("WEFT_TARGET", "WEFT_ISA", "NO_COLOR"):
            values.pop(name, None)
        values.update(changes)
        return {name: value for name, value in values.items() if value is not None}

    def weft(self, *arguments, **changes):
        """Runs the tool and returns its exit status, output and errors. What it builds is for this machine, where nothing else is said."""
        if arguments[:1] == ("build",) and not any(word.startswith("--isa") for word in arguments):
            arguments = ("build", "--isa=native", *arguments[1:])
        done = subprocess.run([WEFT, *arguments], cwd=self.folder, env=self.environment(**changes),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertNotIn("Sanitizer", done.stderr)
        return done.returncode, done.stdout, done.stderr

    def succeed(self, *arguments, **changes):
        status, output, errors = self.weft(*arguments, **changes)
        self.assertEqual(status, 0, errors)
        return output

    def compute(self, library, name, *operands):
        self.succeed("run", library, name, *operands, "-o", "result.npy")
        return self.read_npy("result.npy")[2]

    def compile(self, *arguments):
        done = subprocess.run(["cc", *arguments], cwd=self.folder, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def refuse(self, status, text, *arguments, **changes):
        """The tool must end with this status and say this text, and leave no new file."""
        before = self.files()
        found, _, errors = self.weft(*arguments, **changes)
        self.assertEqual(found, status, errors)
        self.assertIn(text, errors)
        self.assertEqual(self.files(), before)
        self.assertEqual(os.listdir(self.scratch), [])
        return errors

    def files(self):
        return sorted(os.listdir(self.folder))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def write_npy(self, name, code, shape, values):
        header = f"{{'descr': '<{code}', 'fortran_order': False, 'shape': {tuple(shape)!r}, }}"
        header += " " * (-(len(header) + 11) % 64) + "\n"
        with open(self.path(name), "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
            for value in values:
                file.write(struct.pack("<" + CODES[code], *(value if isinstance(value, tuple) else (value,))))

    def read_npy(self, name):
        """The dtype's code, the shape and the values of a file in C order."""
        with open(self.path(name), "rb") as file:
            data = file.read()
        self.assertEqual(data[:6], b"\x93NUMPY")
        length = struct.unpack("<H", data[8:10])[0]
        header = eval(data[10:10 + length].decode(), {"__builtins__": {}})
        self.assertFalse(header["fortran_order"])
        code = header["descr"].lstrip("<|")
        values = list(struct.iter_unpack("<" + CODES[code], data[10 + length:]))
        return code, header["shape"], [value[0] if len(value) == 1 else value for value in values]


def has_generator():
    text = subprocess.run([WEFT, "--version"], capture_output=True, text=True, check=True).stdout
    return "libclang" in text


def main():
    """Runs the tests, or those named on the command line; ends with 77 where all were skipped."""
    del sys.argv[1:3]
    result = unittest.main(verbosity=1, exit=False).result
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(SKIPPED if result.testsRun == len(result.skipped) else 0)
