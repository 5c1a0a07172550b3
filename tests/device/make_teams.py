#!/usr/bin/env python3
"""Writes functions whose walks a team of threads may share, each twice: `f` is reorderable, `f_in_order` is not. Results
are whole numbers, the same in any order, but for the few that the file itself has.

    make_teams.py FILE [SEED [COUNT]]
"""
import random
import sys

HEAD = '''/* Written by make_teams.py. */
#include <weft/annotate.h>

#include <stdint.h>
#include <tgmath.h>

WEFT_TYPEVAR(T);
'''

# Name, layout, prototypes, function. Of PLAIN ones results are rounded.
PLAIN = [
    ("softmax", "(n)->(n)", ["void({0}[:], {0}[:])"], ["float32", "float64"], '''
void NAME(size_t n, const T x[n], T y[n])
{
    T most = -INFINITY, sum = 0;
    for (size_t i = 0; i < n; i++)
        most = isless(x[i], most) ? most : x[i];
    for (size_t i = 0; i < n; i++)
        sum += y[i] = exp(x[i] - most);
    for (size_t i = 0; i < n; i++)
        y[i] /= sum;
}'''),
    ("layer_norm", "(n),(n),()->(n)", ["void({0}[:], {0}[:], {0}, {0}[:])"], ["float32", "float64"], '''
void NAME(int64_t n, const T x[n], const T gain[n], T epsilon, T y[n])
{
    T sum = 0, squares = 0, mean;
    int64_t i;
    for (i = 0; i < n; i++) /* ) of all */
        sum += x[i];
    mean = sum / (T)n;
    for (i = 0; i < n; i++) {
        T distance = x[i] - mean;
        squares += distance * distance;
    }
    for (i = 0; i < n; i++)
        y[i] = (x[i] - mean) / sqrt(squares / (T)n + (epsilon * epsilon + 1)) * gain[i];
}'''),
    ("roots", "(m,n)->(m)", ["void({0}[:,:], {0}[:])"], ["float32", "float64"], '''
void NAME(int64_t m, int64_t n, const T a[m][n], T norms[m])
{
    for (int64_t k = 0; k < m; k++) {
        T sum = 0;
        for (int64_t i = 0; i < n; i++)
            sum += a[k][i] * a[k][i];
        norms[k] = sqrt(sum);
    }
}'''),
    ("mean_of_halves", "(n)->()", ["{0}({0}[:])"], ["float16", "bfloat16"], '''
float NAME(int64_t n, const float a[n])
{
    float sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += a[i];
    return n > 0 ? sum / (float)n : 0;
}'''),
]
NUMBERS = ["int32", "float64"]
EXACT = [
    ("first_largest", "(n)->(),()", ["void({0}[:], int64[:], {0}[:])"], ["int8", "float32"], '''
void NAME(size_t n, const T x[n], int64_t *at, T *most)
{
    int64_t place = -1;
    T found = 0;
    for (size_t i = 0; i < n; i++)
        if (place < 0 || (found == found && (x[i] != x[i] || x[i] > found))) {
            place = (int64_t)i;
            found = x[i];
        }
    *at = place;
    *most = found;
}'''),
    ("last_least", "(n)->(),()", ["void({0}[:], int64[:], {0}[:])"], ["int32", "float64"], '''
void NAME(int32_t n, const T x[n], int64_t *at, T *least)
{
    T found = n > 0 ? x[0] : 0;
    int32_t place = 0;
    for (int32_t i = 1; i < n; i++) {
        T next = x[i];
        if (next <= found) {
            found = next;
            place = i;
        }
    }
    *at = place;
    *least = found;
}'''),
    ("columns", "(m,n)->(n)", ["void({0}[:,:], {0}[:])"], NUMBERS, '''
void NAME(int64_t m, int64_t n, const T a[m][n], T sums[n])
{
    for (int64_t k = 0; k < n; k++) {
        T sum = 0;
        for (int64_t i = 0; i < m; i++)
            sum += a[i][k];
        sums[k] = sum;
    }
}'''),
    ("centred", "(m,n)->(m,n),(m)", ["void({0}[:,:], {0}[:,:], {0}[:])"], NUMBERS, '''
void NAME(int64_t m, int64_t n, const T a[m][n], T b[m][n], T sums[m])
{
    for (int64_t k = 0; k < m; k++) {
        T sum = 0;
        for (int64_t i = 0; i < n; i++)
            sum += b[k][i] = a[k][i] * 2;
        for (int64_t i = 0; i < n; i++)
            b[k][i] = b[k][i] * 3 - sum;
        sums[k] = sum;
    }
}'''),
    ("bits", "(n)->(),(),()", ["void({0}[:], {0}[:], {0}[:], {0}[:])"], ["int16", "uint64"], '''
void NAME(int64_t n, const T x[n], T *all, T *any, T *odd)
{
    T a = (T)-1, b = 0, c = 0;
    for (int64_t i = 0; i < n; i++) {
        a &= x[i];
        b |= x[i];
        c = c ^ x[i];
    }
    *all = a;
    *any = b;
    *odd = c;
}'''),
    ("complex_sum", "(n),()->()", ["{0}({0}[:], {0})"], ["complex64", "complex128"], '''
T NAME(int64_t n, const T x[n], T by)
{
    T sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[i] * by;
    return sum;
}'''),
    ("signs", "(n)->(),(),()", ["void({0}[:], int64[:], int64[:], {0}[:])"], ["int64", "float64"], '''
void NAME(int64_t n, const T x[n], int64_t *above, int64_t *twos, T *least)
{
    int64_t count = 0, others = 0;
    T found = 100;
    for (int64_t i = 0; i < n; i++) {
        if (x[i] > 0)
            count++;
        else if (x[i] == -2)
            others += 2;
        if (x[i] < found)
            found = x[i];
    }
    *above = count;
    *twos = others;
    *least = found;
}'''),
]


