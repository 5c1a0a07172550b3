/* ir.h: the generator's own syntax tree of a scalar function. It knows nothing of libclang and
 * stands for C as written: implicit conversions are explicit, macros are expanded, parentheses are
 * gone. What it has no node for is IR_TEXT: the source text, a reason, and as operands or children
 * whatever lies inside, so that an analysis still sees every access. Everything lives in the arena
 * of the run; a tree is never changed once it has been built: a pass keeps what it finds in tables
 * of its own, by the numbers (`id`) of variables, expressions and statements.
 *
 * A conversion from a floating value to an integer saturates, as WEFT_CAST of loop.h does, wherever
 * the tree has one: an IR_CAST, or the store of an assignment or step that is computed in floating
 * point. */
#ifndef WEFT_IR_H
#define WEFT_IR_H

#include <stdint.h>
#include <stdio.h>

#include <weft/dtypes.h>

#include "library.h"
#include "text/diagnostic.h"

typedef struct ir_function ir_function;

typedef struct ir_type ir_type;
typedef struct ir_variable ir_variable;
typedef struct ir_expression ir_expression;
typedef struct ir_statement ir_statement;
typedef struct ir_record ir_record;

/* The bytes [begin, end) of the text that a function stands in: the flat one where its file has
 * one. Empty where a macro's body spells it. */
typedef struct ir_extent {
    unsigned begin, end;
} ir_extent;

/* A complex constant. */
typedef struct ir_complex {
    double real, imaginary;
    bool is_single; /* complex64 */
    bool varies;    /* it is this under one binding of the type variables */
} ir_complex;

typedef enum ir_type_kind {
    IR_TYPE_VOID,
    IR_TYPE_SCALAR, /* bool, integers, floating, complex, enumerations: see dtype */
    IR_TYPE_POINTER,
    IR_TYPE_ARRAY,
    IR_TYPE_RECORD,
    IR_TYPE_FUNCTION,
    IR_TYPE_OTHER /* long double, vectors, whatever else a compiler offers */
} ir_type_kind;

/* A C type under one binding of the type variables. */
struct ir_type {
    ir_type_kind kind;
    weft_dtype dtype; /* scalar: what it is once typedefs are resolved; else WEFT_NONE */
    bool is_const;
    bool is_enumeration;
    bool is_local;                    /* its name is declared inside a function */
    const char *spelling;             /* as written: "const T", "size_t" */
    const char *plain;                /* scalar: the same without its own const and volatile */
    const char *variable;             /* the type variable that names it; NULL: none does */
    const ir_type *element;           /* of a pointer or array */
    int64_t extent;                   /* array: a constant extent; -1 where it is none */
    ir_expression *extent_expression; /* array: the extent as written; NULL where unknown */
    const ir_record *record;          /* of a record */
    bool is_volatile;
};

/* A member of a struct. */
typedef struct ir_field {
    const char *name; /* "" where it has none */
    const ir_type *type;
    int64_t offset; /* bytes; of a bit-field those before the unit it begins in */
    int bits;       /* of a bit-field; -1: it is none */
} ir_field;

/* A struct or union; one for all uses of the type in a tree. */
struct ir_record {
    const char *spelling; /* "struct pair"; "" where it has no name */
    int64_t size;         /* bytes; -1 where the type is incomplete */
    ir_field *fields;
    size_t field_count;
    const char *opaque; /* why its fields do not tell all: "a union"; NULL if they do */
};

typedef enum ir_storage {
    IR_PARAMETER,
    IR_LOCAL,
    IR_TABLE, /* static and const */
    IR_GLOBAL /* any other variable that outlives the call */
} ir_storage;

/* Where a local or parameter can live. */
typedef enum ir_residence {
    IR_REGISTER,  /* its values alone matter, of an array those of each element */
    IR_INDEXED,   /* in memory: an array with an index that is known at run time only */
    IR_ADDRESSED, /* in memory: calls get its address, and do not keep it */
    IR_ESCAPING,  /* in memory: its address goes where it is not followed */
    IR_VOLATILE   /* in memory, and each access is one */
} ir_residence;

/* One variable; every use of it points here. */
struct ir_variable {
    const char *name;
    unsigned number; /* 0, or counts earlier variables of this name in the function */
    unsigned id;
    ir_storage storage;
    ir_residence residence;
    const ir_type *type; /* of a parameter: as declared, arrays not decayed */
    location place;
    unsigned position;          /* parameter: which one */
    bool is_size;               /* parameter: an integer that array extents or the layout name */
    bool assigned;              /* something writes to it, or to a part, behind its initializer */
    ir_expression *initializer; /* or NULL; not read for tables */
    ir_expression *constants;   /* of pointers that a table inside the function holds; or NULL */
};

