/* test_call.c: whole calls on hand-written kernels. */
#include "check.h"
#include "sample_ufuncs.h"

#include "../support/ufunc.h"

static weft_error error;
static const weft_options on_cpu = {.target = WEFT_CPU};
static const weft_options on_parallel = {.target = WEFT_PARALLEL};

#define CALL(ufunc, options, ...) \
    weft_call(&(ufunc), (weft_array *[]){__VA_ARGS__}, options, &error)

static void test_adds_one_element(void **state)
{
    (void)state;
    double a = 1.5, b = 2.25, c = 0;
    weft_array A = weft_array_view(&a, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array B = weft_array_view(&b, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array C = weft_array_view(&c, WEFT_FLOAT64, 0, NULL, NULL);
    assert_ok(error, CALL(sample_add, &on_cpu, &A, &B, &C));
    assert_true(c == 3.75);
    c = 0;
    assert_ok(error, CALL(sample_add, NULL, &A, &B, &C));
    assert_true(c == 3.75);
}

/* Random numbers below a bound, the same in every run. */
static int below(int bound)
{
    static uint64_t number = 88172645463325252U;
    number ^= number << 13, number ^= number >> 7, number ^= number << 17;
    return (int)(number % (uint64_t)bound);
}

/* Steps in the order of some axes: C order mostly, sometimes with the first axis innermost; and now and then
 * others. */
static void random_steps(const int64_t *shape, int64_t step, int64_t *steps)
{
    const bool is_turned = below(6) == 0;
    for (int k = 2; k >= 0; k--) {
        const int axis = is_turned ? 2 - k : k;
        steps[axis] = below(30) && shape[axis] > 1 ? step : below(40) - 20;
        step *= shape[axis];
    }
}

/* A view of a few elements, mostly of a common shape or one that is broadcast to it, somewhere in 256 bytes;
 * or a number. */
static weft_array random_view(char *memory, weft_dtype usual, const int64_t *common, int rank)
{
    weft_dtype dtype = below(6) ? usual : (weft_dtype)(1 + below(WEFT_DTYPE_END - 1));
    int64_t shape[3] = {1, 1, 1}, steps[3];
    const bool is_common = below(3) != 0;
    if (below(20) == 0)
        return below(2) ? weft_scalar_i64(below(400) - 100) : weft_scalar_f64(below(9) / 4.0);
    for (int axis = 0; axis < 3; axis++)
        if (is_common && axis < rank && below(6))
            shape[axis] = common[axis];
    random_steps(shape, (int64_t)weft_dtype_size(dtype), steps);
    if (below(20) == 0)
        shape[below(3)] = below(3);
    weft_array view = weft_array_view(memory + (below(4) ? 64 * below(3) : below(150)), dtype,
                                      below(5) ? rank : below(4), shape, steps);
    if (below(30) == 0)
        view.flags |= (uint8_t)(1 << below(8));
    if (below(30) == 0)
        view.rank = below(2) ? -1 : 77;
    return view;
}

/* Calls of few items that have nothing to decide are those that take all steps, which options that mean
 * nothing make a call do: bits, errors, refusals. Of loop axes or square cores, or both. */
static int count_good_calls(const weft_ufunc *ufunc, const weft_dtype *usual, int usual_count,
                            int core_rank)
{
    enum { MARGIN = 512, BYTES = 256 };
    const weft_options all_steps = {.order = WEFT_ORDER_C}, none = {0}, three = {.threads = 3},
                       parallel = {.target = WEFT_PARALLEL, .threads = 2};
    const weft_options *const given[] = {NULL, &none, &three, &parallel};
    int good = 0;
    for (int n = 0; n < 200000; n++) {
        _Alignas(16) char start[BYTES + 2 * MARGIN], whole[sizeof start], direct[sizeof start];
        int64_t common[3] = {1 + below(2), 1 + below(3), 1 + below(2)};
        const int rank = core_rank ? 2 + below(2) : below(4);
        weft_array arrays[3], *operands[3];
        weft_error first = {.text = ""}, second = {.text = ""};
        const weft_dtype dtype = usual[below(usual_count)];
        if (core_rank)
            common[rank - 2] = common[rank - 1];
        for (size_t k = 0; k < sizeof start; k++)
            start[k] = (char)(k % 8 == 6 ? 0x38 : below(128)); /* floats that are numbers */
        memcpy(direct, start, sizeof start);
        for (int i = 0; i < 3; i++) {
            arrays[i] = random_view(direct + MARGIN, dtype, common, rank);
            arrays[i].flags &= (uint8_t)~WEFT_ARRAY_OWNED;
            operands[i] = below(200) ? &arrays[below(20) ? i : 0] : NULL;
        }
        weft_status status = weft_call(ufunc, operands, given[n % 4], &first);
        memcpy(whole, direct, sizeof whole);
        memcpy(direct, start, sizeof start);
        assert_int_equal(weft_call(ufunc, operands, &all_steps, &second), status);
        assert_memory_equal(direct, whole, sizeof whole);
        assert_string_equal(first.text, second.text);
        good += status == WEFT_OK;
    }
    return good;
}

static void test_short_calls_are_no_exception(void **state)
{
    (void)state;
    const weft_dtype three[] = {WEFT_FLOAT64, WEFT_FLOAT32, WEFT_INT32};
    const weft_dtype two[] = {WEFT_FLOAT64, WEFT_FLOAT32};
    assert_in_range(count_good_calls(&sample_add, three, 3, 0), 20000, 180000);
    assert_in_range(count_good_calls(&sample_matmul, two, 2, 2), 20000, 180000);
}

static const void *reached; /* the frame of the kernel below */

static void note_frame(char *const *args, const int64_t *dimensions, const int64_t *steps,
                       const void *data)
{
    (void)args, (void)dimensions, (void)steps, (void)data;
    reached = __builtin_frame_address(0);
}

static weft_kernel *const noting[] = {note_frame};
static const weft_module noting_module = UFUNC_MODULE("test_call.c", noting);
static const weft_operand noting_operands[] = {UFUNC_SCALAR("a"), UFUNC_SCALAR("b"),
                                               UFUNC_SCALAR("c"), UFUNC_SCALAR("d")};
static const weft_loop noting_loops[] = {
    UFUNC_LOOP("float64(float64, float64, float64)", 0, WEFT_FLOAT64, WEFT_FLOAT64, WEFT_FLOAT64,
               WEFT_FLOAT64)};
static const weft_dimension noting_dimensions[] = {{.name = "n", .limit = INT64_MAX}};
static const weft_operand noting_rows[] = {UFUNC_BLOCK("a", 0), UFUNC_BLOCK("b", 0)};
#define NOTING(LAYOUT, INPUTS, OPERANDS, ...)                                                  \
    UFUNC("noting", LAYOUT, INPUTS, 1, OPERANDS, noting_loops, 1, .doc = "",                    \
          .location = "test_call.c:1", .module = &noting_module, UFUNC_COST(5.0f), __VA_ARGS__)
static const weft_ufunc noting_ufuncs[] = {
    NOTING("()->()", 1, noting_operands, .flags = WEFT_UFUNC_ELEMENTWISE),
    NOTING("(),()->()", 2, noting_operands, .flags = WEFT_UFUNC_ELEMENTWISE),
    NOTING("(),(),()->()", 3, noting_operands, .flags = WEFT_UFUNC_ELEMENTWISE),
    NOTING("(n)->(n)", 1, noting_rows, .dimension_count = 1, .dimensions = noting_dimensions),
};

/* The frame that a call with these options comes to the kernel in: two calls that are made in the
 * same way come to the same one. */
static __attribute__((noinline)) const void *frame_of(const weft_ufunc *ufunc, int64_t count,
                                                      const weft_options *options)
{
    static double memory[4][1000];
    weft_array arrays[4], *operands[4];
    for (int i = 0; i <= ufunc->input_count; i++) {
        arrays[i] = weft_array_view(memory[i], WEFT_FLOAT64, 2, (int64_t[]){count, 1}, NULL);
        operands[i] = &arrays[i];
    }
    reached = NULL;
    assert_ok(error, weft_call(ufunc, operands, options, &error));
    assert_non_null(reached);
    return reached;
}

/* Work that no thread is worth waking for is done as on cpu, whatever target and threads are asked
 * for: with nothing in between. */
static void test_short_work_takes_the_way_of_cpu(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* frames lie apart there: calls are neither inlined nor made in the place of another */
#endif
    const weft_options ways[] = {
        {.target = WEFT_PARALLEL},
        {.target = WEFT_PARALLEL, .threads = 1},
        {.target = WEFT_PARALLEL, .threads = 16},
        {.target = WEFT_CPU, .threads = 3},
        {.threads = 2},
    };
    const int64_t counts[] = {1, 2, 100, 1000};
    for (size_t u = 0; u < UFUNC_COUNT(noting_ufuncs); u++)
        for (size_t c = 0; c < UFUNC_COUNT(counts); c++)
            for (size_t k = 0; k < UFUNC_COUNT(ways); k++)
                assert_ptr_equal(frame_of(&noting_ufuncs[u], counts[c], &ways[k]),
                                 frame_of(&noting_ufuncs[u], counts[c], &on_cpu));
}

/* Rows at any place, with inputs elsewhere, a number, apart, or the result itself: all items and nothing else. */
static void test_long_rows_anywhere(void **state)
{
    (void)state;
    enum { MOST = 900, ROOM = 2 * MOST + 32 };
    static double memory[3][ROOM], before[3][ROOM];
    for (int round = 0; round < 4000; round++) {
        const int64_t count = below(4) ? 350 + below(MOST - 350) : 1 + below(MOST);
        double *data[3];
        int64_t steps[3], places[3];
        weft_array arrays[3];
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < ROOM; k++)
                memory[i][k] = below(1000);
            places[i] = i > 0 && below(2) ? places[0] : below(32);
            data[i] = memory[i] + places[i];
            steps[i] = below(5) ? 1 : i < 2 ? below(3) : 2;
        }
        if (below(4) == 0)
            data[0] = data[2], steps[0] = steps[2], places[0] = places[2];
        memcpy(before, memory, sizeof memory);
        for (int i = 0; i < 3; i++)
            arrays[i] = weft_array_view(data[i], WEFT_FLOAT64, 1, &count,
                                        SHAPE(steps[i] * (int64_t)sizeof(double)));
        assert_ok(error,
                  CALL(sample_add, below(2) ? &on_cpu : NULL, &arrays[0], &arrays[1], &arrays[2]));
        const double *first = data[0] == data[2] ? before[2] : before[0];
        for (int64_t k = 0; k < count; k++) {
            const double sum =
                first[places[0] + k * steps[0]] + before[1][places[1] + k * steps[1]];
            assert_true(data[2][k * steps[2]] == sum);
            data[2][k * steps[2]] = before[2][places[2] + k * steps[2]];
        }
        assert_memory_equal(memory, before, sizeof memory);
    }
}

