"""What comes along with several functions stands once in what is generated: random files, whose functions share
helpers, tables and types with names that mean several things, against the same C called directly."""

import ctypes
import os
import random
import subprocess
import sys

import common

FUNCTIONS = 8
VALUES = [-7, -1, 0, 1, 2, 9, 1000]


class Module:
    """Random C: pieces that use earlier ones, as static things of one file, and functions that use some of them."""

    def __init__(self, seed, prefix):
        self.random = random.Random(seed)
        self.text, self.pieces, self.prefix = "", [], prefix
        for number in range(10):
            self.add_piece(number)
        self.functions = [self.add_function(number) for number in range(FUNCTIONS)]

    def use(self):
        """An expression of an earlier piece; its own variables have the names of pieces, too."""
        if not self.pieces or self.random.random() < 0.1:
            return str(self.random.randint(-9, 9))
        kind, name = self.random.choice(self.pieces)
        if kind == "table":
            return f"{name}[x & 3]"
        if kind == "enum":
            return name
        if kind == "type":
            member = self.random.choice(["a", "h1", "t2", "plain"])
            tag = name if f"typedef struct {name} " in self.text and self.random.random() < 0.5 else f"struct {name}"
            return f"(({tag}){{ .{member} = x + 1 }}).{member}"
        return f"{name}(x - {self.random.randint(0, 3)})"

    def add_piece(self, number):
        kind = self.random.choice(["table", "enum", "type", "helper", "helper", "helper"])
        name = f"{kind[0]}{number}"
        if kind == "table":
            row = ", ".join(str(self.random.randint(-99, 99)) for _ in range(4))
            self.text += f"static const long {name}[4] = {{{row}}};\n"
        elif kind == "enum":
            self.text += f"enum {{ {name} = {self.random.randint(0, 99)} }};\n"
        elif kind == "type":
            self.text += f"struct {name} {{ long a, h1, t2, plain; }};\n"
            if self.random.random() < 0.5:
                self.text += f"typedef struct {name} {name};\n"
        else:
            self.text += f"static long {name}(long x) {{ {self.body()} }} /* {self.use()} */\n"
        self.pieces.append((kind, name))

    def body(self):
        first, second = self.use(), self.use()
        local = self.random.choice(["y", "h1", "t2", "e3"])
        if local in first + second:
            local = "y"
        return f"long {local} = {first}; return {local} * 3 + {second};"

    def add_function(self, number):
        name = f"{self.prefix}{number}"
        self.text += f"ANNOTATED long {name}(long x)\n{{ {self.body()} }}\n"
        return name


class Shared(common.ToolTest):
    def check(self, seed, foreign):
        """foreign: the functions are those of two --source files, whose static things have the same names."""
        modules = [Module(seed, "f"), Module(seed + 1000, "g")] if foreign else [Module(seed, "f")]
        own, sources = '#include <weft/annotate.h>\n', []
        for number, module in enumerate(modules):
            plain = module.text.replace("ANNOTATED ", "")
            self.write(f"plain{number}.c", plain)
            if foreign:
                own += "".join(f"WEFT_VECTORIZE() long {name}(long x);\n" for name in module.functions)
                sources += ["--source", f"plain{number}.c"]
            else:
                own += module.text.replace("ANNOTATED ", "WEFT_VECTORIZE() ")
        self.write("own.c", own)
        library = f"plain_{seed}_{len(modules)}.so"
        subprocess.run(["cc", "-O1", "-fwrapv", "-shared", "-fPIC", "-w", "-o", library,
                        *(f"plain{number}.c" for number in range(len(modules)))], cwd=self.folder, check=True)
        self.succeed("generate", "own.c", "-o", "made", *sources, "--targets=cpu")
        with open(f"{self.folder}/made/own.body.h", encoding="utf-8") as file:
            shared = file.read().count("WEFT_COMMON_BEGIN")
        self.succeed("build", "own.c", "-o", "own.so", *sources, "--targets=cpu", "-j1")
        plain = ctypes.CDLL(f"{self.folder}/{library}")
        self.write_npy("x.npy", "i8", [len(VALUES)], VALUES)
        for name in (name for module in modules for name in module.functions):
            function = getattr(plain, name)
            function.restype, function.argtypes = ctypes.c_long, [ctypes.c_long]
            self.succeed("run", "own.so", name, "x.npy", "-o", "y.npy")
            found = self.read_npy("y.npy")[-1]
            self.assertEqual(found, [function(x) for x in VALUES], f"{name} of seed {seed}")
        return shared

    def test_random_files(self):
        seeds = range(40 if os.environ.get("WEFT_LONG_TESTS") else 3)
        shared = sum(self.check(seed, foreign) for seed in seeds for foreign in (False, True))
        self.assertGreater(shared, 6 * len(seeds))


if __name__ == "__main__":
    if not common.has_generator():
        print("skipped: this tool was built without the generator")
        sys.exit(common.SKIPPED)
    common.main()
