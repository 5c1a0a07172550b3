"""The snippets of docs/python.md run, one after the other."""
import os
import pathlib
import re
import subprocess

import pytest

import weft

TEXT = (pathlib.Path(__file__).parents[2] / "docs" / "python.md").read_text()
SNIPPETS = re.findall(r"(?:<!-- needs: (\w+) -->\n)?```python\n(.*?)```", TEXT, re.S)
KERNELS = """#include <weft/annotate.h>
#include <math.h>
WEFT_VECTORIZE("float64(float64, float64)")
double hypotenuse(double a, double b) { return sqrt(a * a + b * b); }
"""


def has_generator():
    tool = os.environ.get("WEFT_TOOL")
    return tool and "libclang" in subprocess.run([tool, "--version"], capture_output=True, text=True).stdout


def test_snippets(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("WEFT_CACHE", str(tmp_path))
    space, count = {}, 0
    for needs, text in SNIPPETS:
        if needs == "dask":
            try:
                import dask.array  # noqa: F401
            except ImportError:
                continue
        if needs == "library" or "weft.compile" in text:
            if not has_generator():
                continue
            space["library"] = weft.compile(KERNELS, targets="cpu").path
        exec(compile(text, "python.md", "exec"), space)
        count += 1
    assert count >= 3


def test_every_error_is_in_the_table():
    for name in weft.__all__:
        if name.endswith("Error"):
            assert f"`{name}`" in TEXT or f"`weft.{name}`" in TEXT, name


if not SNIPPETS:
    pytest.fail("docs/python.md has no snippets")
