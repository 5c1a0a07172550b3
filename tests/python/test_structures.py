"""Structures as operands, by random ones: what C itself does with them, by ctypes, is what Weft's functions must do.
And text as an operand."""
import ctypes
import os
import random
import subprocess

import numpy as np
import pytest

import weft

SCALARS = {  # C's name: ctypes' and NumPy's
    "signed char": (ctypes.c_byte, np.int8), "unsigned short": (ctypes.c_ushort, np.uint16),
    "int": (ctypes.c_int, np.int32), "unsigned": (ctypes.c_uint, np.uint32),
    "long": (ctypes.c_long, np.int64), "float": (ctypes.c_float, np.float32),
    "double": (ctypes.c_double, np.float64), "_Bool": (ctypes.c_bool, np.bool_)}


class Struct:
    """A structure with random members; `members`: (name, C type or Struct, extents)."""

    def __init__(self, chance, name, depth):
        self.name = f"struct {name}"
        self.members = []
        uniform = chance.random() < 0.3 and chance.choice(list(SCALARS))
        for i in range(chance.randrange(1, 5)):
            kind = uniform or chance.choice(list(SCALARS))
            if depth and chance.random() < 0.4:
                kind = Struct(chance, f"{name}{i}", depth - 1)
            extents = [chance.randrange(1, 4) for _ in range(chance.choice([0, 0, 0, 1, 1, 2]))]
            self.members.append((f"m{i}", kind, extents))
        fields = []
        for member, kind, extents in self.members:
            made = kind.ctype if isinstance(kind, Struct) else SCALARS[kind][0]
            for extent in reversed(extents):
                made = made * extent
            fields.append((member, made))
        self.ctype = type(name, (ctypes.Structure,), {"_fields_": fields})

    def definition(self):
        inner = "".join(kind.definition() for _, kind, _ in self.members if isinstance(kind, Struct))
        lines = "".join(
            f"{kind.name if isinstance(kind, Struct) else kind} {member}{''.join(f'[{n}]' for n in extents)}; "
            for member, kind, extents in self.members)
        return f"{inner}{self.name} {{ {lines}}};\n"

    def leaves(self, path=""):
        """The numbers in their order: the C expression behind the structure's name, and the type."""
        for member, kind, extents in self.members:
            for index in np.ndindex(*extents):
                place = f"{path}.{member}{''.join(f'[{i}]' for i in index)}"
                if isinstance(kind, Struct):
                    yield from kind.leaves(place)
                else:
                    yield place, kind

    def is_row(self):
        kinds = [kind for _, kind in self.leaves()]
        size = sum(ctypes.sizeof(SCALARS[kind][0]) for kind in kinds)
        return len(set(kinds)) == 1 and size == ctypes.sizeof(self.ctype)

    def operands(self, name, shape=(), path=""):
        """What the documentation says of the operands: a name, core dimensions, a dtype, and by element the path."""
        if self.is_row():
            paths = np.empty((*shape, len(list(self.leaves()))), object)
            for index in np.ndindex(*shape):
                for k, (place, kind) in enumerate(self.leaves()):
                    paths[(*index, k)] = path.format(*index) + place
            yield name, paths, SCALARS[kind][1]
            return
        for member, kind, extents in self.members:
            whole = (*shape, *extents)
            place = f"{path}.{member}" + "".join(f"[{{{len(shape) + i}}}]" for i in range(len(extents)))
            if isinstance(kind, Struct):
                yield from kind.operands(f"{name}_{member}", whole, place)
                continue
            paths = np.empty(whole, object)
            for index in np.ndindex(*whole):
                paths[index] = place.format(*index)
            yield f"{name}_{member}", paths, SCALARS[kind][1]


def get(record, path):
    return eval(f"record{path}", {"record": record})


def put(record, path, value):
    exec(f"record{path} = value", {"record": record, "value": value})


def body(struct):
    """C that turns the numbers of one type round, and the sum of all."""
    places = {}
    for place, kind in struct.leaves():
        places.setdefault(kind, []).append(place)
    turn = "".join(f"{{ {kind} first = s{of[0]}; "
                   + "".join(f"s{a} = s{b}; " for a, b in zip(of, of[1:])) + f"s{of[-1]} = first; }} "
                   for kind, of in places.items()).replace("s.", "s->")
    total = " + ".join(f"{i + 1} * (double)s{place}" for i, (place, _) in enumerate(struct.leaves()))
    made = "".join(f"s->{place[1:]} = x + {i}; " for i, (place, _) in enumerate(struct.leaves()))
    return turn, total, made


def source(struct):
    turn, total, made = body(struct)
    return f"""double s_by_value({struct.name} s, double x) {{ return x + {total}; }}
double s_by_pointer(const {struct.name} *s) {{ return {total.replace('s.', 's->')}; }}
void s_update({struct.name} *s) {{ {turn}}}
void s_make(int x, {struct.name} *s) {{ {made}}}
"""


def header(struct):
    return struct.definition() + "".join(line.split(" {")[0] + ";\n" for line in source(struct).splitlines())


def draw(chance, dtype, shape):
    return np.array([chance.randrange(100 if dtype != np.bool_ else 2) for _ in range(int(np.prod(shape)))],
                    dtype).reshape(shape)


STRINGS = """#include <weft/annotate.h>
#include <stdint.h>
WEFT_GUVECTORIZE("(4),()->()")
double fixed_sum(const char *text, double x)
{
    for (int i = 0; text[i]; i++)
        x = 256 * x + (unsigned char)text[i];
    return x;
}
WEFT_GUVECTORIZE()
int64_t any_length(size_t n, const int8_t text[n])
{
    int64_t length = 0;
    while (text[length])
        length++;
    return length;
}
WEFT_GUVECTORIZE()
int64_t not_text(size_t n, const int32_t x[n]) { return (int64_t)n; }
"""


