/* direct.c: the steps of a call in one pass over the operands, where there is nothing to decide:
 * they lie in host memory with the dtypes of a loop, outputs are given, walked forwards and
 * disjoint. It makes the plan that the steps would; what is otherwise is left to them, errors
 * included. The counts of operands are constants for functions of one and two inputs, so that there
 * are no loops over operands. */
#include "call/call.h"

#include "arrays/array.h"
#include "base/cast.h"
#include "base/dtype.h"
#include "base/odometer.h"
#include "base/options.h"
#include "call/codes.h"
#include "call/resolve.h"
#include "call/target/target.h"
#include "direct_axes.h"
#include "direct_row.h"
#include "exact.h"
#include "host/host.h"
#include "host/run/serial.h"
#include "plan/isa.h"
#include "plan/trace.h"

static const weft_options no_options = {.casting = WEFT_CASTING_SAME_KIND};

/* ---- operands ---- */

/* Takes the operands' dtypes and places; *weak is set where a number has no dtype of its own. */
static DIRECT_INLINE bool take_operands(direct_plan *to, int input_count, int count, bool *weak)
{
    unsigned flags = 0;
    for (int i = 0; i < count; i++) {
        const weft_array *array = to->operands[i];
        if (!array ||
            direct_excess(array, i < input_count ? &direct_input_or_number : &direct_result))
            return false;
        to->dtypes[i] = array->dtype;
        to->plan.data[i] = array->data;
        flags |= array->flags;
        if (array->flags & (WEFT_ARRAY_INLINE | WEFT_ARRAY_WEAK)) {
            if (!(array->flags & WEFT_ARRAY_INLINE) || array->rank != 0)
                return false;
            to->plan.data[i] = array_data(array);
        }
        if (!to->plan.data[i])
            return false;
    }
    *weak = flags & WEFT_ARRAY_WEAK;
    return true;
}

/* The loop of weak numbers, which become what it takes: resolve.c says what that is. */
__attribute__((noinline)) static bool find_weak_loop(direct_plan *to)
{
    operand_types types;
    resolve_begin(&types, to->ufunc, &no_options);
    for (int i = 0; i < to->plan.operand_count; i++) {
        if (!dtype_is_valid(to->dtypes[i]))
            return false;
        resolve_note(&types, i, to->operands[i]);
    }
    if (resolve_loop(&types, &to->plan.loop, NULL))
        return false;
    for (int i = 0; i < to->ufunc->input_count; i++) {
        const weft_dtype wanted = (weft_dtype)to->plan.loop->dtypes[i];
        if (!(types.weak >> i & 1) || to->dtypes[i] == wanted)
            continue;
        cast_elements(to->scalars[i], wanted, 0, false, to->plan.data[i], (weft_dtype)to->dtypes[i],
                      0, false, 1);
        to->plan.data[i] = to->scalars[i];
        to->dtypes[i] = (uint8_t)wanted;
    }
    return true;
}

/* Finds the loop, which takes all operands as they are. */
static DIRECT_INLINE bool find_loop(direct_plan *to, int input_count, int count, bool weak)
{
    if (!weak)
        to->plan.loop = exact_find(to->ufunc, to->dtypes, input_count);
    else if (!find_weak_loop(to))
        return false;
    const weft_loop *loop = to->plan.loop;
    if (!loop)
        return false;
    for (int i = weak ? 0 : input_count; i < count; i++)
        if (loop->dtypes[i] != to->dtypes[i])
            return false;
    return loop->kernel_dtypes == loop->dtypes;
}

/* The ranges of an item whose blocks are elements. */
static DIRECT_INLINE void take_elements(const direct_plan *to, int count, byte_range *ranges)
{
    for (int i = 0; i < count; i++) {
        const uintptr_t data = (uintptr_t)to->plan.data[i];
        ranges[i] = (byte_range){data, data + dtype_table[to->dtypes[i]].size};
    }
}

/* ---- the call ---- */

