/* kernel.h: all that generated C shares with the runtime: the kernel ABI, the descriptors that a
 * generated table is made of, and the loads and stores of the storage types.
 * Everything here is plain data or inline; it needs no library. */
#ifndef WEFT_KERNEL_H
#define WEFT_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <weft/dtypes.h>
#include <weft/loop/grid.h>
#include <weft/shapes.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEFT_VERSION "0.1.0"

/* A library of another major version (ABI / 1000) is refused, and one of a later minor version,
 * which may have what this one does not know: kinds of dimensions, kernel shapes. */
#define WEFT_ABI_VERSION 11001

/* Limits of one call: loop plus core dimensions of an operand, and operands. */
#define WEFT_MAX_RANK     32
#define WEFT_MAX_OPERANDS 32

#if defined(__GNUC__)
#define WEFT_HIDDEN __attribute__((visibility("hidden")))
#define WEFT_EXPORT __attribute__((visibility("default")))
/* What the linker calls it: "weft_ufunc_add.std", with its owner's name, so that no two libraries
 * have one symbol. */
#define WEFT_LABEL(text)  __asm__(text)
#define WEFT_ALIAS(label) __attribute__((alias(label)))
#else
#define WEFT_HIDDEN
#define WEFT_EXPORT
#define WEFT_LABEL(text)
#define WEFT_ALIAS(label)
#endif

/* Begins the definition of a descriptor: WEFT_UFUNC(weft_ufunc_add, "weft_ufunc_add.std") = {…}; */
#define WEFT_UFUNC(name, label)                     \
    extern const weft_ufunc name WEFT_LABEL(label); \
    WEFT_EXPORT const weft_ufunc name
/* The same, of one that the table of its library lists: under a second name, whose place no other
 * library's takes. */
#define WEFT_LISTED_UFUNC(name, label, own)       \
    WEFT_OWN_UFUNC(own, label) WEFT_ALIAS(label); \
    WEFT_UFUNC(name, label)
#define WEFT_OWN_UFUNC(own, label) extern WEFT_HIDDEN const weft_ufunc own WEFT_LABEL("own." label)

/* A kernel of one loop: NumPy's loop ABI.
 *   args        one pointer per operand, inputs first
 *   dimensions  [0] the number of items N, then the core sizes in the order of ufunc.dimensions
 *   steps       bytes: one step per operand from item to item, then one per core axis, operand by
 *               operand. A kernel of a ufunc with core dimensions wants every core block
 *               C-contiguous and aligned (the backend packs others) and reads no core step.
 *   data        NULL, or a weft_rows: the whole is then repeated for each row
 * Elementwise kernels take any step and any alignment.
 * A kernel of the shape FOLD, where its rows' flags say so, makes one of dimensions[1] elements,
 * four or eight: each as far behind the one before it as args[1] lies behind args[0], folded by
 * halves, the first with the one in the middle. steps[1] is not read. An output may lie where the
 * first of its elements does. Those of WEFT_ISA_FLAGS have neither this shape nor GROUPS: no
 * reduction reports floating-point flags. */
typedef void weft_kernel(char *const *args, const int64_t *dimensions, const int64_t *steps,
                         const void *data);

/* A second, outer loop dimension, so that short inner dimensions are not one call per row. */
typedef struct weft_rows {
    int64_t count;
    const int64_t *steps; /* borrowed; bytes from row to row, one per operand */
    uint32_t flags;       /* weft_rows_flags */
} weft_rows;

enum weft_rows_flags {
    /* A hint, which changes no result: what a row reads as operand 0 is what the row before it
       wrote. */
    WEFT_ROWS_CHAIN = 1,
    WEFT_ROWS_FOLD =
        2, /* of kernels that have the shape alone: so many elements as dimensions[1] says become
              one, by halves: four or eight that lie as far apart as operands 0 and 1, or a whole */
    WEFT_ROWS_FAR = 4, /* a hint: what is read lies beyond the near caches */
    /* Of kernels that have the shape GROUPS alone; data is a weft_groups: */
    WEFT_ROWS_SEGMENTS = 8,
    WEFT_ROWS_KEYS = 16
};

