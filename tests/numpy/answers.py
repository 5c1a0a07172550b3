"""NumPy's own answers to several thousand cases, written to cases/*.txt.

Run by hand, with exactly this requirement, and commit what it changes:

    numpy==2.4.6
    scipy==1.17.1

    python3 answers.py

Nothing here is random from run to run: every family of cases has its own seed. The cases that are
left out because Weft means to differ carry the sentence of docs/semantics.md that says so, as a
comment `differs:`.
"""
import pathlib
import sys

import numpy as np

import broadcast_cases
import cast_cases
import core_cases
import elementwise_cases
import flag_cases
import function_cases
import loop_cases
import mixed_cases
import overlap_cases
import reduction_cases
import special_cases
from recorder import Recorder

REQUIRED = "2.4.6"
FAMILIES = {
    "elementwise": ("Every ufunc, all its dtypes.", elementwise_cases),
    "loops": ("Which loop serves a call, and the dtype of its result.", loop_cases),
    "broadcast": ("Shapes, steps, memory order, outputs, where.", broadcast_cases),
    "overlap": ("Operands that share memory.", overlap_cases),
    "core": ("Gufuncs: core dimensions and where they lie.", core_cases),
    "reductions": ("reduce, accumulate, reduceat, outer, at.", reduction_cases),
    "casts": ("Casts, and which of them are allowed.", cast_cases),
    "flags": ("Floating-point flags.", flag_cases),
    "mixed": ("All of it at once.", mixed_cases),
    "functions": ("Functions of the families exponential, trigonometry and rounding.",
                  function_cases),
    "special": ("Special functions, rows, matrices, with SciPy's answers.", special_cases),
}


# Of dtypes that are numbers; of two of 64 bits the first.
CODES = dict(zip("?bBhHiIlLefdFD", ("bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 "
                                    "float64 complex64 complex128").split()))


def list_ufuncs(path):
    """NumPy's ufuncs: what another name is of, or the dtypes of each loop."""
    lines = [f"# The ufuncs of NumPy {REQUIRED} and the gufuncs of numpy.linalg, with the dtypes of their loops;",
             "# second names. Made by answers.py, read by tests/docs/ufuncs.py."]
    inner = vars(np.linalg._umath_linalg).values()
    named = [(name, one) for name, one in sorted(vars(np).items()) if isinstance(one, np.ufunc)]
    for name, ufunc in named:
        if name != ufunc.__name__:
            lines.append(f"{name} = {ufunc.__name__}")
            continue
        loops = [kinds.replace("->", "") for kinds in ufunc.types]
        lines.append(" ".join([name, *(",".join(CODES[code] for code in loop) for loop in loops
                                       if set(loop) <= set(CODES))]))
    gufuncs = {one.__name__.split("_")[0].rstrip("1") for one in inner if isinstance(one, np.ufunc)}
    lines += sorted(f"linalg.{name}" for name in gufuncs)
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def main():
    if np.__version__ != REQUIRED:
        sys.exit(f"answers.py: this is NumPy {np.__version__}; {REQUIRED} is needed")
    folder = pathlib.Path(__file__).parent / "cases"
    folder.mkdir(exist_ok=True)
    list_ufuncs(folder.parent / "ufuncs.txt")
    total = 0
    for seed, (name, (title, family)) in enumerate(FAMILIES.items()):
        recorder = Recorder(folder / f"{name}.txt", f"{title} Answers of NumPy {REQUIRED}.")
        family.record(recorder, np.random.default_rng(seed))
        recorder.save()
        total += sum(recorder.counts.values()) - recorder.counts["left out"]
        print(f"{name}: {dict(recorder.counts)}")
    print(f"{total} cases")


if __name__ == "__main__":
    main()
