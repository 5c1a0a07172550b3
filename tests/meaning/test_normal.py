#!/usr/bin/env python3
"""Random spellings of loops, and the normal form that the generator makes of each: both compiled by gcc -O0, and called
with small sizes, zero among them, must store the same bits.

    test_normal.py WEFT CC SCRATCH [COUNT [SEED]]
"""

import pathlib
import random
import re
import subprocess
import sys

HELPERS = """
static double dot(size_t n, const double *a, const double *b, size_t s)
{ double r = 0; for (size_t k = 0; k < n; k++) r += a[k] * b[k * s]; return r; }
static double dot_down(int n, const double *a, const double *b, int s)
{ double r = 0; while (n-- > 0) { r += *a++ * *b; b += s; } return r; }
static double square(double v) { return v * v; }
static int half(int v) { return v / 2 + 1; }
static void scale(size_t n, double f, double *v) { for (size_t q = 0; q < n; q++) v[q] *= f; }
static double larger(double a, double b) { return a > b ? a : b; }
static double mix(double x, double y) { double n = x * 2; n += y * y; return n; }
static double fall(double x, int n) { return n > 0 ? x * 0.5 + fall(x - n, n - 1) * n : x; }
static void push(size_t n, double x, double m, double *y) { for (size_t q = 0; q < n; q++) y[q] += x * m + q; }
"""
HEAD = "size_t m, size_t n, int p, const double A[m][n], const double B[n][p], const double *x, double C[m][p], double *y"
LAYOUT = "(m,n),(n,p),(n)->(m,p),(n)"
DTYPES = "void(float64[:,:], float64[:,:], float64[:], float64[:,:], float64[:])"
TYPES = ["int", "unsigned", "size_t", "int64_t", "short", "long", "uint16_t", "signed char"]


