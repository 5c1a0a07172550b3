"""Times all of GSW as Weft makes it from its sources against the ufuncs of PyPI's gsw, which are made of the same
sources by hand; on one core, 20 000 items, outputs reused, the two in turn. By hand.

    PYTHONPATH=build/default/python WEFT_TOOL=build/default/generator/weft python3 tests/bench/gsw_speed.py FOLDER

FOLDER: where examples/gsw/gsw.py FOLDER source made gsw_source.so. The ratio is that of medians.
"""
import importlib.util
import json
import math
import pathlib
import statistics
import subprocess
import sys
import time

import gsw._gsw_ufuncs as peers
import numpy as np

import weft

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "examples"))

import whole_library  # noqa: E402

ITEMS, ROUNDS = 20_000, 7
FLAGSHIPS = ("rho", "sigma0", "alpha", "sound_speed", "ct_from_t", "pt_from_ct", "sa_from_sp", "sp_from_c")


def read_draw():
    """What examples/gsw/gsw.py draws for an input; its name is the package's, too."""
    spec = importlib.util.spec_from_file_location("gsw_example", ROOT / "examples/gsw/gsw.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    return example.draw


def measure(call):
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1e9 / ITEMS


def main(folder):
    library = pathlib.Path(folder) / "gsw_source.so"
    wrapped, draw = weft.load(library), read_draw()
    told = json.loads(subprocess.run([whole_library.TOOL, "list", "--json", library], capture_output=True, text=True,
                                     check=True).stdout)["ufuncs"]
    ratios = []
    for ufunc in told:
        peer = getattr(peers, ufunc["name"], None)
        loop = ufunc["loops"][0]
        if not isinstance(peer, np.ufunc) or peer.nin != len(ufunc["inputs"]) or set(loop["inputs"]) != {"float64"}:
            continue
        random = np.random.default_rng(1)
        inputs = [draw(random, one["name"], np.dtype(float), (ITEMS,)) for one in ufunc["inputs"]]
        outputs = [np.empty(ITEMS, dtype) for dtype in loop["outputs"]]
        if len(outputs) != peer.nout or set(loop["outputs"]) != {"float64"}:
            continue
        function = getattr(wrapped, ufunc["name"])
        ours, theirs = [], []
        out = outputs[0] if len(outputs) == 1 else tuple(outputs)
        with np.errstate(all="ignore"):
            for _ in range(ROUNDS):
                ours.append(measure(lambda: function(*inputs, out=out, target="cpu")))
                theirs.append(measure(lambda: peer(*inputs, out=tuple(outputs))))
        own, other = statistics.median(ours), statistics.median(theirs)
        ratios.append((other / own, ufunc["name"], other, own))
    for ratio, name, other, own in sorted(ratios):
        if name in FLAGSHIPS or "--all" in sys.argv:
            print(f"{name:32} gsw {other:8.1f} ns  weft {own:8.1f} ns  {ratio:5.1f}")
    mean = math.exp(statistics.fmean(math.log(ratio) for ratio, *_ in ratios))
    print(f"{len(ratios)} functions: geometric mean {mean:.2f}, at least 4 times: {sum(r >= 4 for r, *_ in ratios)}, "
          f"slower: {sum(r < 0.95 for r, *_ in ratios)}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1])
