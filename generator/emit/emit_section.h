/* emit_section.h: a section of STEM.body.h while it is written; shared by emit_body.c, emit_text.c
 * and emit_item.c. */
#ifndef WEFT_EMIT_SECTION_H
#define WEFT_EMIT_SECTION_H

#include "emit.h"
#include "emit_shared.h"
#include "lanes/lanes.h"

/* One function of the user's with all that comes along. */
typedef struct section {
    const emission *from;
    const function *shown;
    output *out;
    const size_t *typevars; /* that it uses: numbers of the file's */
    size_t typevar_count;
    const sharing *shared;             /* the pieces that stand before all sections */
    const struct lanes_sharing *lanes; /* the same of helpers as ones of vectors */
} section;

/* The user's text: pieces, the function itself; renamings are undone behind it. */
void emit_user_text(section *part);
/* What a name of the user's is called in one loop: WEFT_INSTANCE(name); names that begin as those
 * of the loops around it do, WEFT_RENAMED(name). */
const char *emit_instance_name(const section *part, const char *name);
/* The pieces that several functions have, each read where one of them is. */
void emit_shared_pieces(section *part);
/* What a name that a piece of the function gives is called: WEFT_COMMON(name, 3);
 * WEFT_INSTANCE(name) where it is no other's. */
const char *emit_piece_name(const section *part, size_t piece, const char *name);
/* "#if !defined WEFT_READ_3 && (defined WEFT_BODY_a || …)": what several functions need is read
 * once, and only where one of them is. */
void emit_need(section *part, const char *mark, const function *const *users, size_t user_count);
/* The names that a piece of the function gives are what they are called. */
void emit_piece_renames(section *part, size_t piece, bool undo);
/* Makes macros of the headers' what they were before the user's text. */
void emit_unhidden(section *part);
/* A name of the user's as it stands between the renamings: WEFT_RENAMED(name) where no macro
 * renames it. */
const char *emit_own_name(const section *part, const char *name);
/* WEFT_ITEM: the call of the user's function on one item, for the loops around it. */
void emit_item(section *part);
/* The same call of one with core dimensions: emit_lanes_core.c. */
void emit_lanes_core(section *part, const ir_function *tree, const lanes_text *lanes);
/* What the elements of an operand are in vectors: "f64". */
const char *emit_element(const function *shown, size_t operand, const ir_function *tree);
/* What the device has in the place of a function with a hand-written kernel, behind its text. */
void emit_kernel_call(section *part);
/* The ufunc that the function belongs to. */
const ufunc *emit_ufunc_of(const section *part);
/* "(size_t)WEFT_EXTENT(0)": the argument for a parameter that is a size. */
const char *emit_size(section *part, size_t number, bool device);
/* The function as one of vectors, for hosts, and the call of it on a block of items: emit_lanes.c.
 */
void emit_lanes(section *part);
/* Loops of the function by vectors, for hosts, before its text; and what is undone behind it:
 * emit_row.c. */
void emit_rows(section *part);
void emit_rows_end(section *part);
/* The same of nests by tiles: emit_tile.c. */
void emit_tiles(section *part);
void emit_tiles_end(section *part);
/* Whether the gpu has kernels of the function as a nest, which it is told of by one more argument.
 */
bool emit_is_nested(const section *part);
/* How many blocks with tiles of a function a multiprocessor should have room for. */
unsigned emit_nest_blocks(const function *shown);
/* The parameters of the function, as its head has them. */
const char *emit_parameters(section *part);
/* The body of a function as its syntax tree has it, one text for each binding that needs its own.
 * helper: the piece it is of; NULL: the function itself. False where a tree cannot say it: nothing
 * is written then. */
bool emit_printed_body(section *part, const piece *helper);

#endif
