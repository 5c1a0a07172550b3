/* loop_call.c: kernels as loops of NumPy. NumPy asks more of a loop than a kernel gives: it folds
 * and accumulates by loops whose output is their own input, and hands over core blocks that are
 * strided. */
#include "loops.h"
#include "python/operation.h"

#include <string.h>

/* Whether the kernels are to run by calls, on another target than that which NumPy's loops know. */
static bool is_elsewhere(const weft_options *followed)
{
    return followed && followed->target != WEFT_AUTO && followed->target != WEFT_CPU;
}

/* The options of calls that a loop makes. */
static weft_options options_of_loop(void)
{
    const weft_options *followed = operation_followed();
    weft_options options = {.size = sizeof options, .target = WEFT_CPU};
    if (followed)
        options.casting = followed->casting;
    if (is_elsewhere(followed)) {
        options.target = followed->target;
        options.threads = followed->threads;
        options.device = followed->device;
    }
    return options;
}

/* Puts what libweft says before Python; without the index of a stretch of the operands that NumPy
 * chose. Loops run without the GIL. */
static int fail(const weft_error *error)
{
    weft_error plain = *error;
    char *index = strstr(plain.text, " at index ("), *end = index ? strchr(index, ')') : NULL;
    if (end)
        memmove(index, end + 1, strlen(end + 1) + 1);
    PyGILState_STATE state = PyGILState_Ensure();
    face_raise(&plain);
    PyGILState_Release(state);
    return -1;
}

/* The call, by libweft, which packs and casts. */
static int call(const bound_loop *bound, char *const *args, const int64_t *dimensions,
                const int64_t *steps)
{
    weft_array arrays[WEFT_MAX_OPERANDS], *operands[WEFT_MAX_OPERANDS];
    weft_dtype signature[WEFT_MAX_OPERANDS];
    const int64_t *core = steps + bound->count;
    for (int i = 0; i < bound->count; i++) {
        const weft_operand *operand = &bound->ufunc->operands[i];
        weft_array *array = operands[i] = &arrays[i];
        *array = (weft_array){
            .data = args[i], .dtype = bound->dtypes[i], .rank = 1 + operand->core_rank};
        array->shape[0] = dimensions[0];
        array->steps[0] = steps[i];
        for (int k = 0; k < operand->core_rank; k++) {
            array->shape[1 + k] = dimensions[1 + operand->dimensions[k]];
            array->steps[1 + k] = core[k];
        }
        core += operand->core_rank;
        signature[i] = (weft_dtype)bound->loop->dtypes[i];
    }
    weft_codes kept = {.rule = WEFT_CODES_KEEP}; /* which are among NumPy's outputs */
    weft_options options = options_of_loop();
    options.signature = signature;
    options.codes = bound->ufunc->code_count ? &kept : NULL;
    weft_error error;
    return weft_call(bound->ufunc, operands, &options, &error) ? fail(&error) : 0;
}

/* ---- elementwise ---- */

/* One item after the other: each may read what the one before it wrote. */
static void run_in_order(const bound_loop *bound, char *const *args, int64_t count,
                         const int64_t *steps)
{
    const int64_t one = 1;
    const weft_rows rows = {.count = count, .steps = steps};
    bound->kernel(args, &one, steps, &rows);
}

/* r = f(r, x[0]), f(r, x[1]), …: as a tree, where the order is free, with r as the first value. */
static int fold(const bound_loop *bound, char *const *args, int64_t count, const int64_t *steps)
{
    enum { FEW = 8 };
    weft_error error;
    const weft_dtype dtype = (weft_dtype)bound->loop->dtypes[0];
    if (!bound->is_foldable || count < FEW) {
        run_in_order(bound, args, count, steps);
        return 0;
    }
    weft_array x = weft_array_view(args[1], dtype, 1, &count, &steps[1]);
    weft_array first = weft_array_view(args[0], dtype, 0, NULL, NULL);
    weft_array result = weft_array_view(args[2], dtype, 0, NULL, NULL);
    weft_reduction how = {.size = sizeof how, .all = true};
    const weft_options options = options_of_loop();
    if (weft_dtype_size(dtype) < 4) { /* whose sums are of wider numbers up to the end */
        how.initial = &first;
        return weft_reduce(bound->ufunc, &x, &result, &how, &options, &error) ? fail(&error) : 0;
    }
    double sum[2];
    const int64_t one = 1;
    result.data = sum;
    if (weft_reduce(bound->ufunc, &x, &result, &how, &options, &error))
        return fail(&error);
    bound->kernel((char *[]){args[0], (char *)sum, args[2]}, &one, steps, NULL);
    return 0;
}

