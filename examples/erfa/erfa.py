"""All 247 functions of ERFA, Essential Routines for Fundamental Astronomy, as array functions: see
../whole_library.py. Header, types and comments say all of it: nothing is written by hand.
"""
import pathlib
import re
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import whole_library  # noqa: E402

# What is drawn for an input: two parts of a date, and calendars.
DAYS = re.compile(r"(dj|date|utc|ut1|tt|tai|tcb|tcg|tdb|d|ep[12])(1|a)|uta|tta|dj0")
PARTS = re.compile(r"(dj|date|utc|ut1|tt|tai|tcb|tcg|tdb|d|ep[12])(2|b)|utb|ttb")
RANGES = {"iy": (1965, 2030), "im": (1, 13), "id": (1, 29), "ihr": (0, 24), "ihour": (0, 24), "imn": (0, 60),
          "imin": (0, 60), "iamin": (0, 60), "ideg": (0, 360), "n": (1, 4), "np": (1, 9), "ndp": (0, 7),
          "epj": (1950, 2050), "epb": (1950, 2050), "ep": (1950, 2050), "ep1": (1950, 2050), "ep2": (1950, 2050),
          "fd": (0, 1), "sec": (0, 1), "s": (0, 1), "asec": (0, 1), "phpa": (0, 1000), "hm": (0, 4000),
          "height": (0, 4000)}
SMALL = ("px", "px1", "pr", "pd", "pmr1", "pmd1", "dut1", "xp", "yp")


def draw(random, name, dtype, shape):
    name = name.lower()
    if dtype == np.int8:
        word = {"scale": b"UTC", "type": b"R"}.get(name, b"-")
        if len(shape) == 1:
            return np.full(shape, word[0], np.int8)
        return np.broadcast_to(np.frombuffer(word.ljust(shape[-1], b"\0"), np.int8), shape)
    if dtype == np.int32:
        return random.integers(*RANGES.get(name, (0, 4)), size=shape).astype(np.int32)
    if DAYS.fullmatch(name):
        return np.full(shape, 2400000.5)
    if PARTS.fullmatch(name):
        return random.uniform(41000, 60000, shape)
    return random.uniform(*RANGES.get(name, (0, 1e-6) if name in SMALL else (-1, 1)), shape)


def make(folder):
    source = whole_library.fetch("pyerfa==2.0.1.5", "liberfa/erfa/src", folder)
    # Not its tests, and not what only its own configuration compiles.
    files = sorted(path for path in source.glob("*.c") if not path.name.startswith(("t_", "erfaversion")))
    return whole_library.Library("erfa", "era", source / "erfa.h", files, folder, [], draw, lambda name: 3)


if __name__ == "__main__":
    whole_library.main(make, {"source": {"Pb06": "two angles of nearly equal rotations cancel"}})
