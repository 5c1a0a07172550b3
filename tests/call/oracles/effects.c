#include "effects.h"

#include "oracle.h"

/* What an oracle does not put is what was in the output, or 0. */

static void written_vectors(const item *of)
{
    for (int i = 0; i < 3; i++)
        of->out[0][i] = (number){2 * of->in[0][i].real * (of->in[1][i].real + (i == 2 ? 1 : 0)), 0};
}

static void written_matrix(const item *of)
{
    int64_t m = of->shape[0][0], n = of->shape[0][1];
    for (int64_t j = 0; j < n; j++) {
        real sum = 0;
        for (int64_t i = 0; i < m; i++)
            sum += of->in[0][i * n + j].real;
        of->out[0][j] = (number){sum, 0};
    }
}

static void written_row(const item *of)
{
    real sum = 0;
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        sum += of->in[0][i].real + in(of, 1);
    put(of, 0, sum);
}

static void read_row(const item *of)
{
    real sum = 0;
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        sum += of->in[0][i].real;
    put(of, 0, sum);
}

static void with_code(const item *of)
{
    if (in(of, 0) >= 0)
        put(of, 0, in(of, 0));
    put(of, 1, in(of, 0) < 0);
}

static void one_of_two(const item *of)
{
    if (in(of, 1) < 2)
        *of->out[0] = *of->in[0];
    else
        *of->out[1] = *of->in[1];
}

static void least_so_far(const item *of)
{
    if (in(of, 0) < of->out[0]->real)
        put(of, 0, in(of, 0));
}

static void put_positive(const item *of)
{
    if (in(of, 0) > 0)
        put(of, 0, in(of, 0));
}

static void first_above(const item *of)
{
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        if (of->in[0][i].real > 4) {
            *of->out[0] = of->in[0][i];
            put(of, 1, (real)i);
            return;
        }
}

static void every_other(const item *of)
{
    for (int64_t i = 1; i < of->shape[0][0]; i += 2)
        of->out[0][i] = of->in[0][i];
}

static void some_of_four(const item *of)
{
    int which = (int)in(of, 0);
    if (which == 1)
        of->out[0][0] = (number){1, 0};
    if (which == 2)
        of->out[0][1] = of->out[0][2] = (number){2, 0};
    if (which == 2 || which == 3)
        of->out[0][3] = (number){3, 0};
}

const subject subjects_effects[] = {
    {&weft_ufunc_written_vectors, "(3),(3)->(3)", written_vectors, 0, {"3|3|3"}, {SMALL, SMALL}},
    {&weft_ufunc_written_matrix,
     "(m,n)->(n)",
     written_matrix,
     0,
     {"3,4|4", "0,2|2", "2,0|0", "1,1|1"},
     {SMALL}},
    {&weft_ufunc_written_row,
     "(n),()->()",
     written_row,
     0,
     {"5||", "0||", "1||", "700||"},
     {SMALL, SMALL}},
    {&weft_ufunc_read_row, "(n)->()", read_row, 0, {"5|", "0|", "1|"}, {SMALL}},
    {&weft_ufunc_with_code, "()->(),()", with_code, 0, {NULL}, {SMALL}},
    {&weft_ufunc_one_of_two, "(),()->(),()", one_of_two, 0, {NULL}, {SMALL, SMALL}},
    {&weft_ufunc_least_so_far, "()->()", least_so_far, 0, {NULL}, {SMALL}},
    {&weft_ufunc_put_positive, "()->()", put_positive, 0, {NULL}, {SMALL}},
    {&weft_ufunc_declared_code, "()->(),()", with_code, 0, {NULL}, {SMALL}},
    {&weft_ufunc_first_above, "(n)->(),()", first_above, 0, {"3||", "0||", "1||"}, {SMALL}},
    {&weft_ufunc_every_other, "(n)->(n)", every_other, 0, {"5|5", "0|0", "1|1"}, {SMALL}},
    {&weft_ufunc_some_of_four, "()->(2,2)", some_of_four, 0, {"|2,2"}, {WINDOWS}},
    END_OF_SUBJECTS,
};
