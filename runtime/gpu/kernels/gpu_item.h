/* gpu_item.h: launches of kernels over items with core dimensions, and which operands of them go
 * through shared memory. */
#ifndef WEFT_GPU_ITEM_H
#define WEFT_GPU_ITEM_H

#include "gpu/driver/gpu_context.h"
#include "gpu/driver/gpu_graph.h"
#include "gpu/driver/gpu_walk.h"
#include "plan/print.h"

/* What of an operand goes through shared memory. */
typedef struct gpu_item_rooms {
    uint32_t brought;                  /* bit i: of operand i, before it is read */
    uint32_t taken;                    /* behind what writes it */
    uint32_t room[WEFT_MAX_OPERANDS];  /* of those: bytes of shared memory before it */
    uint32_t pitch[WEFT_MAX_OPERANDS]; /* as in weft_gpu_item_operand */
    uint32_t windows[WEFT_MAX_OPERANDS];
    uint32_t words[WEFT_MAX_OPERANDS]; /* of 4 bytes, of an item */
    int64_t length[WEFT_MAX_OPERANDS]; /* elements of an item */
    uint32_t bytes;                    /* of all, in a block */
    uint32_t threads;                  /* of a block */
    uint32_t team;                     /* of an item; 0: one */
    bool whole;                        /* its threads have all elements of rows in registers */
    const gpu_grid *grid; /* of an item, whose launches have a layer of it for each of theirs. NULL:
                             by threads and team */
} gpu_item_rooms;

/* Adds an operand, of which a block has so many bytes. False if they are too many. */
bool gpu_item_add_room(gpu_item_rooms *rooms, const weft_plan *plan, int operand, int64_t bytes);

/* Adds "; a, b through shared memory", if any are. */
void gpu_item_print(const weft_plan *plan, const gpu_item_rooms *rooms, plan_text *to);

/* Enqueues the kernel of a shape for all items of a walk that has not begun. */
weft_status gpu_item_launch(const gpu_scope *scope, CUstream stream, gpu_walk walk,
                            weft_kernel_shape shape, const gpu_item_rooms *rooms,
                            weft_error *error);

#endif
