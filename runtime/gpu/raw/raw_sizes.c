/* raw_sizes.c: the expressions of WEFT_LAUNCH, computed for one call. */
#include "raw_sizes.h"

#include <stdio.h>
#include <string.h>

#include "base/dtype.h"
#include "base/error.h"

/* One expression of a plan's. */
typedef struct size_value {
    const weft_plan *plan;
    const weft_size_expression *from;
    const char *word; /* what it is for: "blocks" */
    int64_t threads;  /* of a block */
    int64_t result;
} size_value;

/* " where n is 3 and m is 4": the sizes in an expression, as many as have room. */
static const char *print_sizes(const size_value *value, char *text, size_t room)
{
    size_t length = 0;
    *text = 0;
    for (uint32_t i = 0; i < value->from->count; i++) {
        const weft_size_step *step = &value->from->steps[i];
        bool is_said = step->kind != WEFT_SIZE_DIMENSION;
        for (uint32_t k = 0; k < i && !is_said; k++)
            is_said = value->from->steps[k].kind == WEFT_SIZE_DIMENSION &&
                      value->from->steps[k].number == step->number;
        if (is_said || length >= room)
            continue;
        const int added =
            snprintf(text + length, room - length, "%s%.40s is %lld", length ? " and " : " where ",
                     value->plan->ufunc->dimensions[step->number].name,
                     (long long)value->plan->sizes[step->number]);
        length += added > 0 ? (size_t)added : 0;
    }
    return text;
}

static weft_status refuse(const size_value *value, const char *what, weft_error *error)
{
    char sizes[200];
    return error_set(error, WEFT_ERROR_ARGUMENT, "%.100s: %s(%.200s)%s %s",
                     value->plan->ufunc->name, value->word, value->from->text,
                     print_sizes(value, sizes, sizeof sizes), what);
}

static weft_status refuse_number(const size_value *value, const char *why, weft_error *error)
{
    char sizes[200];
    return error_set(error, WEFT_ERROR_ARGUMENT, "%.100s: %s(%.200s) is %lld%s, and %s",
                     value->plan->ufunc->name, value->word, value->from->text,
                     (long long)value->result, print_sizes(value, sizes, sizeof sizes), why);
}

/* What a step makes of two numbers. False if no 64 bits hold it. */
static bool combine(weft_size_step_kind kind, int64_t a, int64_t b, int64_t *result)
{
    switch (kind) {
    case WEFT_SIZE_ADD:
        return !__builtin_add_overflow(a, b, result);
    case WEFT_SIZE_SUBTRACT:
        return !__builtin_sub_overflow(a, b, result);
    case WEFT_SIZE_MULTIPLY:
        return !__builtin_mul_overflow(a, b, result);
    case WEFT_SIZE_DIVIDE:
    case WEFT_SIZE_REMAINDER:
        if (b == -1 && a == INT64_MIN)
            return false;
        *result = kind == WEFT_SIZE_DIVIDE ? a / b : a % b;
        return true;
    default:
        *result = (kind == WEFT_SIZE_LEAST) == (a < b) ? a : b;
        return true;
    }
}

static int64_t find_number(const size_value *value, const weft_size_step *step)
{
    const weft_plan *plan = value->plan;
    switch ((weft_size_step_kind)step->kind) {
    case WEFT_SIZE_DIMENSION:
        return plan->sizes[step->number];
    case WEFT_SIZE_ELEMENT:
        return (int64_t)dtype_table[plan->loop->kernel_dtypes[step->number]].size;
    case WEFT_SIZE_THREADS:
        return value->threads;
    default:
        return step->number;
    }
}

static weft_status compute(size_value *value, weft_error *error)
{
    int64_t stack[WEFT_SIZE_MOST_STEPS];
    int depth = 0;
    for (uint32_t i = 0; i < value->from->count; i++) {
        const weft_size_step *step = &value->from->steps[i];
        const weft_size_step_kind kind = (weft_size_step_kind)step->kind;
        if (kind < WEFT_SIZE_ADD) {
            stack[depth++] = find_number(value, step);
            continue;
        }
        const int64_t b = stack[--depth], a = stack[depth - 1];
        if (b == 0 && (kind == WEFT_SIZE_DIVIDE || kind == WEFT_SIZE_REMAINDER))
            return refuse(value, "divides by 0", error);
        if (!combine(kind, a, b, &stack[depth - 1]))
            return refuse(value, "is beyond 64 bits", error);
    }
    value->result = stack[0];
    return WEFT_OK;
}

static bool has_results(const weft_plan *plan)
{
    for (int i = plan->ufunc->input_count; i < plan->operand_count; i++)
        if (!plan_block_is_empty(plan, i))
            return true;
    return false;
}

/* The numbers along the axes of a grid or a block. */
static weft_status read_axes(size_value *value, const weft_size_expression *axes, uint32_t *to,
                             weft_error *error)
{
    weft_status status = WEFT_OK;
    for (int axis = 0; axis < 3 && !status; axis++) {
        value->from = &axes[axis];
        value->result = 1;
        if (axes[axis].text)
            status = compute(value, error);
        if (!status && (value->result < 0 || value->result > INT32_MAX))
            status = refuse_number(value,
                                   value->result < 0 ? "there are none below 0"
                                                     : "no device has 2^31 along an axis",
                                   error);
        to[axis] = status ? 0 : (uint32_t)value->result;
    }
    return status;
}

/* The same where nobody would compute the results if there were none. */
static weft_status read_some(size_value *value, const weft_size_expression *axes, uint32_t *to,
                             weft_error *error)
{
    weft_status status = read_axes(value, axes, to, error);
    for (int axis = 0; axis < 3 && !status; axis++) {
        value->from = &axes[axis];
        value->result = to[axis];
        if (to[axis] == 0)
            status = refuse_number(value, "nothing would compute the results", error);
    }
    return status;
}

weft_status raw_sizes_read(const weft_plan *plan, weft_launch *how, weft_error *error)
{
    const weft_launch_grid *grid = plan->ufunc->grid;
    size_value value = {.plan = plan, .word = "threads"};
    *how = (weft_launch){.size = sizeof *how};
    if (!has_results(plan))
        return WEFT_OK;
    weft_status status = read_some(&value, grid->threads, how->threads, error);
    if (status)
        return status;
    if (__builtin_mul_overflow((int64_t)how->threads[0] * how->threads[1], how->threads[2],
                               &value.threads))
        value.threads = INT64_MAX;
    value.word = "blocks";
    status = read_some(&value, grid->blocks, how->blocks, error);
    if (status || !grid->shared.text)
        return status;
    value.word = "shared";
    value.from = &grid->shared;
    status = compute(&value, error);
    if (!status && (value.result < 0 || value.result > INT32_MAX))
        return refuse_number(&value, "no block has so many bytes of shared memory", error);
    how->shared = status ? 0 : (size_t)value.result;
    return status;
}