static void test_allocates_and_broadcasts(void **state)
{
    (void)state;
    double a[3] = {1, 2, 3}, b[2] = {10, 20};
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(3), NULL);
    weft_array B = weft_array_view(b, WEFT_FLOAT64, 2, SHAPE(2, 1), NULL);
    weft_array C = {0};
    assert_ok(error, CALL(sample_add, &on_cpu, &A, &B, &C));
    assert_int_equal(C.rank, 2);
    assert_int_equal(C.shape[0], 2);
    assert_int_equal(C.shape[1], 3);
    assert_int_equal(C.dtype, WEFT_FLOAT64);
    assert_true(C.flags & WEFT_ARRAY_OWNED);
    const double expected[6] = {11, 12, 13, 21, 22, 23};
    assert_memory_equal(C.data, expected, sizeof expected);
    weft_array_clear(&C);
    assert_null(C.data);
}

static void test_multiplies_stacks(void **state)
{
    (void)state;
    float a[2 * 2 * 3], b[3 * 4], c[2 * 2 * 4], expected[2 * 2 * 4];
    for (int k = 0; k < 12; k++)
        a[k] = (float)(k + 1), b[k] = (float)(2 * k - 5);
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 4; j++) {
                float sum = 0;
                for (int k = 0; k < 3; k++)
                    sum += a[s * 6 + i * 3 + k] * b[k * 4 + j];
                expected[s * 8 + i * 4 + j] = sum;
            }
    weft_array A = weft_array_view(a, WEFT_FLOAT32, 3, SHAPE(2, 2, 3), NULL);
    weft_array B = weft_array_view(b, WEFT_FLOAT32, 2, SHAPE(3, 4), NULL);
    weft_array C = weft_array_view(c, WEFT_FLOAT32, 3, SHAPE(2, 2, 4), NULL);
    for (int target = 0; target < 2; target++) {
        memset(c, 0, sizeof c);
        assert_ok(error, CALL(sample_matmul, target ? &on_parallel : &on_cpu, &A, &B, &C));
        assert_memory_equal(c, expected, sizeof c);
    }
    float transposed[12]; /* B stored column by column: packed */
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 4; j++)
            transposed[j * 3 + k] = b[k * 4 + j];
    B = weft_array_view(transposed, WEFT_FLOAT32, 2, SHAPE(3, 4), SHAPE(4, 12));
    memset(c, 0, sizeof c);
    assert_ok(error, CALL(sample_matmul, &on_cpu, &A, &B, &C));
    assert_memory_equal(c, expected, sizeof c);
}

