/* weft.h: the public interface of libweft.
 *
 * Shapes are in elements, steps in bytes. Every function that can fail returns a weft_status and,
 * where the caller passes a weft_error, describes the failure in it. The library never prints,
 * exits or aborts on user input; only with WEFT_TRACE=1 in the environment, read at the first call,
 * it writes a block of lines to standard error for each plan that a call runs: items and steps,
 * which operands were copied, which kernel serves it, and why no better one. With the word nvtx
 * (`1,nvtx` are both) calls are ranges of NVTX for a profiler. All functions may be called from
 * many threads at once. None takes more than 56 KB of its thread's stack; what the C code of a
 * ufunc takes comes on top, and on the gpu the driver's needs. A thread with a stack of 64 KB is
 * large enough. */
#ifndef WEFT_WEFT_H
#define WEFT_WEFT_H

#include <weft/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__) /* the library is built with hidden visibility */
#pragma GCC visibility push(default)
#endif

typedef enum weft_status {
    WEFT_OK = 0,
    WEFT_ERROR_ARGUMENT, /* a NULL, an unknown enum value, a contradiction */
    WEFT_ERROR_SHAPE,    /* shapes that do not broadcast, core sizes that differ, overflow */
    WEFT_ERROR_DTYPE,    /* no loop for these dtypes, or a cast that `casting` forbids */
    WEFT_ERROR_OVERLAP,  /* outputs that share memory, or lie over themselves */
    WEFT_ERROR_MEMORY,   /* out of host or device memory */
    WEFT_ERROR_TARGET,   /* the target is not to be had: no driver, no GPU, no kernel for it */
    WEFT_ERROR_DEVICE,   /* the GPU reported a fault */
    WEFT_ERROR_FILE,     /* a file could not be read or written, or is malformed */
    WEFT_ERROR_FUNCTION, /* the function itself says so, by its status (WEFT_STATUS); all items are
                            computed then, and in the outputs that were given */
} weft_status;

/* The caller's own; may be NULL wherever one is taken. Written only on failure. */
typedef struct weft_error {
    weft_status status;
    int operand; /* index of the operand concerned, -1 if none */
    int axis;    /* axis of that operand, -1 if none */
    char text[512];
} weft_error;

typedef enum weft_casting {
    WEFT_CASTING_DEFAULT = 0, /* same_kind */
    WEFT_CASTING_NO,
    WEFT_CASTING_EQUIV,
    WEFT_CASTING_SAFE,
    WEFT_CASTING_SAME_KIND,
    WEFT_CASTING_UNSAFE,
} weft_casting;

/* The memory order of results that the call allocates. */
typedef enum weft_order {
    WEFT_ORDER_K = 0, /* as the inputs lie; where they disagree, C */
    WEFT_ORDER_C,     /* the last axis is innermost */
    WEFT_ORDER_F,     /* the first axis is innermost */
    WEFT_ORDER_A,     /* F if all operands that are given lie so, else C */
} weft_order;

/* What comes of the status that a function gives for each item. */
typedef enum weft_code_rule {
    WEFT_CODES_FAIL = 0, /* items with errors fail the call, once all are computed */
    WEFT_CODES_COUNT,    /* they are counted, like warnings */
    WEFT_CODES_KEEP, /* nobody looks at them: they are numbers among the outputs. A gpu call whose
                            arrays lie on the device stays asynchronous */
} weft_code_rule;

/* How the status of a function is taken, and what it said. */
typedef struct weft_codes {
    weft_code_rule rule;
    int64_t errors, warnings; /* written: items; of a call that fails for another reason 0 */
    char text[512]; /* written: "2 of 9 items: bad year (-1), the first is item 4; …", errors first;
                       "" */
} weft_codes;

/* Floating-point flags of a call. */
enum weft_floating_flags {
    WEFT_FLOATING_DIVIDE = 1, /* a finite number by 0 */
    WEFT_FLOATING_OVERFLOW = 2,
    WEFT_FLOATING_UNDERFLOW = 4,
    WEFT_FLOATING_INVALID = 8, /* a NaN from numbers */
};

