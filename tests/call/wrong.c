#include "wrong.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cores.h"
#include "elementwise.h"
#include "place.h"
#include "sizes.h"

enum { MOST_OPERANDS = 4, NOTHING = -1 };

/* Operands that are wrong in themselves. */
typedef enum fault {
    RIGHT,
    NULL_OPERAND,
    NULL_DATA,
    UNKNOWN_DTYPE,
    NEGATIVE_SIZE,
    NEGATIVE_RANK,
    HUGE_SIZES,
    STEP_OF_0,
    STEPS_TOO_SMALL,
    SAME_MEMORY, /* as the operand before */
    WEAK_300,
    WEAK_HALF,
} fault;

/* One operand. */
typedef struct given {
    weft_dtype dtype; /* NONE: an output to be allocated */
    const char *shape;
    unsigned arrangement;
    fault fault;
} given;

/* One wrong call and what must come of it. */
static const struct wrong {
    const weft_ufunc *ufunc;
    given operands[MOST_OPERANDS];
    weft_status status;
    int operand, axis;
    const char *text;
    weft_casting casting;
    int threads;
    size_t size;
} wrongs[] = {
#include "wrong_calls.h"
};

static int parse_shape(const char *text, int64_t *shape)
{
    int rank = 0;
    for (char *end; text && *text; text = *end == ',' ? end + 1 : end)
        shape[rank++] = strtoll(text, &end, 10);
    return rank;
}

/* Lays out an operand and then spoils it. */
static void make(place *operands, int i, const given *wanted)
{
    int64_t shape[WEFT_MAX_RANK];
    int rank = parse_shape(wanted->shape, shape);
    place *made = &operands[i];
    if (wanted->dtype == WEFT_NONE && wanted->fault == RIGHT) {
        *made = (place){.bytes = NULL};
        return;
    }
    weft_dtype dtype = wanted->fault == UNKNOWN_DTYPE ? WEFT_INT8 : wanted->dtype;
    if (wanted->fault == WEAK_300 || wanted->fault == WEAK_HALF) {
        *made = (place){.array = wanted->fault == WEAK_300 ? weft_scalar_i64(300)
                                                           : weft_scalar_f64(0.5)};
        return;
    }
    place_init(made, dtype, rank, shape, 0, wanted->arrangement, 0);
    weft_array *array = &made->array;
    switch (wanted->fault) {
    case NULL_DATA:
        array->data = NULL;
        break;
    case UNKNOWN_DTYPE:
        array->dtype = 99;
        break;
    case NEGATIVE_SIZE:
        array->shape[0] = -1;
        break;
    case NEGATIVE_RANK:
        array->rank = -2;
        break;
    case HUGE_SIZES:
        for (int axis = 0; axis < rank; axis++) {
            array->shape[axis] = INT64_C(1) << 40;
            array->steps[axis] = 0;
        }
        break;
    case STEP_OF_0:
        array->steps[0] = 0;
        break;
    case STEPS_TOO_SMALL:
        array->steps[0] = array->steps[1];
        break;
    case SAME_MEMORY:
        array->data = operands[i - 1].array.data;
        break;
    default:
        break;
    }
}

/* Whether the bytes of all operands are as they were. */
static bool unchanged(const place *operands, int count)
{
    for (int i = 0; i < count; i++)
        if (operands[i].bytes && memcmp(operands[i].bytes, operands[i].before, operands[i].size))
            return false;
    return true;
}

static bool run_one(const struct wrong *one, weft_target target)
{
    place operands[MOST_OPERANDS];
    weft_array *pointers[MOST_OPERANDS];
    weft_error error = {.status = WEFT_OK, .operand = 77, .axis = 77};
    int count = one->ufunc->input_count + one->ufunc->output_count;
    for (int i = 0; i < count; i++) {
        make(operands, i, &one->operands[i]);
        pointers[i] = one->operands[i].fault == NULL_OPERAND ? NULL : &operands[i].array;
    }
    for (int i = 0; i < count; i++)
        if (operands[i].bytes)
            memcpy(operands[i].before, operands[i].bytes, operands[i].size);
    weft_options options = {
        .target = target, .casting = one->casting, .threads = one->threads, .size = one->size};
    weft_status status = weft_call(one->ufunc, pointers, &options, &error);
    bool good = status == one->status && error.status == status && error.operand == one->operand &&
                error.axis == one->axis && strcmp(error.text, one->text) == 0;
    if (!good)
        printf("FAILED on %s: status %d, operand %d, axis %d, \"%s\",\n  expected %d, %d, %d, "
               "\"%s\"\n",
               weft_target_name(target), (int)status, error.operand, error.axis, error.text,
               (int)one->status, one->operand, one->axis, one->text);
    if (!unchanged(operands, count)) {
        printf("FAILED on %s: bytes were written by the call that must fail with \"%s\"\n",
               weft_target_name(target), one->text);
        good = false;
    }
    for (int i = 0; i < count; i++) {
        weft_array_clear(&operands[i].array);
        place_clear(&operands[i]);
    }
    return good;
}

int wrong_run(weft_target target)
{
    int passed = 0, failed = 0;
    for (size_t k = 0; k < sizeof wrongs / sizeof *wrongs; k++)
        *(run_one(&wrongs[k], target) ? &passed : &failed) += 1;
    printf("%d wrong calls passed, %d failed\n", passed, failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
