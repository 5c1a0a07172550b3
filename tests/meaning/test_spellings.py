#!/usr/bin/env python3
"""The same computations in many spellings, built by the tool, called through the library at random sizes, and compared
with what the C compiler makes of the same text without optimization: bit for bit on numbers whose sums are exact and,
of strict functions, on any numbers.

    test_spellings.py WEFT CC INCLUDE LIBRARY SCRATCH [TARGETS [SEED]]
"""

import os
import pathlib
import random
import subprocess
import sys

HELPERS = """
static T dot(size_t n, const T *a, const T *b, size_t s) { T r = 0; for (size_t k = 0; k < n; k++) r += a[k] * b[k * s]; return r; }
static T dot_down(int n, const T *a, const T *b, int s) { T r = 0; while (n-- > 0) { r += *a++ * *b; b += s; } return r; }
static void axpy(size_t n, T f, const T *x, T *y) { for (size_t q = 0; q < n; q++) y[q] += f * x[q]; }
static void clear(size_t n, T *y) { while (n--) *y++ = 0; }
static T square(T v) { return v * v; }
static T sum_of(int n, const T *v) { T r = 0; for (const T *e = v + n; v < e; v++) r += *v; return r; }
static T larger(T a, T b) { return a > b ? a : b; }
"""

# Of each kind: the layout, the parameters, the dtypes (? is T's), and the bodies by name; a name that ends in 1 is of sizes
# from 1 on. In a body, FOR(i, n) is a loop of size_t.
SIZED = "size_t m, size_t n, size_t p, const T A[m][n], const T B[n][p], T C[m][p]"
FLAT = "size_t m, size_t n, size_t p, const T *A, const T *B, T *C"
INTS = "int m, int n, int p, const T *A, const T *B, T *C"
SUM = "T s = 0; FOR(k, n) s += A[i][k] * B[k][j];"


def counted(kind):
    return ("for (%s i = 0; i < (%s)m; i++) for (%s j = 0; j < (%s)p; j++) { T s = 0;"
            " for (%s k = 0; k < (%s)n; k++) s += A[i][k] * B[k][j]; C[i][j] = s; }" % ((kind,) * 6))


