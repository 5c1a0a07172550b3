/* lanes_place.c: variables, arrays and what pointers lead to. */
#include "lanes_parts.h"

#include <string.h>

#include "analyse/analyse.h"
#include "text/dtype.h"

/* ---- declarations ---- */

/* "[3][2]"; false where an extent is no constant. */
static bool extents_text(lanes *in, const ir_type **type, const char **text)
{
    *text = "";
    for (; (*type)->kind == IR_TYPE_ARRAY; *type = (*type)->element) {
        if ((*type)->extent < 0)
            return false;
        *text = arena_format(in->memory, "%s[%lld]", *text, (long long)(*type)->extent);
    }
    return true;
}

/* An item's arrays are there once for each item of a vector. Of more than 4 KB, 16 to 128 of them
 * leave the first cache, in which those of one item lie, and the stack of a small thread. */
enum { MOST_HELD = 4096 };

static void hold(lanes *in, const ir_variable *variable)
{
    const ir_type *type = variable->type;
    size_t bytes = 1;
    for (; type->kind == IR_TYPE_ARRAY; type = type->element)
        if (__builtin_mul_overflow(bytes, (size_t)type->extent, &bytes))
            bytes = MOST_HELD + 1;
    if (variable->type->kind == IR_TYPE_ARRAY && type->kind == IR_TYPE_SCALAR &&
        (__builtin_mul_overflow(bytes, dtype_size(type->dtype), &bytes) ||
         __builtin_add_overflow(in->held, bytes, &in->held) || in->held > MOST_HELD))
        lanes_gap(in, variable->place, "arrays of more than 4 KB, which each item would have");
}

void lanes_declare_variable(lanes *in, const ir_variable *variable)
{
    const ir_type *type = variable->type;
    const char *extents;
    if (type->is_volatile || variable->residence == IR_VOLATILE)
        lanes_gap(in, variable->place, "a variable whose address is not followed");
    if (!extents_text(in, &type, &extents))
        lanes_gap(in, variable->place, "an array whose length is known at run time only");
    const ir_expression *first = variable->initializer;
    bool whole = first && first->kind != IR_CALL; /* it gets a value in all lanes */
    bool known = type->kind == IR_TYPE_SCALAR && lanes_element(type->dtype);
    if (!known)
        lanes_type(in, type, variable->place); /* says why not */
    const bool varies = lanes_variable_varies(in, variable);
    if (varies)
        hold(in, variable);
    if (varies)
        lanes_declare(in, "WEFT_V(%s) %s%s[WEFT_VECTOR_COUNT]%s;",
                      lanes_type(in, type, variable->place), variable->name, extents,
                      whole ? "" : " = {0}");
    else
        lanes_declare(in, "%s %s%s;", c_cast_type(&in->scalars, type, variable->place),
                      variable->name, extents);
}

/* Whether the type of a table may be one that the function declares, which the translated text does
 * not. */
static bool has_own_type(const lanes *in, const ir_variable *table)
{
    const ir_type *type = table->type;
    while (type->kind == IR_TYPE_ARRAY)
        type = type->element;
    return type->kind == IR_TYPE_RECORD || strstr(in->function->text, "typedef");
}

/* Where a statement declares several, the first one brings them all. */
void lanes_declare_table(lanes *in, const ir_statement *statement, const ir_variable *table)
{
    const ir_extent written = statement->extent;
    const char *text =
        arena_text(in->memory, in->function->text + written.begin, written.end - written.begin);
    if (table->storage != IR_TABLE)
        lanes_gap(in, table->place, "a variable that outlives the call");
    else if (table->number || !*text || lanes_is_reserved(table->name))
        lanes_gap(in, table->place, "a table that needs another name");
    else if (has_own_type(in, table))
        lanes_gap(in, table->place, "a table of a type that the function may declare");
    for (size_t i = 0; i < in->declaration_count; i++)
        if (strcmp(in->declarations[i].text, text) == 0)
            return;
    lanes_declare(in, "%s", text);
}

/* ---- assignments ---- */

void lanes_assign(lanes *in, const char *name, const char *element, const char *value, size_t depth)
{
    if (in->mask_count > depth)
        value = arena_format(in->memory, "WEFT_SELECT(%s, %s, %s, %s)", element,
                             lanes_mask_text(in), value, name);
    lanes_line(in, "%s = %s;", name, value);
}

/* Gives an element of a new array its value; NULL: 0. */
static void initialize_element(lanes *in, const ir_variable *variable, const char *name,
                               const ir_type *type, const ir_expression *value)
{
    if (!lanes_variable_varies(in, variable)) {
        lanes_close(in);
        lanes_line(in, "%s = %s;", name, value ? lanes_scalar(in, value) : "0");
        return;
    }
    const char *element = lanes_type(in, type, variable->place);
    lanes_open(in);
    lanes_line(in, "%s[v] = %s;", name,
               value ? lanes_value(in, value)
                     : arena_format(in->memory, "(WEFT_V(%s)){0}", element));
}

