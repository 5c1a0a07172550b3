/* split_type.c: the parts of a type and the variables they become. */
#include "split_parts.h"

void split_gap(split *in, location place, const char *reason)
{
    if (!in->gap->reason)
        *in->gap = (ir_gap){reason, place};
}

bool split_is_composite(const ir_type *type)
{
    while (type->kind == IR_TYPE_ARRAY || type->kind == IR_TYPE_POINTER)
        type = type->element;
    return type->kind == IR_TYPE_RECORD || ir_kind(type) == 'c';
}

/* A pointer that is a member is one part. */
static size_t count_inside(const ir_type *type)
{
    size_t count = 0;
    while (type->kind == IR_TYPE_ARRAY)
        type = type->element;
    if (type->kind != IR_TYPE_RECORD)
        return ir_kind(type) == 'c' ? 2 : 1;
    for (size_t i = 0; i < type->record->field_count; i++)
        count += count_inside(type->record->fields[i].type);
    return count;
}

size_t split_count_parts(const ir_type *type)
{
    while (type->kind == IR_TYPE_POINTER)
        type = type->element;
    return count_inside(type);
}

size_t split_field_part(const ir_record *record, const ir_field *field)
{
    size_t part = 0;
    for (const ir_field *one = record->fields; one != field; one++)
        part += count_inside(one->type);
    return part;
}

const ir_type *split_real_type(split *in, const ir_type *type)
{
    if (ir_kind(type) != 'c')
        return type;
    return ir_scalar(in->memory, type->dtype == WEFT_COMPLEX128 ? WEFT_FLOAT64 : WEFT_FLOAT32);
}

/* An array or pointer of another element. */
static const ir_type *with_element(split *in, const ir_type *type, const ir_type *element)
{
    ir_type *copy = arena_array(in->memory, 1, sizeof *copy);
    *copy = *type;
    copy->element = element;
    return copy;
}

/* Through pointers that are no members. */
static bool leads_on(const ir_type *type, bool member)
{
    return type->kind == IR_TYPE_ARRAY || (type->kind == IR_TYPE_POINTER && !member);
}

static void list_parts(split *in, const ir_type *type, bool member, const char *name,
                       const char **names, const ir_type **types, size_t *count)
{
    size_t first = *count;
    if (leads_on(type, member)) {
        list_parts(in, type->element, member || type->kind == IR_TYPE_ARRAY, name, names, types,
                   count);
        for (size_t i = first; i < *count; i++)
            types[i] = with_element(in, type, types[i]);
    } else if (type->kind == IR_TYPE_RECORD) {
        for (size_t i = 0; i < type->record->field_count; i++) {
            const ir_field *field = &type->record->fields[i];
            list_parts(in, field->type, true, arena_format(in->memory, "%s_%s", name, field->name),
                       names, types, count);
        }
    } else {
        bool pair = ir_kind(type) == 'c';
        for (size_t i = 0; i < (pair ? 2 : 1); i++) {
            names[*count] = pair ? arena_format(in->memory, "%s_%s", name, i ? "im" : "re") : name;
            types[(*count)++] = split_real_type(in, type);
        }
    }
}

void split_list_parts(split *in, const ir_type *type, const char *name, const char **names,
                      const ir_type **types, size_t *count)
{
    list_parts(in, type, false, name, names, types, count);
}

/* A variable of ours holds no pointers; a parameter may be one. */
static bool holds_pointer(const ir_variable *variable)
{
    const ir_type *type = variable->type;
    bool leads = variable->storage == IR_PARAMETER &&
                 (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY);
    for (type = leads ? type->element : type; type->kind == IR_TYPE_ARRAY;)
        type = type->element;
    return type->kind == IR_TYPE_POINTER;
}

const split_variable *split_variable_of(split *in, ir_variable *variable)
{
    if (!split_is_composite(variable->type) || variable->id >= in->old_count ||
        variable->storage == IR_TABLE || variable->storage == IR_GLOBAL)
        return NULL;
    split_variable *known = &in->variables[variable->id];
    if (known->parts)
        return known;
    const size_t count = split_count_parts(variable->type);
    const char **names = arena_array(in->memory, count + 1, sizeof *names);
    const ir_type **types = arena_array(in->memory, count + 1, sizeof *types);
    if (holds_pointer(variable))
        split_gap(in, variable->place, "a pointer that is a variable");
    if (variable->type->is_volatile)
        split_gap(in, variable->place, "a variable whose address is not followed");
    known->parts = arena_array(in->memory, count + 1, sizeof *known->parts);
    split_list_parts(in, variable->type, variable->name, names, types, &known->count);
    for (size_t i = 0; i < count; i++) {
        ir_variable *part = known->parts[i] = arena_array(in->memory, 1, sizeof *part);
        *part = *variable;
        part->name = names[i];
        part->type = types[i];
        part->initializer = NULL;
        part->id = (unsigned)in->variable_count++;
    }
    return known;
}
