/* The gufuncs of rows and matrices that ship, where there is little or nothing, and where an operand
 * makes no sense; tests/numpy has the usual cases. */
#include "shipped.h"

#include <math.h>
#include <string.h>

static weft_array row_of(double *numbers, int64_t count)
{
    return weft_array_view(count ? numbers : NULL, WEFT_FLOAT64, 1, (int64_t[]){count}, NULL);
}

static void test_rows_of_nothing(void **state)
{
    (void)state;
    double number = 3;
    weft_array none = row_of(NULL, 0), x = row_of(&number, 1);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        weft_array sums = {0}, place = {0}, value = {0}, line = {0};
        call_shipped("cumsum", target, (weft_array *[]){&none, &sums});
        assert_int_equal(sums.shape[0], 0);
        call_shipped("argmin", target, (weft_array *[]){&none, &place});
        assert_int_equal(*(int64_t *)place.data, -1);
        call_shipped("polyval", target, (weft_array *[]){&none, &x, &value});
        assert_true(*(double *)value.data == 0);
        call_shipped("interp", target, (weft_array *[]){&x, &none, &none, &line});
        assert_true(isnan(*(double *)line.data));
        weft_array_clear(&sums);
        weft_array_clear(&place);
        weft_array_clear(&value);
        weft_array_clear(&line);
    }
}

/* As docs/semantics.md and docs/ufuncs.md say: a mean of bytes is float32, the width of a density its kernel's standard
 * deviation. */
static void test_where_rows_differ_from_numpy(void **state)
{
    (void)state;
    int8_t bytes[] = {1, 2, 6};
    double zero = 0;
    weft_array x = weft_array_view(bytes, WEFT_INT8, 1, (int64_t[]){3}, NULL);
    weft_array sample = row_of(&zero, 1), width = weft_scalar_f64(2);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        weft_array mean = {0}, density = {0};
        call_shipped("mean", target, (weft_array *[]){&x, &mean});
        assert_int_equal(mean.dtype, WEFT_FLOAT32);
        assert_true(*(float *)mean.data == 3);
        call_shipped("gaussian_kde", target, (weft_array *[]){&sample, &sample, &width, &density});
        assert_true(fabs(*(double *)density.data - 0.3989422804014327 / 2) < 1e-15);
        weft_array_clear(&mean);
        weft_array_clear(&density);
    }
}

/* The last edge belongs to the last bin; NaN and what lies outside to none. One edge has no bin. */
static void test_histogram(void **state)
{
    (void)state;
    double numbers[] = {0, 0.5, 1, 2, 2.5, -1, NAN}, edges[] = {0, 1, 2};
    weft_array x = row_of(numbers, 7), bins = row_of(edges, 3), one = row_of(edges, 1);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        weft_array counts = {0}, nothing = {0};
        call_shipped("histogram", target, (weft_array *[]){&x, &bins, &counts});
        const int64_t *found = counts.data;
        assert_true(counts.shape[0] == 2 && found[0] == 2 && found[1] == 2);
        call_shipped("histogram", target, (weft_array *[]){&x, &one, &nothing});
        assert_int_equal(nothing.shape[0], 0);
        weft_array_clear(&counts);
        weft_array_clear(&nothing);
    }
}

static void test_moving_width(void **state)
{
    (void)state;
    double numbers[] = {1, 3, 8}, means[3];
    int64_t width;
    weft_array x = row_of(numbers, 3), y = row_of(means, 3);
    weft_array w = weft_array_view(&width, WEFT_INT64, 0, NULL, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        width = -5; /* as 1 */
        call_shipped("moving_mean", target, (weft_array *[]){&x, &w, &y});
        assert_true(means[0] == 1 && means[1] == 3 && means[2] == 8);
        width = INT64_MAX;
        call_shipped("moving_mean", target, (weft_array *[]){&x, &w, &y});
        assert_true(means[0] == 1 && means[1] == 2 && means[2] == 4);
    }
}

/* A pivot that is no row gives NaN; a matrix that is not positive definite, too. */
static void test_matrices_without_result(void **state)
{
    (void)state;
    double A[2][2] = {{1, 2}, {2, 1}}, B[2][1] = {{1}, {1}}, X[2][1], L[2][2];
    int64_t pivots[2] = {INT64_MAX, -1};
    weft_array a = weft_array_view(A, WEFT_FLOAT64, 2, (int64_t[]){2, 2}, NULL);
    weft_array b = weft_array_view(B, WEFT_FLOAT64, 2, (int64_t[]){2, 1}, NULL);
    weft_array x = weft_array_view(X, WEFT_FLOAT64, 2, (int64_t[]){2, 1}, NULL);
    weft_array l = weft_array_view(L, WEFT_FLOAT64, 2, (int64_t[]){2, 2}, NULL);
    weft_array p = weft_array_view(pivots, WEFT_INT64, 1, (int64_t[]){2}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        call_shipped("lu_solve", target, (weft_array *[]){&a, &p, &b, &x});
        assert_true(isnan(X[0][0]) && isnan(X[1][0]));
        call_shipped("cholesky", target, (weft_array *[]){&a, &l});
        assert_true(L[0][0] == 1 && L[0][1] == 0 && isnan(L[1][1]));
    }
}

