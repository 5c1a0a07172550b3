#include "naive.h"

#include <stdlib.h>
#include <string.h>

enum { SEGMENT = 512 };

/* Folds a row in place: by halves within segments, then the segments' results. */
static double fold_row(const naive_reduction *what, double *x, int64_t count)
{
    if (count <= SEGMENT) {
        for (; count > 1; count = (count + 1) / 2)
            for (int64_t i = 0; i < count / 2; i++)
                x[i] = what->combine(x[i], x[i + (count + 1) / 2]);
        return x[0];
    }
    int64_t segments = 0;
    for (int64_t first = 0; first < count; first += SEGMENT)
        x[segments++] =
            fold_row(what, x + first, count - first < SEGMENT ? count - first : SEGMENT);
    return fold_row(what, x, segments);
}

/* The product of the extents of axes [first, end). */
static int64_t product(const naive_task *task, int first, int end)
{
    int64_t count = 1;
    for (int axis = first; axis < end; axis++)
        count *= task->shape[axis];
    return count;
}

/* Folds axes [first, end) of the elements; those that remain stand at the front again. */
static void fold_axes(naive_task *task, double *elements, int first, int end)
{
    int64_t outer = product(task, 0, first), count = product(task, first, end);
    int64_t inner = product(task, end, task->rank);
    double *row = malloc((size_t)count * sizeof *row);
    for (int64_t o = 0; o < outer; o++)
        for (int64_t i = 0; i < inner; i++) {
            for (int64_t k = 0; k < count; k++)
                row[k] = elements[(o * count + k) * inner + i];
            elements[o * inner + i] = fold_row(task->what, row, count);
        }
    free(row);
    for (int axis = end; axis < task->rank; axis++) {
        task->shape[first + axis - end] = task->shape[axis];
        task->reduced[first + axis - end] = task->reduced[axis];
    }
    task->rank -= end - first;
}

/* All elements of every lane: the last reduced axes first, neighbours together up to a segment. */
static void fold_all(naive_task *task, double *elements)
{
    for (;;) {
        int end = task->rank;
        while (end > 0 && !task->reduced[end - 1])
            end--;
        if (end == 0)
            return;
        int first = end;
        while (first > 0 && task->reduced[first - 1] && product(task, first, end) < SEGMENT)
            first--;
        fold_axes(task, elements, first, end);
    }
}

/* Which lane an element belongs to. */
static int64_t find_lane(const naive_task *task, int64_t element)
{
    int64_t lane = 0, step = 1;
    for (int axis = task->rank - 1; axis >= 0; axis--) {
        int64_t index = element % task->shape[axis];
        element /= task->shape[axis];
        if (task->reduced[axis])
            continue;
        lane += index * step;
        step *= task->shape[axis];
    }
    return lane;
}

/* Moves the chosen elements of every lane side by side, lane after lane; returns how many each has.
 * */
static int64_t *pack_lanes(const naive_task *task, double *elements, int64_t count, int64_t lanes)
{
    int64_t *counts = calloc((size_t)lanes + 1, sizeof *counts);
    int64_t *ends = calloc((size_t)lanes + 1, sizeof *ends);
    double *packed = malloc((size_t)(count + 1) * sizeof *packed);
    for (int64_t k = 0; k < count; k++)
        counts[find_lane(task, k)] += task->where[k];
    for (int64_t lane = 1; lane < lanes; lane++)
        ends[lane] = ends[lane - 1] + counts[lane - 1];
    for (int64_t k = 0; k < count; k++)
        if (task->where[k])
            packed[ends[find_lane(task, k)]++] = elements[k];
    memcpy(elements, packed, (size_t)count * sizeof *packed);
    free(packed);
    free(ends);
    return counts;
}

/* What the map makes of every element; those that are left out are not mapped. */
static double *map_all(const naive_task *task, int64_t count)
{
    double *elements = malloc((size_t)(count + 1) * sizeof *elements);
    for (int64_t k = 0; k < count; k++) {
        double x[3];
        for (int i = 0; i < task->what->input_count; i++)
            x[i] = task->inputs[i][k];
        elements[k] = task->where && !task->where[k] ? 0 : task->what->map(x);
    }
    return elements;
}

bool naive_reduce(const naive_task *task, double *results)
{
    const naive_reduction *what = task->what;
    int64_t count = product(task, 0, task->rank), lanes = 1, next = 0;
    naive_task folded = *task;
    for (int axis = 0; axis < task->rank; axis++)
        lanes *= task->reduced[axis] ? 1 : task->shape[axis];
    bool is_empty = false; /* every lane, of which there may be none */
    for (int axis = 0; axis < task->rank; axis++)
        is_empty = is_empty || (task->reduced[axis] && task->shape[axis] == 0);
    double *elements = map_all(task, count);
    int64_t *counts = task->where ? pack_lanes(task, elements, count, lanes) : NULL;
    bool known = task->has_initial || what->has_identity || (!counts && !is_empty);
    if (!counts && count > 0)
        fold_all(&folded, elements);
    for (int64_t lane = 0; lane < lanes; lane++) {
        int64_t found = counts ? counts[lane] : count / lanes;
        double value = task->initial;
        if (found > 0)
            value = counts ? fold_row(what, elements + next, found) : elements[lane];
        if (found > 0 && task->has_initial)
            value = what->combine(task->initial, value);
        next += found;
        results[lane] = what->finish(found || task->has_initial ? value : 0, found);
    }
    free(counts);
    free(elements);
    return known;
}
