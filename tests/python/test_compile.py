"""weft.compile: C in a text."""
import concurrent.futures
import inspect
import os
import subprocess
import time

import numpy as np
import pytest

import weft

SOURCE = """#include <weft/annotate.h>
WEFT_VECTORIZE("float64(float64)")
double twice(double x) { return 2 * x; }
"""


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    tool = os.environ.get("WEFT_TOOL")
    if not tool or "libclang" not in subprocess.run([tool, "--version"], capture_output=True, text=True,
                                                    check=True).stdout:
        pytest.skip("WEFT_TOOL names no tool with the generator")
    monkeypatch.setenv("WEFT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_compile(cache):
    k = weft.compile(SOURCE, targets="cpu")
    assert k.twice(np.arange(3.0)).tolist() == [0, 2, 4] and k.name == "source"
    assert sorted(path.suffix for path in cache.iterdir()) == [".json", ".so"]


def test_the_second_time_no_compiler_runs(monkeypatch):
    first = weft.compile(SOURCE, targets="cpu")
    monkeypatch.setattr(subprocess, "run", None)
    assert weft.compile(SOURCE, targets="cpu") is first
    with pytest.raises(TypeError):
        weft.compile(SOURCE, targets="cpu", flags=("-DX",))


def test_errors_have_their_place(cache):
    with pytest.raises(weft.CompileError) as caught:
        weft.compile(SOURCE.replace("float64(float64)", "float64(flaot64)"), targets="cpu")
    text = str(caught.value)
    assert "source.c:2:" in text and "error:" in text and "^" in text and "flaot64" in text
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, weft.Error)
    assert not cache.exists() or not list(cache.iterdir())


def test_without_the_tool(monkeypatch):
    monkeypatch.delenv("WEFT_TOOL")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(FileNotFoundError, match="the tool `weft` is not there"):
        weft.compile(SOURCE)


def test_status_of_a_function():
    library = weft.compile('''#include <weft/annotate.h>
WEFT_VECTORIZE() WEFT_STATUS("error -1: negative", "warning 1: large")
int judge(double x, double *y) { *y = 2 * x; return x < 0 ? -1 : x > 9; }
''', targets="cpu")
    good, bad = np.array([1.0, 2.0]), np.array([1.0, -2.0, 10.0])
    twice, said = library.judge(good)
    assert twice.tolist() == [2, 4] and said.tolist() == [0, 0]
    with pytest.raises(weft.FunctionError, match="1 of 3 items: negative .-1., the first is item 1"):
        library.judge(bad)
    with pytest.warns(RuntimeWarning, match="judge: 1 of 1 items: large"):
        library.judge(10.0)
    with pytest.warns(RuntimeWarning, match="negative .-1.*large .1."):
        assert library.judge(bad, status="count")[1].tolist() == [0, -1, 1]
    assert library.judge(bad, status="keep")[1].tolist() == [0, -1, 1]
    assert library.judge.ufunc(bad)[1].tolist() == [0, -1, 1]
    with pytest.raises(ValueError, match="fail, count, keep"):
        library.judge(bad, status="some")


def test_serial_functions_as_ufuncs_of_numpy(tmp_path):
    """Items number themselves: by calls, by NumPy's own loops, folded and accumulated, and from many threads."""
    (tmp_path / "theirs.c").write_text("static long calls, inside;\n"
                                       "double next(double x) { double y = inside++ ? -1 : x + calls++; inside--; return y; }\n"
                                       "double sum(double a, double b) { calls++; return a + b; }\n")
    (tmp_path / "mine.c").write_text("#include <weft/annotate.h>\n"
                                     "WEFT_VECTORIZE() double next(double x);\n"
                                     "WEFT_VECTORIZE() double sum(double a, double b);\n")
    subprocess.run([os.environ["WEFT_TOOL"], "build", tmp_path / "mine.c", f"--source={tmp_path}/theirs.c", "-o",
                    tmp_path / "mine.so", "--targets=cpu,parallel", "--isa=native"], check=True, capture_output=True)
    library = weft.load(str(tmp_path / "mine.so"))
    zeros = np.zeros((300, 100))
    for number, call in enumerate((library.next, library.next.ufunc,
                                   lambda x: library.next(x, target="parallel"))):
        found = call(zeros)
        np.testing.assert_array_equal(found.ravel(), number * zeros.size + np.arange(zeros.size))
    assert library.sum.ufunc.reduce(np.arange(100.0)) == 4950
    np.testing.assert_array_equal(library.sum.ufunc.accumulate(np.arange(5.0)), [0, 1, 3, 6, 10])
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(library.next if k % 2 else library.next.ufunc, zeros) for k in range(20)]
        assert all((call.result() >= 0).all() for call in calls)


