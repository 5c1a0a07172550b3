#!/usr/bin/env python3
"""Writes random nests of two parallel loops around one in order: products, distances and what else has the form, in
many spellings and orders of the loops, with sums in variables or in the results; some of them are nearly such; and of one parallel
loop whose rounds go side by side through loops in order; and of several such loops in steps, which read what other rounds made in
those before. Behind #ifdef NESTS_CALLS, the calls that the test compares with.

    make_nests.py NESTS.c COUNT [SEED]
"""

import pathlib
import random
import re
import sys

HEAD = """/* Made by make_nests.py: random nests. */
#include <weft/annotate.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
"""
DTYPES = {"float32": "float", "float64": "double", "int32": "int", "int64": "int64_t", "int16": "int16_t", "uint8": "uint8_t",
          "uint32": "unsigned"}
# What functions may call what is here a letter: what generated text around them may call something else.
NAMES = ["v", "i", "j", "k", "l", "r", "t", "b", "x", "to", "at", "first", "some", "count", "wide", "high", "step", "steps", "args", "data",
         "dimensions", "row", "column", "from", "gap", "lanes", "own", "now", "text", "made", "m1", "t1", "x_", "mask", "item", "items", "room"]


class Nest:
    """One function. A(i, k), B(k, j), u(i), v(j), w(k), c -> C(i, j), D(i, j); a letter's axes may be swapped."""

    def __init__(self, pick, number):
        self.pick, self.name, self.number = pick, "nest%d" % number, number
        self.strict = pick.random() < 0.5
        state = pick.choice(["float32", "float32", "float64", "int32", "int64", "uint32"])
        self.state = state
        self.left = pick.choice([state] * 4 + (["int16", "uint8"] if "32" in state else ["int32", "float32"]))
        self.right = pick.choice([self.left] * 3 + [state])
        self.out = pick.choice([state] * 5 + ["float64"])
        self.real = state[0] == "f"
        self.swapped = {letter: pick.random() < 0.5 for letter in "ABC"}
        self.swapped["D"] = self.swapped["C"]
        self.flat = pick.random() < 0.25
        self.two = pick.random() < 0.3 or number < 16
        self.kept = False
        self.order = pick.choice([None, "ijk", "ikj", "ikj", "kij", "jki", "jik", "kji"]) if number >= 16 else None
        if self.order:
            self.out = state

    # ---- elements ----

    def at(self, letter):
        axes = {"A": ("i", "m", "k", "n"), "B": ("k", "n", "j", "p"), "C": ("i", "m", "j", "p"), "D": ("i", "m", "j", "p")}
        if letter in "uvw":
            return "%s[%s]" % (letter, {"u": "i", "v": "j", "w": "k"}[letter])
        first, _, second, length = axes[letter]
        if self.swapped[letter]:
            first, second, length = second, first, axes[letter][1]
        if self.flat:
            return "%s[(size_t)%s * %s + (size_t)%s]" % (letter, first, length, second)
        return "%s[%s][%s]" % (letter, first, second)

    def sizes(self, letter):
        pair = {"A": ("m", "n"), "B": ("n", "p"), "C": ("m", "p"), "D": ("m", "p")}[letter]
        return pair[::-1] if self.swapped[letter] else pair

    def parameter(self, letter, dtype):
        const = "" if letter in "CD" else "const "
        if letter in "uvw":
            return "const %s %s[%s]" % (DTYPES[dtype], letter, {"u": "m", "v": "p", "w": "n"}[letter])
        if self.flat:
            return "%s%s *%s" % (const, DTYPES[dtype], letter)
        return "%s%s %s[%s][%s]" % (const, DTYPES[dtype], letter, *self.sizes(letter))

    # ---- statements ----

    def term(self):
        a, b = self.at("A"), self.at("B")
        terms = ["%s * %s" % (a, b), "%s - %s" % (a, b), "%s * %s * %s" % (a, a, b), "%s + %s" % (b, a), "%s * %s * w[k]" % (a, b),
                 "(%s - %s) * (%s - %s)" % (a, b, a, b), "u[i] * %s + %s" % (b, a), "%s * v[j]" % a, "%s + c" % b, "w[k] * %s" % b]
        if self.real:
            terms += ["fabs(%s - %s)" % (a, b), "%s(%s, %s, u[i])" % ("fma" if self.state == "float64" else "fmaf", a, b),
                      "fmax(%s, %s)" % (a, b)]
            if self.strict:
                terms += ["(%s + 0.3f) * (%s - 0.7f)" % (a, b), "sqrt(fabs(%s)) * %s" % (a, b), "%s / (%s * %s + 1)" % (a, b, b)]
        return self.pick.choice(terms)

    def step(self):
        t, term, pick = DTYPES[self.state], self.term(), self.pick
        a, b = self.at("A"), self.at("B")
        kinds = ["s += %s;" % term, "%s d = (%s)(%s); s += d;" % (t, t, term), "s = s + %s;" % term, "s -= %s;" % term,
                 "if (%s > %s) s += %s;" % (a, b, term), "s += %s < 0 ? -1 : %s;" % (a, term),
                 "%s d = (%s)(%s); if (d < s) s = d;" % (t, t, term), "%s d = (%s)(%s); s = d > s ? d : s;" % (t, t, term),
                 "if (%s == 0) continue; s += %s;" % (a, a), "if (%s < 1) { s += w[k]; continue; } s += %s;" % (b, term),
                 "if (%s > 0) { if (%s > 0) continue; s += u[i]; } s += %s;" % (a, b, term), "s += (%s)(k & 3) * %s;" % (t, b), "s += i == j ? %s : 1;" % b,
                 "s += i > k ? %s : w[k];" % b]
        if self.real and self.strict:
            kinds += ["s = s * 0.75f + %s;" % term, "s = (s + %s) / (1 + fabs(s));" % term]
        if self.real:
            kinds += ["s = %s(%s, %s, s);" % ("fma" if self.state == "float64" else "fmaf", a, b), "s = fmin(s, %s);" % term]
        step = kinds[self.number] if self.number < len(kinds) else pick.choice(kinds) # each once, of two variables
        if self.two and self.order:
            step += " " + pick.choice(["q += %s;" % b, "q = q < %s ? %s : q;" % (a, a), "if (%s > 1) q = s;" % b])
        elif self.two:
            step += " " + pick.choice(["q += %s;" % b, "if (%s > q) { q = %s; at = k; }" % (b, b), "q = q < %s ? %s : q;" % (a, a),
                                       "q += s;" if self.strict or not self.real else "q += %s;" % a])
        return step

    def finish(self):
        t, pick, store = DTYPES[self.out], self.pick, self.at("C")
        values = ["s", "s * c", "s + v[j]", "s * u[i]", "s > 0 ? s : 0", "-s", "s + %s" % ("q" if self.two else "1"), "s * scale"]
        if self.real:
            values += ["sqrt(fabs(s))", "fmax(s, 0)"]
        value = pick.choice(values)
        kind = pick.randrange(8)
        other = " %s = (%s)(%s);" % (self.at("D"), t, pick.choice(["q", "q + s", "(%s)at" % t]) if self.two else "c")
        if kind == 0:
            self.kept = True
            return "%s += (%s)(%s);%s" % (store, t, value, other)
        if kind == 1:
            self.kept = True
            return "if (s > 0) %s = (%s)(%s);%s" % (store, t, value, other)
        if kind == 2:
            return "if (s > u[i]) s = 0; %s = (%s)(%s);%s" % (store, t, value, other)
        return "%s = (%s)(%s);%s" % (store, t, value, other)

    def loop(self, counter, size):
        kind = self.pick.choice(["size_t"] * 3 + ["int", "int", "unsigned", "int64_t", "short"])
        begin, end = "0", size if kind == "size_t" else "(%s)%s" % (kind, size)
        if self.pick.random() < (0.01 if self.order else 0.08):
            begin = "1"
        if counter in self.outside:
            return "for (%s = %s; %s < %s; %s++)" % (counter, begin, counter, size, counter)
        if self.pick.random() < 0.06:
            return "for (%s %s = %s; %s <= %s - 1; %s++)" % ("int64_t", counter, begin, counter, "(int64_t)" + size, counter)
        return "for (%s %s = %s; %s < %s; %s++)" % (kind, counter, begin, counter, end, counter)

    # ---- sums that are elements of the results ----

    def around(self, order, statement):
        """Loops around a statement, with what may stand between them."""
        text = statement
        for place in range(len(order) - 1, -1, -1):
            text = "%s { %s }" % (self.loop(order[place], {"i": "m", "j": "p", "k": "n"}[order[place]]), text)
            if {"i", "k"} == set(order[:place]) and self.pick.random() < 0.4:
                text = self.between(text)
        return text

    def between(self, text):
        a, t = self.at("A"), DTYPES[self.left]
        return self.pick.choice(["const %s h = %s; %s" % (t, a, text.replace(a, "h")), "if (%s < -1) continue; %s" % (a, text),
                                 "%s h; h = %s; %s" % (t, a, text.replace(a, "h"))])

    def stored(self, text):
        """s and q as elements."""
        return re.sub(r"\bs\b", self.at("C"), re.sub(r"\bq\b", self.at("D"), text))

    def ordered(self, step):
        pick, order, t = self.pick, self.order, DTYPES[self.state]
        start = "s = (%s)(%s);" % (t, pick.choice(["0", "0", "1", "u[i]", "v[j]", "c", "(%s)j" % t]))
        finish = pick.choice(["", "s = s * c;", "s += v[j];", "if (s > 0) s = u[i];", "s = s < 0 ? -s : s + scale;", "s *= scale;"])
        if self.two:
            start, finish = start + " q = (%s)-3;" % t, finish + pick.choice(["", " q = q + s;"])
        elif pick.random() < 0.7:
            finish += " %s = s + c;" % self.at("D")
        start, step, finish = self.stored(start), self.stored(step), self.stored(finish)
        kind = pick.randrange(8)
        if kind < 2 and order[2] == "k":
            return self.around(order[:2], "%s %s %s" % (start, self.around("k", step), finish))
        if kind < 5 and order[0] != "k":
            other = "j" if order[0] == "i" else "i"
            rest = self.around(order, step)
            head = rest[:rest.index("{")]
            return "%s{ %s %s %s" % (head, self.around(other, start), rest[len(head) + 1:-1], self.around(other, finish) + " }")
        sides = [pick.choice(["ij", "ji"]) for _ in range(2)]
        return "%s %s %s" % ("" if kind == 7 else self.around(sides[0], start), self.around(order, step),
                             self.around(sides[1], finish) if finish else "")

    def text(self):
        pick, t = self.pick, DTYPES[self.state]
        self.outside = "ijk" if pick.random() < 0.2 else ""
        start = pick.choice(["0", "0", "0", "1", "u[i]", "v[j]", "c", "(%s)j" % t, self.at("C") if self.out == self.state else "2"])
        self.kept |= start == self.at("C")
        declared = "%s s = (%s)(%s);" % (t, t, start)
        before, hoisted = "%s scale = c + 1;" % t, ""
        if pick.random() < 0.2:
            before, declared = before + " %s s;" % t, "s = (%s)(%s);" % (t, start)
        if pick.random() < 0.2:
            hoisted, declared = "%s h = (%s)(u[i] + 1);" % (t, t), declared + " s += h;"
        if self.two:
            declared += " %s q = (%s)-3; size_t at = 0; (void)at;" % (t, t)
        outer, inner = ("i", "m"), ("j", "p")
        if not hoisted and pick.random() < 0.3:
            outer, inner = inner, outer
        if self.outside:
            before += " size_t i, j, k;"
        step, finish = self.step(), self.finish()
        ordered = self.ordered(step) if self.order else ""
        nest = "%s { %s %s { %s %s { %s } %s } }" % (self.loop(*outer), hoisted, self.loop(*inner), declared, self.loop("k", "n"),
                                                   step, finish)
        nest = ordered or nest
        near = pick.random()
        if near < 0.03:
            nest = nest.replace("; k++)", "; k += 2)")
        elif near < 0.06:
            known = not self.order or self.order.index("i") < self.order.index("k")
            nest = nest.replace("; k < ", "; k <= %s && k < " % ("i" if known else "(int)m - 2"))
        dtypes = {"A": self.left, "B": self.right, "u": self.left, "v": self.left, "w": self.right, "C": self.out, "D": self.out}
        parameters = ["size_t m", "size_t n", "size_t p"] + [self.parameter(x, dtypes[x]) for x in "ABuvw"]
        parameters += ["%s c" % t] + [self.parameter(x, dtypes[x]) for x in "CD"]
        layout = "(%s),(%s),(m),(p),(n),()->(%s),(%s)" % tuple(",".join(self.sizes(x)) for x in "ABCD")
        prototype = "void(%s)" % ", ".join(
            ["%s[:,:]" % dtypes[x] for x in "AB"] + ["%s[:]" % dtypes[x] for x in "uvw"] + [self.state]
            + ["%s[:,:]" % dtypes[x] for x in "CD"])
        return '\nWEFT_GUVECTORIZE("%s", "%s")\n%svoid %s(%s)\n{\n    %s (void)scale;\n    %s\n}\n' % (
            layout, prototype, "WEFT_OPTIONS(strict)\n" if self.strict else "", self.name, ", ".join(parameters), before, nest)

    def call(self):
        """The row of the table, and the function that it points to."""
        def cast(letter, dtype):
            const = "" if letter in "CD" else "const "
            if letter in "uvw" or self.flat:
                return "(%s%s *)%s" % (const, DTYPES[dtype], letter)
            return "(%s%s (*)[%s])%s" % (const, DTYPES[dtype], self.sizes(letter)[1], letter)
        dtypes = {"A": self.left, "B": self.right, "u": self.left, "v": self.left, "w": self.right, "C": self.out, "D": self.out}
        arguments = ["m", "n", "p"] + [cast(x, dtypes[x]) for x in "ABuvw"] + ["*(const %s *)c" % DTYPES[self.state]]
        arguments += [cast(x, dtypes[x]) for x in "CD"]
        function = ("static void call_%s(size_t m, size_t n, size_t p, const void *A, const void *B, const void *u, const void *v, "
                    "const void *w, const void *c, void *C, void *D)\n{\n    %s(%s);\n}\n" % (self.name, self.name, ", ".join(arguments)))
        row = '    {"%s", call_%s, %d, {%s}, {%d, %d, %d}},\n' % (
            self.name, self.name, self.strict,
            ", ".join("WEFT_" + d.upper() for d in (self.left, self.right, self.left, self.left, self.right, self.state, self.out, self.out)),
            self.swapped["A"], self.swapped["B"], self.swapped["C"])
        return function, row


