/* refuse.h: finds what cannot become an array function, and says so where it stands in the source.
 * Shared by the refuse_*.c files; body.c calls the first two functions.
 *
 * Refusals read cursors, not the tree: they are about what a source spells, such as words of types,
 * names, local types, extents of casts, which header a macro is of, and what the tree has as text
 * only. What few the tree could tell, conversions above all, stand with these, for the walk would
 * have to be made all the same. Recursion, which is no matter of spelling, is read from the tree.
 */
#ifndef WEFT_PARSE_REFUSE_H
#define WEFT_PARSE_REFUSE_H

#include "parse/tree/body_reader.h"

/* Reports all refusals of one definition; `first`: it is the function that is read, not a
 * helper. */
void refuse_function(body_reader *reader, CXCursor definition, bool first);
/* Refuses recursion on the gpu, at the call that closes the cycle. */
void refuse_recursion(body_reader *reader);

/* ---- saying so ---- */

/* An error on every target. `length`: bytes underlined. */
void refuse_always(body_reader *reader, location place, unsigned length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* No gpu kernel: a warning, an error where all targets are required. */
void refuse_gpu(body_reader *reader, location place, unsigned length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- the walk through one definition ---- */

/* A goto or a case label: control may go from offset `from` to offset `to`. */
typedef struct jump {
    location place;
    unsigned from, to;
    unsigned length;
    const char *label; /* NULL: a case label, whose `to` is known at once */
} jump;

/* A label, and the innermost loop around it: offsets [loop_begin, loop_end), both 0 for none. */
typedef struct jump_label {
    const char *name;
    unsigned offset, loop_begin, loop_end;
} jump_label;

/* An initialized variable: the end of its declaration and of the block it lives in. */
typedef struct initialized {
    unsigned end, block_end;
} initialized;

/* The state of the walk: where it stands, and what it has seen of jumps. */
typedef struct refusal {
    body_reader *reader;
    unsigned loop_begin, loop_end; /* of the innermost loop */
    unsigned switch_begin;         /* of the innermost switch */
    bool loop_is_inner;            /* the innermost of both is the loop */
    unsigned block_end;
    jump *jumps;
    size_t jump_count;
    jump_label *labels;
    size_t label_count;
    initialized *variables;
    size_t variable_count;
    CXCursor *tables; /* const variables that have been looked at */
    size_t table_count;
} refusal;

/* Walks on into a cursor; into all that is inside one. */
void refuse_visit(refusal *state, CXCursor cursor);
void refuse_children(refusal *state, CXCursor cursor);

/* Parts of the walk: what each of them refuses of one cursor. */
void refuse_signature(refusal *state, CXCursor definition, bool first); /* refuse_declaration.c */
void refuse_variable(refusal *state, CXCursor declaration);
void refuse_reference(refusal *state, CXCursor reference);
void refuse_tag(refusal *state, CXCursor tag);
void refuse_call(refusal *state, CXCursor call); /* refuse_call.c; walks on into the arguments */
void refuse_conversion(refusal *state, CXCursor cursor, CXCursor inner); /* refuse_gpu.c */
void refuse_cast(refusal *state, CXCursor cast);
void refuse_operator(refusal *state, CXCursor cursor);
void refuse_choice(refusal *state, CXCursor choice);
void refuse_nested_types(refusal *state, CXCursor cursor); /* of a declaration or a cast */
void refuse_enumerator(refusal *state, CXCursor reference, CXCursor enumerator);
void refuse_sizeof(refusal *state, CXCursor cursor);
void refuse_designators(refusal *state, CXCursor list);
void refuse_string(refusal *state, CXCursor literal);
void refuse_name(refusal *state, CXCursor at, const char *name); /* refuse_name.c */
void refuse_named(refusal *state, CXCursor at, CXCursor declaration);
void refuse_jumps(refusal *state); /* refuse_jump.c */
void refuse_note_jump(refusal *state, CXCursor cursor);
void refuse_note_label(refusal *state, CXCursor cursor);
void refuse_note_case(refusal *state, CXCursor cursor);

/* Why a canonical type that is long double or __float128, or an array, pointer or complex of one,
 * is not taken; else NULL. */
const char *refuse_wide_float(CXType type);
/* Whether one is a complex integer, or such of complex integers. */
bool refuse_is_complex_integer(CXType type);
/* The same for the integers of C23 that have as many bits as they say. */
bool refuse_is_bit_int(const body_reader *reader, CXType type);
extern const char refuse_bit_int[]; /* why */
/* Whether a type's extents are known at run time only, behind pointers too. */
bool refuse_is_variable_length(CXType type);

#endif