class Body:
    """A random function of (n),(n),()->(n),() whose numbers stay small, but where they wrap."""

    def __init__(self, rng):
        self.rng, self.lines, self.done, self.count, self.written = rng, [], [], 0, False

    def element(self):
        known = ["x[i]", "a[i]", "by", str(self.rng.randrange(1, 4))] + (["y[i]"] if self.written else [])
        known += [f"(T)({self.rng.choice(self.done)} & 3)" for _ in self.done[:1]]
        return self.rng.choice(known)

    def expression(self):
        text = self.element()
        for _ in range(self.rng.randrange(3)):
            text = f"({text} {self.rng.choice('+-')} {self.element()})"
        return f"({self.element()} * {self.element()} + {text})" if self.rng.random() < .3 else text

    def fresh(self, start, kind="T"):
        self.count += 1
        name = f"v{self.count}"
        self.lines.append(f"    {kind} {name} = {start};")
        return name

    def sum(self):
        name = self.fresh(self.rng.choice(["0", "by", "3"]))
        new = self.expression()
        update = self.rng.choice([f"{name} += {new};", f"{name} -= {new};", f"{name} = {new} + {name};",
                                  f"{name}++;", f"if ({self.element()} > {self.element()})\n            {name} += {new};"])
        return update, name, "T"

    def count_(self):
        name = self.fresh("0", "int64_t")
        return f"{name} += {self.element()} < {self.element()};", name, "int64_t"

    def pick(self):
        name = self.fresh(self.rng.choice(["x0", "0", "by"]))
        new, op = self.element(), self.rng.choice(["<", ">", "<=", ">="])
        return self.rng.choice([f"{name} = {new} {op} {name} ? {new} : {name};",
                                f"if ({name} {op} {new})\n            {name} = {new};"]), name, "T"

    def place(self):
        place, found = self.fresh("-1", "int64_t"), self.fresh("0")
        op = self.rng.choice(["<", ">", ">=", "<="])
        new = self.rng.choice(["x[i]", "a[i]"])
        return (f"if ({place} < 0 || {new} {op} {found}) {{\n            {found} = {new};\n            {place} = i;\n"
                "        }"), place, "int64_t"

    def write(self):
        op = self.rng.choice(["=", "+="]) if self.written else "="
        text = f"y[i] {op} {self.expression()};"
        self.written = True
        return text, None, None

    def walk(self, must_write):
        found, inner = [], []
        kinds = [self.sum, self.sum, self.count_, self.pick, self.place, self.write]
        for make in ([self.write] if must_write else []) + self.rng.choices(kinds, k=self.rng.randrange(1, 4)):
            line, name, kind = make()
            inner.append(line)
            if name:
                found.append((name, kind))
        first = 0 if must_write or self.rng.random() < .8 else 1
        block = len(inner) > 1 or self.rng.random() < .5
        self.lines.append(f"    for (int64_t i = {first}; i < n; i++)" + (" {" if block else ""))
        self.lines += ["        " + line for line in inner]
        if block:
            self.lines.append("    }")
        for name, kind in found:
            whole = self.fresh(f"(int64_t){name}", "int64_t") if kind == "T" else name
            self.done.append(whole)
            self.lines.append(f"    result += (T){whole};")

    def text(self):
        self.lines.append("    T result = 0, x0 = n > 0 ? x[0] : 0;")
        written = self.rng.randrange(3)
        for k in range(3):
            if self.rng.random() < .2:
                self.lines.append(f"    if (by > {self.rng.randrange(3)})\n        result += by;")
            self.walk(k == 0 if written else k == 0)
        return ("\nvoid NAME(int64_t n, const T x[n], const T a[n], T by, T y[n], T *out)\n{\n" + "\n".join(self.lines) +
                "\n    *out = result;\n}")


def write(out, name, layout, prototypes, dtypes, text):
    lines = ", ".join(f'"{p.format(d)}"' for d in dtypes for p in prototypes)
    for suffix, option in (("", "WEFT_OPTIONS(reorderable)\n"), ("_in_order", "")):
        out.write(f'\n{option}WEFT_GUVECTORIZE("{layout}", {lines})' + text.replace("NAME", name + suffix) + "\n")


def main():
    path, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    rng = random.Random(seed)
    with open(path, "w") as out:
        out.write(HEAD)
        for one in PLAIN + EXACT:
            write(out, *one)
        for k in range(int(sys.argv[3]) if len(sys.argv) > 3 else 10):
            write(out, f"random_{k}", "(n),(n),()->(n),()", ["void({0}[:], {0}[:], {0}, {0}[:], {0}[:])"],
                  [rng.choice(["int32", "int64", "float64"])], Body(rng).text())


main()
