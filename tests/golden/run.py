#!/usr/bin/env python3
"""Golden tests of the generator: text in, text out.

    run.py TOOL [--update] [CASE.c ...]        all cases of this folder where none is named

What lies beside AREA/NAME.c decides what is compared:

    NAME.ir       the output of `weft generate NAME.c --print-ir`
    NAME.numbers  of the same with --print-ir=numbers
    NAME.lowered  of the same with --print-ir=lowered
    NAME.normal   of the same with --print-ir=normal
    NAME.nest     of the same with --print-ir=nest
    NAME.varying  of the same with --print-ir=varying:weights,count
    NAME.explain  the output of `weft explain NAME.c`
    NAME.warn     the warnings of a run that succeeds
    NAME.err      the diagnostics of a run that fails: exit status 1, and nothing written
    NAME.out/     the files of a run that succeeds

A first line `// flags: ...` or `/* flags: ... */` adds to the command line. --update writes what
came out over what was expected.
"""
import filecmp
import pathlib
import re
import subprocess
import sys
import tempfile
from difflib import unified_diff

HERE = pathlib.Path(__file__).resolve().parent
ROOT = f"{HERE.parent.parent}/"


def extra_flags(source):
    first = source.read_text().split("\n", 1)[0]
    match = re.match(r"(?://|/\*)\s*flags:\s*(.*?)\s*(?:\*/)?$", first)
    return match.group(1).split() if match else []


class Case:
    def __init__(self, tool, source, update):
        self.tool, self.source, self.update = tool, source, update
        self.failures = []

    def run(self, *arguments):
        """Runs the tool in the folder of the source, so that messages hold the bare name."""
        command = [self.tool, *arguments, *extra_flags(self.source)]
        return subprocess.run(command, cwd=self.source.parent, capture_output=True, text=True,
                              timeout=60)

    def fail(self, text):
        self.failures.append(text)

    def compare(self, expected, actual):
        if self.update:
            expected.write_text(actual)
        wanted = expected.read_text()
        if wanted != actual:
            difference = unified_diff(wanted.splitlines(True), actual.splitlines(True),
                                      f"{expected.name} (expected)", f"{expected.name} (came out)")
            self.fail("".join(difference))

    def succeeded(self, result):
        if result.returncode != 0:
            self.fail(f"exit status {result.returncode}\n{result.stderr}")
        return result.returncode == 0

    def check_ir(self, expected, view="--print-ir"):
        result = self.run("generate", self.source.name, view)
        if self.succeeded(result):
            self.compare(expected, result.stdout)

    def check_numbers(self, expected):
        self.check_ir(expected, "--print-ir=numbers")

    def check_normal(self, expected):
        self.check_ir(expected, "--print-ir=normal")

    def check_nest(self, expected):
        self.check_ir(expected, "--print-ir=nest")

    def check_lowered(self, expected):
        self.check_ir(expected, "--print-ir=lowered")

    def check_varying(self, expected):
        self.check_ir(expected, "--print-ir=varying:weights,count")

    def check_explain(self, expected):
        result = self.run("explain", self.source.name)
        if self.succeeded(result):
            self.compare(expected, result.stdout.replace(ROOT, ""))

    def check_warn(self, expected):
        with tempfile.TemporaryDirectory() as folder:
            result = self.run("generate", self.source.name, "-o", folder)
            if self.succeeded(result):
                self.compare(expected, result.stderr)

    def check_err(self, expected):
        with tempfile.TemporaryDirectory() as folder:
            result = self.run("generate", self.source.name, "-o", folder)
            if result.returncode != 1:
                self.fail(f"exit status {result.returncode}, not 1")
            written = sorted(path.name for path in pathlib.Path(folder).iterdir())
            if written:
                self.fail(f"files were written: {written}")
            self.compare(expected, result.stderr)

    def check_out(self, expected):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            if not self.succeeded(self.run("generate", self.source.name, "-o", name)):
                return
            names = {path.name for path in folder.iterdir()}
            known = {path.name for path in expected.iterdir()}
            for stale in sorted(known - names):
                if self.update:
                    (expected / stale).unlink()
                else:
                    self.fail(f"{stale} was not written")
            for new in sorted(names):
                if not self.update and new not in known:
                    self.fail(f"{new} was written, but is not expected")
                elif not (new in known and filecmp.cmp(folder / new, expected / new, False)):
                    self.compare(expected / new, (folder / new).read_text())

    def check(self):
        checks = [("ir", self.check_ir), ("numbers", self.check_numbers), ("lowered", self.check_lowered),
                  ("normal", self.check_normal),
                  ("nest", self.check_nest),
                  ("varying", self.check_varying),
                  ("explain", self.check_explain), ("warn", self.check_warn),
                  ("err", self.check_err), ("out", self.check_out)]
        found = [(self.source.with_suffix("." + kind), run) for kind, run in checks]
        found = [(expected, run) for expected, run in found if expected.exists()]
        if not found:
            self.fail("nothing beside it says what is expected")
        for expected, run in found:
            run(expected)
        return not self.failures


def main(arguments):
    update = "--update" in arguments
    words = [word for word in arguments if word != "--update"]
    if not words:
        sys.exit(__doc__)
    tool = str(pathlib.Path(words[0]).resolve())
    sources = [pathlib.Path(word).resolve() for word in words[1:]] or sorted(HERE.glob("*/*.c"))
    failed = 0
    for source in sources:
        case = Case(tool, source, update)
        if not case.check():
            failed += 1
            print(f"FAILED {source.relative_to(HERE)}")
            print("\n".join(case.failures))
    print(f"{len(sources) - failed} of {len(sources)} golden cases as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
