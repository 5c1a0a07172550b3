/* products.c: what matrix products of many items take on a GPU: microseconds of one call of the shipped matmul
 * on device arrays, by events, the median of several; beside it the time in which the device copies as
 * many bytes, the kernel chosen, and whether samples of the result are right. No test: it prints
 * numbers. Exits with 77 and says why where no GPU can be used.
 *   products LIBRARY [ROW]    libweft_std.so */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "gpu/products/gpu_product_tile.h"
#include "gpu_bench.h"

enum { SAMPLES = 12, MOST_ITEM = 1 << 24 };

static const char *const tile_names[GPU_TILE_COUNT] = {
#define NAME(type, name, ...) [GPU_##name] = #name,
    WEFT_PRODUCT_TILES(NAME, ) WEFT_PRODUCT_FUSED_TILES(NAME, ) WEFT_PRODUCT_WIDE_TILES(NAME, )
        WEFT_PRODUCT_FLOAT_TILES(NAME, )
        WEFT_PRODUCT_BLOCK_SHAPES(NAME)
#undef NAME
};

/* Items of (m,k)(k,n). */
typedef struct row {
    const char *name;
    int64_t items, m, k, n;
    weft_dtype dtype;
    bool b_shared;
} row;

static const row rows[] = {
    {"21", 1000, 2, 4, 5, WEFT_FLOAT32, false},
    {"22", 1000000, 2, 4, 5, WEFT_FLOAT32, false},
    {"23", 16000000, 2, 4, 5, WEFT_FLOAT32, false},
    {"24", 4000000, 3, 3, 3, WEFT_FLOAT32, false},
    {"25", 4000000, 4, 4, 4, WEFT_FLOAT32, false},
    {"26a", 1000000, 8, 8, 8, WEFT_FLOAT32, false},
    {"26b", 3000000, 5, 5, 5, WEFT_FLOAT32, false},
    {"26c", 1000000, 7, 7, 7, WEFT_FLOAT32, false},
    {"27a", 250000, 16, 16, 16, WEFT_FLOAT32, false},
    {"27b", 200000, 17, 17, 17, WEFT_FLOAT32, false},
    {"28a", 100000, 32, 32, 32, WEFT_FLOAT32, false},
    {"28b", 40000, 48, 48, 48, WEFT_FLOAT32, false},
    {"29", 20000, 64, 64, 64, WEFT_FLOAT32, false},
    {"30", 4000, 128, 128, 128, WEFT_FLOAT32, false},
    {"31a", 500, 256, 256, 256, WEFT_FLOAT32, false},
    {"31b", 2, 4096, 4096, 4096, WEFT_FLOAT32, false},
    {"32a", 1000000, 8, 8, 8, WEFT_FLOAT64, false},
    {"32b", 100000, 32, 32, 32, WEFT_FLOAT64, false},
    {"32c", 40000, 48, 48, 48, WEFT_FLOAT64, false},
    {"32d", 20000, 64, 64, 64, WEFT_FLOAT64, false},
    {"32e", 2, 4096, 4096, 4096, WEFT_FLOAT64, false},
    {"33a", 1000000, 2, 4, 5, WEFT_FLOAT32, true},
    {"33b", 250000, 16, 16, 16, WEFT_FLOAT32, true},
    {"33c", 20000, 64, 64, 64, WEFT_FLOAT32, true},
};

/* The array's items of two axes; all the same if they are shared. */
static weft_array view(const weft_array *array, int64_t items, int64_t a, int64_t b, bool shared)
{
    const int64_t size = (int64_t)weft_dtype_size((weft_dtype)array->dtype);
    weft_array seen = *array;
    seen.flags = 0;
    seen.rank = 3;
    seen.shape[0] = items, seen.shape[1] = a, seen.shape[2] = b;
    seen.steps[0] = shared ? 0 : a * b * size, seen.steps[1] = b * size, seen.steps[2] = size;
    return seen;
}

/* One call, again and again. */
typedef struct product_call {
    const weft_ufunc *matmul;
    weft_array *operands[3];
} product_call;

static void multiply(void *context)
{
    const product_call *call = context;
    bench_check(weft_call(call->matmul, call->operands, &bench_gpu, &bench_error), "matmul");
}

