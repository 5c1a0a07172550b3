#!/usr/bin/env python3
"""Writes functions whose walks a team of threads may share, each twice: `f` is reorderable, `f_in_order` is not, or both are
not where no order decides a bit. Results are whole numbers, the same in any order, but for the few that the file itself has.

    make_teams.py FILE [SEED [COUNT [SHARE]]]

COUNT: of the last kind; SHARE: every so many functions of each other kind alone.
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
    ("kept", "(n)->(n),()", ["void({0}[:], {0}[:], {0}[:])"], ["int16", "float32"], '''
void NAME(int64_t n, const T x[n], T y[n], T *out)
{
    T most = -4, sum = 0;
    for (int64_t i = 0; i < n; i++)
        most = x[i] > most ? x[i] : most;
    for (int64_t i = 0; i < n; i++)
        if (x[i] < most)
            y[i] = most - x[i];
    for (int64_t i = 2; i < n; i++)
        sum += x[i] > 0;
    *out = sum;
}'''),
    ("two_rows", "(n),(m)->(n),(m)", ["void({0}[:], {0}[:], {0}[:], {0}[:])"], ["int8", "float32"], '''
void NAME(int64_t n, int64_t m, const T x[n], const T a[m], T y[n], T b[m])
{
    T least = 5, most = -5;
    for (int64_t i = 0; i < n; i++)
        least = x[i] < least ? x[i] : least;
    for (int64_t i = 0; i < m; i++)
        most = a[i] > most ? a[i] : most;
    for (int64_t i = 0; i < n; i++)
        y[i] = x[i] - least;
    for (int64_t i = 0; i < m; i++)
        b[i] = most - a[i];
    for (int64_t i = 0; i < n; i++)
        y[i] = y[i] + x[n - 1 - i] + (i + 1 < n ? x[i + 1] : most);
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
    ("narrow_start", "(n)->(),()", ["void({0}[:], {0}[:], {0}[:])"], NUMBERS, '''
void NAME(int64_t n, const T x[n], T *first, T *last)
{
    T sum = 0, most = -9;
    for (int64_t i = (uint8_t)257; i < n; i++)
        sum += x[i];
    for (int64_t i = 0; i < n - (uint8_t)257; i++)
        most = x[i] > most ? x[i] : most;
    *first = sum;
    *last = most;
}'''),
    ("refused_narrow_end", "(n)->()", ["void({0}[:], {0}[:])"], NUMBERS, '''
void NAME(int64_t n, const T x[n], T *out)
{
    T sum = 0;
    for (int64_t i = 0; i < (int8_t)n; i++)
        sum += x[i];
    *out = sum;
}'''),
    ("refused_cut_off", "(n)->()", ["void({0}[:], {0}[:])"], ["int32", "int64"], '''
void NAME(size_t n, const T x[n], T *out)
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = (int8_t)(sum + x[i] * 50);
    *out = sum;
}'''),
    ("refused_cut_off_before", "(n)->()", ["void({0}[:], {0}[:])"], ["int32", "int64"], '''
void NAME(size_t n, const T x[n], T *out)
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        sum = (int8_t)sum + x[i] * 50;
    *out = sum;
}'''),
    ("refused_unsigned_order", "(n)->()", ["void({0}[:], int32[:])"], ["uint32"], '''
void NAME(size_t n, const T x[n], int32_t *out)
{
    int32_t most = 0;
    for (size_t i = 0; i < n; i++)
        if (x[i] > most)
            most = (int32_t)x[i];
    *out = most;
}'''),
    ("refused_rounded_place", "(n)->(),()", ["void({0}[:], int64[:], float32[:])"], ["float64"], '''
void NAME(size_t n, const T x[n], int64_t *at, float *most)
{
    int64_t place = -1;
    float found = 0;
    for (size_t i = 0; i < n; i++) {
        const double next = x[i] + (double)i * 1e-12;
        if (place < 0 || next > found) {
            found = next;
            place = (int64_t)i;
        }
    }
    *at = place;
    *most = found;
}'''),
]

# In no order, and not reorderable.
WHOLE = ["int32", "int64"]
FREE = [
    ("moving_sum", "(n),()->(n)", ["void({0}[:], {0}, {0}[:])"], NUMBERS, '''
void NAME(size_t n, const T x[n], T width, T y[n])
{
    for (size_t i = 0; i < n; i++) {
        const size_t count = width < 1 ? 1 : (size_t)width * 5 < i + 1 ? (size_t)width * 5 : i + 1;
        T sum = 0;
        for (size_t k = i + 1 - count; k <= i; k++)
            sum += x[k];
        y[i] = sum;
    }
}'''),
    ("convolved", "(m),(n)->(m+n-1)", ["void({0}[:], {0}[:], {0}[:])"], NUMBERS, '''
void NAME(int64_t m, int64_t n, const T a[m], const T b[n], T c[m + n - 1])
{
    for (int64_t i = 0; i < m + n - 1; i++) {
        T sum = 0;
        for (int64_t k = i < n ? 0 : i - n + 1; k < m && k <= i; k++)
            sum += a[k] * b[i - k];
        c[i] = sum;
    }
}'''),
    ("stencil", "(m,n)->(m,n),(n)", ["void({0}[:,:], {0}[:,:], {0}[:])"], NUMBERS, '''
void NAME(int m, int n, const T a[m][n], T b[m][n], T last[n])
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            b[i][j] = a[i][j];
    for (int i = 1; i < m - 1; i++)
        for (int j = 1; j < n - 1; j++)
            b[i][j] += a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
    for (int j = 0; j < n; j++)
        last[j] = j > 0 ? a[0][j] - a[0][j - 1] : b[m - 1][j];
}'''),
    ("counts", "(n),(m)->(m),(m)", ["void({0}[:], {0}[:], int32[:], int64[:])"], NUMBERS, '''
void NAME(int64_t n, int64_t m, const T x[n], const T weights[m], int32_t often[m], int64_t sums[m])
{
    for (int64_t k = 0; k < m; k++)
        often[k] = (int32_t)weights[k];
    for (int64_t k = 0; k < m; k++)
        sums[k] = 7;
    for (int64_t i = 0; i < n; i++) {
        const int64_t kind = x[i] < 0 ? 0 : x[i] > 2 ? 2 : 1, k = kind < m ? kind : m - 1;
        if (x[i] > -3)
            often[k]++;
        sums[m - 1 - k] -= (int64_t)x[i];
    }
    for (int64_t k = 0; k < m; k++)
        sums[k] *= 2;
}'''),
    ("counted_by_two", "(n),(m,n)->(m,m),(n)", ["void({0}[:], {0}[:,:], uint32[:,:], {0}[:])"], WHOLE, '''
void NAME(int64_t n, int64_t m, const T x[n], const T a[m][n], uint32_t both[m][m], T y[n])
{
    for (int64_t i = 0; i < n; i++)
        y[i] = x[i] + 1;
    for (int64_t j = 0; j < m; j++)
        for (int64_t k = 0; k < m; k++)
            both[j][k] = (uint32_t)(j * 3);
    for (int64_t row = 0; row < m; row++)
        for (int64_t i = 0; i < n; i++) {
            int64_t j = x[i] < 0 ? 0 : m - 1, k = (a[row][i] & 1) % m;
            both[j][k] += (uint32_t)a[row][i];
            --both[m - 1][k];
            y[i] += a[row][i];
        }
}'''),
    ("counted_in", "(n),()->(3),()", ["void({0}[:], {0}, int64[:], int64[:])"], NUMBERS, '''
void NAME(size_t n, const T x[n], T by, int64_t kinds[3], int64_t *above)
{
    int64_t sum = 2;
    for (size_t i = 0; i < n; i++) {
        kinds[x[i] < by ? 0 : x[i] > by ? 2 : 1]++;
        if (x[i] > by)
            sum += (int64_t)x[i];
    }
    *above = sum;
}'''),
    ("looked_up", "(n),(m)->(n)", ["void({0}[:], {0}[:], {0}[:])"], NUMBERS, '''
static T nearest(int64_t m, const T *known, T x)
{
    T found = known[0];
    for (int64_t k = 1; k < m; k++)
        if ((x - known[k]) * (x - known[k]) < (x - found) * (x - found))
            found = known[k];
    return found;
}

void NAME(int64_t n, int64_t m, const T x[n], const T known[m], T y[n])
{
    for (int64_t i = 0; i < n; i++)
        y[i] = nearest(m, known, x[i]);
}'''),
]

# Loops in loops in order: (s,s) matrices of whole numbers, whose factors do not divide. Threads share the rounds inside.
DEALT = [
    ("cholesky", "(s,s)->(s,s)", ["void({0}[:,:], {0}[:,:])"], ["float32", "float64"], '''
void NAME(size_t s, const T A[s][s], T L[s][s])
{
    for (size_t j = 0; j < s; j++) {
        T sum = A[j][j] + (T)(s * 16);
        for (size_t k = 0; k < j; k++)
            sum -= L[j][k] * L[j][k];
        L[j][j] = sum > 0 ? sqrt(sum) : (T)NAN;
        for (size_t i = j + 1; i < s; i++) {
            T rest = A[i][j];
            for (size_t k = 0; k < j; k++)
                rest -= L[i][k] * L[j][k];
            L[i][j] = rest / L[j][j];
        }
        for (size_t i = 0; i < j; i++)
            L[i][j] = 0;
    }
}'''),
    ("gauss_jordan", "(s,s)->(s,s)", ["void({0}[:,:], {0}[:,:])"], ["int32", "int64"], '''
void NAME(int64_t s, T A[s][s], T X[s][s])
{
    for (int64_t i = 0; i < s; i++)
        for (int64_t j = 0; j < s; j++)
            X[i][j] = i == j;
    for (int64_t k = 0; k < s; k++) {
        const T pivot = A[k][k] | 1;
        for (int64_t j = 0; j < s; j++) {
            A[k][j] *= pivot;
            X[k][j] -= pivot;
        }
        for (int64_t i = 0; i < s; i++) {
            if (k == i)
                continue;
            const T factor = A[i][k];
            for (int64_t j = 0; j < s; j++) {
                A[i][j] -= factor * A[k][j];
                X[i][j] -= factor * X[k][j];
            }
        }
    }
}'''),
    ("eliminated", "(s,s),(s)->(s,s),(s)", ["void({0}[:,:], {0}[:], {0}[:,:], {0}[:])"], ["int32", "int64"], '''
void NAME(int s, const T A[s][s], const T b[s], T U[s][s], T x[s])
{
    for (int i = 0; i < s; i++) {
        x[i] = b[i];
        for (int j = 0; j < s; j++)
            U[i][j] = A[i][j];
    }
    for (int k = 0; k <= s - 2; ++k)
        for (int i = k + 1; i <= s - 1; ++i) {
            const T factor = U[i][k] + U[k][k];
            for (int j = k; j < s; j++)
                U[i][j] -= factor * U[k][j];
            x[i] -= factor * x[k];
        }
    for (int j = s - 1; j >= 0; j--) {
        x[j] *= U[j][j];
        for (int i = 0; i < j; i++) {
            T sum = 0;
            for (int k = 0; k < s; k++)
                sum += U[i][k] * A[k][j];
            x[i] -= sum * x[j];
        }
    }
}'''),
]

# Nearly so: some round reads or writes what another one writes, or might. (s,s),(s)->(s,s); what stands at WORK.
NEAR = """
void NAME(int64_t s, const T A[s][s], const int64_t v[s], T L[s][s])
{
    for (int64_t i = 0; i < s; i++)
        for (int64_t j = 0; j < s; j++)
            L[i][j] = A[i][j];
    for (int64_t j = 0; j < s; j++) {
        T carried = 0;
        int64_t m = j;
        L[s - 1][0] += L[0][j];
WORK
    }
}"""
REFUSED = {
    "from_above": "for (int64_t i = 1; i < s; i++) L[i][j] += L[i - 1][j];",
    "unguarded": "for (int64_t i = 0; i < s; i++) L[i][j] -= L[j][j] + 1;",
    "guarded_or": "for (int64_t i = 0; i < s; i++) if (i != j || s > 3) L[i][j] -= L[j][j] + 1;",
    "guarded_late": "for (int64_t i = 0; i < s; i++) { L[i][j] -= L[j][j] + 1; if (i == j) continue; }",
    "guarded_by_else": "for (int64_t i = 0; i < s; i++) if (i != j) carried++; else L[i][j] -= L[j][j] + 1;",
    "guarded_beside": "for (int64_t i = 0; i < s; i++) if (i != j + 1) L[i][j] -= L[j][j] + 1;",
    "guarded_before": "for (int64_t i = 0; i < s; i++) { if (i != j) L[i][j] = 1; L[i][j] -= L[j][j]; }",
    "with_diagonal": "for (int64_t i = j; i < s; i++) { T sum = L[i][j]; for (int64_t k = j; k <= j; k++) sum -= L[j][k]; L[i][j] = sum; }",
    "one_further": "for (int64_t i = j; i < s - 1; i++) L[i + 1][j] += L[i][j];",
    "turned": "for (int64_t i = 0; i < s; i++) L[i][j] += L[j][i];",
    "looked_up": "for (int64_t i = 0; i < s; i++) L[v[i] & 1 ? 0 : i][j] += 1;",
    "carried": "for (int64_t i = 0; i < s; i++) { carried += A[i][j]; L[i][j] = carried; }",
    "moved": "for (int64_t i = j + 1; i < s; i++) { L[i][j] += L[m][j]; m++; }",
    "from_any": "for (int64_t i = m; i < s; i++) L[i][j] += L[j][j] + m;",
    "left": "for (int64_t i = j + 1; i < s; i++) { L[i][j] += L[j][j]; if (L[i][j] > 4) break; }",
    "by_two": "for (int64_t i = j + 1; i < s; i += 2) L[i][j] += L[j][j] + L[i - 1][j];",
    "half": "for (int64_t i = 0; i < s; i++) L[i / 2][j] += A[i][j];",
    "row_and_column": "for (int64_t i = j + 1; i < s; i++) { L[i][j] += 1; L[j][i] += L[i][j] + L[j][j + 1]; }",
    "inner_end": "for (int64_t i = j; i < s; i++) { int64_t e = j; for (int64_t k = 0; k < e; k++) { L[i][j] += L[j][k]; e = j + 1; } }",
}

# The same, and right: rounds are shared.
SHARED = {
    "guarded": "for (int64_t i = 0; i < s; i++) if (v[i] > -9 && i != j) L[i][j] -= L[j][j] + 1;",
    "guarded_first": "for (int64_t i = 0; i < s; i++) { if (i == j) continue; L[i][j] -= L[j][j] + 1; }",
    "guarded_by_else": "for (int64_t i = 0; i < s; i++) if (i == j) {} else L[i][j] -= L[j][j] + 1;",
    "further": "for (int64_t i = j; i < s - 1; i++) L[i + 1][j] += L[j][j];",
    "before": "for (int64_t i = 0; i < j; i++) { L[i][j] += L[j][j]; for (int64_t k = i + 1; k < j; k++) L[i][j] -= L[i][k]; }",
}


class Dealt:
    """A random function of (s,s),(s)->(s,s),(s): columns or rows in order, inside of which rounds read what no other writes."""

    def __init__(self, rng):
        self.rng, self.down = rng, rng.random() < .3
        self.type = rng.choice(["int64_t", "int", "size_t"])

    def fixed(self, rows):
        """A number that all rounds read: of the row j, which no round writes, or of the columns before."""
        return self.rng.choice(["A[j][j]", "b[j]", "held", "A[s - 1][j]", "2"] + (["L[j][j]", "x[j]"] if rows else []))

    def loop(self):
        kind = self.rng.choice(["after", "before", "but", "goes_on", "from"])
        head = {"after": "i = j + 1; i < s; i++", "before": "i = 0; i < j; ++i", "but": "i = 0; i < s; i++",
                "goes_on": "i = 0; i <= s - 1; i++", "from": "i = j; i < s; i += 1"}[kind]
        lines = [f"        for ({self.type} {head}) {{"]
        if kind == "goes_on":
            lines += [f"            if ({self.rng.choice(['i == j', 'j == i'])})", "                continue;"]
        if kind == "but":
            lines += [f"            if (i != j{self.rng.choice(['', ' && A[i][j] != 3'])}) {{"]
        rows = kind != "from"
        lines.append(f"            T sum = {self.rng.choice(['L[i][j]', 'A[i][j]', 'x[i]', 'b[i]'])} + {self.fixed(rows)};")
        if rows:
            ends = self.rng.choice(["k = 0; k < s", "k = j; k < s", "k = 0; k <= j", "k = 0; k < i"])
            lines += [f"            for ({self.type} {ends}; k++) {{",
                      f"                sum {self.rng.choice('+-')}= L[{self.rng.choice('ij')}][k] * {self.rng.choice(['L[j][k]', 'A[i][k]', '3'])};",
                      *(["                L[i][k] += L[j][k] * 2;"] if self.rng.random() < .6 else []), "            }"]
        else:
            lines += [f"            for ({self.type} k = 0; k < j; k++)", "                sum -= L[i][k] * L[j][k];"]
        lines.append(f"            L[i][j] {self.rng.choice(['=', '-=', '+='])} sum;")
        if rows or self.rng.random() < .5:
            lines.append(f"            x[i] {self.rng.choice(['=', '-=', '+='])} {self.rng.choice(['sum', 'b[i]'])};")
        if kind == "but":
            lines.append("            }")
        return lines + ["        }"]

    def alone(self):
        return self.rng.choice([["        L[j][j] += held;"], ["        x[j] -= L[j][j];"], ["        held = L[j][j] - x[0];"],
                                ["        if (L[j][j] > x[j])", "            x[j] = L[j][j];", "        else", "            x[0]++;"]])

    def text(self):
        head = "j = s; j-- > 0;" if self.down else "j = 0; j < s; j++"
        lines = [f"    for ({self.type} k = 0; k < s; k++)", "        x[k] = b[k];", f"    for ({self.type} i = 0; i < s; i++)",
                 f"        for ({self.type} k = 0; k < s; k++)", "            L[i][k] = A[k][i];",
                 f"    for ({self.type} {head}) {{", "        T held = A[j][0] + x[j];"]
        for _ in range(self.rng.randrange(1, 4)):
            lines += self.alone() if self.rng.random() < .7 else []
            lines += self.loop()
        return (f"\nvoid NAME({self.type} s, const T A[s][s], const T b[s], T L[s][s], T x[s])\n" + "{\n" + "\n".join(lines) + "\n    }\n}")


class Window:
    """A random function of (n),(n),()->(n),(n) whose rounds read any elements of inputs, and write their own."""

    def __init__(self, rng):
        self.rng = rng

    def element(self):
        c = self.rng.randrange(-40, 41)
        return self.rng.choice(["x[i]", "a[i]", "by", "x[n - 1 - i]", str(self.rng.randrange(4)),
                                f"(i + ({c}) >= 0 && i + ({c}) < n ? x[i + ({c})] : 1)"])

    def expression(self):
        return self.element() + "".join(f" {self.rng.choice('+-')} {self.element()}" for _ in range(self.rng.randrange(3)))

    def walk(self, k):
        first = 0 if k == 0 else self.rng.randrange(3)
        end = "n" if k == 0 else self.rng.choice(["n", "n - 1", "n - 3 + 1", "2 * n - n"])
        lines = [f"    for (int64_t i = {first}; i < {end}; i++) {{", f"        T v = {self.expression()};"]
        if self.rng.random() < .5:
            lines += [f"        for (int64_t k = i; k < n && k < i + {self.rng.randrange(1, 9)}; k++)",
                      f"            v {self.rng.choice('+-')}= {self.rng.choice(['x[k]', 'a[k]', 'a[k - i]'])};"]
        written = self.rng.choice("yz")
        for out in "yz":
            if k == 0:
                lines.append(f"        {out}[i] = v + {self.expression()};")
            elif out == written or self.rng.random() < .4:
                lines.append(f"        {out}[i] {self.rng.choice(['+=', '-=', '='])} v + {self.rng.choice('yz')}[i];")
        return lines + ["    }"]

    def text(self):
        lines = [line for k in range(self.rng.randrange(1, 4)) for line in self.walk(k)]
        return ("\nvoid NAME(int64_t n, const T x[n], const T a[n], T by, T y[n], T z[n])\n{\n" + "\n".join(lines) + "\n}")


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


def write(out, name, layout, prototypes, dtypes, text, option="WEFT_OPTIONS(reorderable)\n"):
    lines = ", ".join(f'"{p.format(d)}"' for d in dtypes for p in prototypes)
    head, between, rest = text.partition("\n\nvoid NAME") if text.startswith("\nstatic") else ("", "", text)
    out.write(head)
    text = "\nvoid NAME" + rest if head else rest
    for suffix, option in (("", option), ("_in_order", "")):
        out.write(f'\n{option}WEFT_GUVECTORIZE("{layout}", {lines})' + text.replace("NAME", name + suffix) + "\n")


def main():
    path, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count, share = (int(sys.argv[k]) if len(sys.argv) > k else otherwise for k, otherwise in ((3, 10), (4, 1)))
    rng = random.Random(seed)
    with open(path, "w") as out:
        out.write(HEAD)
        for one in (PLAIN + EXACT)[::share]:
            write(out, *one)
        for one in FREE[::share]:
            write(out, *one, option="")
        for one in DEALT[::share]:
            write(out, *one, option="")
        works = [(f"refused_{name}", work) for name, work in REFUSED.items()]
        for name, work in (works + [(f"shared_{name}", work) for name, work in SHARED.items()])[::share]:
            write(out, name, "(s,s),(s)->(s,s)", ["void({0}[:,:], int64[:], {0}[:,:])"],
                  ["int64"], NEAR.replace("WORK", "        " + work), option="")
        for k in range(0, 8, share):
            write(out, f"dealt_{k}", "(s,s),(s)->(s,s),(s)", ["void({0}[:,:], {0}[:], {0}[:,:], {0}[:])"],
                  [rng.choice(["int32", "int64"])], Dealt(rng).text(), option="")
        for k in range(0, 8, share):
            write(out, f"window_{k}", "(n),(n),()->(n),(n)", ["void({0}[:], {0}[:], {0}, {0}[:], {0}[:])"],
                  [rng.choice(["int32", "int64", "float64"])], Window(rng).text(), option="")
        for k in range(count):
            write(out, f"random_{k}", "(n),(n),()->(n),()", ["void({0}[:], {0}[:], {0}, {0}[:], {0}[:])"],
                  [rng.choice(["int32", "int64", "float64"])], Body(rng).text())


main()
