/* kernel_shape.h: the ways to run a plan on the gpu, each a file: shape_NAME.c. Those of a loop are
 * tried in the order of kernel_shapes.c. */
#ifndef WEFT_GPU_KERNEL_SHAPE_H
#define WEFT_GPU_KERNEL_SHAPE_H

#include "gpu/driver/gpu_walk.h"
#include "gpu/products/gpu_contract.h"
#include "gpu_cut.h"
#include "gpu_item.h"
#include "plan/print.h"

typedef struct gpu_kernel_shape gpu_kernel_shape;

/* The shape that serves a plan, and what it found out when it was asked. */
typedef struct gpu_choice {
    const gpu_kernel_shape *shape;
    union {
        gpu_walk walk;
        gpu_product product;
        struct {
            gpu_walk walk;
            gpu_item_rooms rooms;
        } item;
        struct {
            gpu_walk walk;
            gpu_cut cut;
        } strided;
        struct {
            gpu_walk walk;
            int64_t length; /* elements of a thread */
            uint32_t
                scalars; /* bit i: operand i is one element in device memory for all of a row */
        } vector;
    };
} gpu_choice;

/* Static and constant. */
struct gpu_kernel_shape {
    weft_kernel_shape
        number; /* its bit in weft_loop.shapes, its name and the suffix of its symbol */

    /* Whether it serves the plan, whose loop has it; then fills the choice but for its shape. Adds
     * to `why`, or NULL, one clause where not. */
    bool (*applies)(const weft_plan *plan, gpu_choice *choice, plan_text *why);

    /* Enqueues the kernels for all items of the plan. */
    weft_status (*launch)(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                          const gpu_choice *choice, weft_error *error);

    /* Adds what it has decided, one clause. */
    void (*print)(const weft_plan *plan, const gpu_choice *choice, plan_text *to);
};

extern const gpu_kernel_shape gpu_shape_masked, gpu_shape_vector, gpu_shape_strided, gpu_shape_blas,
    gpu_shape_fft, gpu_shape_product, gpu_shape_nest, gpu_shape_front, gpu_shape_team,
    gpu_shape_deal, gpu_shape_stream, gpu_shape_item, gpu_shape_ragged_team, gpu_shape_ragged,
    gpu_shape_raw;

/* Enqueues the kernels of the plan's loop for all its items. */
weft_status gpu_kernel_shape_launch(const gpu_scope *scope, CUstream stream, const weft_plan *plan,
                                    weft_error *error);

/* Adds the lines of the kernel that serves the plan. */
void gpu_kernel_shape_print(const weft_plan *plan, plan_text *to);

/* Adds how many launches a walk takes. */
void gpu_kernel_shape_print_walk(const gpu_walk *walk, plan_text *to);

/* Items of one launch: what 32-bit indices count, and what a grid of 2^31 - 1 blocks of vectors
 * holds. */
#define GPU_LIMIT32 ((int64_t)INT32_MAX)
#define GPU_LIMIT64 ((int64_t)1 << 38)

#endif