class Front(Nest):
    """A parallel loop of i around loops of j in order around short ones of k: A(i, k), B(k, j), u(i), v(j), w(k), c; results
    C(i, j) and D(i, j) are stored behind these, or added up in them. n may be a constant."""

    def __init__(self, pick, number):
        super().__init__(pick, number)
        self.name, self.flat, self.order, self.out = "front%d" % number, False, None, self.state
        self.fixed = pick.choice([0, 3, 4, 17])

    def sizes(self, letter):
        return tuple(str(self.fixed) if x == "n" and self.fixed else x for x in super().sizes(letter))

    def parameter(self, letter, dtype):
        if letter == "w" and self.fixed:
            return "const %s w[%d]" % (DTYPES[dtype], self.fixed)
        return super().parameter(letter, dtype)

    def loop(self, counter, size):
        if size == "n" and self.fixed:
            return "for (%s %s = 0; %s < %d; %s++)" % (self.pick.choice(["size_t", "int"]), counter, counter, self.fixed, counter)
        return super().loop(counter, size)

    def short(self):
        """A loop of k: what it makes d of."""
        pick, a, b = self.pick, self.at("A"), self.at("B")
        step = pick.choice(["d += %s * %s;" % (a, b), "d += (%s - %s) * (%s - %s);" % (a, b, a, b), "d += %s * w[k] - %s;" % (a, b),
                            "if (%s > %s) d += w[k];" % (a, b), "%s t = (%s)(%s - %s); if (t < d) d = t;" % (*[DTYPES[self.state]] * 2, a, b),
                            "if (%s == 0) continue; d += %s;" % (a, b)])
        return "d = 0; %s { %s }" % (self.loop("k", "n"), step)

    def deep(self):
        """A loop of j in order."""
        pick, t = self.pick, DTYPES[self.state]
        steps = ["if (d < s) { s = d; at = (int)j; }", "s += d;", "s = d > s ? d : s;", "s += v[j] * d;", "q = s; s = d + c;",
                 "if (v[j] > 0) continue; s += d;", "o[0] += d; o[1] = s; s += o[1] > d ? 1 : 2;", "o[j & 3] = d; s += d;",
                 "for (size_t x = 0; x < 4; x++) o[x] = o[x] + d; s = s < d ? s : d;", "if ((size_t)i != (size_t)j) s += d;", "L[i] = 1; s += d;",
                 "for (size_t x = 0; x < p; x++) C[i][x] += d;", "D[i][0] = D[i][0] + d;"]
        step = pick.choice(steps).replace("L[i] = 1;", "at = 1;")
        step = step.replace("C[i][x]", self.at("C").replace("j", "x")).replace("D[i][0]", self.at("D").replace("j", "0"))
        body = "%s %s" % (self.short(), step) if pick.random() < 0.9 else "d = (%s)(v[j] + u[i]); %s" % (t, step)
        return "%s { %s d; %s }" % (self.loop("j", "p"), t, body)

    def text(self):
        pick, t = self.pick, DTYPES[self.state]
        self.outside = ""
        start = pick.choice(["0", "3", "u[i]", "c", "w[0]" if self.fixed else "1"])
        declared = "%s s = (%s)(%s), q = 1; int at = -1; %s o[4] = {1, 2};" % (t, t, start, t)
        before = "%s scale = c + 1;" % t
        if pick.random() < 0.2:
            before, declared = before + " %s s;" % t, declared.replace(" s = (%s)(%s), q" % (t, start), " q") + " s = (%s)(%s);" % (t, start)
        finish = pick.choice(["s", "s + q", "s * scale", "s + o[1] + o[0]", "(%s)at" % t, "u[i] + s"])
        other = pick.choice(["(%s)at" % t, "s", "v[x] + o[2]"])
        stores = "for (size_t x = 0; x < p; x++) { %s += (%s)(%s); %s = (%s)(%s); }" % (
            self.at("C").replace("j", "x"), t, finish, self.at("D").replace("j", "x"), t, other)
        deep = self.deep() + (" s = s < 9 ? s : 9; " + self.deep() if pick.random() < 0.25 else "")
        nest = "%s { %s %s %s }" % (self.loop("i", "m"), declared, deep, stores)
        dtypes = {"A": self.left, "B": self.right, "u": self.left, "v": self.left, "w": self.right, "C": self.out, "D": self.out}
        parameters = ["size_t m"] + ([] if self.fixed else ["size_t n"]) + ["size_t p"] + [self.parameter(x, dtypes[x]) for x in "ABuvw"]
        parameters += ["%s c" % t] + [self.parameter(x, dtypes[x]) for x in "CD"]
        layout = "(%s),(%s),(m),(p),(%s),()->(%s),(%s)" % (",".join(self.sizes("A")), ",".join(self.sizes("B")), self.fixed or "n",
                                                         ",".join(self.sizes("C")), ",".join(self.sizes("D")))
        prototype = "void(%s)" % ", ".join(["%s[:,:]" % dtypes[x] for x in "AB"] + ["%s[:]" % dtypes[x] for x in "uvw"] + [self.state]
                                           + ["%s[:,:]" % dtypes[x] for x in "CD"])
        return '\nWEFT_GUVECTORIZE("%s", "%s")\n%svoid %s(%s)\n{\n    %s (void)scale;\n    %s\n}\n' % (
            layout, prototype, "WEFT_OPTIONS(strict)\n" if self.strict else "", self.name, ", ".join(parameters), before, nest)

    def call(self):
        function, row = super().call()
        if self.fixed:
            function = function.replace("%s(m, n, p, " % self.name, "%s(m, p, " % self.name)
        return function, row.replace("},\n", ", %d},\n" % self.fixed)



