"""Random C functions for Weft, with nothing in them that C leaves open: every operator and
statement, all scalar types, structures, helpers, macros, arrays and tables."""

import random
import re

INTEGERS = ["bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int",
            "unsigned", "long", "unsigned long", "long long", "unsigned long long", "int8_t",
            "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t",
            "size_t", "word", "enum color"]
DIVISORS = ["3", "7u", "10l", "1000", "5ul", "-9", "'a'", "GREEN", "(GREEN - 12)",
            "(-2147483647 - 1)", "(~RED)"]
FLOATS = ["float", "double", "real"]
HEAD = """#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <weft/annotate.h>

typedef unsigned short word;
typedef double real;
enum color { RED, GREEN = 5, BLUE = -3 };
struct pair { int8_t low; double wide; };
struct record {
    struct pair one;
    uint8_t counts[3];
    unsigned five : 5;
    int six : 6;
    float narrow;
};
static const double weights[4] = {0.5, -2.25, 1e3, 7};
static const int8_t steps[] = {1, -1, 100, -100};
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define TWICE(x) ((x) + (x))
"""


class Body:
    """One function while it is written."""

    def __init__(self, source, name):
        self.random, self.name, self.truths = source, name, random.Random(name)
        self.scopes = [[]]     # of (name, type): readable
        self.fixed = set()     # counters and such, that are not written
        self.touched = None    # the variable that this expression changes, if any
        self.pending = False   # it is still to be changed
        self.lines, self.depth = [], 1
        self.loops = self.size = self.names = 0

    # ---- choosing ----

    def one(self, items):
        return self.random.choice(items)

    def chance(self, share):
        return self.random.random() < share

    def variables(self):
        seen, found = set(), []
        for scope in reversed(self.scopes):
            for name, kind in scope:
                if name not in seen:
                    found.append((name, kind))
                seen.add(name)
        return found

    def readable(self, kinds=None):
        return [(name, kind) for name, kind in self.variables()
                if name != self.touched and kind in (kinds or INTEGERS + FLOATS)]

    def writable(self, kinds=None):
        return [(name, kind) for name, kind in self.readable(kinds) if name not in self.fixed]

    # ---- expressions: text, and whether it is an integer ----

    def literal(self):
        if self.chance(0.35):
            return self.one(["0.5", "1.5f", "2e3", "-7.75", "3.0", "1e10f", "0x1.8p3", "100.",
                             "0.1f"]), False
        return self.one(["0", "1", "2", "7", "-1", "'a'", "255u", "0x7f", "1000l", "3ul", "-128",
                         "40000", "1ull << 40", "077", "GREEN", "BLUE", "sizeof(struct pair)",
                         "2147483647", "0xffffffff", "'\\n'", "-5ll", "4294967296"]), True

    def leaf(self):
        if self.pending and self.chance(0.4):
            return self.effect()
        found = self.readable()
        kind = self.random.random()
        if kind < 0.1:
            return f"weights[{self.index(3)}]", False
        if kind < 0.2:
            return f"steps[{self.index(3)}]", True
        if kind < 0.3:
            return self.one([("r.one.low", True), ("r.one.wide", False), ("r.five", True),
                             ("r.six", True), ("at->narrow", False),
                             (f"at->counts[{self.index(1)}]", True),
                             ("at->one.low", True)])
        if kind < 0.4:
            return f"list[{self.index(3)}]", self.list_kind in INTEGERS
        if not found or kind < 0.5:
            return self.literal()
        name, kind = self.one(found)
        return name, kind in INTEGERS

    def index(self, most):
        found = self.readable([kind for kind in INTEGERS if kind != "bool"])
        if found and self.chance(0.7):
            name = self.one(found)[0]
            return self.truth(name) if most > 0 and self.truths.random() < 0.3 else f"{name} & {most}"
        return str(self.random.randint(0, most))

    def truth(self, name):
        """An index that is a truth value, from draws of its own."""
        wide = self.truths.choice(["size_t", "long", "unsigned", "uint64_t"])
        return f"({wide})({name} {self.truths.choice(['>', '==', '<='])} {self.truths.randint(-3, 90)})"

    def divisor(self):
        """A constant, or a counter of a loop around and so much that it is not 0."""
        counters = [name for name in self.fixed if name in dict(self.variables())]
        if counters and self.chance(0.4):
            return f"({self.one(sorted(counters))} + {self.random.randint(1, 4)})"
        return self.one(DIVISORS)

    def effect(self):
        """Changes the variable that this expression may change; nothing else here uses it."""
        self.pending = False
        name, integer = self.touched, self.touched_kind in INTEGERS
        form = self.random.random()
        if form < 0.5 and self.touched_kind != "bool":
            return self.one([f"{name}++", f"{name}--", f"++{name}", f"--{name}"]), integer
        value, whole = self.expression(2)
        op = self.one(["=", "+=", "-=", "*="] + (["&=", "|=", "^="] if integer and whole else []))
        return f"({name} {op} {value})", integer

    def integer(self, depth):
        text, whole = self.expression(depth)
        kind = self.one(["int", "long", "uint8_t", "unsigned", "short"])
        return f"({text})" if whole else f"({kind})({text})"

    def expression(self, depth):
        if depth <= 0 or self.chance(0.15):
            return self.leaf()
        form = self.random.random()
        if form < 0.36:
            left, a = self.expression(depth - 1)
            right, b = self.expression(depth - 1)
            return f"({left}) {self.one('+-*')} ({right})", a and b
        if form < 0.42:
            left, a = self.expression(depth - 1)
            if a:
                return f"({left}) {self.one('/%')} {self.divisor()}", True
            right, _ = self.expression(depth - 1)
            return f"({left}) / ({right})", False
        if form < 0.52:
            op = self.one(["&", "|", "^"])
            return f"{self.integer(depth - 1)} {op} {self.integer(depth - 1)}", True
        if form < 0.57:
            op = self.one(["<<", ">>"])
            return f"{self.integer(depth - 1)} {op} ({self.integer(depth - 2)} & 7)", True
        if form < 0.66:
            op = self.one(["<", ">", "<=", ">=", "==", "!=", "&&", "||"])
            return f"({self.expression(depth - 1)[0]}) {op} ({self.expression(depth - 1)[0]})", True
        if form < 0.74:
            first, a = self.expression(depth - 1)
            second, b = self.expression(depth - 1)
            return f"({self.expression(depth - 2)[0]}) ? ({first}) : ({second})", a and b
        if form < 0.84:
            text, whole = self.expression(depth - 1)
            op = self.one(["-", "+", "!"] + (["~"] if whole else []))
            return f"{op}({text})", whole or op == "!"
        if form < 0.92:
            kind = self.one(INTEGERS + FLOATS)
            return f"({kind})({self.expression(depth - 1)[0]})", kind in INTEGERS
        return self.call(depth)

    def call(self, depth):
        form = self.random.random()
        touched, pending = self.touched, self.pending
        self.pending = False  # arguments have no effects
        value, whole = self.expression(depth - 1)
        if form < 0.2:
            text = f"TWICE({value})", whole
        elif form < 0.4:
            other, same = self.expression(depth - 2)
            text = f"LARGER({value}, {other})", whole and same
        elif form < 0.7:
            other, _ = self.expression(depth - 2)
            text = f"{self.name}_help({value}, {other})", self.help_result in INTEGERS
        else:
            name = self.one(["fabs", "floor", "sqrt", "fabsf", "trunc"])
            text = f"{name}({value})", False
        self.touched, self.pending = touched, pending
        return text

    def whole(self, depth=3, effects=True):
        """A full expression, which may change one variable."""
        found = self.writable()
        if effects and found and self.chance(0.3):
            self.touched, self.touched_kind = self.one(found)
            self.pending = True
        text, whole = self.expression(depth)
        self.touched, self.pending = None, False
        return text, whole

    # ---- statements ----

    def line(self, text):
        self.lines.append("    " * self.depth + text)

    def new_name(self):
        if self.chance(0.3):  # one that an outer block may have
            name = self.one(["x", "y", "t"])
            if name not in [known for known, _ in self.scopes[-1]]:
                return name
        self.names += 1
        return f"v{self.names}"

    def declare(self):
        name, kind = self.new_name(), self.one(INTEGERS + FLOATS)
        text = self.whole()[0]
        if re.search(rf"\b{name}\b", text):
            self.names += 1  # not its own beginning
            name = f"v{self.names}"
        self.line(f"{kind} {name} = {text};")
        self.scopes[-1].append((name, kind))

    def target(self):
        form = self.random.random()
        if form < 0.15:
            return f"list[{self.index(3)}]", self.list_kind
        if form < 0.3:
            return self.one([("r.one.low", "int8_t"), ("r.one.wide", "double"),
                             ("r.five", "unsigned"), ("r.six", "int"), ("at->narrow", "float"),
                             ("at->counts[2]", "uint8_t"), ("*link", self.list_kind)])
        found = self.writable()
        return self.one(found) if found else ("r.one.low", "int8_t")

    def assign(self):
        name, kind = self.target()
        if self.chance(0.2) and kind != "bool":
            self.line(self.one([f"{name}++;", f"++{name};", f"{name}--;", f"--{name};"])
                      .replace("*link++", "(*link)++").replace("*link--", "(*link)--"))
            return
        value, whole = self.whole(effects=False)
        ops = ["=", "=", "+=", "-=", "*="]
        if kind in INTEGERS and whole:
            ops += ["&=", "|=", "^="]
        op = self.one(ops)
        if kind in INTEGERS and self.chance(0.1):
            op, value = self.one(["<<=", ">>="]), f"{self.integer(2)} & 7"
        elif kind in INTEGERS and self.chance(0.1):
            op, value = self.one(["/=", "%="]), self.divisor()
        elif kind not in INTEGERS and self.chance(0.1):
            op = "/="
        self.line(f"{name} {op} {value};")

    def block(self, statements):
        self.scopes.append([])
        self.depth += 1
        for _ in range(statements):
            self.statement()
        self.depth -= 1
        self.scopes.pop()

    def choose(self):
        self.line(f"if ({self.whole()[0]}) {{")
        self.block(self.random.randint(1, 2))
        if self.chance(0.3):
            self.line(f"}} else if ({self.whole()[0]}) {{")
            self.block(1)
        if self.chance(0.5):
            self.line("} else {")
            self.block(1)
        self.line("}")

    def leave(self):
        if self.loops:
            self.line(f"if ({self.whole(2)[0]})")
            self.line(f"    {self.one(['break', 'continue'])};")

    def loop(self):
        self.names += 1
        name, most = f"i{self.names}", self.random.randint(1, 5)
        kind = self.one(["int", "size_t", "unsigned char", "long"])
        form = self.random.random()
        self.loops += 1
        self.fixed.add(name)
        self.scopes.append([(name, kind)])
        if form < 0.5:
            step = self.one([f"{name}++", f"++{name}", f"{name} += 1", f"{name}++, r.five += 3"])
            before = "0, " if self.chance(0.15) else ""  # what a comma drops
            bound = f"({self.integer(1)} & 7)" if self.chance(0.2) else most
            self.line(f"for ({kind} {name} = 0; {before}{name} < {bound}; {step}) {{")
            self.block(self.random.randint(1, 3))
            self.line("}")
        elif form < 0.6:
            self.line(f"for (int {name} = 0, b{name} = {most}; {name} < b{name}; "
                      f"{name}++, b{name}--) {{")
            self.block(self.random.randint(1, 3))
            self.line("}")
        elif form < 0.8:
            self.line(f"int {name} = 0;")
            self.line(f"while ({name}++ < {most}) {{")
            self.block(self.random.randint(1, 3))
            self.line("}")
            self.scopes[-2].append((name, "int"))
        else:
            self.line(f"{kind} {name} = {most};")
            self.line("do {")
            self.block(self.random.randint(1, 3))
            self.line(f"}} while (--{name} > 0);")
            self.scopes[-2].append((name, kind))
        self.scopes.pop()
        self.loops -= 1

    def switch(self):
        self.line(f"switch ({self.integer(2)} & 7) {{")
        inner, self.loops = self.loops, 0
        for label in self.random.sample(["case 0:", "case 1: case 2:", "case GREEN:", "default:",
                                         "case 6 ... 7:"], self.random.randint(2, 5)):
            self.line(label)
            self.line("    ;" if self.chance(0.1) else "    {")
            if not self.lines[-1].endswith(";"):
                self.depth += 1
                self.block(1)
                self.depth -= 1
                self.line("    }")
            if self.chance(0.7):
                self.line("    break;")
        self.loops = inner
        self.line("}")

    def walk(self):
        self.names += 1
        name = f"p{self.names}"
        self.line(f"{{ const {self.list_kind} *{name} = list;")
        self.line(f"  for (int i = 0; i < 4; i++) r.narrow += *{name}++; }}")

    def statement(self):
        self.size += 1
        if self.size > 14:
            self.assign()
            return
        self.one([self.declare, self.declare, self.assign, self.assign, self.assign, self.choose,
                  self.loop, self.switch, self.leave, self.walk])()

    # ---- the function ----

    def helper(self):
        kinds = INTEGERS + FLOATS
        self.help_result = self.one(kinds)
        a, b = self.one(kinds), self.one(kinds)
        op = self.one("+-*")
        return (f"static {self.help_result} {self.name}_help({a} a, {b} b)\n{{\n"
                f"    if (a > b)\n        return b {op} 3;\n"
                f"    return ({self.one(kinds)})a {self.one('+-*')} b;\n}}\n")

    def begin(self):
        """What all statements may use, made of x, y and z."""
        self.list_kind = self.one(["float", "double", "int", "int8_t", "uint16_t", "long"])
        self.line("struct record r = {{(int8_t)(x), (double)y}, {1, 2, 3}, 7, -8, (float)z};")
        self.line("struct record *at = &r;")
        self.line(f"struct pair named = {{.wide = x, .low = (int8_t)y}}, rows[3] = "
                  f"{{[1] = {{.wide = z}}, [2].low = {self.random.randint(-9, 9)}}};")
        self.line(f"{self.list_kind} list[4] = {{x, y, 5}};")
        self.line(f"{self.list_kind} *link = &list[1];")

    def text(self):
        kinds = [kind for kind in INTEGERS + FLOATS if kind != "enum color"]
        helper = self.helper()
        result = self.one(kinds)
        parameters = [(name, self.one(kinds)) for name in ("x", "y", "z")]
        self.scopes[0] += parameters
        self.begin()
        for _ in range(self.random.randint(3, 6)):
            self.statement()
        self.line(f"return ({self.whole()[0]}) + list[3] + *link + at->narrow * r.one.low + r.six +"
                  f" named.wide - named.low + rows[1].wide * rows[2].low;")
        head = ", ".join(f"{kind} {name}" for name, kind in parameters)
        return "\n".join([helper + "WEFT_VECTORIZE()", f"{result} {self.name}({head})", "{",
                          *self.lines, "}", ""])


LANES_HEAD = re.sub(r" : \d;", ";", HEAD)  # without bit-fields


class LanesBody(Body):
    """The same, with returns from anywhere."""

    def walk(self):
        if self.chance(0.5):
            super().walk()
            return
        self.line(f"if ({self.whole(2, effects=False)[0]})")
        self.line(f"    return {self.whole(2, effects=False)[0]};")


def source(seed, count, lanes=False):
    """A file of so many functions, "random_SEED_0" and so on; lanes: as vectors have them, without
    bit-fields."""
    kind = LanesBody if lanes else Body
    bodies = [kind(random.Random(1000 * seed + i), f"random_{seed}_{i}").text()
              for i in range(count)]
    head = LANES_HEAD if lanes else HEAD
    return head + "\n" + "\n".join(bodies)