enum weft_array_flags {
    WEFT_ARRAY_OWNED = 1,    /* weft_array_clear frees the data */
    WEFT_ARRAY_READONLY = 2, /* an error as an output */
    WEFT_ARRAY_SWAPPED = 4,  /* elements in the other byte order */
    WEFT_ARRAY_WEAK = 8,     /* a scalar without a dtype of its own: takes the arrays' type */
    WEFT_ARRAY_INLINE = 16,  /* the one element is in `value`, `data` is unused */
    WEFT_ARRAY_RAGGED = 32,  /* lists that lie one behind the other along axis 0: value.offsets says
                                where each begins. For operands whose layout has n~ */
};

/* An array, or a view of one: any rank up to WEFT_MAX_RANK, any byte steps (negative, 0, no
 * multiple of the item). Zero-initialised it means "output not given: allocate it". */
typedef struct weft_array {
    void *data;     /* the element at index 0, 0, …; borrowed unless flags has OWNED */
    uint8_t dtype;  /* weft_dtype */
    uint8_t flags;  /* weft_array_flags */
    int16_t device; /* 0: host memory; k + 1: memory of CUDA device k */
    int32_t rank;
    int64_t shape[WEFT_MAX_RANK];
    int64_t steps[WEFT_MAX_RANK]; /* bytes */
    union {
        int64_t i64;
        uint64_t u64;
        double f64;
        double c128[2];
        const struct weft_array *offsets; /* RAGGED: borrowed; int32 or int64, one more than lists:
                                             list k is from offsets[k] to before offsets[k + 1] */
    } value;
    void *base; /* what OWNED frees; may lie before data */
} weft_array;

/* Memory for a result that is not given: sets result->data to at least `bytes` bytes, which stay
 * the allocator's. Of the result dtype, shape, steps (bytes; without gaps, in the order that the
 * call chose) and device are set, in which the memory must lie. Called on the calling thread once
 * for each result, before anything runs; operand is its index. On failure it describes it in
 * *error, and returns its status. */
typedef weft_status weft_allocate(void *context, int operand, weft_array *result, size_t bytes,
                                  weft_error *error);

/* options.device: all that there are. */
#define WEFT_ALL_DEVICES (-1)

/* Options of one call; zero is the default throughout. What an option points to is borrowed for the
 * call. Those behind `stream` are for weft_call and weft_call_range; reductions take dtype and
 * signature, too. */
typedef struct weft_options {
    size_t size;          /* sizeof(weft_options) of the header that the caller was compiled with,
                                at least 16: a library that knows more members takes them as 0, one
                                that knows fewer refuses what is not 0 there. 0: the members up to
                                floating_flags, none that may come later */
    weft_target target;   /* WEFT_AUTO */
    weft_casting casting; /* same_kind */
    int threads;          /* parallel: at most so many; 0: all */
    int device;           /* gpu: CUDA device number. WEFT_ALL_DEVICES: weft_call spreads large
                                arrays in host memory over all of them, and else takes the first */
    void *stream;         /* gpu: CUstream; NULL: the legacy default stream. On a stream that is
                                captured into a CUDA graph calls are recorded: arrays must lie on
                                the device, results be given. Who launches the graph orders it with
                                other work, and keeps arrays and library until it is gone */
    const weft_array *where; /* bool, broadcasts with the operands, may enlarge the result; only
                                items where it is true are computed. The others keep their bytes in
                                a given output and are 0 in an allocated one. Elementwise only */
    weft_order order;        /* WEFT_ORDER_K */
    weft_dtype dtype; /* forces the first loop that gives it; inputs are then cast as `casting`
                                allows. WEFT_NONE: the loop that the inputs choose */
    const weft_dtype *signature; /* the same by all operands' dtypes, inputs first; WEFT_NONE leaves
                                    one open. NULL: none. Not together with dtype */
    const int *axes; /* gufuncs: the core axes of each operand, operand by operand, from the end
                        where negative. Those of outputs may be left out if these have none of their
                        own. NULL: the last ones */
    int axes_count;  /* of `axes` */
    bool keepdims; /* gufuncs of inputs of equal core rank and outputs of none: the outputs keep the
                        core axes of the inputs, with size 1 */
    const int *axis; /* gufuncs of one core dimension: the same axis for every operand. NULL: the
                        last. Not together with axes */
    unsigned *floating_flags; /* weft_floating_flags that the call raises, casts included, are added
                                 here; nothing on failure. Only cpu and parallel; slower, and with
                                 the rounding of separate operations. NULL: not asked */
    /* Where results lie that are not given: they are borrowed then, and on failure the caller's to
     * free. For reductions, too. NULL: memory of the library's, owned. */
    weft_allocate *allocate;
    void *allocate_context; /* handed to it */
    weft_codes *codes;    /* of functions with a status (WEFT_STATUS), not for reductions. NULL: its
                             errors fail the call, its warnings are not told */
    int rank;             /* of `shape` */
    const int64_t *shape; /* borrowed: the loop shape is broadcast with it, as with one operand
                             more; not for reductions. NULL: the operands' alone */
} weft_options;

