/* nest_print.c: --print-ir=nest. */
#include "nest.h"

#include <inttypes.h>

static unsigned depth_of(const nest *in, int loop)
{
    unsigned depth = 0;
    for (; loop >= 0; loop = in->loops[loop].parent)
        depth++;
    return depth;
}

static void print_carried(const nest *in, size_t loop, FILE *out)
{
    static const char *const kinds[] = {"private", "sum", "choice", "other"};
    for (size_t i = 0; i < in->carried_count; i++) {
        const nest_carried *one = &in->carried[i];
        if (one->loop == loop)
            fprintf(out, "%*s%s: %s%s%s\n", (int)(4 * depth_of(in, (int)loop) + 4), "",
                    one->variable->name, kinds[one->kind], one->kind == CARRIED_SUM ? " by " : "",
                    one->kind == CARRIED_SUM ? ir_operator_text(one->op) : "");
    }
}

static void print_index(const nest_index *index, FILE *out)
{
    const char *between = "";
    fputc('[', out);
    for (size_t i = 0; i < index->count && index->is_known; i++) {
        fprintf(out, "%s", between);
        if (index->factors[i] != 1)
            fprintf(out, "%" PRId64 " ", index->factors[i]);
        fprintf(out, "%s", index->variables[i]->name);
        between = " + ";
    }
    if (!index->is_known)
        fputc('?', out);
    else if (index->constant || !index->count)
        fprintf(out, "%s%" PRId64, between, index->constant);
    fputc(']', out);
}

static void print_accesses(const nest *in, int loop, FILE *out)
{
    for (size_t i = 0; i < in->access_count; i++) {
        const nest_access *one = &in->accesses[i];
        if (one->loop != loop)
            continue;
        fprintf(out, "%*s%s %s", (int)(4 * depth_of(in, loop) + 4), "",
                !one->writes  ? "reads"
                : !one->reads ? "writes"
                              : "updates",
                one->array ? one->array->name : "?");
        for (size_t k = 0; k < one->index_count; k++)
            print_index(&one->indices[k], out);
        fputc('\n', out);
    }
}

static void print_tiles(arena *memory, const ir_function *function, FILE *out)
{
    body_tiles found = {0};
    nest_find_tiles(memory, function, &found);
    for (size_t i = 0; i < found.count; i++) {
        const nest_tile *tile = &found.tiles[i];
        if (tile->front) {
            fprintf(out, "    side by side: rounds of %s, in order %s%s\n", tile->row.counter->name,
                    tile->depth.counter->name, tile->whole ? "; the whole function" : "");
            continue;
        }
        fprintf(out, "    tiles: rows %s, columns %s, in order %s; states", tile->row.counter->name,
                tile->column.counter->name, tile->depth.counter->name);
        for (size_t k = 0; k < tile->state_count; k++)
            fprintf(out, " %s", tile->states[k]->name);
        fprintf(out, "%s\n", tile->whole ? "; the whole function" : "");
    }
    if (found.obstacle.text)
        fprintf(out, "    no tiles: %s (line %u)\n", found.obstacle.text,
                found.obstacle.place.line);
}

void nest_print(const ir_function *function, FILE *out)
{
    arena *memory = arena_new();
    const nest in = nest_read(memory, function);
    fprintf(out, "function %s\n", function->name);
    print_accesses(&in, -1, out);
    for (size_t i = 0; i < in.loop_count; i++) {
        const nest_loop *loop = &in.loops[i];
        fprintf(out, "%*sloop %s: %s", (int)(4 * depth_of(&in, loop->parent) + 4), "",
                loop->counted.variable ? loop->counted.variable->name : "?",
                nest_kind_name(loop->kind));
        if (loop->reason)
            fprintf(out, ", %s (line %u)", loop->reason, loop->place.line);
        fputc('\n', out);
        print_carried(&in, i, out);
        print_accesses(&in, (int)i, out);
    }
    print_tiles(memory, function, out);
    arena_free(memory);
}
