#!/usr/bin/env python3
"""docs/errors.md against the generator: every message of its source has a row, every row is a message of
its source, the wrong lines are refused with that message, and the right ones are not refused.

    errors.py ROOT TOOL

Code is read without the headers that it may need first, for they take four fifths of the time; what is said, and
that nothing is, counts only where it is what the row says, and else what is said of the code behind the headers.
With WEFT_LONG_TESTS in the environment, all code is read behind them.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOMS = ("check", "parse", "model", "edit", "pipeline/pipeline.c")
# What `weft explain` says of a tree, and no refusal; C that is written.
REASONS = {"check/adapter_text.c", "parse/tree/body_expression.c", "parse/tree/body_statement.c", "parse/tree/body_type.c",
           "parse/unit/record/record_members.c", "parse/dialect/whole.c"}
# Categories and words of libclang's.
OTHER = {"Lexical or Preprocessor Issue", "User-Defined Issue", "bracket nesting level exceeded"}
OF_A_LIMIT = "nested more than … deep: split the expression or the statement"

HEADERS = ("complex", "errno", "fenv", "math", "pthread", "setjmp", "stdint", "stdio", "stdlib", "string",
           "time")
LONG = bool(os.environ.get("WEFT_LONG_TESTS"))
BODY = "WEFT_VECTORIZE()\ndouble f(double x)\n"
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')


def plain(text):
    """A message without what a case fills in."""
    return re.sub(r"'?%[-.*0-9]*(?:z|l|ll)?[a-z]'?", "…", text).replace('\\"', '"').strip()


def messages_of(path, least):
    """The texts in a file of at least so many words."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
    for match in LITERALS.finditer(text):
        literal = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', match[0]))
        is_list = literal.startswith(" ") and literal.endswith(" ")  # names of functions
        if not is_list and " " in literal and len(re.findall(r"[a-z]{2,}", literal)) >= least:
            yield plain(literal)


def read_messages(generator, least):
    for room in ROOMS:
        for path in sorted((generator / room).rglob("*.c")) or [generator / room]:
            if str(path.relative_to(generator)) not in REASONS:
                yield from ((message, path.name) for message in messages_of(path, least))
    yield OF_A_LIMIT, "body_expression.c"


def code_of(cell):
    """The C in a cell, ready to be read; None where it has none."""
    parts = re.findall(r"`([^`]*)`", cell)
    if not parts or re.sub(r"`[^`]*`|<br>", "", cell).strip():
        return None
    text = "\n".join(parts) + "\n"
    return (BODY if text[0] == "{" else "") + text


def read_rows(text):
    """(section, message, wrong, right) of all rows."""
    section = ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line[3:]
        match = re.match(r'\| <a id="[^"]+"></a>`([^`]*)` \| (.*) \| (.*) \|$', line)
        if match:
            yield section, match[1], match[2], match[3]


def says(text, message):
    """Whether a diagnostic of the text is the message."""
    pattern = ".*".join(re.escape(part) for part in message.split("…"))
    return re.search(r"(error|warning): .*" + pattern, text) is not None


def generate(tool, code, target, headers):
    """What the tool says of the code, and its exit status."""
    includes = "".join(f"#include <{header}.h>\n" for header in ("weft/annotate", *headers))
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "code.c").write_text(includes + code)
        done = subprocess.run([tool, "generate", "code.c", "-o", "out", f"--targets={target}", "--require-all"],
                              cwd=folder, capture_output=True, text=True, check=False)
    return done.stderr, done.returncode


def try_row(tool, row):
    """What is wrong with the code of a row; and how many pieces it has."""
    section, message, *cells = row
    target = "gpu" if section.endswith("gpu") else "cpu"
    wrong, count = [], 0
    for kind, code in zip(("wrong", "right"), map(code_of, cells)):
        if code is None:
            continue
        count += 1
        for headers in ((HEADERS,) if LONG else ((), HEADERS)):
            told, status = generate(tool, code, target, headers)
            good = says(told, message) if kind == "wrong" else status == 0
            if good:
                break
        if not good and kind == "wrong":
            wrong.append(f"{message}: the wrong line is not refused so:\n{told or status}")
        elif not good:
            wrong.append(f"{message}: the right line is refused:\n{told}")
    return wrong, count


def main(root, tool):
    rows = list(read_rows((root / "docs/errors.md").read_text()))
    listed = [row[1] for row in rows]
    found = dict(read_messages(root / "generator", 3))
    short = dict(read_messages(root / "generator", 2))
    wrong = [f"{name}: no row for \"{message}\"" for message, name in found.items()
             if message not in OTHER and not any(message in row for row in listed)]
    wrong += [f"no message of the generator has \"{row}\"" for row in listed
              if not any(message in row for message in short)]
    with ThreadPoolExecutor(2) as pool:
        tried = list(pool.map(lambda row: try_row(tool, row), rows))
    wrong += [fault for faults, _ in tried for fault in faults]
    count = sum(number for _, number in tried)
    print("\n".join(wrong))
    print(f"{len(found)} messages, {len(rows)} rows, {count} pieces of code, {len(wrong)} problems")
    return 1 if wrong or not found or not count else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*(pathlib.Path(name).resolve() for name in sys.argv[1:])))
