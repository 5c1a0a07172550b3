#!/usr/bin/env python3
"""Writes ufuncs of random signed integer arithmetic that overflows: compared, divided, shifted,
widened, stored, in variables, loops and helpers. The same text on every run.

    make_wrapping.py FILE
"""

import random
import sys

COUNT = 32
TYPES = ["int8_t", "int16_t", "int32_t", "int32_t", "int32_t", "int64_t", "int64_t", "uint16_t",
         "uint32_t", "long long", "T", "T"]
PROTOTYPES = ", ".join(f'"int64({t}, {t}, {t})"' for t in ("int8", "int32", "int64"))
CONSTANTS = ["1", "2", "3", "7", "-1", "100", "65537", "0x7fffffff", "5L", "3u", "-2147483647LL"]

random.seed(20261122)


def pick(*choices):
    return random.choice(choices)


def operand(names):
    return random.choice(names) if random.random() < .75 else random.choice(CONSTANTS)


VALUES = ["({a} + {b})", "({a} - {b})", "{a} * {b}", "-({a})", "({a} & {b})", "({a} ^ {b})",
          "({a}) / {small}", "({a}) % {small}", "(({a}) >> {small})", "(({a}) < ({b}))",
          "({a}) / ({b} | 1)", "({a}) % ({b} | 1)",
          "({c} ? {a} : {b})", "(int64_t)({a})", "(int)({a})", "(short)({a})", "(unsigned)({a})",
          "helper({a})", "(~({a}))", "(int)(({a}) * .5)"]


def arithmetic(names, depth):
    """Sums and products, and what must see all of their bits."""
    if depth == 0:
        return operand(names)
    a, b = arithmetic(names, depth - 1), arithmetic(names, pick(0, depth - 1))
    c = f"({operand(names)} + {operand(names)} < {operand(names)})"
    return random.choice(VALUES).format(a=a, b=b, c=c, small=pick(2, 3, 7))


def condition(names, depth):
    """A comparison of sums."""
    a, b = arithmetic(names, depth), arithmetic(names, pick(0, 1))
    return f"(({a}) {pick('<', '>', '<=', '>=', '==', '!=')} ({b}))"


def statement(names):
    """Only u, v and w are written."""
    target, value = pick("u", "v", "w"), arithmetic(names, 2)
    return pick(f"{target} = {value};", f"{target} += {value};", f"{target} -= {value};",
                f"{target} *= {value};", f"{target} /= {value} | 1;", f"{target}++;", f"--{target};",
                f"if ({condition(names, 2)}) {target} = -{target};",
                f"if ({target}++ > {value}) {target} -= 3;",
                f"for (int i = 0; i < 3; i++) {target} = {target} * 3 + i;",
                f"{{ int t[2] = {{{value}, u}}; t[1] += t[0]; {target} = t[1] / 2; }}")


def function(number):
    types = [random.choice(TYPES) for _ in range(3)]
    generic = "T" in types
    result = pick("int32_t", "int64_t", "double", "uint32_t", "int16_t")
    if generic:
        types, result = ["T"] * 3, "int64_t"
    names = ["x", "y", "z"]
    lines = [f"    {pick('int', 'long long', 'short', types[0])} {name} = {arithmetic(names, 2)};"
             for name in "uvw"]
    names += ["u", "v", "w"]
    lines += ["    for (int k = 0; k < 2; k++) {"] # with a loop it is compiled once, not per stride
    lines += ["        " + statement(names) for _ in range(pick(1, 2, 3, 4))] + ["    }"]
    shown = arithmetic(names, 3) if random.random() < .5 else f"{condition(names, 3)} + u"
    return "\n".join([f"WEFT_VECTORIZE({PROTOTYPES if generic else ''})",
                      f"{result} wrapping_{number}({types[0]} x, {types[1]} y, {types[2]} z)",
                      "{", *lines, f"    return {shown};", "}", ""])


with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write("#include <stdint.h>\n\n#include <weft/annotate.h>\n\nWEFT_TYPEVAR(T);\n\n"
               "static long long helper(long long x)\n{\n"
               "    return x * 3 < x ? x - 7 : x * x / 5;\n}\n\n")
    file.write("\n".join(function(number) for number in range(COUNT)))
