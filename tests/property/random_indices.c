/* random_indices.c: the number of an item, for any place of the operands in memory, any part of a
 * call and every target.
 *
 *     random_indices TARGET SEED COUNT
 *
 * Each case is a call on arrays of a random shape and random steps, whole or in ranges that come in
 * any order, with a mask or without; every element must be what its number says. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../stand_in/control.h"
#include "indices.h"

enum { MOST_RANK = 4, MOST_EXTENT = 70, MOST_BYTES = 1 << 22, PADDING = 64 };

static uint64_t state;

static uint64_t draw(uint64_t below)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (state >> 33) % below;
}

/* One operand: bytes of its own, in which it lies anyhow. */
typedef struct lying {
    weft_array array;
    char *bytes;
} lying;

/* Axes in any order and direction, with gaps between rows; core axes stay last and dense. */
static lying lay(weft_dtype dtype, int rank, const int64_t *shape, int core_rank)
{
    int order[WEFT_MAX_RANK];
    int64_t step = (int64_t)weft_dtype_size(dtype), first = 0;
    lying made = {.array = {.dtype = (uint8_t)dtype, .rank = rank}};
    for (int axis = 0; axis < rank; axis++)
        order[axis] = rank - 1 - axis;
    for (int k = core_rank; k < rank && draw(3) == 0; k++) {
        const int other = k + (int)draw((uint64_t)(rank - k)), axis = order[k];
        order[k] = order[other];
        order[other] = axis;
    }
    for (int k = 0; k < rank; k++) {
        const int axis = order[k];
        const bool flips = k >= core_rank && draw(5) == 0;
        made.array.shape[axis] = shape[axis];
        made.array.steps[axis] = flips ? -step : step;
        first += flips ? (shape[axis] - 1) * step : 0;
        step *= shape[axis] + (k >= core_rank && draw(6) == 0);
    }
    made.bytes = calloc(1, (size_t)step + PADDING);
    if (!made.bytes)
        abort();
    made.array.data = made.bytes + first;
    return made;
}

static char *element(const lying *of, int rank, const int64_t *index)
{
    char *at = of->array.data;
    for (int axis = 0; axis < rank; axis++)
        at += index[axis] * of->array.steps[axis];
    return at;
}

typedef struct random_case {
    const weft_ufunc *ufunc;
    int rank;
    int64_t shape[WEFT_MAX_RANK + 1], items;
    lying x, y, mask;
    bool masked;
    uint64_t loop; /* of the ufunc */
} random_case;

static void make_case(random_case *made)
{
    static const weft_ufunc *const all[] = {&weft_ufunc_number, &weft_ufunc_byte,
                                            &weft_ufunc_grid,   &weft_ufunc_folded,
                                            &weft_ufunc_collatz, &weft_ufunc_shifted};
    *made = (random_case){.ufunc = all[draw(sizeof all / sizeof *all)],
                          .rank = (int)draw(MOST_RANK + 1)};
    made->loop = draw(made->ufunc->loop_count);
    made->items = 1;
    for (int axis = 0; axis < made->rank; axis++) {
        made->shape[axis] = draw(6) == 0 ? 1 : 1 + (int64_t)draw(MOST_EXTENT);
        if (made->items * made->shape[axis] > MOST_BYTES / 64)
            made->shape[axis] = 1;
        made->items *= made->shape[axis];
    }
    const uint8_t *dtypes = made->ufunc->loops[made->loop].dtypes;
    const int core = made->ufunc == &weft_ufunc_shifted;
    made->shape[made->rank] = 3;
    made->y = lay((weft_dtype)dtypes[made->ufunc->input_count], made->rank + core, made->shape,
                  core);
    if (made->ufunc != &weft_ufunc_number) {
        int64_t own[WEFT_MAX_RANK + 1];
        memcpy(own, made->shape, sizeof own);
        for (int axis = 0; axis < made->rank; axis++)
            own[axis] = draw(3) == 0 ? 1 : own[axis];
        made->x = lay((weft_dtype)dtypes[0], made->rank + core, own, core);
    }
    made->masked = !core && draw(4) == 0;
    if (made->masked) {
        made->mask = lay(WEFT_BOOL, made->rank, made->shape, 0);
        for (int64_t i = 0; i < made->items; i++)
            made->mask.bytes[i] = draw(3) != 0;
    }
}

static int64_t collatz(int64_t n)
{
    int64_t steps = 0;
    for (; n != 1; steps++)
        n = n & 1 ? 3 * n + 1 : n / 2;
    return steps;
}

/* Whether an item's elements are what its number says; all of x is 0. */
static bool is_right(const random_case *made, const int64_t *index, int64_t i)
{
    const char *at = element(&made->y, made->rank, index);
    const bool chosen = !made->masked || *element(&made->mask, made->rank, index) != 0;
    const int64_t column = made->rank > 0 ? index[made->rank - 1] : 0,
                  row = made->rank > 1 ? index[made->rank - 2] : 0;
    int64_t found = 0, wanted = i;
    if (made->ufunc == &weft_ufunc_byte) {
        found = *(const int8_t *)at;
        wanted = i & 127;
    } else if (made->ufunc == &weft_ufunc_grid) {
        double number;
        float narrow;
        memcpy(&narrow, at, sizeof narrow);
        if (made->y.array.dtype == WEFT_FLOAT32)
            number = narrow;
        else
            memcpy(&number, at, sizeof number);
        found = (int64_t)number;
        wanted = 1000 * row + column;
    } else {
        memcpy(&found, at, sizeof found);
        wanted = made->ufunc == &weft_ufunc_folded    ? (3 + (i & 1)) * i
                 : made->ufunc == &weft_ufunc_collatz ? collatz(i + 1)
                 : made->ufunc == &weft_ufunc_shifted ? 10 * i + column
                                                      : i;
    }
    return found == (chosen ? wanted : 0);
}