/* Many results of a reduction by one call. Neither rows.steps nor dimensions are read.
 *   SEGMENTS  result k, at operand 2, is made of the elements at operand 0 from indices[k] to
 *             before indices[k + 1], at most WEFT_MOST_WHOLE of them, by halves; where that is
 *             none, it stays as it is. rows.count results; indices has one more.
 *   KEYS      one element at operand 1 after the other, rows.count of them: result indices[i], at
 *             operand 2, becomes f of itself and element i. Where `seen` is not NULL and its byte
 *             of that number is 0, it becomes the element, and the byte 1, which are all there are.
 *             Without indices (NULL) result i is combined with element i, where chosen[i] is not 0;
 *             `seen` is there, elements and results are contiguous, and what is not seen or chosen
 *             may be read.
 *             Operand 0 is operand 2. */
typedef struct weft_groups {
    weft_rows rows;
    const int64_t *indices; /* borrowed, as are the next */
    unsigned char *seen;
    const unsigned char *chosen;
} weft_groups;

/* What kernels that have the shape RAGGED take as data, which is never NULL. dimensions[0] is the
 * number of lists; along a dimension d that is their size, list i has offsets[d][i + 1] -
 * offsets[d][i] elements, and dimensions[d + 1] is not read. An operand of lists begins at args
 * plus offsets[d][i] times its step, which is the distance of an element, or of a row of the other
 * core axes, from the next; no other step of it is read. */
typedef struct weft_lists {
    const int64_t *const *offsets; /* borrowed; by dimension, NULL where that is no size of lists */
} weft_lists;

/* A whole: a power of two of elements side by side, within these limits. */
#define WEFT_LEAST_WHOLE       64
#define WEFT_LEAST_WHOLE_BYTES 512
#define WEFT_MOST_WHOLE        512

/* The one table of targets. X(ENUM, name, kernels)
 *   kernels  whose kernels it runs: cpu's, which are linked, or its own, from an image
 * A new target is one line at the end, because its number is part of the kernel ABI. */
#define WEFT_TARGETS(X)        \
    X(CPU, cpu, CPU)           \
    X(PARALLEL, parallel, CPU) \
    X(GPU, gpu, GPU)

/* 0 is "not given: the call chooses". */
typedef enum weft_target {
    WEFT_AUTO = 0,
#define WEFT_TARGET_ENUM(ENUM, name, kernels) WEFT_##ENUM,
    WEFT_TARGETS(WEFT_TARGET_ENUM)
#undef WEFT_TARGET_ENUM
        WEFT_TARGET_END /* one past the last target */
} weft_target;

/* Instruction sets that a generated .c is compiled for, one table of kernels each. */
typedef enum weft_isa {
    WEFT_ISA_BASE,
    WEFT_ISA_V3,
    WEFT_ISA_V4,
    WEFT_ISA_FLAGS, /* base, and raises the floating-point flags that the C code says, no others */
    WEFT_ISA_COUNT
} weft_isa;

/* All kernels of one target that are not linked but loaded by a driver. */
typedef struct weft_module_image {
    weft_target target;
    const unsigned char *begin, *end; /* of the gpu a fatbin, or several: WEFT_IMAGE_LIST */
} weft_module_image;

/* An image that is several, each with some of the kernels: as 64-bit numbers this one, how many
 * there are, and how many bytes behind the first of these numbers each begins. */
#define WEFT_IMAGE_LIST UINT64_C(0x7473696c74666577) /* "weftlist" */
/* What an image begins with that lies in another library, beside this one or where the loader
 * looks; then, each ending in 0, the library's file name, the symbol where the image begins, to
 * whose name _end is added where it ends, and, for who lacks the library, how to get it. */
#define WEFT_IMAGE_ELSEWHERE "weftelse"

/* The kernels of one annotated file for one instruction set. */
typedef struct weft_kernel_table {
    uint64_t build_id;           /* of the module they are compiled for */
    weft_kernel *const *kernels; /* by weft_loop.index */
} weft_kernel_table;

