#include "sizes.h"

#include "oracle.h"

static void cross_product(const item *of)
{
    for (int k = 0; k < 3; k++) {
        int u = (k + 1) % 3, v = (k + 2) % 3;
        of->out[0][k] = (number){
            of->in[0][u].real * of->in[1][v].real - of->in[0][v].real * of->in[1][u].real, 0};
    }
}

static void apply_matrix(const item *of)
{
    for (int i = 0; i < 2; i++) {
        of->out[0][i] = (number){0, 0};
        for (int j = 0; j < 3; j++)
            of->out[0][i].real += of->in[0][3 * i + j].real * of->in[1][j].real;
    }
}

static void convolve(const item *of)
{
    int64_t m = of->shape[0][0], n = of->shape[1][0];
    for (int64_t k = 0; k < m + n - 1; k++) {
        of->out[0][k] = (number){0, 0};
        for (int64_t i = 0; i < m; i++)
            if (k - i >= 0 && k - i < n)
                of->out[0][k].real += of->in[0][i].real * of->in[1][k - i].real;
    }
}

static void repeat_twice(const item *of)
{
    for (int64_t i = 0; i < 2 * of->shape[0][0]; i++)
        of->out[0][i] = of->in[0][i / 2];
}

static void differences(const item *of)
{
    for (int64_t i = 0; i + 1 < of->shape[0][0]; i++)
        of->out[0][i] = (number){of->in[0][i + 1].real - of->in[0][i].real, 0};
}

static void padded(const item *of)
{
    int64_t m = of->shape[0][0], n = of->shape[0][1];
    for (int64_t k = 0; k < (n + 1) * 2 * m; k++) {
        int64_t i = k / (2 * m), j = k % (2 * m);
        of->out[0][k] = i < n && j < m ? of->in[0][j * n + i] : (number){-1, 0};
    }
}

static void ramp(const item *of)
{
    for (int64_t i = 0; i < of->shape[2][0]; i++)
        of->out[0][i] = (number){in(of, 0) + in(of, 1) * (real)i, 0};
}

static void mean(const item *of)
{
    real sum = 0;
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        sum += of->in[0][i].real;
    put(of, 0, of->shape[0][0] ? sum / (real)of->shape[0][0] : 0);
}

static void small_size(const item *of)
{
    real sum = (real)of->shape[0][0];
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        sum += of->in[0][i].real;
    put(of, 0, sum);
}

static void sizes_alone(const item *of)
{
    put(of, 0, (real)(of->shape[0][0] * 10000 + of->shape[0][1] * 100 + of->shape[1][0]));
}

const subject subjects_sizes[] = {
    {&weft_ufunc_cross_product, "(3),(3)->(3)", cross_product, 0, {"3|3|3"}, {SMALL, SMALL}},
    {&weft_ufunc_apply_matrix, "(2,3),(3)->(2)", apply_matrix, 0, {"2,3|3|2"}, {FINE, FINE}},
    {&weft_ufunc_convolve,
     "(m),(n)->(m+n-1)",
     convolve,
     0,
     {"4|3|6", "1|1|1", "0|1|0", "1|5|5", "0|4|3"},
     {SMALL, SMALL}},
    {&weft_ufunc_repeat_twice, "(n)->(2*n)", repeat_twice, 0, {"4|8", "0|0", "1|2"}, {ANY}},
    {&weft_ufunc_differences, "(n)->(n-1)", differences, 0, {"5|4", "1|0", "2|1"}, {SMALL}},
    {&weft_ufunc_padded, "(m,n)->(n+1,2*m)", padded, 0, {"2,3|4,4", "0,1|2,0", "1,0|1,2"}, {FINE}},
    {.ufunc = &weft_ufunc_ramp,
     .layout = "(),()->(n)",
     .expected = ramp,
     .cores = {"||5", "||0", "||1"},
     .needs_outputs = true},
    {&weft_ufunc_mean, "(n)->()", mean, 1, {"6|", "0|", "1|", "3|"}, {SMALL}},
    {&weft_ufunc_small_size, "(n)->()", small_size, 0, {"200|", "0|", "255|"}, {SMALL}},
    {&weft_ufunc_sizes_alone,
     "(m,n),(k)->()",
     sizes_alone,
     0,
     {"2,3|4|", "0,3|0|", "5,0|7|"},
     {FINE}},
    END_OF_SUBJECTS,
};
