"""Random C functions with core dimensions: arrays of sizes that are known at run time or fixed, walked by
loops that nest, with indices that are the same for all items and others that are not, elements that are
written or left alone, and jumps between them."""

import random

from random_bodies import FLOATS, INTEGERS, LANES_HEAD, LanesBody

DTYPES = {"bool": "bool", "int8_t": "int8", "uint8_t": "uint8", "int16_t": "int16",
          "uint16_t": "uint16", "int32_t": "int32", "uint32_t": "uint32", "int64_t": "int64",
          "uint64_t": "uint64", "float": "float32", "double": "float64"}
# name, layout, C's extents, the operand's size parameters; outputs last
ARRAYS = [("p", "(n)", "[n]", ["n"]), ("q", "(m,n)", "[m][n]", ["m", "n"]),
          ("c", "(3)", "[3]", ["3"]), ("f", "(m)", None, ["m"]),
          ("o", "(n)", "[n]", ["n"]), ("w", "(m,n)", "[m][n]", ["m", "n"])]


class Core(LanesBody):
    """One function of m × n core elements."""

    def __init__(self, source, name):
        super().__init__(source, name)
        self.counters = []  # (name, size) of the loops around
        self.kinds = {array[0]: self.one(list(DTYPES)) for array in ARRAYS}

    def place(self, size):
        """An index that is inside, or None: of a loop around, of its neighbour, of an item's own."""
        if size == "3" and self.chance(0.4):
            return str(self.random.randrange(3))
        found = [name for name, of in self.counters if of == size]
        if not found:
            return None
        name = self.one(found)
        form = self.random.random()
        if form < 0.2:
            return f"{size} - 1 - {name}"
        if form < 0.35:
            known = [name for name, kind in self.readable(["int", "int8_t", "unsigned", "long"])]
            if known:
                return f"(size_t)({self.one(known)} & 15) % {size}"
        return name

    def element(self, names):
        array = self.one([array for array in ARRAYS if array[0] in names])
        places = [self.place(size) for size in array[3]]
        if None in places:
            return None
        return array[0] + "".join(f"[{place}]" for place in places), self.kinds[array[0]]

    def neighbour(self):
        """An element that is there for some rounds only: what asks is evaluated first."""
        found = [name for name, size in self.counters if size == "n"]
        if not found:
            return None
        name = self.one(found)
        whole = {array: self.kinds[array] in INTEGERS for array in "po"}
        return self.one([(f"({name} + 1 < n ? p[{name} + 1] : p[0])", whole["p"]),
                         (f"({name} > 0 && x > 0 ? o[{name} - 1] : o[{name}])", whole["o"]),
                         (f"({name} + 2 < n && p[{name} + 2] > z)", True)])

    def leaf(self):
        if not self.pending and self.counters and self.chance(0.35):
            if self.chance(0.2):
                found = self.neighbour()
                if found:
                    return found
            found = self.element("pqcfow")
            if found:
                return found[0], found[1] in INTEGERS
        return super().leaf()

    def target(self):
        if self.counters and self.chance(0.6):
            found = self.element("ow")
            if found:
                return found
        return super().target()

    def over_core(self):
        self.names += 1
        name, size = f"k{self.names}", self.one(["m", "n", "n", "3"])
        kind = self.one(["size_t", "size_t", "int"])
        head = self.one([f"for ({kind} {name} = 0; {name} < ({kind}){size}; {name}++) {{",
                         f"for ({kind} {name} = ({kind}){size}; {name}-- > 0;) {{"])
        self.line(head)
        self.fixed.add(name)
        self.counters.append((name, size))
        inner, self.loops = self.loops, self.loops + 1
        self.scopes.append([(name, kind)])
        self.block(self.random.randint(1, 3))
        self.scopes.pop()
        self.loops = inner
        self.counters.pop()
        self.line("}")

    def statement(self):
        if len(self.counters) < 2 and self.chance(0.35 if self.size < 14 else 0.1):
            self.size += 2
            self.over_core()
            return
        super().statement()

    def walk(self):
        self.line(f"if ({self.whole(2, effects=False)[0]})")
        self.line("    return;")

    def text(self):
        helper = self.helper()
        parameters = [(name, self.one(list(DTYPES))) for name in ("x", "y", "z")]
        result = self.one(list(DTYPES))
        self.scopes[0] += parameters
        self.begin()
        for _ in range(self.random.randint(1, 2)):
            self.over_core()
        for _ in range(self.random.randint(1, 3)):
            self.statement()
        self.over_core()
        self.line(f"*end = {self.whole()[0]};")
        inputs, outputs = ARRAYS[:4], ARRAYS[4:]
        c_arrays = {array[0]: self.declared(array, array in inputs) for array in ARRAYS}
        layout = ",".join([array[1] for array in inputs] + ["()"] * 3) + "->" + ",".join(
            [array[1] for array in outputs] + ["()"])
        dtypes = [self.dtype(self.kinds[array[0]], len(array[3])) for array in inputs]
        dtypes += [DTYPES[kind] for _, kind in parameters]
        dtypes += [self.dtype(self.kinds[array[0]], len(array[3])) for array in outputs]
        dtypes.append(DTYPES[result] + "[:]")
        head = ", ".join(["size_t m, size_t n", *(c_arrays[array[0]] for array in inputs),
                          *(f"{kind} {name}" for name, kind in parameters),
                          *(c_arrays[array[0]] for array in outputs), f"{result} *end"])
        return "\n".join([helper + f'WEFT_GUVECTORIZE("{layout}", "void({", ".join(dtypes)})")',
                          f"void {self.name}({head})", "{", *self.lines, "}", ""])

    @staticmethod
    def dtype(kind, rank):
        return DTYPES[kind] + "[" + ",".join(":" * rank) + "]"

    def declared(self, array, is_input):
        name, _, extents, _ = array
        text = f"{self.kinds[name]} {name}{extents}" if extents else f"{self.kinds[name]} *{name}"
        return ("const " if is_input else "") + text


def source(seed, count):
    """A file of so many functions, "cores_SEED_0" and so on."""
    bodies = [Core(random.Random(77000 + 1000 * seed + i), f"cores_{seed}_{i}").text()
              for i in range(count)]
    return LANES_HEAD + "\n" + "\n".join(bodies)


assert set(DTYPES) <= set(INTEGERS + FLOATS)