typedef enum ir_operator {
    IR_OPERATOR_NONE,
    IR_MULTIPLY,
    IR_DIVIDE,
    IR_REMAINDER,
    IR_ADD,
    IR_SUBTRACT,
    IR_SHIFT_LEFT,
    IR_SHIFT_RIGHT,
    IR_LESS,
    IR_GREATER,
    IR_LESS_EQUAL,
    IR_GREATER_EQUAL,
    IR_EQUAL,
    IR_NOT_EQUAL,
    IR_BIT_AND,
    IR_BIT_XOR,
    IR_BIT_OR,
    IR_AND,
    IR_OR,
    IR_COMMA,
    IR_NEGATE,
    IR_PLUS,
    IR_BIT_NOT,
    IR_NOT,
    IR_DEREFERENCE,
    IR_ADDRESS,
    IR_REAL,
    IR_IMAGINARY,
    IR_PRE_INCREMENT,
    IR_PRE_DECREMENT,
    IR_POST_INCREMENT,
    IR_POST_DECREMENT,
    IR_OPERATOR_COUNT
} ir_operator;

typedef enum ir_expression_kind {
    IR_LITERAL,     /* text; integer or number hold the value */
    IR_VARIABLE,    /* variable */
    IR_SUBSCRIPT,   /* operands: base, then one index per bracket, outermost first */
    IR_MEMBER,      /* operands: record or pointer to it; text: the member's name; field */
    IR_UNARY,       /* op; operands: 1; ++ and --: computed */
    IR_BINARY,      /* op; operands: 2 */
    IR_ASSIGN,      /* op (NONE for =), computed; operands: target, value */
    IR_CONDITIONAL, /* operands: condition, value if true, value if false */
    IR_CAST,        /* operands: 1; implicit or written */
    IR_CALL,        /* text: the callee's C name; operands: arguments */
    IR_LIST,        /* an initializer in braces; operands: its elements */
    IR_DESIGNATED,  /* an element of a list that says where it goes; designators; operands: 1 */
    IR_TEXT         /* text, reason; operands: the expressions inside */
} ir_expression_kind;

typedef enum ir_callee {
    IR_CALLEE_HELPER,  /* function holds its tree */
    IR_CALLEE_LIBRARY, /* of the C library, by the name the source uses ("sqrt" under <tgmath.h>) */
    IR_CALLEE_UNKNOWN  /* no source is known, or it is called through a pointer */
} ir_callee;

/* One step to what an element of a list is for: a member, or elements of an array. */
typedef struct ir_designator {
    const char *member;    /* NULL: elements */
    const ir_field *field; /* NULL where it is not known */
    int64_t first, last;   /* of elements */
} ir_designator;

struct ir_expression {
    ir_expression_kind kind;
    unsigned id;
    const ir_type *type;
    ir_extent extent; /* with the parentheses around it */
    ir_extent own;    /* without them */
    location place;   /* of the token that names it: an operator, a variable, a callee */
    unsigned length;  /* bytes of that token */
    ir_operator op;
    /* Of an assignment with an operator, ++ and --: the type that the operator computes in, the
     * target being converted to it and the result back. NULL of all others. */
    const ir_type *computed;
    ir_expression **operands;
    size_t operand_count;
    ir_variable *variable;
    ir_callee callee;
    ir_expression *called;   /* call through a pointer: what points to the function; else NULL */
    const ir_type **accepts; /* call: the types of the callee's parameters, as it declares them */
    size_t accept_count;     /* 0: of functions whose names belong to the compiler */
    bool is_builtin;         /* call: __builtin_ stands before the name */
    const library_function *library; /* NULL where nothing is known of it */
    ir_function *function;
    const ir_field *field; /* member: NULL where it is not known */
    ir_designator *designators;
    size_t designator_count;
    bool implicit;        /* cast: not written */
    bool holds_jumps;     /* text: loops lie inside, or statements that leave it */
    bool is_recurrence;   /* sum of products of which the second needs what the last round of a loop
                             left */
    bool is_ignored;      /* cast: of 0, for a call that does nothing */
    bool is_question;     /* text: sizeof or _Generic, which does not evaluate what is inside */
    ir_statement *inside; /* text: of a statement expression, which its operands are parts of */
    bool is_integer;      /* literal (enumerators and sizeof included): the value is in `integer` */
    int64_t integer;
    double number; /* literal: floating or imaginary value */
    const char *text;
    const char *reason;
};

