/* declaration.h: what was read of one annotated file, before and after it is checked.
 * Plain data in one arena; no libclang here. */
#ifndef WEFT_DECLARATION_H
#define WEFT_DECLARATION_H

#include "body.h"
#include <weft/kernel.h>

#include "layout.h"

/* A string literal of an annotation: its text and where its first byte stands. */
typedef struct annotation_text {
    const char *text;
    location place; /* of the opening quote; of the annotation where that cannot be told */
    bool exact;     /* byte i of text stands at place.column + 1 + i */
} annotation_text;

/* A scalar C type. */
typedef struct c_type {
    const char *spelling; /* as written, without const: "T", "double", "weft_complex64" */
    const char *plain;    /* the same without the user's typedefs: "T", "double", "long" */
    weft_dtype dtype;     /* in the reading it comes from; WEFT_NONE if it is no dtype */
    const char *typevar;  /* the type variable it is, NULL if none */
    const char *named;    /* of an enumeration: its own name, "enum color"; NULL of all others */
} c_type;

/* An input that a call may leave out, and what it is then. */
typedef struct default_value {
    const char *name, *text; /* as they are written */
    double value;
} default_value;

/* A parameter that is the number of the item. */
typedef struct index_value {
    const char *name;
    weft_operand_kind kind;
    int8_t axis; /* of the loop shape, from its end; 0: the whole number */
} index_value;

typedef enum parameter_kind {
    PARAMETER_SCALAR,  /* T x: an input by value */
    PARAMETER_SIZE,    /* an integer named in an extent */
    PARAMETER_POINTER, /* T *x: a scalar output, or an array whose extents the layout gives */
    PARAMETER_ARRAY    /* T x[m][n] */
} parameter_kind;

/* Which side of the arrow a parameter stands on. */
typedef enum parameter_side {
    SIDE_BY_RULE, /* as const says, or the layout's order */
    SIDE_INPUT,
    SIDE_OUTPUT,
    SIDE_UPDATED /* the output of what is read and written; the parameter before it is the input */
} parameter_side;

/* A number of a structure, or an array of them, and where an operand has it. */
typedef struct member_text {
    const char *loops; /* over its elements: "for (size_t weft_0 = 0; weft_0 < 3; weft_0++) "; "" of
                          a number */
    const char *place; /* behind the structure's name: ".pos.eb[weft_0]" */
    const char *index; /* behind the operand's: "[1 + weft_0]"; "" where that is one number */
} member_text;

typedef struct parameter {
    const char *name;
    location place;
    unsigned length; /* bytes of the name */
    parameter_kind kind;
    c_type type; /* of the element */
    bool is_const;
    parameter_side side;
    extent *extents; /* ARRAY */
    size_t rank;
    int64_t limit;      /* SIZE: the largest value of its type */
    const char *record; /* the C structure, "eraASTROM", whose numbers are the last extent, or whose
                           members are operands; or NULL */
    const char *fields; /* the members whose numbers are the last extent: "pmt, eb[3]" */
    struct parameter *members; /* of a structure whose numbers are no row: what stands for them */
    size_t member_count;
    const char *whole; /* of what stands for a member: the structure's parameter */
    member_text *texts;
    size_t text_count;
    bool is_open;      /* T name[], whose extent is nowhere */
    bool by_value;     /* a structure that is no pointer */
    bool is_volatile;  /* what it points to */
    const char *fixed; /* what an option says that it is: no operand; or NULL */
    const default_value
        *fallback;            /* what an option says that it is where it is left out; or NULL */
    const index_value *index; /* what an option says that it counts; or NULL */
} parameter;

/* What an option says that a parameter is. */
typedef struct fixed_value {
    const char *name, *text; /* of C */
} fixed_value;

/* What #pragma pack says of a text. */
typedef struct packing {
    bool set;       /* it says something, before the text or in it */
    unsigned limit; /* the largest alignment of a member where the text begins; 0: any */
} packing;

/* A type that comes along, and what libclang knows of it: the generated code asserts it. */
typedef struct layout_claim {
    const char *type; /* "struct pair" */
    long long size, alignment;
} layout_claim;

/* Begins a line of carried text that is not the user's: "3 values.inc" behind it says where the
 * next one stands. */
#define TEXT_LINE "\1"

/* One declaration that comes along with a function. */
typedef enum piece_kind {
    PIECE_TYPE,     /* typedef, struct, union, enum */
    PIECE_TABLE,    /* a const variable */
    PIECE_FUNCTION, /* a helper's definition */
    PIECE_PROTOTYPE /* a function that is linked to, not carried: not renamed, not for the gpu */
} piece_kind;

/* Another name of a function that comes along. */
typedef struct piece_alias {
    const char *name;
    const char *as; /* what stands for it; NULL: what stands for the function's own name */
} piece_alias;

