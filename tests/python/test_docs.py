"""The snippets of docs/python.md and docs/notebook.md run, one after the other."""
import os
import pathlib
import re
import struct
import subprocess
import zlib

import numpy as np
import pytest

import weft

DOCS = pathlib.Path(__file__).parents[2] / "docs"


def snippets_of(text):
    return re.findall(r"(?:<!-- needs: (\w+) -->\n)?```python\n(.*?)```", text, re.S)


TEXT, NOTEBOOK = ((DOCS / name).read_text() for name in ("python.md", "notebook.md"))
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
    for needs, text in snippets_of(TEXT):
        if needs == "dask":
            try:
                import dask.array  # noqa: F401
            except ImportError:
                continue
        if needs == "gpu" and not weft.devices():
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


def read_png(path):
    """The pixels of an image as the notebook writes them: one block, no filters."""
    data, found, at = path.read_bytes(), {}, 8
    while at < len(data):
        length = struct.unpack_from(">I", data, at)[0]
        found[data[at + 4:at + 8]] = data[at + 8:at + 8 + length]
        at += 12 + length
    width, height = struct.unpack_from(">II", found[b"IHDR"])
    rows = np.frombuffer(zlib.decompress(found[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].astype(int)


def test_notebook(tmp_path, monkeypatch):
    """Its snippets run, and make the pictures that it shows; but for a few bits, which are those of a machine."""
    if not has_generator():
        pytest.skip("the tool has no generator")
    monkeypatch.setenv("WEFT_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    space = {}
    for _, text in snippets_of(NOTEBOOK):
        exec(compile(text, "notebook.md", "exec"), space)
    pictures = re.findall(r"!\[[^]]+\]\((pictures/notebook-(\w+)\.png)\)", NOTEBOOK)
    assert len(pictures) == len(list(tmp_path.glob("*.png"))) == 5
    for shown, name in pictures:
        made, kept = read_png(tmp_path / f"{name}.png"), read_png(DOCS / shown)
        assert made.shape == kept.shape and abs(made - kept).mean() < 1 and made.std() > 10, name
