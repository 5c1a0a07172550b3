"""What the examples of whole C libraries, erfa/ and gsw/, share: their sources, their array functions, and the
comparison of these with the library itself, function by function and item by item.

    PYTHONPATH=build/default/python WEFT_TOOL=build/default/generator/weft python3 examples/gsw/gsw.py FOLDER [WAY...]

FOLDER is for what is made. WAY: linked, source, strict (--source, each operation rounded), gpu (--source, for the
GPU of this machine); linked by default. The
sources are those of the PyPI package; where WEFT_EXAMPLE_SOURCES names a folder, they are looked for there first.
"""
import ctypes
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import time
import warnings

import numpy as np

import weft

SKIPPED = 77
TOOL = os.environ.get("WEFT_TOOL", "weft")
ITEMS = 200
C_TYPES = {"double": ctypes.c_double, "int": ctypes.c_int, "char": ctypes.c_byte}


def run(*words, folder):
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{words[0]} {words[1]}: {done.stderr.strip()[-2000:]}")
    return done


def fetch(package, inside, folder):
    """The folder `inside` the source package, fetched once; the example ends where it is not to be had."""
    for place in (os.environ.get("WEFT_EXAMPLE_SOURCES"), folder):
        found = sorted(pathlib.Path(place).glob(f"*/{inside}")) if place else []
        if found:
            return found[0].resolve()
    words = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
             f"--no-binary={package.split('==')[0]}", package]
    try:
        subprocess.run(words, cwd=folder, capture_output=True, timeout=120, check=True)
        for archive in folder.glob("*.tar.gz"):
            with tarfile.open(archive) as packed:
                packed.extractall(folder, filter="data")
        return next(folder.glob(f"*/{inside}")).resolve()
    except (OSError, subprocess.SubprocessError, StopIteration) as why:
        print(f"skipped: the sources of {package} are not to be had: {type(why).__name__}")
        sys.exit(SKIPPED)