/* What one annotated file compiled to. */
typedef struct weft_module {
    const char *source; /* the file's name as given */
    uint64_t build_id;  /* made of its text, its owner and its names */
    const weft_kernel_table *kernels[WEFT_ISA_COUNT]; /* of the same build id; NULL: not built */
    const weft_module_image *images;                  /* one per target that has one, at most */
    uint32_t image_count;
} weft_module;

typedef enum weft_dimension_kind {
    WEFT_DIMENSION_NAMED,    /* bound by the operands' shapes */
    WEFT_DIMENSION_FIXED,    /* a constant */
    WEFT_DIMENSION_COMPUTED, /* a sum of integer × named dimension, of outputs only */
    WEFT_DIMENSION_OPTIONAL, /* named, and may be missing in the operands: 1 to the kernel, and no
                                axis of the results */
    WEFT_DIMENSION_RAGGED    /* named, and each item's own: the size of a list. The first core axis
                                of an operand, whose lists lie one behind the other */
} weft_dimension_kind;

/* One distinct core dimension of a ufunc. */
typedef struct weft_dimension {
    const char *name; /* as in the layout: "m", "3", "m+n-1" */
    weft_dimension_kind kind;
    int32_t divisor;             /* COMPUTED: the sum is divided by it, rounded down; 0 or 1: not */
    int64_t constant;            /* FIXED: the size; COMPUTED: the constant term */
    int64_t limit;               /* largest size that the C size parameter holds */
    const int32_t *coefficients; /* COMPUTED: one per dimension of the ufunc, 0 where absent */
} weft_dimension;

/* Sizes, both included. */
typedef struct weft_size_range {
    int64_t least, most;
} weft_size_range;

/* What a kernel is handed as an operand. */
typedef enum weft_operand_kind {
    WEFT_OPERAND_ARRAY, /* an operand of the call */
    WEFT_OPERAND_INDEX, /* an input that no call gives: the number of the item, in the C order of
                           the loop shape; an array whose elements are their addresses */
    WEFT_OPERAND_INDEX_AXIS /* the same along one axis of the loop shape; 0 where it is missing */
} weft_operand_kind;

/* Limit of the indices of a function. */
#define WEFT_MAX_INDICES 4

typedef struct weft_operand {
    const char *name; /* the C parameter, or "result" */
    uint8_t core_rank;
    bool contiguous;           /* a gpu kernel too wants its core block C-contiguous */
    uint8_t kind;              /* weft_operand_kind */
    int8_t axis;               /* INDEX_AXIS: of the loop shape, from its end, -1 the last */
    const uint8_t *dimensions; /* index into ufunc.dimensions, one per core axis */
} weft_operand;

/* Limit of the codes of a function. */
#define WEFT_MAX_CODES 64

/* What a function says by a number among its outputs, its status. */
typedef struct weft_code {
    int64_t low, high; /* of these numbers, both included */
    bool is_error;     /* else a warning */
    const char *text;
} weft_code;

/* A number that a sum starts at or that its epilogue reads: a constant, or an element of an input
 * whose axes have letters of the output, each once; "": a scalar. */
typedef struct weft_term {
    const char *letters; /* NULL: a constant */
    uint8_t operand;
    double number; /* the constant, where it is computed with in floating point */
    int64_t integer;
} weft_term;

/* The steps of an epilogue, for a stack of numbers. What takes two or more takes the last ones
 * pushed. */
typedef enum weft_epilogue_step {
    WEFT_EPILOGUE_SUM,  /* pushes the sum */
    WEFT_EPILOGUE_TERM, /* pushes a term; the next byte is its number */
    WEFT_EPILOGUE_NEGATE,
    WEFT_EPILOGUE_ADD,
    WEFT_EPILOGUE_SUBTRACT,
    WEFT_EPILOGUE_MULTIPLY,
    WEFT_EPILOGUE_DIVIDE,  /* not of integers */
    WEFT_EPILOGUE_MAXIMUM, /* fmax and fmin of C; of real floating numbers */
    WEFT_EPILOGUE_MINIMUM,
    WEFT_EPILOGUE_LESS, /* of four, x y u v: x < y ? u : v; not of complex numbers */
    WEFT_EPILOGUE_LESS_EQUAL,
    WEFT_EPILOGUE_EQUAL,
    WEFT_EPILOGUE_STEP_COUNT
} weft_epilogue_step;

