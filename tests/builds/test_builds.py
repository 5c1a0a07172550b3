#!/usr/bin/env python3
"""Builds project/ and runs its programs; then what no CMake makes.

    test_builds.py CMAKE SOURCE PREFIX FOLDER CC
"""
import pathlib
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


def main(cmake, source, prefix, folder, compiler):
    source, folder = pathlib.Path(source), pathlib.Path(folder)
    failures = build(cmake, source / "project", prefix, folder, compiler)
    programs = (folder / "programs").read_text().split()
    for program in programs:
        done = run(folder / program)
        if done.returncode:
            failures.append(f"{program}: status {done.returncode}\n{done.stdout}{done.stderr}")
    print("\n".join(failures))
    print(f"{len(programs)} programs, {len(failures)} failures")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