/* Calls the kernel for all rows: of so few, nothing but their order is worth a thought. */
static DIRECT_INLINE void run_rows(const weft_plan *plan, weft_kernel *kernel, int count)
{
    const weft_rows rows = {.count = plan->extents[1], .steps = plan->steps[1]};
    char *data[WEFT_MAX_OPERANDS];
    int64_t index[WEFT_MAX_RANK];
    for (int i = 0; i < count; i++)
        data[i] = plan->data[i];
    for (int axis = 2; axis < plan->rank; axis++)
        index[axis] = 0;
    do
        kernel(data, plan->extents, plan->steps[0], &rows);
    while (odometer_climb(index, plan->extents, plan->steps[0], WEFT_MAX_OPERANDS, 2, plan->rank,
                          count, data));
}

/* Runs the plan; a row needs nothing around the kernel. */
static DIRECT_INLINE bool run(const weft_plan *plan, int count, bool has_cores)
{
    int isa;
    if (has_cores)
        return host_run(plan, NULL) == WEFT_OK;
    weft_kernel *const kernel = isa_best_kernel(plan->ufunc, plan->loop, &isa);
    if (kernel && plan->rank == 1)
        kernel(plan->data, plan->extents, plan->steps[0], NULL);
    else if (kernel)
        run_rows(plan, kernel, count);
    return kernel;
}

/* Whether the first output says at once that there is more to do than a pass is for. */
static DIRECT_INLINE bool is_more(const weft_array *first)
{
    return !first || first->dtype == WEFT_NONE ||
           (first->rank != 0 && (uint64_t)first->shape[0] > DIRECT_MOST_ITEMS);
}

/* Runs the plan where threads may be worth it: what this costs is paid by calls that are not short.
 */
__attribute__((noinline)) static bool run_parallel(weft_plan *plan, const weft_options *options)
{
    const weft_place place = {.backend = &backend_parallel,
                              .threads = options ? options->threads : 0};
    if (target_named(options_target(options)) != WEFT_PARALLEL)
        return false;
    plan->place = &place;
    return backend_parallel.run(plan, NULL) == WEFT_OK;
}

/* Makes the plan and runs it. */
static DIRECT_INLINE bool compute(const weft_ufunc *ufunc, weft_array *const *operands,
                                  const weft_options *options, int input_count, int count,
                                  bool has_cores)
{
    static const weft_place on_cpu = {.backend = &backend_cpu};
    direct_plan to;
    byte_range ranges[WEFT_MAX_OPERANDS]; /* what an item touches, then all items */
    bool weak;
    if (is_more(operands[input_count]))
        return false;
    to.ufunc = ufunc;
    to.operands = operands;
    plan_begin(&to.plan, ufunc, NULL, &on_cpu, count, has_cores ? &to.cores : NULL);
    if (!take_operands(&to, input_count, count, &weak) || !find_loop(&to, input_count, count, weak))
        return false;
    if (!has_cores)
        take_elements(&to, count, ranges);
    if ((has_cores && !direct_take_cores(&to, ranges)) ||
        !direct_take_axes(&to, input_count, count, has_cores, ranges) ||
        !direct_are_disjoint(&to, input_count, count, has_cores, ranges))
        return false;
    if (to.plan.item_count == 1)
        direct_take_one(&to, count, has_cores);
    if (trace_asked())
        return false;
    return target_takes_cpu(&to.plan, options_target(options)) ? run(&to.plan, count, has_cores)
                                                               : run_parallel(&to.plan, options);
}

#define COMPUTE(name, input_count, count, has_cores)                                       \
    __attribute__((noinline)) static bool compute_##name(                                  \
        const weft_ufunc *ufunc, weft_array *const *operands, const weft_options *options) \
    {                                                                                      \
        return compute(ufunc, operands, options, input_count, count, has_cores);           \
    }
COMPUTE(of_one, 1, 2, false)
COMPUTE(of_two, 2, 3, false)
COMPUTE(of_some, ufunc->input_count, operand_total(ufunc), false)
COMPUTE(of_cores, ufunc->input_count, operand_total(ufunc), true)

