"""compile: a library of annotated C in a text, for notebooks and tests."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import warnings

from . import _core, _tool
from ._cold import checked
from ._library import load


class CompileError(_core.Error, ValueError):
    """The C has errors: each as `file:line:column: error:` with a caret."""

    status, operand, axis = "compile", None, None


class CompileWarning(UserWarning):
    """What the tool warns of: `file:line:column: warning:` with a caret."""


@checked
def compile(source, *, targets=None, flags=()):
    """The library of an annotated C source, built by `weft build` once and kept for later.

    targets: "cpu,parallel,gpu" or some of these; by default all that there are compilers for.
    flags: further options of `weft build`; relative paths in them are those of the current folder. What was
    built lies in $WEFT_CACHE, or ~/.cache/weft, and is built anew when a file that was read for it changes:
    headers, sources, the tool, a compiler. What the tool warns of are CompileWarnings.
    """
    if not isinstance(source, str) or isinstance(flags, (str, bytes)):
        name, value, wanted = ("flags", flags, "a list of options") if isinstance(source, str) else \
            ("source", source, "a text of C")
        raise TypeError(f"{name} is {value!r}; it must be {wanted}")
    tool = _tool.find()
    words = [*([f"--targets={targets}"] if targets else []), *map(os.fspath, flags)]
    key = hashlib.sha256("\0".join([_core.version, *_surroundings(words), *words, source]).encode()).hexdigest()
    kept = _find(_cache() / key, tool)
    if kept is None:
        kept = _build(tool, source, words, _cache() / key)
    path, said = kept
    library = load(path)
    if not len(library):
        raise CompileError("\n".join(said).replace(" warning: ", " error: ") or "source.c: error: it has no functions")
    for text in said:
        warnings.warn(text, CompileWarning, stacklevel=3)  # one of which is `checked`
    return library


# ---- what was built before ----

def _cache():
    folder = os.environ.get("WEFT_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(folder or os.path.join(home, "weft")).absolute()


def _surroundings(words):
    """What says which compilers there are and what they read, beside the files themselves."""
    names = ("CC", "NVCC", "CUDA_PATH", "CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH")
    return [os.environ.get(name, "") for name in names] + ([os.getcwd()] if words else [])


def _compilers():
    """The files of the compilers that would run."""
    named = [(os.environ.get("CC") or "cc").split(), (os.environ.get("NVCC") or "nvcc").split()]
    found = [shutil.which(word) for words in named for word in words]
    cuda = os.environ.get("CUDA_PATH", "/usr/local/cuda")
    return [path for path in (*found, os.path.join(cuda, "bin", "nvcc")) if path and os.path.exists(path)]


def _facts(path):
    """What changes when a file does, one whose date is set back, too; None: it is gone."""
    try:
        facts = os.stat(path)
    except OSError:
        return None
    return [facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns]


def _facts_before(path, began):
    """The same of what was read since then; None, too, where it may have been written after that."""
    facts = _facts(path)
    return facts if facts and max(facts[3:]) < began else None


def _find(kept, tool):
    """(library, warnings) of a former build, if all that it read is as it was; else None."""
    try:
        record = json.loads(kept.with_suffix(".json").read_text(encoding="utf-8"))
        library = kept.parent / record["library"]
        read, absent, said = record["read"], record["absent"], record["warnings"]
        tools = [_facts(path) for path in (tool, *_compilers())]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    is_kept = library.exists() and record.get("tools") == tools
    is_kept = is_kept and all(facts and _facts(path) == facts for path, facts in read)
    is_kept = is_kept and not any(map(os.path.lexists, absent))
    return (library, said) if is_kept else None


# ---- building ----

def _split(text):
    """The tool's messages, each with the lines that belong to it."""
    parts = re.split(r"(?m)^(?=\S[^\n]*?(?:warning|error|note): )", text)
    whole = []
    for part in filter(str.strip, parts):
        if whole and re.match(r"\S[^\n]*?note: ", part):
            whole[-1] += part
        else:
            whole.append(part)
    return [part.rstrip() for part in whole]


