/* test_normalise.c: loop axes in their fastest form, and facts about core blocks. */
#include "check.h"
#include "plan/plan.h"
#include "sample_ufuncs.h"

static char memory[4096];

/* A plan of sample_add over float64 whose axes are given innermost first. */
static weft_plan *make_plan(int rank, const int64_t *extents, const int64_t (*steps)[3])
{
    static weft_plan plan;
    plan.ufunc = &sample_add;
    plan.loop = &sample_add.loops[3];
    plan.operand_count = 3;
    plan.rank = rank;
    plan.item_count = 1;
    for (int axis = 0; axis < rank; axis++)
        plan.item_count *= extents[axis];
    for (int i = 0; i < 3; i++)
        plan.data[i] = memory + 2048;
    for (int axis = 0; axis < rank; axis++) {
        plan.extents[axis] = extents[axis];
        for (int i = 0; i < 3; i++)
            plan.steps[axis][i] = steps[axis][i];
    }
    return &plan;
}

static void test_merges_contiguous_axes(void **state)
{
    (void)state;
    weft_plan *plan =
        make_plan(3, SHAPE(4, 3, 2), (const int64_t[][3]){{8, 8, 8}, {32, 32, 32}, {96, 96, 96}});
    plan_normalise(plan);
    assert_int_equal(plan->rank, 1);
    assert_int_equal(plan->extents[0], 24);
    assert_int_equal(plan->steps[0][2], 8);
}

static void test_keeps_broadcast_axes_apart(void **state)
{
    (void)state;
    weft_plan *plan = make_plan(2, SHAPE(4, 3), (const int64_t[][3]){{8, 0, 8}, {0, 8, 32}});
    plan_normalise(plan);
    assert_int_equal(plan->rank, 2);
    assert_int_equal(plan->extents[0], 4);
    assert_int_equal(plan->steps[1][0], 0);
}

static void test_drops_and_sorts(void **state)
{
    (void)state;
    weft_plan *plan = make_plan(
        4, SHAPE(1, 5, 1, 2), (const int64_t[][3]){{7, 7, 7}, {16, 16, 16}, {0, 0, 0}, {8, 8, 8}});
    plan_normalise(plan); /* Fortran order: one run of 10 */
    assert_int_equal(plan->rank, 1);
    assert_int_equal(plan->extents[0], 10);
    assert_int_equal(plan->steps[0][1], 8);
}

static void test_flips_what_all_walk_backwards(void **state)
{
    (void)state;
    weft_plan *plan = make_plan(1, SHAPE(4), (const int64_t[][3]){{-8, 0, -16}});
    plan_normalise(plan);
    assert_int_equal(plan->steps[0][0], 8);
    assert_int_equal(plan->steps[0][2], 16);
    assert_ptr_equal(plan->data[0], memory + 2048 - 24);
    assert_ptr_equal(plan->data[1], memory + 2048);
    plan = make_plan(1, SHAPE(4), (const int64_t[][3]){{-8, 8, 8}});
    plan_normalise(plan);
    assert_int_equal(plan->steps[0][0], -8);
}

/* What has a state: columns, and rows from the last to the first, stay so; what lies one behind the other is merged. */
static void test_serial_keeps_its_order(void **state)
{
    (void)state;
    weft_ufunc serial = sample_add;
    serial.flags |= WEFT_UFUNC_SERIAL;
    weft_plan *plan = make_plan(2, SHAPE(5, 4), (const int64_t[][3]){{32, 32, 32}, {-8, -8, -8}});
    char *first = plan->data[2];
    plan->ufunc = &serial;
    plan_normalise(plan);
    assert_int_equal(plan->rank, 2);
    assert_int_equal(plan->extents[0], 5);
    assert_int_equal(plan->steps[0][2], 32);
    assert_int_equal(plan->steps[1][2], -8);
    assert_ptr_equal(plan->data[2], first);
    plan = make_plan(2, SHAPE(5, 4), (const int64_t[][3]){{-8, -8, -8}, {-40, -40, -40}});
    plan->ufunc = &serial;
    plan_normalise(plan);
    assert_int_equal(plan->rank, 1);
    assert_int_equal(plan->steps[0][2], -8);
}

static void test_gives_one_item_an_axis(void **state)
{
    (void)state;
    weft_plan *plan = make_plan(1, SHAPE(1), (const int64_t[][3]){{0, 0, 0}});
    plan_normalise(plan);
    assert_int_equal(plan->rank, 1);
    assert_int_equal(plan->extents[0], 1);
    assert_int_equal(plan->steps[0][0], 8);
}

static void test_measures_core_blocks(void **state)
{
    (void)state;
    static weft_plan plan;
    static plan_cores cores;
    plan.ufunc = &sample_matmul;
    plan.loop = &sample_matmul.loops[1];
    plan.sizes = cores.sizes;
    plan.core_steps = cores.steps;
    plan.sizes[0] = 3, plan.sizes[1] = 1, plan.sizes[2] = 5;
    plan.core_steps[0][0] = 4, plan.core_steps[0][1] = 0;  /* (3, 1): size 1 has any step */
    plan.core_steps[1][0] = 0, plan.core_steps[1][1] = 8;  /* (1, 5) with gaps */
    plan.core_steps[2][0] = 20, plan.core_steps[2][1] = 4; /* (3, 5) */
    assert_true(plan_core_is_contiguous(&plan, 0));
    assert_false(plan_core_is_contiguous(&plan, 1));
    assert_true(plan_core_is_contiguous(&plan, 2));
    assert_int_equal(plan_core_bytes(&plan, 2), 60);
    plan.sizes[2] = 0;
    assert_true(plan_core_is_contiguous(&plan, 1));
    assert_int_equal(plan_core_bytes(&plan, 2), 0);
    plan.sizes[0] = plan.sizes[2] = INT64_C(1) << 40;
    assert_true(plan_core_bytes(&plan, 2) == INT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_merges_contiguous_axes),
        cmocka_unit_test(test_keeps_broadcast_axes_apart),
        cmocka_unit_test(test_drops_and_sorts),
        cmocka_unit_test(test_flips_what_all_walk_backwards),
        cmocka_unit_test(test_serial_keeps_its_order),
        cmocka_unit_test(test_gives_one_item_an_axis),
        cmocka_unit_test(test_measures_core_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
