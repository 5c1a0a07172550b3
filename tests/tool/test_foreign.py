"""Functions of other libraries that are no plain functions of numbers and arrays: structures, strings, statuses,
fixed parameters, returned outputs; linked, and carried from their source."""

import subprocess
import sys
from fractions import Fraction
from random import Random

import common

HEADER = """
typedef struct { double a, b[2]; } triple;
int lib_log(double x, double *y);
double lib_sum(int n, triple t[]);
double *lib_double(int n, double *x, double *y);
double lib_scaled(const char *unit, double x, int power);
double lib_named(const char *unit, double x);
void lib_late(double *y, double x);
"""
SOURCE = """
#include "lib.h"
int lib_log(double x, double *y)
{
    if (x < 0)
        return -1;
    *y = 10 * x;
    return x > 100 ? 1 : 0;
}
double lib_sum(int n, triple t[])
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += t[i].a + 10 * t[i].b[0] + 100 * t[i].b[1];
    return sum;
}
double *lib_double(int n, double *x, double *y)
{
    for (int i = 0; i < n; i++) {
        if (x[i] < 0)
            return 0;
        y[i] = 2 * x[i];
    }
    return y;
}
double lib_scaled(const char *unit, double x, int power)
{
    return unit[0] == 'k' && unit[1] == ')' && unit[2] == ',' && !unit[3] ? x * power : 0;
}
double lib_named(const char *unit, double x)
{
    int n = 0;
    while (unit[n])
        n++;
    return n * x;
}
void lib_late(double *y, double x) { *y = x + 1; y[1] = x + 2; }
"""
UFUNCS = """
#include <weft/annotate.h>
#include "lib.h"
WEFT_VECTORIZE() WEFT_STATUS("error -1: a negative number", "warning >0: large")
int lib_log(double x, double *y);
WEFT_GUVECTORIZE("(n,3)->()")
double lib_sum(int n, triple t[]);
WEFT_GUVECTORIZE("(n)->(n),()")
double *lib_double(int n, double *x, double *y);
WEFT_VECTORIZE() WEFT_OPTIONS(fixed(unit, "k),"), fixed(power, 3))
double lib_scaled(const char *unit, double x, int power);
WEFT_GUVECTORIZE("(4),()->()")
double lib_named(const char *unit, double x);
WEFT_GUVECTORIZE("()->(2)")
void lib_late(double *y, double x);
"""


