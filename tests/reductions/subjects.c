#include "subjects.h"

#include <math.h>
#include <string.h>

#include "declared.h"

static double itself(const double *x)
{
    return x[0];
}

static double square_float32(const double *x)
{
    return (float)x[0] * (float)x[0];
}

static double square_float64(const double *x)
{
    return x[0] * x[0];
}

static double product_float32(const double *x)
{
    return (float)x[0] * (float)x[1];
}

static double product_float64(const double *x)
{
    return x[0] * x[1];
}

static double moment(const double *x)
{
    return x[0] * (x[1] - x[2]);
}

static double is_positive(const double *x)
{
    return x[0] > 0;
}

static double add_float32(double a, double b)
{
    return (float)a + (float)b;
}

static double add_float64(double a, double b)
{
    return a + b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double as_is(double sum, int64_t count)
{
    (void)count;
    return sum;
}

static double root_float32(double sum, int64_t count)
{
    (void)count;
    return sqrtf((float)sum);
}

static double root_float64(double sum, int64_t count)
{
    (void)count;
    return sqrt(sum);
}

static double share(double sum, int64_t count)
{
    return sum / (double)count;
}

static double per_thousand(double hits, int64_t count)
{
    return count ? trunc(hits * 1000 / (double)count) : -1;
}

const naive_reduction subjects[] = {
    {"norm", 1, {WEFT_FLOAT16}, WEFT_FLOAT16, square_float32, add_float32, root_float32, true},
    {"norm", 1, {WEFT_FLOAT32}, WEFT_FLOAT32, square_float32, add_float32, root_float32, true},
    {"norm", 1, {WEFT_FLOAT64}, WEFT_FLOAT64, square_float64, add_float64, root_float64, true},
    {"average", 1, {WEFT_FLOAT32}, WEFT_FLOAT32, itself, add_float64, share, true},
    {"inner",
     2,
     {WEFT_FLOAT32, WEFT_FLOAT32},
     WEFT_FLOAT32,
     product_float32,
     add_float32,
     as_is,
     true},
    {"inner",
     2,
     {WEFT_FLOAT64, WEFT_FLOAT64},
     WEFT_FLOAT64,
     product_float64,
     add_float64,
     as_is,
     true},
    {"largest",
     3,
     {WEFT_INT32, WEFT_FLOAT32, WEFT_FLOAT64},
     WEFT_FLOAT64,
     moment,
     larger,
     as_is,
     false},
    {"total", 1, {WEFT_INT16}, WEFT_FLOAT32, itself, add_float64, as_is, true},
    {"positive", 1, {WEFT_FLOAT64}, WEFT_INT32, is_positive, add_float64, per_thousand, true},
};
const int subject_count = sizeof subjects / sizeof *subjects;

const weft_ufunc *subject_ufunc(const char *name)
{
    static const weft_ufunc *const all[] = {&weft_ufunc_norm,  &weft_ufunc_average,
                                            &weft_ufunc_inner, &weft_ufunc_largest,
                                            &weft_ufunc_total, &weft_ufunc_positive};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}

const weft_ufunc *const subject_plain_sum = &weft_ufunc_sum;
