#!/usr/bin/env python3
"""What the generator's lowered form of a function means: its text (--print-ir=lowered) is read as C
again, compiled beside the source that it was made of, and both are called with the same values.

    lowered.py TOOL CC INCLUDE_FOLDER SOURCE.c ...     the functions of these files whose parameters are
                                                       scalars
    lowered.py TOOL CC INCLUDE_FOLDER --random COUNT [SEED]
"""
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import random_programs

PRELUDE = """#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef int8_t int8; typedef int16_t int16; typedef int32_t int32; typedef int64_t int64;
typedef uint8_t uint8; typedef uint16_t uint16; typedef uint32_t uint32; typedef uint64_t uint64;
typedef float float32; typedef double float64;
"""
CAST = re.compile(r"\(([A-Za-z_][\w ]*?(?: \*)*): ")
ROUNDS = 400


def closing(text, at):
    """The index of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0:
            return i
    raise ValueError(text)


def expression_as_c(text):
    while match := CAST.search(text):
        end = closing(text, match.start())
        text = (f"{text[:match.start()]}(({match[1]})({text[match.end():end]}))"
                f"{text[end + 1:]}")
    return re.sub(r"([A-Za-z_$]\w*)\.(\d+)\b", r"\1__\2", text)


def declaration_as_c(text):
    """"row (indexed): int32[4] = {1, 2}" """
    name, rest = re.match(r"([\w$.]+)(?: \(\w+\))?: (.*)", text).groups()
    c_type, _, value = rest.partition(" = ")
    base, extents = re.match(r"([^\[]*)(.*)", c_type).groups()
    return f"{base} {expression_as_c(name)}{expression_as_c(extents)}" + (
        f" = {expression_as_c(value)}" if value else "")


class Function:
    """One function of the printed form, from its lines."""

    def __init__(self, header, lines):
        self.name, result = re.match(r"function (\w+): (.*)", header).groups()
        self.labels = 0
        count = 0
        while count < len(lines) and re.match(r"    (parameter|size) ", lines[count]):
            count += 1
        self.parameters = [declaration_as_c(line.split(None, 1)[1]) for line in lines[:count]]
        self.head = f"static {result} lowered_{self.name}({', '.join(self.parameters) or 'void'})"
        self.lines = [((len(line) - len(line.lstrip())) // 4, line.strip())
                      for line in lines[count:]]

    def text(self):
        return f"{self.head}\n{{\n{self.block(1, None)}}}\n"

    def block(self, depth, step):
        """All lines from here on that stand at least so deep; step: the label behind `continue`."""
        made = ""
        while self.lines and self.lines[0][0] >= depth:
            made += self.statement(step)
        return made

    def nested(self, depth, step):
        return f"{{\n{self.block(depth, step)}}}\n"

    def loop(self, depth, condition):
        self.labels += 1
        label = f"step_{self.labels}"
        body = self.nested(depth + 1, label)
        step = ""
        if self.lines and self.lines[0] == (depth, "step"):
            self.lines.pop(0)
            step = self.nested(depth + 1, None)
        return f"while ({condition}) {{\n{body}{label}:;\n{step}}}\n"

    def statement(self, step):
        depth, line = self.lines.pop(0)
        word, _, rest = line.partition(" ")
        value = expression_as_c(rest)
        if word == "local":
            return declaration_as_c(rest) + ";\n"
        if word == "nothing":
            return ";\n"
        if word == "if":
            made = f"if ({value}) {self.nested(depth + 1, step)}"
            if self.lines and self.lines[0] == (depth, "else"):
                self.lines.pop(0)
                made += f"else {self.nested(depth + 1, step)}"
            return made
        if word == "while":
            return self.loop(depth, value)
        if word == "switch":
            return f"switch ({value}) {self.nested(depth + 1, step)}"
        if word in ("case", "default"):
            return line + ":;\n"
        if word == "continue":
            return f"goto {step};\n"
        if word == "return":
            return f"return {value};\n"
        return expression_as_c(line) + ";\n"


def read_functions(printed):
    lines = [line for line in printed.splitlines()]
    starts = [i for i, line in enumerate(lines) if line.startswith(("function ", "type "))]
    for begin, end in zip(starts, starts[1:] + [len(lines)]):
        if lines[begin].startswith("function "):
            if " is not lowered: " in lines[begin]:
                continue
            yield Function(lines[begin], lines[begin + 1:end])


def main_as_c(functions):
    """Calls both of each pair with the same values; says where they differ."""
    made = "static unsigned long long state = 88172645463325252u;\n" \
           "static unsigned long long draw(void) { state ^= state << 13; state ^= state >> 7; " \
           "return state ^= state << 17; }\nint main(void)\n{\n    int wrong = 0;\n" \
           f"    for (int round = 0; round < {ROUNDS}; round++) {{\n"
    for function in functions:
        values = []
        made += "        {\n"
        for i, parameter in enumerate(function.parameters):
            floating = parameter.startswith("float")
            c_type = parameter.split()[0]
            small = "(int)(draw() % 4096) - 2048" if c_type.startswith("int") else "draw() % 4096"
            drawn = f"(double)(int)(draw() % 2001 - 1000) / 16" if floating else small
            made += f"            {c_type} a{i} = ({c_type})({drawn});\n"
            values.append(f"a{i}")
        made += (f"            __typeof__({function.name}({', '.join(values)})) want = "
                 f"{function.name}({', '.join(values)}), got = "
                 f"lowered_{function.name}({', '.join(values)});\n"
                 "            if (memcmp(&want, &got, sizeof want) != 0 && wrong++ < 20)\n"
                 f"                printf(\"{function.name} in round %d: %.17g, lowered %.17g\\n\","
                 " round, (double)want, (double)got);\n        }\n")
    return made + "    }\n    return wrong != 0;\n}\n"


def check(tool, cc, include, source):
    """How many functions were called, and what is wrong with them."""
    printed = subprocess.run([tool, "generate", source, "--print-ir=lowered"],
                             capture_output=True, text=True)
    if printed.returncode:
        return 0, printed.stderr
    unique = {function.name: function for function in read_functions(printed.stdout)}
    names = "|".join(unique)
    bodies = {name: function.text() for name, function in unique.items()}
    bodies = {name: re.sub(rf"\b({names})\(", r"lowered_\1(", text)
              .replace("lowered_lowered_", "lowered_") for name, text in bodies.items()}
    called = [function for function in unique.values()
              if all(re.fullmatch(r"(u?int\d+|float\d+) \w+", p) for p in function.parameters)]
    with tempfile.TemporaryDirectory() as folder:
        both = pathlib.Path(folder) / "both.c"
        both.write_text(PRELUDE + pathlib.Path(source).read_text()
                        + "".join(function.head + ";\n" for function in unique.values())
                        + "".join(bodies.values()) + main_as_c(called))
        program = both.with_suffix("")
        made = subprocess.run([cc, "-w", "-O1", "-fwrapv", "-ffp-contract=off", f"-I{include}", both,
                               "-o", program, "-lm"], capture_output=True, text=True)
        if made.returncode:
            return 0, made.stderr
        ran = subprocess.run([program], capture_output=True, text=True, timeout=60)
        if ran.returncode and "-v" in sys.argv:
            print(both.read_text())
        return len(called), ran.stdout or ("" if ran.returncode == 0 else "it crashed")


def sources(arguments, folder):
    if arguments[0] != "--random":
        yield from arguments
        return
    seed = int(arguments[2]) if len(arguments) > 2 else random.randrange(1 << 32)
    print(f"seed {seed}")
    draw = random.Random(seed)
    for i in range(int(arguments[1])):
        source = pathlib.Path(folder) / f"random_{i}.c"
        source.write_text(random_programs.program(draw))
        yield source


def main(tool, cc, include, *arguments):
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        for source in sources(arguments, folder):
            count, wrong = check(tool, cc, include, source)
            total += count
            if wrong or not count:
                print(f"{source}: {wrong or 'no function was called'}")
                if arguments[0] == "--random":
                    print(pathlib.Path(source).read_text())
                return 1
    print(f"{total} functions mean the same when lowered")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
