"""What `weft annotate` makes of pointers without const: which way they go, and how far, as the source shows it."""

import sys

import common

VECTOR = "WEFT_VECTORIZE()"
TYPES = """
#include <stddef.h>
struct p { double x, y; };
struct deep { double a, b[2]; };
"""
HELPERS = """
#include "lib.h"
#include <math.h>
#include <string.h>
void unknown(double *v);
double measure(const double *v);
static double pair(const double *w) { return w[0] + w[1]; }
double outside(double *w) { return w[0] + w[1]; }
static void set(double *y, double x) { *y = x; }
static void add(double *y, double x) { *y += x; }
static int try(double x, struct p *a) { if (x < 0) return 1; a->x = x; a->y = -x; return 0; }
static void fill(struct p *a, double x) { a->x = x; a->y = x; }
static void turn(double r[2][2]) { double t = r[0][1]; r[0][1] = r[1][0]; r[1][0] = t; }
static double walked(const double *v, int n) { double s = 0; while (n--) s += *v++; return s; }
static double first(double (*f)(double *), double *v) { return f(v); }
#define LENGTH(a) ((a)->x * (a)->x + (a)->y * (a)->y)
"""
# The declaration, its body, and the layout; "" for WEFT_VECTORIZE, None for what is left to the owner.
CASES = [
    ("double dist(struct p *a, struct p *b)", "{ return hypot(a->x - b->x, a->y - b->y); }", "(2),(2)->()"),
    ("double by_macro(struct p *a)", "{ return LENGTH(a); }", "(2)->()"),
    ("double twice(double *v)", "{ return 2 * *v; }", "()->()"),
    ("double at_nought(double *v)", "{ return v[0]; }", "()->()"),
    ("long epoch(long *t)", "{ return *t / 86400; }", "()->()"),
    ("double len(char *s)", "{ return strlen(s); }", "(16)->()"),
    ("void inout(double *v, double s)", "{ *v *= s; }", "(),()->()"),
    ("void stepped(int *v)", "{ ++*v; }", "()->()"),
    ("double bump(double *v)", "{ *v += 1; return *v; }", "()->(),()"),
    ("void scale(struct p *a, double s)", "{ a->x *= s; a->y *= s; }", "(2),()->(2)"),
    ("void set_both(struct p *a, double s)", "{ a->x = s; a->y = a->x + 1; }", "()->(2)"),
    ("void read_late(struct p *a, double s)", "{ a->x = s; a->y = a->y + 1; }", "(2),()->(2)"),
    ("void set_one(struct p *a, double s)", "{ a->y = s; }", "(2),()->(2)"),
    ("void copied(struct p *a, struct p *b)", "{ *b = *a; }", "(2)->(2)"),
    ("void literal(struct p *a, double x)", "{ *a = (struct p){x, 1}; }", "()->(2)"),
    ("void cleared(struct p *a, double x)", "{ memset(a, 0, sizeof *a); a->x += x; }", "(2),()->(2)"),
    ("void members(double x, struct deep *d)", "{ d->a = x; d->b[0] = x; d->b[1] = x; }", "()->(3)"),
    ("double members_read(struct deep *d)", "{ double *q = d->b; return d->a + q[1]; }", "(3)->()"),
    ("void written(double x, double *y)", "{ *y = x; *y = *y * 2; }", ""),
    ("void sometimes(double x, double *y)", "{ if (x > 0) *y = x; }", ""),
    ("void maybe_null(double x, double *y)", "{ if (y) *y = x; if (NULL != y && x) *y = 2; }", ""),
    ("int status(double x, double *y)", "{ if (x < 0) return -1; *y = sqrt(x); return 0; }", ""),
    ("void accumulate(double *y, double x)", "{ if (x > 0) *y = *y + x; }", "(),()->()"),
    ("void swap(double *a, double *b)", "{ double t = *a; *a = *b; *b = t; }", "(),()->(),()"),
    ("double unused(double *v, double x)", "{ return x; }", "(),()->()"),
    ("double library(double x, double *whole)", "{ return modf(x, whole); }", ""),
    ("double library_member(double x, struct p *a)", "{ a->y = x; return modf(x, &a->x); }", "()->(2),()"),
    # names of it: local pointers, helpers and theirs
    ("double named(double *v)", "{ double *q; q = v; return *q; }", "()->()"),
    ("void named_out(double *y, double x)", "{ double *q = y; *q = x; }", ""),
    ("void handed(double *y, double x)", "{ set(y, x); }", ""),
    ("void handed_both(double *y, double x)", "{ add(y, x); }", "(),()->()"),
    ("void handed_late(double *y, double x)", "{ set(y, x); add(y, x); }", ""),
    ("void handed_members(struct p *a, double x)", "{ set(&a->x, x); set(&a->y, x); a->x += a->y; }", "()->(2)"),
    ("void handed_member(struct p *a, double x)", "{ set(&a->x, x); add(&a->y, x); }", "(2),()->(2)"),
    ("void filled(struct p *a, double x)", "{ fill(a, x); a->x = a->y * 2; }", "()->(2)"),
    ("void tried(double x, double s, struct p *a)", "{ try(x, a); a->x *= s; }", "(),(),(2)->(2)"),
    ("void tried_first(struct p *a, double x)", "{ try(x, a); a->x *= 2; }", "(2),()->(2)"),
    ("double calls_declared(struct p *a)", "{ return dist(a, a); }", "(2)->()"),
    ("double const_unknown(const double *v)", "{ return *v; }", "()->()"),
    # arrays whose extents the types say
    ("void matrix(double r[2][2])", "{ turn(r); }", "(2,2)->(2,2)"),
    ("double matrix_read(double r[2][2])", "{ return pair(r[1]); }", "(2,2)->()"),
    ("void matrix_set(double x, double r[2][2])",
     "{ for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) r[i][j] = x; r[0][0] += r[1][1]; }", "()->(2,2)"),
    ("void half_set(double r[2], double x)", "{ r[1] = x; }", "(2),()->(2)"),
    ("void sized(int n, double x[n], double y[n])", "{ for (int i = 0; i < n; i++) y[i] = x[i]; }", "(n)->(n)"),
    ("double walked_array(double v[3])", "{ return walked(v, 3); }", "(3)->()"),
    # how many there are is not known
    ("double total(double *x, int n)", "{ double s = 0; for (const double *q = x; q < x + n; q++) s += *q; return s; }",
     None),
    ("double pairs(const struct p *a, int n)", "{ double s = 0; while (n--) { s += a->x; a++; } return s; }", None),
    ("double pairs_at(struct p *a, int n)", "{ return a[n - 1].x; }", None),
    ("double norm(double *v)", "{ return sqrt(v[0] * v[0] + v[1] * v[1]); }", None),
    ("double moved(double *v)", "{ v += 2; return *v; }", None),
    ("double far(double *v)", "{ return *(v + 1); }", None),
    ("double helped(double *v)", "{ return pair(v); }", None),
    ("double helped_outside(double *v)", "{ return outside(v); }", None),
    ("double helped_walk(double *v, int n)", "{ return walked(v, n); }", None),
    ("double measured(double *v)", "{ return measure(v); }", None),
    ("void bytes(double *v, int n)", "{ memset(v, 0, n * sizeof *v); }", None),
    ("void text(char *s)", "{ s[0] = 'a'; s[1] = 0; }", None),
    ("double open(double x[])", "{ return x[0]; }", None),
    # it goes out of sight
    ("void out_of_sight(double *v)", "{ unknown(v); }", None),
    ("double by_pointer(double *v)", "{ return first(twice, v); }", "()->()"),
    ("double by_either(double *v, double x)", "{ return x > 0 ? first(twice, v) : first(norm, v); }", None),
    ("double by_any(double *v, int n)", "{ static double (*f)(double *); return first(f, v) + first(twice, v); }", None),
    ("void kept(double *v)", "{ static double *last; last = v; *last = 1; }", None),
    ("void stored(double *v)", "{ double *all[1] = {v}; *all[0] = 1; }", None),
    ("void addressed(double *v)", "{ double **q = &v; **q = 1; }", None),
    ("void as_number(double *v)", "{ *(double *)(size_t)v = 1; }", None),
    ("double replaced(double *v)", "{ static double own; v = &own; *v = 1; return *v; }", None),
    ("void inside_text(double *v)", "{ ({ *v = 1; }); }", None),
    # the order of operands can say it, or cannot
    ("void late(double *y, double *x)", "{ *y = *x; }", None),
    ("void update_late(double *y, double *x)", "{ *y = *x; *x += 1; }", None),
]


