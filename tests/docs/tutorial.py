#!/usr/bin/env python3
"""Does what docs/tutorial.md says, in a temporary folder, with a Weft that is installed there: writes its
files, runs its commands, and compares what they say. `…` stands for anything.

    tutorial.py ROOT BUILD_FOLDER CMAKE CC
    tutorial.py PAGE                        with the Weft that is there already
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile


def steps(text):
    """(name or None, language, text) of every block: with a name, where the line before has one."""
    pattern = r"```(\w+)\n(.*?)```\n"
    for match in re.finditer(pattern, text, re.S):
        before = text[:match.start()].rstrip().rsplit("\n\n", 1)[-1]
        name = re.search(r"`([\w.]+\.(?:c|txt))`", before)
        yield name and name[1], match[1], match[2]


def commands(block):
    """(command, lines that it prints) of a console block."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line)
    return found


def is_said(lines, output):
    """Whether the output has the lines, in their order; `…` is anything."""
    rest = iter(" ".join(line.split()) for line in output.splitlines())
    patterns = [".*".join(re.escape(part.strip()) for part in line.split("…"))
                for line in (" ".join(line.split()) for line in lines)]
    return all(any(re.search(pattern, line) for line in rest) for pattern in patterns)


def install(build, cmake, prefix):
    done = subprocess.run([cmake, "--install", build, "--prefix", prefix], capture_output=True,
                          text=True, check=False)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def environment(prefix, compiler):
    values = dict(os.environ, CC=compiler, CMAKE_PREFIX_PATH=str(prefix))
    values["PATH"] = f"{prefix}/bin{os.pathsep}{values['PATH']}"
    libraries = next(prefix.rglob("weft.pc")).parents[1]
    values.update(PKG_CONFIG_PATH=str(libraries / "pkgconfig"), LD_LIBRARY_PATH=str(libraries))
    for name in ("WEFT_TARGET", "WEFT_ISA", "WEFT_TRACE"):
        values.pop(name, None)
    return values


def follow(text, folder, values):
    """What goes wrong, and how many commands there were."""
    count = 0
    for name, language, block in steps(text):
        if language != "console":
            if not name:
                return f"a block of {language} without the name of its file:\n{block}", count
            (folder / name).write_text(block)
            continue
        for command, lines in commands(block):
            count += 1
            done = subprocess.run(["sh", "-c", command], cwd=folder, env=values, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            if done.returncode or not is_said(lines, done.stdout):
                return f"$ {command}\n{done.stdout}(status {done.returncode})", count
    return None, count


def main(page, build=None, cmake=None, compiler=None):
    with tempfile.TemporaryDirectory() as name:
        work, prefix = pathlib.Path(name) / "work", pathlib.Path(name) / "prefix"
        work.mkdir()
        if build:
            install(build, cmake, prefix)
        values = environment(prefix, compiler) if build else None
        wrong, count = follow(pathlib.Path(page).read_text(encoding="utf-8"), work, values)
    print(wrong or f"{count} commands, all as the page says")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    if len(sys.argv) == 2:
        sys.exit(main(sys.argv[1]))
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    sys.exit(main(f"{sys.argv[1]}/docs/tutorial.md", *sys.argv[2:]))
