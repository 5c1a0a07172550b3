#include "extents.h"

#include <string.h>

#include "effects/effects.h"

static bool is_told(const function *target, const char *name)
{
    for (size_t i = 0; i < target->parameter_count; i++)
        if (strcmp(target->parameters[i].name, name) == 0)
            return true;
    return false;
}

/* The first dimension that no parameter says; NULL: there is none. */
static const char *find_untold(const function *target, const layout_operand *core)
{
    for (size_t axis = 0; axis < core->rank; axis++)
        for (size_t t = 0; t < core->extents[axis].term_count; t++)
            if (!is_told(target, core->extents[axis].terms[t].name))
                return core->extents[axis].terms[t].name;
    return NULL;
}

/* How many elements a layout of numbers gives; 0: a size tells it. */
static int64_t count_elements(const layout_operand *core, size_t axes)
{
    int64_t count = 1;
    for (size_t axis = 0; axis < axes; axis++) {
        if (!extent_is_fixed(&core->extents[axis]) ||
            __builtin_mul_overflow(count, core->extents[axis].constant, &count))
            return 0;
    }
    return count;
}

/* The largest element that is used for sure, or 0; -1: not known. */
static int64_t find_top(const pointer_use *use)
{
    if (use->obstacle || (use->several && use->top >= INT32_MAX))
        return -1;
    return use->several ? use->top : 0;
}

static void check_operand(arena *memory, diagnostics *messages, const function *target,
                          const body *read, size_t operand)
{
    const size_t index = (size_t)target->operand_parameter[operand];
    const parameter *tested = &target->parameters[index];
    const layout_operand *core = &target->core.operands[operand];
    const char *name = target->made_for ? target->made_for : target->name;
    const char *untold = find_untold(target, core);
    const ir_type *type = read ? read->tree->parameters[index]->type->element : NULL;
    const bool is_row = core->rank && type && type->kind == IR_TYPE_RECORD;
    const int64_t given = count_elements(core, core->rank - is_row);
    pointer_use use = {.several = true, .top = -1};
    if (read && (untold || given))
        use = effects_use(memory, read->tree, index);
    const int64_t top = find_top(&use);
    if (untold && top > 0)
        diagnostics_add(messages, SEVERITY_ERROR, tested->place, tested->length,
                        "'%s' is not told '%s', and uses %s[%zu] however many a call gives: the "
                        "layout must say (%zu)",
                        name, untold, tested->name, (size_t)top, (size_t)top + 1);
    else if (untold && top < 0 && tested->side != SIDE_UPDATED) /* else it is said of the input */
        diagnostics_add(messages, SEVERITY_WARNING, tested->place, tested->length,
                        "'%s' is not told '%s': it must read and write as many elements of '%s' as "
                        "a call gives",
                        name, untold, tested->name);
    else if (given && top >= given)
        diagnostics_add(messages, SEVERITY_ERROR, tested->place, tested->length,
                        "'%s' uses %s[%zu], but the layout gives '%s' %zu of them", name,
                        tested->name, (size_t)top, tested->name, (size_t)given);
}

void check_extents(arena *memory, diagnostics *messages, const function *target, const body *read)
{
    for (size_t i = 0; i < target->operand_count; i++) {
        const int index = target->operand_parameter[i];
        if (index < 0 || (read && (size_t)index >= read->tree->parameter_count))
            continue;
        const parameter *tested = &target->parameters[index];
        if (tested->kind == PARAMETER_POINTER && !tested->by_value &&
            strcmp(tested->type.plain, "char") != 0)
            check_operand(memory, messages, target, read, i);
    }
}
