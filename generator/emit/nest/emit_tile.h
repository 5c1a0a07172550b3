/* emit_tile.h: what the writers of nests that tiles compute share: emit_tile.c, of hosts, and
 * emit_tile_device.c. */
#ifndef WEFT_EMIT_TILE_H
#define WEFT_EMIT_TILE_H

#include "emit/emit_shared_lanes.h"
#include "lanes/lanes.h"
#include "tree/print_c_parts.h"

/* One nest under one binding, while it is written. */
typedef struct tile_text {
    section *part;
    arena *memory;
    const nest_tile *tile;
    size_t number;
    c_printer names; /* of the function's own */
    lanes_text parts[3];
} tile_text;

/* The name of what is declared outside of the function. */
const char *tile_write_name(const void *context, const char *name);
/* The function of the part before (0), in (1) or behind (2) the rounds. */
const tile_part *tile_part_of(const tile_text *to, size_t i);
const char *tile_element(tile_text *to, const tile_argument *argument);
/* Where a loop begins or ends. */
const char *tile_bound(tile_text *to, const ir_expression *bound);
/* The function's parameters, and the locals that the nest needs; the same as a call has them, with
 * the names of the text or with those of the parameters; its name. */
const char *tile_parameters(tile_text *to);
const char *tile_passed(tile_text *to, bool by_text);
const char *tile_instance(tile_text *to);

/* "size_t i, 0, n" */
const char *tile_loop_text(tile_text *to, const tile_loop *loop);
/* The width of vectors, and where they pay functions of them; and behind them the end of it. */
void emit_tile_width(tile_text *to, const lanes_text *texts, size_t count, unsigned vectors);
void emit_tile_function(tile_text *to, const lanes_text *text, const char *name);
void emit_tile_end(tile_text *to);
/* The nest's function and its macro for the gpu. */
void emit_tile_on_device(tile_text *to, const body *read);
void emit_front_on_hosts(tile_text *to);
void emit_front_on_device(tile_text *to, const body *read);
/* The elements of an array, "n * 3": those before, along and behind an axis. */
const char *front_extent(tile_text *to, const front_array *array, int from, int to_axis);

#endif
