"""Runs other people's tests on functions that Weft made, in the environment of packages.py.

    suites.py NAME ENVIRONMENT SCRATCH

What may fail is in expected_NAME.txt, with the reason; any other failure fails. `array-api` wants the folder of a
clone of array-api-tests, which no registry has, in ARRAY_API_TESTS.
"""
import os
import pathlib
import subprocess
import sys

SKIPPED = 77
HERE = pathlib.Path(__file__).resolve().parent


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def build_erfa(python, scratch):
    """The library of ERFA's functions; made anew where the declarations or the tool changed."""
    header, library = pathlib.Path("/usr/include/erfa.h"), scratch / "liberfa_functions.so"
    if not header.exists():
        skip("there is no /usr/include/erfa.h (Debian: liberfa-dev)")
    tool = os.environ["WEFT_TOOL"]
    if "libclang" not in subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout:
        skip("the tool has no generator")
    source = scratch / "erfa_functions.c"
    made = subprocess.run([python, HERE / "declare_erfa.py", header], capture_output=True, text=True, check=True)
    print(made.stderr.strip())
    source.write_text(made.stdout)
    subprocess.run([tool, "build", source.name, "-o", library.name, "--library=erfa_functions", "--targets=cpu",
                    "-lerfa"], cwd=scratch, check=True)
    return {"WEFT_ERFA": str(library), "ERFA_H": str(header)}


def find_array_api():
    folder = os.environ.get("ARRAY_API_TESTS")
    if not folder or not pathlib.Path(folder, "array_api_tests").is_dir():
        skip("ARRAY_API_TESTS names no clone of array-api-tests")
    return folder


def main(name, environment, scratch):
    python = pathlib.Path(environment, "bin/python")
    if not python.exists():
        skip(f"{environment} has no Python")
    scratch = pathlib.Path(scratch, name)
    scratch.mkdir(parents=True, exist_ok=True)
    words, more, folder = ["-p", "replace_numpy"], {}, scratch
    if name == "ufunc":
        words += ["--pyargs", "numpy._core.tests.test_ufunc"]
    elif name == "umath":  # many of whose tests are of warnings
        words += ["--pyargs", "numpy._core.tests.test_umath"]
        more = {"WEFT_FLOATING_ERRORS": "1"}
    elif name == "erfa":
        words, more = ["-p", "replace_erfa", "--pyargs", "erfa"], build_erfa(python, scratch)
    elif name == "dask":
        words += ["--pyargs", "dask.array.tests.test_ufunc"]
    elif name == "array-api":
        folder = find_array_api()
        words += ["array_api_tests/test_operators_and_elementwise_functions.py"]
        more = {"ARRAY_API_TESTS_MODULE": "numpy"}
    expected = HERE / f"expected_{name}.txt"
    if expected.exists():
        more["WEFT_EXPECTED"] = str(expected)
    path = f"{HERE}{os.pathsep}{os.environ['PYTHONPATH']}"
    return subprocess.run([python, "-m", "pytest", "-q", "--tb=short", "-p", "no:cacheprovider", "-p", "expected", *words],
                          cwd=folder, env=dict(os.environ, PYTHONPATH=path, **more), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
