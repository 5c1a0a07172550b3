/* options.c: checking weft_options. */
#include "options.h"

#include "dtype.h"
#include "error.h"
#include "sized.h"

/* Bytes of the first version, which a size of 0 means: members that come later are behind it. */
enum { FIRST_SIZE = offsetof(weft_options, floating_flags) + sizeof(unsigned *) };
_Static_assert(sizeof(weft_options) == offsetof(weft_options, shape) + sizeof(int64_t *),
               "the last member ends the struct, unpadded");

/* Refuses values that no option has. */
static weft_status check(const weft_options *options, const char *who, weft_error *error)
{
    if ((unsigned)options->target >= WEFT_TARGET_END)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: options.target is %d, which is no target",
                         who, (int)options->target);
    if ((unsigned)options->casting > WEFT_CASTING_UNSAFE)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: options.casting is %d, which is no casting", who,
                         (int)options->casting);
    if (options->threads < 0 || options->device < WEFT_ALL_DEVICES)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: options.%s is %d", who,
                         options->threads < 0 ? "threads" : "device",
                         options->threads < 0 ? options->threads : options->device);
    if (options->device == WEFT_ALL_DEVICES && options->stream)
        return error_set(
            error, WEFT_ERROR_ARGUMENT,
            "%s: options.device is WEFT_ALL_DEVICES, but options.stream belongs to one", who);
    if ((unsigned)options->order > WEFT_ORDER_A)
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: options.order is %d, which is no order",
                         who, (int)options->order);
    if (options->rank < 0 || options->rank > WEFT_MAX_RANK || (options->rank && !options->shape))
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: options.rank is %d%s", who, options->rank,
                         options->shape ? "; 0 to 32 are possible" : ", but options.shape is NULL");
    for (int axis = 0; axis < options->rank; axis++)
        if (options->shape[axis] < 0)
            return error_set(error, WEFT_ERROR_ARGUMENT, "%s: options.shape has %lld along axis %d",
                             who, (long long)options->shape[axis], axis);
    if (options->codes && (unsigned)options->codes->rule > WEFT_CODES_KEEP)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: options.codes->rule is %d, which is no rule", who,
                         (int)options->codes->rule);
    if (options->dtype && !dtype_is_valid(options->dtype))
        return error_set(error, WEFT_ERROR_ARGUMENT, "%s: options.dtype is %d, which is no dtype",
                         who, (int)options->dtype);
    if (options->dtype && options->signature)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "%s: options.dtype and options.signature are both given", who);
    return WEFT_OK;
}

weft_status options_resolve_call(weft_options *resolved, const weft_options *options,
                                 const char *who, weft_error *error)
{
    if (!options) {
        *resolved = (weft_options){.size = sizeof *resolved, .casting = WEFT_CASTING_SAME_KIND};
        return WEFT_OK;
    }
    weft_status status =
        sized_read(resolved, sizeof *resolved, FIRST_SIZE, options, "options", who, error);
    if (status || (status = check(resolved, who, error)))
        return status;
    if (!resolved->casting)
        resolved->casting = WEFT_CASTING_SAME_KIND;
    return WEFT_OK;
}

weft_status options_resolve(weft_options *resolved, const weft_options *options, const char *who,
                            weft_error *error)
{
    weft_status status = options_resolve_call(resolved, options, who, error);
    if (!status && resolved->device == WEFT_ALL_DEVICES)
        status = error_set(error, WEFT_ERROR_ARGUMENT,
                           "%s: options.device is WEFT_ALL_DEVICES, which is for weft_call", who);
    if (!status && resolved->shape)
        status = error_set(error, WEFT_ERROR_ARGUMENT,
                           "%s: options.shape is given, which is for weft_call", who);
    return status;
}

const char *options_casting_name(weft_casting casting)
{
    static const char *const names[] = {"same_kind", "no", "equiv", "safe", "same_kind", "unsafe"};
    return names[casting];
}
