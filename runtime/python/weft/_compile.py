"""compile: a library of annotated C in a text, for notebooks and tests."""
import functools
import hashlib
import os
import pathlib
import subprocess
import tempfile

from . import _core, _tool
from ._library import load


class CompileError(_core.Error, ValueError):
    """The C has errors: each as `file:line:column: error:` with a caret."""

    status, operand, axis = "compile", None, None


def _cache():
    folder = os.environ.get("WEFT_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(folder or os.path.join(home, "weft"))


@functools.lru_cache
def _tool_facts(_named, _path):
    """The tool, and what changes when it does."""
    tool = _tool.find()
    facts = os.stat(tool)
    return tool, f"{os.path.realpath(tool)} {facts.st_size} {facts.st_mtime_ns}"


def compile(source, *, targets=None, flags=()):
    """The library of an annotated C source, built by `weft build` once and kept for later.

    targets: "cpu,parallel,gpu" or some of these; by default all that there are compilers for.
    flags: further options of `weft build`. What was built lies in $WEFT_CACHE, or ~/.cache/weft.
    """
    tool, facts = _tool_facts(os.environ.get("WEFT_TOOL"), os.environ.get("PATH"))
    words = [*([f"--targets={targets}"] if targets else []), *flags]
    compilers = [os.environ.get(name, "") for name in ("CC", "NVCC")]
    key = hashlib.sha256("\0".join([_core.version, facts, *compilers, *words, source]).encode()).hexdigest()
    library = _cache() / f"{key}.so"
    if not library.exists():
        _build(tool, source, words, library)
    return load(library)


def _build(tool, source, words, library):
    library.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=library.parent, prefix="build-") as folder:
        pathlib.Path(folder, "source.c").write_text(source, encoding="utf-8")
        command = [tool, "build", "source.c", "-o", "library.so", "--library=source", "--color=never", *words]
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", check=False)
        if done.returncode != 0:
            raise CompileError(done.stderr.strip() or f"{' '.join(command)} ended with {done.returncode}")
        os.replace(os.path.join(folder, "library.so"), library)
