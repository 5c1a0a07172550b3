"""Libraries and texts that change: what is built anew is loaded anew, and what was loaded stays as it was."""
import importlib
import os
import shutil
import subprocess
import sys
import textwrap
import warnings

import numpy as np
import pytest

import weft

HEAD = "#include <weft/annotate.h>\n"
ADDS = HEAD + '#include "added.h"\nWEFT_VECTORIZE("int32(int32)") int f(int x) { return x + ADDED; }\n'


def tool():
    found = os.environ.get("WEFT_TOOL")
    if not found or "libclang" not in subprocess.run([found, "--version"], capture_output=True, text=True,
                                                     check=True).stdout:
        pytest.skip("WEFT_TOOL names no tool with the generator")
    return found


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    tool()
    monkeypatch.setenv("WEFT_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def versions(tmp_path_factory):
    """Three libraries of one function f, which adds 1, 2 and 3."""
    made = []
    for number in (1, 2, 3):
        place = tmp_path_factory.mktemp("version")
        (place / "k.c").write_text(HEAD + f'WEFT_VECTORIZE("int32(int32)") int f(int x) {{ return x + {number}; }}\n')
        subprocess.run([tool(), "build", place / "k.c", "-o", place / "libk.so", "--targets=cpu", "--isa=native"], check=True,
                       capture_output=True)
        made.append(place / "libk.so")
    return made


def replace(new, path):
    """As compilers and `weft build` do: another file takes the place."""
    shutil.copy(new, f"{path}.new")
    os.replace(f"{path}.new", path)


def unlink_and_write(new, path):
    path.unlink(missing_ok=True)
    shutil.copy(new, path)


@pytest.mark.parametrize("put", [replace, unlink_and_write])
def test_a_library_built_anew_is_loaded_anew(put, versions, folder):
    path, seen = folder / "libk.so", []
    for number, version in enumerate(versions, 1):
        put(version, path)
        seen.append(weft.load(path))
        assert weft.load(path) is seen[-1] and weft.load(str(path)) is seen[-1]
        assert [int(k.f(10)) for k in seen] == list(range(11, 11 + number))
    assert [int(k.f.ufunc(10)) for k in seen] == [11, 12, 13]
    put(versions[0], path)
    assert weft.load(path).f(10) == 11 and seen[2].f(10) == 13


def test_many_generations(versions, folder):
    path, seen = folder / "libk.so", []
    for round in range(60):
        replace(versions[round % 3], path)
        seen.append(weft.load(path))
    assert [int(k.f(0)) for k in seen] == [round % 3 + 1 for round in range(60)]


def test_by_other_paths(versions, folder):
    """A link and a bare name are the file that they lead to now."""
    (folder / "one.so").write_bytes(versions[0].read_bytes())
    (folder / "two.so").write_bytes(versions[1].read_bytes())
    link = folder / "link.so"
    link.symlink_to("one.so")
    assert weft.load(link).f(0) == 1 and weft.load("one.so").f(0) == 1
    link.unlink()
    link.symlink_to("two.so")
    assert weft.load(link).f(0) == 2 and weft.load(folder / "one.so").f(0) == 1


def test_written_over_in_place(versions, folder):
    """In a process of its own: the code of the functions that were there is gone."""
    code = f"""
        import os, shutil, weft
        shutil.copy({str(versions[0])!r}, "libk.so")
        assert weft.load("libk.so").f(10) == 11
        with open({str(versions[1])!r}, "rb") as new, open("libk.so", "r+b") as old:
            old.write(new.read())
            old.truncate()
        assert weft.load("libk.so").f(10) == 12
        os._exit(0)
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)


def test_importlib_reload(versions, folder, monkeypatch):
    package = folder / "kept"
    package.mkdir()
    shutil.copy(versions[0], package / "libk.so")
    subprocess.run([tool(), "python", versions[0], "-o", package], check=True, capture_output=True)
    monkeypatch.syspath_prepend(folder)
    import kept
    old = kept.f
    assert old(1) == 2
    replace(versions[1], package / "libk.so")
    importlib.reload(kept)
    assert kept.f(1) == 3 and old(1) == 2
    del sys.modules["kept"]


# ---- the cache of weft.compile ----

def compiled(*flags, text=ADDS):
    return int(weft.compile(text, targets="cpu", flags=flags).f(0))


def builds(monkeypatch):
    """Counts the tool's runs."""
    count, run = [], subprocess.run

    def counted(*args, **words):
        count.append(args)
        return run(*args, **words)
    monkeypatch.setattr(subprocess, "run", counted)
    return count


def test_headers_and_sources_are_of_the_key(folder, monkeypatch):
    header, source = folder / "added.h", folder / "theirs.c"
    text = HEAD + '#include "added.h"\nint g(int);\nWEFT_VECTORIZE("int32(int32)") int f(int x) { return g(x) + ADDED; }\n'
    header.write_text("#define ADDED 1\n")
    source.write_text("int g(int x) { return x + 10; }\n")
    flags = ("-I.", "--source=theirs.c")
    assert compiled(*flags, text=text) == 11
    header.write_text("#define ADDED 2\n")
    assert compiled(*flags, text=text) == 12
    source.write_text("int g(int x) { return x + 20; }\n")
    assert compiled(*flags, text=text) == 22
    count = builds(monkeypatch)
    assert compiled(*flags, text=text) == 22 and len(count) <= 1  # one that was written within the clock's tick
    count.clear()
    assert compiled(*flags, text=text) == 22 and not count


def test_a_header_that_a_header_reads(folder):
    (folder / "added.h").write_text('#include "more.h"\n#define ADDED MORE\n')
    (folder / "more.h").write_text("#define MORE 3\n")
    assert compiled("-I.") == 3
    (folder / "more.h").write_text("#define MORE 4\n")
    assert compiled("-I.") == 4


def test_a_header_whose_date_is_set_back(folder):
    """As `cp -p`, `rsync` and archives do: of one size and one date."""
    header = folder / "added.h"
    header.write_text("#define ADDED 7\n")
    os.utime(header, (10**9, 10**9))
    assert compiled("-I.") == 7
    header.write_text("#define ADDED 8\n")
    os.utime(header, (10**9, 10**9))
    assert compiled("-I.") == 8


@pytest.mark.parametrize("flags", [("-I", "first", "-Isecond"), ("-isystem", "first", "--isystem=second")])
def test_a_header_that_comes_to_stand_before_another(folder, flags):
    for place in ("first", "second/sub"):
        (folder / place).mkdir(parents=True)
    text = ADDS.replace("added.h", "sub/added.h")
    (folder / "second/sub/added.h").write_text('#include "more.h"\n#define ADDED MORE\n')
    (folder / "second/more.h").write_text("#define MORE 1\n")
    assert compiled(*flags, text=text) == 1
    (folder / "second/sub/more.h").write_text("#define MORE 2\n")  # beside the one that reads it
    assert compiled(*flags, text=text) == 2
    (folder / "first/sub").mkdir()
    (folder / "first/sub/added.h").write_text("#define ADDED 3\n")
    assert compiled(*flags, text=text) == 3
    (folder / "first/sub/added.h").unlink()
    assert compiled(*flags, text=text) == 2


def test_a_header_that_a_text_asks_for(folder):
    text = HEAD + """#if __has_include("added.h")
#include "added.h"
#else
#define ADDED 1
#endif
WEFT_VECTORIZE("int32(int32)") int f(int x) { return x + ADDED; }
"""
    assert compiled("-I.", text=text) == 1
    (folder / "added.h").write_text("#define ADDED 2\n")
    assert compiled("-I.", text=text) == 2
    (folder / "added.h").unlink()
    assert compiled("-I.", text=text) == 1


def test_the_folder_of_relative_flags_is_of_the_key(folder, monkeypatch):
    for number in (5, 6):
        place = folder / str(number)
        place.mkdir()
        (place / "added.h").write_text(f"#define ADDED {number}\n")
        monkeypatch.chdir(place)
        assert compiled("-I.") == number


def test_compiler_and_tool_are_of_the_key(folder, monkeypatch):
    """Scripts that call them, as files: a change of one is a build anew."""
    (folder / "added.h").write_text("#define ADDED 1\n")
    scripts = {"CC": os.environ.get("CC", "cc"), "WEFT_TOOL": tool()}
    for name, real in scripts.items():
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec {real} "$@"\n')
        script.chmod(0o755)
        monkeypatch.setenv(name, str(script))
    compiled("-I.")
    compiled("-I.")
    count = builds(monkeypatch)
    compiled("-I.")
    assert not count
    for name in scripts:
        with open(folder / name, "a", encoding="utf-8") as script:
            script.write("# another\n")
        assert compiled("-I.") == 1 and len(count) == 1, name
        count.clear()


def test_a_record_that_is_broken_is_no_record(folder):
    (folder / "added.h").write_text("#define ADDED 1\n")
    for text in ("", "{", "[]", "{}", '{"library": "x", "read": 1, "warnings": [], "tools": []}', "null"):
        assert compiled("-I.") == 1
        for record in (folder / "cache").glob("*.json"):
            record.write_text(text)
    assert compiled("-I.") == 1


# ---- what the tool says ----

# An integer division by what may be zero.
WARNED = HEAD + 'WEFT_VECTORIZE("int32(int32, int32)") int quotient(int a, int b) { return a / b; }\n'


def test_warnings_are_warnings_of_python():
    with pytest.warns(weft.CompileWarning, match=r"source\.c:\d+:\d+: warning: ") as caught:
        weft.compile(WARNED, targets="cpu")
    assert caught[0].filename == __file__ and len(caught) == 1
    with pytest.warns(weft.CompileWarning, match="warning: "):  # from the cache, too
        weft.compile(WARNED, targets="cpu")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(weft.CompileWarning):
            weft.compile(WARNED, targets="cpu")
        assert weft.compile(HEAD + "WEFT_VECTORIZE() double f(double x) { return x; }\n", targets="cpu").f(2.0) == 2


@pytest.mark.parametrize("text", ["", "int f(int x) { return x; }\n", HEAD, "/* WEFT_VECTORIZE() */\n"])
def test_a_text_without_annotations_is_an_error(text):
    for _ in range(2):
        with pytest.raises(weft.CompileError, match="error: source.c: no function is annotated"):
            weft.compile(text, targets="cpu")


@pytest.mark.parametrize("args, words", [((1,), {}), ((b"int x;",), {}), ((HEAD,), {"flags": "-I."}), ((None,), {})])
def test_wrong_calls_of_compile(args, words):
    with pytest.raises(weft.ArgumentError, match="weft.compile: ") as caught:
        weft.compile(*args, **words)
    assert isinstance(caught.value, TypeError)


def test_functions_of_any_name():
    """Those that a Library, or Python, has other things by."""
    names = ["path", "name", "load", "keys", "items", "self", "lambda", "in_", "None_", "weft", "out", "target"]
    text = HEAD + "".join(f"WEFT_VECTORIZE() double {name}(double x) {{ return x + {k}; }}\n"
                          for k, name in enumerate(names))
    library = weft.compile(text, targets="cpu")
    assert list(library) == names and len(library) == len(names)
    for k, name in enumerate(names):
        assert getattr(library, name)(1.0) == 1 + k and library[name](1.0) == 1 + k and name in dir(library)
    assert library.__file__.endswith(".so") and library.__name__ == "source"
    assert "source" in repr(library) and np.all(library.path([1.0]) == 1)
