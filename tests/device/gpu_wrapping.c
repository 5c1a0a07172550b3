/* gpu_wrapping.c: ufuncs of three inputs on the gpu against the cpu: all combinations of the extreme
 * values of each input, where their arithmetic overflows, and loops end.
 *   gpu_wrapping LIBRARY */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

enum { SKIPPED = 77, VALUES = 16, ITEMS = VALUES * VALUES * VALUES };

static weft_error error;
static const weft_options on_cpu = {.target = WEFT_CPU}, on_gpu = {.target = WEFT_GPU};

/* What overflows, in 64 bits; narrower types take the low bits. */
static const uint64_t extremes[VALUES] = {0,
                                          1,
                                          2,
                                          3,
                                          UINT64_MAX,
                                          UINT64_MAX - 1,
                                          UINT64_MAX - 6,
                                          0x7f,
                                          0x80,
                                          0x7fff,
                                          0x8000,
                                          0x7fffffff,
                                          0x80000000,
                                          0x7fffffffffffffff,
                                          0x8000000000000000,
                                          0x5555555555555555};

static void check(weft_status status, const char *what)
{
    if (status == WEFT_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, error.text);
    exit(1);
}

/* Input i runs through the values along axis i, from their lowest bytes. */
static weft_array make_input(weft_dtype dtype, int axis, uint64_t *values)
{
    int64_t shape[3] = {1, 1, 1}, steps[3] = {0, 0, 0};
    shape[axis] = VALUES;
    steps[axis] = (int64_t)sizeof *values;
    memcpy(values, extremes, sizeof extremes);
    return weft_array_view(values, dtype, 3, shape, steps);
}

/* Whether both targets give the same bits. */
static bool compare(const weft_ufunc *ufunc, const weft_loop *loop)
{
    static uint64_t values[3][VALUES], cpu[ITEMS], gpu[ITEMS];
    const int64_t shape[3] = {VALUES, VALUES, VALUES};
    weft_dtype dtype = (weft_dtype)loop->dtypes[3];
    weft_array operands[4], *all[4];
    for (int i = 0; i < 4; i++) {
        if (i < 3)
            operands[i] = make_input((weft_dtype)loop->dtypes[i], i, values[i]);
        all[i] = &operands[i];
    }
    operands[3] = weft_array_view(cpu, dtype, 3, shape, NULL);
    check(weft_call(ufunc, all, &on_cpu, &error), "cpu");
    operands[3] = weft_array_view(gpu, dtype, 3, shape, NULL);
    check(weft_call(ufunc, all, &on_gpu, &error), "gpu");
    size_t size = weft_dtype_size(dtype);
    for (size_t k = 0; k < ITEMS; k++)
        if (memcmp((char *)cpu + k * size, (char *)gpu + k * size, size) != 0) {
            printf("%s, %s: item %zu, %zu, %zu differs\n", ufunc->name, loop->prototype,
                   k / VALUES / VALUES, k / VALUES % VALUES, k % VALUES);
            return false;
        }
    return true;
}

int main(int argument_count, char **arguments)
{
    weft_library *library;
    long count = 0, wrong = 0;
    if (argument_count < 2)
        return 2;
    if (weft_target_check(WEFT_GPU, NULL, &error) != WEFT_OK) {
        printf("skipped: %s\n", error.text);
        return SKIPPED;
    }
    check(weft_library_open(arguments[1], &library, &error), "library");
    const weft_library_table *table = weft_library_contents(library);
    for (uint32_t u = 0; u < table->count; u++)
        for (uint32_t k = 0; k < table->ufuncs[u]->loop_count; k++, count++)
            wrong += !compare(table->ufuncs[u], &table->ufuncs[u]->loops[k]);
    weft_library_close(library);
    printf("%ld loops, %ld wrong\n", count, wrong);
    return wrong || !count ? 1 : 0;
}
