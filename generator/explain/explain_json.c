/* explain_json.c: what was recognised of each function, as data. docs/json.md has the members. */
#include "explain.h"

#include <string.h>

#include "model/targets.h"
#include "text/dtype.h"
#include "text/json_facts.h"

static void write_place(json_writer *to, location place)
{
    json_place_fact fact = {.file = place.file, .line = place.line, .column = place.column};
    if (place.line)
        fact.length = strlen(place.file);
    json_location(to, place.line ? &fact : NULL);
}

/* Why a sum of products is the function's own loop's; null where there is nothing to say. */
static void write_obstacle(json_writer *to, const char *name, const body_obstacle *obstacle)
{
    if (!obstacle) {
        json_null(to, name);
        return;
    }
    json_open_object(to, name);
    json_text(to, "reason", obstacle->text);
    write_place(to, obstacle->place);
    json_close_object(to);
}

static void write_loops(json_writer *to, const explained_loop *loops, size_t count)
{
    json_open_array(to, "loops");
    for (size_t i = 0; i < count; i++) {
        json_open_object(to, NULL);
        json_text(to, "prototype", loops[i].prototype);
        json_text(to, "accumulator", loops[i].accumulator);
        json_contraction(to, loops[i].sum, loops[i].names);
        write_obstacle(to, "no_tiles", loops[i].obstacle);
        json_close_object(to);
    }
    json_close_array(to);
}

static void write_cost(json_writer *to, const explained_cost *fact)
{
    json_open_object(to, NULL);
    json_number(to, "nanoseconds", fact->nanoseconds);
    json_open_object(to, "powers");
    for (size_t i = 0; i < fact->power_count; i++)
        json_integer(to, fact->powers[i].name, fact->powers[i].power);
    json_close_object(to);
    json_close_object(to);
}

static void write_block(json_writer *to, const explained_block *fact)
{
    json_open_object(to, NULL);
    json_text(to, "operand", fact->operand);
    json_boolean(to, "any_strides", !fact->reason);
    json_text(to, "because", fact->reason);
    write_place(to, fact->place);
    json_close_object(to);
}

static void write_gap(json_writer *to, const ir_gap *fact)
{
    if (!fact->reason) {
        json_null(to, "tree_gap");
        return;
    }
    json_open_object(to, "tree_gap");
    json_text(to, "because", fact->reason);
    write_place(to, fact->place);
    json_close_object(to);
}

static void write_body(json_writer *to, const explained_body *fact)
{
    if (!fact) {
        json_null(to, "body");
        return;
    }
    json_open_object(to, "body");
    json_text(to, "kind", fact->kind);
    json_text(to, "reason", fact->reason);
    json_boolean(to, "divergent", fact->divergent);
    json_boolean(to, "recursive", fact->recursive);
    json_boolean(to, "pure", fact->pure);
    write_gap(to, &fact->gap);
    json_open_array(to, "cost");
    for (size_t i = 0; i < fact->cost_count; i++)
        write_cost(to, &fact->costs[i]);
    json_close_array(to);
    json_open_array(to, "blocks");
    for (size_t i = 0; i < fact->block_count; i++)
        write_block(to, &fact->blocks[i]);
    json_close_array(to);
    json_close_object(to);
}

static void write_effect(json_writer *to, const explained_effect *fact)
{
    const body_effect *why = fact->why;
    json_open_object(to, NULL);
    json_text(to, "operand", fact->operand);
    json_text(to, "effect", fact->written ? "written" : "kept");
    json_text(to, "why", !why ? "unknown source" : why->text ? "expression" : "incomplete");
    json_text(to, "because", why ? why->text : NULL);
    write_place(to, why ? why->place : (location){0});
    json_close_object(to);
}

