/* operation.h: one call or reduction in progress: operands as libweft takes them, options, results.
 */
#ifndef WEFT_OPERATION_H
#define WEFT_OPERATION_H

#include "kind.h"

/* What an operand needs for as long as the call takes. */
typedef struct hold {
    PyObject *object; /* owned: a capsule, a converted array; NULL: nothing */
    double scalar[2]; /* the bytes of a scalar */
} hold;

typedef struct operation {
    const weft_ufunc *ufunc;
    const char *method; /* "add.reduce", for messages; NULL: a call */
    weft_options options;
    bool has_stream;         /* options.stream is the one to run on */
    PyObject *stream_object; /* owned: what that stream is of; NULL: a number, or none */
    int count;               /* operands that have been read */
    int reading;             /* the operand that is being read; -1: none */
    int64_t work;            /* items, about */
    bool any_device;
    const kind *host_kind;   /* of the first operand on the host that is no ndarray */
    const kind *device_kind; /* of the first on a device */
    PyThreadState *released; /* while the GIL is not held */
    bool foreign;            /* some operand answers ufuncs itself */
    weft_array *offsets;     /* owned: by operand, of those that are lists; NULL: none is */
    weft_array *operands[FACE_OPERANDS];
    PyObject *results[WEFT_MAX_OPERANDS]; /* owned, by operand; given or made */
    uint32_t made;                        /* bit i: the call made result i */
    weft_dtype signature[WEFT_MAX_OPERANDS];
    int axes[WEFT_MAX_OPERANDS * WEFT_MAX_RANK]; /* of `axes`, or those of a reduction */
    int axis;
    int64_t shape[WEFT_MAX_RANK]; /* of `shape` */
    hold holds[FACE_OPERANDS];
    weft_array arrays[FACE_OPERANDS];
    weft_codes codes; /* of a function with a status */
} operation;

/* Begins: everything but the last members is zero. */
void operation_begin(operation *all, const weft_ufunc *ufunc);
/* Lets go of what the operands needed, and of results that were not handed over. */
void operation_end(operation *all);

/* ---- operand.c, operand_dlpack.c, operand_cuda.c, operand_text.c ---- */

/* Reads the next operand. is_output: it will be written to, and is refused where it cannot. -1 with
 * an exception. Where the operand answers ufuncs itself, `foreign` is set and nothing read. */
int operation_read(operation *all, PyObject *object, bool is_output);
/* The next operand is an output that the call is to make. */
void operation_leave_open(operation *all);
/* The next operand is an input that no call gives: the number of the item. */
void operation_leave_out(operation *all);
/* The same of an operand that was read. */
void operation_open(operation *all, int operand);

/* How DLPack calls a dtype. */
dl_dtype tensor_dtype(weft_dtype dtype);
int operand_of_tensor(const dl_tensor *tensor, uint64_t flags, weft_array *array);
int operand_by_dlpack(operation *all, PyObject *object, const kind *what, weft_array *array,
                      hold *held);
int operand_by_device_array(operation *all, PyObject *object, const kind *what, bool is_output,
                            weft_array *array);
int operand_by_cuda(operation *all, PyObject *object, weft_array *array);
int operand_by_numpy(PyArrayObject *source, weft_array *array);
/* Text for an input that is a string of C: 1 if that is what the next operand is, 0 if not, -1 with
 * an exception. */
int operand_by_text(operation *all, PyObject *object, weft_array *array, hold *held);

/* Any object that is neither an ndarray nor a number of Python's, by its type. */
int operand_by_kind(operation *all, PyObject *object, bool is_output, weft_array *array,
                    hold *held);

/* ---- operand_lists.c ---- */

/* Whether an operand of a call is lists. */
bool operation_has_lists(const operation *all, int operand);
/* Reads one: a weft.Ragged, or what becomes one. */
int operand_by_lists(operation *all, PyObject *object, bool is_output, weft_array *array,
                     hold *held);
/* A result that is lists, of its elements, whose reference is taken. */
PyObject *result_of_lists(operation *all, int operand, PyObject *values);

/* ---- stream.c ---- */

/* options.stream, from an argument. */
int stream_of_argument(operation *all, PyObject *stream);
/* The same from the `with` block of a weft.Stream that the caller is in, if there is one. */
int stream_of_block(operation *all);
/* Counts blocks that are entered or left, by 1 or -1: without any, nobody asks. */
PyObject *stream_count_blocks(PyObject *module, PyObject *change);
/* options.stream, from the framework of an operand on this device, where it is not known yet. */
int stream_of_kind(operation *all, const kind *what, int device);

/* ---- result.c ---- */

/* A weft_allocate; its context is an operation. */
weft_status result_allocate(void *context, int operand, weft_array *result, size_t bytes,
                            weft_error *error);
/* Makes the one result of a call without options where inputs and loop say all of it: ndarrays of
 * one shape, in C order, of a loop's own dtypes, and numbers beside floats. So short calls are
 * spared a hook. */
int result_foresee(operation *all);
/* The same of a reduction of operand 0, whose result is operand 1. */
int result_foresee_reduction(operation *all, const weft_reduction *how);
/* What a call gives for these results: one array, or a tuple of them. */
PyObject *result_hand_over(operation *all, int first, int count);

/* What loops of numpy.ufuncs go by in this thread from now on; NULL: the cpu, and no options.
 * Returns what it was. */
const weft_options *operation_follow(const weft_options *options);
const weft_options *operation_followed(void);

/* ---- device_array.c ---- */

/* A new device array, in the order of options.stream; its steps are without gaps. */
PyObject *device_array_new(const weft_array *like, const operation *all, void **data);
/* One over memory that `keeper` keeps, in C order, which is only read; what is enqueued on the
 * default stream finds it ready. */
PyObject *device_array_over(const weft_array *array, PyObject *keeper);
/* The class that these are of from now on, which adds what needs no C. */
PyObject *device_array_set_type(PyObject *module, PyObject *made);
int device_array_add_type(PyObject *module);

/* ---- device.c ---- */

/* Methods of weft._core that make and copy arrays, streams and events; ends with one of no name. */
extern PyMethodDef device_methods[];
/* raw.c: those of kernels that no ufunc calls, and their class. */
extern PyMethodDef raw_methods[];
int raw_add_type(PyObject *module);

#endif
