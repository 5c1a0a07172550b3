/* subjects.c: the functions of lists.c once more, list by list. */
#include "list_tests.h"
#include "lists.h"

static double total(int64_t n, const double *x, int64_t step)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[i * step];
    return sum;
}

static void naive_sum(const int64_t *sizes, const double *const *in, double *const *out,
                      int64_t item)
{
    (void)item;
    out[0][0] = total(sizes[0], in[0], 1);
}

static void naive_scale(const int64_t *sizes, const double *const *in, double *const *out,
                        int64_t item)
{
    (void)item;
    for (int64_t i = 0; i < sizes[0]; i++)
        out[0][i] = in[0][0] * in[1][i] + (double)sizes[0];
}

static void naive_running(const int64_t *sizes, const double *const *in, double *const *out,
                          int64_t item)
{
    (void)item;
    for (int64_t i = 0; i < sizes[0]; i++)
        out[0][i] = total(i + 1, in[0], 1);
    out[1][0] = total(sizes[0], in[0], 1);
}

static void naive_pairs(const int64_t *sizes, const double *const *in, double *const *out,
                        int64_t item)
{
    (void)item;
    out[0][0] = total(sizes[0], in[0], 1) * total(sizes[1], in[1], 1) + (double)sizes[0] -
                2 * (double)sizes[1];
}

static void naive_rows(const int64_t *sizes, const double *const *in, double *const *out,
                       int64_t item)
{
    (void)item;
    for (int k = 0; k < 3; k++)
        out[0][k] = total(sizes[0], in[0] + k, 3);
}

static void naive_weighed(const int64_t *sizes, const double *const *in, double *const *out,
                          int64_t item)
{
    (void)item;
    out[0][0] = in[0][0] + in[0][1] * total(sizes[0], in[1], 1) + in[0][2] * (double)sizes[0];
}

static void naive_volume(const int64_t *sizes, const double *const *in, double *const *out,
                         int64_t item)
{
    (void)item;
    out[0][0] = (double)sizes[0];
    for (int64_t i = 0; i < sizes[0]; i++)
        out[0][0] += in[0][i] - in[1][i] * in[2][i];
}

static void naive_spread(const int64_t *sizes, const double *const *in, double *const *out,
                         int64_t item)
{
    (void)item;
    double least = 0, most = -1;
    for (int64_t i = 0; i < sizes[0]; i++) {
        least = i == 0 || in[0][i] < least ? in[0][i] : least;
        most = i == 0 || in[0][i] > most ? in[0][i] : most;
    }
    out[0][0] = most - least;
}

static void naive_numbered(const int64_t *sizes, const double *const *in, double *const *out,
                           int64_t item)
{
    out[0][0] = 1000 * (double)item + total(sizes[0], in[0], 1);
}

static void naive_marked(const int64_t *sizes, const double *const *in, double *const *out,
                         int64_t item)
{
    (void)item;
    for (int64_t i = 0; i < sizes[0]; i++)
        if (in[0][i] >= 0)
            out[0][i] = in[0][i] + 0.5;
}

static void naive_short(const int64_t *sizes, const double *const *in, double *const *out,
                        int64_t item)
{
    (void)item;
    out[0][0] = total(sizes[0], in[0], 1);
}

const list_subject list_subjects[] = {
    {&weft_ufunc_list_sum, WEFT_FLOAT16, 1, 1, "ns", naive_sum},
    {&weft_ufunc_list_sum, WEFT_FLOAT32, 1, 1, "ns", naive_sum},
    {&weft_ufunc_list_sum, WEFT_FLOAT64, 1, 1, "ns", naive_sum},
    {&weft_ufunc_list_sum, WEFT_INT16, 1, 1, "ns", naive_sum}, /* cast to float32 */
    {&weft_ufunc_list_scale, WEFT_FLOAT32, 2, 1, "snn", naive_scale},
    {&weft_ufunc_list_scale, WEFT_INT32, 2, 1, "snn", naive_scale}, /* cast to float64 */
    {&weft_ufunc_list_running, WEFT_INT32, 1, 2, "nns", naive_running},
    {&weft_ufunc_list_running, WEFT_FLOAT64, 1, 2, "nns", naive_running},
    {&weft_ufunc_list_pairs, WEFT_FLOAT64, 2, 1, "nms", naive_pairs},
    {&weft_ufunc_list_rows, WEFT_FLOAT32, 1, 1, "rt", naive_rows},
    {&weft_ufunc_list_weighed, WEFT_FLOAT64, 2, 1, "tns", naive_weighed},
    {&weft_ufunc_list_volume, WEFT_FLOAT32, 3, 1, "nnns", naive_volume},
    {&weft_ufunc_list_spread, WEFT_FLOAT64, 1, 1, "ns", naive_spread},
    {&weft_ufunc_list_numbered, WEFT_UINT8, 1, 1, "ns", naive_numbered},
    {&weft_ufunc_list_marked, WEFT_FLOAT64, 1, 1, "nn", naive_marked},
    {&weft_ufunc_list_short, WEFT_BOOL, 1, 1, "ns", naive_short},
};
const int list_subject_count = sizeof list_subjects / sizeof *list_subjects;
