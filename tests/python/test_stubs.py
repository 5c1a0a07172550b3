"""`weft python`: packages and their stubs."""
import importlib
import json
import os
import pathlib
import subprocess
import sys

import pytest

import weft

TOOL = os.environ.get("WEFT_TOOL")
KERNELS = r'''
#include <weft/annotate.h>
#include <math.h>
/** The length of the hypotenuse, with a "quote" and a \ in it. */
WEFT_VECTORIZE("float64(float64, float64)")
double hypotenuse(double a, double b) { return sqrt(a * a + b * b); }

/** Whole part and rest. */
WEFT_VECTORIZE("void(float64, float64[:], float64[:])")
void split(double in, double *whole, double *rest) { *whole = floor(in); *rest = in - floor(in); }

WEFT_VECTORIZE("float64(float64)")
double lambda(double from) { return from + 1; }

/** Sums of rows. */
WEFT_GUVECTORIZE("(n)->()", "void(float64[:], float64[:])")
void total(size_t n, const double a[n], double *sum)
{
    *sum = 0;
    for (size_t i = 0; i < n; i++)
        *sum += a[i];
}
'''


def run(*words, cwd, ok=True):
    done = subprocess.run([TOOL, *words], cwd=cwd, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == ok, done.stderr
    return done.stderr


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    if not TOOL:
        pytest.skip("WEFT_TOOL names no tool")
    folder = tmp_path_factory.mktemp("package")
    (folder / "kernels.c").write_text(KERNELS)
    done = subprocess.run([TOOL, "python", "kernels.c", "-o", "stars", "--targets=cpu,parallel"], cwd=folder,
                          capture_output=True, text=True, check=False)
    if "without the generator" in done.stderr:
        pytest.skip("the tool has no generator")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def stars(package, monkeypatch):
    monkeypatch.syspath_prepend(str(package))
    importlib.invalidate_caches()
    return importlib.import_module("stars")


def test_the_package_works(stars):
    import pickle
    assert stars.hypotenuse(3.0, 4) == 5 and stars.lambda_(1.0) == 2
    assert [float(part) for part in stars.split(1.25)] == [1, 0.25]
    assert stars.total([1.0, 2.0]) == 3
    assert stars.__all__ == ["hypotenuse", "split", "lambda_", "total"]
    assert '"quote" and a \\ in it' in stars.hypotenuse.__doc__
    for name in stars.__all__:
        ufunc = getattr(stars, name)
        assert ufunc.origin == "stars" and pickle.loads(pickle.dumps(ufunc)) is ufunc


def test_twice_is_the_same(package):
    files = {path.name: path.read_bytes() for path in (package / "stars").glob("__init__.*")}
    assert sorted(files) == ["__init__.py", "__init__.pyi"]
    run("python", "kernels.c", "-o", "stars/", "--targets=cpu,parallel", cwd=package)
    assert files == {path.name: path.read_bytes() for path in (package / "stars").glob("__init__.*")}


def test_a_library_that_is_there(package):
    run("python", "stars/libstars.so", "-o", "moons", cwd=package)
    assert sorted(path.name for path in (package / "moons").iterdir()) == [
        "__init__.py", "__init__.pyi", "libstars.so"]


def test_wrong_command_lines(package):
    (package / "taken").write_text("no folder")
    for words, text in ((["kernels.c"], "-o PACKAGE is missing"), (["-o", "x"], "FILE is missing"),
                        (["kernels.c", "-o"], "wants the folder"), (["a.c", "-o", "x", "-oy"], "twice"),
                        (["stars/libstars.so", "a.c", "-o", "x"], "is a library"),
                        (["nothing.so", "-o", "x1"], "nothing.so"), (["nothing.c", "-o", "x2"], "nothing.c"),
                        (["kernels.c", "-o", "kernels.c"], "cannot be named 'kernels.c'"),
                        (["kernels.c", "-o", "taken"], "cannot make the folder")):
        assert text in run("python", *words, cwd=package, ok=False)


RIGHT = """
import numpy as np
import stars
import weft

a = np.zeros(3)
stars.hypotenuse(a, 1.0, out=a, where=a > 0, target="gpu", casting="safe")
stars.hypotenuse(3, 4, a)
whole, rest = stars.split(a)
stars.total(a, axis=0, keepdims=True)
with weft.options(target="cpu", threads=1):
    weft.load("x.so").anything(a)
weft.std.add(a, 1, target="parallel")
weft.std.add.reduce(a, axis=None)
weft.std.add(a, 1, target="gpu", device="all")
weft.std.negative.at(a, [0])
weft.trim(device="all")
weft.device_limit(None)
assert weft.device_memory(device=0).used >= 0
weft.pinned_empty((2, 3), "float32")[0, 0] = 1
k = weft.load("x.so")
k.anything(a, [1, 2], 3, out=a, where=a > 0, axis=0, dtype=np.float32, target="gpu")
k["anything"].reduce(a, axis=(0, 1), keepdims=True)
x: weft.DeviceArray = weft.to_device(a, device=0)
with weft.Stream(non_blocking=True) as s:
    start: weft.Event = s.record()
    stars.hypotenuse(x[1:, ..., None], weft.zeros((2, 3), "int8").T.reshape(3, -1), out=x, stream=s)
    milliseconds: float = start.elapsed(weft.Event().record(s))
x[0] = 2 * x[1] + a
host: np.ndarray = x.astype("int32").to_host(stream=1)
assert x.shape == (3,) and x.dtype == np.float64 and not x.base and s.done and len(x) + x.nbytes
weft.synchronize(s)
weft.random.normal(weft.random.fold(7, 1), shape=(2, 3), dtype="float32", target="gpu")
weft.fft.rfft2(weft.fft.fft(a, n=4), axes=(0, 1), norm="ortho")
try:
    weft.std.sin(bytearray(8), out=memoryview(bytearray(8)))
except weft.BoundsError as error:
    print(error.operand)


@weft.options(device="all")
def both(x: int) -> int:
    return x


print(both(1) + 1)
"""
WRONG = ['stars.hypotenuse(1.0, 2.0, tarket="gpu")', 'stars.hypotenuse(1.0, 2.0, target="tpu")',
         "stars.hypotenuse(1.0)", "stars.hypotenuse(1.0, 2.0, axis=1)", "stars.nothing(1.0)",
         "stars.total(1.0, where=True)", 'weft.options(device="cuda:0")', 'weft.options(target="x")', "stars.hypotenuse(a=1.0, b=2.0)",
         'weft.load("x.so").anything(1.0, tarket="gpu")', "weft.load(5)", "stars.hypotenuse(object(), 1.0)",
         "stars.hypotenuse(1.0, 2.0, out=5)", 'weft.std.add(1, 2, stream="x")', 'weft.to_device([1], devise=0)',
         "weft.zeros(3)[[1, 2]]", "weft.zeros(3).to_host([1])", "weft.Stream().elapsed(weft.Event())", "weft.Event().record(1.5)",
         'weft.std.add.accumulate([1], axis="x")', "weft.fft.fft([1.0], norm=1)", 'weft.random.normal(7, shape="x")', "weft.std.add([1], 2, keepdims=True)"]


def test_mypy(package, tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "right.py").write_text(RIGHT)
    wrong = "import stars\nimport weft\n" + "\n".join(WRONG) + "\n"
    (tmp_path / "wrong.py").write_text(wrong)
    own = pathlib.Path(weft.__file__).resolve().parent.parent
    environment = dict(os.environ, MYPYPATH=f"{package}:{own}")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"),
                           str(tmp_path / "right.py"), str(tmp_path / "wrong.py")], env=environment,
                          cwd=tmp_path, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if ": error:" in line]
    faults = [line for line in lines if "wrong.py" not in line]
    assert not faults and "Traceback" not in done.stderr, done.stdout + done.stderr
    found = {int(line.split(":")[1]) for line in lines}
    assert found == set(range(3, 3 + len(WRONG))), done.stdout


