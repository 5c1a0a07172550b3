#include "helpers.h"

#include <string.h>

#include "oracle.h"

#define REAL_FUNCTION(name, expression) \
    static void name(const item *of)    \
    {                                   \
        real x = in(of, 0);             \
        put(of, 0, expression);         \
    }
REAL_FUNCTION(helper_chain, x + 5)
REAL_FUNCTION(helper_below, 2 * x * x)
REAL_FUNCTION(helper_of_typevar, x *x + (x + 1) * (x + 1))
REAL_FUNCTION(helper_output, x - 3)
REAL_FUNCTION(table_of_typevar, x *x - 2 * x + 3)
REAL_FUNCTION(macro_nested, fminl(fmaxl(x *x *x + 14, -50), 50))
REAL_FUNCTION(macro_before, x + 3)
REAL_FUNCTION(macro_after, x + 10)
REAL_FUNCTION(macro_gone, x + 1)
REAL_FUNCTION(macro_pasted, x + 49)
REAL_FUNCTION(type_struct, 2 * x + (3 + x) * 4 - 1)
REAL_FUNCTION(type_enum, 16 + 3 * ((x > 0) - (x < 0)))
REAL_FUNCTION(type_array, x *(x + 1) + x + 2)

static void helper_swap(const item *of)
{
    put(of, 0, in(of, 1));
    put(of, 1, in(of, 0));
}

static void helper_dot(const item *of)
{
    real sum = 0;
    for (int i = 0; i < 3; i++)
        sum += (of->in[0][i].real + of->in[1][i].real) * of->in[1][i].real;
    put(of, 0, sum);
}

static void helper_row_totals(const item *of)
{
    int64_t m = of->shape[0][0], n = of->shape[0][1];
    for (int64_t i = 0; i < m; i++) {
        of->out[0][i] = (number){0, 0};
        for (int64_t j = 0; j < n; j++)
            of->out[0][i].real += of->in[0][i * n + j].real;
    }
}

static void helper_corners(const item *of)
{
    int64_t n = of->shape[0][0];
    put(of, 0, n ? of->in[0][0].real + of->in[0][n * n - 1].real : 0);
}

static void helper_reverse(const item *of)
{
    for (int64_t n = of->shape[0][0], i = 0; i < n; i++)
        of->out[0][i] = of->in[0][n - 1 - i];
}

static void macro_trace(const item *of)
{
    real sum = 0;
    for (int64_t n = of->shape[0][0], i = 0; i < n; i++)
        sum += of->in[0][i * n + i].real;
    put(of, 0, sum);
}

static void table_lookup(const item *of)
{
    static const real numbers[] = {0.5L, 1.25L, -2, 8}, grid[] = {1, 2, 3, 10, 20, 30};
    uint32_t k = (uint32_t)in_bits(of, 0);
    put(of, 0, numbers[k % 4] + grid[k % 2 * 3 + k % 3] + "weft"[k % 4] + 4);
}

static void table_inside(const item *of)
{
    int month = (int)in(of, 0) % 12;
    put(of, 0, month == 1 ? 28 : month == 3 || month == 5 || month == 8 || month == 10 ? 30 : 31);
}

static void type_union(const item *of)
{
    float x = (float)in(of, 0);
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    put(of, 0, word);
}

const subject subjects_helpers[] = {
    {&weft_ufunc_helper_chain, "()->()", helper_chain, 0, {NULL}, {FINE}},
    {&weft_ufunc_helper_below, "()->()", helper_below, 0, {NULL}, {FINE}},
    {&weft_ufunc_helper_of_typevar, "()->()", helper_of_typevar, 0, {NULL}, {SMALL}},
    {&weft_ufunc_helper_swap, "(),()->(),()", helper_swap, 0, {NULL}, {SMALL, SMALL}},
    {&weft_ufunc_helper_output, "()->()", helper_output, 0, {NULL}, {FINE}},
    {&weft_ufunc_helper_dot, "(3),(3)->()", helper_dot, 0, {"3|3|"}, {SMALL, SMALL}},
    {&weft_ufunc_helper_row_totals,
     "(m,n)->(m)",
     helper_row_totals,
     0,
     {"3,4|3", "0,2|0", "2,0|2", "1,1|1"},
     {SMALL}},
    {&weft_ufunc_helper_corners, "(n,n)->()", helper_corners, 0, {"3,3|", "0,0|", "1,1|"}, {FINE}},
    {&weft_ufunc_helper_reverse, "(n)->(n)", helper_reverse, 0, {"5|5", "0|0", "1|1"}, {ROUGH}},
    {&weft_ufunc_table_lookup, "()->()", table_lookup, 0, {NULL}, {SMALL}},
    {&weft_ufunc_table_inside, "()->()", table_inside, 0, {NULL}, {ANY}},
    {&weft_ufunc_table_of_typevar, "()->()", table_of_typevar, 0, {NULL}, {SMALL}},
    {&weft_ufunc_macro_nested, "()->()", macro_nested, 0, {NULL}, {SMALL}},
    {&weft_ufunc_macro_trace, "(n,n)->()", macro_trace, 0, {"4,4|", "0,0|", "1,1|"}, {SMALL}},
    {&weft_ufunc_macro_before, "()->()", macro_before, 0, {NULL}, {SMALL}},
    {&weft_ufunc_macro_after, "()->()", macro_after, 0, {NULL}, {SMALL}},
    {&weft_ufunc_macro_gone, "()->()", macro_gone, 0, {NULL}, {SMALL}},
    {&weft_ufunc_macro_pasted, "()->()", macro_pasted, 0, {NULL}, {SMALL}},
    {&weft_ufunc_type_struct, "()->()", type_struct, 0, {NULL}, {SMALL}},
    {&weft_ufunc_type_enum, "()->()", type_enum, 0, {NULL}, {SMALL}},
    {&weft_ufunc_type_union, "()->()", type_union, 0, {NULL}, {FINE}},
    {&weft_ufunc_type_array, "()->()", type_array, 0, {NULL}, {FINE}},
    END_OF_SUBJECTS,
};