/* ---- dtypes ---- */

/* "float64"; "none" for WEFT_NONE and unknown values. Static. */
const char *weft_dtype_name(weft_dtype dtype);
/* Bytes of one element; 0 for WEFT_NONE and unknown values. */
size_t weft_dtype_size(weft_dtype dtype);
/* The dtype of that name, WEFT_NONE if there is none. */
weft_dtype weft_dtype_find(const char *name);
/* Whether `casting` allows a cast; the table is in docs/semantics.md. */
bool weft_can_cast(weft_dtype from, weft_dtype to, weft_casting casting);

/* ---- arrays ---- */

/* A view of `data`. shape: rank elements; steps: rank byte steps, NULL for C order. Checks nothing:
 * every call that takes an array checks it. A rank outside 0 … WEFT_MAX_RANK is kept for that
 * check. */
weft_array weft_array_view(void *data, weft_dtype dtype, int rank, const int64_t *shape,
                           const int64_t *steps);
/* Lists of the values along their axis 0: a view of these with the offsets, which is borrowed, too.
 * A result of such lists that is not given to a call is allocated with the offsets of the first
 * operand that has lists of the same size, which it borrows. */
weft_array weft_ragged_view(const weft_array *values, const weft_array *offsets);
/* Weak scalars. */
weft_array weft_scalar_i64(int64_t value);
weft_array weft_scalar_f64(double value);
weft_array weft_scalar_c128(double real, double imaginary);
/* A new host array in C order, uninitialised, 64-byte aligned; *array is overwritten, owned. */
weft_status weft_array_new(weft_array *array, weft_dtype dtype, int rank, const int64_t *shape,
                           weft_error *error);
/* Copies source into target (same shape, host or device, any steps), casting as `casting`
 * allows. */
weft_status weft_array_copy(weft_array *target, const weft_array *source,
                            const weft_options *options, weft_error *error);
/* Frees what an owned array owns (host or device) and makes it all zero. NULL is allowed. */
void weft_array_clear(weft_array *array);

/* Reads a .npy file (versions 1 to 3; either byte order and memory order); *array is overwritten,
 * owned. */
weft_status weft_npy_read(const char *path, weft_array *array, weft_error *error);
/* Writes a host array as .npy, in Fortran order if it lies so, else in C order: to a temporary file
 * beside it, then renamed over `path`, or over what that links to. bfloat16 has no .npy type and is
 * an error, and so is a path of what is no regular file. */
weft_status weft_npy_write(const char *path, const weft_array *array, weft_error *error);

/* ---- calls ---- */

/* Calls a ufunc. operands: input_count inputs, then output_count outputs, each non-NULL, but for
 * the last inputs where these have a default (WEFT_OPTIONS(default(x, 0))): NULL means it. An
 * output whose dtype is WEFT_NONE is allocated (owned by the caller afterwards), on the device if
 * any operand lies there, else on the host. On failure every output is as it was. Returns finished,
 * but for a gpu call whose arrays all lie on the device, which is asynchronous; single elements of
 * the host are read at once. */
weft_status weft_call(const weft_ufunc *ufunc, weft_array *const *operands,
                      const weft_options *options, weft_error *error);

