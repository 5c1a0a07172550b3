/* gpu_products.c: matrix products of the shipped matmul on device arrays: random sizes, small and large,
 * batches, axes in any order, shared operands, all dtypes. Whole numbers must be equal, fractions within their rounding
 * of a loop of fused products or of the cpu's. Without cuBLAS those of float32 and float64 must have the bits of that
 * loop, for libweft's own kernels keep its order. Nothing beside the output may be written.
 *   WEFT_CUBLAS= gpu_products LIBRARY [COUNT]
 *   WEFT_CUBLAS=CUBLAS gpu_products LIBRARY [COUNT] */
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "random_calls.h"

enum { SKIPPED = 77, MOST_BYTES = 24 << 20, MOST_BATCH = 2, MOST_PRODUCTS = 60000000 };

/* There is no cuBLAS; the case at hand is one of those that cuBLAS may compute; one of whole tiles, mostly in order. */
static bool is_ordered, is_dense, is_whole;

/* An array of the host, its twin on the device, and the memory of both as bytes. */
typedef struct operand {
    char *memory; /* owned */
    weft_array host, device, bytes;
} operand;

static bool is_floating(weft_dtype dtype)
{
    return dtype >= WEFT_FLOAT16 && dtype <= WEFT_COMPLEX128;
}

static void fill(operand *filled, weft_dtype dtype, bool whole)
{
    const size_t size = weft_dtype_size(dtype);
    const bool is_double = dtype == WEFT_FLOAT64 || dtype == WEFT_COMPLEX128;
    for (size_t at = 0; at < MOST_BYTES; at += is_double ? 8 : is_floating(dtype) ? 4 : size) {
        const double x = whole ? (double)(below(9) - 4) : (double)below(1 << 20) / (1 << 19) - 1;
        char *p = filled->memory + at;
        if (dtype == WEFT_BOOL)
            *p = (char)(below(3) == 0);
        else if (is_double)
            *(double *)p = x;
        else if (is_floating(dtype))
            *(float *)p = (float)x;
        else
            for (size_t k = 0; k < size; k++)
                p[k] = (char)below(256);
    }
}

/* Axes in random order, sometimes with gaps, backwards or, of inputs, broadcast. False: no room. */
static bool lay_out(operand *made, weft_dtype dtype, int rank, const int64_t *shape, bool output)
{
    int order[WEFT_MAX_RANK];
    int64_t steps[WEFT_MAX_RANK], step = (int64_t)weft_dtype_size(dtype);
    const bool is_complex = dtype == WEFT_COMPLEX64 || dtype == WEFT_COMPLEX128;
    const int64_t shift = is_complex && below(2) && !is_dense ? step / 2 : 0; /* aligned as its parts */
    int64_t first = shift;
    for (int i = 0; i < rank; i++)
        order[i] = rank - 1 - i;
    for (int i = rank - 1; i > 0 && !is_whole && below(2); i--) {
        const int other = (int)below(i + 1), kept = order[i];
        order[i] = order[other], order[other] = kept;
    }
    for (int i = 0; i < rank; i++) {
        const int axis = order[i];
        if (below(is_whole ? 32 : 8) == 0 && (i > 0 || !is_dense))
            step *= 1 + below(3);
        steps[axis] = step;
        step *= shape[axis];
        if (step + shift > MOST_BYTES)
            return false;
        if (is_dense)
            continue;
        if (below(8) == 0) {
            first += steps[axis] * (shape[axis] - 1);
            steps[axis] = -steps[axis];
        } else if (!output && below(16) == 0) {
            steps[axis] = 0;
        }
    }
    made->host = weft_array_view(made->memory + first, dtype, rank, shape, steps);
    made->device = made->host;
    made->device.data = (char *)made->bytes.data + first;
    made->device.device = made->bytes.device;
    return true;
}

static weft_array bytes_of(void *memory)
{
    return weft_array_view(memory, WEFT_UINT8, 1, &(int64_t){MOST_BYTES}, NULL);
}

static void upload(operand *all)
{
    weft_array from = bytes_of(all->memory);
    check(weft_array_copy(&all->bytes, &from, NULL, &error), "to the device");
}

static int64_t draw_size(void)
{
    if (is_dense)
        return below(16) ? 33 + below(60) : 210;
    static const int64_t edges[] = {1, 2, 3, 4, 5, 8, 16, 17, 32, 33, 48, 64, 65, 96, 128, 130};
    switch (below(8)) {
    case 0:
        return 1 + below(130);
    case 1:
        return 256 + below(345);
    default:
        return edges[below(sizeof edges / sizeof *edges)];
    }
}

