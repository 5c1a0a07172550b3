#!/usr/bin/env python3
"""docs/examples.md against the examples: every example has a section, every piece of C stands in the
example's files, and every line of output is printed by it, in that order.

    examples.py ROOT FOLDER_OF_PROGRAMS
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import pages

SKIPPED = 77


def is_within(lines, text):
    """Whether the lines are lines of the text, in their order."""
    rest = iter(text.splitlines())
    return all(line in rest for line in lines)


def source_of(root, name):
    files = [root / f"examples/{name}{part}.c" for part in ("", "_main")]
    files += sorted((root / "examples" / name).glob("*.*"))
    return "".join(file.read_text() for file in files if file.exists())


def output_of(programs, name):
    """What the program prints; None where it was not built."""
    program = programs / name
    if not program.exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, SKIPPED):
        return ""
    return done.stdout


def main(root, programs):
    text = (root / "docs/examples.md").read_text()
    sections = pages.headings(text)[1:]
    names = re.findall(r"(?m)^\s*weft_add_(?:library_)?example\((\w+)", (root / "examples/CMakeLists.txt").read_text())
    wrong = [f"{name}: no section" for name in sorted(set(names) - set(sections))]
    wrong += [f"{name}: no such example" for name in sorted(set(sections) - set(names))]
    run = 0
    for name, language, block in pages.prose_and_blocks(text)[1]:
        if language == "c" and block not in source_of(root, name):
            wrong.append(f"{name}: its files have no such text:\n{block}")
        if language == "text":
            output = output_of(programs, name)
            run += output is not None
            if output is not None and not is_within(block.splitlines(), output):
                wrong.append(f"{name}: it prints otherwise:\n{output}")
    print("\n".join(wrong))
    print(f"{len(sections)} sections, {run} outputs compared, {len(wrong)} problems")
    return 1 if wrong or run == 0 else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*(pathlib.Path(name).resolve() for name in sys.argv[1:])))