def test_pyright(package, tmp_path):
    pytest.importorskip("pyright")
    (tmp_path / "right.py").write_text(RIGHT)
    (tmp_path / "wrong.py").write_text("import stars\nimport weft\n" + "\n".join(WRONG) + "\n")
    own = pathlib.Path(weft.__file__).resolve().parent.parent
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(
        {"typeCheckingMode": "standard", "extraPaths": [str(package), str(own)], "pythonVersion": "3.11"}))
    done = subprocess.run([sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "-p",
                           str(tmp_path)], cwd=tmp_path,
                          capture_output=True, text=True, check=False)
    if not done.stdout.lstrip().startswith("{"):
        pytest.skip(f"pyright does not run here: {(done.stdout + done.stderr).strip()[-200:]}")
    told = [(pathlib.Path(fact["file"]).name, fact["range"]["start"]["line"] + 1, fact["message"])
            for fact in json.loads(done.stdout)["generalDiagnostics"] if fact["severity"] == "error"]
    assert not [fact for fact in told if fact[0] == "right.py"], told
    assert {line for name, line, _ in told if name == "wrong.py"} == set(range(3, 3 + len(WRONG))), told


def test_the_stub_of_std(package):
    """runtime/python/weft/std.pyi is what `weft python` makes of libweft_std.so."""
    own = pathlib.Path(weft.__file__).parent / "std.pyi"
    run("python", weft._core.library_folder() + "/libweft_std.so", "-o", "std", cwd=package)
    assert own.read_text() == (package / "std" / "__init__.pyi").read_text()