PRODUCTS = {
    "plain": (SIZED, "FOR(i, m) FOR(j, p) { " + SUM + " C[i][j] = s; }"),
    **{"counted_" + kind.replace(" ", "_"): (SIZED, counted(kind))
       for kind in ("int", "unsigned", "short", "int64_t", "uint16_t", "signed char")},
    "walking": (SIZED, "const T *row = &A[0][0]; T *c = &C[0][0]; FOR(i, m) { FOR(j, p) { const T *a = row, *b = &B[0][j];"
                " T s = 0; FOR(k, n) { s += *a++ * *b; b += p; } *c++ = s; } row += n; }"),
    "to_end": (FLAT, "FOR(i, m) FOR(j, p) { const T *a = A + i * n, *e = a + n, *b = B + j; T s = 0;"
               " while (a != e) { s += *a++ * *b; b += p; } C[i * p + j] = s; }"),
    "ikj": (SIZED, "FOR(i, m) { FOR(j, p) C[i][j] = 0; FOR(k, n) { T a = A[i][k]; FOR(j, p) C[i][j] += a * B[k][j]; } }"),
    "kij": (SIZED, "FOR(i, m) FOR(j, p) C[i][j] = 0; FOR(k, n) FOR(i, m) FOR(j, p) C[i][j] += A[i][k] * B[k][j];"),
    "jki": (SIZED, "FOR(j, p) { FOR(i, m) C[i][j] = 0; FOR(k, n) { T b = B[k][j]; FOR(i, m) C[i][j] += A[i][k] * b; } }"),
    "helper": (SIZED, "FOR(i, m) FOR(j, p) C[i][j] = dot(n, A[i], &B[0][j], p);"),
    "helper_down": (SIZED, "FOR(i, m) FOR(j, p) C[i][j] = dot_down((int)n, A[i], &B[0][j], (int)p);"),
    "helper_rows": (SIZED, "FOR(i, m) { clear(p, C[i]); FOR(k, n) axpy(p, A[i][k], B[k], C[i]); }"),
    "fused": (SIZED, "FOR(i, m) FOR(j, p) { T s = 0; FOR(k, n) s = FMA(A[i][k], B[k][j], s); C[i][j] = s; }"),
    "scaled": (SIZED, "FOR(i, m) FOR(j, p) { " + SUM + " s *= 2; C[i][j] = s; }"),
    "added": (SIZED, "FOR(i, m) FOR(j, p) { " + SUM + " C[i][j] = C[i][j] + 2 * s; }"),
    "onto": (SIZED, "FOR(i, m) FOR(j, p) FOR(k, n) C[i][j] += A[i][k] * B[k][j];"),
    "down": (SIZED, "for (size_t i = m; i-- > 0;) for (int j = (int)p - 1; j >= 0; j--) { T s = 0;"
             " for (size_t k = n; k > 0; k--) s += A[i][k - 1] * B[k - 1][j]; C[i][j] = s; }"),
    "while": (SIZED, "unsigned i = 0, j, k; while (i < m) { const T *a = A[i]; j = 0; while (j != p) { T s = 0; for (k = 1; k <= n; ++k)"
              " s += a[k - 1] * B[k - 1][j]; C[i][j++] = s; } i++; }"),
    "do1": (SIZED, "size_t i = 0; do { int j = 0; do { T s = 0; size_t k = 0; do s += A[i][k] * B[k][j]; while (++k < n); C[i][j] = s; }"
            " while (++j < (int)p); } while (++i < m);"),
    "hoisted": (SIZED, "FOR(i, m) { const T *a = A[i]; T *c = C[i]; FOR(j, p) { T s = 0; FOR(k, n) { const T *b = B[k]; s += a[k] * b[j]; }"
                " c[j] = s; } }"),
    "kept": (SIZED, "FOR(i, m) FOR(j, p) { C[i][j] = 0; FOR(k, n) C[i][j] += A[i][k] * B[k][j]; }"),
    "flat": (FLAT, "for (short i = 0; i < m; i++) for (int j = 0; j < p; j++) { T s = 0; for (int k = 0; k < n; k++)"
             " s += A[i * n + k] * B[k * p + j]; C[i * p + j] = s; }"),
    "flat_int": (INTS, "for (int i = 0; i < m; i++) for (int j = 0; j < p; j++) { T s = 0; for (int k = 0; k < n; k++)"
                 " s += A[i * n + k] * B[k * p + j]; C[i * p + j] = s; }"),
    "by_one": (FLAT, "for (size_t q = 0; q < m * p && p; q++) { T s = 0; FOR(k, n) s += A[q / p * n + k] * B[k * p + q % p]; C[q] = s; }"),
    "by_two": (SIZED, "FOR(i, m) FOR(j, p) { T s = 0; size_t k = 0; for (; k + 1 < n; k += 2) s += A[i][k] * B[k][j] + A[i][k + 1] * B[k + 1][j];"
               " for (; k < n; k++) s += A[i][k] * B[k][j]; C[i][j] = s; }"),
    "first1": (SIZED, "FOR(i, m) FOR(j, p) { T s = A[i][0] * B[0][j]; for (size_t k = 1; k < n; k++) s += A[i][k] * B[k][j]; C[i][j] = s; }"),
    # what is nearly a product
    "as_transposed": (FLAT, "FOR(i, m) FOR(j, p) { T s = 0; FOR(k, n) s += A[k * m + i] * B[j * n + k]; C[j * m + i] = s; }"),
    "zero_but_last": (SIZED, "FOR(i, m) { for (size_t j = 0; j + 1 < p; j++) C[i][j] = 0; FOR(k, n) FOR(j, p) C[i][j] += A[i][k] * B[k][j]; }"),
    "ones": (SIZED, "FOR(i, m) { FOR(j, p) C[i][j] = 1; FOR(k, n) FOR(j, p) C[i][j] += A[i][k] * B[k][j]; }"),
    "zeroed_each": (SIZED, "FOR(i, m) FOR(k, n) FOR(j, p) { C[i][j] = 0; C[i][j] += A[i][k] * B[k][j]; }"),
    "sum_goes_on": (SIZED, "T s = 0; FOR(i, m) FOR(j, p) { FOR(k, n) s += A[i][k] * B[k][j]; C[i][j] = s; }"),
    "triangle": (SIZED, "FOR(i, m) FOR(j, p) { T s = 0; for (int k = 0; k < (int)n && k <= (int)i; k++) s += A[i][k] * B[k][j]; C[i][j] = s; }"),
    "skips": (SIZED, "FOR(i, m) FOR(j, p) { T s = 0; FOR(k, n) { if (A[i][k] == 0) continue; s += A[i][k] * B[k][j]; } C[i][j] = s; }"),
    "leaves": (SIZED, "FOR(i, m) FOR(j, p) { T s = 0; FOR(k, n) { if (k == 7) break; s += A[i][k] * B[k][j]; } C[i][j] = s; }"),
    "backwards": (SIZED, "FOR(i, m) FOR(j, p) { T s = 0; FOR(k, n) s += A[i][n - 1 - k] * B[k][j]; C[m - 1 - i][j] = s; }"),
    "changed_size": (SIZED, "FOR(i, m) FOR(j, p) { T s = 0; size_t l = n; if (l > 3) l--; FOR(k, l) s += A[i][k] * B[k][j]; C[i][j] = s; }"),
    "size_counts": (SIZED, "size_t all = n; while (m-- > 0) FOR(j, p) { T s = 0; FOR(k, all) s += A[m][k] * B[k][j]; C[m][j] = s; }"),
    "read_before": (SIZED, "FOR(i, m) FOR(j, p) { T s = C[i][j]; FOR(k, n) s -= A[i][k] * B[k][j]; C[i][j] = s; }"),
}
ROW = "size_t n, const T *x, T *y"
MEANS = {
    "int": (ROW, "T s = 0; for (int i = 0; i < (int)n; i++) s += x[i]; *y = s / (T)n;"),
    "to_end": (ROW, "T s = 0; for (const T *e = x + n; x != e; x++) s += *x; *y = s / (T)n;"),
    "down": (ROW, "T s = 0; for (size_t i = n; i-- > 0;) s += x[i]; *y = s / n;"),
    "kept": (ROW, "y[0] = 0; FOR(i, n) y[0] += x[i]; y[0] /= n;"),
    "helper": (ROW, "*y = sum_of((int)n, x) / n;"),
    "count": ("int n, const T *x, T *y", "T s = 0; int left = n; while (left) { s += *x++; left--; } *y = s / n;"),
    "squares": (ROW, "T s = 0; unsigned short i = 0; while (i < (unsigned short)n) s += square(x[i++]); *y = s / (T)n;"),
    "parity": (ROW, "T s = 0; for (size_t i = 0; i < n; i += 2) s += x[i]; *y = s;"),
    "larger": (ROW, "T s = -100; FOR(i, n) s = larger(s, x[i]); *y = s;"),
    "largest_if": (ROW, "T s = -100; for (short i = 0; i < (short)n; i++) if (x[i] > s) s = x[i]; *y = s;"),
    "largest_walk1": (ROW, "T s = *x; const T *e = x + n; while (++x < e) s = *x > s ? *x : s; *y = s;"),
}
WHERE = "size_t n, const T *x, int *y"
SEARCHES = {
    "int1": ("int n, const T *x, int *y", "int at = 0; for (int i = 1; i < n; i++) if (x[i] > x[at]) at = i; *y = at;"),
    "best1": (WHERE, "T best = x[0]; int at = 0; for (int i = 1; i < (int)n; i++) if (x[i] > best) { best = x[i]; at = i; } *y = at;"),
    "last1": (WHERE, "T best = x[0]; int at = 0; for (size_t i = 0; i < n; i++) if (x[i] >= best) { best = x[i]; at = (int)i; } *y = at;"),
    "walk1": (WHERE, "const T *best = x; for (const T *q = x + 1; q != x + n; q++) if (*q > *best) best = q; *y = (int)(best - x);"),
    "down1": (WHERE, "size_t at = n - 1; for (size_t i = n; i-- > 0;) if (x[i] >= x[at]) at = i; *y = (int)at;"),
    "low": (WHERE, "T best = 50; int at = -1; unsigned i = 0; while (i < n) { if (x[i] < best) best = x[i], at = (int)i; i++; } *y = at;"),
    "first": (WHERE, "int i; for (i = 0; i < (int)n; i++) if (x[i] > 3) break; *y = i;"),
}
POINTS = "size_t m, size_t n, size_t p, const T X[m][p], const T Y[n][p], T D[m][n]"
DISTANCES = {
    "plain": (POINTS, "FOR(i, m) FOR(j, n) { T s = 0; FOR(k, p) { T d = X[i][k] - Y[j][k]; s += d * d; } D[i][j] = s; }"),
    "int": (POINTS, "for (int i = 0; i < (int)m; i++) for (int j = 0; j < (int)n; j++) { T s = 0; for (int k = 0; k < (int)p; k++)"
            " s += (X[i][k] - Y[j][k]) * (X[i][k] - Y[j][k]); D[i][j] = s; }"),
    "helper": (POINTS, "FOR(i, m) FOR(j, n) { T s = 0; FOR(k, p) s += square(X[i][k] - Y[j][k]); D[i][j] = s; }"),
    "walking": (POINTS, "T *d = &D[0][0]; FOR(i, m) FOR(j, n) { const T *a = X[i], *b = Y[j]; T s = 0; for (size_t k = p; k; k--) s += square(*a++ - *b++);"
                " *d++ = s; }"),
    "kept": (POINTS, "FOR(i, m) FOR(j, n) D[i][j] = 0; FOR(k, p) FOR(i, m) FOR(j, n) D[i][j] += square(X[i][k] - Y[j][k]);"),
    "root": (POINTS, "FOR(i, m) FOR(j, n) { T s = 0; FOR(k, p) s += square(X[i][k] - Y[j][k]); D[i][j] = sqrt(s); }"),
    "largest": (POINTS, "FOR(i, m) FOR(j, n) { T s = 0; FOR(k, p) { T d = fabs(X[i][k] - Y[j][k]); if (d > s) s = d; } D[i][j] = s; }"),
    "scores": (POINTS, "FOR(i, m) FOR(j, n) D[i][j] = dot_down((int)p, X[i], Y[j], 1) * (T)0.5;"),
}
LINES = {
    "cumulative": (ROW, "T s = 0; for (int i = 0; i < (int)n; i++) { s += x[i]; y[i] = s; }"),
    "from_before": (ROW, "for (size_t i = 0; i < n; i++) y[i] = i ? y[i - 1] + x[i] : x[i];"),
    "walk": (ROW, "const T *e = x + n; T s = 0; while (x < e) *y++ = s += *x++;"),
    "down": (ROW, "T s = 0; for (int i = (int)n; --i >= 0;) y[i] = s += x[i];"),
    "part": (ROW, "for (size_t i = 0; i < n; i += 2) y[i] = x[i] * 2;"),
    "shift": (ROW, "for (short i = 1; i < (short)n; i++) y[i] = x[i - 1] + x[i];"),
    "centred": (ROW, "T s = 0; FOR(i, n) s += x[i]; for (unsigned i = 0; i < n; i++) y[i] = x[i] - s / n;"),
    "short_map": (ROW, "for (short i = 0; i < (short)n; i++) y[i] = 2 * x[i];"),
    "reverse": (ROW, "const T *q = x + n; while (q != x) *y++ = *--q;"),
}
KINDS = {
    "product": ("(m,n),(n,p)->(m,p)", "void(?[:,:], ?[:,:], ?[:,:])", PRODUCTS),
    "mean": ("(n)->()", "void(?[:], ?[:])", MEANS),
    "search": ("(n)->()", "void(?[:], int32[:])", SEARCHES),
    "distance": ("(m,p),(n,p)->(m,n)", "void(?[:,:], ?[:,:], ?[:,:])", DISTANCES),
    "line": ("(n)->(n)", "void(?[:], ?[:])", LINES),
}
HEAD = """#include <weft/annotate.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#define FOR(i, n) for (size_t i = 0; i < (n); i++)
"""


