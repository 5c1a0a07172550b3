/* test_transposed.c: calls whose operands lie across each other, which hosts transpose block by block: random
 * ufuncs, dtypes, shapes, orders, steps and directions of axes, places in a line, in place or not, whole or in
 * ranges, on all targets of the host, and copies. All bytes of the results' memory must be those that calls for
 * one item each leave in a copy of it. */
#include "check.h"
#include "random_subjects.h"

enum {
    RANK = 3,
    CASES = 400,
    ROOM = 1 << 22,
    MOST_ITEMS = 40000, /* 32 bytes each, and gaps of as many */
    FAR_CASES = 6,
    FAR_ROOM = 1 << 26,
    FIRST_FAR = 3, /* subject with elements of 8 bytes or more */
    MARGIN = 64
};

/* Small numbers, which any order of additions keeps. */
static void fill(char *memory, weft_dtype dtype, size_t bytes)
{
    const size_t size = weft_dtype_size(dtype);
    for (size_t at = 0; at + size <= bytes; at += size) {
        const int number = draw(100) - 50;
        const float single = (float)number;
        const double pair[] = {number, draw(100)};
        if (dtype == WEFT_FLOAT32)
            memcpy(memory + at, &single, size);
        else if (dtype == WEFT_FLOAT64 || dtype == WEFT_COMPLEX128)
            memcpy(memory + at, pair, size);
        else
            memcpy(memory + at, &number, size);
    }
}

/* A view with these extents: its axes in memory in a drawn order, some backwards, some with gaps; some repeat.
 * *end: bytes from the memory's begin to the view's end. */
static weft_array draw_view(char *memory, weft_dtype dtype, const int64_t *shape, bool is_input, bool is_far, size_t *end)
{
    int order[RANK] = {0, 1, 2};
    int64_t steps[RANK], step = (int64_t)weft_dtype_size(dtype) * (is_far || draw(4) ? 1 : 2);
    int64_t start = draw(4) ? 0 : draw(9);
    const int64_t first = start;
    const int repeated = is_input && draw(6) == 0 ? draw(RANK) : -1;
    for (int k = RANK - 1; k > 0; k--) {
        const int other = draw(k + 1), kept = order[k];
        order[k] = order[other];
        order[other] = kept;
    }
    for (int k = 0; k < RANK; k++) {
        const int axis = order[k];
        const bool is_backwards = draw(4) == 0;
        steps[axis] = axis == repeated ? 0 : is_backwards ? -step : step;
        if (axis == repeated)
            continue;
        start += is_backwards ? (shape[axis] - 1) * step : 0;
        step *= shape[axis] + (k == 0 && shape[axis] > 8 && draw(2) ? draw(9) : 0);
    }
    *end = (size_t)(first + step);
    return weft_array_view(memory + start, dtype, RANK, shape, steps);
}

/* The call item by item, with what a copy of each operand's memory has. */
static void call_each(int subject, const weft_array *operands, char *const *memory, char *const *copies)
{
    const int count = subjects[subject].count;
    const int64_t *shape = operands[0].shape;
    weft_error error;
    for (int64_t item = 0; item < shape[0] * shape[1] * shape[2]; item++) {
        const int64_t at[RANK] = {item / shape[2] / shape[1], item / shape[2] % shape[1], item % shape[2]};
        weft_array one[OPERANDS], *all[OPERANDS];
        for (int i = 0; i < count; i++) {
            char *place = copies[i] + ((char *)operands[i].data - memory[i]);
            for (int axis = 0; axis < RANK; axis++)
                place += at[axis] * operands[i].steps[axis];
            one[i] = weft_array_view(place, (weft_dtype)operands[i].dtype, 0, NULL, NULL);
            all[i] = &one[i];
        }
        assert_ok(error, weft_call(subjects[subject].ufunc, all, NULL, &error));
    }
}

static void draw_shape(int64_t *shape, bool is_far)
{
    const int narrow = draw(RANK);
    do {
        for (int axis = 0; axis < RANK; axis++)
            shape[axis] = is_far ? 1250 + draw(250) : 1 + draw(draw(2) ? 40 : 220);
        shape[narrow] = is_far ? 1 : 1 + draw(4);
    } while (!is_far && shape[0] * shape[1] * shape[2] > MOST_ITEMS);
}

/* One call, or two of a range each. */
static void call(const weft_ufunc *ufunc, weft_array *const *operands, int64_t items, const weft_options *options)
{
    const int64_t cut = draw((int)items + 1);
    weft_error error;
    if (draw(3)) {
        assert_ok(error, weft_call(ufunc, operands, options, &error));
    } else {
        assert_ok(error, weft_call_range(ufunc, operands, cut, items, options, &error));
        assert_ok(error, weft_call_range(ufunc, operands, 0, cut, options, &error));
    }
}

