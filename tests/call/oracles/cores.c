#include "cores.h"

#include "oracle.h"

static void matrix_product(const item *of)
{
    int64_t m = of->shape[0][0], n = of->shape[0][1], p = of->shape[1][1];
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < p; j++) {
            pair sum = 0;
            for (int64_t k = 0; k < n; k++)
                sum += as_pair(of->in[0][i * n + k]) * as_pair(of->in[1][k * p + j]);
            of->out[0][i * p + j] = as_number(sum);
            if (number_is("iu", of->dtypes[2]))
                of->out[0][i * p + j] = number_wrap(of->dtypes[2], (uint64_t)(int64_t)creall(sum));
        }
}

static void inner(const item *of)
{
    real sum = 0;
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        sum += of->in[0][i].real * of->in[1][i].real;
    put(of, 0, sum);
}

static void outer_product(const item *of)
{
    int64_t n = of->shape[1][0];
    for (int64_t i = 0; i < of->shape[0][0] * n; i++)
        of->out[0][i] = (number){of->in[0][i / n].real * of->in[1][i % n].real, 0};
}

static void least_and_most(const item *of)
{
    int64_t n = of->shape[0][0];
    real least = INFINITY, most = -INFINITY;
    for (int64_t i = 0; i < n; i++) {
        least = fminl(least, of->in[0][i].real);
        most = fmaxl(most, of->in[0][i].real);
    }
    put(of, 0, n ? least : 0);
    put(of, 1, n ? most : 0);
}

static void running_sum(const item *of)
{
    real sum = 0;
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        of->out[0][i] = (number){sum += of->in[0][i].real, 0};
}

static void row_totals(const item *of)
{
    int64_t n = of->shape[0][1];
    for (int64_t i = 0; i < of->shape[0][0]; i++) {
        real sum = 0;
        for (int64_t j = 0; j < n; j++)
            sum += of->in[0][i * n + j].real;
        of->out[0][i] = (number){sum, 0};
    }
}

static void transposed(const item *of)
{
    int64_t m = of->shape[0][0], n = of->shape[0][1];
    for (int64_t i = 0; i < m * n; i++)
        of->out[0][i % n * m + i / n] = of->in[0][i];
}

static void addresses(const item *of)
{
    real sum = 0;
    for (int64_t i = 0; i < of->shape[0][0] * of->shape[0][1]; i++)
        sum += of->in[0][i].real;
    put(of, 0, sum);
    put(of, 1, 2 * sum);
}

static void scaled(const item *of)
{
    int64_t n = of->shape[1][0];
    for (int64_t i = 0; i < n; i++)
        of->out[0][i] = (number){in(of, 0) * of->in[1][i].real + in(of, 2) * (real)n, 0};
}

/* Rank by counting; equal values keep their order. */
static void sorted_with_places(const item *of)
{
    int64_t n = of->shape[0][0];
    for (int64_t i = 0; i < n; i++) {
        int64_t rank = 0;
        for (int64_t j = 0; j < n; j++)
            rank += of->in[0][j].real < of->in[0][i].real ||
                    (of->in[0][j].real == of->in[0][i].real && j < i);
        of->out[0][rank] = of->in[0][i];
        of->out[1][rank] = (number){(real)i, 0};
    }
}

static void fold_middle(const item *of)
{
    int64_t a = of->shape[0][0], b = of->shape[0][1], c = of->shape[0][2];
    for (int64_t i = 0; i < a; i++)
        for (int64_t k = 0; k < c; k++) {
            real sum = 0;
            for (int64_t j = 0; j < b; j++)
                sum += of->in[0][(i * b + j) * c + k].real * (real)(j + 1);
            of->out[0][k * a + i] = (number){sum, 0};
        }
}

static void above(const item *of)
{
    real sum = 0;
    for (int64_t i = 0; i < of->shape[0][0]; i++) {
        of->out[0][i] = (number){of->in[0][i].real > in(of, 1), 0};
        sum += of->out[0][i].real;
    }
    put(of, 1, sum);
}

static void remainders(const item *of)
{
    for (int k = 0; k < 4; k++)
        of->out[0][k] = (number){0, 0};
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        of->out[0][(int)of->in[0][i].real % 4].real += 1;
}

const subject subjects_cores[] = {
    {&weft_ufunc_matrix_product,
     "(m,n),(n,p)->(m,p)",
     matrix_product,
     0,
     {"3,4|4,5|3,5", "0,2|2,3|0,3", "2,0|0,3|2,3", "1,1|1,1|1,1", "1,9|9,1|1,1"},
     {SMALL, SMALL}},
    {&weft_ufunc_inner,
     "(n),(n)->()",
     inner,
     0,
     {"5|5|", "0|0|", "1|1|", "33|33|"},
     {SMALL, SMALL}},
    {&weft_ufunc_outer_product,
     "(m),(n)->(m,n)",
     outer_product,
     0,
     {"3|4|3,4", "0|2|0,2", "2|0|2,0", "1|1|1,1"},
     {FINE, FINE}},
    {&weft_ufunc_least_and_most, "(n)->(),()", least_and_most, 0, {"7||", "0||", "1||"}, {SMALL}},
    {&weft_ufunc_running_sum, "(n)->(n)", running_sum, 0, {"6|6", "0|0", "1|1"}, {SMALL}},
    {&weft_ufunc_row_totals,
     "(m,n)->(m)",
     row_totals,
     0,
     {"3,4|3", "0,2|0", "2,0|2", "1,1|1"},
     {SMALL}},
    {&weft_ufunc_transposed,
     "(m,n)->(n,m)",
     transposed,
     0,
     {"3,4|4,3", "0,2|2,0", "1,5|5,1", "1,1|1,1"},
     {SMALL}},
    {&weft_ufunc_scaled,
     "(),(n),()->(n)",
     scaled,
     0,
     {"|5||5", "|0||0", "|1||1"},
     {SMALL, SMALL, SMALL}},
    {&weft_ufunc_sorted_with_places,
     "(n)->(n),(n)",
     sorted_with_places,
     0,
     {"9|9|9", "0|0|0", "1|1|1"},
     {SMALL}},
    {&weft_ufunc_fold_middle,
     "(a,b,c)->(c,a)",
     fold_middle,
     0,
     {"2,3,4|4,2", "2,0,1|1,2", "0,2,3|3,0", "1,1,1|1,1"},
     {SMALL}},
    {&weft_ufunc_above, "(n),()->(n),()", above, 0, {"8||8|", "0||0|", "1||1|"}, {SMALL, FINE}},
    {&weft_ufunc_remainders, "(n)->(4)", remainders, 0, {"9|4", "0|4", "1|4"}, {COUNTS}},
    {&weft_ufunc_flat_transposed,
     "(m,n)->(n,m)",
     transposed,
     0,
     {"3,4|4,3", "0,2|2,0", "1,5|5,1", "1,1|1,1"},
     {SMALL}},
    {&weft_ufunc_walking_totals, "(m,n)->(m)", row_totals, 0, {"3,4|3", "0,2|0", "1,1|1"}, {SMALL}},
    {&weft_ufunc_addresses,
     "(m,n)->(),()",
     addresses,
     0,
     {"3,4||", "0,2||", "2,0||", "1,1||"},
     {SMALL}},
    END_OF_SUBJECTS,
};
