#include "programs.h"

#include "oracle.h"

static void moving_average(const item *of)
{
    int64_t n = of->shape[0][0], window = (int64_t)in(of, 1);
    for (int64_t i = 0; i < n; i++) {
        real sum = 0;
        int64_t first = i + 1 > window ? i + 1 - window : 0;
        for (int64_t k = first; k <= i; k++)
            sum += of->in[0][k].real;
        of->out[0][i] = (number){sum / (real)(i + 1 - first), 0};
    }
}

static void histogram(const item *of)
{
    int64_t n = of->shape[0][0], b = of->shape[1][0];
    for (int64_t j = 0; j < b; j++) {
        of->out[0][j] = (number){0, 0};
        for (int64_t i = 0; i < n && j + 1 < b; i++)
            of->out[0][j].real +=
                of->in[0][i].real >= of->in[1][j].real && of->in[0][i].real < of->in[1][j + 1].real;
    }
}

static void vector_matrix(const item *of)
{
    int64_t m = of->shape[0][0], n = of->shape[0][1];
    for (int64_t j = 0; j < n; j++) {
        pair sum = 0;
        for (int64_t i = 0; i < m; i++)
            sum += as_pair(of->in[1][i]) * as_pair(of->in[0][i * n + j]);
        of->out[0][j] = as_number(sum);
    }
}

static void evaluate(const item *of)
{
    pair value = 0, power = 1;
    for (int64_t i = 0; i < of->shape[0][0]; i++) {
        value += as_pair(of->in[0][i]) * power;
        power *= in_pair(of, 1);
    }
    put_pair(of, 0, value);
}

static void local_array(const item *of)
{
    put(of, 0, 3 * in(of, 0));
}

static real determinant(real m[3][3])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* Cramer's rule. */
static void solve_three(const item *of)
{
    real whole[3][3];
    for (int k = -1; k < 3; k++) {
        real m[3][3];
        for (int i = 0; i < 9; i++)
            m[i / 3][i % 3] =
                i % 3 == k ? of->in[1][i / 3].real : of->in[0][i].real + (i / 3 == i % 3 ? 100 : 0);
        if (k < 0)
            for (int i = 0; i < 9; i++)
                whole[i / 3][i % 3] = m[i / 3][i % 3];
        else
            of->out[0][k] = (number){determinant(m) / determinant(whole), 0};
    }
}

static void mix_bits(const item *of)
{
    uint64_t x = in_bits(of, 0) + UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    put(of, 0, (real)(x ^ x >> 31));
}

static void blend_pixels(const item *of)
{
    put(of, 0, in(of, 0) + (in(of, 1) - in(of, 0)) * in(of, 2) + 0.5L);
}

const subject subjects_programs[] = {
    {&weft_ufunc_moving_average,
     "(n),()->(n)",
     moving_average,
     8,
     {"9||9", "0||0", "1||1"},
     {SMALL, WINDOWS}},
    {&weft_ufunc_histogram,
     "(n),(b)->(b)",
     histogram,
     0,
     {"20|6|6", "0|3|3", "4|1|1", "4|0|0"},
     {FINE, SORTED}},
    {&weft_ufunc_vector_matrix,
     "(m,n),(m)->(n)",
     vector_matrix,
     0,
     {"3,4|3|4", "0,2|0|2", "2,0|2|0", "1,1|1|1"},
     {SMALL, SMALL}},
    {&weft_ufunc_evaluate, "(k),()->()", evaluate, 0, {"4||", "0||", "1||"}, {SMALL, SMALL}},
    {&weft_ufunc_local_array, "()->()", local_array, 0, {NULL}, {FINE}},
    {&weft_ufunc_solve_three, "(3,3),(3)->(3)", solve_three, 16, {"3,3|3|3"}, {SMALL, SMALL}},
    {&weft_ufunc_mix_bits, "()->()", mix_bits, 0, {NULL}, {ANY}},
    {&weft_ufunc_blend_pixels, "(),(),()->()", blend_pixels, 0, {NULL}, {COUNTS, COUNTS, POSITIVE}},
    END_OF_SUBJECTS,
};
