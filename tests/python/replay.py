"""NumPy's own answers (tests/numpy/cases), performed by weft.Ufunc: reads a line, calls, compares."""
import numpy as np

import weft

PARTS = {"complex64": np.float32, "complex128": np.float64}


def _literals(text, dtype):
    """The elements of a text; a complex one is two numbers."""
    part = np.dtype(PARTS.get(dtype.name, dtype)).newbyteorder("=")
    values = []
    for item in filter(None, text.split(",")):
        value, _, count = item.partition("*")
        if part.kind == "f":
            number = float.fromhex(value) if "x" in value else float(value)
        else:
            number = int(value)
        values += [number] * int(count or 1)
    kind = dtype.newbyteorder("=")
    if part.kind == "b":
        return np.array([bool(value) for value in values], kind)
    with np.errstate(all="ignore"):
        return np.array(values, part).view(kind) if values else np.empty(0, kind)


def _form(text):
    """(dtype, shape, steps, shift, rest) of dtype[shape]{steps}~+K and what follows."""
    name, _, rest = text.partition("[")
    extents, _, rest = rest.partition("]")
    shape = tuple(map(int, filter(None, extents.split(","))))
    dtype, steps = np.dtype(name), None
    if rest.startswith("{"):
        numbers, _, rest = rest[1:].partition("}")
        steps = "any" if numbers == "*" else tuple(map(int, filter(None, numbers.split(","))))
    if steps is None:
        steps, step = [], dtype.itemsize
        for extent in reversed(shape):
            steps.insert(0, step)
            step *= extent
        steps = tuple(steps)
    if rest.startswith("~"):
        dtype, rest = dtype.newbyteorder("S"), rest[1:]
    shift = 0
    if rest.startswith("+"):
        number, mark, rest = rest[1:].partition("=") if "=" in rest else (rest[1:], "", "")
        shift, rest = int(number), mark + rest
    return dtype, shape, steps, shift, rest


def _array(text, made):
    """An operand; `made` has (array, address of its element 0 in its memory) of those before it."""
    dtype, shape, steps, shift, rest = _form(text)
    if rest.startswith("@"):
        which, sign, offset = rest[1:].replace("-", "+-").partition("+")
        memory, origin = made[int(which)]
        start = origin + int(offset)
    else:
        low = sum(min(0, (extent - 1) * step) for extent, step in zip(shape, steps))
        high = sum(max(0, (extent - 1) * step) for extent, step in zip(shape, steps)) + dtype.itemsize
        block = np.full(high - low + 192, 0xA5, np.uint8)
        start = -block.ctypes.data % 64 + 64 + shift - low
        memory = block
    array = np.ndarray(shape, dtype, memory, start, steps)
    if rest.startswith("="):
        values = _literals(rest[1:], dtype)
        flat = values.astype(dtype)
        for index, value in zip(np.ndindex(shape), flat):
            array[index] = value
    made.append((memory, start))
    return array


def _weak(text):
    kind, _, value = text.partition("=")
    if kind == "int":
        return int(value)
    if kind == "float":
        return float.fromhex(value) if "x" in value else float(value)
    if kind == "complex":
        return complex(*map(float, value.split(",")))
    return None


