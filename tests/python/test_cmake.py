"""weft_python_package of an installed Weft: a package that needs no Python to be built."""
import os
import pathlib
import subprocess
import sys

import pytest

PROJECT = """cmake_minimum_required(VERSION 3.25)
project(stars LANGUAGES C)
find_package(Weft REQUIRED)
weft_python_package(stars SOURCES kernels.c TARGETS cpu parallel)
"""
KERNELS = """#include <weft/annotate.h>
WEFT_VECTORIZE("float64(float64)")
double twice(double x) { return 2 * x; }
"""


def test_package(tmp_path):
    build, cmake, tool = (os.environ.get(name) for name in ("WEFT_BUILD", "WEFT_CMAKE", "WEFT_TOOL"))
    if not build or "libclang" not in subprocess.run([tool, "--version"], capture_output=True, text=True,
                                                     check=True).stdout:
        pytest.skip("no build with the generator is named")
    if not pathlib.Path(build, "cmake_install.cmake").exists() or not pathlib.Path(build, "weft.pc").exists():
        pytest.skip("the build has no install rules")

    def run(*words):
        done = subprocess.run([cmake, *words], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    prefix, source = tmp_path / "prefix", tmp_path / "source"
    run("--install", build, "--prefix", str(prefix))
    source.mkdir()
    (source / "CMakeLists.txt").write_text(PROJECT)
    (source / "kernels.c").write_text(KERNELS)
    run("-S", str(source), "-B", str(tmp_path / "build"), "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("--build", str(tmp_path / "build"))
    run("--install", str(tmp_path / "build"), "--prefix", str(tmp_path / "site"))
    files = sorted(path.name for path in (tmp_path / "site" / "stars").iterdir())
    assert files == ["__init__.py", "__init__.pyi", "libstars.so"]
    needed = subprocess.run(["readelf", "-d", str(tmp_path / "site" / "stars" / "libstars.so")],
                            capture_output=True, text=True, check=True).stdout
    assert "libweft" not in needed.replace("libstars", "")
    code = "import stars; print(stars.twice([1.0, 2.0]).tolist(), stars.twice.origin)"
    path = f"{tmp_path / 'site'}:{os.environ['PYTHONPATH']}"
    done = subprocess.run([sys.executable, "-c", code], env=dict(os.environ, PYTHONPATH=path), cwd=tmp_path,
                          capture_output=True, text=True, check=False)
    assert done.stdout == "[2.0, 4.0] stars\n", done.stderr
