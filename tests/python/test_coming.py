"""The snippets of Weft's in docs/coming-from-*.md run, over the functions of the pages' own C; those of Numba and CuPy
are Python."""
import ast
import os
import pathlib
import re
import sys

import numpy as np
import pytest

import weft

DOCS = pathlib.Path(__file__).parents[2] / "docs"
PAGES = [("numba", "course"), ("cupy", "kernels")]


def blocks_of(page, language):
    return re.findall(rf"```{language}\n(.*?)```", (DOCS / f"coming-from-{page}.md").read_text(), re.S)


@pytest.mark.parametrize("page, module", PAGES)
def test_snippets(page, module, monkeypatch, capsys):
    if not weft.devices():
        pytest.skip("there is no GPU, nor a stand-in for one")
    monkeypatch.setitem(sys.modules, module, weft.load(os.environ[f"WEFT_{page.upper()}_PAGE"]))
    space, snippets = {}, blocks_of(page, "python")
    for text in snippets:
        exec(compile(text, f"coming-from-{page}.md", "exec"), space)
    assert len(snippets) >= 7
    results = [value for value in space.values() if isinstance(value, weft.DeviceArray)]
    assert len(results) >= 3
    assert all(np.isfinite(value.to_host()).all() for value in results)


@pytest.mark.parametrize("page, module", PAGES)
def test_the_original_is_python(page, module):
    originals = blocks_of(page, "py")
    assert len(originals) >= 7
    for text in originals:
        ast.parse(text)


@pytest.mark.parametrize("page, module", PAGES)
def test_the_table_names_what_there_is(page, module):
    """Every weft.NAME of the page is one."""
    text = (DOCS / f"coming-from-{page}.md").read_text()
    for name in set(re.findall(r"\bweft\.(\w+)", text)) - {"h", "compile"}:
        assert hasattr(weft, name), name
