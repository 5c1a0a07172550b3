"""How a case is written: the notation that README.md describes and reader.c reads."""
import numpy as np

DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
          "float16", "float32", "float64", "complex64", "complex128"]
INTEGERS = DTYPES[1:9]
REALS = DTYPES[9:12]
COMPLEX = DTYPES[12:]


def memory_of(array):
    """The array at the end of a chain of views."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def address(array):
    return array.__array_interface__["data"][0]


def real_literal(value, dtype):
    """The shortest text that reads back as this number, exactly."""
    if np.isnan(value):
        return "nan"
    if np.isinf(value):
        return "-inf" if value < 0 else "inf"
    wide = float(value)
    is_far = abs(wide) >= 1e7 or 0 < abs(wide) < 1e-4
    text = (np.format_float_scientific(value, trim="-") if is_far
            else np.format_float_positional(value, trim="-"))
    return text if dtype.type(float(text)) == value else wide.hex()


def literals(array):
    """The elements in C order, `v*n` for n equal ones in a row; complex ones as two numbers."""
    kind = array.dtype.kind
    native = array.astype(array.dtype.newbyteorder("=")).ravel(order="C")
    if kind == "c":
        native = native.view(np.float32 if native.dtype.itemsize == 8 else np.float64)
        kind = "f"
    if kind == "f":
        texts = [real_literal(value, native.dtype) for value in native]
    else:
        texts = [str(int(value)) for value in native]
    runs = []
    for text in texts:
        if runs and runs[-1][0] == text:
            runs[-1][1] += 1
        else:
            runs.append([text, 1])
    return ",".join(text if count == 1 else f"{text},{text}" if count == 2 else f"{text}*{count}"
                    for text, count in runs)


def numbers(values):
    return ",".join(str(int(value)) for value in values)


def lies_in_c_order(array):
    """Whether the steps are those of C order, those of axes of size 1 aside."""
    step = array.itemsize
    for extent, actual in zip(reversed(array.shape), reversed(array.strides)):
        if extent != 1 and actual != step:
            return array.size == 0
        step *= extent
    return True


def form(array, steps):
    """dtype[shape]{steps}: the steps only where they are not those of C order."""
    text = f"{array.dtype.newbyteorder('=').name}[{numbers(array.shape)}]"
    if steps == "any":
        return text + "{*}"
    if steps and not lies_in_c_order(array):
        text += "{" + numbers(array.strides) + "}"
    return text


def full_form(array):
    """The same with the steps of every axis, as an operand has them, and the byte order."""
    packed = []
    step = array.itemsize
    for extent in reversed(array.shape):
        packed.insert(0, step)
        step *= extent
    text = f"{array.dtype.newbyteorder('=').name}[{numbers(array.shape)}]"
    if list(array.strides) != packed:
        text += "{" + numbers(array.strides) + "}"
    return text + ("" if array.dtype.isnative else "~")


def lowest_address(array):
    return address(array) + sum(min(0, (extent - 1) * step)
                                for extent, step in zip(array.shape, array.strides)
                                if array.size)


def weak(value):
    """A scalar of Python, which has no dtype of its own."""
    if isinstance(value, int):
        return f"int={value}"
    if isinstance(value, float):
        return f"float={real_literal(np.float64(value), np.dtype(np.float64))}"
    return f"complex={literals(np.array([value], np.complex128))}"


def operands(roles):
    """The tokens of (role, operand) pairs; operands of one memory follow a token `m` of it."""
    memories = {}
    roles = [(role, np.asarray(value) if isinstance(value, np.generic) else value)
             for role, value in roles]  # what NumPy makes of arrays of rank 0
    for _, value in roles:
        if isinstance(value, np.ndarray):
            memories.setdefault(id(memory_of(value)), []).append(value)
    places, tokens = {}, []
    for role, value in roles:
        if value is None:
            tokens.append(f"{role}:?")
        elif not isinstance(value, np.ndarray):
            tokens.append(f"{role}:{weak(value)}")
        else:
            memory = memory_of(value)
            if len(memories[id(memory)]) > 1:
                if id(memory) not in places:
                    places[id(memory)] = len(tokens)
                    tokens.append(f"m:{full_form(memory)}={literals(memory)}")
                tokens.append(f"{role}:{full_form(value)}@{places[id(memory)]}"
                              f"{address(value) - address(memory):+d}")
                continue
            shift = lowest_address(value) % 16 if value.size else 0
            if shift % value.dtype.alignment == 0:
                shift = 0
            tokens.append(f"{role}:{full_form(value)}{f'+{shift}' if shift else ''}"
                          f"={literals(value)}")
    return tokens