static void test_names_core_conflicts(void **state)
{
    (void)state;
    double memory[64] = {0};
    weft_array A = weft_array_view(memory, WEFT_FLOAT64, 2, SHAPE(2, 4), NULL);
    weft_array B = weft_array_view(memory, WEFT_FLOAT64, 3, SHAPE(5, 3, 2), NULL);
    weft_array C = {0};
    assert_fails(
        error, WEFT_ERROR_SHAPE,
        "matmul: dimension n is 4 in operand 0 (A), axis 1, but 3 in operand 1 (B), axis 1",
        CALL(sample_matmul, &on_cpu, &A, &B, &C));
    assert_int_equal(error.operand, 1);
    assert_int_equal(error.axis, 1);
    assert_int_equal(C.dtype, WEFT_NONE);
    A.rank = 1;
    assert_fails(error, WEFT_ERROR_SHAPE, "operand 0 (A) has rank 1, but the layout",
                 CALL(sample_matmul, &on_cpu, &A, &B, &C));
    weft_array V = weft_array_view(memory, WEFT_FLOAT64, 1, SHAPE(4), NULL);
    assert_fails(error, WEFT_ERROR_SHAPE,
                 "operand 0 (a) has size 4 along axis 0, where it must be 3",
                 CALL(sample_cross, &on_cpu, &V, &V, &C));
    weft_array row = weft_array_view(memory, WEFT_FLOAT64, 2, SHAPE(1, 3), NULL);
    V.shape[0] = 3;
    V.rank = 0; /* a fixed size is there, whatever NumPy says */
    assert_fails(error, WEFT_ERROR_SHAPE, "operand 1 (b) has rank 0, but the layout (3),(3)->(3)",
                 CALL(sample_cross, &on_cpu, &row, &V, &C));
    row.shape[1] = 1; /* no core dimension is broadcast, 1 is no exception */
    assert_fails(error, WEFT_ERROR_SHAPE,
                 "operand 0 (a) has size 1 along axis 1, where it must be 3",
                 CALL(sample_cross, &on_cpu, &row, &row, &C));
    weft_array square = weft_array_view(memory, WEFT_FLOAT64, 2, SHAPE(4, 4), NULL);
    weft_array given = weft_array_view(memory + 32, WEFT_FLOAT64, 2, SHAPE(1, 4), NULL);
    assert_fails(error, WEFT_ERROR_SHAPE, "dimension m is 4 in operand 0 (A), axis 0, but 1 in",
                 CALL(sample_matmul, &on_cpu, &square, &square, &given));
}