/* memory, copies: of each operand. */
static void run_case(bool is_far, weft_target target, char **memory, char **copies)
{
    const int first = is_far ? FIRST_FAR : 0;
    const int subject = first + draw((int)(sizeof subjects / sizeof *subjects) - first);
    const int count = subjects[subject].count, last = count - 1;
    const weft_ufunc *ufunc = subjects[subject].ufunc;
    const weft_options options = {.target = target, .threads = draw(4)};
    weft_array operands[OPERANDS], *all[OPERANDS];
    char *own[OPERANDS], *own_copies[OPERANDS];
    size_t ends[OPERANDS];
    int64_t shape[RANK];
    draw_shape(shape, is_far);
    for (int i = 0; i < count; i++) {
        const weft_dtype dtype = subjects[subject].dtypes[i];
        own[i] = memory[i];
        own_copies[i] = copies[i];
        operands[i] = draw_view(memory[i], dtype, shape, i < ufunc->input_count, is_far, &ends[i]);
        all[i] = &operands[i];
        fill(memory[i], dtype, ends[i] + MARGIN);
        memcpy(copies[i], memory[i], ends[i] + MARGIN);
    }
    if (ufunc == &sample_add && draw(5) == 0) { /* in place */
        operands[0] = operands[last];
        own[0] = own[last];
        own_copies[0] = own_copies[last];
    }
    call(ufunc, all, shape[0] * shape[1] * shape[2], &options);
    call_each(subject, operands, own, own_copies);
    for (int i = 0; i < count; i++)
        if (memcmp(memory[i], copies[i], ends[i] + MARGIN) != 0)
            fail_msg("subject %d, operand %d of shape %d,%d,%d differs", subject, i, (int)shape[0], (int)shape[1],
                     (int)shape[2]);
}

/* A copy, to another dtype or not, against copies of the elements. */
static void run_copy(bool is_far, weft_target target, char **memory, char **copies)
{
    static const weft_dtype dtypes[] = {WEFT_BOOL,    WEFT_INT8,    WEFT_INT16,     WEFT_INT32,
                                        WEFT_FLOAT32, WEFT_FLOAT64, WEFT_COMPLEX128};
    const int from_dtype = draw(7), to_dtype = draw(2) ? from_dtype : draw(7);
    const weft_options options = {.target = target, .casting = WEFT_CASTING_UNSAFE};
    int64_t shape[RANK];
    size_t ends[2];
    weft_error error;
    draw_shape(shape, is_far);
    weft_array from = draw_view(memory[0], dtypes[from_dtype], shape, true, is_far, &ends[0]);
    weft_array to = draw_view(memory[1], dtypes[to_dtype], shape, false, is_far, &ends[1]);
    fill(memory[0], dtypes[from_dtype], ends[0] + MARGIN);
    fill(memory[1], dtypes[to_dtype], ends[1] + MARGIN);
    memcpy(copies[1], memory[1], ends[1] + MARGIN);
    from.flags |= draw(6) == 0 ? WEFT_ARRAY_SWAPPED : 0;
    assert_ok(error, weft_array_copy(&to, &from, &options, &error));
    for (int64_t item = 0; item < shape[0] * shape[1] * shape[2]; item++) {
        const int64_t at[RANK] = {item / shape[2] / shape[1], item / shape[2] % shape[1], item % shape[2]};
        weft_array source = from, element = to;
        source.rank = element.rank = 0;
        element.data = copies[1] + ((char *)to.data - memory[1]);
        for (int axis = 0; axis < RANK; axis++) {
            source.data = (char *)source.data + at[axis] * from.steps[axis];
            element.data = (char *)element.data + at[axis] * to.steps[axis];
        }
        assert_ok(error, weft_array_copy(&element, &source, &options, &error));
    }
    if (memcmp(memory[1], copies[1], ends[1] + MARGIN) != 0)
        fail_msg("a copy of dtype %d to %d of shape %d,%d,%d differs", (int)dtypes[from_dtype], (int)dtypes[to_dtype],
                 (int)shape[0], (int)shape[1], (int)shape[2]);
}

static void run_cases(int cases, bool is_far, size_t room)
{
    char *memory[OPERANDS], *copies[OPERANDS];
    for (int i = 0; i < OPERANDS; i++) {
        assert_non_null(memory[i] = malloc(room));
        assert_non_null(copies[i] = malloc(room));
    }
    for (int k = 0; k < cases; k++) {
        const weft_target target = k % 2 ? WEFT_CPU : WEFT_PARALLEL;
        run_case(is_far, target, memory, copies);
        run_copy(is_far, target, memory, copies);
    }
    for (int i = 0; i < OPERANDS; i++) {
        free(memory[i]);
        free(copies[i]);
    }
}

static void test_near(void **state)
{
    (void)state;
    run_cases(CASES, false, ROOM);
}

/* More than caches hold. */
static void test_far(void **state)
{
    (void)state;
    run_cases(FAR_CASES, true, FAR_ROOM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_near), cmocka_unit_test(test_far)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