/* One output element of float32 or float64: a chain of fused products. */
static void chain(weft_dtype dtype, const char *a, int64_t a_step, const char *b, int64_t b_step,
                  int64_t k, char *c)
{
    if (dtype == WEFT_FLOAT64) {
        double sum = 0;
        for (int64_t i = 0; i < k; i++)
            sum = fma(*(const double *)(a + i * a_step), *(const double *)(b + i * b_step), sum);
        memcpy(c, &sum, sizeof sum);
    } else {
        float sum = 0;
        for (int64_t i = 0; i < k; i++)
            sum = fmaf(*(const float *)(a + i * a_step), *(const float *)(b + i * b_step), sum);
        memcpy(c, &sum, sizeof sum);
    }
}

/* All elements of C, whose last two axes are those of the matrices. */
static void multiply(const weft_array *a, const weft_array *b, const weft_array *c, int axis,
                     int64_t at_a, int64_t at_b, int64_t at_c)
{
    const int last = c->rank - 1;
    const char *x = (const char *)a->data + at_a, *y = (const char *)b->data + at_b;
    char *z = (char *)c->data + at_c;
    if (axis == last - 1) {
        for (int64_t i = 0; i < c->shape[last - 1]; i++)
            for (int64_t j = 0; j < c->shape[last]; j++)
                chain((weft_dtype)c->dtype, x + i * a->steps[last - 1], a->steps[last],
                      y + j * b->steps[last], b->steps[last - 1], a->shape[last],
                      z + i * c->steps[last - 1] + j * c->steps[last]);
        return;
    }
    for (int64_t i = 0; i < c->shape[axis]; i++)
        multiply(a, b, c, axis + 1, at_a + (a->shape[axis] == 1 ? 0 : i * a->steps[axis]),
                 at_b + (b->shape[axis] == 1 ? 0 : i * b->steps[axis]), at_c + i * c->steps[axis]);
}

/* How far two results of all products may be apart; 0: they must be equal. */
static double tolerance(weft_dtype dtype, int64_t k, bool whole)
{
    if (is_floating(dtype) && whole && !is_ordered)
        return 0x1p-300; /* but for the signs of zeros */
    if (whole || !is_floating(dtype))
        return 0;
    return (double)(k + 1) *
           (dtype == WEFT_FLOAT64 || dtype == WEFT_COMPLEX128 ? 0x1p-51 : 0x1p-22);
}

/* Whether both memories agree everywhere, between the elements too. */
static bool agree(const char *x, const char *y, weft_dtype dtype, double most)
{
    if (most == 0)
        return memcmp(x, y, MOST_BYTES) == 0;
    const bool is_double = dtype == WEFT_FLOAT64 || dtype == WEFT_COMPLEX128;
    const size_t step = is_double ? 8 : 4;
    for (size_t at = 0; at < MOST_BYTES; at += step) {
        if (memcmp(x + at, y + at, step) == 0)
            continue;
        const double difference = is_double
                                      ? *(const double *)(x + at) - *(const double *)(y + at)
                                      : (double)*(const float *)(x + at) - *(const float *)(y + at);
        if (!(fabs(difference) <= most))
            return false;
    }
    return true;
}

static const weft_loop *find_loop(const weft_ufunc *matmul, weft_dtype dtype)
{
    const weft_loop *loop = matmul->loops;
    while (loop->dtypes[0] != dtype)
        loop++;
    return loop;
}

/* Sizes of which tiles of many kernels are whole. */
static int64_t draw_whole_size(void)
{
    static const uint8_t sizes[] = {4, 8, 12, 16, 24, 32, 36, 40, 48, 60, 64, 64, 128};
    return sizes[below(sizeof sizes)];
}