/* Limits of an epilogue: bytes, terms with the start, and numbers on the stack at once. */
#define WEFT_EPILOGUE_MOST_STEPS 48
#define WEFT_EPILOGUE_MOST_TERMS 8
#define WEFT_EPILOGUE_DEPTH      8

/* What is stored of a sum, where that is more than the sum. Each step is computed in one dtype, as
 * C does where all its operands have it, and rounded. */
typedef struct weft_epilogue {
    uint8_t dtype; /* of 32 bits or more: what sum and terms are cast to first */
    uint8_t length;
    const uint8_t *steps;
} weft_epilogue;

/* What the function's loops say of a sum of products over core dimensions: each element of C is
 * made of a sum of products of an element of A and one of B, added up in the order of the summed
 * indices. One letter per core axis, 'a', 'b', … as einsum has them: "ac", "cb", "ab" of a matrix
 * product. Each operand has a letter at most once; summed letters, in the order of the loops, are
 * the last. Elements are cast to `dtype` before they are multiplied; what is stored is cast to C's
 * dtype. Both casts and those of terms are C's: none is from floating point to an integer, none to
 * or from bool. */
typedef struct weft_contraction {
    const char *a, *b, *c;
    uint8_t a_operand, b_operand, c_operand; /* numbers of the ufunc's operands */
    uint8_t conjugated;                      /* bit 0: A, bit 1: B, of complex elements */
    uint8_t dtype;                           /* weft_dtype of the sum */
    uint8_t product; /* dtype that products become first, narrower than the sum's; 0: the sum's */
    uint8_t
        subtracted; /* products are taken away, not added; only where product is 0 or floating */
    uint8_t starts; /* the sum starts at terms[0] instead of at zero */
    uint8_t term_count;
    const weft_term *terms;
    const weft_epilogue *epilogue; /* NULL: the sum itself is stored */
} weft_contraction;

/* One dtype combination. */
typedef struct weft_loop {
    const char *prototype;        /* "float64(float64, float64)" */
    const uint8_t *dtypes;        /* weft_dtype, one per operand, inputs first */
    const uint8_t *kernel_dtypes; /* what the kernel itself reads and writes; the call casts.
                                     Differs for float16 and bfloat16 core operands: float32 */
    uint32_t index;               /* into the module's tables of kernels */
    uint64_t shapes;    /* bit i: weft_kernel_shape i serves it; those of an image only where
                           the module has the image and the ufunc no refusal of the target */
    const char *symbol; /* kernels in images are this name and their shape's suffix */
    const weft_contraction *contraction; /* NULL: it is none, or one that no tile computes */
} weft_loop;

/* Estimated cost of one item: the sum over the terms of nanoseconds × product of the core
 * dimensions' sizes, each to its power. On one core of a machine of today, within ten times. */
typedef struct weft_cost_term {
    float nanoseconds;
    const uint8_t *powers; /* one per dimension of the ufunc; NULL: all are 0 */
} weft_cost_term;

