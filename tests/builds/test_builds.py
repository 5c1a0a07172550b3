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


# A project of one program, and what is said of it: nothing where it is built and runs, in whatever folder.
ODD = """cmake_minimum_required(VERSION 3.25)
project(odd LANGUAGES C)
find_package(Weft 0.1 REQUIRED)
set(WEFT_KERNEL_ISAS base flags)
add_executable(odd++ few_app.c)
weft_add_ufuncs(odd++ SOURCES {source} TARGETS cpu FOREIGN_SOURCES {foreign})
target_link_options(odd++ PRIVATE {option})
"""
ODDS = {
    "a $x'%:=(é)&,[b]": ("few.c", "theirs.c given.c", "", ""),
    "hash#": ("few.c", "theirs.c given.c", "", "CMake makes no files in a folder whose path has #, < or >"),
    "ending": ("few.weft", "theirs.c given.c", "", "few.weft is no C to CMake; call it .c"),
    "foreign": ("few.c", "theirs.txt", "", "theirs.txt is no C to CMake; call it .c"),
    "static": ("few.c", "theirs.c given.c", "-static", "weft: error: 'odd++' is linked with -static, but "),
}


def check_odd(cmake, source, prefix, folder, compiler):
    """Odd paths, names, endings and options work, or are told in a sentence."""
    failures = []
    for name, (annotated, foreign, option, sentence) in ODDS.items():
        place = folder / "odd" / name
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(source / "missing", place)
        for ending in (".weft", ".txt"):
            shutil.copy(place / "theirs.c", place / f"theirs{ending}")
            shutil.copy(place / "few.c", place / f"few{ending}")
        (place / "CMakeLists.txt").write_text(ODD.format(source=annotated, foreign=foreign, option=option))
        done = run(cmake, "-G", "Ninja", "-S", place, "-B", place / "b", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_C_COMPILER={compiler}")
        text = done.stderr
        if done.returncode == 0:
            done = run(cmake, "--build", place / "b")
            text = done.stdout + done.stderr
        good = sentence in " ".join(text.split()) if sentence else done.returncode == 0 and run(place / "b/odd++").returncode == 0
        if not good or bool(sentence) != bool(done.returncode):
            failures.append(f"{name}: {text}")
    return failures


def main(cmake, source, prefix, folder, compiler):
    source, folder = pathlib.Path(source), pathlib.Path(folder)
    failures = build(cmake, source / "project", prefix, folder, compiler)
    programs = (folder / "programs").read_text().split()
    for program in programs:
        done = run(folder / program)
        if done.returncode:
            failures.append(f"{program}: status {done.returncode}\n{done.stdout}{done.stderr}")
    failures += check_odd(cmake, source, prefix, folder, compiler)
    for linker in ("bfd", "gold", "lld"):
        if shutil.which(f"ld.{linker}"):
            failures += check_missing(cmake, source, prefix, folder, compiler, linker)
    print("\n".join(failures))
    print(f"{len(programs)} programs, {len(failures)} failures")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
