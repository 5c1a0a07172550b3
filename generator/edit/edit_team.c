/* edit_team.c: loops that are walks, which a team of threads may share, or a thread takes by
 * windows: for (i = 0; i < n; i++) sum += x[i]; becomes WEFT_WALK(for (…), …, (x, x), size_t, i, 0,
 * n, WEFT_SUM(sum)) { sum += x[i]; } WEFT_WALK_END, which is the loop as written but on a device's
 * kernels for them (team.cuh, stream.cuh); on hosts sums may be vectors of sums. */
#include <string.h>

#include "edit.h"

static const char *print_value(arena *memory, const team_value *value)
{
    static const char *const names[] = {
        [TEAM_SUM] = "WEFT_SUM",       [TEAM_PRODUCT] = "WEFT_PRODUCT",
        [TEAM_AND] = "WEFT_BITS_AND",  [TEAM_OR] = "WEFT_BITS_OR",
        [TEAM_XOR] = "WEFT_BITS_XOR",  [TEAM_PICK] = "WEFT_PICK",
        [TEAM_PLACE] = "WEFT_PLACE_OF"};
    const char *text = arena_format(memory, ", %s(%s", names[value->kind], value->variable->name);
    if (value->place)
        text =
            arena_format(memory, "%s, %s, %lld", text, value->place->name, (long long)value->start);
    if (value->choice)
        text = arena_format(memory, "%s, %s", text, ir_expression_text(memory, value->choice));
    return arena_format(memory, "%s)", text);
}

/* The sums and products, which hosts may make several of: "WEFT_REORDERED(reduction(+:a, b))". */
static const char *print_sums(arena *memory, const team_walk *walk)
{
    const char *text = "";
    for (int kind = TEAM_SUM; kind <= TEAM_PRODUCT; kind++) {
        const char *names = "";
        for (size_t i = 0; i < walk->value_count; i++)
            if ((int)walk->values[i].kind == kind)
                names = arena_format(memory, "%s%s%s", names, *names ? ", " : "",
                                     walk->values[i].variable->name);
        if (*names)
            text = arena_format(memory, "%s reduction(%s:%s)", text, kind == TEAM_SUM ? "+" : "*",
                                names);
    }
    return *text ? arena_format(memory, "WEFT_REORDERED(%s)", text + 1) : "";
}

/* Whether the text has a variable by its own name, not by a macro's. */
static bool is_name(const ir_function *function, const ir_expression *variable)
{
    const ir_extent extent = variable->extent;
    const char *name = variable->variable->name;
    return edit_is_known(function, extent) && extent.end - extent.begin == strlen(name) &&
           strncmp(function->text + extent.begin, name, strlen(name)) == 0;
}

/* Whether the text has the loop as a macro can take it: *head is where the parenthesis closes, *end
 * where the loop does. */
static bool is_written_so(const ir_function *function, const team_walk *walk, unsigned *head,
                          unsigned *end)
{
    for (size_t i = 0; i < walk->counted_count; i++)
        if (!is_name(function, walk->counted[i]))
            return false;
    return edit_has_head(function, walk->loop, head) &&
           edit_find_end(function->text, walk->loop->children[0]->extent, end);
}

/* In 64 bits, whatever C computes it in. */
static const char *print_end(arena *memory, const ir_expression *end)
{
    const ir_expression *bare = ir_strip_casts(end);
    int64_t constant;
    if (ir_constant(end, &constant))
        return arena_format(memory, "%lld", (long long)constant);
    if (bare->kind == IR_VARIABLE)
        return arena_format(memory, "(long long)%s", bare->variable->name);
    return arena_format(memory, "(%s %s %s)", print_end(memory, bare->operands[0]),
                        ir_operator_text(bare->op), print_end(memory, bare->operands[1]));
}

static const char *print_walk_end(arena *memory, const team_walk *walk)
{
    const ir_expression *bare = ir_strip_casts(walk->end);
    return bare->kind == IR_VARIABLE ? bare->variable->name : print_end(memory, bare);
}

static void edit_walk(arena *memory, body *read, const team_walk *walk, unsigned head, unsigned end)
{
    const ir_statement *loop = walk->loop, *inside = loop->children[0];
    const bool is_block = inside->kind == IR_BLOCK;
    const char *values = walk->counted_count > 0 ? ", WEFT_COUNTS" : "",
               *arrays = walk->array->name;
    for (size_t i = 0; i < walk->row_count; i++)
        arrays = arena_format(memory, "%s, %s", arrays, walk->rows[i]->name);
    for (size_t i = 0; i < walk->value_count; i++)
        values = arena_format(memory, "%s%s", values, print_value(memory, &walk->values[i]));
    edit_add(memory, read, loop->extent.begin, loop->extent.begin, "WEFT_WALK(");
    edit_add(memory, read, head + 1, head + 1,
             arena_format(memory, ", %s, (%s), %s, %s, %lld, %s%s)%s", print_sums(memory, walk),
                          arrays, walk->counter->type->spelling, walk->counter->name,
                          (long long)walk->first, print_walk_end(memory, walk), values,
                          is_block ? "" : " {"));
    for (size_t i = 0; i < walk->counted_count; i++) {
        const ir_extent output = walk->counted[i]->extent;
        edit_add(memory, read, output.begin, output.begin, "WEFT_COUNTED(");
        edit_add(memory, read, output.end, output.end, ")");
    }
    edit_add(memory, read, end, end, is_block ? " WEFT_WALK_END" : " } WEFT_WALK_END");
}

bool edit_team(arena *memory, body *read, const team_walk *walks, size_t count,
               const team_walk **spelled)
{
    unsigned head, end;
    for (size_t i = 0; i < count; i++) {
        *spelled = &walks[i];
        if (!is_written_so(read->tree, *spelled, &head, &end))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        is_written_so(read->tree, &walks[i], &head, &end);
        edit_walk(memory, read, &walks[i], head, end);
    }
    return true;
}