class Directions(common.ToolTest):
    def write(self, name, text):
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)

    def annotate(self, *arguments):
        """The lines before each declaration."""
        status, output, errors = self.weft("annotate", "lib.h", *arguments)
        self.assertEqual(status, 0, errors)
        found, before = {}, []
        for line in output.splitlines()[4:]:
            if line.endswith(");") and not line.startswith(("WEFT_", "/*", " *")):
                found[line.split("(")[0].split(" ")[-1].lstrip("*")] = before
                before = []
            else:
                before.append(line)
        return found, output, errors

    def test_list(self):
        self.write("lib.h", TYPES + "".join(f"{case[0]};\n" for case in CASES))
        self.write("lib.c", HELPERS + "".join(f"{case[0]}\n{case[1]}\n" for case in CASES))
        found, output, errors = self.annotate("--source=lib.c")
        wrong = []
        for declaration, _, layout in CASES:
            name = declaration.split("(")[0].split(" ")[-1]
            wanted = None if layout is None else f'WEFT_GUVECTORIZE("{layout}")' if layout else VECTOR
            said = found[name][-1] if name in found else None
            if said != wanted or (wanted is None and f"'{name}' is not annotated" not in errors):
                wrong.append((name, said, wanted))
        self.assertEqual(wrong, [])
        self.assertNotIn("DOUBT", output)
        self.assertIn("how many structures 'a' points to is not said; write a layout: "
                      'WEFT_GUVECTORIZE("(...,2),()->()") with the size', errors)
        self.assertIn('WEFT_GUVECTORIZE("(2)->()"), the most that the source uses', errors)
        self.assertIn("whether 'v' is read or written is not said: it is handed to 'unknown', whose source is not "
                      "known (lib.c:", errors)
        self.write("ufuncs.c", output)
        output = self.succeed("explain", "ufuncs.c", "--source=lib.c", "--targets=cpu")
        self.assertRegex(output, "(?m)^dist ")

    def test_wrong_layouts(self):
        """An output that nothing writes to is a warning, also behind a helper; a layout without its numbers a note."""
        self.write("lib.h", TYPES + "double dist(struct p *a, struct p *b);\nvoid move(struct p *a, double by, struct p *b);\n")
        self.write("lib.c", '#include "lib.h"\nstatic double norm(struct p *a) { return a->x + a->y; }\n'
                            "double dist(struct p *a, struct p *b) { return norm(a) - norm(b); }\n"
                            "void move(struct p *a, double by, struct p *b) { *b = *a; b->x += by; }\n")
        self.write("u.c", '#include <weft/annotate.h>\n#include "lib.h"\n'
                          'WEFT_GUVECTORIZE("->(2),(2),()") double dist(struct p *a, struct p *b);\n'
                          'WEFT_GUVECTORIZE("(2),()->(2)") void move(struct p *a, double by, struct p *b);\n')
        status, _, errors = self.weft("generate", "u.c", "--source=lib.c", "-omade", "--targets=cpu")
        self.assertEqual(status, 0, errors)
        self.assertIn("u.c:3:56: warning: nothing writes to 'a', an output of 'dist'", errors)
        self.assertNotIn("'move'", errors)
        self.write("u.c", '#include <weft/annotate.h>\n#include "lib.h"\n'
                          'WEFT_GUVECTORIZE("(2)->(2)") void move(struct p *a, double by, struct p *b);\n')
        self.refuse(1, "note: 'by' has no place in the layout; a number has (), in the order of C",
                    "generate", "u.c", "-omade")


if __name__ == "__main__":
    if not common.has_generator():
        print("skipped: this tool was built without the generator")
        sys.exit(common.SKIPPED)
    common.main()