static bool check(const random_case *made)
{
    int64_t index[WEFT_MAX_RANK] = {0};
    for (int64_t i = 0; i < made->items; i++) {
        if (!is_right(made, index, i)) {
            printf("%s: item %" PRId64 " is not what its number says\n", made->ufunc->name, i);
            return false;
        }
        for (int axis = made->rank - 1; axis >= 0 && ++index[axis] == made->shape[axis]; axis--)
            index[axis] = 0;
    }
    return true;
}

static weft_status run(random_case *made, weft_target target, weft_error *error)
{
    const weft_dtype dtype = (weft_dtype)made->y.array.dtype;
    weft_array *operands[4] = {NULL};
    const int inputs = made->ufunc->input_count;
    if (made->x.bytes)
        operands[0] = &made->x.array;
    operands[inputs] = &made->y.array;
    weft_options options = {.size = sizeof options,
                            .target = target,
                            .threads = (int)draw(4),
                            .dtype = dtype,
                            .casting = WEFT_CASTING_UNSAFE,
                            .where = made->masked ? &made->mask.array : NULL};
    if (target == WEFT_GPU && draw(3) == 0)
        options.device = WEFT_ALL_DEVICES;
    if (draw(3) > 0)
        return weft_call(made->ufunc, operands, &options, error);
    options.device = 0;
    const int64_t cut[] = {0, (int64_t)draw((uint64_t)made->items + 1), made->items};
    weft_status status = WEFT_OK;
    for (int k = 1; k >= 0 && !status; k--)
        status = weft_call_range(made->ufunc, operands, cut[k], cut[k + 1], &options, error);
    return status;
}

/* Whether a call on these operands is an error that says so. */
static bool is_refused(weft_status status, const weft_error *error, const char *what)
{
    if (status == WEFT_OK || !strstr(error->text, what))
        printf("not refused, \"%s\": %s\n", what, status ? error->text : "no error");
    return status != WEFT_OK && strstr(error->text, what);
}

/* What no call may do, and shapes that only options have. */
static bool check_calls(weft_target target)
{
    weft_error error;
    int64_t numbers[6] = {0}, shape[] = {2, 3}, negative[] = {-1};
    weft_array given = weft_array_view(numbers, WEFT_INT64, 1, (int64_t[]){6}, NULL), made = {0},
               one = weft_scalar_i64(1), floats = {0}, none = {0};
    weft_options options = {.size = sizeof options, .target = target, .rank = 2, .shape = shape};
    weft_reduction how = {.size = sizeof how};
    bool good = weft_number(&made, &options, &error) == WEFT_OK && made.rank == 2 &&
                made.shape[0] == 2 && made.shape[1] == 3 && made.dtype == WEFT_UINT64;
    for (uint64_t i = 0; good && i < 6; i++)
        good = ((uint64_t *)made.data)[i] == i;
    options.dtype = WEFT_FLOAT32;
    good = good && weft_grid(&one, &floats, &options, &error) == WEFT_OK &&
           floats.dtype == WEFT_FLOAT32 && ((float *)floats.data)[5] == 1003;
    options.dtype = WEFT_NONE;
    if (!good)
        printf("options.shape does not shape a result: %s\n", error.text);
    weft_array *operands[] = {&given, &given, &made};
    good = good &&
           is_refused(weft_call(&weft_ufunc_folded, operands, &options, &error), &error,
                      "is the number of the item, which no call gives") &&
           is_refused(weft_folded(&given, &none, &options, &error), &error, "options.shape (2, 3)") &&
           is_refused(weft_reduce(&weft_ufunc_folded, &given, &made, &how, NULL, &error), &error,
                      "it takes an elementwise function of two inputs") &&
           is_refused(weft_outer(&weft_ufunc_folded, &given, &given, &made, NULL, &error), &error,
                      "it takes an elementwise function of two inputs");
    options.rank = 1;
    options.shape = negative;
    good = good && is_refused(weft_number(&made, &options, &error), &error,
                              "options.shape has -1 along axis 0");
    options.shape = NULL;
    good = good && is_refused(weft_number(&made, &options, &error), &error, "options.rank is 1");
    weft_array_clear(&made);
    weft_array_clear(&floats);
    return good;
}

int main(int argc, char **argv)
{
    weft_error error;
    weft_target target = WEFT_CPU;
    while (argc > 1 && target < WEFT_TARGET_END && strcmp(weft_target_name(target), argv[1]) != 0)
        target++;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1,
                   count = argc > 3 ? strtoull(argv[3], NULL, 10) : 1000;
    stand_in_control control;
    if (target == WEFT_GPU && stand_in_find(&control))
        control.set_device_count(3);
    if (!check_calls(target))
        return 1;
    for (uint64_t k = 0; k < count; k++) {
        random_case made;
        state = seed + k;
        draw(2);
        make_case(&made);
        const weft_status status = run(&made, target, &error);
        if (status)
            printf("%s\n", error.text);
        const bool good = !status && check(&made);
        free(made.x.bytes);
        free(made.y.bytes);
        free(made.mask.bytes);
        if (!good) {
            printf("seed %" PRIu64 ": rank %d, %" PRId64 " items%s\n", seed + k, made.rank,
                   made.items, made.masked ? ", masked" : "");
            return 1;
        }
    }
    printf("%" PRIu64 " cases\n", count);
    return 0;
}