/* How many items a call on these operands computes: the product of the loop shape that they
 * broadcast to, outputs that are given and options.where included. After the checks of weft_call up
 * to the shapes. */
weft_status weft_item_count(const weft_ufunc *ufunc, weft_array *const *operands,
                            const weft_options *options, int64_t *count, weft_error *error);

/* Computes items lo to before hi of what weft_call would, and writes nothing else: items count from
 * 0 to weft_item_count in the C order of the loop shape, whatever the memory order of the arrays,
 * and an item of a gufunc has its whole core blocks. So ranges that cover all items make the whole
 * call, in any order, on any threads or processes, each on a target and stream of its own. Every
 * output must be given. The range reads its inputs before it writes anything: where outputs overlap
 * inputs, it equals the same range on copies, but what other ranges have written by then it finds.
 * Casts, temporaries and memory moved to a device are those of the range alone; WEFT_AUTO weighs
 * its work alone. lo = hi: all checks run, nothing is computed; a range that is not within the
 * items is an error. Else as weft_call: options, errors, and when it returns. */
weft_status weft_call_range(const weft_ufunc *ufunc, weft_array *const *operands, int64_t lo,
                            int64_t hi, const weft_options *options, weft_error *error);

/* ---- reductions: of elementwise ufuncs with two inputs and one output, and declared ones ----
 *
 * The loop is that of f(result, operand), and its three dtypes must be one; where options force it
 * that of f(operand, operand), and so without a given result, where ufuncs declared `widening`
 * (add, multiply) reduce bool and integers narrower than 64 bits in int64 or uint64. weft_reduce
 * and weft_reduceat of these fold float16 and bfloat16 in float32, and round once. A result whose
 * dtype is WEFT_NONE is allocated, as by weft_call. A `reorderable` ufunc is folded as a tree that
 * the shape alone decides; the bits are the same on any number of threads. All others go from left
 * to right. */

/* What is reduced; zero is the default throughout, and so is NULL: axis 0, without the rest. */
typedef struct weft_reduction {
    size_t size;     /* as weft_options.size; 0: the members up to `where` */
    const int *axes; /* borrowed; from the end where negative; NULL: axis 0 */
    int axis_count;  /* of `axes`; 0 of them: every element by itself */
    bool all;        /* all axes; `axes` is NULL then */
    bool keepdims;   /* the axes stay, with size 1 */
    const weft_array
        *initial;            /* of rank 0, the first value; NULL: the identity, if that is needed */
    const weft_array *where; /* bool, broadcast to the operand: what takes part; NULL: all */
} weft_reduction;

/* f over the elements along the axes. No elements: the initial value, else the identity, else an
 * error. A ufunc that is not reorderable takes one axis. Of a declared reduction (WEFT_REDUCE) of
 * one input: what it declares; `initial` is then a value of its accumulator. */
weft_status weft_reduce(const weft_ufunc *ufunc, const weft_array *operand, weft_array *result,
                        const weft_reduction *how, const weft_options *options, weft_error *error);

/* The same for a declared reduction of any number of inputs: ufunc->input_count operands, which
 * broadcast with each other; the axes are those of the shape that they have then, and `where`
 * broadcasts to it. Other ufuncs are an error. */
weft_status weft_reduce_inputs(const weft_ufunc *ufunc, const weft_array *const *operands,
                               weft_array *result, const weft_reduction *how,
                               const weft_options *options, weft_error *error);

/* All intermediate results along one axis: y[0] = x[0], y[i] = f(y[i - 1], x[i]). On the gpu a
 * reorderable ufunc takes the prefixes of segments of 512 elements at once. */
weft_status weft_accumulate(const weft_ufunc *ufunc, const weft_array *operand, weft_array *result,
                            int axis, const weft_options *options, weft_error *error);

/* Along one axis, for each index i and the one behind it, the reduction of the elements from
 * indices[i] to before indices[i + 1] (the end, for the last); the element at indices[i] alone
 * where that is not above. indices: rank 1, integers, each an index of the axis, else an error. */
weft_status weft_reduceat(const weft_ufunc *ufunc, const weft_array *operand,
                          const weft_array *indices, weft_array *result, int axis,
                          const weft_options *options, weft_error *error);