static void initialize_part(lanes *in, const ir_variable *variable, const char *name,
                            const ir_type *type, const ir_expression *value)
{
    bool listed = value && value->kind == IR_LIST;
    const ir_expression *single = !listed                ? value
                                  : value->operand_count ? value->operands[0]
                                                         : NULL;
    if (type->kind != IR_TYPE_ARRAY && !(single && ir_is_string(single))) {
        initialize_element(in, variable, name, type, single);
        return;
    }
    if (type->kind != IR_TYPE_ARRAY || (value && !listed))
        lanes_gap(in, variable->place, "an array that starts as a string");
    for (int64_t i = 0; i < type->extent && !in->result->gap.reason; i++) {
        bool has = listed && (size_t)i < value->operand_count;
        initialize_part(in, variable, arena_format(in->memory, "%s[%lld]", name, (long long)i),
                        type->element, has ? value->operands[i] : NULL);
    }
}

void lanes_initialize(lanes *in, const ir_variable *variable)
{
    initialize_part(in, variable, variable->name, variable->type, variable->initializer);
}

/* ---- places ---- */

/* A place in C, behind which a vector of [v] stands, or an element of a scalar. */
typedef struct place_text {
    const char *text;
    bool vector;  /* it holds vectors */
    bool by_lane; /* an index varies: it has an `l` in it */
} place_text;

/* An index; one that varies is that of lane l. */
static const char *index_text(lanes *in, const ir_expression *index, bool *by_lane)
{
    if (!lanes_varies(in, index))
        return lanes_scalar(in, index);
    *by_lane = true;
    return arena_format(in->memory, "%s[l]", lanes_named(in, index));
}

static bool is_pointer_parameter(const ir_variable *variable)
{
    return variable->storage == IR_PARAMETER &&
           (variable->type->kind == IR_TYPE_POINTER || variable->type->kind == IR_TYPE_ARRAY);
}

static place_text variable_place(lanes *in, const ir_expression *expression)
{
    const ir_variable *variable = expression->variable;
    bool pointer = variable->type->kind == IR_TYPE_POINTER && !is_pointer_parameter(variable);
    if (pointer || variable->storage == IR_GLOBAL)
        lanes_gap(in, expression->place,
                  pointer ? "a pointer that is a variable" : "a variable that outlives the call");
    bool outer = variable->storage == IR_TABLE;
    return (place_text){outer ? c_outer_name(&in->scalars, variable->name) : variable->name,
                        lanes_variable_varies(in, variable), false};
}

static place_text place_of(lanes *in, const ir_expression *place)
{
    place = ir_strip(place);
    place_text result = {"", false, false};
    if (place->kind == IR_VARIABLE)
        return variable_place(in, place);
    bool dereference = place->kind == IR_UNARY && place->op == IR_DEREFERENCE;
    if (!dereference && place->kind != IR_SUBSCRIPT) {
        lanes_gap(in, place->place,
                  place->kind == IR_MEMBER ? "a structure" : "a place of this kind");
        return result;
    }
    result = place_of(in, place->operands[0]);
    if (dereference)
        result.text = arena_format(in->memory, "%s[0]", result.text);
    for (size_t i = 1; i < place->operand_count; i++)
        result.text = arena_format(in->memory, "%s[%s]", result.text,
                                   index_text(in, place->operands[i], &result.by_lane));
    return result;
}

const char *lanes_read(lanes *in, const ir_expression *place)
{
    place_text from = place_of(in, place);
    const char *element = lanes_type(in, place->type, place->place);
    if (from.by_lane)
        return arena_format(in->memory, "WEFT_LANEWISE(%s, %s, %s%s)", element, lanes_mask_text(in),
                            from.text, from.vector ? "[v][l]" : "");
    const char *some = lanes_is_risky(place) ? lanes_ask_some(in) : NULL;
    if (from.vector && some)
        return arena_format(in->memory, "(%s ? %s[v] : (WEFT_V(%s)){0})", some, from.text, element);
    return from.vector ? arena_format(in->memory, "%s[v]", from.text)
                       : arena_format(in->memory, "WEFT_SET(%s, %s)", element, from.text);
}

/* How many masks were around where a variable was declared; of what a pointer leads to none. */
static size_t depth_of(const lanes *in, const ir_expression *place)
{
    const ir_variable *base = ir_base_variable(place);
    bool behind = base && is_pointer_parameter(base);
    if (behind)
        return lanes_is_whole(in) ? in->result_depth : 0;
    return base ? in->declared[base->id] : 0;
}

