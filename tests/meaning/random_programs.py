"""Random C functions with effects everywhere that C allows them. Defined for all values: arithmetic is
of unsigned numbers, loops are bounded, and an expression that writes a variable does not use it
elsewhere."""

NAMES = "abcdef"

# Loops that calls with other values of c leave after other numbers of rounds: once, again and again,
# and by a condition behind the body.
EARLY = """WEFT_VECTORIZE()
uint32_t f5(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t d = 0, e = 0, f = 0;
    while (d < 5) {
        if (c >> d & 1)
            break;
        d++;
        e += a;
    }
    f = d;
    f = e + b;
    return f;
}
WEFT_VECTORIZE()
uint32_t f6(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t e = 0, f = 0;
    for (unsigned k = 0; k < 4; k++)
        while (e < 90 + k) {
            e += 7;
            f = e;
            if (c >> k & 1)
                break;
        }
    return f;
}
WEFT_VECTORIZE()
uint32_t f7(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t f = 0;
    for (unsigned k = 0; k < 4; k++) {
        uint32_t own = b;
        do {
            own += k + 1;
            f = own;
            if (own & 1)
                continue;
            f = own * 2;
        } while (own < c);
        f = k;
    }
    return f;
}
"""


class Writer:
    def __init__(self, draw, calm):
        self.draw = draw
        self.calm = calm  # few variables meet in one expression
        self.loops = 0  # that have been made
        self.inside = []  # the counters of the loops around
        self.switches = 0  # around, within the innermost loop

    def chance(self, percent):
        return self.draw.randrange(100) < percent

    # ---- expressions ----

    def expression(self):
        """Some variables are written, each once; the others are read only."""
        names = list(NAMES)
        self.draw.shuffle(names)
        count = self.draw.randrange(2 if self.calm else 4)
        self.written, self.read = names[:count], names[count:]
        if self.calm:
            self.read = self.read[:2]
        return self.value(1 if self.calm else 3)

    def leaf(self):
        return self.draw.choice(self.read + ["row[" + self.draw.choice(self.read) + " & 3]",
                                             f"{self.draw.randrange(300)}u"])

    def effect(self):
        name = self.written.pop()
        operator = self.draw.choice(["=", "+=", "-=", "^=", "*=", "|=", "&=", "<<=", ">>="])
        value = self.value(1)
        if operator in ("<<=", ">>="):
            value = f"(({value}) & 7)"
        return self.draw.choice([f"{name}++", f"--{name}", f"{name}--", f"++{name}",
                                 f"({name} {operator} {value})", f"bump(&{name}, {value})"])

    def value(self, depth):
        if depth == 0 or self.chance(15):
            return self.effect() if self.written and self.chance(60) else self.leaf()
        if self.written and self.chance(25):
            return self.effect()
        first, second = self.value(depth - 1), self.value(depth - 1)
        form = self.draw.randrange(8)
        if form == 0:
            return f"({first} ? {second} : {self.value(depth - 1)})"
        if form == 1:
            return f"({first}, {second})"
        if form == 2:
            return f"({first} {self.draw.choice(['&&', '||'])} {second})"
        if form == 3:
            return f"({first} {self.draw.choice(['<', '==', '>=', '!='])} {second})"
        if form == 4:
            return f"(uint8_t)({first})"
        return f"({first} {self.draw.choice('+-*^&|')} {second})"

    # ---- statements ----

    def block(self, depth):
        count = self.draw.randrange(1, 4)
        return "{\n" + "".join(self.statement(depth) for _ in range(count)) + "}\n"

    def loop(self, depth):
        self.loops += 1
        counter = f"k{self.loops}"
        outer = self.switches
        self.switches = 0
        self.inside.append(counter)
        form = self.draw.randrange(3)
        if form == 0:
            made = (f"for (unsigned {counter} = 0; {counter} < 4; {counter}++, a += {counter}) "
                    + self.block(depth - 1))
        elif form == 1:
            made = (f"unsigned {counter} = 0;\nwhile ({counter}++ < 3 && ({self.expression()} | 1)) "
                    + self.block(depth - 1))
        else:
            made = (f"unsigned {counter} = 5;\ndo " + self.block(depth - 1)
                    + f"while (--{counter} > 1 && ({self.expression()}) != 77u);\n")
        self.inside.pop()
        self.switches = outer
        return made

    def switch(self, depth):
        self.switches += 1
        made = f"switch (({self.expression()}) & 7u) {{\n"
        values = list(range(7))
        self.draw.shuffle(values)
        for value in values[:self.draw.randrange(1, 5)]:
            label = "default" if value == 6 else f"case {value}"
            made += f"{label}:\n" + "".join(self.statement(depth - 1)
                                            for _ in range(self.draw.randrange(3)))
            made += "break;\n" if self.chance(50) else ";\n"
        self.switches -= 1
        return made + "}\n"

    def statement(self, depth):
        if depth and self.chance(20):
            return "{" + self.loop(depth) + "}\n"
        if depth and self.chance(20):
            return self.switch(depth)
        if depth and self.chance(25):
            other = f"else {self.block(depth - 1)}" if self.chance(40) else ""
            return f"if ({self.expression()}) {self.block(depth - 1)}{other}"
        if self.inside and self.chance(15):
            word = self.draw.choice(["break", "continue"])
            return f"if ({self.expression()}) {word};\n"
        if self.chance(4):
            return f"if (({self.expression()}) % 11u == 3) return {self.expression()};\n"
        if self.chance(20):
            name = self.draw.choice(NAMES)
            index = [other for other in NAMES if other != name]
            return f"row[{self.draw.choice(index)}++ & 3] {self.draw.choice(['', '+', '^'])}= {name};\n"
        return self.expression() + ";\n"


def program(draw, calm=False):
    """The text of a source with a few functions."""
    made = ("#include <stdint.h>\n#include <weft/annotate.h>\n"
            "static unsigned bump(uint32_t *at, unsigned by)\n{\n    return *at += by, *at ^ by;\n}\n")
    for i in range(5):
        writer = Writer(draw, calm)
        made += (f"WEFT_VECTORIZE()\nuint32_t f{i}(uint32_t a, uint32_t b, uint32_t c)\n{{\n"
                 "uint32_t d = a ^ b, e = 7, f = c + 1, row[4] = {1, 2, 3, 4};\n"
                 + "".join(writer.statement(3) for _ in range(6))
                 + "return a + b * 3 + c * 5 + d * 7 + e * 11 + f * 13 + row[0] + row[1] * 17 + "
                   "row[2] * 19 + row[3] * 23;\n}\n")
    return made + EARLY