class Case:
    """One line."""

    def __init__(self, line):
        call, _, answer = line.partition(" -> ")
        words = call.split(" ")
        self.method, self.name = words[:2]
        self.roles, self.options, made = {}, {}, []
        for word in words[2:]:
            role, mark, value = word.partition(":")
            if mark and len(role) == 1:
                operand = None if value == "?" else _weak(value)
                if value != "?" and operand is None:
                    operand = _array(value, made)
                else:
                    made.append((None, 0))
                self.roles.setdefault(role, []).append(operand)
            else:
                name, _, value = word.partition("=")
                self.options[name] = value
        self.answers = answer.split(" ")

    def is_for_python(self):
        """Copies and casts have no method of a Ufunc."""
        return self.method not in ("copy", "can_cast")

    def _keywords(self):
        words = {}
        for name, value in self.options.items():
            if name == "signature":
                words[name] = tuple(None if part == "*" else part for part in value.split(","))
            elif name == "keepdims":
                words[name] = True
            elif name == "axis":
                numbers = None if value == "all" else tuple(map(int, filter(None, value.split(","))))
                single = self.method != "reduce" and numbers is not None
                words[name] = numbers[0] if single else numbers
            elif name != "axes":
                words[name] = value
        return words

    def _axes(self, ufunc):
        """The one list, as a tuple for each operand."""
        numbers = list(map(int, self.options["axes"].split(",")))
        counts = [len(part.strip("()").split(",")) if part.strip("()") else 0
                  for part in ufunc.signature.replace("->", ",").replace("),(", ");(").split(";")]
        if "keepdims" in self.options:
            counts[ufunc.nin:] = [counts[0]] * ufunc.nout
        axes = []
        for count in counts[:ufunc.nargs]:
            axes.append(tuple(numbers[:count]))
            numbers = numbers[count:]
        return [entry for k, entry in enumerate(axes) if entry or k < ufunc.nin]

    def perform(self, target):
        """The results, as a tuple."""
        ufunc = getattr(weft.std, self.name)
        words = dict(self._keywords(), target=target)
        ins, outs = self.roles.get("i", []), self.roles.get("o", [])
        if self.method == "call":
            if "axes" in self.options:
                words["axes"] = self._axes(ufunc)
            if "w" in self.roles:
                words["where"] = self.roles["w"][0]
            results = ufunc(*ins, out=tuple(outs), **words)
            return results if isinstance(results, tuple) else (results,)
        words["out"] = outs[0]
        if self.method == "reduce":
            if "w" in self.roles:
                words["where"] = self.roles["w"][0]
            if "n" in self.roles:
                words["initial"] = self.roles["n"][0]
        if self.method == "reduceat":
            return (ufunc.reduceat(ins[0], self.roles["x"][0], **words),)
        if self.method == "at":
            del words["out"]
            ufunc.at(outs[0], self.roles["x"][0], ins[0], **words)
            return (outs[0],)
        return (getattr(ufunc, self.method)(*ins, **words),)

    def check(self, target):
        """What is wrong, or None."""
        before = [np.array(out) for out in self.roles.get("o", []) if out is not None]
        try:
            results = self.perform(target)
        except Exception as error:
            if self.answers[0] != "error":
                return f"{type(error).__name__}: {error}"
            outs = [out for out in self.roles.get("o", []) if out is not None]
            same = all(old.tobytes() == np.array(new).tobytes() for old, new in zip(before, outs))
            return None if same else "an output was written to"
        if self.answers[0] == "error":
            return f"no error, but {results}"
        return self._compare(results)

    def _compare(self, results):
        texts = [text for text in self.answers if "[" in text]
        loose = any(text.startswith("ulp=") for text in self.answers)
        for text, result, out in zip(texts, results, self.roles.get("o", results)):
            dtype, shape, steps, _, rest = _form(text)
            array = np.asarray(result)
            if array.dtype.newbyteorder("=") != dtype or array.shape != shape:
                return f"{array.dtype}{array.shape} for {dtype}{shape}"
            moved = [(a, b) for a, b, extent in zip(array.strides, () if steps == "any" else steps, shape)
                     if extent > 1 and a != b]
            if out is None and array.size and moved:
                return f"steps {array.strides} for {steps}"
            wanted = _literals(rest[1:], dtype).reshape(shape)
            if not _is_same(array, wanted, loose):
                return f"{array} for {wanted}"
        return None if texts else "no answer"


def _is_same(found, wanted, loose):
    """The same, but any NaN is any other; with `ulp=` within what numpy.test of C checks more sharply."""
    found = found.astype(wanted.dtype)
    if wanted.dtype.kind not in "fc":
        return bool((found == wanted).all())
    if loose:
        eps = np.finfo(wanted.dtype).eps * 80
        with np.errstate(all="ignore"):
            return bool(np.allclose(found, wanted, rtol=eps, atol=eps, equal_nan=True))
    part = wanted.real.dtype
    a, b = np.ascontiguousarray(found).view(part), np.ascontiguousarray(wanted).view(part)
    return bool(((a == b) | np.isnan(a) & np.isnan(b)).all())
