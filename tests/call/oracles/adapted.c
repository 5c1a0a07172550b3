#include "adapted.h"

#include "oracle.h"

static void updated_matrix(const item *of)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            of->out[0][3 * i + j].real =
                of->in[1][3 * j + i].real * (i < j ? in(of, 0) : 1);
}

static void updated_row(const item *of)
{
    int64_t n = of->shape[0][0];
    real before = 0;
    for (int64_t i = 0; i < n; i++) {
        before = of->in[0][i].real + (i ? in(of, 1) * before : 0);
        of->out[0][i] = (number){before, 0};
    }
}

static void updated_numbers(const item *of)
{
    real sum = in(of, 0) + in(of, 1);
    put(of, 0, sum);
    put(of, 1, in(of, 0));
    put(of, 2, sum > 0);
    put(of, 3, sum < 0);
}

static void updated_sum(const item *of)
{
    int64_t m = of->shape[0][0], n = of->shape[0][1];
    for (int64_t j = 0; j < n; j++) {
        real sum = of->in[1][j].real;
        for (int64_t i = 0; i < m; i++)
            sum += of->in[0][i * n + j].real;
        of->out[0][j] = (number){sum, 0};
    }
}

static void checked_root(const item *of)
{
    real x = in(of, 0), y = in(of, 1);
    put(of, 0, isnan(x) || isnan(y) || x < 0 || (double)(x * y) == 9e15 ? (real)NAN : x * y);
}

static void checked_pick(const item *of)
{
    put(of, 0, in(of, 1) > 2 ? (real)NAN : in(of, 0));
}

static void checked_number(const item *of)
{
    bool known = !isnan(of->in[0]->real) && !isnan(of->in[0]->imaginary);
    put(of, 1, known);
    put_pair(of, 0, known ? in_pair(of, 0) + 1 : CMPLXL(NAN, 0));
}

static void checked_pointer(const item *of)
{
    put(of, 0, isnan(in(of, 0)) ? (real)NAN : in(of, 0) - in(of, 1));
}

static void put_checked(const item *of, int output, int64_t at, real value)
{
    of->out[output][at] = (number){isnan(in(of, 0)) || (double)value == 3 ? (real)NAN : value, 0};
}

static void checked_row(const item *of)
{
    int64_t n = of->shape[1][0];
    for (int64_t i = 0; i < n; i++)
        put_checked(of, 0, i, of->in[1][i].real + in(of, 0));
    put_checked(of, 1, 0, n ? of->in[1][0].real : 3);
    put_checked(of, 1, 1, n ? of->in[1][n - 1].real : 4);
}

static void triple_sum(const item *of)
{
    real sum = 0;
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        sum += of->in[0][3 * i].real + 2 * of->in[0][3 * i + 1].real - of->in[0][3 * i + 2].real;
    put(of, 0, sum);
}

static void triple_turn(const item *of)
{
    of->out[0][0] = (number){of->in[0][2].real * in(of, 1), 0};
    of->out[0][1] = of->in[0][0];
    of->out[0][2] = of->in[0][1];
}

static void triple_update(const item *of)
{
    of->out[0][0] = of->in[0][1];
    of->out[0][1] = of->in[0][0];
    of->out[0][2] = of->in[0][2];
}

static void moment_value(const item *of)
{
    put(of, 0, in(of, 0) + 2 * in(of, 1));
}

static void moment_of(const item *of)
{
    real x = in(of, 0);
    put(of, 0, x > 0 ? truncl(x > 100 ? 100 : x) : 0);
    put(of, 1, x + 1);
}

static void stamp_move(const item *of)
{
    put(of, 0, in(of, 0));
    of->out[1][0] = of->in[1][0];
    of->out[1][1] = of->in[0][0];
    of->out[2][0] = of->in[2][0];
    of->out[2][1] = of->in[2][1];
    of->out[2][2] = (number){of->in[2][0].real * in(of, 5), 0};
    for (int output = 3; output < 5; output++)
        for (int i = 0; i < 2; i++)
            of->out[output][i] = of->in[output][1 - i];
}

static void status_of(const item *of)
{
    put(of, 0, 2 * in(of, 0));
    put(of, 1, in(of, 0) < 0 ? -1 : in(of, 0) > 10 ? 2 : 0);
}

static void address_of(const item *of)
{
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        of->out[0][i] = (number){of->in[0][i].real + 1, 0};
    put(of, 1, !of->shape[0][0]);
}

static void fixed_scale(const item *of)
{
    put(of, 0, 4 * in(of, 0));
}

const subject subjects_adapted[] = {
    {&weft_ufunc_triple_sum, "(n,3)->()", triple_sum, 0, {"4,3|", "0,3|", "1,3|"}, {SMALL}},
    {&weft_ufunc_triple_turn, "(3),()->(3)", triple_turn, 0, {"3||3"}, {SMALL, SMALL}},
    {&weft_ufunc_triple_update, "(3)->(3)", triple_update, 0, {"3|3"}, {SMALL}},
    {&weft_ufunc_moment_value, "(),()->()", moment_value, 0, {NULL}, {SMALL, SMALL}},
    {&weft_ufunc_moment_of, "()->(),()", moment_of, 0, {NULL}, {SMALL}},
    {&weft_ufunc_stamp_move,
     "(),(2),(3),(2),(2),()->(),(2),(3),(2),(2)",
     stamp_move,
     0,
     {"|2|3|2|2|||2|3|2|2"},
     {SMALL, SMALL, SMALL, SMALL, SMALL, SMALL}},
    {&weft_ufunc_status_of, "()->(),()", status_of, 0, {NULL}, {WINDOWS}},
    {&weft_ufunc_address_of, "(n)->(n),()", address_of, 0, {"4|4|", "0|0|", "1|1|"}, {SMALL}},
    {&weft_ufunc_fixed_scale, "()->()", fixed_scale, 0, {NULL}, {SMALL}},
    {&weft_ufunc_updated_matrix, "(),(3,3)->(3,3)", updated_matrix, 0, {"|3,3|3,3"}, {SMALL}},
    {&weft_ufunc_updated_row,
     "(n),()->(n)",
     updated_row,
     0,
     {"4||4", "0||0", "1||1"},
     {SMALL, SMALL}},
    {&weft_ufunc_updated_numbers, "(),()->(),(),(),()", updated_numbers, 0, {NULL}, {SMALL, SMALL}},
    {&weft_ufunc_updated_sum,
     "(m,n),(n)->(n)",
     updated_sum,
     0,
     {"3,4|4|4", "0,2|2|2", "2,0|0|0", "1,1|1|1"},
     {WINDOWS, WINDOWS}},
    {&weft_ufunc_checked_root, "(),()->()", checked_root, 0, {NULL}, {ANY, SMALL}},
    {&weft_ufunc_checked_pick, "(),()->()", checked_pick, 0, {NULL}, {FINE, WINDOWS}},
    {&weft_ufunc_checked_number, "()->(),()", checked_number, 0, {NULL}, {ANY}},
    {&weft_ufunc_checked_pointer, "(),()->()", checked_pointer, 0, {NULL}, {ANY, SMALL}},
    {&weft_ufunc_checked_row,
     "(),(n)->(n),(2)",
     checked_row,
     0,
     {"|4|4|2", "|0|0|2", "|1|1|2"},
     {ANY, SMALL}},
    END_OF_SUBJECTS,
};
