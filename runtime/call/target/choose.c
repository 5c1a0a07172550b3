/* choose.c: weft_loop_choose: the step of a call that takes its loop, by itself. */
#include "base/dtype.h"
#include "base/error.h"
#include "base/options.h"
#include "call/resolve.h"

static weft_status check(const weft_ufunc *ufunc, weft_array *const *operands, weft_error *error)
{
    const int count = ufunc->input_count + ufunc->output_count;
    for (int i = 0; i < count; i++) {
        if (!operands[i] && i < ufunc->input_count && weft_ufunc_default(ufunc, i))
            continue;
        if (!operands[i])
            return error_set_at(error, WEFT_ERROR_ARGUMENT, i, -1, "%s: operand %d (%s) is NULL",
                                ufunc->name, i, ufunc->operands[i].name);
        bool is_open = i >= ufunc->input_count && operands[i]->dtype == WEFT_NONE;
        if (!is_open && !dtype_is_valid(operands[i]->dtype))
            return error_set_at(error, WEFT_ERROR_DTYPE, i, -1,
                                "%s: operand %d (%s) has dtype %d, which is none", ufunc->name, i,
                                ufunc->operands[i].name, operands[i]->dtype);
    }
    return WEFT_OK;
}

weft_status weft_loop_choose(const weft_ufunc *ufunc, weft_array *const *operands,
                             const weft_options *options, const weft_loop **loop, weft_error *error)
{
    weft_options resolved;
    operand_types types;
    if (!ufunc || !operands || !loop)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_loop_choose: %s is NULL",
                         !ufunc      ? "ufunc"
                         : !operands ? "operands"
                                     : "loop");
    if (ufunc->input_count + ufunc->output_count > WEFT_MAX_OPERANDS)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s has %d operands; at most %d are possible",
                         ufunc->name, ufunc->input_count + ufunc->output_count, WEFT_MAX_OPERANDS);
    weft_status status = check(ufunc, operands, error);
    if (status || (status = options_resolve_call(&resolved, options, ufunc->name, error)))
        return status;
    resolve_begin(&types, ufunc, &resolved);
    for (int i = 0; i < ufunc->input_count + ufunc->output_count; i++)
        resolve_note(&types, i, operands[i] ? operands[i] : weft_ufunc_default(ufunc, i));
    return resolve_loop(&types, loop, error);
}