enum weft_ufunc_flags {
    WEFT_UFUNC_ELEMENTWISE = 1, /* no operand has a core dimension */
    WEFT_UFUNC_STRICT = 2,      /* same bits everywhere: no contraction */
    WEFT_UFUNC_REORDERABLE = 4, /* reductions may be reordered */
    WEFT_UFUNC_HAS_IDENTITY = 8,
    WEFT_UFUNC_DIVERGENT = 16, /* loops whose length depends on data: dynamic schedule */
    WEFT_UFUNC_WIDENING = 32,  /* bool and integers below 64 bits are reduced in 64 bits, 16-bit
                                  floats in float32 */
    WEFT_UFUNC_OPTIONAL = 64,  /* some dimension may be missing */
    WEFT_UFUNC_SERIAL = 128,   /* it has a state: items one after the other in their order, on one
                                  thread   at a time, hosts only */
    /* Of team_dimensions, where neither is set, the number of threads decides the order of sums: */
    WEFT_UFUNC_TEAM_EXACT = 256, /* no bit depends on which threads share a walk */
    WEFT_UFUNC_TEAM_APART = 512, /* and no thread needs another: they may be of several blocks */
    /* Of SYMBOL_s: rounds of its walks have no elements of arrays but their own. */
    WEFT_UFUNC_STREAM_OWN = 1024,
    WEFT_UFUNC_INDEXED = 2048, /* some input is an index */
    WEFT_UFUNC_RAGGED = 4096, /* some dimension is RAGGED: loops have one axis, that of the lists */
};

/* Why a target has no kernels of a ufunc. */
typedef struct weft_ufunc_refusal {
    weft_target target;
    const char *reason; /* with its place in the source */
} weft_ufunc_refusal;

typedef struct weft_ufunc weft_ufunc;
struct weft_array;

/* What a discrete Fourier transform takes and gives. */
typedef enum weft_transform_kind {
    WEFT_TRANSFORM_COMPLEX, /* complex numbers, as many */
    WEFT_TRANSFORM_REAL, /* complex numbers, of whose last axis only the first half is wanted: the
                            other is what real numbers' has to be, and the input is taken so */
    WEFT_TRANSFORM_HALF  /* such a half, to real numbers */
} weft_transform_kind;

/* What the author of a function says that it computes: the transform over all core axes of its
 * first operand, which are those of its last, times its second, a real number, or, where that is 0,
 * the usual factor: 1, or 1 over the number of elements of an inverse. */
typedef struct weft_transform {
    uint8_t kind; /* weft_transform_kind */
    uint8_t rank; /* of the operands: 1 to 3 */
    bool inverse; /* exponents are positive; of HALF they are */
} weft_transform;

/* What a declared reduction computes: finish(combine of map(x) for all x). Elementwise ufuncs that
 * no library lists; their loops stand in the order of the reduction's own. */
typedef struct weft_reducer {
    const weft_ufunc *map;     /* inputs to accumulator; NULL: the one input is cast to it */
    const weft_ufunc *pair;    /* combine(map(x), map(y)): inputs of x, then of y; hosts have no
                                  kernel of it. NULL where map is */
    const weft_ufunc *combine; /* two accumulators to one */
    const weft_ufunc *finish;  /* the accumulator and, where it has a second input, the number of
                                  elements, to the result; NULL: the accumulator is cast to it */
} weft_reducer;

/* What users call. Static data; nothing in it is ever freed. */
struct weft_ufunc {
    const char *name;
    const char *layout;   /* "(m,n),(n,p)->(m,p)" */
    const char *doc;      /* the doc comment's text, "" if none */
    const char *location; /* "kernels.c:12" */
    const weft_module *module;
    uint32_t flags;
    uint8_t input_count, output_count, dimension_count, cost_term_count;
    uint32_t loop_count;
    const weft_operand *operands; /* inputs first */
    const weft_dimension *dimensions;
    const weft_loop *loops;
    const weft_cost_term *cost_terms;
    double identity;
    const weft_ufunc_refusal *refusals; /* one per target that has no kernels, at most */
    uint32_t refusal_count;
    const weft_reducer *reducer; /* of a declared reduction, which has no kernels itself; or NULL */
    const weft_transform *transform; /* what all loops compute; NULL: it is none */
    uint32_t written_inputs;         /* bit i: a kernel may write to operand i, an input with core
                                    dimensions: every item is handed a copy of its core block */
    uint32_t kept_outputs;    /* bit i: a kernel may leave elements of operand i, an output, as they
                                 are,    or read them first: it is handed what was there, or 0 */
    uint32_t free_dimensions; /* bit d: every index along dimension d is computed by itself, so that
                                 it may be an item of its own, with that dimension 1 */
    uint32_t team_dimensions; /* bit d: a team of threads may share the walks along dimension d */
    uint32_t team_again;      /* bit d: of these, walked more than once */
    uint32_t code_count;      /* 0: no output is a status */
    uint32_t code_operand;    /* the output of integers that is it */
    const weft_code *codes; /* of a number the first that has it; one that none has says nothing */
    const char *const
        *fields; /* per operand: "pmt, eb[3], em", the members of the C structure that its
                                    last core axis is; NULL: none is one, or this operand is not */
    const struct weft_array *const
        *defaults;                 /* per input: what it is where a call leaves it out, a
                         number, of the last inputs; NULL: none is left out, or this one is not */
    const weft_size_range *ranges; /* per dimension: for other sizes the function is what its text
                                      says, and nothing is known of it: no contraction, no free or
                                                        team_dimensions. NULL: for none */
    const weft_launch_grid *grid;  /* of loops with the shape GPU_RAW; not read of others, whose
                               library may  be older than the member */
};