/* Factors of a matrix whose first pivot is 0 solve its equations; with 1 they give its inverse. */
static void test_lu(void **state)
{
    (void)state;
    double A[2][2] = {{0, 2}, {4, 0}}, one[2][2] = {{1, 0}, {0, 1}};
    weft_array a = weft_array_view(A, WEFT_FLOAT64, 2, (int64_t[]){2, 2}, NULL);
    weft_array b = weft_array_view(one, WEFT_FLOAT64, 2, (int64_t[]){2, 2}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        weft_array lu = {0}, pivots = {0}, det = {0}, inverse = {0};
        call_shipped("lu_factor", target, (weft_array *[]){&a, &lu, &pivots});
        call_shipped("lu_det", target, (weft_array *[]){&lu, &pivots, &det});
        assert_true(*(double *)det.data == -8);
        call_shipped("lu_solve", target, (weft_array *[]){&lu, &pivots, &b, &inverse});
        const double *x = inverse.data;
        assert_true(x[0] == 0 && x[1] == 0.25 && x[2] == 0.5 && x[3] == 0);
        weft_array_clear(&lu);
        weft_array_clear(&pivots);
        weft_array_clear(&det);
        weft_array_clear(&inverse);
    }
}

/* A matrix that is worked in is a copy for each item: it serves three right sides, and is as it was; the
 * answer may be written over it. */
static void test_worked_in_copies(void **state)
{
    (void)state;
    const double kept[2][2] = {{0, 2}, {4, 6}};
    double A[2][2], sides[3][2][1] = {{{2}, {10}}, {{0}, {0}}, {{-2}, {-2}}};
    const double wanted[] = {1, 1, 0, 0, 1, -1};
    weft_array a = weft_array_view(A, WEFT_FLOAT64, 2, (int64_t[]){2, 2}, NULL);
    weft_array b = weft_array_view(sides, WEFT_FLOAT64, 3, (int64_t[]){3, 2, 1}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        memcpy(A, kept, sizeof A);
        weft_array x = {0}, det = {0}, values = {0};
        call_shipped("solve", target, (weft_array *[]){&a, &b, &x});
        for (int i = 0; i < 6; i++)
            assert_true(((const double *)x.data)[i] == wanted[i]);
        call_shipped("det", target, (weft_array *[]){&a, &det});
        assert_true(*(const double *)det.data == -8);
        call_shipped("eigvalsh", target, (weft_array *[]){&a, &values});
        const double *value = values.data; /* of 0, 4, 6: -2 and 8 */
        assert_true(fabs(value[0] + 2) < 1e-14 && fabs(value[1] - 8) < 1e-14);
        assert_memory_equal(A, kept, sizeof A);
        call_shipped("inv", target, (weft_array *[]){&a, &a});
        assert_true(A[0][0] == -0.75 && A[0][1] == 0.25 && A[1][0] == 0.5 && A[1][1] == 0);
        weft_array_clear(&x);
        weft_array_clear(&det);
        weft_array_clear(&values);
    }
}

/* A column that depends on those before it, and a column of zeros, have none of their own. */
static void test_qr_of_dependent_columns(void **state)
{
    (void)state;
    double A[3][4] = {{3, 6, 0, 0}, {4, 8, 0, 1}, {0, 0, 0, 2}};
    weft_array a = weft_array_view(A, WEFT_FLOAT64, 2, (int64_t[]){3, 4}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        weft_array q = {0}, r = {0};
        call_shipped("qr", target, (weft_array *[]){&a, &q, &r});
        const double *Q = q.data, *R = r.data;
        for (int i = 0; i < 3; i++) {
            assert_true(Q[i * 4 + 1] == 0 && Q[i * 4 + 2] == 0);
            for (int j = 0; j < 4; j++) {
                double sum = 0;
                for (int k = 0; k < 4; k++)
                    sum += Q[i * 4 + k] * R[k * 4 + j];
                assert_true(fabs(sum - A[i][j]) < 1e-14);
            }
        }
        assert_true(R[5] == 0 && R[10] == 0 && R[0] == 5);
        weft_array_clear(&q);
        weft_array_clear(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_of_nothing), cmocka_unit_test(test_where_rows_differ_from_numpy),
        cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_moving_width),
        cmocka_unit_test(test_matrices_without_result),
        cmocka_unit_test(test_lu),
        cmocka_unit_test(test_worked_in_copies),
        cmocka_unit_test(test_qr_of_dependent_columns),
    };
    return cmocka_run_group_tests(tests, open_shipped, close_shipped);
}
