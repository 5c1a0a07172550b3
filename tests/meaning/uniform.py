#!/usr/bin/env python3
"""What --print-ir=varying says is the same for all items, against runs of random functions: two items
that share one parameter or two are computed, each noting the values of the lines that are not marked as
varying, with the rounds of the loops around. What both come to must be equal; a line that is not marked
as masked must be come to by both.

    uniform.py TOOL CC INCLUDE_FOLDER COUNT SEED
"""
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import lowered
import random_programs

PAIRS = 12
NOTE = """static unsigned rounds[64];
static unsigned long long note(int line, int level, unsigned long long value)
{
    printf("%d", line);
    for (int i = 0; i < level; i++)
        printf(",%u", rounds[i]);
    printf(" %llu\\n", value);
    return value;
}
"""


class Noting(lowered.Function):
    """A function that notes what its lines compute. marks: what stands before its lines."""

    def __init__(self, header, lines, marks):
        super().__init__(header, lines)
        self.level = 0
        self.marks = marks[len(marks) - len(self.lines):]

    def is_uniform(self):
        return self.marks[len(self.marks) - len(self.lines)][0] == " "

    def noted(self, number, value):
        return f"note({number}, {self.level}, {value})"

    def loop(self, depth, condition):
        number = len(self.marks) - len(self.lines) - 1
        counter = self.level
        self.level += 1
        uniform = self.marks[number][0] == " "
        test = self.noted(number, condition) if uniform else condition
        made = super().loop(depth, test)
        self.level -= 1
        made = re.sub(r"(step_\d+):;\n(?!.*step_\d+:;)", rf"\1:;\nrounds[{counter}]++;\n", made,
                      flags=re.DOTALL)
        return f"rounds[{counter}] = 0;\n{made}"

    def statement(self, step):
        number, uniform = len(self.marks) - len(self.lines), self.is_uniform()
        line = self.lines[0][1]
        made = super().statement(step)
        if not uniform:
            return made
        if match := re.match(r"local ([\w$.]+)(?: \(\w+\))?: u?int\d+ = ", line):
            return made + self.noted(number, lowered.expression_as_c(match[1])) + ";\n"
        if match := re.match(r"(if|switch|return) (?P<value>.*)", line):
            value = lowered.expression_as_c(match["value"])
            return f"{self.noted(number, value)};\n{made}"
        if match := re.match(r"(?!local|while|case)(\S.*?) = ", line):
            return made + self.noted(number, lowered.expression_as_c(match[1])) + ";\n"
        return made


def read_functions(printed):
    lines = printed.splitlines()
    starts = [i for i, line in enumerate(lines) if line[3:].startswith("function ")]
    for begin, end in zip(starts, starts[1:] + [len(lines)]):
        body = lines[begin + 1:end]
        texts, marks = [line[3:] for line in body], [line[:3] for line in body]
        kind = Noting if re.match(r"function f\d", lines[begin][3:]) else None
        yield (kind(lines[begin][3:], texts, marks) if kind
               else lowered.Function(lines[begin][3:], texts))


def program_as_c(functions):
    bodies = "".join(function.text() for function in functions)
    names = "|".join(function.name for function in functions)
    bodies = re.sub(rf"\b({names})\(", r"lowered_\1(", bodies)
    bodies = bodies.replace("lowered_lowered_", "lowered_")
    cases = "".join(f"    if (which == {function.name[1:]}) {function_call(function)};\n"
                    for function in functions if isinstance(function, Noting))
    return (lowered.PRELUDE + NOTE + "".join(f"{function.head};\n" for function in functions)
            + bodies + "int main(int count, char **text)\n{\n    int which = atoi(text[1]);\n"
            + cases + "}\n")


def function_call(function):
    return f"lowered_{function.name}(atoi(text[2]), atoi(text[3]), atoi(text[4]))"


def notes(program, *arguments):
    """{(line and rounds): values}"""
    ran = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=True,
                         timeout=10)
    found = collections.defaultdict(list)
    for line in ran.stdout.splitlines():
        key, value = line.split()
        found[key].append(value)
    return found


def compare(function, one, other):
    for key in sorted(one.keys() | other.keys()):
        masked = function.marks[int(key.split(",")[0])][1] == "m"
        if key in one and key in other and one[key] != other[key]:
            return f"line {key} has {one[key]} and {other[key]}"
        if not masked and (key in one) != (key in other):
            return f"line {key} is come to once only"
    return None


def check(tool, cc, folder, source, draw):
    shared = draw.choice(["a", "a,b", "a,b"])
    printed = subprocess.run([tool, "generate", source, f"--print-ir=varying:{shared}"],
                             capture_output=True, text=True, check=True).stdout
    unique = {function.name: function for function in read_functions(printed)}
    text = folder / "noting.c"
    text.write_text(program_as_c(list(unique.values())))
    program = folder / "noting"
    subprocess.run([cc, "-w", "-O0", "-fwrapv", text, "-o", program], check=True)
    compared = 0
    for name, function in unique.items():
        for _ in range(PAIRS if isinstance(function, Noting) else 0):
            same, other = draw.randrange(40), draw.randrange(60)
            both = [notes(program, name[1:], same, other if "b" in shared else draw.randrange(60),
                          draw.randrange(60)) for _ in range(2)]
            compared += len(both[0].keys() & both[1].keys())
            if wrong := compare(function, *both):
                return compared, f"{name}: {wrong}\n{printed}"
    return compared, None


def main(tool, cc, include, count, seed):
    draw, compared = random.Random(int(seed)), 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for i in range(int(count)):
            source = folder / f"random_{i}.c"
            source.write_text(random_programs.program(draw, calm=True))
            more, wrong = check(tool, cc, folder, source, draw)
            compared += more
            if wrong:
                print(f"{wrong}\n{source.read_text()}")
                return 1
    print(f"{compared} values were the same for two items")
    return compared == 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