/* How groups are made and begin; zero is the default throughout, and so is NULL. */
typedef struct weft_grouping {
    size_t size;   /* as weft_options.size; 0: the members up to `initial` */
    int64_t count; /* weft_reduce_keys: groups; 0 where the result is given: as many as its first
                      axis has */
    int axis;      /* weft_reduce_segments: the axis, from the end where negative */
    bool skip; /* weft_reduce_keys: elements whose key is no group's are left out; else an error */
    const weft_array *initial; /* of rank 0, each group's first value; NULL: the identity, if that
                                  is needed. Of a declared reduction a value of its accumulator */
} weft_grouping;

/* Lists of neighbours along one axis, each reduced by itself: result k, along that axis, is what
 * weft_reduce makes of the elements from offsets[k] to before offsets[k + 1], to the bit. offsets:
 * rank 1, integers of one more element than there are lists, on the host or where the call runs;
 * none below the one before it, from 0 to the axis' size. A list without elements gives
 * how->initial, else the identity, else an error. operands: one, or those of a declared reduction,
 * which broadcast with each other. The result, as weft_call's outputs are: allocated where its
 * dtype is WEFT_NONE, else of the operands' shape with the axis as long as there are lists. A gpu
 * call on shorter lists than some 65,536 elements, all lanes together, computes in host memory.
 * On an error nothing is written. */
weft_status weft_reduce_segments(const weft_ufunc *ufunc, const weft_array *const *operands,
                                 const weft_array *offsets, weft_array *result,
                                 const weft_grouping *how, const weft_options *options,
                                 weft_error *error);

/* Group by: result[k] is the reduction of the elements whose key is k, of 0 … how->count - 1. keys:
 * integers of any dtype, on the host or where the call runs, whose axes are the operands' first
 * ones; these are grouped in C order, and the operands' other axes stay, behind that of the groups.
 * Another key is an error, or left out where how->skip says so. A group without elements gives
 * how->initial, else the identity, else an error. operands: one, or those of a declared reduction,
 * which broadcast with each other. The order of a `reorderable` ufunc is the elements' number's
 * alone, and the same on every target and any number of threads: blocks of 4096 elements, or of the
 * least power of two that is not below count, if that is more, from left to right each; then the
 * blocks by neighbours (docs/semantics.md). All others go from left to right. The result, as
 * weft_call's outputs are: allocated where its dtype is WEFT_NONE, on the device if an operand lies
 * there. Takes memory for some results of each group (of count elements and count bytes) for each
 * thread. A gpu call computes in host memory. On an error nothing is written. */
weft_status weft_reduce_keys(const weft_ufunc *ufunc, const weft_array *const *operands,
                             const weft_array *keys, weft_array *result, const weft_grouping *how,
                             const weft_options *options, weft_error *error);

/* f of every pair: the result has a's shape, then b's. */
weft_status weft_outer(const weft_ufunc *ufunc, const weft_array *a, const weft_array *b,
                       weft_array *result, const weft_options *options, weft_error *error);

/* operand[i] = f(operand[i], value) for every index i, one after the other, so that repeated
 * indices count each time. indices: integers of any shape, of axis 0, from the end where negative;
 * values broadcast to the indices' shape, then the operand's other axes. Computed on the calling
 * thread. */
weft_status weft_at(const weft_ufunc *ufunc, weft_array *operand, const weft_array *indices,
                    const weft_array *values, const weft_options *options, weft_error *error);

/* WEFT_OK if the target can be used in this process (for gpu: driver and options->device), else why
 * not. */
weft_status weft_target_check(weft_target target, const weft_options *options, weft_error *error);
const char *weft_target_name(weft_target target);
/* The target that AUTO would take for this call, after all its checks. */
weft_status weft_target_choose(const weft_ufunc *ufunc, weft_array *const *operands,
                               const weft_options *options, weft_target *target, weft_error *error);

/* ---- what AUTO weighs targets by: libweft's own numbers, or this machine's in a file of `weft
 * tune` ---- */

