"""Performs cases with NumPy and writes each of them, with the answer, as a line."""
import collections
import warnings

import numpy as np

import case_text

REFUSALS = (TypeError, ValueError, OverflowError, IndexError, ZeroDivisionError)


class BrokenPromise(Exception):
    """NumPy's result over shared memory is not that on copies: so it is where `where` meets a cast of
    the output, which then loses the elements that the mask leaves out."""


def batched_outer(a, b, out=None, **options):
    return np.multiply(a[..., :, None], b[..., None, :], out=out, **options)


NAMED = {
    "clip": np._core.umath.clip,
    "outer": batched_outer,
    "cross": lambda a, b, **options: np.cross(a, b, **options),
    "trace": lambda a: np.trace(a, axis1=-2, axis2=-1, dtype=a.dtype),
    "norm": lambda a: np.linalg.norm(a, axis=-1),
}


def numpy_function(name):
    return NAMED.get(name) or getattr(np, name)


def option_tokens(options):
    tokens = []
    for key, value in options.items():
        if key == "keepdims":
            if value:
                tokens.append("keepdims")
        elif key == "casting" and value == "same_kind":
            continue  # the default
        elif key == "dtype":
            tokens.append(f"dtype={np.dtype(value).name}")
        elif key == "signature":
            tokens.append("signature=" + ",".join(np.dtype(one).name if one else "*"
                                                  for one in value))
        elif key == "axes":
            tokens.append("axes=" + ",".join(str(axis) for operand in value
                                             for axis in np.atleast_1d(operand)))
        elif key == "axis" and isinstance(value, tuple):
            tokens.append("axis=" + ",".join(map(str, value)))
        else:
            tokens.append(f"{key}={'all' if value is None else value}")
    return tokens


class Recorder:
    """The cases of one file."""

    def __init__(self, path, title):
        self.path = path
        self.lines = [f"# {title}", "# Made by answers.py; README.md says how to read it."]
        self.seen = set()
        self.counts = collections.Counter()

    def heading(self, text):
        self.lines += ["", f"# {text}"]

    def line(self, kind, text):
        if text not in self.seen:  # random choices repeat themselves
            self.seen.add(text)
            self.lines.append(text)
            self.counts[kind] += 1

    def save(self):
        self.path.write_text("\n".join(self.lines) + "\n", encoding="ascii")

    def answer(self, method, name, roles, options, perform, outs, notes=(), steps=True):
        """Performs, and writes the line. `perform` returns the results; `outs` are the given ones,
        whose elements are the results where they are not None."""
        tokens = case_text.operands(roles)
        tokens = [method, name, *tokens, *option_tokens(options), "->"]
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                results = perform()
        except REFUSALS:
            self.line(method, " ".join([*tokens, "error"]))
            return
        except BrokenPromise:
            self.counts["left out"] += 1
            return
        results = results if isinstance(results, tuple) else (results,)
        for result, out in zip(results, outs):
            given = out is not None
            result = out if given else np.asarray(result)
            tokens.append(f"{case_text.form(result, False if given else steps)}"
                          f"={case_text.literals(result)}")
        self.line(method, " ".join([*tokens, *notes]))

    def call(self, name, inputs, out=None, where=None, flags=False, ulp=0, steps=True, **options):
        """A call of a ufunc or gufunc with NumPy's options; `out` is for functions of one result."""
        function = numpy_function(name)
        outs = [out] * getattr(function, "nout", 1)
        roles = [("i", operand) for operand in inputs] + [("o", one) for one in outs]
        given = dict(options)
        if where is not None:
            roles.append(("w", where))
            given["where"] = where
        if out is not None:
            given["out"] = out
        notes = [f"ulp={ulp}"] if ulp else []
        copies = copied(inputs, out, where)

        def perform():
            if not flags:
                with np.errstate(all="ignore"):
                    result = function(*inputs, **given)
                check_copies(function, copies, given, result)
                return result
            raised = set()
            names = {"divide by zero": "divide", "invalid value": "invalid"}
            with np.errstate(all="call", call=lambda what, _: raised.add(names.get(what, what))):
                result = function(*inputs, **given)
            notes.append("flags=" + ",".join(sorted(raised)))
            return result

        self.answer("call", name, roles, options, perform, outs, notes, steps)

    def method(self, method, name, roles, perform, out=None, ulp=0, steps=True, **options):
        """A reduction or the like: `perform` does it with NumPy."""
        def quietly():
            with np.errstate(all="ignore"):
                return perform(getattr(numpy_function(name), method))
        self.answer(method, name, roles, options, quietly, [out], [f"ulp={ulp}"] if ulp else [],
                    steps)


def copied(inputs, out, where):
    """Copies of the operands that share memory with the output; None where none does."""
    arrays = [one for one in [*inputs, where] if isinstance(one, np.ndarray)]
    if out is None or not any(np.may_share_memory(out, one) for one in arrays):
        return None
    return [one.copy() if isinstance(one, np.ndarray) else one for one in [*inputs, out, where]]


def check_copies(function, copies, given, result):
    """The result over shared memory is that on copies, as NumPy promises."""
    if copies is None:
        return
    *inputs, out, where = copies
    options = {**given, "out": out, **({} if where is None else {"where": where})}
    with np.errstate(all="ignore"):
        function(*inputs, **options)
    if not np.array_equal(out, result, equal_nan=out.dtype.kind in "fc"):
        raise BrokenPromise