typedef enum ir_statement_kind {
    IR_DECLARATION, /* variables, with their initializers */
    IR_EVALUATE,    /* expression */
    IR_BLOCK,       /* children */
    IR_IF,          /* expression; children: then, and else if there is one */
    IR_FOR,         /* first, expression and step may each be NULL; children: body */
    IR_WHILE,       /* expression; children: body, and a step where lower.h makes one */
    IR_DO,          /* children: body; expression */
    IR_SWITCH,      /* expression, cases; children: the statements of its body, in order */
    IR_BREAK,
    IR_CONTINUE,
    IR_RETURN,        /* expression or NULL */
    IR_TEXT_STATEMENT /* text, reason; expressions and children: what lies inside */
} ir_statement_kind;

/* One label of a switch. Control enters at a child and falls through to the next ones; a `break`
 * outside of inner loops and switches ends it. */
typedef struct ir_case {
    bool is_default;
    int64_t first, last; /* the values, as bits of the type of the switch's expression */
    size_t child;        /* where it enters; child_count: at the end */
} ir_case;

/* What a statement that is text does to the flow of control. */
typedef enum ir_jump {
    IR_NO_JUMP, /* nothing is known */
    IR_GOTO,
    IR_LABEL,          /* children: what it stands before */
    IR_ENTERED_SWITCH, /* case labels lie inside its statements; children: value, body */
    IR_CASE_LABEL      /* of such a one; children: what it stands before */
} ir_jump;

struct ir_statement {
    ir_statement_kind kind;
    unsigned id;
    ir_extent extent;
    location place;
    ir_variable **variables;
    size_t variable_count;
    ir_expression *expression;
    ir_statement *first;
    ir_expression *step;
    ir_statement **children;
    size_t child_count;
    ir_case *cases; /* in order; several may enter at one child */
    size_t case_count;
    ir_jump jump; /* of text */
    const char *text;
    const char *reason;
};

/* A function definition. The numbers of a function and its helpers together run from 0 to the
 * counts, which all of them have. */
struct ir_function {
    const char *name;
    location place;
    const char *text; /* that the extents are of; borrowed from the parser */
    size_t text_size;
    ir_extent extent; /* of the definition */
    const ir_type *result;
    ir_variable **parameters;
    size_t parameter_count;
    ir_statement *body;
    ir_function **helpers; /* of the function read first: all it reaches, in order of first call */
    size_t helper_count;
    size_t variable_count, expression_count, statement_count;
    ir_record **records; /* of the function read first: all that its types name */
    size_t record_count;
};

/* Something that a tree does not tell. */
typedef struct ir_gap {
    const char *reason; /* "goto"; NULL: there is none */
    location place;
} ir_gap;

/* ---- building: ir_build.c ---- */

ir_expression *ir_new_expression(arena *memory, ir_expression_kind kind, const ir_type *type,
                                 location place);
ir_statement *ir_new_statement(arena *memory, ir_statement_kind kind, location place);
/* A variable in the place of an expression, whose type it has. */
ir_expression *ir_put_variable(arena *memory, const ir_expression *at, ir_variable *variable);
/* A statement as another is, without the statements in it. */
ir_statement *ir_copy_without_children(arena *memory, const ir_statement *from);
/* Appends an operand or child; NULL is ignored. */
void ir_add_operand(arena *memory, ir_expression *parent, ir_expression *operand);
void ir_add_child(arena *memory, ir_statement *parent, ir_statement *child);
/* Numbers a function that is complete, and its helpers; called once. */
void ir_number(ir_function *function);
/* Sets the residences of the variables of a function that is complete, and of its helpers:
 * ir_residence.c. */
void ir_find_residences(const ir_function *function);

/* ---- types: ir_convert.c ---- */

/* The type of a scalar, spelled as C does. */
const ir_type *ir_scalar(arena *memory, weft_dtype dtype);
/* What the integer promotions make of a type, and the usual arithmetic conversions of two. */
weft_dtype ir_promoted(weft_dtype dtype);
weft_dtype ir_common(weft_dtype a, weft_dtype b);
/* The type that `target op= value` is computed in, where `value` is what stands there, converted;
 * of ++ and --, op is IR_ADD and `value` an int. */
const ir_type *ir_computed(arena *memory, ir_operator op, const ir_expression *target,
                           const ir_type *value);

/* ---- asking: ir_ask.c ---- */

/* The kind letter of dtypes.h ('b', 'i', 'u', 'f', 'c') of a scalar type; 0 of any other. */
char ir_kind(const ir_type *type);
bool ir_is_integer(const ir_type *type);
/* How many subscripts lead from a parameter of this type to its elements; 0 for a scalar. */
size_t ir_subscript_rank(const ir_type *type);
/* Whether it is a string between quotes. */
bool ir_is_string(const ir_expression *expression);
/* How many elements an array type has, 1 of any other; 0 where that is no constant or above `most`.
 */