/* The same of integers that may not fit the loop. */
static int fold_narrowing(const bound_loop *bound, char *const *args, int64_t count,
                          const int64_t *steps)
{
    weft_dtype signature[3];
    weft_error error;
    for (int i = 0; i < 3; i++)
        signature[i] = (weft_dtype)bound->loop->dtypes[i];
    const weft_array x =
        weft_array_view(args[1], (weft_dtype)bound->dtypes[1], 1, &count, &steps[1]);
    const weft_array first = weft_array_view(args[0], signature[0], 0, NULL, NULL);
    weft_array result = weft_array_view(args[2], signature[2], 0, NULL, NULL);
    const weft_reduction how = {.size = sizeof how, .all = true, .initial = &first};
    weft_options options = options_of_loop();
    options.signature = signature;
    return weft_reduce(bound->ufunc, &x, &result, &how, &options, &error) ? fail(&error) : 0;
}

/* The same by calls. */
static int call_in_order(const bound_loop *bound, char *const *args, int64_t count,
                         const int64_t *steps)
{
    const int64_t one = 1;
    int status = 0;
    for (int64_t k = 0; k < count && !status; k++) {
        char *at[WEFT_MAX_OPERANDS];
        for (int i = 0; i < bound->count; i++)
            at[i] = args[i] + k * steps[i];
        status = call(bound, at, &one, steps);
    }
    return status;
}

int loop_call_elementwise(PyArrayMethod_Context *context, char *const *args,
                          const npy_intp *dimensions, const npy_intp *steps, NpyAuxData *data)
{
    const bound_loop *bound = (const bound_loop *)data;
    (void)context;
    if (bound->is_serial)
        return call_in_order(bound, args, dimensions[0], steps);
    if (bound->dtypes != bound->loop->dtypes)
        return bound->count == 3 && steps[0] == 0 && steps[2] == 0 && args[2] == args[0] &&
                       dimensions[0] > 1
                   ? fold_narrowing(bound, args, dimensions[0], steps)
                   : call(bound, args, dimensions, steps);
    if (bound->count == 3 && steps[2] == steps[0] && dimensions[0] > 1) {
        if (steps[2] == 0 && args[2] == args[0])
            return fold(bound, args, dimensions[0], steps);
        if (args[2] == args[0] + steps[0]) { /* accumulate */
            run_in_order(bound, args, dimensions[0], steps);
            return 0;
        }
    }
    if (is_elsewhere(operation_followed()))
        return call(bound, args, dimensions, steps);
    bound->kernel(args, dimensions, steps, NULL);
    return 0;
}

/* ---- with core dimensions ---- */

/* Whether the core blocks lie as a kernel wants them. */
static bool core_is_plain(const bound_loop *bound, const int64_t *dimensions, const int64_t *steps)
{
    const int64_t *core = steps + bound->count;
    for (int i = 0; i < bound->count; i++) {
        const weft_operand *operand = &bound->ufunc->operands[i];
        int64_t step = (int64_t)weft_dtype_size((weft_dtype)bound->loop->dtypes[i]);
        for (int k = operand->core_rank; k-- > 0;) {
            const int64_t extent = dimensions[1 + operand->dimensions[k]];
            if (extent > 1 && core[k] != step)
                return false;
            step *= extent;
        }
        core += operand->core_rank;
    }
    return true;
}

int loop_call_core(PyArrayMethod_Context *context, char *const *args, const npy_intp *dimensions,
                   const npy_intp *steps, NpyAuxData *data)
{
    const bound_loop *bound = (const bound_loop *)data;
    (void)context;
    if (bound->is_as_stored && !is_elsewhere(operation_followed()) &&
        core_is_plain(bound, dimensions, steps)) {
        bound->kernel(args, dimensions, steps, NULL);
        return 0;
    }
    return call(bound, args, dimensions, steps);
}