/* The name of this machine's processor, of which such a file is, into text. */
weft_status weft_tune_machine(char *text, size_t size, weft_error *error);
/* Where such a file is looked for at the process's first call: what WEFT_TUNE names, else one in
 * the user's folder of caches. "" where WEFT_TUNE is empty or there is no such folder: none is
 * used. */
weft_status weft_tune_path(char *text, size_t size, weft_error *error);
/* Whether AUTO would weigh by the file: WEFT_OK, or why not: what is wrong in which line, or whose
 * it is. Asks the driver for the name of device 0, where the file is of a device. */
weft_status weft_tune_check(const char *path, weft_error *error);
/* Kinds of work, whose estimates are more or less than the time that they take: of loops, of
 * vectors of items (WEFT_SHAPE_LANES), of libweft's tiles, and of all else. */
typedef enum weft_work_kind {
    WEFT_WORK_LOOP,
    WEFT_WORK_LANES,
    WEFT_WORK_PRODUCT,
    WEFT_WORK_CORE,
    WEFT_WORK_COUNT
} weft_work_kind;
/* The estimate of one item by the descriptor's cost terms, which `weft tune` holds against the
 * clock, and its kind. sizes: of the core dimensions, by ufunc.dimensions; not read where there are
 * none. */
double weft_work_estimate(const weft_ufunc *ufunc, const weft_loop *loop, const int64_t *sizes,
                          weft_work_kind *kind);

/* The loop that a call on inputs of these dtypes takes; outputs that are given must be such that
 * `casting` allows their cast. Shapes and data are not looked at. */
weft_status weft_loop_choose(const weft_ufunc *ufunc, weft_array *const *operands,
                             const weft_options *options, const weft_loop **loop,
                             weft_error *error);
/* The loop's kernel that this CPU runs, NumPy's loop function with `data` NULL; flags: that which
 * raises the floating-point flags of the C code and no others. It takes kernel_dtypes. */
weft_status weft_kernel_find(const weft_ufunc *ufunc, const weft_loop *loop, bool flags,
                             weft_kernel **kernel, weft_error *error);

/* ---- GPU memory and time (options: device and stream) ---- */

/* A new device array in C order, uninitialised; *array is overwritten, owned. */
weft_status weft_device_array(weft_array *array, weft_dtype dtype, int rank, const int64_t *shape,
                              const weft_options *options, weft_error *error);
/* The same, in the order of options->stream, without waiting: whoever uses it on another stream
 * orders that behind what is enqueued there by now. */
weft_status weft_device_array_async(weft_array *array, weft_dtype dtype, int rank,
                                    const int64_t *shape, const weft_options *options,
                                    weft_error *error);
/* A new device array with the elements of a host array, its axes in the order in memory that they
 * have there, without gaps; *device is overwritten, owned. */
weft_status weft_to_device(const weft_array *host, weft_array *device, const weft_options *options,
                           weft_error *error);
/* The elements of a device array in a host array: into *host where it has a dtype, else into a new,
 * owned one in C order. Returns finished. */
weft_status weft_copy_to_host(const weft_array *device, weft_array *host,
                              const weft_options *options, weft_error *error);
/* Waits for options->stream; reports late faults. */
weft_status weft_synchronize(const weft_options *options, weft_error *error);
/* Gives the unused memory of the device pool back to the driver. */
weft_status weft_device_trim(const weft_options *options, weft_error *error);
/* Memory of a device, in bytes. What a call freed is used until the device has come to it. */
typedef struct weft_memory {
    int64_t used;        /* of libweft's pool: arrays, results, temporaries */
    int64_t held;        /* what the pool has from the driver: used, and kept for later */
    int64_t limit;       /* that `used` may not pass; INT64_MAX: none */
    int64_t free, total; /* of the device, for all programs */
} weft_memory;
weft_status weft_device_memory(weft_memory *memory, const weft_options *options, weft_error *error);
/* From now on the pool of the device hands out at most so many bytes at a time (0 or more;
 * INT64_MAX: as many as there are). Memory beyond is WEFT_ERROR_MEMORY, once what was freed has
 * been waited for; calls on large arrays of the host go in slices that fit 256 MiB. Memory of CUDA
 * graphs does not count. */
