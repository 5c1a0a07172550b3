/* gpu_streams.c: walks along a long axis on the gpu against those on the cpu, for every element and what
 * lies between: items and elements of any number, next to each other, apart, and across. Numbers are
 * whole and small, so that results are equal.
 *   gpu_streams LIBRARY [COUNT] */
#include <string.h>

#include "random_calls.h"

enum { SKIPPED = 77, MOST_OPERANDS = 4, MOST_BYTES = 400 * 140 * 16 };

/* An operand on the host, as it was and as the cpu leaves it, and on the device. */
typedef struct operand {
    unsigned char *bytes; /* owned, MOST_BYTES */
    weft_array host, memory, device;
} operand;

/* Small whole numbers throughout, and random bytes in the type's own size otherwise. */
static void fill(operand *filled, weft_dtype dtype)
{
    const size_t size = weft_dtype_size(dtype);
    const bool is_float = dtype == WEFT_FLOAT32 || dtype == WEFT_COMPLEX64;
    const bool is_double = dtype == WEFT_FLOAT64 || dtype == WEFT_COMPLEX128;
    for (size_t at = 0; at < MOST_BYTES; at += is_double ? 8 : is_float ? 4 : size) {
        const int64_t number = below(9) - 4;
        const float real = (float)number;
        const double wide = (double)number;
        memcpy(filled->bytes + at,
               is_double  ? (const void *)&wide
               : is_float ? (const void *)&real
                          : (const void *)&number,
               is_double ? 8 : is_float ? 4 : size);
    }
}

/* A view of items × elements, or of items: rows one behind the other, apart, or across. */
static void place(operand *placed, weft_dtype dtype, int rank, int64_t items, int64_t length)
{
    const int64_t size = (int64_t)weft_dtype_size(dtype), gap = below(3) == 0 ? below(3) * size : 0;
    const bool across = below(5) == 0, apart = below(6) == 0;
    int64_t shape[2] = {items, length}, steps[2];
    steps[1] = across ? items * size : apart ? 2 * size : size;
    steps[0] = across ? size : steps[1] * length + gap;
    if (rank == 1)
        steps[0] = size;
    fill(placed, dtype);
    placed->host = weft_array_view(placed->bytes + 16 * below(2) + size * below(2), dtype, rank, shape,
                                   steps);
    placed->device = placed->host;
    placed->device.data =
        (char *)placed->memory.data + ((unsigned char *)placed->host.data - placed->bytes);
    placed->device.device = placed->memory.device;
    weft_array whole = weft_array_view(placed->bytes, WEFT_UINT8, 1, (int64_t[]){MOST_BYTES}, NULL);
    check(weft_array_copy(&placed->memory, &whole, NULL, &error), "to the device");
}

/* Whether the device has what the host has. */
static bool is_same(const operand *one)
{
    static unsigned char back[MOST_BYTES];
    weft_array near = weft_array_view(back, WEFT_UINT8, 1, (int64_t[]){MOST_BYTES}, NULL);
    check(weft_copy_to_host(&one->memory, &near, NULL, &error), "from the device");
    return memcmp(back, one->bytes, MOST_BYTES) == 0;
}

static bool try_call(const weft_ufunc *ufunc, const weft_loop *loop, operand *all)
{
    static const int64_t lengths[] = {1, 31, 32, 33, 63, 64, 65, 96, 100, 127, 128, 200};
    static const int64_t counts[] = {1, 5, 31, 32, 33, 64, 100, 128, 130};
    const bool is_longer = below(5) == 0; /* than all windows of a group */
    const int64_t length = is_longer ? 256 + below(160) : below(3) ? lengths[below(12)] : 64 + below(140);
    const int64_t items = is_longer ? 1 + below(64) : below(3) ? counts[below(9)] : 1 + below(130);
    const int64_t other = below(3) ? length : 1 + below((int)length); /* of a second core dimension */
    weft_array *cpu[MOST_OPERANDS], *gpu[MOST_OPERANDS];
    const int count = ufunc->input_count + ufunc->output_count;
    for (int i = 0; i < count; i++) {
        const weft_operand *layout = &ufunc->operands[i];
        const bool is_first = layout->core_rank == 0 || layout->dimensions[0] == 0;
        place(&all[i], (weft_dtype)loop->dtypes[i], 1 + layout->core_rank, items, is_first ? length : other);
        cpu[i] = &all[i].host;
        gpu[i] = &all[i].device;
    }
    check(weft_call(ufunc, cpu, &(weft_options){.target = WEFT_CPU}, &error), ufunc->name);
    check(weft_call(ufunc, gpu, &(weft_options){.target = WEFT_GPU}, &error), ufunc->name);
    bool same = true;
    for (int i = 0; i < count; i++)
        same = is_same(&all[i]) && same;
    if (!same)
        printf("%s, %s: %lld items of %lld: wrong\n", ufunc->name, loop->prototype,
               (long long)items, (long long)length);
    return same;
}

int main(int count, char **arguments)
{
    weft_library *library;
    operand all[MOST_OPERANDS];
    const int64_t cases = count > 2 ? atoll(arguments[2]) : 60;
    int64_t wrong = 0, calls = 0;
    if (weft_device_count() == 0) {
        puts("skipped: no GPU can be used");
        return SKIPPED;
    }
    check(weft_library_open(arguments[1], &library, &error), arguments[1]);
    for (int i = 0; i < MOST_OPERANDS; i++) {
        all[i].bytes = malloc(MOST_BYTES);
        check(weft_device_array(&all[i].memory, WEFT_UINT8, 1, &(int64_t){MOST_BYTES}, NULL, &error),
              "memory");
    }
    const weft_library_table *table = weft_library_contents(library);
    for (uint32_t u = 0; u < table->count; u++)
        for (uint32_t k = 0; k < table->ufuncs[u]->loop_count; k++)
            for (int64_t n = 0; n < cases; n++, calls++)
                wrong += !try_call(table->ufuncs[u], &table->ufuncs[u]->loops[k], all);
    for (int i = 0; i < MOST_OPERANDS; i++) {
        free(all[i].bytes);
        weft_array_clear(&all[i].memory);
    }
    weft_library_close(library);
    printf("%lld calls, %lld wrong\n", (long long)calls, (long long)wrong);
    return wrong > 0;
}
