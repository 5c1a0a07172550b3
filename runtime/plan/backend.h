/* backend.h: what a target must be able to do. call.c knows the targets through this only. */
#ifndef WEFT_BACKEND_H
#define WEFT_BACKEND_H

#include <weft/weft.h>

#include "plan.h"
#include "print.h"
#include "segments.h"

/* One piece of work that is cut into numbered pieces. memory: of its thread, as much as `spread`
 * was asked for, aligned to 64, uninitialised. */
typedef void backend_piece(const void *context, int64_t piece, char *memory);

/* Copies of one place that have begun and are not awaited; all zero: none. */
typedef struct backend_copies {
    bool any;           /* has begun */
    void *first, *last; /* the backend's: what host memory they go through */
    void *mark;         /* the backend's: what comes behind the last of them; NULL: all work does */
} backend_copies;

/* One per target, static and constant. Every slot may be called from many threads at once;
 * wants_temporary, is_recording and synchronize may be NULL: never, and nothing to wait for. Slots
 * that return a status describe a failure with error_set (error.h). `place` is never NULL here, and
 * its backend is the one that is asked. */
struct weft_backend {
    /* ---- facts ---- */

    /* What callers know it as. */
    weft_target target;

    /* Its kernels reach memory of its own, that of arrays whose device is above 0, and not the
     * host's; what a call has there must be staged, or handed over by value. */
    bool is_far;
    /* An input that the kernel may write to must be a copy as a whole, with core blocks for every
     * item; else `run` makes one of each item. */
    bool copies_written_inputs;
    /* Where a ufunc's descriptor says that an operand's core blocks are wanted contiguous, repeats
     * (steps of 0) within them are not. */
    bool wants_whole_cores;
    /* Its kernels raise floating-point flags, and it can say which. */
    bool has_floating_flags;

    /* ---- slots ---- */

    /* Whether this process can use the target. Called before every other slot of a call, so it must
     * be cheap once it has succeeded; may block the first time (opening a driver). */
    weft_status (*check)(const weft_place *place, weft_error *error);

    /* Whether the operand must go through a temporary of the loop's kernel dtype in C order
     * before `run` can use it. Asked for each operand after broadcasting; the plan's ufunc,
     * loop, sizes and core steps are filled, its loop axes are not. `array` is the caller's,
     * already of the kernel dtype in native byte order and, unless the ufunc is elementwise,
     * aligned: the call stages others anyway. */
    bool (*wants_temporary)(const weft_plan *plan, int operand, const weft_array *array);

    /* Whether it runs the plan's loop with operands of other dtypes than kernel_dtypes, whatever
     * their steps: the loop's own, as they are stored, and of 16 bits. Then fills those of all
     * operands. Asked before loop axes and data are; the plan's ufunc, loop and sizes are filled.
     * NULL: never. */
    bool (*takes_stored)(const weft_plan *plan, uint8_t *dtypes);

    /* Whether items of a transform (the plan's ufunc has one) are read as a whole before they are
     * written, so that an output may be the very input. Asked before loop axes and data are; the
     * plan's ufunc, loop and sizes are filled. NULL: never. */
    bool (*transforms_in_place)(const weft_plan *plan);

    /* Memory for a temporary or a result where the kernels reach it: gives `array`, whose dtype,
     * rank and shape are set and checked against overflow, its data, base, device and flags
     * (OWNED). The bytes are byte_count, at least 1, uninitialised, aligned to 64; steps are the
     * caller's affair. May block. */
    weft_status (*allocate)(weft_array *array, size_t byte_count, const weft_place *place,
                            weft_error *error);

    /* Frees what allocate gave. Must not block; on a stream it is ordered after the work already
     * there. */
    void (*release)(weft_array *array, const weft_place *place);

    /* What allocate gave is handed to the caller before any work of ours is ordered on the place:
     * freed without naming a place, it is freed behind what is there by now. NULL: it is anyway. */
    void (*hand_out)(const weft_place *place);

    /* Copies every element of `source` to `target`, which have equal shapes and are, each, host
     * memory or memory of this backend. Casts between any two dtypes (rules of cast.h), swaps
     * bytes, takes any steps and alignment; a step of 0 in `source` repeats. Returns when host
     * memory among the two may be reused or read; between two device arrays, and from host
     * memory onwards, it is ordered on the place. Never called with arrays of no elements. */
    weft_status (*copy)(const weft_array *target, const weft_array *source, const weft_place *place,
                        weft_error *error);

