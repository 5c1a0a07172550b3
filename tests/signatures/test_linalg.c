/* The linear algebra that ships: small matrices against sums written out here. */
#include "shipped.h"

#include <complex.h>
#include <math.h>

enum { M = 3, N = 4, P = 5 };

static void test_products(void **state)
{
    (void)state;
    double A[M][N], B[N][P], x[N], C[M][P], y[M], z[P];
    for (int k = 0; k < N; k++) {
        x[k] = k - 1.5;
        for (int i = 0; i < M; i++)
            A[i][k] = i * 2 - k;
        for (int j = 0; j < P; j++)
            B[k][j] = k * j + 1;
    }
    weft_array a = weft_array_view(A, WEFT_FLOAT64, 2, (int64_t[]){M, N}, NULL);
    weft_array b = weft_array_view(B, WEFT_FLOAT64, 2, (int64_t[]){N, P}, NULL);
    weft_array v = weft_array_view(x, WEFT_FLOAT64, 1, (int64_t[]){N}, NULL);
    weft_array c = weft_array_view(C, WEFT_FLOAT64, 2, (int64_t[]){M, P}, NULL);
    weft_array column = weft_array_view(y, WEFT_FLOAT64, 1, (int64_t[]){M}, NULL);
    weft_array row = weft_array_view(z, WEFT_FLOAT64, 1, (int64_t[]){P}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        call_shipped("matmul", target, (weft_array *[]){&a, &b, &c});
        call_shipped("matvec", target, (weft_array *[]){&a, &v, &column});
        call_shipped("vecmat", target, (weft_array *[]){&v, &b, &row});
        for (int i = 0; i < M; i++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += A[i][k] * x[k];
            assert_true(y[i] == sum);
            for (int j = 0; j < P; j++) {
                sum = 0;
                for (int k = 0; k < N; k++)
                    sum += A[i][k] * B[k][j];
                assert_true(C[i][j] == sum);
            }
        }
        for (int j = 0; j < P; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += x[k] * B[k][j];
            assert_true(z[j] == sum);
        }
    }
}

/* vecdot conjugates its first operand; norm is real. */
static void test_complex_vectors(void **state)
{
    (void)state;
    float complex a[2] = {1 + 2 * I, 3 - 1 * I}, b[2] = {2 - 1 * I, 4 * I};
    weft_array left = weft_array_view(a, WEFT_COMPLEX64, 1, (int64_t[]){2}, NULL);
    weft_array right = weft_array_view(b, WEFT_COMPLEX64, 1, (int64_t[]){2}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        weft_array product = {0}, length = {0};
        call_shipped("vecdot", target, (weft_array *[]){&left, &right, &product});
        float complex expected = conjf(a[0]) * b[0] + conjf(a[1]) * b[1];
        assert_true(cabsf(*(float complex *)product.data - expected) < 1e-5f);
        call_shipped("norm", target, (weft_array *[]){&left, &length});
        assert_int_equal(length.dtype, WEFT_FLOAT32);
        assert_true(fabsf(*(float *)length.data - sqrtf(15)) < 1e-5f);
        weft_array_clear(&product);
        weft_array_clear(&length);
    }
}

static void test_cross_outer_trace(void **state)
{
    (void)state;
    int64_t a[3] = {1, 2, 3}, b[3] = {-2, 0, 5}, c[3], C[3][3], sum;
    weft_array left = weft_array_view(a, WEFT_INT64, 1, (int64_t[]){3}, NULL);
    weft_array right = weft_array_view(b, WEFT_INT64, 1, (int64_t[]){3}, NULL);
    weft_array vector = weft_array_view(c, WEFT_INT64, 1, (int64_t[]){3}, NULL);
    weft_array matrix = weft_array_view(C, WEFT_INT64, 2, (int64_t[]){3, 3}, NULL);
    weft_array number = weft_array_view(&sum, WEFT_INT64, 0, NULL, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        call_shipped("cross", target, (weft_array *[]){&left, &right, &vector});
        assert_true(c[0] == 10 && c[1] == -11 && c[2] == 4);
        call_shipped("outer", target, (weft_array *[]){&left, &right, &matrix});
        for (int i = 0; i < 9; i++)
            assert_true(C[i / 3][i % 3] == a[i / 3] * b[i % 3]);
        call_shipped("trace", target, (weft_array *[]){&matrix, &number});
        assert_true(sum == -2 + 0 + 15);
    }
}

/* A product over nothing is 0; a stack of no matrices is nothing. */
static void test_zero_sizes(void **state)
{
    (void)state;
    double C[M][P];
    weft_array a = weft_array_view(NULL, WEFT_FLOAT64, 2, (int64_t[]){M, 0}, NULL);
    weft_array b = weft_array_view(NULL, WEFT_FLOAT64, 2, (int64_t[]){0, P}, NULL);
    weft_array c = weft_array_view(C, WEFT_FLOAT64, 2, (int64_t[]){M, P}, NULL);
    weft_array none = weft_array_view(NULL, WEFT_FLOAT64, 3, (int64_t[]){0, M, 0}, NULL);
    for (weft_target target = WEFT_AUTO; next_target(&target);) {
        C[1][2] = 1;
        call_shipped("matmul", target, (weft_array *[]){&a, &b, &c});
        for (int i = 0; i < M * P; i++)
            assert_true(C[i / P][i % P] == 0);
        weft_array empty = {0};
        call_shipped("matmul", target, (weft_array *[]){&none, &b, &empty});
        assert_true(empty.rank == 3 && empty.shape[0] == 0 && empty.shape[2] == P);
        weft_array_clear(&empty);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_complex_vectors),
        cmocka_unit_test(test_cross_outer_trace),
        cmocka_unit_test(test_zero_sizes),
    };
    return cmocka_run_group_tests(tests, open_shipped, close_shipped);
}