def functions(dtype, strict):
    """Name, kind, whether sizes are from 1 on, parameters and body of each; of strict ones, the kinds that have sums."""
    end = "_%s%s" % (dtype[-2:], "_strict" if strict else "")
    for kind, (_, _, bodies) in KINDS.items():
        if strict and kind not in ("product", "distance"):
            continue
        for name, (parameters, body) in bodies.items():
            yield "%s_%s%s" % (kind, name, end), kind, name.endswith("1"), parameters, body


def source(dtype, strict):
    ctype, fma = ("double", "fma") if dtype == "float64" else ("float", "fmaf")
    text = HEAD + "#define T %s\n#define FMA %s\n%s" % (ctype, fma, HELPERS)
    for name, kind, _, parameters, body in functions(dtype, strict):
        layout, dtypes, _ = KINDS[kind]
        text += '\nWEFT_GUVECTORIZE("%s", "%s")\n%svoid %s(%s)\n{\n    %s\n}\n' % (
            layout, dtypes.replace("?", dtype), "WEFT_OPTIONS(strict)\n" if strict else "", name, parameters, body)
    return text


RUN = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
#include <weft/weft.h>
enum { MOST = 3 * 70000 };
typedef struct subject { const char *name; int kind, least; weft_dtype dtype; int strict;
    void (*written)(int64_t m, int64_t n, int64_t p, const void *a, const void *b, void *c); } subject;