static void write_kernels(json_writer *to, const char *name, const explained_kernels *fact)
{
    if (!fact) {
        json_null(to, name);
        return;
    }
    json_open_array(to, name);
    for (int i = 0; i < WEFT_SHAPE_COUNT; i++)
        if (fact->shapes >> i & 1)
            json_text(to, NULL, explain_shape_names[i]);
    json_close_array(to);
}

static void write_nests(json_writer *to, const explained_function *fact)
{
    json_open_array(to, "nests");
    for (size_t i = 0; i < fact->nest_count; i++) {
        const explained_nest *nest = &fact->nests[i];
        json_open_object(to, NULL);
        json_text(to, "rows", nest->rows);
        json_text(to, "columns", nest->columns);
        json_text(to, "in_order", nest->in_order);
        json_boolean(to, "hosts", nest->hosts);
        json_boolean(to, "gpu", nest->device);
        write_place(to, nest->place);
        json_close_object(to);
    }
    json_close_array(to);
    write_obstacle(to, "no_nests", fact->no_nests);
}

static void write_function(json_writer *to, const explained_function *fact)
{
    json_open_object(to, NULL);
    json_text(to, "name", fact->name);
    json_text(to, "stage", fact->stage);
    write_place(to, fact->place);
    write_loops(to, fact->loops, fact->loop_count);
    write_body(to, fact->body);
    json_text(to, "linked", fact->linked);
    json_text(to, "serial", fact->serial);
    json_text(to, "launch", fact->launch);
    json_text(to, "not_fused", fact->not_fused);
    write_obstacle(to, "no_lanes", fact->no_lanes);
    write_obstacle(to, "no_team", fact->no_team);
    json_open_array(to, "rows");
    for (size_t i = 0; i < fact->row_count; i++) {
        json_open_object(to, NULL);
        write_place(to, fact->rows[i]);
        json_close_object(to);
    }
    json_close_array(to);
    write_obstacle(to, "no_rows", fact->no_rows);
    write_nests(to, fact);
    json_open_array(to, "effects");
    for (size_t i = 0; i < fact->effect_count; i++)
        write_effect(to, &fact->effects[i]);
    json_close_array(to);
    json_open_array(to, "comes_along");
    for (size_t i = 0; i < fact->piece_count; i++) {
        json_open_object(to, NULL);
        json_text(to, "name", fact->pieces[i].name);
        json_boolean(to, "device_twin", fact->pieces[i].has_twin);
        write_place(to, fact->pieces[i].place);
        json_close_object(to);
    }
    json_close_array(to);
    write_kernels(to, "host_kernels", fact->hosts);
    json_close_object(to);
}

static void write_targets(json_writer *to, unsigned targets)
{
    json_open_array(to, "targets");
    for (int target = WEFT_CPU; target < WEFT_TARGET_END; target++)
        if (targets >> (target - 1) & 1)
            json_text(to, NULL, target_names[target]);
    json_close_array(to);
}

static void write_ufunc(json_writer *to, const explained_ufunc *fact)
{
    json_open_object(to, NULL);
    json_text(to, "name", fact->name);
    json_text(to, "layout", fact->layout);
    json_boolean(to, "reduction", fact->is_reduction);
    write_loops(to, fact->loops, fact->loop_count);
    json_open_array(to, "functions");
    for (size_t i = 0; i < fact->function_count; i++)
        write_function(to, &fact->functions[i]);
    json_close_array(to);
    write_targets(to, fact->targets);
    write_kernels(to, "host_kernels", fact->hosts);
    write_kernels(to, "gpu_kernels", fact->device);
    json_text(to, "gpu_refusal", fact->gpu_refusal);
    json_close_object(to);
}

void explain_print_json(const explanation *all, FILE *out)
{
    json_writer to = {.out = out};
    json_open_object(&to, NULL);
    json_text(&to, "weft", WEFT_VERSION);
    json_open_array(&to, "ufuncs");
    for (size_t i = 0; i < all->count; i++)
        write_ufunc(&to, &all->ufuncs[i]);
    json_close_array(&to);
    json_close_object(&to);
}