typedef struct piece {
    piece_kind kind;
    location place;          /* of its first byte */
    const char *text;        /* edited, without the closing ';' */
    const char *head;        /* FUNCTION: the part of it before the body */
    const ir_function *tree; /* FUNCTION: as one binding has it */
    const char **names;      /* what must be renamed per instance, unless the text does so itself */
    size_t name_count;
    piece_alias *aliases; /* FUNCTION */
    size_t alias_count;
    const char **hidden; /* what the text declares inside, and headers may have as macros */
    size_t hidden_count;
    packing packed;
    layout_claim *claims;
    size_t claim_count;
    const char *linked;  /* PROTOTYPE: its name, for the linker */
    const char *twin;    /* FUNCTION, PROTOTYPE: what the device's twin is called; or NULL */
    bool is_for_hosts;   /* nothing that the device runs calls it */
    bool is_static;      /* has `static` of its own */
    bool inlined;        /* a function without loops */
    const char *forward; /* a prototype that must stand first (mutual recursion), or NULL */
} piece;

/* What each type variable of the file stands for in one reading, in the file's order. */
typedef struct binding {
    const char **types; /* C types: "float"; "double" where the function does not care */
} binding;

typedef enum annotation_kind {
    ANNOTATION_VECTORIZE,
    ANNOTATION_GUVECTORIZE,
    ANNOTATION_REDUCE
} annotation_kind;

/* A function that an option names. */
typedef struct named_function {
    const char *name; /* NULL: the option is not there */
    location place;   /* of the options */
} named_function;

/* One loop of a ufunc: a function under a prototype. */
typedef struct loop {
    struct function *from;
    size_t binding;
    weft_dtype *dtypes;    /* per operand */
    const char *prototype; /* canonical text */
    const char *symbol;    /* "matmul_float32_float32": unique in the file */
    bool host_folded;      /* the hosts fold several elements at a time, in registers */
    location place;
} loop;

/* How targets run a function. On the hosts: one call an item, or, of an elementwise one, a loop for
 * any steps and others before it where some steps are known. */
typedef struct loop_shape {
    bool elementwise;  /* no operand has a core dimension */
    bool inlined;      /* there is a body, and it has neither loops nor recursion */
    unsigned *scalars; /* per variant: bit i: input i has step 0; all else is contiguous */
    size_t variant_count;
    bool flattened;         /* the contiguous loop has all helpers inside */
    bool lanes;             /* the hosts compute vectors of items, under masks */
    body_obstacle no_lanes; /* why not, where that would be worth it */
    bool rows;              /* the hosts compute rounds of some loop inside as vectors */
    bool tiled;             /* the hosts compute some nest by tiles of results */
    body_obstacle no_tiles; /* why not, where a nest might be one */
    bool nested;            /* so does the gpu, under all bindings */
    bool fronted;           /* it has rounds of a parallel loop side by side instead */
    body_obstacle no_rows;  /* why not, where one calls functions of the C library */
    bool streamed;          /* it walks along one axis in order, and uses its arrays by element */
    bool walks;  /* its text says which loops are walks, for teams of threads under some binding or
                    for windows */
    bool teamed; /* under all of them */
    bool deals;  /* its text says which loops in loops in order a team may deal out, under some
                    binding */
    bool dealt;  /* under all of them */
    bool folded; /* it combines two elements of one dtype to a third, in any order */
    bool host_folded; /* some loop is */
    uint64_t best; /* WEFT_HAS(LARGEST) or WEFT_HAS(LEAST): all loops keep that of two elements; 0:
                      they do not */
    const contraction **sums; /* per binding: what tiles of the runtime compute; NULL: none does */
    bool transforms;          /* the runtime computes what fourier(…) says */
} loop_shape;

