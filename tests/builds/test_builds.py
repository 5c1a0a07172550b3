#!/usr/bin/env python3
"""Builds project/ and runs its programs; then missing/, most of which cannot be linked.

    test_builds.py CMAKE SOURCE PREFIX FOLDER CC
"""
import pathlib
import shutil
import subprocess
import sys


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, **more)


def build(cmake, source, prefix, folder, compiler):
    made = run(cmake, "-G", "Ninja", "-S", source, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}",
               f"-DCMAKE_C_COMPILER={compiler}")
    if made.returncode == 0:
        made = run(cmake, "--build", folder)
    if made.returncode:
        sys.exit(made.stdout[-4000:] + made.stderr[-4000:])
    done = run("ninja", "-C", folder)
    return [] if "no work to do" in done.stdout else [f"a second build has work to do:\n{done.stdout[-2000:]}"]


def check_missing(cmake, source, prefix, folder, compiler, linker):
    """What nothing defines is said in words, once for each function that needs it, and costs nothing else."""
    folder = folder / f"missing_{linker}"
    shutil.rmtree(folder, ignore_errors=True)  # what is built already says nothing
    made = run(cmake, "-G", "Ninja", "-S", source / "missing", "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}",
               f"-DCMAKE_C_COMPILER={compiler}", *(f"-DCMAKE_{kind}_LINKER_FLAGS=-fuse-ld={linker}" for kind in ("EXE", "SHARED")))
    if made.returncode:
        return [made.stderr]
    failures = []
    for target in ("few", "refused"):
        done = run(cmake, "--build", folder, "--target", target)
        told = target == "few" or "clang" in compiler or done.stdout.count("'odd' is left out: the C compiler refuses it: ") == 1
        if done.returncode or not told or run(folder / target).returncode:
            failures.append(f"{target}: {done.stdout}{done.stderr}")
    wanted = [f"defines '{name}', which '{user}' ({file}) needs; " for name, user, file in (
        ("nowhere", "bad", "theirs.c"), ("nowhere", "indirect", "theirs.c"), ("nowhere", "given", "given.c"),
        ("lost", "calls", "mine.c"))] + ["defines 'absent', which mine.c declares; "]
    for target in ("program", "shared", "both"):
        done = run(cmake, "--build", folder, "--target", target)
        text = done.stdout + done.stderr
        lines = [line for line in text.splitlines() if line.startswith("weft: error: nothing that ")]
        if not done.returncode or len(lines) != len(wanted) or any(
                sum(f"nothing that '{target}' links {words}" in line for line in lines) != 1 for words in wanted):
            failures.append(f"{linker}, {target}: {text}")
        raw = text.count("undefined ")
        if (raw != 1 or "of_the_user" not in text) if target == "both" else raw:
            failures.append(f"{linker}, {target}: raw errors: {text}")
    return failures


def main(cmake, source, prefix, folder, compiler):
    source, folder = pathlib.Path(source), pathlib.Path(folder)
    failures = build(cmake, source / "project", prefix, folder, compiler)
    programs = (folder / "programs").read_text().split()
    for program in programs:
        done = run(folder / program)
        if done.returncode:
            failures.append(f"{program}: status {done.returncode}\n{done.stdout}{done.stderr}")
    for linker in ("bfd", "gold", "lld"):
        if shutil.which(f"ld.{linker}"):
            failures += check_missing(cmake, source, prefix, folder, compiler, linker)
    print("\n".join(failures))
    print(f"{len(programs)} programs, {len(failures)} failures")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