static void test_handles_zero_sizes(void **state)
{
    (void)state;
    double c[4] = {7, 7, 7, 7}, dummy = 0;
    weft_array A = weft_array_view(NULL, WEFT_FLOAT64, 2, SHAPE(2, 0), NULL);
    weft_array B = weft_array_view(NULL, WEFT_FLOAT64, 2, SHAPE(0, 2), NULL);
    weft_array C = weft_array_view(c, WEFT_FLOAT64, 2, SHAPE(2, 2), NULL);
    assert_ok(error, CALL(sample_matmul, &on_cpu, &A, &B, &C)); /* an inner product over nothing */
    for (int k = 0; k < 4; k++)
        assert_true(c[k] == 0);
    weft_array empty = weft_array_view(NULL, WEFT_FLOAT64, 1, SHAPE(0), NULL);
    weft_array one = weft_array_view(&dummy, WEFT_FLOAT64, 1, SHAPE(1), NULL);
    weft_array two = weft_array_view(c, WEFT_FLOAT64, 1, SHAPE(2), NULL), result = {0};
    assert_ok(error, CALL(sample_add, &on_cpu, &empty, &one, &result));
    assert_int_equal(result.shape[0], 0);
    weft_array_clear(&result);
    weft_array rows = weft_array_view(NULL, WEFT_FLOAT64, 2, SHAPE(0, 4), NULL), given = rows;
    given.steps[0] = given.steps[1] = 0; /* as NumPy's empty arrays may have them */
    assert_ok(error, CALL(sample_add, &on_cpu, &rows, &one, &given));
    assert_fails(error, WEFT_ERROR_SHAPE, "do not broadcast",
                 CALL(sample_add, &on_cpu, &empty, &two, &result));
    assert_fails(error, WEFT_ERROR_SHAPE, "do not broadcast",
                 CALL(sample_add, &on_cpu, &two, &empty, &result));
    two.data = NULL;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "2 elements but its data is NULL",
                 CALL(sample_add, &on_cpu, &two, &one, &result));
    two.shape[0] = 1;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "1 element but its data is NULL",
                 CALL(sample_add, &on_cpu, &two, &one, &result));
}

