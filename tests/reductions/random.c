/* random.c: declared reductions of random shapes, axes, layouts, masks and results against the
 * naive walk: the same bits on every target and any number of threads. */
#include "declared_tests.h"

#include "../device/arrays.h"
#include "subjects.h"

enum { MOST_ELEMENTS = 60000, MOST_RANK = 4 };

static weft_error error;

/* One case: what is reduced, how, and what must come out. */
typedef struct test_case {
    const naive_reduction *what;
    naive_task task;
    sample inputs[3];
    sample where, result;
    weft_array elements[3]; /* the inputs' as float64, broadcast, in C order */
    weft_array chosen, expected;
    int axes[MOST_RANK], axis_count;
    bool all, keepdims, known, is_given, on_device;
    int64_t result_shape[MOST_RANK];
    int result_rank;
} test_case;

static bool one_in(unsigned n)
{
    return random_below(n) == 0;
}

static void choose_shape(test_case *made)
{
    static const int64_t extents[] = {0, 1, 2, 3, 5, 8, 17, 40, 64, 130, 256, 513, 1100, 2050};
    naive_task *task = &made->task;
    int64_t most = 1; /* elements of the operand, and of a result without the axes of size 0 */
    task->rank = (int)random_below(MOST_RANK + 1);
    for (int axis = 0; axis < task->rank; axis++) {
        int64_t extent = extents[one_in(12) ? 0 : 1 + random_below(sizeof extents / sizeof *extents - 1)];
        if (most * extent > MOST_ELEMENTS)
            extent = 2;
        task->shape[axis] = extent;
        most *= extent ? extent : 1;
    }
    made->all = one_in(4);
    for (int axis = 0; axis < task->rank; axis++) {
        task->reduced[axis] = made->all || one_in(2);
        if (task->reduced[axis] && !made->all)
            made->axes[made->axis_count++] = one_in(2) ? axis : axis - task->rank;
    }
    made->keepdims = one_in(3);
    for (int axis = 0; axis < task->rank; axis++)
        if (!task->reduced[axis] || made->keepdims)
            made->result_shape[made->result_rank++] = task->reduced[axis] ? 1 : task->shape[axis];
}

static unsigned choose_form(void)
{
    return one_in(2) ? SAMPLE_PLAIN : (unsigned)random_below(8);
}

/* A shape that broadcasts to the task's: axes missing in front, or of size 1. */
static int narrow_shape(const test_case *made, bool narrows, int64_t *shape)
{
    const naive_task *task = &made->task;
    int missing = narrows && one_in(2) ? (int)random_below((uint64_t)task->rank + 1) : 0;
    for (int axis = missing; axis < task->rank; axis++)
        shape[axis - missing] = narrows && one_in(3) ? 1 : task->shape[axis];
    return task->rank - missing;
}

/* The view with the task's shape; what is repeated has step 0. */
static weft_array widen(const naive_task *task, const weft_array *view)
{
    weft_array wide = *view;
    int missing = task->rank - view->rank;
    wide.rank = task->rank;
    for (int axis = 0; axis < task->rank; axis++) {
        bool repeats = axis < missing || view->shape[axis - missing] == 1;
        wide.shape[axis] = task->shape[axis];
        wide.steps[axis] = repeats ? 0 : view->steps[axis - missing];
    }
    return wide;
}

/* Elements of an array in C order, as this dtype. */
static weft_array unpack(const weft_array *view, weft_dtype dtype)
{
    static const weft_options unsafe = {.casting = WEFT_CASTING_UNSAFE};
    weft_array plain;
    assert_int_equal(weft_array_new(&plain, dtype, view->rank, view->shape, NULL), WEFT_OK);
    if (weft_array_copy(&plain, view, &unsafe, &error))
        fail_msg("%s", error.text);
    return plain;
}

static void choose_inputs(test_case *made)
{
    int whole = (int)random_below((uint64_t)made->what->input_count);
    for (int i = 0; i < made->what->input_count; i++) {
        int64_t shape[MOST_RANK];
        int rank = narrow_shape(made, i != whole, shape);
        made->inputs[i] = sample_make(made->what->inputs[i], rank, shape, choose_form(), false);
        weft_array wide = widen(&made->task, &made->inputs[i].view);
        made->elements[i] = unpack(&wide, WEFT_FLOAT64);
        made->task.inputs[i] = made->elements[i].data;
    }
    if (!one_in(3))
        return;
    int64_t shape[MOST_RANK];
    int rank = narrow_shape(made, true, shape);
    made->where = sample_make(WEFT_BOOL, rank, shape, choose_form() & 3u, true);
    for (size_t i = 0; i < made->where.size; i++)
        made->where.buffer[i] &= (unsigned char)(one_in(2) ? 0 : 1);
    weft_array wide = widen(&made->task, &made->where.view);
    made->chosen = unpack(&wide, WEFT_BOOL);
    made->task.where = made->chosen.data;
}

