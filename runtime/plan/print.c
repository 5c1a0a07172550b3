/* print.c: the lines of a plan, from its ufunc to its operands. */
#include "print.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/dtype.h"

void plan_text_add(plan_text *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to->data + to->length, to->size - to->length, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    size_t room = to->size - 1 - to->length;
    to->length += (size_t)length < room ? (size_t)length : room;
}

const char *plan_operand_name(const weft_plan *plan, int operand)
{
    int inputs = plan->ufunc->input_count;
    if (operand == inputs + plan->ufunc->output_count)
        return "where";
    const char *name = plan->ufunc->operands[operand].name;
    return name && name[0] ? name : operand < inputs ? "input" : "output";
}

const char *plan_shape_name(weft_kernel_shape shape)
{
    static const char *const names[] = {
#define NAME(ENUM, name, target, suffix) [WEFT_SHAPE_##ENUM] = name,
        WEFT_SHAPES(NAME)
#undef NAME
    };
    return names[shape];
}

static void print_items(const weft_plan *plan, plan_text *to)
{
    plan_text_add(to, "  items: %" PRId64, plan->item_count);
    for (int axis = plan->rank - 1; plan->rank > 1 && axis >= 0; axis--)
        plan_text_add(to, "%s%" PRId64, axis == plan->rank - 1 ? " = " : " × ",
                      plan->extents[axis]);
    plan_text_add(to, "\n");
    for (int d = 0; d < plan->ufunc->dimension_count; d++) {
        const weft_dimension *dimension = &plan->ufunc->dimensions[d];
        plan_text_add(to, "%s%s", d ? ", " : "  core: ", dimension->name);
        if (dimension->kind != WEFT_DIMENSION_FIXED)
            plan_text_add(to, " = %" PRId64, plan->sizes[d]);
        if (dimension->kind == WEFT_DIMENSION_RAGGED)
            plan_text_add(to, " in %" PRId64 " lists", plan->item_count);
    }
    if (plan->ufunc->dimension_count)
        plan_text_add(to, "\n");
}

static void print_steps(const weft_plan *plan, int operand, plan_text *to)
{
    if (plan->values >> operand & 1) {
        plan_text_add(to, ", by value");
        return;
    }
    plan_text_add(to, ", steps");
    for (int axis = plan->rank - 1; axis >= 0; axis--)
        plan_text_add(to, " %" PRId64, plan->steps[axis][operand]);
    if (operand == plan->ufunc->input_count + plan->ufunc->output_count)
        return;
    int core_rank = plan->ufunc->operands[operand].core_rank;
    for (int axis = 0; axis < core_rank; axis++)
        plan_text_add(to, "%s%" PRId64, axis ? " " : "; core ", plan->core_steps[operand][axis]);
}

void plan_print(const weft_plan *plan, uint32_t staged, uint32_t cast, plan_text *to)
{
    plan_text_add(to, "weft: %s, %s\n", plan->ufunc->name, plan->loop->prototype);
    print_items(plan, to);
    for (int i = 0; i < plan->operand_count; i++) {
        plan_text_add(to, "  %s: %s", plan_operand_name(plan, i),
                      dtype_table[plan_dtype(plan, i)].name);
        print_steps(plan, i, to);
        if (staged >> i & 1)
            plan_text_add(to, cast >> i & 1 ? "; cast and staged" : "; staged");
        plan_text_add(to, "\n");
    }
}
