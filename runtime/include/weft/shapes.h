/* shapes.h: the one table of kernel shapes: which loops a kernel of the hosts has, which kernels of
 * a loop an image has, and which kernels libweft has of its own. The generator fills a loop's bits
 * (analyse_shape.c) and names them (explain); the runtime chooses by them, and names them in a
 * trace.
 * A new shape is one line at the end, because its number is part of the kernel ABI. */
#ifndef WEFT_SHAPES_H
#define WEFT_SHAPES_H

#include <stdint.h>

/* X(ENUM, name, target, suffix of the symbol in the target's image; NULL: none is looked up) */
#define WEFT_SHAPES(X)                                                                             \
    X(CONTIGUOUS, "contiguous", CPU, NULL)      /* every operand side by side */                   \
    X(SCALAR, "broadcast-scalar", CPU, NULL)    /* some inputs one element, all else contiguous */ \
    X(STRIDED, "strided", CPU, NULL)            /* any steps */                                    \
    X(TILES, "tiles", CPU, NULL)                /* libweft's own: a contraction */                 \
    X(CORE, "core", CPU, NULL)                  /* one call an item on contiguous core blocks */   \
    X(TREE, "tree", CPU, NULL)                  /* libweft's own: a declared reduction */          \
    X(GPU_VECTOR, "vector", GPU, "_v")          /* rows contiguous or one element */               \
    X(GPU_STRIDED, "strided", GPU, "_n")        /* any axes, any distances, by tiles */            \
    X(GPU_MASKED, "masked", GPU, "_m")          /* any axes, the items that a mask chooses */      \
    X(GPU_PRODUCT, "product", GPU, NULL)        /* libweft's own: a contraction */                 \
    X(GPU_ITEM, "item", GPU, "_c")              /* core dimensions, one thread an item */          \
    X(GPU_TREE, "tree", GPU, NULL)              /* libweft's own: a declared reduction */          \
    X(GPU_FOLD, "fold", GPU, "_fg")             /* segments of a fold, 32 threads each */          \
    X(GPU_FOLD_ROWS, "fold-rows", GPU, "_fr")   /* a thread each, through shared memory */         \
    X(GPU_FOLD_LANES, "fold-lanes", GPU, "_fl") /* a thread each */                                \
    X(GPU_SCAN, "scan", GPU, "_sg")             /* prefixes of segments, 32 threads each */        \
    X(GPU_SCAN_LANES, "scan-lanes", GPU, "_sl") /* a thread each */                                \
    X(LANES, "lanes", CPU, NULL)                /* any steps; vectors of items, under a mask */    \
    X(GPU_STREAM, "stream", GPU, "_s")          /* one long axis, in order, a thread an item */    \
    X(FOLD, "fold", CPU, NULL)      /* several elements of a reduction at a time, in registers */  \
    X(GPU_TEAM, "team", GPU, "_tm") /* axes in any order, a team of threads an item */             \
    X(GPU_BLAS, "blas", GPU, NULL)  /* cuBLAS, where there is one: a contraction in any order */   \
    X(GPU_DEAL, "deal", GPU, "_td") /* loops in loops in order, a team of threads an item */       \
    X(LARGEST, "largest", CPU,                                                                     \
      NULL)                        /* libweft's own: a reduction that keeps the largest element */ \
    X(LEAST, "least", CPU, NULL)   /* the least */                                                 \
    X(GROUPS, "groups", CPU, NULL) /* many results of a reduction at a time */                     \
    X(FFT, "fft", CPU, NULL)       /* libweft's own: a discrete Fourier transform */               \
    X(GPU_NEST, "nest", GPU, "_nt") /* parallel loops around one in order, by tiles of results */  \
    X(RAGGED, "ragged", CPU, NULL)  /* one call a list, the lists one behind the other */          \
    X(GPU_RAGGED, "ragged", GPU, "_rg")           /* lists one behind the other, a thread each */  \
    X(GPU_RAGGED_TEAM, "ragged-team", GPU, "_rt") /* the same, a team of threads each */           \
    X(GPU_RAW, "raw", GPU, "_k")      /* a hand-written kernel, on a grid that its author says */  \
    X(GPU_FRONT, "front", GPU, "_nf") /* a parallel loop around one in order, a thread a round */

typedef enum weft_kernel_shape {
#define WEFT_SHAPE_ENUM(ENUM, name, target, suffix) WEFT_SHAPE_##ENUM,
    WEFT_SHAPES(WEFT_SHAPE_ENUM)
#undef WEFT_SHAPE_ENUM
        WEFT_SHAPE_COUNT
} weft_kernel_shape;

/* The bit of a shape: weft_loop.shapes & WEFT_HAS(GPU_ITEM). */
#define WEFT_HAS(ENUM) ((uint64_t)1 << WEFT_SHAPE_##ENUM)

#endif