weft_status weft_device_limit(int64_t bytes, const weft_options *options, weft_error *error);
/* Pins memory of the host (byte_count bytes, writable), so that the device copies to and from it by
 * itself, while the host goes on: for arrays that are copied often, since pinning takes longer than
 * a copy. To be undone by weft_unpin, by the same address, before the memory is freed. Memory that
 * shares a page with what is pinned may be refused: weft_pin is for large arrays. */
weft_status weft_pin(void *memory, size_t byte_count, const weft_options *options,
                     weft_error *error);
weft_status weft_unpin(void *memory, const weft_options *options, weft_error *error);
/* Number of CUDA devices; 0 without a driver (never an error). */
int weft_device_count(void);
/* Where memory lies, as in weft_array.device: 0 for that of the host and any that CUDA does not
 * know, k + 1 for that of CUDA device k. 0 without a driver (never an error). */
int weft_device_of(const void *memory);
/* Name of a CUDA device, such as "NVIDIA H200", into text (at most `size` bytes, terminated). */
weft_status weft_device_name(int device, char *text, size_t size, weft_error *error);

/* A new stream of options->device, for options.stream. What is enqueued on it and on the legacy
 * default stream runs in the order in which it was enqueued, unless is_free. */
weft_status weft_stream_create(void **stream, bool is_free, const weft_options *options,
                               weft_error *error);
/* Destroys options->stream, which weft_stream_create made, of the same device. What is enqueued is
 * still done, and device memory that is freed later comes behind it. */
void weft_stream_destroy(const weft_options *options);
/* Whether all that is enqueued on options->stream is done, without a wait; reports late faults. */
weft_status weft_stream_is_done(bool *is_done, const weft_options *options, weft_error *error);
/* Lets what is enqueued on options->stream from now on wait for what is on `before` by now, a
 * stream of the same device; the host does not wait. Where options->stream is captured into a
 * graph, nothing: who launches the graph orders it. */
weft_status weft_stream_follow(void *before, const weft_options *options, weft_error *error);

typedef struct weft_event weft_event;
/* An event that timing needs; destroyed by weft_event_destroy. */
weft_status weft_event_create(weft_event **event, const weft_options *options, weft_error *error);
/* A CUevent of options->device that was recorded, to wait for; its owner keeps it as long. */
weft_status weft_event_borrow(weft_event **event, void *cuda_event, const weft_options *options,
                              weft_error *error);
weft_status weft_event_record(weft_event *event, const weft_options *options, weft_error *error);
/* Lets what is enqueued on options->stream from now on, which may be of another device, wait for
 * what the event was recorded behind, if it was; the host does not wait. */
weft_status weft_event_follow(weft_event *event, const weft_options *options, weft_error *error);
/* Waits until what the event was recorded behind is done; reports late faults. */
weft_status weft_event_wait(weft_event *event, weft_error *error);
/* Whether it is done; does not wait. */
weft_status weft_event_is_done(weft_event *event, bool *is_done, weft_error *error);
/* Milliseconds from start to end, both recorded, on one device; waits for end. */
weft_status weft_event_elapsed(weft_event *start, weft_event *end, float *milliseconds,
                               weft_error *error);
void weft_event_destroy(weft_event *event);

/* ---- libraries ---- */

typedef struct weft_library weft_library;
/* Opens a shared library that `weft build` or weft_add_ufuncs made: the file that lies at the path
 * now. A library that was opened there before stays as it is, with its functions, until it is
 * closed; where it was made of the same file, it is opened once more. (A file that is written over
 * in place, not replaced as compilers and `weft build` do, takes the code from under the library
 * that is open.) */
weft_status weft_library_open(const char *path, weft_library **library, weft_error *error);
const weft_library_table *weft_library_contents(const weft_library *library);
/* The ufunc of that name, NULL if there is none. */
const weft_ufunc *weft_library_find(const weft_library *library, const char *name);
/* Its ufuncs and their results' dtypes must not be used afterwards. NULL is allowed. */
void weft_library_close(weft_library *library);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#include <weft/raw.h>

#endif