/* A call with nothing to decide; false where there is something. */
static bool compute_planned(const weft_ufunc *ufunc, weft_array *const *operands,
                            const weft_options *options)
{
    if (ufunc->reducer || serial_is(ufunc) || ufunc->written_inputs ||
        ufunc->flags & (WEFT_UFUNC_INDEXED | WEFT_UFUNC_RAGGED) ||
        (options && !options_are_default(options)))
        return false;
    const int input_count = ufunc->input_count, output_count = ufunc->output_count;
    const bool is_elementwise = ufunc->flags & WEFT_UFUNC_ELEMENTWISE;
    if (is_elementwise && output_count == 1 && input_count == 2)
        return compute_of_two(ufunc, operands, options);
    if (is_elementwise && output_count == 1 && input_count == 1)
        return compute_of_one(ufunc, operands, options);
    if (input_count == 0 || output_count == 0 || input_count + output_count > WEFT_MAX_OPERANDS)
        return false;
    return is_elementwise ? compute_of_some(ufunc, operands, options)
                          : compute_of_cores(ufunc, operands, options);
}

__attribute__((noinline)) static weft_status call_planned(const weft_ufunc *ufunc,
                                                          weft_array *const *operands,
                                                          const weft_options *options,
                                                          weft_error *error)
{
    if (!ufunc || !operands || !compute_planned(ufunc, operands, options))
        return call_in_steps(ufunc, operands, options, error);
    return ufunc->code_count ? codes_check(ufunc, operands, options, error) : WEFT_OK;
}

/* ---- where the result lies in a row there is no plan ---- */

#define CALL_ROW(name, input_count)                                                               \
    __attribute__((noinline)) static bool run_axes_##name(direct_row *row, weft_kernel *kernel,   \
                                                          weft_array *const *operands)            \
    {                                                                                             \
        return row_run_axes(row, kernel, operands, input_count);                                  \
    }                                                                                             \
    __attribute__((noinline)) static bool find_steps_##name(direct_row *row,                      \
                                                            weft_array *const *operands)          \
    {                                                                                             \
        return row_find_steps(row, operands, input_count);                                        \
    }                                                                                             \
    __attribute__((noinline)) static weft_status call_row_##name(                                 \
        const weft_ufunc *ufunc, weft_array *const *operands, const weft_options *options,        \
        weft_error *error)                                                                        \
    {                                                                                             \
        direct_row row;                                                                           \
        int isa;                                                                                  \
        if (!row_take_operands(&row, ufunc, operands, input_count) ||                             \
            (!row_take_one(&row, operands, input_count) && !find_steps_##name(&row, operands)) || \
            trace_asked() ||                                                                      \
            !target_sees_cpu(ufunc, row.loop, row.count, options_target(options)))                \
            return call_planned(ufunc, operands, options, error);                                 \
        weft_kernel *const kernel = isa_best_kernel(ufunc, row.loop, &isa);                       \
        if (!kernel || (row.scattered && !run_axes_##name(&row, kernel, operands)))               \
            return call_planned(ufunc, operands, options, error);                                 \
        if (!row.scattered)                                                                       \
            kernel(row.data, &row.count, row.steps, NULL);                                        \
        return WEFT_OK;                                                                           \
    }
CALL_ROW(of_one, 1)
CALL_ROW(of_two, 2)

/* A short call on the cpu without other options, of arrays in host memory as a loop takes them and
 * of numbers, outputs given and disjoint, is made in one pass, where everything there is to check
 * holds; all others, and those with errors, take their steps. */
weft_status weft_call(const weft_ufunc *ufunc, weft_array *const *operands,
                      const weft_options *options, weft_error *error)
{
    const uint32_t kind = WEFT_UFUNC_ELEMENTWISE | WEFT_UFUNC_SERIAL | WEFT_UFUNC_INDEXED;
    if (!ufunc || !operands || (options && !options_are_default(options)) ||
        ufunc->output_count != 1 || (ufunc->flags & kind) != WEFT_UFUNC_ELEMENTWISE ||
        ufunc->reducer || ufunc->code_count)
        return call_planned(ufunc, operands, options, error);
    return ufunc->input_count == 2   ? call_row_of_two(ufunc, operands, options, error)
           : ufunc->input_count == 1 ? call_row_of_one(ufunc, operands, options, error)
                                     : call_planned(ufunc, operands, options, error);
}