class Foreign(common.ToolTest):
    def setUp(self):
        super().setUp()
        self.write("lib.h", HEADER)
        self.write("lib.c", SOURCE)
        self.write("mine.c", UFUNCS)

    def compile(self, *arguments):
        done = subprocess.run(["cc", *arguments], cwd=self.folder, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def build(self, *arguments):
        self.succeed("build", "mine.c", "-o", "mine.so", "--targets=cpu,parallel", *arguments)

    def outputs(self, ufunc, *arguments, count=1):
        names = [f"out{i}.npy" for i in range(count)]
        status, _, errors = self.weft("run", "./mine.so", ufunc, *arguments,
                                      *(word for name in names for word in ("-o", name)))
        self.assertEqual(status, 0, errors)
        return [self.read_npy(name)[2] for name in names], errors

    def test_linked_and_carried(self):
        self.write_npy("x.npy", "f8", (2, 3), [1, 2, 3, 4, 5, 6])
        self.write_npy("i.npy", "i8", (3,), [1, 2, 3])
        self.compile("-shared", "-fPIC", "lib.c", "-o", "liblib.so")
        for arguments in (["--source=lib.c"], ["-L.", "-llib", "--", "-Wl,-rpath,$ORIGIN"]):
            self.build(*arguments)
            for target in ("--target=cpu", "--target=parallel"):
                self.assertEqual(self.outputs("lib_sum", "x.npy", target)[0], [[975.0]])
                self.assertEqual(self.outputs("lib_log", "i.npy", target, count=2),
                                 ([[10, 20, 30], [0, 0, 0]], ""))
                self.assertEqual(self.outputs("lib_double", "x.npy", target, count=2)[0],
                                 [[2, 4, 6, 8, 10, 12], [0, 0]])
                self.assertEqual(self.outputs("lib_scaled", "i.npy", target)[0], [[3, 6, 9]])
                self.assertEqual(self.outputs("lib_late", "i.npy", target)[0], [[2, 3, 3, 4, 4, 5]])

    def test_strings_have_an_end(self):
        self.build("--source=lib.c")
        for word, length in ((b"km\0\0", 2), (b"fill", 4), (b"\0\0\0\0", 0)):
            with open(self.path("word.npy"), "wb") as file:
                header = "{'descr': '|i1', 'fortran_order': False, 'shape': (4,), }"
                header += " " * (-(len(header) + 11) % 64) + "\n"
                file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") +
                           header.encode() + word)
            self.assertEqual(self.outputs("lib_named", "word.npy", "1.5")[0], [[1.5 * length]])

    def test_status(self):
        self.build("--source=lib.c")
        self.write_npy("bad.npy", "f8", (4,), [1, -2, 3, -4])
        self.write_npy("odd.npy", "f8", (2,), [1, 200])
        for target in ("--target=cpu", "--target=parallel"):
            self.refuse(1, "weft: error: lib_log: 2 of 4 items: a negative number (-1), the first "
                        "is item 1", "run", "./mine.so", "lib_log", "bad.npy", "-oy.npy", "-os.npy",
                        target)
            found, errors = self.outputs("lib_log", "odd.npy", target, count=2)
            self.assertEqual(found, [[10, 2000], [0, 1]])
            self.assertEqual(errors, "weft: warning: 1 of 2 items: large, the first is item 1\n")
            found, errors = self.outputs("lib_log", "bad.npy", target, "--status=count", count=2)
            self.assertEqual(found, [[10, 0, 30, 0], [0, -1, 0, -1]])
            self.assertIn("2 of 4 items: a negative number", errors)
            found, errors = self.outputs("lib_log", "bad.npy", target, "--status=keep", count=2)
            self.assertEqual((found[1], errors), ([0, -1, 0, -1], ""))
        self.refuse(2, "--status: 'some' is none of fail, count, keep", "run", "./mine.so", "lib_log",
                    "bad.npy", "-oy.npy", "-os.npy", "--status=some")
        self.write_npy("neg.npy", "f8", (2, 1), [1, -1])
        self.refuse(1, "lib_double: 1 of 2 items: it returned NULL (1), the first is item 1", "run",
                    "./mine.so", "lib_double", "neg.npy", "-oy.npy", "-os.npy")

    def test_a_call_that_is_the_same_for_all_items(self):
        """Its results go where each item has numbers of its own."""
        self.write("shape.c", """
#include <weft/annotate.h>
#include <math.h>
static int form(int n, double *a)
{
    switch (n) {
    case 1: *a = 3; break;
    default: *a = 0; return -1;
    }
    return 0;
}
static int turn(int n, double x, double *y)
{
    double a;
    int j = form(n, &a);
    if (j == 0) {
        *y = x;
        while (*y > a)
            *y -= a + sin(a) * 0;
    }
    return j;
}
WEFT_VECTORIZE() double f(double x) { double y = -1; (void)turn(1, x, &y); return y; }
""")
        self.succeed("build", "shape.c", "-o", "mine.so", "--targets=cpu")
        self.write_npy("many.npy", "f8", (50,), range(50))
        self.assertEqual(self.outputs("f", "many.npy")[0],
                         [[i if i <= 3 else (i - 1) % 3 + 1 for i in range(50)]])

    def test_constants_are_rounded_once(self):
        """Products and quotients of complex constants, in text and in lanes, against exact arithmetic."""
        random = Random(7)
        text, wanted = "#include <complex.h>\n#include <weft/annotate.h>\n", {}
        for number in range(24):
            a, b, c, d = (random.uniform(-1, 1) * 2 ** random.randrange(-30, 30) for _ in range(4))
            w, x, y, z = map(Fraction, (a, b, c, d))
            divides, kind = number % 2, number // 2 % 3
            if divides:
                size = y * y + z * z
                exact = (w * y + x * z) / size, (x * y - w * z) / size
            else:
                exact = w * y - x * z, w * z + x * y
            op = "/" if divides else "*"
            start = (f"double complex a = {a.hex()} + {b.hex()} * I; const double complex b = {c.hex()} + {d.hex()} * I;")
            body = f"({a.hex()} + {b.hex()} * I) {op} ({c.hex()} + {d.hex()} * I)" if kind == 0 else f"a {op} b"
            turn = "while (creal(z) > 5) z -= 1;" if kind == 2 else ""
            text += f"""WEFT_VECTORIZE("complex128(complex128)") WEFT_OPTIONS(strict)
double complex f{number}(double complex z) {{ {start} {turn} return z + {body}; }}
"""
            wanted[f"f{number}"] = tuple(map(float, exact))
        self.write("constants.c", text)
        self.succeed("build", "constants.c", "-o", "mine.so", "--targets=cpu,parallel", "--isa=base,native")
        self.write_npy("zeros.npy", "f8", (20,), [0] * 20)
        for name, value in wanted.items():
            for isa in ("base", None):
                found = self.succeed("run", "./mine.so", name, "zeros.npy", "-o", "out0.npy", WEFT_ISA=isa)
                self.assertEqual(self.read_npy("out0.npy")[2], [value] * 20, (name, isa, found))

    def test_inputs_left_out(self):
        self.write("mine.c", """
#include <weft/annotate.h>
WEFT_VECTORIZE("float32(float32,float32,int32)", "float64(float64,float64,int64)")
WEFT_OPTIONS(default(by, -2.5), default(power, 3))
double raised(double x, double by, int64_t power)
{
    double r = x + by;
    while (power-- > 0) r *= 2;
    return r;
}
""".replace("double raised(double x, double by, int64_t power)", "T raised(T x, T by, N power)")
   .replace("\nWEFT_VECTORIZE", "\nWEFT_TYPEVAR(T); WEFT_TYPEVAR(N);\nWEFT_VECTORIZE", 1)
   .replace("double r =", "T r ="))
        self.build()
        self.write_npy("x.npy", "f4", (3,), [1, 2, 3])
        for words, wanted in (((), [-12, -4, 4]), (("7",), [64, 72, 80]), (("7", "0"), [8, 9, 10])):
            for target in ("--target=cpu", "--target=parallel"):
                self.succeed("run", "./mine.so", "raised", "x.npy", *words, "-o", "y.npy", target)
                self.assertEqual(self.read_npy("y.npy"), ("f4", (3,), wanted))
        told = self.weft("run", "./mine.so", "raised", "1.0", "-o", "y.npy", "-v")[2]
        self.assertRegex(told, r"raised: target \w+, 1\.0 -> float\d\d\(\), ")
        self.refuse(2, "raised takes 3 inputs (x, by = -2.5, power = 3) and gives 1 output (result), one -o "
                    "FILE each; 0 and 1 were named", "run", "./mine.so", "raised", "-o", "z.npy")
        self.assertIn('"default":', self.succeed("list", "--json", "./mine.so"))
        self.assertIn("  power = 3 where it is left out\n", self.succeed("list", "--long", "./mine.so"))

    def test_enumerations(self):
        """As annotated, linked and carried; with an enumerator below 0, and one that only uint32 holds."""
        self.write("kinds.h", """
typedef enum { GOOD, BAD = 3 } code;
enum turn { LEFT = -1, NONE, RIGHT };
typedef enum wide { ALL = 0x80000000u } wide;
code kinds_test(double x, enum turn t);
void kinds_both(enum turn t, code *c, enum turn *other);
wide kinds_all(wide given);
""")
        self.write("kinds.c", """
#include "kinds.h"
code kinds_test(double x, enum turn t) { return x > t ? BAD : GOOD; }
void kinds_both(enum turn t, code *c, enum turn *other)
{
    *c = t == NONE ? GOOD : BAD;
    *other = t == LEFT ? RIGHT : t == RIGHT ? LEFT : NONE;
}
wide kinds_all(wide given) { return given ? ALL : 0; }
""")
        self.succeed("annotate", "kinds.h", "--source=kinds.c", "--strip-prefix=kinds_", "-o", "mine.c")
        self.compile("-shared", "-fPIC", "kinds.c", "-o", "libkinds.so")
        self.write_npy("t.npy", "i8", (20,), [-1, 0, 1, 0] * 5)
        self.write_npy("x.npy", "f8", (20,), [0.5] * 20)
        for arguments in (["--source=kinds.c"], ["-L.", "-lkinds", "--", "-Wl,-rpath,$ORIGIN"]):
            self.build("--strip-prefix=kinds_", *arguments)
            for line in ("int32(float64, int32)", "void(int32, int32[:], int32[:])", "uint32(uint32)"):
                self.assertIn(line, self.succeed("list", "./mine.so"))
            self.assertEqual(self.outputs("test", "x.npy", "t.npy")[0], [[3, 3, 0, 3] * 5])
            self.assertEqual(self.outputs("both", "t.npy", count=2)[0],
                             [[3, 0, 3, 0] * 5, [1, 0, -1, 0] * 5])
            self.assertEqual(self.outputs("all", "7")[0], [[2**31]])

    def test_list(self):
        self.build("--source=lib.c")
        text = self.succeed("list", "--long", "./mine.so")
        for line in ("  t: a, b[2]", "  result -1: error: a negative number",
                     "  result >= 1: warning: large", "  result 1: error: it returned NULL"):
            self.assertIn(line + "\n", text)


if __name__ == "__main__":
    if not common.has_generator():
        print("skipped: this tool was built without the generator")
        sys.exit(common.SKIPPED)
    common.main()