%(subjects)s
static uint64_t state = %(seed)d;
static unsigned next(unsigned below) { state = state * 6364136223846793005u + 1442695040888963407u; return (unsigned)(state >> 33) %% below; }
static void fill(void *to, weft_dtype dtype, size_t count, int exact, int has_nan)
{
    for (size_t i = 0; i < count; i++) {
        double value = exact ? (double)next(15) - 7 : ((double)next(1u << 30) / (1 << 29) - 1) * exp2((double)next(12));
        if (has_nan && next(9) == 0) value = next(2) ? NAN : INFINITY;
        if (dtype == WEFT_FLOAT64) ((double *)to)[i] = value; else if (dtype == WEFT_FLOAT32) ((float *)to)[i] = (float)value;
        else ((int *)to)[i] = (int)value;
    }
}
static double at(const void *from, weft_dtype dtype, size_t i)
{ return dtype == WEFT_FLOAT64 ? ((const double *)from)[i] : dtype == WEFT_FLOAT32 ? ((const float *)from)[i] : ((const int *)from)[i]; }
static double a[MOST], b[MOST], c[2][2 * MOST];
static int check(const weft_library *library, const subject *one, weft_target target, int64_t m, int64_t n, int64_t p, int exact)
{
    const weft_ufunc *ufunc = weft_library_find(library, one->name);
    const int items = (int)next(3) + 1, is_two = one->kind == 0 || one->kind == 3, apart = (int)next(3) == 0 ? 2 : 1;
    const weft_dtype out = one->kind == 2 ? WEFT_INT32 : one->dtype;
    const size_t wide = one->dtype == WEFT_FLOAT64 ? 8 : 4, out_wide = out == WEFT_FLOAT64 ? 8 : 4;
    const int64_t shapes[5][3][3] = {{{items, m, n}, {items, n, p}, {items, m, p}}, {{items, n}, {0}, {items}},
        {{items, n}, {0}, {items}}, {{items, m, p}, {items, n, p}, {items, m, n}}, {{items, n}, {0}, {items, n}}};
    const int ranks[5][3] = {{3, 3, 3}, {2, 0, 1}, {2, 0, 1}, {3, 3, 3}, {2, 0, 2}};
    size_t counts[3] = {1, 1, 1};
    for (int k = 0; k < 3; k++) for (int r = 1; r < ranks[one->kind][k]; r++) counts[k] *= (size_t)shapes[one->kind][k][r];
    fill(a, one->dtype, items * counts[0], exact, one->kind != 0 && one->kind != 3 && next(4) == 0);
    fill(b, one->dtype, is_two ? items * counts[1] : 0, exact, 0);
    fill(c[0], out, items * counts[2] * 2, 1, 0);
    memcpy(c[1], c[0], items * counts[2] * 2 * out_wide);
    weft_array A = weft_array_view(a, one->dtype, ranks[one->kind][0], shapes[one->kind][0], NULL);
    weft_array B = weft_array_view(b, one->dtype, ranks[one->kind][1], shapes[one->kind][1], NULL);
    int64_t strides[3], step = (int64_t)out_wide * apart;
    for (int r = ranks[one->kind][2] - 1; r >= 0; r--) strides[r] = step, step *= shapes[one->kind][2][r];
    weft_array C = weft_array_view(c[0], out, ranks[one->kind][2], shapes[one->kind][2], strides);
    weft_array *two[] = {&A, &B, &C}, *single[] = {&A, &C};
    weft_error error;
    if (weft_call(ufunc, is_two ? two : single, &(weft_options){.target = target}, &error))
        return printf("%%s: %%s\n", one->name, error.text), 1;
    static double packed[MOST];
    int wrong = 0;
    for (int i = 0; i < items && !wrong; i++) {
        char *to = (char *)c[1] + i * counts[2] * apart * out_wide;
        for (size_t k = 0; k < counts[2]; k++) memcpy((char *)packed + k * out_wide, to + k * apart * out_wide, out_wide);
        one->written(m, n, p, (char *)a + i * counts[0] * wide, (char *)b + i * counts[1] * wide, packed);
        for (size_t k = 0; k < counts[2]; k++) memcpy(to + k * apart * out_wide, (char *)packed + k * out_wide, out_wide);
    }
    for (size_t k = 0; k < items * counts[2] * apart && !wrong; k++) {
        const double got = at(c[0], out, k), want = at(c[1], out, k);
        const double near = (one->dtype == WEFT_FLOAT64 ? 1e-11 : 1e-3) * (fabs(want) + 4e6);
        const int same = !memcmp((char *)c[0] + k * out_wide, (char *)c[1] + k * out_wide, out_wide) || (isnan(got) && isnan(want));
        wrong = exact || one->strict || one->kind == 2 ? !same : !same && !(fabs(got - want) <= near);
        if (wrong)
            printf("%%s on target %%d, m = %%d, n = %%d, p = %%d, %%d items, outputs %%d apart: at %%zu %%.17g, not %%.17g\n", one->name, target, (int)m,
                   (int)n, (int)p, items, apart, k, got, want);
    }
    return wrong;
}
int main(int count, char **words)
{
    int wrong = 0, calls = 0;
    const size_t subject_count = sizeof subjects / sizeof *subjects;
    weft_library *library;
    weft_error error;
    if (weft_library_open(words[1], &library, &error))
        return puts(error.text), 1;
    for (int w = 2; w < count; w++)
        for (size_t i = 0; i < subject_count; i++)
            for (int round = 0; round < ROUNDS; round++) {
                const subject *one = &subjects[i];
                const int64_t low = one->least, large[] = {127, 128, 300, 32767, 32768, 40000, 65535, 65536, 65541};
                int64_t m = low + next(41 - low), n = low + next(41 - low), p = low + next(41 - low);
                if (round > ROUNDS / 2) m = low + next(4), p = low + next(4), n = low + next(6);
                if (LARGE(one, round)) { n = large[next(9)]; m = low + (n < 400 && !low), p = 1; }
                calls++;
                if (check(library, one, (weft_target)atoi(words[w]), m, n, p, round %% 3 != 0)) { wrong++; break; }
            }
    printf("%%d calls, %%d functions wrong\n", calls, wrong);
    weft_library_close(library);
    return wrong != 0;
}
"""
# Rounds of n beyond what counters hold: where the text, compiled as it is, ends and stays inside for every size.
LARGE = ("product_counted_", "product_plain", "product_helper", "mean_", "search_low", "search_best", "line_")


def program(sets, seed):
    """The program that calls all, and what it is linked with: the same texts."""
    declared, rows = "", ""
    for dtype, strict in sets:
        ctype = "double" if dtype == "float64" else "float"
        for name, kind, least, parameters, body in functions(dtype, strict):
            index = list(KINDS).index(kind)
            arguments = "m, n, p, a, b, c" if kind in ("product", "distance") else "n, a, c"
            types = parameters.replace("T ", ctype + " ")
            declared += "void %s(%s);\nstatic void call_%s(int64_t m, int64_t n, int64_t p, const void *a, const void *b, void *c) { %s(%s); }\n" % (
                name, types, name, name, arguments)
            rows += '    {"%s", %d, %d, WEFT_%s, %d, call_%s},\n' % (name, index, least, dtype.upper(), strict, name)
    text = RUN % {"subjects": declared + "static const subject subjects[] = {\n" + rows + "};", "seed": seed}
    large = " || ".join('strstr(one->name, "%s") == one->name' % prefix for prefix in LARGE)
    return "#include <stddef.h>\n#include <stdint.h>\n#define ROUNDS 24\n#define LARGE(one, round) (round %% 6 == 5 && (%s))\n" % large + text


def main():
    weft, cc, include, library, scratch = sys.argv[1:6]
    targets = sys.argv[6] if len(sys.argv) > 6 else "cpu,parallel"
    seed = int(sys.argv[7]) if len(sys.argv) > 7 else random.SystemRandom().randrange(1 << 30)
    folder = pathlib.Path(scratch)
    folder.mkdir(parents=True, exist_ok=True)
    sets = [("float64", 0), ("float32", 1)]
    names = []
    for dtype, strict in sets:
        names.append("spelled_%s%s.c" % (dtype[-2:], "_strict" if strict else ""))
        (folder / names[-1]).write_text(source(dtype, strict))
    (folder / "run.c").write_text(program(sets, seed))
    subprocess.run([weft, "build", *names, "-o", "spelled.so", "--targets=" + targets, "--isa=native", "-I", include], cwd=folder, check=True)
    subprocess.run([cc, "-O0", "-ffp-contract=off", "-fwrapv", "-w", "-I", include, "-o", "run", "run.c", *names, library,
                    "-lm", "-ldl", "-lpthread"], cwd=folder, check=True)
    numbers = [str(("auto", "cpu", "parallel", "gpu").index(name)) for name in targets.split(",")]
    run = subprocess.run(["./run", "./spelled.so", *numbers], cwd=folder, env={**os.environ, "LD_LIBRARY_PATH": str(pathlib.Path(library).parent)}, capture_output=True, text=True)
    print(run.stdout + run.stderr, end="")
    print("seed %d" % seed)
    assert run.returncode == 0, "a spelling means something else"


if __name__ == "__main__":
    main()