static void expect(test_case *made)
{
    weft_array values;
    int64_t *shape = made->result_shape;
    assert_int_equal(weft_array_new(&values, WEFT_FLOAT64, made->result_rank, shape, NULL), 0);
    made->task.has_initial = one_in(4);
    made->task.initial = 3;
    made->known = naive_reduce(&made->task, values.data);
    made->expected = unpack(&values, made->what->result);
    weft_array_clear(&values);
    made->is_given = one_in(2);
    if (!made->is_given)
        return;
    weft_dtype dtype = one_in(2) ? WEFT_FLOAT64 : made->what->result;
    weft_array in_loop = made->expected;
    made->expected = unpack(&in_loop, dtype);
    weft_array_clear(&in_loop);
    made->result = sample_make(dtype, made->result_rank, shape, choose_form(), true);
}

static void clear(test_case *made)
{
    for (int i = 0; i < made->what->input_count; i++) {
        sample_clear(&made->inputs[i]);
        weft_array_clear(&made->elements[i]);
    }
    sample_clear(&made->where);
    sample_clear(&made->result);
    weft_array_clear(&made->chosen);
    weft_array_clear(&made->expected);
}

/* The call; its status. An allocated result comes to the host. */
static weft_status call(test_case *made, int threads, weft_array *found)
{
    weft_array arrays[3], where, initial = weft_scalar_i64(3), result = {0};
    const weft_array *operands[3];
    weft_options options = {.target = target, .threads = threads};
    weft_reduction how = {.all = made->all,
                          .axes = made->all ? NULL : made->axes,
                          .axis_count = made->axis_count,
                          .keepdims = made->keepdims,
                          .initial = made->task.has_initial ? &initial : NULL};
    for (int i = 0; i < made->what->input_count; i++) {
        arrays[i] = made->on_device ? sample_to_device(&made->inputs[i]) : made->inputs[i].view;
        operands[i] = &arrays[i];
    }
    if (made->task.where) {
        where = made->on_device ? sample_to_device(&made->where) : made->where.view;
        how.where = &where;
    }
    if (made->is_given)
        result = made->result.view;
    const weft_ufunc *ufunc = subject_ufunc(made->what->name);
    weft_status status = weft_reduce_inputs(ufunc, operands, &result, &how, &options, &error);
    if (!status && result.device > 0)
        status = weft_copy_to_host(&result, found, &options, &error);
    else if (!status && !made->is_given)
        *found = result;
    if (!status && result.device > 0)
        weft_array_clear(&result);
    for (int i = 0; i < made->what->input_count && made->on_device; i++)
        weft_array_clear(&made->inputs[i].device_bytes);
    weft_array_clear(&made->where.device_bytes);
    return status;
}

static void run_case(long number)
{
    static const int threads[] = {1, 2, 3, 7};
    test_case made = {.what = &subjects[random_below((uint64_t)subject_count)]};
    made.task.what = made.what;
    made.on_device = target == WEFT_GPU && one_in(2);
    choose_shape(&made);
    choose_inputs(&made);
    expect(&made);
    for (int k = 0; k < (target == WEFT_PARALLEL ? 4 : 1); k++) {
        char name[128];
        weft_array found = {0};
        snprintf(name, sizeof name, "case %ld, %s, %d thread(s)", number, made.what->name,
                 threads[k]);
        weft_status status = call(&made, threads[k], &found);
        if (made.known) {
            if (status)
                fail_msg("%s: %s", name, error.text);
            assert_same(made.is_given ? &made.result.view : &found, &made.expected, 0, name);
        } else {
            assert_int_equal(status, WEFT_ERROR_SHAPE);
            assert_non_null(strstr(error.text, "has no identity"));
        }
        weft_array_clear(&found);
    }
    clear(&made);
}

void test_random(void **state)
{
    (void)state;
    for (long number = 0; number < case_count; number++)
        run_case(number);
}