size_t ir_element_count(const ir_type *type, size_t most);
/* The expression without the implicit conversions around it. */
const ir_expression *ir_strip(const ir_expression *expression);
/* The same without any conversion, written ones included. */
const ir_expression *ir_strip_casts(const ir_expression *expression);
/* Whether both mean the same value: equal trees without calls and assignments. */
bool ir_same(const ir_expression *a, const ir_expression *b);
/* The value of an integer constant expression made of literals; false if it is none. */
bool ir_constant(const ir_expression *expression, int64_t *value);
/* The value of a product or quotient of complex constants; false if it is none, or its parts are no
 * more than one product each: ir_complex.c. */
bool ir_rounds_once(const ir_expression *expression, ir_complex *value);
/* The variable at the bottom of an lvalue: of x, x[i], x.m, *x; NULL if there is none. */
ir_variable *ir_base_variable(const ir_expression *lvalue);
/* The first thing in a function, its helpers aside, that its tree does not say: a node that is
 * text, a call through a pointer. Without one the tree is complete. */
ir_gap ir_find_text(const ir_function *function);
/* The first use of an opaque record, whose members the tree names but does not place. */
ir_gap ir_find_opaque(const ir_function *function);
/* The functions that one reaches by calls, itself first, each once; one without a body reaches
 * none. */
typedef struct ir_reach {
    const ir_function **functions;
    size_t count;
    bool cycles; /* some of them calls itself, directly or through others */
} ir_reach;
ir_reach ir_find_reach(arena *memory, const ir_function *function);
/* Whether an expression compares two values. */
bool ir_is_comparison(const ir_expression *expression);
/* Whether it compares, or joins or negates conditions: its value is 0 or 1. */
bool ir_is_condition(const ir_expression *expression);
/* Whether an integer division or remainder may be the least number's by -1, which no integer of the
 * type holds, by what its operands tell. */
bool ir_quotient_overflows(const ir_expression *division);
/* Whether an expression is a bit-field of a record. */
bool ir_is_bit_field(const ir_expression *expression);
/* What an assignment, ++ or -- writes to; NULL for any other expression. */
const ir_expression *ir_written(const ir_expression *expression);

/* Whether the variable is declared inside of the statement. NULL is allowed. */
bool ir_declares(const ir_statement *statement, const ir_variable *variable);
/* Whether a statement is a loop: IR_FOR, IR_WHILE, IR_DO. */
bool ir_is_loop(const ir_statement *statement);
/* Whether a `break` inside ends this statement and no other around. */
bool ir_holds_break(const ir_statement *statement);
/* Whether control may enter a switch at this child. */
bool ir_enters(const ir_statement *statement, size_t child);
bool ir_has_default(const ir_statement *statement);

/* Called for each expression, outer before inner, its statement given; false: do not go inside. */
typedef bool ir_visitor(void *context, const ir_expression *expression,
                        const ir_statement *statement);
/* Visits all expressions of a statement, in the order of the text. NULL is allowed. */
void ir_visit(const ir_statement *statement, ir_visitor *visit, void *context);
void ir_visit_expression(const ir_expression *expression, const ir_statement *statement,
                         ir_visitor *visit, void *context);

/* ---- printing: ir_print.c ---- */

/* What of a tree is printed. */
typedef enum ir_view {
    IR_VIEW_TREE,    /* "tree": types, variables, statements */
    IR_VIEW_NUMBERS, /* "numbers": the number of each node and the text that it stands for */
    IR_VIEW_LOWERED, /* "lowered": as lower.h has it */
    IR_VIEW_NORMAL,  /* "normal": the text of normal.h, which prints it */
    IR_VIEW_NEST,    /* "nest": what its loops are; nest.h prints it */
    IR_VIEW_VARYING, /* "varying": the lowered form, and what varies: uniform.h prints it */
    IR_VIEW_COUNT
} ir_view;

/* The view of a name; IR_VIEW_COUNT if there is none. */
ir_view ir_view_of(const char *name);
extern const char *const ir_view_names; /* "tree, numbers, lowered, normal, nest, varying" */
/* A deterministic, indented form of a function and its helpers; of no view that is printed
 * elsewhere. */
void ir_print(const ir_function *function, ir_view view, FILE *out);
/* The same as ir_print of a tree, each line behind what a marker says of its statement, or of its
 * parameter. */
typedef const char *ir_marker(void *context, const ir_statement *statement,
                              const ir_variable *parameter);
void ir_print_marked(const ir_function *function, ir_marker *mark, void *context, FILE *out);
/* One expression as C-like text, without its implicit conversions. */
const char *ir_expression_text(arena *memory, const ir_expression *expression);
/* "+", "<<"; "" for IR_OPERATOR_NONE. Static. */
const char *ir_operator_text(ir_operator op);

#endif
