"""Which static and global tables count as constant: those that are handed to functions that only read them."""

import os
import subprocess
import sys
import tempfile

WEFT = os.path.abspath(sys.argv[1])
SKIPPED = 77

# Each defines r, which gets the table.
READS = [
    "static int r(int *p) { return p[0] + *(p + 1); }",
    "static int r(int *p) { int s = 0; for (int i = 0; i < 2; i++) s += *p++; return s; }",
    "static int q(int *p) { return p[0]; } static int r(int *p) { return q(p + 1) + q(&p[1]); }",
    "static int r(int *p) { p += 1; return *p; }",
    "static int r(int *p) { for (; *p < 3; p++) ; return *p; }",
    "static int r(int p[3]) { return (p)[1]; }",
    "static int r(int *p) { return *p < 4 ? r(p + 1) : 0; }",
    "static int z(int *p); static int r(int *p) { return p[0] < 3 ? z(p) : 1; }"
    "static int z(int *p) { return r(p + 1); }",
    "static int r(int *p) { return (p ? p : p + 1)[0]; }",
    "static int r(int *p) { const int *q = p; return q[1]; }",
    "static int r(int *p) { int *q = p, s = *q++; return s + *q; }",
    "static int r(int *p) { int *q; q = p + 1; p = q; return *p; }",
]
WRITES = [
    "static int r(int *p) { return p[0] = 1; }",
    "static int r(int *p) { return *p++ = 2; }",
    "static int r(int *p) { return (*p)++; }",
    "static int r(int *p) { int *q = p; return *q = 2; }",
    "static int r(int *p) { int *q; q = p; return q[1] = 2; }",
    "static int r(int *p) { int *q = p ?: p; return *q = 1; }",
    "static int r(int *p) { int *q = p, *s; s = q + 1; return s[0] = 2; }",
    "static int r(int *p) { int *q = p; return (q = q + 1)[0] = 2; }",
    "static int r(int *p) { int *q = p, **s = &q; return **s = 2; }",
    "static int r(int *p) { static int *q; q = p; return *q = 2; }",
    "static int *r_(int *p) { int *q = p; return q; } static int r(int *p) { return *r_(p) = 2; }",
    "static int r(int *p) { int *q = 0; for (int *s = p; s; s = 0) q = s; return *q = 2; }",
    "static int r(int *p) { int *q[1] = { p }; return q[0][0] = 1; }",
    "static int r(int *p) { int **q = &p; return **q = 1; }",
    "static int r(int *p) { return ({ p; })[0] = 1; }",
    "static int r(int *p) { return (p ? p : p + 1)[0] = 1; }",
    "static int r(int *p) { return ((int *)(long)p)[0] = 2; }",
    "static int r(int p[3]) { return (p)[1] = 2; }",
    "static int w(int *p) { return p[1]--; } static int r(int *p) { return w(p); }",
    "static int w(int **q) { return (*q)[0] = 1; } static int r(int *p) { return w(&p); }",
    "static int w(void *q) { return (*(int **)q)[0] = 1; }"
    "static int r(int *p) { return w((void *)&p); }",
    "static int w(char *p) { return *p = 1; } static int r(int *p) { return w((char *)p++); }",
    "static int w(char *p) { return *p = 1; } static int r(int p[]) { return w((char *)(p += 1)); }",
    "static int *w(int *p) { return p; } static int r(int *p) { return *w(p) = 1; }",
    "struct held { int *a; }; static int r(int *p) { struct held h = { p }; return h.a[0] = 1; }",
    "static int r(int *p) { __builtin_memset(p, 0, 4); return 0; }",
    "int unknown(int *p); static int r(int *p) { return unknown(p); }",
]


def is_constant(text, folder, storage):
    source = os.path.join(folder, "f.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write("#include <weft/annotate.h>\n" + text + f"\n{storage}int t[4] = {{ 1, 2, 3, 4 }};\n"
                   "WEFT_VECTORIZE() int f(int x) { return r(t) + x; }\n")
    done = subprocess.run([WEFT, "generate", source, "-o", folder + "/out", "--targets=cpu"], check=False,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
    if done.returncode and "'t' is a writable " not in done.stderr:
        sys.exit(f"{text}\n{done.stderr}")
    return done.returncode == 0


def main():
    version = subprocess.run([WEFT, "--version"], check=True, capture_output=True, text=True)
    if "libclang" not in version.stdout:
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory(prefix="weft-written-") as folder:
        wrong = [storage + text for text in READS for storage in ("static ", "")
                 if not is_constant(text, folder, storage)]
        wrong += [storage + text for text in WRITES for storage in ("static ", "")
                  if is_constant(text, folder, storage)]
    print("\n".join(["taken otherwise:"] + wrong if wrong else ["all as expected"]))
    sys.exit(bool(wrong))


main()
