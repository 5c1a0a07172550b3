/* effects_progress.c: what has been written of an output at one point of the walk. */
#include <string.h>

#include "effects_walk.h"

void effects_give_up(walk *in, const char *text, location place)
{
    if (in->kept)
        return;
    in->kept = true;
    in->text = text;
    in->place = place;
}

void effects_note_early(walk *in, const char *text, location place)
{
    in->read = true;
    effects_give_up(in, text, place);
}

progress effects_meet(progress a, progress b)
{
    if (a.done == UINT64_MAX)
        return b;
    if (b.done == UINT64_MAX)
        return a;
    bool same = a.pending == b.pending;
    return (progress){a.done & b.done, same ? a.doing & b.doing : 0, same ? a.pending : 0};
}

bool effects_is_whole(const walk *in)
{
    return (in->now.done & in->all) == in->all;
}

progress effects_nowhere(void)
{
    return (progress){UINT64_MAX, 0, 0};
}

bool effects_is_output(const walk *in, const ir_expression *value)
{
    value = ir_strip_casts(value);
    return value && value->kind == IR_VARIABLE && value->variable == in->output->variable;
}

/* Whether the expression is the one structure that an output is: *y, y[0]. */
static bool is_record(const walk *in, const ir_expression *value)
{
    int64_t index;
    value = ir_strip(value);
    if (value->kind == IR_UNARY && value->op == IR_DEREFERENCE)
        return effects_is_output(in, value->operands[0]);
    return value->kind == IR_SUBSCRIPT && value->operand_count == 2 &&
           effects_is_output(in, value->operands[0]) && ir_constant(value->operands[1], &index) &&
           index == 0;
}

/* The member of an output that an expression is, or is a part of: y->m, y->m[i], y->m.n; NULL if of
 * none. */
static const ir_expression *find_member(const walk *in, const ir_expression *value)
{
    for (value = ir_strip(value); value->kind == IR_MEMBER || value->kind == IR_SUBSCRIPT;
         value = ir_strip(value->operands[0])) {
        const ir_expression *of = ir_strip(value->operands[0]);
        if (value->kind == IR_MEMBER && (effects_is_output(in, of) || is_record(in, of)))
            return value;
    }
    return NULL;
}

/* Its number; that of fields if there is none. */
static size_t member_number(const walk *in, const ir_expression *member)
{
    const ir_record *record = in->output->record;
    size_t i = 0;
    while (i < record->field_count && strcmp(record->fields[i].name, member->text) != 0)
        i++;
    return i;
}

bool effects_is_element(const walk *in, const ir_expression *value)
{
    int64_t index;
    if (in->output->record)
        return is_record(in, value) || find_member(in, value);
    if (value->kind == IR_UNARY && value->op == IR_DEREFERENCE)
        return in->output->rank == 0 && effects_is_output(in, value->operands[0]);
    if (value->kind != IR_SUBSCRIPT || !effects_is_output(in, value->operands[0]))
        return false;
    if (in->output->rank == 0)
        return value->operand_count == 2 && ir_constant(value->operands[1], &index) && index == 0;
    return value->operand_count == in->output->rank + 1;
}

/* The active loop that an index counts along an axis; loop_count if there is none. */
static size_t find_loop(const walk *in, const ir_expression *index, size_t axis)
{
    const effects_output *output = in->output;
    size_t i = index->kind == IR_VARIABLE ? 0 : in->loop_count;
    while (i < in->loop_count && in->loops[i].variable != index->variable)
        i++;
    if (i == in->loop_count)
        return i;
    bool covers = output->sizes[axis] ? in->loops[i].size == output->sizes[axis]
                                      : !in->loops[i].size && output->constants[axis] > 0 &&
                                            in->loops[i].constant == output->constants[axis];
    return covers ? i : in->loop_count;
}

/* The parts of which every index along one axis is `index`, any one where it is negative. */
static uint64_t parts_at(const walk *in, size_t axis, int64_t index)
{
    uint64_t parts = 0;
    int64_t inner = 1, count = 1;
    for (size_t k = 0; k < in->output->rank; k++) {
        int64_t extent = in->output->sizes[k] ? 1 : in->output->constants[k];
        inner *= k > axis ? extent : 1;
        count *= extent;
    }
    for (int64_t part = 0; part < count; part++)
        if (part / inner % in->output->constants[axis] == index)
            parts |= UINT64_C(1) << part;
    return parts;
}

/* The parts of a structure that an expression belongs to; false where it is not all of them. */
static bool locate_member(const walk *in, const ir_expression *element, uint64_t *parts)
{
    const ir_expression *member = find_member(in, element);
    *parts = in->all;
    if (!member)
        return true;
    size_t number = member_number(in, member);
    if (number == in->output->record->field_count || !in->has_parts)
        return false;
    *parts = UINT64_C(1) << number;
    return ir_strip(element) == member && ir_kind(member->type);
}

/* The parts that an element belongs to and the loops that its indices count; false where the
 * indices do not tell. */
static bool locate(const walk *in, const ir_expression *element, uint64_t *parts, uint64_t *pending)
{
    *pending = 0;
    if (in->output->record)
        return locate_member(in, element, parts);
    *parts = in->all;
    for (size_t axis = 0; axis < in->output->rank; axis++) {
        const ir_expression *index = ir_strip(element->operands[1 + axis]);
        int64_t constant;
        size_t counted = find_loop(in, index, axis);
        if (counted < in->loop_count) {
            if (*pending >> counted & 1)
                return false;
            *pending |= UINT64_C(1) << counted;
        } else if (in->has_parts && !in->output->sizes[axis] && ir_constant(index, &constant) &&
                   constant >= 0 && constant < in->output->constants[axis]) {
            *parts &= parts_at(in, axis, constant);
        } else {
            return false;
        }
    }
    return true;
}

void effects_note_maybe(walk *in, const ir_expression *element)
{
    const progress before = in->now;
    effects_note_write(in, element);
    in->now = before;
}

void effects_note_write(walk *in, const ir_expression *element)
{
    uint64_t parts, pending;
    bool located = locate(in, element, &parts, &pending);
    in->ever |= located || in->output->record ? parts : in->all;
    if (in->now.done == UINT64_MAX || !located)
        return;
    if (!pending)
        in->now.done |= parts;
    else if (in->now.doing && in->now.pending == pending)
        in->now.doing |= parts;
    else if (!in->now.doing || (in->now.doing & ~parts) == 0)
        in->now.doing = parts, in->now.pending = pending;
}

void effects_note_read(walk *in, const ir_expression *element)
{
    uint64_t parts, pending, known = in->now.done;
    if (effects_is_whole(in))
        return;
    if (locate(in, element, &parts, &pending) || in->output->record) {
        known |= in->now.pending == pending ? in->now.doing : 0;
        if ((parts & ~known) == 0)
            return;
    }
    effects_note_early(in, ir_expression_text(in->memory, element), element->place);
}