/* One annotated function. */
typedef struct function {
    const char *name; /* in C */
    location place;   /* of the name */
    const char *ufunc_name;
    location ufunc_name_place;
    const char *doc;
    annotation_kind kind;
    location annotation_place;
    annotation_text *texts; /* the annotation's strings */
    size_t text_count;
    bool strict, reorderable, widening, has_identity;
    const char *serial; /* why its items are computed one after the other, on one thread: an option,
                           or a state that the source shows behind what is linked; or NULL */
    const char *not_fused; /* why its products are not fused with sums: it is strict, or another of
                              its file; or NULL */
    double identity;
    const char *identity_text; /* as it is written */
    bool nan;                  /* where an input is NaN, so are the outputs */
    bool has_invalid;          /* this result means NaN: */
    double invalid;
    fixed_value *fixed; /* what parameters are that are no operands */
    size_t fixed_count;
    default_value *defaults;
    size_t default_count;
    index_value *indices; /* parameters that are numbers of items */
    size_t index_count;
    const char *fourier; /* which Fourier transform it says that it is, "real"; or NULL */
    location options_place;
    annotation_text *status_texts; /* the strings of WEFT_STATUS */
    size_t status_text_count;
    bool has_status;
    location status_place;
    const char *launch; /* what WEFT_LAUNCH says; NULL: the device has no kernel of its own */
    location launch_place;
    named_function map, finish; /* of a reduction */
    bool defined;               /* has a body: its own, or one from --source */
    bool unsound;               /* its declaration was refused: nothing more is said of it */
    bool foreign; /* annotated on a declaration: the body, if known, stands in a --source file */
    parameter *parameters;
    size_t parameter_count;
    bool returns;
    c_type result;
    bool returns_pointer; /* to an output, or NULL: the result is 1 for NULL, else 0 */

    /* Set by check.c: */
    layout core;              /* operands in order: inputs, outputs; a result is the last */
    weft_transform transform; /* where `fourier` says one */
    int *operand_parameter;   /* per operand: index of its parameter, -1 for the result */
    size_t operand_count;
    weft_code *codes; /* what the numbers of an output mean */
    size_t code_count;
    size_t code_operand;
    loop *loops;
    size_t loop_count;
    binding *bindings; /* distinct ones, in the order of the loops */
    size_t binding_count;

    parameter
        *called; /* the user's own parameters, where `parameters` are others: of what is made up */
    size_t called_count;
    const char *made_up;  /* the definition, where the generator wrote it: it stands in no file, and
                             what  is said of it is said of `place` */
    const char *made_for; /* the function of the user's that messages name instead */
    bool device_only;     /* the hosts have no kernel of it: a pair */

    /* Set by parse_bodies: */
    body **bodies;              /* per binding; NULL without a body */
    parameter *body_parameters; /* the definition's own (names may differ in a --source file) */
    const char *body_text;      /* "{ … }", edited */
    location body_place;
    packing body_packed;
    const char **renamed; /* names that the texts themselves rename, by WEFT_RENAMED(name) */
    size_t renamed_count;
    const char **aliases; /* other names that the texts call it by */
    size_t alias_count;
    bool forward;    /* what comes along calls it, so that a prototype must stand first */
    bool is_renamed; /* the texts rename what several files call alike, which trees do not know */
    const char **hidden; /* names at file scope that headers may have as macros */
    size_t hidden_count;
    const char **body_hidden; /* the same, of what the body and the parameters declare */
    size_t body_hidden_count;
    const char *state; /* one that it or what it calls has; or NULL */
    location state_place;
    bool left_out;      /* of the library, with its ufunc */
    const char *linked; /* why what it needs of --source files is linked, not carried; or NULL */
    piece *pieces;      /* dependencies first */
    size_t piece_count;

    loop_shape shape; /* set by analyse_shape */
} function;

/* What a declared reduction is computed by. Each but the combination may be missing. */
typedef enum reduction_stage {
    STAGE_MAP,     /* inputs to accumulator */
    STAGE_PAIR,    /* the combination of two elements that are mapped */
    STAGE_COMBINE, /* two accumulators to one */
    STAGE_FINISH,  /* accumulator, and number of elements, to result */
    STAGE_COUNT
} reduction_stage;

/* One WEFT_REDUCE. */
typedef struct reduction {
    function *combine;      /* that is annotated */
    function *map, *finish; /* their declarations; NULL where there are none */

    /* Set by check.c: */
    function *whole; /* as users see it: inputs to result; it has no body */
    function *stages[STAGE_COUNT];
} reduction;

/* One annotated file. */
typedef struct source_file {
    const char *path, *stem;
    const char **includes; /* "<math.h>": system headers, in order */
    size_t include_count;
    const char **asked; /* "_GNU_SOURCE 1": macros of the user's that these headers look at, defined
                           before them */
    size_t asked_count;
    bool type_generic;         /* includes <tgmath.h> */
    bool declarations_unsound; /* libclang found errors outside bodies: go no further */
    const char **typevars;
    size_t typevar_count;
    function *functions;
    size_t function_count;
    reduction *reductions;
    size_t reduction_count;
    function **stages; /* of the reductions; set by check.c */
    size_t stage_count;
} source_file;

/* What users call: one or more functions under one name. */
typedef struct ufunc {
    const char *name;
    function *first; /* whose layout, names and documentation stand for all */
    function **functions;
    size_t function_count;
    loop *loops;
    size_t loop_count;
    extent *dimensions; /* distinct, in order of first appearance in the layout */
    size_t dimension_count;
    const reduction
        *declared; /* by which it is computed, for it has no kernels of its own; or NULL */
    const weft_launch_grid *grid; /* of a kernel of the device's own; or NULL */
    const char *stage_of;    /* the ufunc that it is a stage of: users do not see it; or NULL */
    const char *gpu_refusal; /* why no gpu kernels, with its place; NULL if there are */
} ufunc;

/* The files of --device-source, as they are carried: CUDA C++, which the generator does not read.
 */
typedef struct device_text {
    const char *text;    /* with lines of TEXT_LINE */
    const char **macros; /* that it defines, each once; what stands behind it knows none of them */
    size_t macro_count;
} device_text;

/* One file, checked: what the emitters read. */
typedef struct module {
    source_file *source;
    ufunc *ufuncs;
    size_t ufunc_count;
    bool strict;              /* some ufunc is: the whole file is compiled without contraction */
    bool has_gpu;             /* some ufunc has gpu kernels */
    bool has_twins;           /* some function has one on the device */
    const device_text *twins; /* what the .cu begins with; NULL: no function has a twin */
    uint64_t
        build_id; /* of what its kernels are compiled from, and for whom: equal only where all is */
} module;

#endif
