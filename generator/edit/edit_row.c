/* edit_row.c: loops whose rounds hosts may compute as vectors: for (…) y[i] = exp(x[i]); becomes
 * WEFT_ROW_1 for (…) y[i] = exp(x[i]); where the macro, which the emitter defines, is nothing, or
 * computes the loop by vectors in its place. */
#include <string.h>

#include "edit.h"

void edit_rows(arena *memory, body *read)
{
    const ir_function *function = read->tree;
    size_t kept = 0;
    for (size_t i = 0; i < read->rows.count; i++) {
        const ir_extent loop = read->rows.rows[i].loop->extent;
        if (!edit_is_known(function, loop) || strncmp(function->text + loop.begin, "for", 3) != 0)
            continue;
        read->rows.rows[kept++] = read->rows.rows[i];
        edit_add(memory, read, loop.begin, loop.begin, arena_format(memory, "WEFT_ROW_%zu ", kept));
    }
    read->rows.count = kept;
}