@pytest.fixture(name="strings", scope="module")
def compiled_strings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("strings")
    (folder / "strings.c").write_text(STRINGS)
    subprocess.run([os.environ["WEFT_TOOL"], "build", "strings.c", "-o", "strings.so", "--targets=cpu", "--isa=native"], cwd=folder,
                   check=True)
    return weft.load(folder / "strings.so")


@pytest.mark.parametrize("text", [
    "", "km", b"km", "é", np.str_("abc"), np.bytes_(b"ab"), ["a", "bcd", "kmkm"], ("a", "b"), [["a"], ["bc"]],
    np.array(["a", "", "xyz"]), np.array([[b"ab"], [b"c"]]), np.array(["abcd", "q", "x"])[::-2],
    np.array(["ab", "é"], np.dtypes.StringDType()), np.array(["ab", "c"], object), np.array([], "U3"),
    np.array("abc", ">U3"), b"ab\0\0\0\0"])
def test_text(strings, text):
    array = np.asarray(text)
    bytes_of = np.vectorize(lambda one: int.from_bytes(one.encode() if isinstance(one, str) else one), [float])
    length_of = np.vectorize(lambda one: len(one.encode() if isinstance(one, str) else one), [int])
    plain = array.astype(object) if array.dtype.kind == "T" else array
    sums, lengths = strings.fixed_sum(text, 0.0), strings.any_length(text)
    assert np.array_equal(sums, bytes_of(plain)) and np.array_equal(lengths, length_of(plain))
    assert np.shape(sums) == np.shape(lengths) == array.shape
    rows = strings.fixed_sum(np.array([65, 66, 0, 0], np.int8), 0.0)
    assert rows == strings.fixed_sum("AB", 0.0) == 65 * 256 + 66


@pytest.mark.parametrize("text", ["kilometre", b"12345", ["a", "toolong"], "ééé", np.array(["12345"]), "a\0b", b"\0a"])
def test_text_that_does_not_fit(strings, text):
    with pytest.raises(ValueError, match=r"fixed_sum: operand 0 \(text\) has the text b.* (of \d+ bytes; 4 are "
                                         r"possible|which has a 0 inside)"):
        strings.fixed_sum(text, 0.0)


def test_text_where_none_is_wanted(strings):
    for function, arguments in ((strings.not_text, ("ab",)), (strings.fixed_sum, ("ab", "cd")),
                                (strings.fixed_sum, (1.5, 0.0)), (strings.fixed_sum, ([1, "a", None], 0.0)),
                                (strings.any_length, (np.array([1, "a"], object),))):
        with pytest.raises(TypeError):
            function(*arguments)
    with pytest.raises(TypeError):
        strings.any_length(np.zeros(3), out=np.array("ab"))


@pytest.mark.parametrize("how", ["carried", "linked"])
@pytest.mark.parametrize("seed", range(6))
def test_random_structures(tmp_path, seed, how):
    tool, chance = os.environ["WEFT_TOOL"], random.Random(seed)
    own = f"s{seed}"  # the loader takes libraries of one name for one
    struct = Struct(chance, "s", 2)
    (tmp_path / "lib.h").write_text(header(struct))
    (tmp_path / "lib.c").write_text('#include "lib.h"\n' + source(struct))

    def call(*arguments):
        done = subprocess.run([*arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr + header(struct)

    call(os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O2", "lib.c", "-o", f"lib{own}.so")
    call(tool, "annotate", "lib.h", "--source=lib.c", "--strip-prefix=s_", "-o", "mine.c")
    link = ["--source=lib.c"] if how == "carried" else ["-L.", f"-l{own}", "--", f"-Wl,-rpath,{tmp_path}"]
    call(tool, "build", "mine.c", "-o", "mine.so", "--targets=cpu,parallel", "--isa=native", *link)
    functions, library = weft.load(tmp_path / "mine.so"), ctypes.CDLL(str(tmp_path / f"lib{own}.so"))
    library.s_by_value.restype = library.s_by_pointer.restype = ctypes.c_double
    operands = list(struct.operands("s"))
    count = 7
    arrays = {name: draw(chance, dtype, (count, *paths.shape)) for name, paths, dtype in operands}

    def records():
        made = [struct.ctype() for _ in range(count)]
        for name, paths, _ in operands:
            for i, record in enumerate(made):
                for index in np.ndindex(*paths.shape):
                    put(record, paths[index], arrays[name][(i, *index)].item())
        return made

    def check(results, made):
        results = results if len(operands) > 1 else [results]
        for (name, paths, dtype), result in zip(operands, results, strict=True):
            assert result.dtype == dtype and result.shape == (len(made), *paths.shape), name
            for i, record in enumerate(made):
                for index in np.ndindex(*paths.shape):
                    assert result[(i, *index)] == get(record, paths[index]), (name, i, index)

    x = np.arange(count) * 0.5
    expected = [library.s_by_value(record, ctypes.c_double(value)) for record, value in zip(records(), x)]
    assert functions.by_value(*arrays.values(), x).tolist() == expected
    expected = [library.s_by_pointer(ctypes.byref(record)) for record in records()]
    assert functions.by_pointer(*arrays.values()).tolist() == expected
    updated = records()
    for record in updated:
        library.s_update(ctypes.byref(record))
    check(functions.update(*arrays.values()), updated)
    made = [struct.ctype() for _ in range(count)]
    for i, record in enumerate(made):
        library.s_make(i, ctypes.byref(record))
    check(functions.make(np.arange(count, dtype=np.int32)), made)