static void test_computes_dimensions(void **state)
{
    (void)state;
    double a[3] = {1, 2, 3}, b[2] = {1, 10}, y[5];
    const double expected[4] = {1, 12, 23, 30};
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(3), NULL);
    weft_array B = weft_array_view(b, WEFT_FLOAT64, 1, SHAPE(2), NULL), Y = {0};
    assert_ok(error, CALL(sample_convolve, &on_cpu, &A, &B, &Y));
    assert_int_equal(Y.shape[0], 4);
    assert_memory_equal(Y.data, expected, sizeof expected);
    weft_array_clear(&Y);
    Y = weft_array_view(y, WEFT_FLOAT64, 1, SHAPE(5), NULL);
    assert_fails(error, WEFT_ERROR_SHAPE, "dimension m+n-1 is 4, but operand 2 (y) has size 5",
                 CALL(sample_convolve, &on_cpu, &A, &B, &Y));
    weft_array none = weft_array_view(NULL, WEFT_FLOAT64, 1, SHAPE(0), NULL), result = {0};
    assert_fails(error, WEFT_ERROR_SHAPE, "dimension m+n-1 would be -1",
                 CALL(sample_convolve, &on_cpu, &none, &none, &result));
    int64_t still = 0;
    weft_array long_one = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(101), &still);
    assert_fails(error, WEFT_ERROR_SHAPE, "size parameter holds at most 100",
                 CALL(sample_convolve, &on_cpu, &long_one, &B, &result));
}