class Steps(Front):
    """Loops of i in order around others, some of whose rounds are independent, in steps: A(i, k), B(k, i), u(i), v(i), w(k), c; results
    C(i, k) and D(i, k), of which steps read what rounds of loops before made, or of their own loop. Some of it is in helpers."""

    def __init__(self, pick, number):
        super().__init__(pick, number)
        self.name, self.strict = "steps%d" % number, pick.random() < 0.7
        self.helpers = ""
        if number == 0: # its helper's parameters have names of locals
            self.swapped.update(C=False, D=False)

    def sizes(self, letter):
        pair = ("m", "n")[::-1 if self.swapped[letter] != (letter == "B") else 1]
        return tuple(str(self.fixed) if x == "n" and self.fixed else x for x in pair)

    def parameter(self, letter, dtype):
        return super().parameter(letter, dtype).replace("v[p]", "v[m]")

    def element(self, letter, row, column):
        return "%s[%s][%s]" % (letter, *((row, column) if self.sizes(letter)[0] == "m" else (column, row)))

    def short_loop(self, text):
        return "%s { %s }" % (self.loop("k", "n"), text)

    def distance(self):
        """d of rounds i and j."""
        pick, t = self.pick, DTYPES[self.state]
        difference = "(%s - %s)" % (self.element("C", "j", "@"), self.element("C", "i", "@"))
        term = pick.choice(["{0}", "{0} * w[@]", "{0} - %s" % self.element("A", "j", "@"), "{0} * %s" % self.element("B", "j", "@"),
                            "{0} + v[j]", "%s * %s" % (self.element("C", "j", "@"), self.element("A", "i", "@"))]).format(difference)
        if self.fixed and pick.random() < 0.5:
            return "%s d = %s;" % (t, " + ".join("(%s)" % term.replace("@", str(k)) for k in range(3)))
        return "%s d = 0; %s" % (t, self.short_loop("d += %s;" % term.replace("@", "k")))

    def pull(self):
        pick = self.pick
        kinds = ["i == j ? 0 : d > 0 ? 1 : -1", "j < i ? 1 : d < 0", "d > 0 ? 2 : -1", "(d > v[j]) - (d < u[i])"]
        if self.strict or not self.real:
            kinds += ["d * c", "i == j ? 0 : d * u[j]", "d + v[i]"]
        if self.strict and self.real:
            kinds += ["i == j ? 0 : c * u[j] / (d * (%s)sqrt(fabs(d)))" % DTYPES[self.state], "d / (fabs(d) + 1)"]
        return "%s pull = %s;" % (DTYPES[self.state], pick.choice(kinds))

    def kick(self, kind=None):
        """Each round has something of every other."""
        pick, t, own = self.pick, DTYPES[self.state], self.element("D", "i", "@")
        kind = kind or pick.choice(["each", "each", "three", "sum", "sum", "best", "own", "mine", "turned", "triangle", "kept"])
        each = "%s %s" % (self.distance(), self.pull())
        ways = [" * (%s)" % self.element("C", "j", "@"), "", "", " + w[@]"] if self.strict or not self.real else ["", " + w[@]"]
        way = pick.choice(ways)
        if kind == "three" and self.fixed:
            each += " ".join((" %s += pull%s;" % (own, way)).replace("@", str(k)) for k in range(3))
        elif kind in ("sum", "best", "kept"):
            each += " s += pull;" if kind == "sum" else " if (d < s) { s = d; q = (%s)j; }" % t if kind == "best" else " q = s; s = pull;"
        else: # the others read what rounds of this loop write, or go the other way round
            each += " " + self.short_loop("%s += pull%s;" % (self.element("C" if kind == "own" else "D", "i", "k"), way.replace("@", "k")))
            if kind == "mine":
                each = each.replace(self.element("C", "j", "k"), self.element("D", "j", "k"))
        around = self.loop("j", "m")
        if kind == "triangle":
            around = "for (size_t j = 0; j %s (size_t)i; j++)" % pick.choice(["<", "<="])
        inner = "%s { %s }" % (around, each)
        if kind == "turned":
            return "%s { %s { %s } }" % (self.loop("j", "m"), self.loop("i", "m"), each)
        if kind in ("sum", "best", "kept"):
            inner = "%s s = u[i], q = 0; %s %s" % (t, inner, self.short_loop("%s %s s + q;" % (own.replace("@", "k"), pick.choice(["=", "+="]))))
        braces = kind in ("sum", "best", "kept") or pick.random() < 0.5
        return ("%s { %s }" if braces else "%s %s") % (self.loop("i", "m"), inner)

    def helped(self):
        """A kick by a helper, whose parameters have names of the function's, and are computed."""
        pick, t = self.pick, DTYPES[self.state]
        if self.swapped["C"]:
            return self.drift()
        names = pick.sample(["m", "n", "x", "y", "c", "u", "C", "scale", "w", "d"], 6) if self.number else ["m", "n", "x", "y", "d", "scale"]
        rows, columns, to, of, by, add = names
        if not self.real:
            value = "d"
        elif self.strict:
            value = "d / (fabs(d) + 1)".replace("fabs(d)", "d * d")
        else:
            value = "(d > 0 ? 1 : -1)"
        value = value.replace("d", "d_") if "d" in names else value
        d = "d_" if "d" in names else "d"
        self.helpers += ("static void push_%s(size_t %s, size_t %s, %s %s[][%s], const %s %s[][%s], %s %s, %s %s)\n{\n"
                         "    for (size_t i = 0; i < %s; i++)\n        for (size_t j = 0; j < %s; j++) {\n            %s %s = %s;\n"
                         "            for (size_t k = 0; k < %s; k++)\n                %s += (%s[j][k] - %s[i][k]) * %s;\n"
                         "            for (size_t k = 0; k < %s; k++)\n                %s[i][k] += %s + %s;\n        }\n}\n") % (
            self.name, rows, columns, t, to, columns, t, of, columns, t, by, t, add, rows, rows, t, d, add, columns, d, of, of, by,
            columns, to, value, add) if not self.helpers else ""
        values = ["c - 1", "scale", "-c", "c > 0 ? 1 : 2", "2"] if self.number else ["c > 0 ? 1 : 2"]
        return "push_%s(m, %s, D, C, %s, %s);" % (self.name, self.fixed or "n", pick.choice(values), pick.choice(values))

    def drift(self):
        pick, own = self.pick, self.element("C", "i", "k")
        of = self.element("D", "i", "k")
        value = pick.choice(["%s > 0 ? 1 : -1" % of, "%s > c" % of, "(%s < 0) - (w[k] > u[i])" % of] + (
            ["c * %s" % of, of] if self.strict or not self.real else []))
        return "%s { %s }" % (self.loop("i", "m"), self.short_loop("%s %s %s;" % (own, pick.choice(["+=", "+=", "-=", "="]), value)))

    def product(self):
        """Results that are sums over all rounds."""
        t = DTYPES[self.state]
        nest = "%s { %s }" % (self.loop("i", "m"), self.short_loop("%s s = 0; %s { s += %s * %s; } %s = s;" % (
            t, self.loop("j", "m"), self.element("C", "j", "k"), "v[j]", self.element("D", "i", "k"))))
        return nest

    def text(self):
        pick, t = self.pick, DTYPES[self.state]
        self.outside = ""
        copy = "%s { %s }" % (self.loop("i", "m"), self.short_loop("%s = %s; %s = %s;" % (
            self.element("C", "i", "k"), self.element("A", "i", "k"), self.element("D", "i", "k"), pick.choice(["0", "u[i]", self.element("B", "i", "k")]))))
        parts = [pick.choice([self.kick, self.kick, self.kick, self.drift, self.drift, self.helped, self.product])() for _ in range(pick.randint(1, 4))]
        parts = parts if self.number else [self.kick("each"), self.kick("each"), self.helped()]
        parts += ["scale = %s;" % pick.choice(["scale - 1", "-scale"])] * (pick.random() < 0.3)
        if self.number:
            pick.shuffle(parts)
        count = pick.choice(["2", "2", "3", "c > 0 ? 2 : 1", "(int)(m & 3)"])
        steps = pick.choice(["for (int step = 0; step < (%s); step++) { %s }", "int step = 0; while (step < (%s)) { %s step++; }"])
        nest = "%s %s" % (copy if pick.random() < 0.8 else "", steps % (count, " ".join(parts)))
        dtypes = {"A": self.left, "B": self.right, "u": self.left, "v": self.left, "w": self.right, "C": self.out, "D": self.out}
        parameters = ["size_t m"] + ([] if self.fixed else ["size_t n"]) + [self.parameter(x, dtypes[x]) for x in "ABuvw"]
        parameters += ["%s c" % t] + [self.parameter(x, dtypes[x]) for x in "CD"]
        layout = "(%s),(%s),(m),(m),(%s),()->(%s),(%s)" % (",".join(self.sizes("A")), ",".join(self.sizes("B")), self.fixed or "n",
                                                         ",".join(self.sizes("C")), ",".join(self.sizes("D")))
        prototype = "void(%s)" % ", ".join(["%s[:,:]" % dtypes[x] for x in "AB"] + ["%s[:]" % dtypes[x] for x in "uvw"] + [self.state]
                                           + ["%s[:,:]" % dtypes[x] for x in "CD"])
        text = 'WEFT_GUVECTORIZE("%s", "%s")\n%svoid %s(%s)\n{\n    %s scale = c + 1; (void)scale;\n    %s\n}\n' % (
            layout, prototype, "WEFT_OPTIONS(strict)\n" if self.strict else "", self.name, ", ".join(parameters), t, nest)
        return "\n" + self.helpers + self.renamed(text)

    def renamed(self, text):
        """The same with other names of operands, sizes, counters and locals."""
        letters = sorted({"m", "n", "A", "B", "u", "v", "w", "c", "C", "D", "i", "j", "k", "s", "q", "d", "pull", "scale"})
        if self.pick.random() < 0.5 or not self.number:
            return text
        named = dict(zip(letters, self.pick.sample(NAMES, len(letters))))
        return re.sub(r"\b[A-Za-z_]\w*\b", lambda word: named.get(word[0], word[0] + "_" if word[0] == "step" else word[0]), text)

    def call(self):
        function, row = super().call()
        function = function.replace("%s(m, p, " % self.name, "%s(m, " % self.name).replace("%s(m, n, p, " % self.name, "%s(m, n, " % self.name)
        return function, row.replace("},\n", ", 1},\n")

def main(path, count, seed="1"):
    pick = random.Random(int(seed))
    nests = [Nest(pick, k) for k in range(int(count))] + [Front(pick, k) for k in range(int(count))]
    nests += [Steps(pick, k) for k in range(int(count) // 2)]
    text = HEAD + "".join(nest.text() for nest in nests)
    calls, rows = zip(*(nest.call() for nest in nests))
    text += "\n#ifdef NESTS_CALLS\n" + "".join(calls) + "static const nest_case nest_cases[] = {\n" + "".join(rows) + "};\n#endif\n"
    pathlib.Path(path).write_text(text)


main(*sys.argv[1:])
