/* edit_row.c: loops whose rounds hosts may compute as vectors: for (…) y[i] = exp(x[i]); becomes
 * WEFT_ROW_1 for (…) y[i] = exp(x[i]); where the macro, which the emitter defines, is nothing, or
 * computes the loop by vectors in its place. Nests that tiles may compute have a WEFT_NEST_1. */
#include <string.h>

#include "edit.h"

/* Puts the macro of so many before a loop; false where the text has no such loop. */
static bool mark(arena *memory, body *read, const ir_statement *loop, const char *name,
                 size_t number)
{
    const ir_extent extent = loop->extent;
    if (!edit_is_known(read->tree, extent) ||
        strncmp(read->tree->text + extent.begin, "for", 3) != 0)
        return false;
    edit_add(memory, read, extent.begin, extent.begin,
             arena_format(memory, "%s_%zu ", name, number));
    return true;
}

void edit_rows(arena *memory, body *read)
{
    size_t kept = 0;
    for (size_t i = 0; i < read->rows.count; i++)
        if (mark(memory, read, read->rows.rows[i].loop, "WEFT_ROW", kept + 1))
            read->rows.rows[kept++] = read->rows.rows[i];
    read->rows.count = kept;
}

/* The same before a nest, which may be several statements. */
static bool mark_tile(arena *memory, body *read, const nest_tile *tile, size_t number)
{
    unsigned end;
    if (tile->first == tile->last)
        return mark(memory, read, tile->first, "WEFT_NEST", number);
    if (!edit_is_known(read->tree, tile->first->extent) ||
        !edit_is_known(read->tree, tile->last->extent) ||
        tile->first->extent.end > tile->last->extent.begin ||
        !edit_find_end(read->tree->text, tile->last->extent, &end))
        return false;
    edit_add(memory, read, tile->first->extent.begin, tile->first->extent.begin,
             arena_format(memory, "WEFT_NEST_%zu { ", number));
    edit_add(memory, read, end, end, " }");
    return true;
}

void edit_tiles(arena *memory, body *read)
{
    size_t kept = 0;
    for (size_t i = 0; i < read->tiles.count; i++)
        if (mark_tile(memory, read, &read->tiles.tiles[i], kept + 1))
            read->tiles.tiles[kept++] = read->tiles.tiles[i];
    read->tiles.count = kept;
}
