/* free_parts.c: random calls of few items, which the parallel target cuts along free dimensions: the same bytes as on
 * cpu, in outputs and between their elements, and the same floating-point flags. Sizes from 0 to such that several
 * threads are worth it; blocks in any order of their axes, apart and backwards.
 *   free_parts LIBRARY [COUNT] */
#include <string.h>

#include <weft/kernel.h>

#include "../device/random_calls.h"

enum { MOST_OPERANDS = 4, MOST_AXES = 4, MOST_BYTES = 1 << 22 };

typedef struct operand {
    char *bytes[2]; /* owned, MOST_BYTES each: for cpu, for parallel */
    weft_array views[2];
} operand;

static const int element_sizes[WEFT_DTYPE_END] = {
    [WEFT_INT16] = 2, [WEFT_INT64] = 8, [WEFT_FLOAT32] = 4, [WEFT_FLOAT64] = 8, [WEFT_COMPLEX64] = 8};

/* Numbers of some size and sign, none of them NaN. */
static void fill(char *bytes, uint8_t dtype)
{
    for (size_t at = 0; at < MOST_BYTES; at += 8) {
        const float single[2] = {(float)(below(2001) - 1000) / 617, (float)(below(2001) - 1000) / 617};
        const double number = (double)(below(2000001) - 1000000) / 310003;
        const int64_t whole = below(1 << 20) - (1 << 19);
        if (dtype == WEFT_FLOAT64)
            memcpy(bytes + at, &number, 8);
        else if (dtype == WEFT_FLOAT32 || dtype == WEFT_COMPLEX64)
            memcpy(bytes + at, single, 8);
        else
            memcpy(bytes + at, &whole, 8);
    }
}

/* Lays some axes out, in any order, with gaps, backwards, or of an input all the same; false where they are too many
 * bytes. */
static bool place(operand *placed, uint8_t dtype, int rank, const int64_t *shape, bool is_output)
{
    int order[MOST_AXES];
    int64_t steps[MOST_AXES], step = element_sizes[dtype], first = 0;
    for (int i = 0; i < rank; i++)
        order[i] = rank - 1 - i;
    for (int i = rank - 1; i > 0 && below(3) == 0; i--) {
        const int other = (int)below(i + 1), kept = order[i];
        order[i] = order[other], order[other] = kept;
    }
    for (int i = 0; i < rank; i++) {
        const int axis = order[i];
        step *= below(8) == 0 ? 2 : 1;
        steps[axis] = step;
        step *= shape[axis] > 0 ? shape[axis] : 1;
        if (below(8) == 0 && shape[axis] > 0) {
            first += steps[axis] * (shape[axis] - 1);
            steps[axis] = -steps[axis];
        } else if (!is_output && below(12) == 0) {
            steps[axis] = 0;
        }
    }
    for (int k = 0; k < 2; k++)
        placed->views[k] = weft_array_view(placed->bytes[k] + first, dtype, rank, shape, steps);
    return step <= MOST_BYTES;
}

/* Sizes that differ much, so that one of them is worth cutting. */
static void choose_sizes(const weft_ufunc *ufunc, int64_t *sizes)
{
    const int large = (int)below(ufunc->dimension_count);
    for (int d = 0; d < ufunc->dimension_count; d++)
        sizes[d] = below(40) == 0 ? below(3) : 1 + below(d != large ? 40 : below(3) ? 3000 : 60000);
}

static bool try_case(const weft_ufunc *ufunc, operand *operands)
{
    static const weft_target targets[] = {WEFT_CPU, WEFT_PARALLEL};
    const weft_loop *loop = &ufunc->loops[below(ufunc->loop_count)];
    const int count = ufunc->input_count + ufunc->output_count;
    const int64_t items = below(3) ? 0 : 1 + below(3); /* 0: no loop axis */
    const bool asks_flags = below(4) == 0;
    unsigned flags[2] = {0, 0};
    int64_t sizes[MOST_AXES];
    choose_sizes(ufunc, sizes);
    for (int i = 0; i < count; i++) {
        const weft_operand *layout = &ufunc->operands[i];
        int64_t shape[MOST_AXES];
        int rank = 0;
        if (items)
            shape[rank++] = i < ufunc->input_count && below(4) == 0 ? 1 : items;
        for (int axis = 0; axis < layout->core_rank; axis++)
            shape[rank++] = sizes[layout->dimensions[axis]];
        if (!place(&operands[i], loop->dtypes[i], rank, shape, i >= ufunc->input_count))
            return true;
        fill(operands[i].bytes[0], loop->dtypes[i]);
        memcpy(operands[i].bytes[1], operands[i].bytes[0], MOST_BYTES);
    }
    for (int k = 0; k < 2; k++) {
        weft_array *views[MOST_OPERANDS];
        for (int i = 0; i < count; i++)
            views[i] = &operands[i].views[k];
        check(weft_call(ufunc, views,
                        &(weft_options){.target = targets[k], .floating_flags = asks_flags ? &flags[k] : NULL},
                        &error),
              ufunc->name);
    }
    bool same = flags[0] == flags[1];
    for (int i = 0; i < count; i++)
        same = same && memcmp(operands[i].bytes[0], operands[i].bytes[1], MOST_BYTES) == 0;
    if (same)
        return true;
    printf("%s: cpu and parallel differ; sizes", ufunc->name);
    for (int d = 0; d < ufunc->dimension_count; d++)
        printf(" %lld", (long long)sizes[d]);
    printf(", %lld items, flags %u and %u\n", (long long)items, flags[0], flags[1]);
    return false;
}

int main(int count, char **arguments)
{
    weft_library *library;
    operand operands[MOST_OPERANDS];
    const int cases = count > 2 ? atoi(arguments[2]) : 25;
    int wrong = 0, tried = 0;
    if (count < 2) {
        printf("free_parts LIBRARY [COUNT]\n");
        return 1;
    }
    check(weft_library_open(arguments[1], &library, &error), arguments[1]);
    for (int i = 0; i < MOST_OPERANDS; i++)
        for (int k = 0; k < 2; k++)
            if (!(operands[i].bytes[k] = malloc(MOST_BYTES)))
                return 1;
    const weft_library_table *all = weft_library_contents(library);
    for (uint32_t u = 0; u < all->count; u++)
        for (int k = 0; k < cases; k++, tried++)
            wrong += !try_case(all->ufuncs[u], operands);
    printf("%d calls, %d wrong\n", tried, wrong);
    for (int i = 0; i < MOST_OPERANDS; i++)
        for (int k = 0; k < 2; k++)
            free(operands[i].bytes[k]);
    weft_library_close(library);
    return wrong > 0 || tried == 0;
}