def _files_of(depfile, folder):
    """The files that were read, of a rule as make reads it: those outside the build's own folder, and the headers
    beside annotate.h, which the kernels are compiled with."""
    rule = depfile.read_text(encoding="utf-8", errors="surrogateescape").partition(": ")[2].replace("\\\n", " ")
    names = [re.sub(r"\\([ #])", r"\1", name).replace("$$", "$") for name in re.findall(r"(?:\\.|\S)+", rule)]
    files = {os.path.abspath(name) for name in names}
    for name in [name for name in files if name.endswith("/weft/annotate.h")]:
        files.update(map(str, pathlib.Path(name).parent.glob("*.h")))
    return sorted(name for name in files if not name.startswith(f"{folder}{os.sep}"))


def _folders(words):
    """Where headers are looked for, of the options and the environment."""
    found, following = [], False
    for word in words:
        if following:
            found.append(word)
        match = re.fullmatch(r"(?:-I|-isystem|--isystem=)(.*)", word, re.DOTALL)
        following = bool(match) and not match[1]
        found += [match[1]] if match and match[1] else []
    for name in ("CPATH", "C_INCLUDE_PATH"):
        found += filter(None, os.environ.get(name, "").split(os.pathsep))
    found += [os.path.dirname(os.path.abspath(word)) for word in words if os.path.isfile(word)]
    return {os.path.abspath(folder) for folder in found}


def _absent(source, files, words):
    """Files that are not there, and that would be read in place of one that was, or where a text asks for them by
    __has_include: what ends a file's path, and what is asked for, in all folders that headers are looked for in."""
    folders = _folders(words)
    if not folders:
        return []
    names, texts = set(), [source]
    for path in files:
        parts = path.split(os.sep)[-3:]
        names.update(os.sep.join(parts[-k:]) for k in range(1, len(parts) + 1))
        if any(path.startswith(folder + os.sep) for folder in folders):
            folders.add(os.path.dirname(path))
            texts.append(pathlib.Path(path).read_text(encoding="utf-8", errors="replace"))
    for text in texts:
        names.update(re.findall(r'__has_include(?:_next)?\s*\(\s*["<]([^">\n]+)[">]', text))
    paths = {os.path.normpath(os.path.join(folder, name)) for folder in folders for name in names}
    return sorted(path for path in paths if not os.path.lexists(path))


def _build(tool, source, words, kept):
    """Builds the library and leaves it, with its record, in the cache: (library, warnings)."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    tools = [_facts(path) for path in (tool, *_compilers())]  # ahead: what changes meanwhile is another's
    with tempfile.TemporaryDirectory(dir=kept.parent, prefix="build-") as folder:
        text, made, depfile = (pathlib.Path(folder, name) for name in ("source.c", "library.so", "depfile"))
        text.write_text(source, encoding="utf-8")
        command = [tool, "build", str(text), "-o", str(made), "--library=source", f"--depfile={depfile}",
                   f"--file-prefix-map={folder}{os.sep}=", "--color=never", *words]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", check=False)
        said = _split(done.stderr.replace(f"{folder}{os.sep}", ""))
        if done.returncode != 0:
            raise CompileError("\n".join(said) or f"{' '.join(command)} ended with {done.returncode}")
        files = _files_of(depfile, folder) + [os.path.abspath(word) for word in words if os.path.isfile(word)]
        began = text.stat().st_mtime_ns
        library = kept.parent / f"{kept.name}-{hashlib.sha256(made.read_bytes()).hexdigest()[:16]}.so"
        record = {"library": library.name, "tools": tools, "warnings": said, "absent": _absent(source, files, words),
                  "read": [[name, _facts_before(name, began)] for name in files]}
        written = pathlib.Path(folder, "record.json")
        written.write_text(json.dumps(record), encoding="utf-8")
        if not library.exists():
            os.replace(made, library)
        os.replace(written, kept.with_suffix(".json"))
    return library, said