/* The macro for a number that goes up or down by 1, which a mask does as it is; else NULL. */
static const char *counting(const ir_expression *place, const ir_expression *value)
{
    int64_t by;
    if (place->kind != IR_VARIABLE || value->kind != IR_BINARY || !ir_is_integer(place->type) ||
        ir_kind(place->type) == 'b' || (value->op != IR_ADD && value->op != IR_SUBTRACT) ||
        value->type->dtype != place->type->dtype || !ir_constant(value->operands[1], &by) ||
        by != 1)
        return NULL;
    const ir_expression *old = value->operands[0];
    bool same = old->kind == IR_VARIABLE && old->variable == place->variable;
    return !same ? NULL : value->op == IR_ADD ? "WEFT_UP" : "WEFT_DOWN";
}

/* Whether an index of a place walks: a round of the loop around changes it. */
static bool walks(const lanes *in, const ir_expression *place)
{
    bool found = false;
    for (size_t i = 1; i < place->operand_count && !found; i++) {
        const ir_variable *base = ir_base_variable(place->operands[i]);
        found = base && analyse_writes(in->loop.statement, base);
    }
    return found;
}

/* Of such places the one that most loops are around counts. */
static void note_scatter(lanes *in, const ir_expression *place)
{
    lanes_text *text = in->result;
    if (!in->loop.masked || in->nesting <= text->scatter_nesting || !walks(in, ir_strip(place)))
        return;
    text->scatter_nesting = in->nesting;
    text->scatters =
        (ir_gap){"elements that each item writes elsewhere, in rounds of its own", place->place};
}

void lanes_store(lanes *in, const ir_expression *place, const ir_expression *value)
{
    const ir_variable *base = ir_base_variable(place);
    if (base && !lanes_variable_varies(in, base)) {
        lanes_close(in);
        const char *some = lanes_is_risky(place) ? lanes_ask_some(in) : NULL;
        const char *before = some ? arena_format(in->memory, "if (%s) ", some) : "";
        lanes_line(in, "%s%s = %s;", before, lanes_plain(in, place), lanes_scalar(in, value));
        return;
    }
    const char *element = lanes_type(in, place->type, place->place);
    lanes_open(in);
    place_text to = place_of(in, place);
    if (to.by_lane) {
        const char *name = lanes_named(in, value);
        note_scatter(in, place);
        lanes_line(in, "WEFT_EACH_LANE(%s, %s[v][l] = %s[l])", lanes_mask_text(in), to.text, name);
        return;
    }
    const char *count = counting(place, value);
    if (count && in->mask_count > depth_of(in, place)) {
        lanes_line(in, "%s[v] = %s(%s, %s, %s[v]);", to.text, count, element, lanes_mask_text(in),
                   to.text);
        return;
    }
    const char *new = lanes_value(in, value);
    if (lanes_is_free(in, place)) {
        lanes_line(in, "%s[v] = %s;", to.text, new);
        return;
    }
    const char *some = lanes_is_risky(place) ? lanes_ask_some(in) : NULL;
    if (some)
        lanes_line(in, "if (%s)", some);
    lanes_assign(in, arena_format(in->memory, "%s[v]", to.text), element, new, depth_of(in, place));
}

/* ---- arguments ---- */

const char *lanes_behind(lanes *in, const ir_expression *argument)
{
    const ir_expression *value = ir_strip_casts(argument);
    bool address = value->kind == IR_UNARY && value->op == IR_ADDRESS;
    place_text place = place_of(in, address ? value->operands[0] : value);
    if (!place.vector)
        lanes_gap(in, argument->place, "an address of what is the same for all items");
    return arena_format(in->memory, "%s%s[v][l]", place.text, address ? "" : "[0]");
}

const char *lanes_address(lanes *in, const ir_expression *argument, const ir_variable *parameter)
{
    const ir_expression *value = ir_strip_casts(argument);
    bool address = value->kind == IR_UNARY && value->op == IR_ADDRESS;
    bool varies = lanes_variable_varies(in, parameter);
    if (!varies)
        return lanes_scalar(in, argument);
    place_text place = place_of(in, address ? value->operands[0] : value);
    if (!place.vector || place.by_lane)
        lanes_gap(in, argument->place, "an address that differs from item to item");
    const ir_expression *inner = address ? ir_strip(value->operands[0]) : value;
    if (address && inner->kind == IR_VARIABLE && inner->variable->storage == IR_PARAMETER)
        return arena_format(in->memory,
                            "(WEFT_V(%s) (*)[WEFT_VECTOR_COUNT])%s", /* it points there */
                            lanes_type(in, inner->type, argument->place), place.text);
    return arena_format(in->memory, "%s%s", address ? "&" : "", place.text);
}
