/* options.h: the caller's weft_options, checked and with its defaults filled in. */
#ifndef WEFT_OPTIONS_H
#define WEFT_OPTIONS_H

#include <weft/weft.h>

/* Copies options (NULL: all default) to *resolved. casting is then never the default value, and
 * device a device. */
weft_status options_resolve(weft_options *resolved, const weft_options *options, const char *who,
                            weft_error *error);

/* The same of a call's, whose device may be WEFT_ALL_DEVICES. */
weft_status options_resolve_call(weft_options *resolved, const weft_options *options,
                                 const char *who, weft_error *error);

/* "same_kind". */
const char *options_casting_name(weft_casting casting);

/* Whether options that are as the library knows them say nothing, but of the target and how many
 * threads. */
static inline bool options_are_default(const weft_options *o)
{
    return (o->size == 0 || o->size == sizeof *o) && !o->casting && o->threads >= 0 && !o->device &&
           !o->stream && !o->where && !o->order && !o->dtype && !o->signature && !o->axes &&
           !o->axes_count && !o->keepdims && !o->axis && !o->floating_flags && !o->rank &&
           !o->shape;
}

/* Their target, of NULL WEFT_AUTO; one thread is what cpu is. */
static inline weft_target options_target(const weft_options *o)
{
    return !o ? WEFT_AUTO : o->target == WEFT_PARALLEL && o->threads == 1 ? WEFT_CPU : o->target;
}

#endif
