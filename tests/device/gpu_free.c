/* gpu_free.c: functions whose free dimensions a GPU spreads over its threads: which ones are free, as the names say,
 * and that the gpu computes what the cpu does, for every element and what lies between: sizes from 0 on, blocks in any
 * order of their axes, apart and backwards. Numbers are whole.
 *   gpu_free LIBRARY [COUNT] */
#include <string.h>

#include <weft/kernel.h>

#include "random_calls.h"

enum { SKIPPED = 77, MOST_OPERANDS = 4, MOST_AXES = 4, MOST_BYTES = 1 << 20, MOST_SIZE = 24 };

/* An operand on the host, as the cpu leaves it, and on the device. */
typedef struct operand {
    char *bytes; /* owned, MOST_BYTES */
    weft_array host, memory, device;
} operand;

/* Whether what the table of the library says is what the function's name ends in. */
static bool names_fit(const weft_ufunc *ufunc)
{
    const char *expected = strstr(ufunc->name, "__") + 2;
    char found[8] = "";
    size_t length = 0;
    for (int d = 0; d < ufunc->dimension_count; d++)
        if (ufunc->free_dimensions >> d & 1)
            found[length++] = *ufunc->dimensions[d].name;
    bool same = length == strlen(expected);
    for (size_t i = 0; i < length && same; i++)
        same = strchr(expected, found[i]) != NULL;
    if (!same)
        printf("%s: free are \"%s\"\n", ufunc->name, found);
    return same;
}

/* A view of some axes in any order, with gaps, backwards, or of an input all the same. */
static void place(operand *placed, int rank, const int64_t *shape, bool is_output)
{
    int order[MOST_AXES];
    int64_t steps[MOST_AXES], step = 4, first = 0;
    for (int i = 0; i < rank; i++)
        order[i] = rank - 1 - i;
    for (int i = rank - 1; i > 0 && below(2); i--) {
        const int other = (int)below(i + 1), kept = order[i];
        order[i] = order[other], order[other] = kept;
    }
    for (int i = 0; i < rank; i++) {
        const int axis = order[i];
        step *= below(6) == 0 ? 2 : 1;
        steps[axis] = step;
        step *= shape[axis] > 0 ? shape[axis] : 1;
        if (below(6) == 0 && shape[axis] > 0) {
            first += steps[axis] * (shape[axis] - 1);
            steps[axis] = -steps[axis];
        } else if (!is_output && below(8) == 0) {
            steps[axis] = 0;
        }
    }
    if (step > MOST_BYTES) {
        fprintf(stderr, "an operand of %lld bytes\n", (long long)step);
        exit(1);
    }
    placed->host = weft_array_view(placed->bytes + first, WEFT_INT32, rank, shape, steps);
    placed->device = placed->host;
    placed->device.data = (char *)placed->memory.data + first;
    placed->device.device = placed->memory.device;
}

static weft_array all_bytes(char *bytes)
{
    return weft_array_view(bytes, WEFT_UINT8, 1, &(int64_t){MOST_BYTES}, NULL);
}

static bool try_case(const weft_ufunc *ufunc, operand *operands, char *back)
{
    const int count = ufunc->input_count + ufunc->output_count;
    const int64_t items = below(3) ? 1 + below(3) : 0; /* 0: no loop axis */
    int64_t sizes[MOST_AXES];
    weft_array *hosts[MOST_OPERANDS], *devices[MOST_OPERANDS];
    for (int d = 0; d < ufunc->dimension_count; d++)
        sizes[d] = below(8) ? 1 + below(MOST_SIZE) : below(2);
    for (int i = 0; i < count; i++) {
        const weft_operand *layout = &ufunc->operands[i];
        int64_t shape[MOST_AXES];
        int rank = 0;
        if (items)
            shape[rank++] = i < ufunc->input_count && below(4) == 0 ? 1 : items;
        for (int axis = 0; axis < layout->core_rank; axis++)
            shape[rank++] = sizes[layout->dimensions[axis]];
        for (size_t at = 0; at < MOST_BYTES; at += 4)
            memcpy(operands[i].bytes + at, &(int32_t){(int32_t)below(15) - 7}, 4);
        place(&operands[i], rank, shape, i >= ufunc->input_count);
        weft_array whole = all_bytes(operands[i].bytes);
        check(weft_array_copy(&operands[i].memory, &whole, NULL, &error), "to the device");
        hosts[i] = &operands[i].host, devices[i] = &operands[i].device;
    }
    check(weft_call(ufunc, hosts, &(weft_options){.target = WEFT_CPU}, &error), ufunc->name);
    check(weft_call(ufunc, devices, &(weft_options){.target = WEFT_GPU}, &error), ufunc->name);
    for (int i = ufunc->input_count; i < count; i++) {
        weft_array whole = all_bytes(back);
        check(weft_copy_to_host(&operands[i].memory, &whole, NULL, &error), "to the host");
        if (memcmp(back, operands[i].bytes, MOST_BYTES) == 0)
            continue;
        printf("%s: cpu and gpu differ; sizes", ufunc->name);
        for (int d = 0; d < ufunc->dimension_count; d++)
            printf(" %lld", (long long)sizes[d]);
        printf(", %lld items\n", (long long)items);
        return false;
    }
    return true;
}

int main(int count, char **arguments)
{
    weft_library *library;
    operand operands[MOST_OPERANDS];
    char *back = malloc(MOST_BYTES), name[128] = "";
    const int cases = count > 2 ? atoi(arguments[2]) : 40;
    int wrong = 0, right = 0;
    if (count < 2 || !back || weft_target_check(WEFT_GPU, NULL, &error)) {
        printf("SKIPPED: %s\n", count < 2 ? "gpu_free LIBRARY [COUNT]" : error.text);
        free(back);
        return SKIPPED;
    }
    weft_device_name(0, name, sizeof name, NULL);
    check(weft_library_open(arguments[1], &library, &error), arguments[1]);
    for (int i = 0; i < MOST_OPERANDS; i++) {
        if (!(operands[i].bytes = malloc(MOST_BYTES)))
            return 1;
        check(weft_device_array(&operands[i].memory, WEFT_UINT8, 1, &(int64_t){MOST_BYTES}, NULL,
                                &error),
              "device memory");
    }
    const weft_library_table *all = weft_library_contents(library);
    for (uint32_t k = 0; k < all->count; k++) {
        const weft_ufunc *ufunc = all->ufuncs[k];
        wrong += !names_fit(ufunc);
        for (int tried = 0; tried < cases; tried++) {
            const bool is_right = try_case(ufunc, operands, back);
            right += is_right;
            wrong += !is_right;
        }
    }
    printf("%s: %d calls right, %d wrong\n", name, right, wrong);
    for (int i = 0; i < MOST_OPERANDS; i++) {
        weft_array_clear(&operands[i].memory);
        free(operands[i].bytes);
    }
    free(back);
    weft_library_close(library);
    return wrong > 0 || right == 0;
}