/* Whose kernels a target (not WEFT_AUTO) runs: WEFT_CPU's, or its own. */
static inline weft_target weft_target_kernels(weft_target target)
{
#define WEFT_TARGET_ROW(ENUM, name, kernels) , WEFT_##kernels
    static const weft_target owners[] = {WEFT_AUTO WEFT_TARGETS(WEFT_TARGET_ROW)};
#undef WEFT_TARGET_ROW
    return owners[target];
}

/* The shapes that are a target's own; those of cpu serve all that run its kernels. */
static inline uint64_t weft_kernel_shapes_of(weft_target target)
{
    uint64_t bits = 0;
#define WEFT_SHAPE_BIT(ENUM, name, TARGET, suffix) \
    bits |= target == WEFT_##TARGET ? WEFT_HAS(ENUM) : 0;
    WEFT_SHAPES(WEFT_SHAPE_BIT)
#undef WEFT_SHAPE_BIT
    return bits;
}

/* The module's image for a target; NULL: it was built without, or lies in another library, which is
 * not there. Of libweft. */
WEFT_EXPORT const weft_module_image *weft_module_find_image(const weft_module *module,
                                                            weft_target target);

/* How many inputs a call can give: all but the numbers of items, which are the last ones. */
static inline int weft_ufunc_given_inputs(const weft_ufunc *ufunc)
{
    int count = ufunc->input_count;
    while (count > 0 && ufunc->operands[count - 1].kind != WEFT_OPERAND_ARRAY)
        count--;
    return count;
}

/* What an input is where a call leaves it out; NULL: it must be given. */
static inline const struct weft_array *weft_ufunc_default(const weft_ufunc *ufunc, int input)
{
    return ufunc->defaults ? ufunc->defaults[input] : NULL;
}

/* Why a target has no kernels of the ufunc; NULL where nothing speaks against them. */
static inline const char *weft_ufunc_find_refusal(const weft_ufunc *ufunc, weft_target target)
{
    for (uint32_t i = 0; i < ufunc->refusal_count; i++)
        if (ufunc->refusals[i].target == target)
            return ufunc->refusals[i].reason;
    return NULL;
}

/* Whether a target that wants an image has kernels of the loop. */
static inline bool weft_loop_is_in_image(const weft_ufunc *ufunc, const weft_loop *loop,
                                         weft_target target)
{
    return loop->shapes & weft_kernel_shapes_of(target) &&
           !weft_ufunc_find_refusal(ufunc, target) && weft_module_find_image(ufunc->module, target);
}

/* What a shared library exports as `weft_library`. */
typedef struct weft_library_table {
    uint32_t abi_version;
    uint32_t size; /* bytes of this struct */
    const char *name;
    uint32_t count;
    const weft_ufunc *const *ufuncs;
} weft_library_table;

#ifdef __cplusplus
}
#endif

/* A .table.c of a build that leaves instruction sets out: what is not linked is NULL. */
#if defined(__GNUC__) && defined(WEFT_SOME_ISAS)
#undef WEFT_HIDDEN
#define WEFT_HIDDEN __attribute__((visibility("hidden"), weak))
#endif
#endif
