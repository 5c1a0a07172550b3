/* explain_json.c: what was recognised of each function, as data. docs/json.md has the members. */
#include "explain.h"

#include <string.h>

#include "model/targets.h"
#include "text/dtype.h"
#include "text/json_facts.h"

static void write_place(json_writer *to, location place)
{
    json_place_fact told = {.file = place.file, .line = place.line, .column = place.column};
    if (place.line)
        told.length = strlen(place.file);
    json_location(to, place.line ? &told : NULL);
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

static void write_cost(json_writer *to, const explained_cost *told)
{
    json_open_object(to, NULL);
    json_number(to, "nanoseconds", told->nanoseconds);
    json_open_object(to, "powers");
    for (size_t i = 0; i < told->power_count; i++)
        json_integer(to, told->powers[i].name, told->powers[i].power);
    json_close_object(to);
    json_close_object(to);
}

static void write_block(json_writer *to, const explained_block *told)
{
    json_open_object(to, NULL);
    json_text(to, "operand", told->operand);
    json_boolean(to, "any_strides", !told->reason);
    json_text(to, "because", told->reason);
    write_place(to, told->place);
    json_close_object(to);
}

static void write_gap(json_writer *to, const ir_gap *told)
{
    if (!told->reason) {
        json_null(to, "tree_gap");
        return;
    }
    json_open_object(to, "tree_gap");
    json_text(to, "because", told->reason);
    write_place(to, told->place);
    json_close_object(to);
}

static void write_body(json_writer *to, const explained_body *told)
{
    if (!told) {
        json_null(to, "body");
        return;
    }
    json_open_object(to, "body");
    json_text(to, "kind", told->kind);
    json_text(to, "reason", told->reason);
    json_boolean(to, "divergent", told->divergent);
    json_boolean(to, "recursive", told->recursive);
    json_boolean(to, "pure", told->pure);
    write_gap(to, &told->gap);
    json_open_array(to, "cost");
    for (size_t i = 0; i < told->cost_count; i++)
        write_cost(to, &told->costs[i]);
    json_close_array(to);
    json_open_array(to, "blocks");
    for (size_t i = 0; i < told->block_count; i++)
        write_block(to, &told->blocks[i]);
    json_close_array(to);
    json_close_object(to);
}

static void write_effect(json_writer *to, const explained_effect *told)
{
    const body_effect *why = told->why;
    json_open_object(to, NULL);
    json_text(to, "operand", told->operand);
    json_text(to, "effect", told->written ? "written" : "kept");
    json_text(to, "why", !why ? "unknown source" : why->text ? "expression" : "incomplete");
    json_text(to, "because", why ? why->text : NULL);
    write_place(to, why ? why->place : (location){0});
    json_close_object(to);
}

static void write_kernels(json_writer *to, const char *name, const explained_kernels *told)
{
    if (!told) {
        json_null(to, name);
        return;
    }
    json_open_array(to, name);
    for (int i = 0; i < WEFT_SHAPE_COUNT; i++)
        if (told->shapes >> i & 1)
            json_text(to, NULL, explain_shape_names[i]);
    json_close_array(to);
}

static void write_function(json_writer *to, const explained_function *told)
{
    json_open_object(to, NULL);
    json_text(to, "name", told->name);
    json_text(to, "stage", told->stage);
    write_place(to, told->place);
    write_loops(to, told->loops, told->loop_count);
    write_body(to, told->body);
    json_text(to, "linked", told->linked);
    json_text(to, "serial", told->serial);
    json_text(to, "not_fused", told->not_fused);
    write_obstacle(to, "no_lanes", told->no_lanes);
    write_obstacle(to, "no_team", told->no_team);
    json_open_array(to, "rows");
    for (size_t i = 0; i < told->row_count; i++) {
        json_open_object(to, NULL);
        write_place(to, told->rows[i]);
        json_close_object(to);
    }
    json_close_array(to);
    write_obstacle(to, "no_rows", told->no_rows);
    json_open_array(to, "effects");
    for (size_t i = 0; i < told->effect_count; i++)
        write_effect(to, &told->effects[i]);
    json_close_array(to);
    json_open_array(to, "comes_along");
    for (size_t i = 0; i < told->piece_count; i++) {
        json_open_object(to, NULL);
        json_text(to, "name", told->pieces[i].name);
        write_place(to, told->pieces[i].place);
        json_close_object(to);
    }
    json_close_array(to);
    write_kernels(to, "host_kernels", told->hosts);
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

static void write_ufunc(json_writer *to, const explained_ufunc *told)
{
    json_open_object(to, NULL);
    json_text(to, "name", told->name);
    json_text(to, "layout", told->layout);
    json_boolean(to, "reduction", told->is_reduction);
    write_loops(to, told->loops, told->loop_count);
    json_open_array(to, "functions");
    for (size_t i = 0; i < told->function_count; i++)
        write_function(to, &told->functions[i]);
    json_close_array(to);
    write_targets(to, told->targets);
    write_kernels(to, "host_kernels", told->hosts);
    write_kernels(to, "gpu_kernels", told->device);
    json_text(to, "gpu_refusal", told->gpu_refusal);
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
