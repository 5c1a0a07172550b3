/* arrow.h: the structures of Arrow's C data interface, as its specification has them, and what goes
 * through it. */
#ifndef WEFT_ARROW_H
#define WEFT_ARROW_H

#include "python/face.h"

typedef struct arrow_schema {
    const char *format, *name, *metadata;
    int64_t flags, child_count;
    struct arrow_schema **children, *dictionary;
    void (*release)(struct arrow_schema *schema); /* NULL: it has been released */
    void *own;
} arrow_schema;

typedef struct arrow_array {
    int64_t length, null_count, offset, buffer_count, child_count;
    const void **buffers;
    struct arrow_array **children, *dictionary;
    void (*release)(struct arrow_array *array); /* NULL: it has been released */
    void *own;
} arrow_array;

/* The same of the C device interface; the structures of the array's buffers lie on the host, the
 * buffers where the type says. */
typedef struct arrow_device_array {
    arrow_array array;
    int64_t device;
    int32_t type;      /* as DLPack counts them */
    void **cuda_event; /* behind which the buffers are ready; NULL: they are */
    int64_t reserved[3];
} arrow_device_array;

/* The names of the capsules that they come in. */
#define ARROW_SCHEMA       "arrow_schema"
#define ARROW_ARRAY        "arrow_array"
#define ARROW_DEVICE_ARRAY "arrow_device_array"

/* How Arrow calls a dtype; 0: it has none. Its bool is a bit. */
char arrow_letter(weft_dtype dtype);

/* arrow_import(object) -> (values, offsets): ndarrays over the memory of an object that has
 * __arrow_c_device_array__ or __arrow_c_array__ and is lists of numbers, or of rows of fixed
 * lengths of these; weft.DeviceArrays where that lies on a device. */
PyObject *arrow_import(PyObject *module, PyObject *object);
/* arrow_export(values, offsets) -> capsules of a schema and an array of what lies there: ndarrays
 * in C order, offsets int32 or int64. */
PyObject *arrow_export(PyObject *module, PyObject *args);

#endif
