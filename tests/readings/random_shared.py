"""Random files of functions that share helpers: with arguments that are NULL, constant, the same for all items or
not; some helpers too large to stand in the place of each call; complex logarithms."""

import random

HEAD = """#include <complex.h>
#include <math.h>
#include <stddef.h>
#include <weft/annotate.h>

static const double weights[5] = {0.5, -2.25, 1.125, 7, -0.75};
"""
HELPERS = 8


class Shared:
    """One file while it is written."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed, self.lines, self.names, self.outer = seed, [], 0, []

    def one(self, items):
        return self.random.choice(items)

    def chance(self, share):
        return self.random.random() < share

    def name(self):
        self.names += 1
        return f"t{self.names}x"

    def number(self):
        return self.one(["0.5", "-1.25", "2.0", "3", "-0.0", "1e3"])

    def value(self, depth=2):
        """Of the scalars there are."""
        if depth == 0 or self.chance(0.2):
            return self.one([*self.scalars, *self.scalars, self.number(), f"weights[{self.random.randint(0, 4)}]"])
        form = self.random.random()
        left, right = self.value(depth - 1), self.value(depth - 1)
        if form < 0.7:
            return f"({left} {self.one('+-*')} {right})"
        if form < 0.85:
            return f"({left} > {right} ? {self.value(depth - 1)} : {left})"
        return f"{self.one(['fabs', 'sqrt', 'floor', 'log'])}({left})"

    def asked(self, pointer):
        """A condition that asks whether a pointer is given."""
        return self.one([f"{pointer} != NULL", f"{pointer}", f"NULL != {pointer}", f"!({pointer} == NULL)", f"!!{pointer}",
                         f"{pointer} && {self.value(1)} > {self.value(1)}"])

    def argument(self):
        """For a parameter that is a pointer."""
        form = self.random.random()
        if form < 0.4:
            return self.one(["NULL", "0", "(double *)0"])
        if form < 0.6 and self.pointers:
            return self.one(self.pointers)
        name = self.name()
        self.line(f"double {name} = {self.number()};")
        self.later.append(name)
        return f"&{name}"

    def call(self, helper):
        self.later = []
        count = self.one(["0", "1", "2", "n"] if self.has_count else ["0", "1", "2"])
        pointers = f"{self.argument()}, {self.argument()}"
        values = ", ".join(self.value(1) if self.chance(0.7) else self.number() for _ in range(2))
        name = self.name()
        self.line(f"double {name} = help_{self.seed}_{helper}({values}, {count}, {pointers});")
        self.scalars += [name, *self.later]

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def assign(self):
        if self.pointers and self.chance(0.6):
            pointer = self.one(self.pointers)
            text = f"*{pointer} {self.one(['=', '+='])} {self.value()};"
            if self.is_root:
                self.line(text)
            elif self.chance(0.7):
                self.line(f"if ({self.asked(pointer)})")
                self.line(f"    {text}")
            else:
                self.line(f"if ({self.one(['!' + pointer, pointer + ' == NULL'])})")
                self.line(f"    s += {self.value()};")
                self.line("else")
                self.line(f"    {text}")
        else:
            self.line(f"s {self.one(['=', '+=', '-='])} {self.value()};")

    def logarithm(self):
        name = self.name()
        self.line(f"double complex {name} = clog(CMPLX({self.value(1)}, {self.value(1)}));")
        self.line(f"s += creal({name}) - {self.one(['cimag', 'creal'])}({name} * {name});")

    def nest(self, head, count):
        self.line(head + " {")
        known, self.depth = list(self.scalars), self.depth + 1
        self.statements(count)
        self.scalars, self.depth = known, self.depth - 1
        self.line("}")

    def statements(self, count):
        for _ in range(count):
            form = self.random.random()
            if form < 0.15 and self.depth < 3:
                self.nest(f"if ({self.value()} > {self.value()})", self.random.randint(1, 2))
            elif form < 0.22 and self.depth < 2 and self.has_count:
                self.nest(f"for (int i{self.depth} = 0; i{self.depth} < n; i{self.depth}++)", 1)
            elif form < 0.3:
                self.logarithm()
            elif form < 0.35 and not self.is_root:
                self.line(f"if ({self.value()} < {self.value()})")
                self.line(f"    return {self.value()};")
            else:
                self.assign()

    def begin(self, is_root, scalars, pointers):
        self.is_root, self.has_count, self.depth = is_root, not is_root, 1
        self.scalars, self.pointers = [*scalars, "s"], pointers
        self.line("double s = 0.25;")

    def helper(self, number):
        first, second = self.one([("*p", "*q"), ("p[]", "*q"), ("*p", "q[1]")])
        self.lines.append(f"static double help_{self.seed}_{number}(double a, double b, int n, double {first}, "
                          f"double {second})\n{{")
        self.begin(False, ["a", "b"], ["p", "q"])
        self.statements(self.random.randint(2, 5))
        for called in {number - 1, number - 2, self.random.randint(0, max(number - 1, 0))}:
            if 0 <= called < number:
                self.call(called)
                self.statements(1)
        self.line(f"return s + {self.value()};\n}}\n")

    def function(self, number):
        outputs = self.random.randint(0, 2)
        heads = ", ".join(["double x", "double y", *(f"double *o{k}" for k in range(outputs))])
        result = "double" if outputs == 0 or self.chance(0.5) else "void"
        self.lines.append(f"WEFT_VECTORIZE()\n{result} shared_{self.seed}_{number}({heads})\n{{")
        self.begin(True, ["x", "y"], [f"o{k}" for k in range(outputs)])
        for k in range(outputs):
            self.line(f"*o{k} = x - {k};")
        for _ in range(self.random.randint(1, 2)):
            self.call(self.random.randint(0, HELPERS - 1))
            self.statements(1)
        self.line(f"return s + {self.value()};\n}}\n" if result == "double" else f"*o0 += s;\n}}\n")

    def text(self, count):
        for number in range(HELPERS):
            self.helper(number)
        for number in range(count):
            self.function(number)
        return HEAD + "\n".join(self.lines)


def source(seed, count):
    return Shared(seed).text(count)