class Writer:
    def __init__(self, pick):
        self.pick, self.names, self.top, self.lines = pick, 0, [], []

    def name(self):
        self.names += 1
        return "v%d" % self.names

    def loop(self, size, body):
        """A loop over 0 … size - 1 in some order: body(index) gives what it does."""
        pick, i = self.pick, self.name()
        kind = pick.choice(TYPES)
        signed = kind in ("int", "int64_t", "long", "short", "signed char")
        bound = pick.choice([size, "(%s)%s" % (kind, size)])
        if kind in ("int", "short", "signed char", "int64_t", "long") and size != "p":
            bound = "(%s)%s" % (kind, size)
        forms = ["for", "for1", "while", "while_not", "down", "down1", "up2", "last", "post", "comma", "leave", "skip"]
        if pick.random() < 0.15:
            forms.append("do")
        form = pick.choice(forms)
        outside = pick.random() < 0.4
        first = "%s = 0" % i
        if outside:
            self.top.append("%s %s;" % (kind, i))
        declare = "" if outside else kind + " "
        if form == "for":
            return "for (%s%s = 0; %s < %s; %s) { %s }" % (declare, i, i, bound, pick.choice([i + "++", "++" + i, i + " += 1", "%s = %s + 1" % (i, i)]), body(i))
        if form == "for1":
            return "for (%s%s = 1; %s <= %s; %s++) { %s }" % (declare, i, i, bound, i, body("%s - 1" % i))
        if form == "while":
            return "%s%s; while (%s < %s) { %s %s++; }" % (declare, first, i, bound, body(i), i)
        if form == "while_not":
            return "%s%s; while (%s != %s) { %s ++%s; }" % (declare, first, i, bound, body(i), i)
        if form == "down":
            return "for (%s%s = %s; %s-- > 0;) { %s }" % (declare, i, bound, i, body(i))
        if form == "down1":
            return "for (%s%s = %s; %s > 0; %s--) { %s }" % (declare, i, bound, i, i, body("%s - 1" % i))
        if form == "last" and signed:
            return "for (%s%s = %s - 1; %s >= 0; --%s) { %s }" % (declare, i, bound, i, i, body(i))
        if form == "up2":
            return "for (%s%s = 0; %s < %s; %s += 2) { %s }" % (declare, i, i, bound, i, body(i))
        if form == "post":
            return "%s%s; while (%s++ < %s) { %s }" % (declare, first, i, bound, body("%s - 1" % i))
        if form == "comma":
            j = self.name()
            self.top.append("%s %s;" % (pick.choice(["int", "size_t", "long"]), j))
            return "for (%s = 0, %s = 0; %s < %s; %s++, %s++) { %s }" % (i, j, i, bound, i, j, body(pick.choice([i, j]))) \
                if outside else "%s = 0; for (%s %s = 0; %s < %s; %s++, %s++) { %s }" % (j, kind, i, i, bound, i, j, body(j))
        if form == "leave":
            return "for (%s%s = 0; %s < %s; %s++) { if (%s > 3) break; %s }" % (declare, i, i, bound, i, i, body(i))
        if form == "skip":
            return "for (%s%s = 0; %s < %s; %s++) { if (%s == 1) continue; %s }" % (declare, i, i, bound, i, i, body(i))
        if form == "do":
            return "%s%s; if (%s > 0) do { %s } while (++%s < %s);" % (declare, first, size, body(i), i, bound)
        return "for (%s%s = 0; %s < %s; %s++) { %s }" % (declare, i, i, bound, i, body(i))

    def element(self, i, k):
        """A[i][k], said in some way, and what must stand before the innermost loop for it."""
        row = self.name()
        return self.pick.choice([
            ("", "A[%s][%s]" % (i, k)),
            ("const double *%s = A[%s];" % (row, i), "%s[%s]" % (row, k)),
            ("const double *%s = &A[%s][0];" % (row, i), "*(%s + %s)" % (row, self.pick.choice([k]))),
            ("const double *%s = &A[0][0] + (%s) * n;" % (row, i), "%s[%s]" % (row, k)),
        ])

    def product(self):
        pick, s = self.pick, self.name()

        def inner(i):
            def middle(j):
                before, a = self.element(i, "@")
                sort = pick.choice(["index", "walk", "helper", "down", "place"])
                if sort == "helper":
                    return "C[%s][%s] = dot(n, A[%s], &B[0][%s], p);" % (i, j, i, j)
                if sort == "down":
                    return "C[%s][%s] = 2 * dot_down((int)n, A[%s], &B[0][%s], p);" % (i, j, i, j)
                if sort == "walk":
                    a, b = self.name(), self.name()
                    loop = self.loop("n", lambda k: "%s += *%s++ * *%s; %s += p;" % (s, a, b, b))
                    return "{ double %s = 0; const double *%s = A[%s], *%s = &B[0][%s]; %s C[%s][%s] = %s; }" % (s, a, i, b, j, loop, i, j, s)
                if sort == "place":
                    return "{ C[%s][%s] = 0; %s %s }" % (i, j, before, self.loop("n", lambda k: "C[%s][%s] += %s * B[%s][%s];" % (i, j, a.replace("@", k), k, j)))
                loop = self.loop("n", lambda k: "double t = B[%s][%s]; %s += %s * t;" % (k, j, s, a.replace("@", k)))
                return "{ double %s = 0; %s %s C[%s][%s] = %s; }" % (s, before, loop, i, j, s)
            return self.loop("p", middle)
        return self.loop("m", inner)

    def stream(self):
        a, b, c = self.name(), self.name(), self.name()
        return ("const double *%s = &A[0][0]; double *%s = &C[0][0]; for (size_t %s = 0; %s < m; %s++, %s += n) { %s }"
                % (a, b, c, c, c, a, self.loop("p", lambda k: "*%s++ = n ? %s[0] + %s : 1;" % (b, a, k))))

    def row(self):
        pick, s, w, q = self.pick, self.name(), self.name(), self.name()
        sort = pick.choice(["sum", "best", "walk", "place", "end", "state", "after", "triangle", "call", "count", "swap", "names", "again"])
        if sort == "sum":
            return "double %s = 0; %s if (n > 0) y[0] += %s;" % (s, self.loop("n", lambda k: "%s += square(x[%s]);" % (s, k)), s)
        if sort == "best":
            return ("double %s = -1e30; int %s = -1; %s if (n > 1) { y[0] = %s; y[1] = %s; }"
                    % (s, w, self.loop("n", lambda k: "if (x[%s] > %s) { %s = x[%s]; %s = (int)(%s); }" % (k, s, s, k, w, k)), s, w))
        if sort == "walk":
            return "double *%s = y; const double *%s = x; %s" % (s, q, self.loop("n", lambda k: "*%s++ += *%s++ * 2;" % (s, q)))
        if sort == "place":
            return self.loop("n", lambda k: "y[%s] = x[%s] + %s;" % (k, k, k))
        if sort == "end":
            return "double *%s = y; for (const double *%s = x; %s %s x + n; %s++) { *%s = larger(*%s, *%s); %s++; }" % (s, q, q, pick.choice(["<", "!="]), q, s, s, q, s)
        if sort == "state":
            return "int %s = 0; %s if (n) y[n - 1] = %s;" % (s, self.loop("n", lambda k: "%s %s x[%s] > 0; y[%s] += %s;" % (s, pick.choice(["=", "+=", "^="]), k, k, s)), s)
        if sort == "after":
            return "int %s = 3; %s if (n) y[0] = %s;" % (s, self.loop("n", lambda k: "%s += 2; y[%s] += %s;" % (s, k, s)), s)
        if sort == "triangle":
            return self.loop("n", lambda k: "for (%s %s = 0; %s <= %s; %s++) y[%s] += x[%s];" % (pick.choice(["int", "size_t", "long"]), w, w, k, w, k, w))
        if sort == "call":
            return "scale(n, %s, y); if (n) y[n - 1] = square(y[0]) + half((int)n);" % pick.choice(["2", "3.5", "n"])
        if sort == "names":
            values = ["x[0] / 3", "y[0] - x[0]", "(double)n", "mix(x[0], y[0])"]
            return "if (n) push(n, %s, %s, y);" % (pick.choice(values), pick.choice(values))
        if sort == "again":
            calls = ["mix(x[@], mix(y[@], x[@] / 3))", "mix(mix(x[@] + 1, y[@]), x[@])", "mix(larger(mix(y[@], 2), 3), larger(x[@], mix(x[@], y[@])))",
                     "fall(x[@], 2)", "fall(fall(x[@] / 2, 1), (int)n)"]
            return self.loop("n", lambda k: "y[%s] += %s;" % (k, pick.choice(calls).replace("@", k)))
        if sort == "count":
            return "size_t %s = 0, %s = n; while (%s) { %s--; y[%s] += %s; %s += 2; }" % (s, q, q, q, q, s, s)
        return ("size_t %s = 0, %s = n; while (%s + 1 < %s) { %s--; double t = y[%s]; y[%s] = y[%s] + x[%s]; y[%s] = t; %s++; }"
                % (s, q, s, q, q, q, q, s, s, s, s))

    def body(self):
        parts = [self.pick.choice([self.product, self.row, self.row, self.stream])() for _ in range(self.pick.randint(1, 3))]
        return "{\n    %s\n    %s\n}" % (" ".join(self.top), "\n    ".join("{ %s }" % part for part in parts))