/* The largest error of some elements of some items, in roundings of the sum. */
static double largest_error(const row *what, const weft_array *c)
{
    const int64_t area = what->m * what->n, size = (int64_t)weft_dtype_size(what->dtype);
    double worst = 0, *back = malloc((size_t)MOST_ITEM * sizeof *back);
    for (int sample = 0; back && sample < SAMPLES; sample++) {
        const int64_t item = sample == 0   ? what->items - 1
                             : sample == 1 ? 0
                                           : (int64_t)((bench_draw() + 1) / 2 * (double)what->items);
        weft_array one = *c, host = weft_array_view(back, what->dtype, 1, &area, NULL);
        one.flags = 0, one.rank = 1, one.shape[0] = area, one.steps[0] = size;
        one.data = (char *)c->data + item * area * size;
        bench_check(weft_copy_to_host(&one, &host, &bench_gpu, &bench_error), "back");
        for (int64_t at = 0; at<area; at += area> 4096 ? area / 1001 : 1) {
            const int64_t i = at / what->n, j = at % what->n;
            double sum = 0;
            for (int64_t k = 0; k < what->k; k++)
                sum += bench_number((item * what->m + i) * what->k + k) *
                       bench_number(((what->b_shared ? 0 : item) * what->k + k) * what->n + j);
            const double got = size == 4 ? ((float *)back)[at] : back[at];
            const double off = fabs(got - sum) / (size == 4 ? 0x1p-24 : 0x1p-53) / (double)what->k;
            worst = off > worst || off != off ? off : worst;
        }
    }
    free(back);
    return worst;
}

/* The kernel, as gpu_contract.c asks for it. */
static void print_shape(const row *what)
{
    const bool joined = what->b_shared && what->n > 24;
    const gpu_product_tile chosen = gpu_product_tile_choose(&(gpu_product_tile_question){
        .arithmetic = what->dtype == WEFT_FLOAT32 ? GPU_PRODUCT_float32 : GPU_PRODUCT_float64,
        .element = (int64_t)weft_dtype_size(what->dtype),
        .m = joined ? what->m * what->items : what->m,
        .n = what->n,
        .k = what->k,
        .item_count = joined ? 1 : what->items,
        .b_shared = what->b_shared,
        .a_natural = true,
        .b_natural = true,
        .is_flat = true,
        .has_unit_rows = what->k % 4 == 0 && what->n % 4 == 0,
    });
    printf("  %s: %u tasks of %u × %u, depth %u, %u threads, %u bytes\n", tile_names[chosen.tile],
           chosen.tasks, chosen.rows, chosen.columns, chosen.depth, chosen.threads, chosen.shared_bytes);
}

/* Prints one row; false if its result is wrong. */
static bool show(const weft_ufunc *matmul, const row *what, double bandwidth)
{
    const int64_t a_count = what->items * what->m * what->k,
                  c_count = what->items * what->m * what->n;
    const int64_t b_count = (what->b_shared ? 1 : what->items) * what->k * what->n;
    const double bytes =
        (double)(a_count + b_count + c_count) * (double)weft_dtype_size(what->dtype);
    weft_array a = bench_array(a_count, what->dtype, -1, 1),
               b = bench_array(b_count, what->dtype, -1, 1);
    weft_array c = bench_array(c_count, what->dtype, 0, 0);
    weft_array A = view(&a, what->items, what->m, what->k, false);
    weft_array B = view(&b, what->items, what->k, what->n, what->b_shared);
    weft_array C = view(&c, what->items, what->m, what->n, false);
    const double time = bench_measure(multiply, &(product_call){matmul, {&A, &B, &C}});
    const double off = largest_error(what, &c);
    const bool good = off <= 4;
    printf("%-4s %9lld x (%lld,%lld)(%lld,%lld) %s%s %10.1f us, copy %8.1f us, %6.2f TFLOP/s, "
           "error %.2f%s",
           what->name, (long long)what->items, (long long)what->m, (long long)what->k,
           (long long)what->k, (long long)what->n, weft_dtype_name(what->dtype),
           what->b_shared ? ", one B" : "", time, bytes / bandwidth,
           2e-6 * (double)c_count * (double)what->k / time, off, good ? "" : " WRONG");
    print_shape(what);
    fflush(stdout);
    weft_array_clear(&a);
    weft_array_clear(&b);
    weft_array_clear(&c);
    return good;
}

int main(int count, char **arguments)
{
    weft_library *library;
    char name[128] = "";
    bool good = true;
    if (count < 2) {
        fputs("usage: products LIBRARY [ROW]\n", stderr);
        return EXIT_FAILURE;
    }
    if (!bench_begin())
        return BENCH_SKIPPED;
    weft_device_name(0, name, sizeof name, NULL);
    bench_check(weft_library_open(arguments[1], &library, &bench_error), arguments[1]);
    const weft_ufunc *matmul = weft_library_find(library, "matmul");
    const double bandwidth = bench_copies();
    printf("%s: copies %.0f GB/s\n", name, bandwidth / 1000);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (count < 3 || strcmp(arguments[2], rows[k].name) == 0)
            good = show(matmul, &rows[k], bandwidth) && good;
    weft_library_close(library);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