def test_numbers_of_items():
    library = weft.compile("""#include <stdint.h>
#include <weft/annotate.h>
WEFT_OPTIONS(index(i)) WEFT_VECTORIZE() double number(uint64_t i) { return i; }
WEFT_OPTIONS(index(i)) WEFT_VECTORIZE() double past(double x, uint64_t i) { return x + i; }
WEFT_OPTIONS(index(row, -2), index(column, -1)) WEFT_VECTORIZE()
int64_t place(int64_t row, int64_t column) { return 100 * row + column; }
""", targets="cpu,parallel")
    number, past, place = library.number, library.past, library.place
    wanted = np.arange(24.0).reshape(2, 3, 4)
    for target in ("cpu", "parallel"):
        assert (number(shape=(2, 3, 4), target=target) == wanted).all()
        assert (place(shape=(2, 3, 4), target=target) == 100 * np.arange(3)[:, None] + np.arange(4)).all()
    assert number() == 0 and number(shape=()) == 0 and number(shape=5).tolist() == [0, 1, 2, 3, 4]
    assert number(shape=(0, 3)).shape == (0, 3) and place(shape=2).tolist() == [0, 1]
    assert past([[0.0], [100.0]], shape=3).tolist() == [[0, 1, 2], [103, 104, 105]]
    assert past(np.zeros((3, 2)).T, shape=(2, 2, 3)).ravel().tolist() == list(range(12))
    out = np.zeros((4, 3, 2)).T
    assert number(out=out) is out and (out == wanted).all()
    assert number(shape=(2, 2), where=[True, False]).tolist() == [[0, 0], [2, 0]]
    for wrong in (-1, (2, -1), "3", 2.5, (2.5,), [[1]], 2**70, (2**40, 2**40), (1,) * 100):
        with pytest.raises((weft.Error, TypeError, ValueError, OverflowError, MemoryError)):
            number(shape=wrong)
    with pytest.raises(weft.ShapeError):
        past([1.0, 2.0], shape=3)
    with pytest.raises(weft.ShapeError):
        number(shape=3, out=np.zeros(2))
    for wrong in (lambda: past.reduce([1.0]), lambda: past.outer([1.0], [2.0]), lambda: past.ufunc):
        with pytest.raises((weft.Error, TypeError, AttributeError)):
            wrong()


def test_inputs_left_out():
    library = weft.compile("""#include <weft/annotate.h>
WEFT_VECTORIZE() WEFT_OPTIONS(default(by, 2), default(less, 0.5))
double scaled(double x, double by, double less) { return x * by - less; }
WEFT_VECTORIZE() WEFT_OPTIONS(default(b, 5)) double sum(double a, double b) { return a + b; }
""", targets="cpu")
    scaled, x = library.scaled, np.array([1.0, 2.0])
    assert scaled.defaults == (None, 2, 0.5) and "by=2, less=0.5, /" in str(inspect.signature(scaled))
    assert scaled(x).tolist() == [1.5, 3.5] and scaled(x, 3).tolist() == [2.5, 5.5]
    assert scaled(x, 3, x).tolist() == [2, 4] and scaled(1.0) == 1.5
    out = np.zeros(2)
    assert scaled(x, out=out) is out and out.tolist() == [1.5, 3.5]
    assert scaled(x, 3, 1, out).tolist() == [2, 5]
    with pytest.raises(TypeError, match="from 1 to 4 operands, but 0"):
        scaled()
    with pytest.raises(TypeError):
        scaled.ufunc(x)
    assert library.sum.reduce(x) == 3 and library.sum(x).tolist() == [6, 7]


def test_members_left_alone():
    """Those of a structure of several types are the item's own: 0; all else keeps what was there."""
    k = weft.compile("""#include <weft/annotate.h>
struct two { int a; double b; };
WEFT_VECTORIZE() void mixed(double x, struct two *r) { if (x > 0) r->a = 5; else r->b = 6; }
WEFT_GUVECTORIZE("()->(3)") void row(double x, double r[3]) { if (x > 0) r[1] = x; }
""", targets="cpu")
    x, a, b, r = np.array([1.0, -1.0]), np.full(2, 7, np.int32), np.full(2, 7.0), np.full((2, 3), 7.0)
    k.mixed(x, out=(a, b))
    assert a.tolist() == [5, 0] and b.tolist() == [0, 6]
    assert k.row(x, out=r).tolist() == [[7, 1, 7], [7, 7, 7]]
