"""Loops that items leave one by one (<weft/loop_refill.h>): functions drawn at random, strict, against the same C compiled
item by item: numbers of items around those of vectors and blocks, neighbours that leave together and at any time, any
strides, on every instruction set. WEFT_SEED draws others."""
import ctypes
import os
import pathlib
import random
import subprocess
import sys

import numpy as np
import pytest

import weft

SEED = int(os.environ.get("WEFT_SEED", "1"))
FUNCTIONS = 24
COUNTS = (1, 3, 31, 64, 65, 129, 300, 5000)
TYPES = {"float32": "float", "float64": "double", "int32": "int", "int64": "long", "uint32": "unsigned", "uint8": "unsigned char",
         "bool": "_Bool", "int16": "short"}


class Writer:
    """One function: some work, a loop, some work."""

    def __init__(self, name, draw):
        self.name, self.draw = name, draw
        self.dtype = draw.choice(["float32", "float64", "int32", "int64", "uint32"])
        self.type = TYPES[self.dtype]
        self.inputs = [(f"p{k}", draw.choice([self.dtype, self.dtype, "uint8", "bool", "int16"]))
                       for k in range(draw.randint(1, 4))]
        self.outputs = [f"q{k}" for k in range(draw.randint(0, 2))]
        given = [name if dtype == self.dtype else f"(({self.type}){name})" for name, dtype in self.inputs]
        self.own = [name for name, dtype in self.inputs if dtype == self.dtype]
        self.text = [f"    int n = 0;"]
        self.values = []
        for k in range(draw.randint(1, 4)):
            self.say(f"{self.type} v{k} = {self.value(given + self.values, 2)};")
            self.values.append(f"v{k}")
        if draw.random() < .3:
            self.say(f"if ({given[0]} > 1) v0 = {self.value(self.values, 1)};")
        if self.own and draw.random() < .3:
            self.say(f"{self.own[0]} = {self.value(self.values + self.own, 1)};")
        self.loop()
        behind = [*self.values, f"(({self.type})n)", *self.own]
        if draw.random() < .3:
            self.say(f"{draw.choice(self.values)} = {self.value(behind, 1)};")
        for output in self.outputs:
            self.say(f"*{output} = {self.value(behind, 2)};")
        self.say(f"return {self.value(behind, 2)};")

    def say(self, line, depth=1):
        self.text.append("    " * depth + line)

    def value(self, names, depth):
        return f"({self.type})({self.expression(names, depth)})"

    def expression(self, names, depth):
        draw, real = self.draw, self.dtype[0] == "f"
        if depth == 0 or draw.random() < .2:
            number = f"{draw.uniform(-3, 3):.3f}{'f' if self.dtype == 'float32' else ''}" if real else str(draw.randint(1, 9))
            return draw.choice(names) if draw.random() < .75 else number
        a, b = (self.expression(names, depth - 1) for _ in range(2))
        return draw.choice([f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} < {b} ? {a} : {b})",
                            f"({a} / ({b} * {b} + 1))" if real else f"({a} ^ {b})",
                            f"(- {a})" if real else f"({a} / {draw.randint(2, 7)})"])

    def loop(self):
        draw = self.draw
        limit = draw.choice(["n < 30", f"n < ({self.inputs[0][0]} > 2 ? 40 : 5)", "n < 12", "n < 100"])
        stays = f"{limit} && {draw.choice(self.values)} {draw.choice(['<', '>', '!='])} {self.expression(self.values + self.own, 1)}"
        form = draw.choice(["while", "for", "do", "ever"])
        head = {"while": f"while ({stays}) {{", "for": f"for (; {stays}; n++) {{", "do": "do {", "ever": "for (;;) {"}[form]
        self.say(head)
        if form == "ever":
            self.say(f"if (!({stays})) break;", 2)
        if form != "for":
            self.say("n++;", 2)
        for k in range(draw.randint(1, 4)):
            to = draw.choice(self.values + self.own)
            of = self.value(self.values + self.own, 2)
            self.say(draw.choice([
                f"{to} = {of};", f"{to} = {of};", f"if ({draw.choice(self.values)} > {draw.randint(0, 4)}) {to} = {of};",
                f"{self.type} w{k} = {of}; {to} += w{k};", f"if ({to} > {draw.randint(5, 50)}) break;",
                f"if ({to} < 1) {{ n += 2; continue; }}",
                f"for (int j = 0; j < (n & 3); j++) {to} = ({self.type})({to} * 2 + 1);",
                f"change_{self.dtype}(&{to});"]), 2)
        self.say(f"}} while ({stays});" if form == "do" else "}")

    def definition(self, words):
        parameters = [f"{TYPES[dtype]} {name}" for name, dtype in self.inputs] + [f"{self.type} *{name}" for name in self.outputs]
        return f"{words} {self.type} {self.name}({', '.join(parameters)})\n{{\n" + "\n".join(self.text) + "\n}\n"

    def oracle(self):
        """The same over arrays without gaps."""
        parameters = [f"const {TYPES[dtype]} *{name}" for name, dtype in self.inputs] + \
            [f"{self.type} *{name}" for name in [*self.outputs, "result"]]
        arguments = [f"{name}[i]" for name, _ in self.inputs] + [f"{name} + i" for name in self.outputs]
        return f"void all_{self.name}(long count, {', '.join(parameters)})\n{{\n    for (long i = 0; i < count; i++)\n" \
               f"        result[i] = {self.name}({', '.join(arguments)});\n}}\n"


