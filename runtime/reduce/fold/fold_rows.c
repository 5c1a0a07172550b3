#include "fold_rows.h"

#include <string.h>

#include "base/cast.h"
#include "base/checked.h"

enum {
    LINE = 64,
    NEAR_BYTES = 1 << 18 /* of a row that near caches hold */
};

bool fold_rows_make(key_rows *rows, const fold_job *job, int64_t count, int64_t width)
{
    int64_t results, bytes, all;
    *rows = (key_rows){.job = job, .count = count, .width = width};
    if (!checked_add(count, 1, &results) || !checked_multiply(results, width, &bytes) ||
        !checked_multiply(bytes, job->size, &bytes) || !checked_add(bytes, LINE - 1, &bytes))
        return false;
    rows->value_bytes = bytes / LINE * LINE;
    if (!checked_add(rows->value_bytes, results, &all) || !checked_add(all, LINE - 1, &all))
        return false;
    rows->bytes = all / LINE * LINE;
    return true;
}

void fold_row_clear(const key_rows *rows, const key_row *row)
{
    memset(row->seen, 0, (size_t)(rows->count + 1));
}

/* Whether single elements go through the kernel's own loop. */
static bool has_loop(const key_rows *rows)
{
    return rows->width == 1 && rows->job->loop->shapes & WEFT_HAS(GROUPS);
}

/* to = f(to, from), of so many elements side by side; those of `from` step bytes apart. */
static void combine(const fold_job *job, char *to, const char *from, int64_t step, int64_t count)
{
    char *at = (char *)(uintptr_t)from; /* only read */
    job->kernel((char *[]){to, at, to}, &count, (int64_t[]){job->size, step, job->size}, NULL);
}

/* Whether all keys of a range have results. */
static bool are_all(const key_row *row, int64_t first, int64_t end)
{
    return !memchr(row->seen + first, 0, (size_t)(end - first));
}

/* Elements of one lane by the kernel's own loop; marks: some of their keys may have no result. */
static void take_by_loop(const key_rows *rows, const key_row *row, const int64_t *keys,
                         int64_t element_count, const char *values, int64_t step, bool marks)
{
    const uint32_t far = rows->bytes > NEAR_BYTES ? WEFT_ROWS_FAR : 0;
    const weft_groups groups = {.rows = {.count = element_count, .flags = WEFT_ROWS_KEYS | far},
                                .indices = keys,
                                .seen = marks ? row->seen : NULL};
    char *at = (char *)(uintptr_t)values; /* only read */
    const int64_t one = 1, size = rows->job->size;
    rows->job->kernel((char *[]){row->values, at, row->values}, &one, (int64_t[]){size, step, size},
                      &groups);
}

void fold_row_take(const key_rows *rows, const key_row *row, const int64_t *keys,
                   int64_t element_count, const char *values, int64_t step, int64_t lane_step)
{
    const fold_job *job = rows->job;
    const int64_t size = job->size, width = rows->width;
    if (has_loop(rows)) {
        /* Few keys soon have results all. */
        const int64_t first = element_count / 4 > rows->count ? 4 * rows->count : element_count;
        take_by_loop(rows, row, keys, first, values, step, true);
        if (first < element_count)
            take_by_loop(rows, row, keys + first, element_count - first, values + first * step,
                         step, !are_all(row, 0, rows->count));
        return;
    }
    for (int64_t i = 0; i < element_count; i++) {
        char *to = row->values + keys[i] * width * size;
        const char *from = values + i * step;
        if (row->seen[keys[i]])
            combine(job, to, from, lane_step, width);
        else
            cast_elements(to, job->dtype, size, false, from, job->dtype, lane_step, false, width);
        row->seen[keys[i]] = 1;
    }
}

void fold_row_merge(const key_rows *rows, const key_row *left, const key_row *right, int64_t first,
                    int64_t end)
{
    const fold_job *job = rows->job;
    const int64_t bytes = rows->width * job->size;
    char *to = left->values + first * bytes, *from = right->values + first * bytes;
    if (are_all(left, first, end) && are_all(right, first, end)) {
        combine(job, to, from, job->size, (end - first) * rows->width);
        return;
    }
    if (has_loop(rows)) {
        const weft_groups groups = {.rows = {.count = end - first, .flags = WEFT_ROWS_KEYS},
                                    .seen = left->seen + first,
                                    .chosen = right->seen + first};
        const int64_t one = 1, steps[] = {job->size, job->size, job->size};
        job->kernel((char *[]){to, from, to}, &one, steps, &groups);
        return;
    }
    for (int64_t key = first; key < end; key++, to += bytes, from += bytes) {
        if (!right->seen[key])
            continue;
        if (left->seen[key])
            combine(job, to, from, job->size, rows->width);
        else
            memcpy(to, from, (size_t)bytes);
        left->seen[key] = 1;
    }
}