    /* Begins what `copy` does, and may return before it is done: until `await_copies` has returned,
     * which follows, failures included, host memory of `source` stays as it is, and that of
     * `target` is nobody else's. Host memory is written only if all that was ordered on the place
     * before has succeeded; the arrays' descriptors may go at once. So several copies are moved one
     * behind the other and awaited once. NULL: only `copy`. */
    weft_status (*begin_copy)(backend_copies *copies, const weft_array *target,
                              const weft_array *source, const weft_place *place, weft_error *error);

    /* Says that the copies are all: `await_copies` does not wait for what is ordered on the place
     * from now on. Without it, it waits for that too. NULL where begin_copy is. */
    weft_status (*mark_copies)(backend_copies *copies, const weft_place *place, weft_error *error);

    /* Returns when the copies are done, and reports late faults; *copies is all zero then. NULL
     * where begin_copy is. */
    weft_status (*await_copies)(backend_copies *copies, const weft_place *place, weft_error *error);

    /* What `copy` does, between arrays of this backend's memory, for the elements where the mask,
     * also there, is not 0; it is bool, has the shape of both and any steps. NULL where that is
     * host memory. */
    weft_status (*copy_where)(const weft_array *target, const weft_array *source,
                              const weft_array *mask, const weft_place *place, weft_error *error);

    /* Runs the kernel over all items. cpu and parallel return finished; gpu enqueues on
     * the place's stream. Owns nothing of the plan, and must not keep a pointer to it. */
    weft_status (*run)(const weft_plan *plan, weft_error *error);

    /* Adds the lines of a trace that say how `run` will run the plan: the target and where it is,
     * the kernel, and of each better one that the loop has, why not. Changes nothing. */
    void (*print)(const weft_plan *plan, plan_text *to);

    /* Does many short folds at once, ordered as `run` is; *kernel is the name of what does them,
     * for a trace, or NULL where nothing can. NULL where the target has no kernels for that. */
    weft_status (*fold)(const plan_segments *all, const char **kernel, weft_error *error);

    /* Whether work on the place's stream is recorded, to run later and perhaps often (a CUDA
     * graph): no host memory may be part of it then, and nothing may be allocated but temporaries.
     * NULL: never. */
    weft_status (*is_recording)(const weft_place *place, bool *recording, weft_error *error);

    /* Called after `run`, before temporaries are copied to outputs in host memory, and once more at
     * the end, or when one of these has failed, but only if some operand of the call lies in host
     * memory and is no value of the plan: returns when the work on the place's stream is complete,
     * and reports late faults. */
    weft_status (*synchronize)(const weft_place *place, weft_error *error);

    /* Makes a place like this one with a stream of its own out of a pool, whose work runs beside
     * that of the others; not where the place's work is recorded. `give_stream` gives it back, when
     * nothing of it is under way, on any thread; failures excluded. NULL: work is done when `run`
     * returns, on any thread. */
    weft_status (*take_stream)(weft_place *own, const weft_place *place, weft_error *error);
    void (*give_stream)(const weft_place *own);

    /* Calls piece(context, 0 … piece_count - 1, memory), each once, in any order, on as many
     * threads as `nanoseconds` of work are worth; returns when all are done. Each thread gets
     * byte_count bytes, which is all that can fail, before the first piece. NULL where the target
     * does not compute in host memory. */
    weft_status (*spread)(const weft_place *place, double nanoseconds, int64_t piece_count,
                          int64_t byte_count, backend_piece *piece, const void *context,
                          weft_error *error);

    /* Unloads what has been loaded of a module, which is about to vanish. No call may be using it.
     * NULL: nothing ever is. */
    void (*forget)(const weft_module *module);
};

/* backend_cpu, backend_parallel, backend_gpu. Where libweft is built without the gpu target,
 * gpu_absent.c defines the last and refuses everything. */
#define BACKEND_DECLARE(ENUM, name, kernels) extern const weft_backend backend_##name;
WEFT_TARGETS(BACKEND_DECLARE)
#undef BACKEND_DECLARE

/* The backend of a resolved target (not WEFT_AUTO). */
const weft_backend *backend_find(weft_target target);

/* The backend that arrays in device memory belong to. */
const weft_backend *backend_of_devices(void);

/* Lets every backend unload what it has loaded of a module. */
void backend_forget(const weft_module *module);

/* Whether work on the place's stream is recorded; of backends that record none, too. */
static inline weft_status place_is_recording(const weft_place *place, bool *recording,
                                             weft_error *error)
{
    *recording = false;
    return place->backend->is_recording ? place->backend->is_recording(place, recording, error)
                                        : WEFT_OK;
}

#endif