static void test_takes_output_dimensions(void **state)
{
    (void)state;
    double start = 1, step = 0.5, y[4];
    const double expected[4] = {1, 1.5, 2, 2.5};
    weft_array S = weft_array_view(&start, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array D = weft_array_view(&step, WEFT_FLOAT64, 0, NULL, NULL), none = {0};
    weft_array Y = weft_array_view(y, WEFT_FLOAT64, 1, SHAPE(4), NULL);
    assert_ok(error, CALL(sample_ramp, &on_cpu, &S, &D, &Y));
    assert_memory_equal(y, expected, sizeof expected);
    assert_fails(error, WEFT_ERROR_SHAPE, "no input has dimension n",
                 CALL(sample_ramp, &on_cpu, &S, &D, &none));
}

static void test_casts_operands(void **state)
{
    (void)state;
    int16_t a[3] = {1, 2, 3};
    float c[3];
    weft_array A = weft_array_view(a, WEFT_INT16, 1, SHAPE(3), NULL);
    weft_array half = weft_scalar_f64(0.5), C = {0};
    assert_ok(error, CALL(sample_add, &on_cpu, &A, &half, &C)); /* int16, float64 */
    assert_int_equal(C.dtype, WEFT_FLOAT64);
    assert_true(((double *)C.data)[2] == 3.5);
    weft_array_clear(&C);
    C = weft_array_view(c, WEFT_FLOAT32, 1, SHAPE(3), NULL);
    assert_ok(error, CALL(sample_add, &on_cpu, &A, &half, &C)); /* same_kind: float64 to float32 */
    assert_true(c[0] == 1.5f && c[2] == 3.5f);
    weft_options safe = {.target = WEFT_CPU, .casting = WEFT_CASTING_SAFE};
    assert_fails(error, WEFT_ERROR_DTYPE, "casting safe does not allow",
                 CALL(sample_add, &safe, &A, &half, &C));
    int32_t integers[3];
    weft_array I = weft_array_view(integers, WEFT_INT32, 1, SHAPE(3), NULL);
    assert_fails(error, WEFT_ERROR_DTYPE, "operand 2 (result) is int32",
                 CALL(sample_add, &on_cpu, &A, &half, &I));
    weft_options unsafe = {.casting = WEFT_CASTING_UNSAFE};
    assert_ok(error, CALL(sample_add, &unsafe, &A, &half, &I));
    assert_int_equal(integers[2], 3);
}

static void test_copies_where_memory_overlaps(void **state)
{
    (void)state;
    double memory[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    weft_array A = weft_array_view(memory, WEFT_FLOAT64, 1, SHAPE(7), NULL);
    weft_array C = weft_array_view(memory + 1, WEFT_FLOAT64, 1, SHAPE(7), NULL);
    weft_array one = weft_scalar_i64(1);
    const double shifted[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    assert_ok(error, CALL(sample_add, &on_cpu, &A, &one, &C));
    assert_memory_equal(memory, shifted, sizeof memory);
    weft_array reversed = weft_array_view(memory + 6, WEFT_FLOAT64, 1, SHAPE(7), SHAPE(-8));
    assert_ok(error, CALL(sample_add, &on_cpu, &reversed, &one, &A));
    const double back[8] = {7, 6, 5, 4, 3, 2, 1, 7};
    assert_memory_equal(memory, back, sizeof memory);
    assert_ok(error, CALL(sample_add, &on_cpu, &A, &one, &A)); /* in place */
    assert_true(memory[0] == 8 && memory[6] == 2);
    float square[4] = {1, 2, 3, 4};
    const float product[4] = {7, 10, 15, 22};
    weft_array M = weft_array_view(square, WEFT_FLOAT32, 2, SHAPE(2, 2), NULL);
    assert_ok(error, CALL(sample_matmul, &on_cpu, &M, &M, &M));
    assert_memory_equal(square, product, sizeof product);
}

static void test_refuses_outputs(void **state)
{
    (void)state;
    double memory[8] = {0};
    weft_array A = weft_array_view(memory, WEFT_FLOAT64, 1, SHAPE(4), NULL);
    weft_array still = weft_array_view(memory, WEFT_FLOAT64, 1, SHAPE(4), SHAPE(0));
    weft_array upper = weft_array_view(memory + 3, WEFT_FLOAT64, 1, SHAPE(4), NULL);
    weft_array one = weft_array_view(memory, WEFT_FLOAT64, 1, SHAPE(1), NULL);
    weft_array locked = A, scalar = weft_scalar_f64(1);
    locked.flags |= WEFT_ARRAY_READONLY;
    assert_fails(error, WEFT_ERROR_OVERLAP, "step 0 along axis 0 of size 4",
                 CALL(sample_add, &on_cpu, &A, &A, &still));
    assert_fails(error, WEFT_ERROR_OVERLAP, "operands 2 (sum) and 3 (difference) are outputs",
                 CALL(sample_both, &on_cpu, &A, &A, &A, &upper));
    assert_fails(error, WEFT_ERROR_OVERLAP, "read-only",
                 CALL(sample_add, &on_cpu, &A, &A, &locked));
    assert_fails(error, WEFT_ERROR_OVERLAP, "a scalar value",
                 CALL(sample_add, &on_cpu, &A, &A, &scalar));
    assert_fails(error, WEFT_ERROR_SHAPE, "an output is not broadcast",
                 CALL(sample_add, &on_cpu, &A, &A, &one));
    weft_array window = weft_array_view(memory, WEFT_FLOAT64, 2, SHAPE(2, 4), SHAPE(8, 8));
    assert_fails(error, WEFT_ERROR_OVERLAP, "whose elements share memory",
                 CALL(sample_add, &on_cpu, &A, &A, &window));
}

static void test_output_enlarges_the_loop(void **state)
{
    (void)state;
    double a = 2, c[3] = {0};
    weft_array A = weft_array_view(&a, WEFT_FLOAT64, 0, NULL, NULL);
    weft_array C = weft_array_view(c, WEFT_FLOAT64, 1, SHAPE(3), NULL);
    assert_ok(error, CALL(sample_add, &on_cpu, &A, &A, &C));
    assert_true(c[0] == 4 && c[2] == 4);
}

static void test_binds_weak_scalars(void **state)
{
    (void)state;
    int8_t small[2] = {1, 2};
    weft_array A = weft_array_view(small, WEFT_INT8, 1, SHAPE(2), NULL), C = {0};
    weft_array three = weft_scalar_i64(3), large = weft_scalar_i64(300);
    assert_ok(error, CALL(sample_add, &on_cpu, &A, &three, &C));
    assert_int_equal(C.dtype, WEFT_INT8);
    assert_int_equal(((int8_t *)C.data)[1], 5);
    weft_array_clear(&C);
    assert_fails(error, WEFT_ERROR_DTYPE, "the integer 300, is no value of int8",
                 CALL(sample_add, &on_cpu, &A, &large, &C));
    weft_array half = weft_scalar_f64(0.5);
    assert_ok(error, CALL(sample_add, &on_cpu, &three, &half, &C));
    assert_int_equal(C.dtype, WEFT_FLOAT64);
    assert_int_equal(C.rank, 0);
    assert_true(*(double *)C.data == 3.5);
    weft_array_clear(&C);
    float f = 1.25f;
    weft_array F = weft_array_view(&f, WEFT_FLOAT32, 0, NULL, NULL);
    assert_ok(error, CALL(sample_add, &on_cpu, &F, &half, &C));
    assert_int_equal(C.dtype, WEFT_FLOAT32);
    weft_array_clear(&C);
}

static void test_normalises_bools_of_cores(void **state)
{
    (void)state;
    uint8_t bytes[4] = {0, 255, 2, 1};
    int64_t total = 0;
    weft_array X = weft_array_view(bytes, WEFT_BOOL, 1, SHAPE(4), NULL);
    weft_array Y = weft_array_view(&total, WEFT_INT64, 0, NULL, NULL);
    assert_ok(error, CALL(sample_count, &on_cpu, &X, &Y));
    assert_int_equal(total, 3);
}

static void test_stages_half_precision(void **state)
{
    (void)state;
    uint16_t a[4] = {0x3c00, 0x4000, 0x4200, 0x4400};             /* 1 2 3 4 */
    const uint16_t product[4] = {0x4700, 0x4900, 0x4b80, 0x4d80}; /* 7 10 15 22 */
    weft_array A = weft_array_view(a, WEFT_FLOAT16, 2, SHAPE(2, 2), NULL), C = {0};
    assert_ok(error, CALL(sample_matmul, &on_cpu, &A, &A, &C));
    assert_int_equal(C.dtype, WEFT_FLOAT16);
    assert_memory_equal(C.data, product, sizeof product);
    weft_array_clear(&C);
    uint16_t next = 0x3c01; /* 1 + 2^-10: its square has more digits than float16 */
    double tenth = 0.1, one = 1, wide;
    A = weft_array_view(&next, WEFT_FLOAT16, 2, SHAPE(1, 1), NULL);
    C = weft_array_view(&wide, WEFT_FLOAT64, 2, SHAPE(1, 1), NULL);
    assert_ok(error, CALL(sample_matmul, &on_cpu, &A, &A, &C));
    assert_true(wide == 1.001953125);
    float single;
    C = weft_array_view(&single, WEFT_FLOAT32, 2, SHAPE(1, 1), NULL);
    assert_ok(error, CALL(sample_matmul, &on_cpu, &A, &A, &C));
    assert_true(single == 1.001953125f);
    C = weft_array_view(&wide, WEFT_FLOAT64, 2, SHAPE(1, 1), NULL);
    weft_options forced = {.dtype = WEFT_FLOAT16, .casting = WEFT_CASTING_UNSAFE};
    A = weft_array_view(&tenth, WEFT_FLOAT64, 2, SHAPE(1, 1), NULL);
    weft_array I = weft_array_view(&one, WEFT_FLOAT64, 2, SHAPE(1, 1), NULL);
    assert_ok(error, CALL(sample_matmul, &forced, &A, &I, &C));
    assert_true(wide == 0.0999755859375);
}

static void test_refuses_bad_calls(void **state)
{
    (void)state;
    double a = 1;
    weft_array A = weft_array_view(&a, WEFT_FLOAT64, 0, NULL, NULL), C = {0}, bad = A;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "ufunc is NULL",
                 weft_call(NULL, (weft_array *[]){&A, &A, &C}, NULL, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "operand 1 (b) is NULL",
                 CALL(sample_add, NULL, &A, NULL, &C));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "no valid dtype", CALL(sample_add, NULL, &A, &C, &C));
    bad.rank = 33;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "rank 33", CALL(sample_add, NULL, &A, &bad, &C));
    bad = weft_array_view(&a, WEFT_FLOAT64, 1, SHAPE(-1), NULL);
    assert_fails(error, WEFT_ERROR_SHAPE, "size -1", CALL(sample_add, NULL, &A, &bad, &C));
    bad = weft_array_view(&a, WEFT_FLOAT64, 1, SHAPE(1), NULL);
    bad.flags = WEFT_ARRAY_WEAK;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "WEFT_ARRAY_WEAK, which is for scalars, but rank 1",
                 CALL(sample_add, NULL, &A, &bad, &C));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "dtype is 77, which is no dtype",
                 weft_array_new(&C, (weft_dtype)77, 0, NULL, &error));
    bad = weft_array_view(&a, WEFT_FLOAT64, 2, SHAPE(INT64_C(1) << 62, 2), SHAPE(0, 0));
    assert_fails(error, WEFT_ERROR_SHAPE,
                 "of shape (4611686018427387904, 2) has more elements than int64 counts",
                 CALL(sample_add, NULL, &A, &bad, &C));
    bad = weft_array_view(&a, WEFT_FLOAT64, 2, SHAPE(INT64_C(1) << 60, 2), SHAPE(16, 8));
    assert_fails(error, WEFT_ERROR_SHAPE, "reaches over more bytes than int64 counts",
                 CALL(sample_add, NULL, &A, &bad, &C));
    weft_array wide_a =
        weft_array_view(&a, WEFT_FLOAT64, 2, SHAPE(INT64_C(1) << 40, 1), SHAPE(0, 0));
    weft_array wide_b =
        weft_array_view(&a, WEFT_FLOAT64, 2, SHAPE(1, INT64_C(1) << 40), SHAPE(0, 0));
    assert_fails(error, WEFT_ERROR_SHAPE, "more items than int64",
                 CALL(sample_add, NULL, &wide_a, &wide_b, &C));
    wide_b = weft_array_view(&a, WEFT_FLOAT64, 2, SHAPE(1, INT64_C(1) << 22), SHAPE(0, 0));
    assert_fails(error, WEFT_ERROR_SHAPE, "more bytes than int64",
                 CALL(sample_add, NULL, &wide_a, &wide_b, &C));
    assert_fails(error, WEFT_ERROR_TARGET, "without a cpu kernel",
                 CALL(sample_absent, &on_cpu, &A, &A, &C));
    assert_int_equal(C.dtype, WEFT_NONE);
    weft_array device = A;
    device.device = 1;
    assert_fails(error, WEFT_ERROR_TARGET, "lies in device memory",
                 CALL(sample_add, &on_cpu, &device, &A, &C));
    weft_options odd = {.size = 3};
    assert_fails(error, WEFT_ERROR_ARGUMENT, "options.size", CALL(sample_add, &odd, &A, &A, &C));
    odd = (weft_options){.target = (weft_target)9};
    assert_fails(error, WEFT_ERROR_ARGUMENT, "no target", CALL(sample_add, &odd, &A, &A, &C));
}