class Library:
    """A C library: its files, the prefix of its names, and what its functions are called with."""

    def __init__(self, name, prefix, header, sources, folder, layouts=(), draw=None, size=None, without=()):
        self.name, self.prefix, self.header, self.sources = name, prefix, header, sources
        self.folder, self.layouts, self.draw, self.size = folder, list(layouts), draw, size
        self.without = without
        self.include = header.parent

    def annotate(self):
        """Writes the annotated declarations; says how many there are."""
        sources = [word for path in self.sources for word in ("--source", path)]
        said = run(TOOL, "annotate", self.header.name, "-I", self.include, *sources, f"--strip-prefix={self.prefix}",
                   "-o", f"{self.name}_ufuncs.c", folder=self.folder).stderr
        print(said.splitlines()[-1])

    def compile(self):
        """The library itself, as its owner compiles it."""
        run("cc", "-O2", "-fPIC", "-shared", "-w", "-I", self.include, *self.sources, "-lm", "-o",
            f"lib{self.name}.so", folder=self.folder)

    def build(self, way):
        """The array functions, linked to the library or made from its sources."""
        files = [f"{self.name}_ufuncs.c", *self.layouts]
        if way == "strict":
            files = [self.round_each(file) for file in files]
        path = self.folder / f"{self.name}_{way}.so"
        words = [TOOL, "build", *files, "-I", self.include, f"--strip-prefix={self.prefix}", "-o", path,
                 "-j2"]
        # What malloc stands in the way of is linked: an error if the gpu were named.
        words += [] if way == "gpu" else ["--targets=cpu,parallel"]
        if way != "linked":
            words += [word for source in self.sources for word in ("--source", source)]
        else:
            words += ["--", "-L.", f"-l{self.name}", "-Wl,-rpath,$ORIGIN"]
        began = time.monotonic()
        run(*words, folder=self.folder)
        print(f"{way}: built in {time.monotonic() - began:.0f} s, {path.stat().st_size / 1e6:.1f} MB")
        return path

    def round_each(self, file):
        """A copy of annotations with one more option."""
        text = (self.folder / file).read_text()
        path = self.folder / f"strict_{pathlib.Path(file).name}"
        path.write_text(re.sub(r"\bWEFT_(GU)?VECTORIZE\(", r"WEFT_OPTIONS(strict) \g<0>", text))
        return path

    def declarations(self):
        """{C name: (type of the result, [(type, is a pointer, name)])} of all that is annotated."""
        text = "".join((self.folder / file).read_text() for file in [f"{self.name}_ufuncs.c", *self.layouts])
        text = re.sub(r"/\*.*?\*/|^#.*?$", "", text, flags=re.DOTALL | re.MULTILINE)
        found = {}
        for result, name, parameters in re.findall(r"\b(\w+(?: \*| ))(\w+)\(([^()]*)\);", text):
            taken = [re.match(r"\s*(?:const )?(\w+) ?(\*?)(\w+)((?:\[\w*\])*)$", " ".join(word.split())).groups()
                     for word in parameters.split(",") if word.strip() != "void"]
            found[name] = result.strip(), [(kind, bool(star or sizes), called) for kind, star, called, sizes in taken]
        return found

    def compare(self, path, bound, targets=("cpu", "parallel")):
        """Calls every function by Weft and by itself; says which results differ by more than `bound`, a share. Functions
        that none of the targets serves are left out."""
        own = ctypes.CDLL(self.folder / f"lib{self.name}.so")
        wrapped = weft.load(path)
        told = json.loads(run(TOOL, "list", "--json", path, folder=self.folder).stdout)
        told = {ufunc["name"]: ufunc for ufunc in told["ufuncs"]}
        wrong, right = [], 0
        for name, (result, parameters) in self.declarations().items():
            if name in self.without:
                continue
            short = name.removeprefix(self.prefix)
            if not set(targets) & set(wrapped[short].targets):
                continue
            worst = self.compare_one(getattr(own, name), getattr(wrapped, short), told[short], targets, result,
                                     parameters)
            right += worst <= bound
            if worst > bound:
                wrong.append(f"{short} by {worst:.2g}")
        limit = "same bits" if bound == 0 else f"within {bound:g}"
        print(f"  {right} of {right + len(wrong)} functions: {limit}" + "".join(f"; not {one}" for one in wrong))
        return wrong

    def compare_one(self, own, wrapped, told, targets, result, parameters):
        sizes = {one["name"]: one.get("size") or self.size(one["name"]) for one in told["dimensions"]}
        random = np.random.default_rng(12)
        inputs = {}
        for operand, dtype in zip(told["inputs"], told["loops"][0]["inputs"]):
            shape = (ITEMS, *(sizes[axis] for axis in operand["core"]))
            inputs[operand["name"]] = np.ascontiguousarray(self.draw(random, operand["name"], np.dtype(dtype), shape))
        expected = None
        worst = 0
        for target in targets:
            found = wrapped(*inputs.values(), target=target, threads=2, status="keep")
            found = found if isinstance(found, tuple) else (found,)
            if expected is None:
                expected = self.call(own, inputs, sizes, told["outputs"], found, result, parameters)
            worst = max([worst, *(difference(got, want) for got, want in zip(found, expected))])
        return worst

    def call(self, own, inputs, sizes, outputs, found, result, parameters):
        """The library's own results, one item after the other."""
        own.restype = None if result == "void" else C_TYPES.get(result, ctypes.c_void_p)
        wanted = {one["name"]: np.zeros(array.shape, array.dtype) for one, array in zip(outputs, found)}
        for i in np.ndindex((ITEMS,) if inputs else ()):
            buffers, words = {}, []
            for kind, pointer, name in parameters:
                if pointer:
                    start = inputs[name][i] if name in inputs else wanted[name][i]
                    buffers[name] = np.append(start, np.zeros(int(kind == "char"), start.dtype))
                    words.append(buffers[name].ctypes.data_as(ctypes.c_void_p))
                else:
                    words.append(C_TYPES[kind](inputs[name][i].item() if name in inputs else sizes[name]))
            value = own(*words)
            for name, array in wanted.items():
                if name == "result":
                    array[i] = value is None if result.endswith("*") else value
                else:
                    buffer = buffers.get(name, buffers.get(name.removesuffix("_out")))
                    array[i] = buffer[:array[i].size].reshape(array[i].shape)
        return wanted.values()


def difference(found, wanted):
    """The largest, as a share of the number, or of a thousandth of the largest one beside it."""
    found, wanted = np.asarray(found, float), np.asarray(wanted, float)
    same = (found == wanted) | (np.isnan(found) & np.isnan(wanted))
    if same.all():
        return 0
    scale = np.maximum(np.abs(wanted), 1e-3 * np.nanmax(np.abs(wanted)))
    with np.errstate(all="ignore"):
        share = np.where(same, 0, np.abs(found - wanted) / np.where(scale > 0, scale, 1))
    return np.nan_to_num(share, nan=np.inf).max()


def main(make, reasons):
    """reasons: {way: {function: why its results differ by more}}"""
    warnings.simplefilter("ignore", RuntimeWarning)
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    library = make(folder)
    library.annotate()
    library.compile()
    failed = False
    for way in sys.argv[2:] or ["linked"]:
        targets = ("gpu",) if way == "gpu" else ("cpu", "parallel")
        wrong = library.compare(library.build(way), 1e-9 if way in ("source", "gpu") else 0, targets)
        known = reasons.get(way, {})
        for name, why in known.items():
            print(f"  {name}: {why}")
        failed |= any(one.split()[0] not in known for one in wrong)
    sys.exit(failed)