/* One case: 0 right, 1 wrong, -1 none. */
static int try_case(const weft_ufunc *matmul, operand *operands, char *back)
{
    const bool even = is_ordered && below(12) == 0; /* large, with rows in whole units of 16 bytes, which have a kernel */
    const bool is_small = !even && below(6) == 0; /* of whole tiles */
    const weft_loop *loop = even       ? find_loop(matmul, WEFT_FLOAT32)
                            : is_small ? find_loop(matmul, below(2) ? WEFT_FLOAT32 : WEFT_FLOAT64)
                                       : &matmul->loops[below(matmul->loop_count)];
    is_whole = is_small || (even && below(2));
    const weft_dtype dtype = (weft_dtype)loop->dtypes[0];
    if (!is_ordered && !is_floating(dtype) && below(4)) /* which cuBLAS has nothing to do with */
        return -1;
    if (!loop->contraction || loop->contraction->dtype != dtype)
        return -1;
    is_dense = even || is_small || (!is_ordered && is_floating(dtype) && below(4));
    const bool large = even || (!is_dense && below(16) == 0); /* and so many that the largest tiles serve */
    const int64_t step = is_whole ? 64 : 4;
    const int64_t m = even && is_whole ? 512 + step * below(2)
                      : large          ? 512 + below(130)
                      : is_small       ? draw_whole_size()
                                       : draw_size();
    const int64_t n = even       ? 512 + step * below(128 / step)
                      : large    ? 512 + below(130)
                      : is_small ? draw_whole_size()
                                 : draw_size();
    const int64_t k = even                   ? (is_whole ? 16 * below(6) : 4 * below(20))
                      : is_small && below(8) ? draw_whole_size()
                      : large                ? 1 + below(20)
                      : below(20)            ? draw_size()
                                             : 0;
    const int64_t sizes[3][2] = {{m, k}, {k, n}, {m, n}};
    const bool whole = below(2);
    int64_t batch[MOST_BATCH], items = 1;
    const bool two_axes = is_dense && below(2); /* of which a call of cuBLAS takes one */
    const int batch_rank = large ? 1 : two_axes ? 2 : (int)below(MOST_BATCH + 1);
    for (int d = 0; d < batch_rank; d++)
        items *= batch[d] = large ? 11 + below(2) : 1 + below(m * n > 10000 ? 3 : 40);
    if (!large && items * m * n * (k + 1) > MOST_PRODUCTS)
        return -1;
    for (int i = 0; i < 3; i++) {
        int64_t shape[MOST_BATCH + 2];
        const bool shared = i < 2 && below(4) == 0;
        for (int d = 0; d < batch_rank; d++)
            shape[d] = shared ? 1 : batch[d];
        memcpy(shape + batch_rank, sizes[i], sizeof sizes[i]);
        if (!lay_out(&operands[i], dtype, batch_rank + 2, shape, i == 2))
            return -1;
        if (i < 2)
            fill(&operands[i], dtype, whole);
        else
            memset(operands[2].memory, 0x5a, MOST_BYTES);
        upload(&operands[i]);
    }
    weft_array *hosts[] = {&operands[0].host, &operands[1].host, &operands[2].host};
    weft_array *devices[] = {&operands[0].device, &operands[1].device, &operands[2].device};
    const bool is_chain = dtype == WEFT_FLOAT32 || dtype == WEFT_FLOAT64;
    if (is_chain)
        multiply(hosts[0], hosts[1], hosts[2], 0, 0, 0, 0);
    else
        check(weft_call(matmul, hosts, &(weft_options){.target = WEFT_PARALLEL}, &error), "cpu");
    check(weft_call(matmul, devices, &(weft_options){.target = WEFT_GPU}, &error), "gpu");
    weft_array result = bytes_of(back);
    check(weft_copy_to_host(&operands[2].bytes, &result, NULL, &error), "to the host");
    if (agree(operands[2].memory, back, dtype, tolerance(dtype, k, whole || (is_chain && is_ordered))))
        return 0;
    printf("%s: %lld × (%lld,%lld)(%lld,%lld), %s: wrong\n", loop->prototype, (long long)items,
           (long long)m, (long long)k, (long long)k, (long long)n, whole ? "whole" : "fractions");
    return 1;
}

/* Whether the cuBLAS of that name is none of ours, which counts, or has computed something. */
static bool was_asked(const char *name)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_NOLOAD);
    void *symbol = library ? dlsym(library, "stand_in_blas_calls") : NULL;
    long (*calls)(void);
    memcpy(&calls, &symbol, sizeof calls);
    if (symbol)
        printf("%ld products by the stand-in of cuBLAS\n", calls());
    return library && (!symbol || calls() > 0);
}

int main(int count, char **arguments)
{
    const char *blas = getenv("WEFT_CUBLAS");
    weft_library *library;
    const int cases = count > 2 ? atoi(arguments[2]) : 1000;
    char name[128] = "", *back = malloc(MOST_BYTES);
    operand operands[3];
    int right = 0, wrong = 0;
    if (count < 2 || !back || weft_target_check(WEFT_GPU, NULL, &error)) {
        printf("SKIPPED: %s\n", count < 2 ? "gpu_products LIBRARY [COUNT]" : error.text);
        free(back);
        return SKIPPED;
    }
    is_ordered = blas && !*blas;
    weft_device_name(0, name, sizeof name, NULL);
    check(weft_library_open(arguments[1], &library, &error), arguments[1]);
    const weft_ufunc *matmul = weft_library_find(library, "matmul");
    for (int i = 0; i < 3; i++) {
        if (!(operands[i].memory = malloc(MOST_BYTES)))
            return 1;
        check(weft_device_array(&operands[i].bytes, WEFT_UINT8, 1, &(int64_t){MOST_BYTES}, NULL,
                                &error),
              "device memory");
    }
    for (int tried = 0; tried < cases; tried++) {
        const int result = try_case(matmul, operands, back);
        right += result == 0;
        wrong += result > 0;
    }
    wrong += blas && *blas && !was_asked(blas);
    printf("%s: %d products right, %d wrong, of %d cases\n", name, right, wrong, cases);
    for (int i = 0; i < 3; i++) {
        weft_array_clear(&operands[i].bytes);
        free(operands[i].memory);
    }
    free(back);
    weft_library_close(library);
    return wrong > 0 || right == 0;
}
