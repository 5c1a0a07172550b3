/* dlpack.h: the structs of DLPack 1.3 by which arrays are exchanged in C, and the table of
 * functions that a type may offer. */
#ifndef WEFT_DLPACK_H
#define WEFT_DLPACK_H

#include <stdint.h>

enum dl_device_type { DL_CPU = 1, DL_CUDA = 2, DL_CUDA_HOST = 3, DL_CUDA_MANAGED = 13 };
enum dl_type_code { DL_INT, DL_UINT, DL_FLOAT, DL_OPAQUE, DL_BFLOAT, DL_COMPLEX, DL_BOOL };
enum dl_flags { DL_READ_ONLY = 1 };

typedef struct dl_device {
    int32_t type; /* dl_device_type */
    int32_t id;
} dl_device;

typedef struct dl_dtype {
    uint8_t code, bits; /* dl_type_code */
    uint16_t lanes;
} dl_dtype;

typedef struct dl_tensor {
    void *data;
    dl_device device;
    int32_t rank;
    dl_dtype dtype;
    int64_t *shape, *strides; /* in elements; strides NULL: C order */
    uint64_t byte_offset;
} dl_tensor;

/* A capsule called "dltensor". */
typedef struct dl_managed {
    dl_tensor tensor;
    void *context;
    void (*deleter)(struct dl_managed *);
} dl_managed;

typedef struct dl_version {
    uint32_t major, minor;
} dl_version;

/* A capsule called "dltensor_versioned". */
typedef struct dl_managed_versioned {
    dl_version version;
    void *context;
    void (*deleter)(struct dl_managed_versioned *);
    uint64_t flags; /* dl_flags */
    dl_tensor tensor;
} dl_managed_versioned;

typedef void dl_report(void *context, const char *kind, const char *message);

/* What `type.__dlpack_c_exchange_api__` holds. None of these synchronises, or checks what the
 * array's framework would: that is the caller's part. 0 is success; else an exception is set. */
typedef struct dl_exchange {
    dl_version version;
    struct dl_exchange *previous;
    int (*allocate)(dl_tensor *like, dl_managed_versioned **made, void *context, dl_report *report);
    int (*managed_of_object)(void *object, dl_managed_versioned **made);
    int (*object_of_managed)(dl_managed_versioned *taken, void **object);
    int (*tensor_of_object)(void *object, dl_tensor *tensor); /* borrowed; may be NULL */
    int (*current_stream)(int32_t device_type, int32_t device, void **stream);
} dl_exchange;

#endif