def normal_forms(weft, path):
    out = subprocess.run([weft, "generate", path, "--print-ir=normal", "--color=never"], capture_output=True, text=True)
    assert out.returncode == 0, out.stderr
    forms, name = {}, None
    for line in out.stdout.splitlines():
        if match := re.match(r"function (\w+)( has no other normal form)?$", line):
            name, ranges = match[1], []
            if not match[2]:
                forms[name] = [ranges, []]
        elif match := re.match(r"    (\w+) from (\d+) to (\d+)$", line):
            ranges.append("%s >= %s && %s <= %s" % (match[1], match[2], match[1], match[3]))
        else:
            forms[name][1].append(line)
    return {key: (" && ".join(ranges) or "1", "\n".join(lines)) for key, (ranges, lines) in forms.items()}


MAIN = """
static unsigned state = 1;
static double next(void) { state = state * 1103515245u + 12345u; return (double)((int)(state >> 16 & 15) - 7); }
typedef void kernel(%s);
static int check(const char *name, kernel *written, kernel *normal)
{
    for (int m = 0; m < 4; m++) for (int n = 0; n < 6; n++) for (int p = 0; p < 4; p++) {
        double A[32], B[32], x[8], C[2][16], y[2][8];
        for (int i = 0; i < 32; i++) A[i] = next(), B[i] = next();
        for (int i = 0; i < 8; i++) x[i] = next(), y[0][i] = y[1][i] = next();
        for (int i = 0; i < 16; i++) C[0][i] = C[1][i] = next();
        written(m, n, p, (const void *)A, (const void *)B, x, (void *)C[0], y[0]);
        normal(m, n, p, (const void *)A, (const void *)B, x, (void *)C[1], y[1]);
        if (memcmp(C[0], C[1], sizeof C[0]) || memcmp(y[0], y[1], sizeof y[0]))
            return printf("%%s differs for m = %%d, n = %%d, p = %%d\\n", name, m, n, p), 1;
    }
    return 0;
}
int main(void) { int wrong = 0;
%s
return wrong != 0; }
"""


def main():
    weft, cc, scratch = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 200
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else random.SystemRandom().randrange(1 << 30)
    folder = pathlib.Path(scratch)
    folder.mkdir(parents=True, exist_ok=True)
    includes = "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n"
    bodies = [Writer(random.Random(seed * 1000003 + i)).body() for i in range(count)]
    annotated = "#include <weft/annotate.h>\n" + includes + HELPERS + "".join(
        'WEFT_GUVECTORIZE("%s", "%s")\nvoid f%d(%s)\n%s\n' % (LAYOUT, DTYPES, i, HEAD, body) for i, body in enumerate(bodies))
    path = folder / "spellings.c"
    path.write_text(annotated)
    forms = normal_forms(weft, str(path))
    plain = includes + HELPERS
    calls = ""
    for i, body in enumerate(bodies):
        if "f%d" % i not in forms:
            continue
        inside, text = forms["f%d" % i]
        plain += "static void w%d(%s)\n%s\nstatic void f%d(%s)\n{ if (%s) %s else w%d(m, n, p, A, B, x, C, y); }\n" % (
            i, HEAD, body, i, HEAD, inside, text, i)
        calls += 'wrong += check("f%d", w%d, f%d);\n' % (i, i, i)
    program = folder / "spellings_run.c"
    program.write_text(plain + MAIN % (HEAD, calls))
    subprocess.run([cc, "-O0", "-fwrapv", "-w", "-o", folder / "spellings", program], check=True)
    run = subprocess.run([folder / "spellings"], capture_output=True, text=True)
    print(run.stdout, end="")
    print("%d of %d functions have another normal form; seed %d" % (len(forms), count, seed))
    assert run.returncode == 0, "a normal form means something else; %s, seed %d" % (path, seed)
    assert len(forms) * 2 > count, "few functions have a normal form"


if __name__ == "__main__":
    main()
