/* call.c: the least that a call of a + b on any arrays has to do: find the loop of the dtypes,
 * broadcast, coalesce, see whether operands overlap, and walk. Up to eight axes, two inputs and one
 * output. */
#include "prototypes.h"

#include <stddef.h>

#include <weft/weft.h>

enum { OPERANDS = 3, OUT = 2, MOST_AXES = 8 };

typedef void loop(char *const *at, int64_t count, const int64_t *steps);

static void strided(char *const *at, int64_t count, const int64_t *steps)
{
    for (int64_t i = 0; i < count; i++)
        *(float *)(at[OUT] + i * steps[OUT]) =
            *(const float *)(at[0] + i * steps[0]) + *(const float *)(at[1] + i * steps[1]);
}

static void contiguous(char *const *at, int64_t count, const int64_t *steps)
{
    const float *const a = (const float *)at[0], *const b = (const float *)at[1];
    float *const out = (float *)at[OUT];
    (void)steps;
#pragma omp simd
    for (int64_t i = 0; i < count; i++)
        out[i] = a[i] + b[i];
}

/* Loops by dtypes, one byte each, as a library's table has them. */
#define KEY(dtype) ((uint32_t)(dtype)*0x010101u)
static const struct {
    uint32_t dtypes;
    int64_t size;
    loop *loops[2];
} rows[] = {
    {KEY(WEFT_FLOAT64), 8, {NULL, NULL}},
    {KEY(WEFT_INT32), 4, {NULL, NULL}},
    {KEY(WEFT_FLOAT32), 4, {strided, contiguous}},
};

/* What a call iterates: axes from the innermost on. */
typedef struct walk {
    int rank;
    int64_t shape[MOST_AXES], steps[MOST_AXES][OPERANDS];
} walk;

static int broadcast(walk *plan, weft_array *const *operands)
{
    const weft_array *const out = operands[OUT];
    if (out->rank > MOST_AXES || operands[0]->rank > out->rank || operands[1]->rank > out->rank)
        return -1;
    plan->rank = 0;
    for (int axis = 0; axis < out->rank; axis++) {
        const int64_t extent = out->shape[out->rank - 1 - axis];
        int64_t *const steps = plan->steps[plan->rank];
        for (int k = 0; k < OPERANDS; k++) {
            const int own = operands[k]->rank - 1 - axis;
            steps[k] = own >= 0 && operands[k]->shape[own] == extent ? operands[k]->steps[own] : 0;
            if (own >= 0 && operands[k]->shape[own] != extent && operands[k]->shape[own] != 1)
                return -1;
        }
        if (extent == 1)
            continue;
        int is_joined = plan->rank > 0;
        for (int k = 0; is_joined && k < OPERANDS; k++)
            is_joined = steps[k] == plan->steps[plan->rank - 1][k] * plan->shape[plan->rank - 1];
        if (is_joined)
            plan->shape[plan->rank - 1] *= extent;
        else
            plan->shape[plan->rank++] = extent;
    }
    return 0;
}

/* The bytes that an operand touches. */
static void find_range(const walk *plan, int operand, const char *at, int64_t size,
                       const char **low, const char **high)
{
    *low = at;
    *high = at + size;
    for (int axis = 0; axis < plan->rank; axis++) {
        const int64_t far = plan->steps[axis][operand] * (plan->shape[axis] - 1);
        *(far < 0 ? low : high) += far;
    }
}

static int is_overlapping(const walk *plan, char *const *at, int64_t size)
{
    const char *out_low, *out_high;
    find_range(plan, OUT, at[OUT], size, &out_low, &out_high);
    for (int k = 0; k < OUT; k++) {
        const char *low, *high;
        find_range(plan, k, at[k], size, &low, &high);
        if (at[k] != at[OUT] && low < out_high && out_low < high)
            return 1;
    }
    return 0;
}

void prototype_call(void *const *args, int64_t count)
{
    weft_array *const operands[OPERANDS] = {args[0], args[1], args[2]};
    const uint32_t dtypes = (uint32_t)operands[0]->dtype | (uint32_t)operands[1]->dtype << 8 |
                            (uint32_t)operands[2]->dtype << 16;
    size_t row = 0;
    walk plan;
    (void)count;
    while (row < sizeof rows / sizeof *rows && rows[row].dtypes != dtypes)
        row++;
    if (row == sizeof rows / sizeof *rows || broadcast(&plan, operands))
        return; /* the output stays as it was, and is found wrong */
    const int64_t size = rows[row].size;
    char *at[OPERANDS] = {operands[0]->data, operands[1]->data, operands[2]->data};
    if (!plan.rank) {
        plan.shape[0] = plan.rank = 1;
        for (int k = 0; k < OPERANDS; k++)
            plan.steps[0][k] = size;
    }
    if (is_overlapping(&plan, at, size))
        return;
    const int64_t *const inner = plan.steps[0];
    loop *const run = rows[row].loops[inner[0] == size && inner[1] == size && inner[2] == size];
    int64_t index[MOST_AXES] = {0};
    for (;;) {
        run(at, plan.shape[0], inner);
        int axis = 1;
        for (; axis < plan.rank; axis++) {
            const int64_t back = ++index[axis] < plan.shape[axis] ? 0 : plan.shape[axis];
            for (int k = 0; k < OPERANDS; k++)
                at[k] += plan.steps[axis][k] * (1 - back);
            if (!back)
                break;
            index[axis] = 0;
        }
        if (axis == plan.rank)
            return;
    }
}
