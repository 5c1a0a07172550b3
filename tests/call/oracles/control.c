#include "control.h"

#include <stdlib.h>

#include "oracle.h"

static void collatz(const item *of)
{
    real n = in(of, 0);
    int steps = 0;
    for (; n > 1; steps++)
        n = fmodl(n, 2) != 0 ? 3 * n + 1 : n / 2;
    put(of, 0, steps);
}

static void greatest_divisor(const item *of)
{
    real a = in(of, 0), b = in(of, 1), divisor = fmaxl(a, b);
    while (divisor > 0 && (fmodl(a, divisor) != 0 || fmodl(b, divisor) != 0))
        divisor--;
    put(of, 0, divisor);
}

/* In the loop's own precision, because the branch depends on its rounding. */
static void escape_time(const item *of)
{
    real u = 0, v = 0;
    int i = 0;
    for (; i < 20; i++) {
        real next = u * u - v * v + in(of, 0);
        v = 2 * u * v + in(of, 1);
        u = next;
        if (u * u + v * v > 4)
            break;
    }
    put(of, 0, i);
}

static void switch_cases(const item *of)
{
    int x = (int)in(of, 0);
    put(of, 0, x == -1 ? 100 : x == 0 || x == 1 ? 3 : x == 2 ? 2 : x == 5 ? 35 : -x);
}

static void nested_loops(const item *of)
{
    int n = (int)in(of, 0), total = 0;
    for (int i = 1; i == 1 || i <= n; i++)
        for (int j = 0; i % 3 != 0 && j < 4 && j < n - j; j++)
            total += j * (n - j) + i;
    put(of, 0, total);
}

static void leave_loops(const item *of)
{
    int x = (int)in(of, 0), found = -1;
    for (int code = 0; code < 36 && found < 0; code++)
        if (code / 6 * (code % 6) == x)
            found = code / 6 * 10 + code % 6;
    put(of, 0, found);
}

/* The one with at most two smaller and at most two larger ones. */
static void median_of_five(const item *of)
{
    for (int k = 0; k < 5; k++) {
        int below = 0, above = 0;
        for (int j = 0; j < 5; j++) {
            below += in(of, j) < in(of, k);
            above += in(of, j) > in(of, k);
        }
        if (below <= 2 && above <= 2)
            put(of, 0, in(of, k));
    }
}

static void expressions(const item *of)
{
    int a = (int)in(of, 0) + 2, b = (int)in(of, 1) - 1;
    int d = a > b && a > 5 ? 1 : a > b ? 2 : b > 5 ? 3 : 4;
    int c = a * b ^ (d * 4 | ((-a - 1) & 15));
    a += 1;
    b -= 1;
    put(of, 0, a + b + c - d + (a == 0) + (a != 0 && b != 0) + (a != 0 || b != 0));
}

static void step_function(const item *of)
{
    real x = in(of, 0);
    put(of, 0, x < -1 ? -1 : x < 0 ? x / 2 : x < 1 ? x * 2 : 3);
}

static void cube_root(const item *of)
{
    put(of, 0, rintl(cbrtl(in(of, 0))));
}

static void insertion_point(const item *of)
{
    int64_t place = 0;
    while (place < of->shape[0][0] && of->in[0][place].real < in(of, 1))
        place++;
    put(of, 0, place);
}

const subject subjects_control[] = {
    {&weft_ufunc_collatz, "()->()", collatz, 0, {NULL}, {COUNTS}},
    {&weft_ufunc_greatest_divisor, "(),()->()", greatest_divisor, 0, {NULL}, {COUNTS, COUNTS}},
    {&weft_ufunc_escape_time, "(),()->()", escape_time, 0, {NULL}, {SMALL, SMALL}},
    {&weft_ufunc_switch_cases, "()->()", switch_cases, 0, {NULL}, {SMALL}},
    {&weft_ufunc_nested_loops, "()->()", nested_loops, 0, {NULL}, {SMALL}},
    {&weft_ufunc_leave_loops, "()->()", leave_loops, 0, {NULL}, {COUNTS}},
    {&weft_ufunc_median_of_five, "(),(),(),(),()->()", median_of_five, 0, {NULL}, {SMALL}},
    {&weft_ufunc_expressions, "(),()->()", expressions, 0, {NULL}, {SMALL, SMALL}},
    {&weft_ufunc_step_function, "()->()", step_function, 0, {NULL}, {FINE}},
    {&weft_ufunc_cube_root, "()->()", cube_root, 0, {NULL}, {CUBES}},
    {&weft_ufunc_insertion_point,
     "(n),()->()",
     insertion_point,
     0,
     {"9||", "0||", "1||"},
     {SORTED, FINE}},
    END_OF_SUBJECTS,
};
