/* place.h: where work is done and memory lies: what the steps of a call, plans and backends know of
 * the options that say so. Work on several devices, or on several streams of one, has a place for
 * each. */
#ifndef WEFT_PLACE_H
#define WEFT_PLACE_H

#include <weft/weft.h>

typedef struct weft_backend weft_backend;

/* A value; may be copied at any time. */
typedef struct weft_place {
    const weft_backend *backend; /* static; NULL where it is not chosen yet */
    int device;   /* which of the backend's; arrays there have device + 1. 0 on hosts */
    int threads;  /* of a host: at most so many; 0: all */
    void *stream; /* of a gpu: the CUstream that orders the work; NULL: the legacy default
                                    stream. Borrowed */
} weft_place;

/* The place that resolved options name, of a backend or NULL; of all devices the first. */
static inline weft_place place_of_options(const weft_options *options, const weft_backend *backend)
{
    const int device = options->device == WEFT_ALL_DEVICES ? 0 : options->device;
    return (weft_place){backend, device, options->threads, options->stream};
}

#endif