HELPERS = "".join(f"static void change_{dtype}({TYPES[dtype]} *x) {{ *x = ({TYPES[dtype]})(*x * 3 / 4 + 1); }}\n"
                  for dtype in ("float32", "float64", "int32", "int64", "uint32"))


def write_all():
    draw = random.Random(SEED)
    return [Writer(f"f{k}", draw) for k in range(FUNCTIONS)]


def elements(dtype, count, of_reals, alike, rng):
    """Neighbours are alike, or not; reals have special numbers among them, but not where they become integers."""
    numbers = np.repeat(rng.normal(0, 4, -(-count // 40)), 40)[:count] if alike else rng.normal(0, 4, count)
    if dtype == "bool":
        return numbers > 0
    if dtype[0] != "f":
        return np.abs(numbers * 5).astype(dtype) if dtype[0] == "u" else (numbers * 5).astype(dtype)
    if of_reals:
        numbers[rng.random(count) < .02] = rng.choice([np.nan, np.inf, -np.inf, -0.0, 0.0])
    return numbers.astype(dtype)


def apart(array, rng):
    """The same elements, at other steps."""
    step = int(rng.choice([-1, 2, 3]))
    room = np.zeros(abs(step) * len(array), array.dtype)
    view = room[::step] if step > 0 else room[::-1]
    view[:] = array
    return view


def check(library, oracle):
    kernels, items = weft.load(library), ctypes.CDLL(oracle)
    rng = np.random.default_rng(SEED)
    wrong = []
    for function in write_all():
        for count in COUNTS:
            for kind in range(4):
                full = [elements(dtype, count, function.dtype[0] == "f", kind == 3, rng) for _, dtype in function.inputs]
                given = list(full)
                if kind == 1:
                    given = [apart(array, rng) if rng.random() < .6 else array for array in full]
                elif kind == 2:
                    k = rng.integers(len(full))
                    given[k] = full[k][:1].copy()
                    full[k] = np.repeat(given[k], count)
                expected = [np.zeros(count, function.dtype) for _ in range(len(function.outputs) + 1)]
                got = [np.full(count, 77, function.dtype) for _ in expected]
                if kind == 1:
                    got[0] = apart(got[0], rng)
                getattr(items, f"all_{function.name}")(
                    ctypes.c_long(count), *(ctypes.c_void_p(array.ctypes.data) for array in (*full, *expected)))
                kernels[function.name](*given, out=tuple(got) if len(got) > 1 else got[0],
                                       target="parallel" if kind == 3 else "cpu")
                for a, b in zip(expected, got):
                    b = np.ascontiguousarray(b)
                    same = (a.view(np.uint8) == b.view(np.uint8)).reshape(count, -1).all(1) | ((a != a) & (b != b))
                    if not same.all():
                        wrong.append((function.name, count, kind, int((~same).sum())))
    assert not wrong, f"WEFT_SEED={SEED}: {wrong[:8]}"


@pytest.fixture(scope="module")
def libraries(tmp_path_factory):
    tool = os.environ.get("WEFT_TOOL")
    if not tool or "libclang" not in subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout:
        pytest.skip("WEFT_TOOL names no tool with the generator")
    folder = tmp_path_factory.mktemp("leaving")
    functions = write_all()
    (folder / "leaving.c").write_text("#include <weft/annotate.h>\n" + HELPERS + "\n".join(
        function.definition("WEFT_VECTORIZE() WEFT_OPTIONS(strict)\n") for function in functions))
    (folder / "items.c").write_text(HELPERS + "\n".join(function.definition("static") + function.oracle() for function in functions))
    subprocess.run([tool, "build", folder / "leaving.c", "-o", folder / "leaving.so", "--targets=cpu,parallel", "--isa=base,v3,native",
                    f"--save-temps={folder / 'made'}"], check=True, capture_output=True)
    made = (folder / "made/leaving.body.h").read_text()
    assert made.count("#define WEFT_REFILL_OPERANDS") >= FUNCTIONS // 2
    subprocess.run([os.environ.get("CC", "cc"), "-w", "-O1", "-fwrapv", "-ffp-contract=off", "-fPIC", "-shared", "-o",
                    folder / "items.so", folder / "items.c"], check=True)
    return folder


@pytest.mark.parametrize("isa", ["base", "v3", "v4"])
def test_leaving(libraries, isa):
    done = subprocess.run([sys.executable, __file__, libraries / "leaving.so", libraries / "items.so"], check=False,
                          env={**os.environ, "WEFT_ISA": isa}, capture_output=True, text=True)
    if done.returncode and "this CPU has up to" in done.stderr:
        pytest.skip(f"this CPU has no {isa}")
    assert done.returncode == 0, done.stderr[-2000:]


if __name__ == "__main__":
    check(pathlib.Path(sys.argv[1]), str(sys.argv[2]))
