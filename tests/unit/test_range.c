/* test_range.c: ranges of a call's items, and the boxes that they are cut into. */
#include "check.h"
#include "plan/part.h"
#include "sample_ufuncs.h"

static weft_error error;

#define RANGE(ufunc, lo, hi, options, ...) \
    weft_call_range(&(ufunc), (weft_array *[]){__VA_ARGS__}, lo, hi, options, &error)
#define COUNT(ufunc, options, count, ...) \
    weft_item_count(&(ufunc), (weft_array *[]){__VA_ARGS__}, options, count, &error)

static void test_refuses_what_is_no_range(void **state)
{
    (void)state;
    double memory[24] = {0};
    int64_t count;
    weft_array A = weft_array_view(memory, WEFT_FLOAT64, 1, SHAPE(8), NULL), none = {0};
    weft_array C = weft_array_view(memory + 8, WEFT_FLOAT64, 1, SHAPE(8), NULL);
    assert_fails(error, WEFT_ERROR_ARGUMENT, "[3, 9) is no range of the call's 8 items",
                 RANGE(sample_add, 3, 9, NULL, &A, &A, &C));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "[5, 4) is no range of the call's 8 items",
                 RANGE(sample_add, 5, 4, NULL, &A, &A, &C));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "[-1, 4) is no range",
                 RANGE(sample_add, -1, 4, NULL, &A, &A, &C));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "operand 2 (result) is not given; a range of items",
                 RANGE(sample_add, 0, 8, NULL, &A, &A, &none));
    assert_int_equal(error.operand, 2);
    assert_fails(error, WEFT_ERROR_ARGUMENT, "weft_call_range: operands is NULL",
                 weft_call_range(&sample_add, NULL, 0, 0, NULL, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "weft_item_count: ufunc is NULL",
                 weft_item_count(NULL, NULL, NULL, &count, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "weft_item_count: count is NULL",
                 COUNT(sample_add, NULL, NULL, &A, &A, &C));
}

static void test_counts_items(void **state)
{
    (void)state;
    double memory[24] = {0};
    bool chosen[2] = {true, false};
    int64_t count = -1;
    weft_array A = weft_array_view(memory, WEFT_FLOAT64, 2, SHAPE(4, 1), NULL), none = {0};
    weft_array B = weft_array_view(memory, WEFT_FLOAT64, 1, SHAPE(3), NULL);
    weft_array M = weft_array_view(chosen, WEFT_BOOL, 3, SHAPE(2, 1, 1), NULL);
    weft_array empty = weft_array_view(NULL, WEFT_FLOAT64, 1, SHAPE(0), NULL);
    weft_array scalar = weft_scalar_f64(1);
    assert_ok(error, COUNT(sample_add, NULL, &count, &A, &B, &none));
    assert_int_equal(count, 12);
    assert_ok(error, COUNT(sample_add, (&(weft_options){.where = &M}), &count, &A, &B, &none));
    assert_int_equal(count, 24);
    assert_ok(error, COUNT(sample_add, NULL, &count, &scalar, &scalar, &none));
    assert_int_equal(count, 1);
    assert_ok(error, COUNT(sample_add, NULL, &count, &empty, &scalar, &none));
    assert_int_equal(count, 0);
    assert_fails(error, WEFT_ERROR_SHAPE, "do not broadcast",
                 COUNT(sample_add, NULL, &count, &B, &empty, &none));
}

/* Every range of a small shape is cut into few boxes, which have its items in order. */
static void test_cuts_into_boxes(void **state)
{
    (void)state;
    static weft_plan plan;
    const int64_t extents[] = {3, 1, 2, 4};
    plan.rank = 4;
    plan.item_count = 24;
    memcpy(plan.extents, extents, sizeof extents);
    for (int64_t lo = 0; lo <= 24; lo++)
        for (int64_t hi = lo; hi <= 24; hi++) {
            int boxes = 0;
            for (int64_t at = lo; at < hi; boxes++) {
                plan_box box;
                int64_t next = part_next_box(&plan, at, hi, &box), items = 1, first = 0, last = 0;
                for (int axis = 3; axis >= 0; axis--) {
                    assert_in_range(box.first[axis] + box.extents[axis], 1, extents[axis]);
                    first = first * extents[axis] + box.first[axis];
                    last = last * extents[axis] + box.first[axis] + box.extents[axis] - 1;
                    items *= box.extents[axis];
                }
                assert_int_equal(first, at);
                assert_int_equal(last, next - 1);
                assert_int_equal(items, next - at);
                at = next;
            }
            assert_true(boxes <= 2 * 4 - 1);
        }
}

/* Every cut has every item, or every line of one, in just one piece, and splits rows at the grain
 * only. */
static void test_cuts_into_pieces(void **state)
{
    (void)state;
    static weft_plan plan;
    static uint8_t seen[7 * 3 * 200 * 3];
    const int64_t grains[] = {1, 8, 64}, lines[] = {1, 100, 145}, items[] = {1, 5, 64, 200};
    plan.rank = 3;
    for (int64_t k = 0; k < 2 * 3 * 3 * 4 * 40; k++) {
        const int64_t grain = grains[k % 3], line_count = lines[k / 3 % 3], wanted = 1 + k / 72;
        plan.extents[0] = items[k / 9 % 4];
        plan.extents[1] = k / 36 % 2 ? 7 : 1;
        plan.extents[2] = 3;
        const plan_cut cut = part_cut(&plan, wanted, grain, line_count);
        const int64_t blocks = cut.pieces_per_item ? (line_count + 47) / 48 : 1;
        memset(seen, 0, sizeof seen);
        assert_true(cut.piece_count >= 1);
        for (int64_t n = 0; n < cut.piece_count; n++) {
            plan_piece piece = part_piece(&cut, n);
            assert_true(piece.first_row < piece.row_end && piece.first_item < piece.item_end);
            assert_true(cut.pieces_per_item || piece.first_item % grain == 0);
            assert_int_equal(piece.first_line % 48, 0);
            assert_int_equal(piece.line_end > 0, cut.pieces_per_item > 0);
            for (int64_t row = piece.first_row; row < piece.row_end; row++)
                for (int64_t item = piece.first_item; item < piece.item_end; item++)
                    for (int64_t at = piece.first_line / 48; at * 48 < piece.line_end || at == 0;
                         at++)
                        seen[(row * plan.extents[0] + item) * blocks + at]++;
        }
        for (int64_t at = 0; at < plan.extents[1] * 3 * plan.extents[0] * blocks; at++)
            assert_int_equal(seen[at], 1);
    }
}

/* The same of pieces that are walked in blocks; the rows are few, or enough for all pieces. */
static void test_cuts_into_blocks(void **state)
{
    (void)state;
    static weft_plan plan;
    static uint8_t seen[300 * 3 * 200];
    const int64_t heights[] = {1, 16, 32, 256}, rows[] = {1, 7, 100, 300},
                  items[] = {1, 64, 65, 200};
    plan.rank = 3;
    plan.extents[2] = 3;
    for (int64_t k = 0; k < 4 * 4 * 4 * 20; k++) {
        const int64_t height = heights[k % 4], wanted = 1 + k / 64 * 3;
        plan.extents[0] = items[k / 4 % 4];
        plan.extents[1] = rows[k / 16 % 4];
        const plan_cut cut = part_cut_blocks(&plan, wanted, 64, height);
        const int64_t all = 3 * plan.extents[1];
        memset(seen, 0, sizeof seen);
        for (int64_t n = 0; n < cut.piece_count; n++) {
            const plan_piece piece = part_piece(&cut, n);
            assert_true(piece.first_row < piece.row_end && piece.first_item < piece.item_end);
            assert_int_equal(piece.first_item % 64, 0);
            assert_int_equal(piece.line_end, 0);
            assert_true(2 * (piece.row_end - piece.first_row) >= (height < all ? height : all));
            for (int64_t row = piece.first_row; row < piece.row_end; row++)
                for (int64_t item = piece.first_item; item < piece.item_end; item++)
                    seen[row * plan.extents[0] + item]++;
        }
        for (int64_t at = 0; at < all * plan.extents[0]; at++)
            assert_int_equal(seen[at], 1);
    }
}

static void test_writes_its_items_alone(void **state)
{
    (void)state;
    enum { N = 60 };
    const weft_target targets[] = {WEFT_CPU, WEFT_PARALLEL};
    double a[N], c[N];
    for (int k = 0; k < N; k++)
        a[k] = k;
    weft_array A = weft_array_view(a, WEFT_FLOAT64, 3, SHAPE(3, 4, 5), NULL);
    weft_array B = weft_scalar_f64(0.5); /* C lies in F order */
    weft_array C = weft_array_view(c, WEFT_FLOAT64, 3, SHAPE(3, 4, 5), SHAPE(8, 24, 96));
    for (int t = 0; t < 2; t++)
        for (int lo = 0; lo < N; lo += 7)
            for (int hi = lo; hi <= N; hi += 11) {
                weft_options options = {.target = targets[t]};
                for (int k = 0; k < N; k++)
                    c[k] = -1;
                assert_ok(error, RANGE(sample_add, lo, hi, &options, &A, &B, &C));
                for (int k = 0; k < N; k++) {
                    double found = c[k / 20 + k / 5 % 4 * 3 + k % 5 * 12];
                    assert_true(found == (k >= lo && k < hi ? k + 0.5 : -1));
                }
            }
}

/* An output over an input, one element on: the range reads all before it writes any. */
static void test_reads_before_it_writes(void **state)
{
    (void)state;
    double memory[3][9];
    for (int k = 0; k < 27; k++)
        memory[k / 9][k % 9] = k;
    weft_array A = weft_array_view(memory, WEFT_FLOAT64, 2, SHAPE(3, 8), SHAPE(72, 8));
    weft_array C = weft_array_view(&memory[0][1], WEFT_FLOAT64, 2, SHAPE(3, 8), SHAPE(72, 8));
    weft_array none = weft_scalar_f64(100);
    assert_ok(error, RANGE(sample_add, 5, 18, NULL, &A, &none, &C));
    for (int k = 0; k < 27; k++) {
        int item = k / 9 * 8 + k % 9 - 1; /* of C */
        bool within = k % 9 > 0 && item >= 5 && item < 18;
        assert_true(memory[k / 9][k % 9] == (within ? k - 1 + 100 : k));
    }
}

static void test_checks_an_empty_range(void **state)
{
    (void)state;
    double memory[4] = {1, 2, 3, 4};
    weft_array A = weft_array_view(memory, WEFT_FLOAT64, 1, SHAPE(2), NULL);
    weft_array C = weft_array_view(memory + 2, WEFT_FLOAT64, 1, SHAPE(2), NULL);
    weft_array twice = weft_array_view(memory, WEFT_FLOAT64, 1, SHAPE(2), SHAPE(0));
    assert_ok(error, RANGE(sample_add, 2, 2, NULL, &A, &A, &C));
    assert_true(memory[2] == 3 && memory[3] == 4);
    assert_fails(error, WEFT_ERROR_OVERLAP, "step 0",
                 RANGE(sample_add, 1, 1, NULL, &A, &A, &twice));
}

/* Pieces of lists have all of them in order, and but for its last list none weighs more than a fair
 * share of lists and elements, so that one long list among many short ones keeps no others from
 * their threads. */
static void test_cuts_lists(void **state)
{
    (void)state;
    enum { LISTS = 1000, LONG = 100000 };
    static weft_plan plan;
    static int64_t offsets[LISTS + 1], others[LISTS + 1];
    const weft_dimension dimensions[3] = {{.name = "n"}, {.name = "3"}, {.name = "m"}};
    const weft_ufunc ufunc = {.dimensions = dimensions, .dimension_count = 3};
    const int64_t *lists[] = {offsets, NULL, others};
    const int64_t counts[] = {1, 2, 7, LISTS}, wanted[] = {1, 2, 3, 64, 500, 5000};
    plan.ufunc = &ufunc;
    plan.rank = 1;
    plan.lists = lists;
    for (int k = 0; k < 4 * 6 * 5; k++) {
        const int64_t count = counts[k % 4], far = k / 24 == 4 ? count : k / 24 * (count / 4);
        offsets[0] = others[0] = 17;
        for (int64_t i = 0; i < count; i++) {
            offsets[i + 1] = offsets[i] + (i == far ? LONG : i % 3);
            others[i + 1] = others[i] + (k % 2 ? i % 5 : 0);
        }
        plan.item_count = plan.extents[0] = count;
        const plan_cut cut = part_cut_lists(&plan, wanted[k / 4 % 6]);
        const int64_t all = count + offsets[count] + others[count] - 34;
        int64_t next = 0;
        assert_in_range(cut.piece_count, 1, wanted[k / 4 % 6]);
        for (int64_t n = 0; n < cut.piece_count; n++) {
            const plan_piece piece = part_piece(&cut, n);
            const int64_t from = piece.first_item, last = piece.item_end - 1;
            assert_int_equal(from, next);
            assert_int_equal(piece.row_end - piece.first_row, 1);
            next = piece.item_end;
            if (last >= from)
                assert_true(
                    (last - from + offsets[last] - offsets[from] + others[last] - others[from]) *
                        cut.piece_count <=
                    all);
        }
        assert_int_equal(next, count);
    }
}

/* Pieces of lists as threads take them: those of their own share first, then of others', whoever is
 * done first; an element takes as long as a list. Sets what each thread has done. */
static void hand_out(const weft_plan *plan, const int64_t *offsets, int threads, int64_t *works)
{
    enum { PIECES = 32 };
    const plan_cut cut = part_cut_lists(plan, (int64_t)threads * PIECES);
    const int64_t each = cut.piece_count / threads;
    int64_t taken[64] = {0};
    for (int64_t left = cut.piece_count; left > 0; left--) {
        int thread = 0, share = 0;
        for (int k = 1; k < threads; k++)
            thread = works[k] < works[thread] ? k : thread;
        while (taken[(thread + share) % threads] == each)
            share++;
        share = (thread + share) % threads;
        const plan_piece piece = part_piece(&cut, share * each + taken[share]++);
        works[thread] +=
            piece.item_end - piece.first_item + offsets[piece.item_end] - offsets[piece.first_item];
    }
}

/* One list that is longer than all others together, wherever it stands, is one thread's, and the
 * others share the rest; without it all have as much. */
static void test_shares_lists(void **state)
{
    (void)state;
    enum { LISTS = 100000, LONG = 1000000 };
    static weft_plan plan;
    static int64_t offsets[LISTS + 1];
    const weft_dimension dimension = {.name = "n", .kind = WEFT_DIMENSION_RAGGED};
    const weft_ufunc ufunc = {.dimensions = &dimension, .dimension_count = 1};
    const int64_t *lists[] = {offsets}, places[] = {-1, 0, LISTS / 3, LISTS / 2, LISTS - 1};
    plan.ufunc = &ufunc;
    plan.rank = 1;
    plan.lists = lists;
    plan.item_count = plan.extents[0] = LISTS;
    for (int k = 0; k < 5 * 4; k++) {
        const int threads = 2 << k / 5;
        int64_t works[64] = {0}, busiest = 0;
        for (int64_t i = 0; i < LISTS; i++)
            offsets[i + 1] = offsets[i] + (i == places[k % 5] ? LONG : 3);
        hand_out(&plan, offsets, threads, works);
        const int64_t all = LISTS + offsets[LISTS], piece = all / threads / 32 + 4;
        const int64_t rest = places[k % 5] < 0 ? all : all - LONG;
        for (int n = 1; n < threads; n++)
            busiest = works[n] > works[busiest] ? n : busiest;
        assert_true(works[busiest] <= rest / threads + piece + all - rest);
        for (int n = 0; n < threads; n++)
            if (n != busiest)
                assert_true(works[n] <= rest / (threads - (rest < all)) + piece);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refuses_what_is_no_range),
        cmocka_unit_test(test_counts_items),
        cmocka_unit_test(test_cuts_into_pieces),
        cmocka_unit_test(test_cuts_into_blocks),
        cmocka_unit_test(test_cuts_lists),
        cmocka_unit_test(test_shares_lists),
        cmocka_unit_test(test_cuts_into_boxes),
        cmocka_unit_test(test_writes_its_items_alone),
        cmocka_unit_test(test_reads_before_it_writes),
        cmocka_unit_test(test_checks_an_empty_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
