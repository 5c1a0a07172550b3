#include "place.h"

#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, FILLER = 0xa5 };

int64_t place_count(int rank, const int64_t *shape)
{
    int64_t count = 1;
    for (int axis = 0; axis < rank; axis++)
        count *= shape[axis];
    return count;
}

void place_indices(int rank, const int64_t *shape, int64_t flat, int64_t *indices)
{
    for (int axis = rank - 1; axis >= 0; axis--) {
        indices[axis] = shape[axis] ? flat % shape[axis] : 0;
        flat = shape[axis] ? flat / shape[axis] : 0;
    }
}

int64_t place_distance(const weft_array *array, int64_t flat)
{
    int64_t indices[WEFT_MAX_RANK], distance = 0;
    place_indices(array->rank, array->shape, flat, indices);
    for (int axis = 0; axis < array->rank; axis++)
        distance += indices[axis] * array->steps[axis];
    return distance;
}

/* Axes from the innermost to the outermost. */
static void order_axes(int rank, int core_rank, unsigned arrangement, int *axes)
{
    int loop_rank = rank - core_rank, count = 0;
    for (int half = 0; half < 2; half++) {
        bool core = (half == 0) == !(arrangement & PLACE_INSIDE);
        int first = core ? loop_rank : 0, size = core ? core_rank : loop_rank;
        bool forward = (arrangement & (core ? PLACE_TURNED : PLACE_FORTRAN)) != 0;
        for (int k = 0; k < size; k++)
            axes[count++] = forward ? first + k : first + size - 1 - k;
    }
}

void place_init(place *made, weft_dtype dtype, int rank, const int64_t *shape, int core_rank,
                unsigned arrangement, size_t room)
{
    int axes[WEFT_MAX_RANK];
    int64_t steps[WEFT_MAX_RANK], item = (int64_t)weft_dtype_size(dtype), start = GUARD,
                                  step = item;
    order_axes(rank, core_rank, arrangement, axes);
    if (arrangement & PLACE_GAPS)
        step *= 2;
    if (arrangement & PLACE_ODD)
        step += 1;
    for (int k = 0; k < rank; k++) {
        int axis = axes[k];
        steps[axis] = step;
        if ((axis == 0 && rank > core_rank && arrangement & PLACE_STILL) ||
            (axis == rank - 1 && core_rank > 0 && arrangement & PLACE_REPEATED)) {
            steps[axis] = 0;
            continue;
        }
        if (arrangement & PLACE_REVERSED && shape[axis] > 0) {
            start += step * (shape[axis] - 1);
            steps[axis] = -step;
        }
        step = step * (shape[axis] ? shape[axis] : 1) + (arrangement & PLACE_GAPS ? item : 0);
    }
    start += arrangement & PLACE_MISALIGNED ? 1 : 0;
    *made = (place){.size = (size_t)step + room + 2 * GUARD, .offset = start};
    made->bytes = aligned_alloc(64, (made->size + 63) / 64 * 64);
    made->before = malloc(made->size);
    if (!made->bytes || !made->before)
        abort();
    memset(made->bytes, FILLER, made->size);
    made->array = weft_array_view(made->bytes + start, dtype, rank, shape, steps);
    if (arrangement & PLACE_SWAPPED)
        made->array.flags |= WEFT_ARRAY_SWAPPED;
    if (arrangement & PLACE_READONLY)
        made->array.flags |= WEFT_ARRAY_READONLY;
}

void place_clear(place *cleared)
{
    free(cleared->bytes);
    free(cleared->before);
    weft_array_clear(&cleared->device);
    *cleared = (place){.bytes = NULL};
}
