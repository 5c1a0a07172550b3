/* contractions.c: sums of products on hosts whose elements are cast, or that start or end as more than a
 * sum: nanoseconds of an item by libweft's tiles and by the function's own loop. No test: it prints
 * numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include PRODUCTS_HEADER

enum { MOST_OPERANDS = 6, ROUNDS = 7 };

/* A ufunc, which of its loops, sizes by its dimensions, and items. */
typedef struct row {
    const weft_ufunc *ufunc;
    unsigned loop;
    int64_t sizes[4], items;
} row;

static const row rows[] = {
    {&weft_ufunc_plain, 5, {4, 4, 4}, 4000},
    {&weft_ufunc_plain, 5, {64, 64, 64}, 20},
    {&weft_ufunc_plain, 5, {512, 512, 512}, 1},
    {&weft_ufunc_double_sum, 0, {8, 8, 8}, 2000},
    {&weft_ufunc_double_sum, 0, {64, 64, 64}, 20},
    {&weft_ufunc_double_sum, 0, {512, 512, 512}, 1},
    {&weft_ufunc_double_product, 0, {64, 64, 64}, 20},
    {&weft_ufunc_double_product, 0, {512, 512, 512}, 1},
    {&weft_ufunc_double_dot, 0, {16}, 4000},
    {&weft_ufunc_double_dot, 0, {1000}, 100},
    {&weft_ufunc_long_sum, 0, {64, 64, 64}, 20},
    {&weft_ufunc_long_sum, 2, {64, 64, 64}, 20},
    {&weft_ufunc_long_product, 0, {512, 512}, 4},
    {&weft_ufunc_gemm, 0, {4, 4, 4}, 4000},
    {&weft_ufunc_gemm, 0, {8, 8, 8}, 2000},
    {&weft_ufunc_gemm, 0, {16, 16, 16}, 500},
    {&weft_ufunc_gemm, 0, {64, 64, 64}, 20},
    {&weft_ufunc_gemm, 0, {512, 512, 512}, 1},
    {&weft_ufunc_gemm, 4, {64, 64, 64}, 20},
    {&weft_ufunc_layer, 0, {8, 8, 8}, 2000},
    {&weft_ufunc_layer, 0, {64, 64, 64}, 20},
    {&weft_ufunc_layer, 0, {512, 512, 512}, 1},
    {&weft_ufunc_clipped, 0, {64, 64, 64}, 20},
    {&weft_ufunc_quotient, 0, {64}, 1000},
    {&weft_ufunc_flat_sums, 0, {2, 64, 64, 64}, 10},
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* C-contiguous items of an operand. */
static weft_array make_operand(const row *of, unsigned number)
{
    const weft_ufunc *ufunc = of->ufunc;
    const weft_operand *layout = &ufunc->operands[number];
    const weft_dtype dtype = (weft_dtype)ufunc->loops[of->loop].dtypes[number];
    int64_t shape[WEFT_MAX_RANK] = {of->items}, count = of->items;
    for (int i = 0; i < layout->core_rank; i++)
        count *= shape[1 + i] = of->sizes[layout->dimensions[i]];
    const size_t bytes = (size_t)count * weft_dtype_size(dtype);
    char *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory)
        exit(EXIT_FAILURE);
    for (size_t i = 0; i < bytes; i++) /* small numbers of any dtype */
        memory[i] = (char)(i % 4 == 3 ? 0x3f : (i * 37) % 64);
    return weft_array_view(memory, dtype, 1 + layout->core_rank, shape, NULL);
}

static void call_tiles(const row *of, weft_array *operands)
{
    weft_error error;
    weft_array *pointers[MOST_OPERANDS];
    for (int i = 0; i <= of->ufunc->input_count; i++)
        pointers[i] = &operands[i];
    if (weft_call(of->ufunc, pointers, &(weft_options){.target = WEFT_CPU}, &error)) {
        printf("%s: %s\n", of->ufunc->name, error.text);
        exit(EXIT_FAILURE);
    }
}

/* The function's own kernel, of this processor's instruction set. */
static void call_loop(const row *of, weft_array *operands)
{
    const weft_ufunc *ufunc = of->ufunc;
    weft_isa isa = WEFT_ISA_BASE;
#ifdef __x86_64__
    isa = __builtin_cpu_supports("avx512bw") ? WEFT_ISA_V4
          : __builtin_cpu_supports("avx2")   ? WEFT_ISA_V3
                                             : WEFT_ISA_BASE;
#endif
    char *pointers[MOST_OPERANDS];
    int64_t dimensions[5] = {of->items}, steps[MOST_OPERANDS] = {0};
    memcpy(dimensions + 1, of->sizes, sizeof of->sizes);
    for (int i = 0; i <= ufunc->input_count; i++) {
        pointers[i] = operands[i].data;
        steps[i] = operands[i].steps[0];
    }
    ufunc->module->kernels[isa]->kernels[ufunc->loops[of->loop].index](pointers, dimensions, steps, NULL);
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Nanoseconds of one item: the median of some rounds. */
static double measure(void (*call)(const row *, weft_array *), const row *of, weft_array *operands)
{
    double times[ROUNDS];
    call(of, operands);
    for (int i = 0; i < ROUNDS; i++) {
        const double begin = now();
        call(of, operands);
        times[i] = (now() - begin) / (double)of->items;
    }
    qsort(times, ROUNDS, sizeof *times, compare);
    return times[ROUNDS / 2];
}

int main(void)
{
    printf("%-44s %12s %12s\n", "product, ns an item", "loop", "tiles");
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const row *of = &rows[r];
        weft_array operands[MOST_OPERANDS];
        for (int i = 0; i <= of->ufunc->input_count; i++)
            operands[i] = make_operand(of, (unsigned)i);
        char name[64];
        snprintf(name, sizeof name, "%s %.20s %lld^%d", of->ufunc->name,
                 weft_dtype_name((weft_dtype)of->ufunc->loops[of->loop].dtypes[0]),
                 (long long)of->sizes[of->ufunc->dimension_count - 1], of->ufunc->dimension_count);
        printf("%-44s %12.0f %12.0f\n", name, measure(call_loop, of, operands),
               measure(call_tiles, of, operands));
        for (int i = 0; i <= of->ufunc->input_count; i++)
            free(operands[i].data);
    }
}