static void test_lists_loops(void **state)
{
    (void)state;
    double z = 0;
    weft_array A = weft_array_view(&z, WEFT_COMPLEX64, 0, NULL, NULL), C = {0}, D = {0};
    weft_array B = weft_array_view(&z, WEFT_BOOL, 0, NULL, NULL);
    assert_ok(error, CALL(sample_add, NULL, &A, &B, &C)); /* safe to complex128 */
    weft_array_clear(&C);
    assert_fails(error, WEFT_ERROR_DTYPE,
                 "no loop of both takes (complex64, bool); it has: void(float64, float64, "
                 "float64[:], float64[:])",
                 CALL(sample_both, NULL, &A, &B, &C, &D));
    assert_fails(error, WEFT_ERROR_OVERLAP, "the same array is also operand 3 (difference)",
                 CALL(sample_both, NULL, &A, &B, &C, &C));
}

static void test_parallel_gives_the_same_bits(void **state)
{
    (void)state;
    enum { N = 10007 };
    double *a = malloc(N * sizeof *a), *c = malloc(N * sizeof *c), *d = malloc(N * sizeof *d);
    assert_true(a && c && d);
    for (int k = 0; k < N; k++)
        a[k] = k * 0.1;
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 1, SHAPE(N), NULL);
    weft_array C = weft_array_view(c, WEFT_FLOAT64, 1, SHAPE(N), NULL);
    weft_array D = weft_array_view(d, WEFT_FLOAT64, 1, SHAPE(N), NULL);
    assert_ok(error, CALL(sample_both, &on_cpu, &A, &A, &C, &D));
    double *e = malloc(N * sizeof *e), *f = malloc(N * sizeof *f);
    assert_true(e && f);
    weft_array E = weft_array_view(e, WEFT_FLOAT64, 1, SHAPE(N), NULL);
    weft_array F = weft_array_view(f, WEFT_FLOAT64, 1, SHAPE(N), NULL);
    assert_ok(error, CALL(sample_both, &on_parallel, &A, &A, &E, &F));
    assert_memory_equal(c, e, N * sizeof *c);
    assert_memory_equal(d, f, N * sizeof *d);
    weft_target target;
    assert_ok(error, weft_target_choose(&sample_both, (weft_array *[]){&A, &A, &E, &F}, NULL,
                                        &target, &error));
    assert_true(target == WEFT_PARALLEL || target == WEFT_CPU); /* one core: cpu */
    free(a), free(c), free(d), free(e), free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_adds_one_element),
        cmocka_unit_test(test_short_calls_are_no_exception),
        cmocka_unit_test(test_short_work_takes_the_way_of_cpu),
        cmocka_unit_test(test_long_rows_anywhere),
        cmocka_unit_test(test_allocates_and_broadcasts),
        cmocka_unit_test(test_multiplies_stacks),
        cmocka_unit_test(test_names_core_conflicts),
        cmocka_unit_test(test_handles_zero_sizes),
        cmocka_unit_test(test_computes_dimensions),
        cmocka_unit_test(test_takes_output_dimensions),
        cmocka_unit_test(test_casts_operands),
        cmocka_unit_test(test_copies_where_memory_overlaps),
        cmocka_unit_test(test_refuses_outputs),
        cmocka_unit_test(test_output_enlarges_the_loop),
        cmocka_unit_test(test_binds_weak_scalars),
        cmocka_unit_test(test_normalises_bools_of_cores),
        cmocka_unit_test(test_stages_half_precision),
        cmocka_unit_test(test_refuses_bad_calls),
        cmocka_unit_test(test_lists_loops),
        cmocka_unit_test(test_parallel_gives_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
