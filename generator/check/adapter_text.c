/* adapter_text.c: the one line of C that an adapter is. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "adapter.h"
#include "text/dtype.h"

/* A made-up function while its text grows. */
typedef struct adapter {
    arena *memory;
    const function *checked;
    const char *text;
} adapter;

static void add(adapter *made, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(adapter *made, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    made->text = arena_format(made->memory, "%s%s", made->text,
                              arena_format_list(made->memory, format, list));
    va_end(list);
}

/* A type as both the reading and the generated code spell it. */
static const char *plain_type(const c_type *type)
{
    char kind = dtype_kind(type->dtype);
    bool own = type->typevar || (kind != 'c' && kind != 'b');
    return own ? type->plain : dtype_c_type(type->dtype);
}

static size_t find_operand(const function *checked, size_t parameter_index)
{
    size_t operand = 0;
    while (checked->operand_parameter[operand] != (int)parameter_index)
        operand++;
    return operand;
}

bool adapter_is_floating(const function *checked, size_t operand)
{
    for (size_t i = 0; i < checked->loop_count; i++)
        if (!strchr("fc", dtype_kind(checked->loops[i].dtypes[operand])))
            return false;
    return true;
}

int64_t adapter_string_size(const function *checked, size_t parameter_index)
{
    const parameter *tested = &checked->parameters[parameter_index];
    if (tested->kind != PARAMETER_POINTER || strcmp(tested->type.plain, "char") != 0)
        return 0;
    const size_t operand = find_operand(checked, parameter_index);
    const layout_operand *core = &checked->core.operands[operand];
    if (!tested->is_const && operand >= checked->core.input_count)
        return 0;
    return core->rank == 1 && extent_is_fixed(&core->extents[0]) ? core->extents[0].constant : 0;
}

static void add_parameters(adapter *made)
{
    const function *checked = made->checked;
    for (size_t i = 0; i < checked->parameter_count; i++) {
        const parameter *next = &checked->parameters[i];
        add(made, "%s%s%s %s%s", i ? ", " : "",
            next->is_const && next->kind != PARAMETER_SCALAR ? "const " : "",
            plain_type(&next->type), next->kind == PARAMETER_POINTER ? "*" : "", next->name);
        for (size_t axis = 0; axis < next->rank && next->kind == PARAMETER_ARRAY; axis++)
            add(made, "[%s]", extent_print(made->memory, &next->extents[axis]));
    }
    add(made, checked->parameter_count ? "" : "void");
}

/* Opens loops over the elements of an operand that a parameter points to, and says how one is
 * written behind its name: "[weft_0][weft_1]". */
static const char *open_loops(adapter *made, const parameter *shown, size_t operand)
{
    arena *memory = made->memory;
    const layout_operand *core = &made->checked->core.operands[operand];
    const char *element = "", *count = "";
    for (size_t axis = 0; axis < core->rank; axis++) {
        const char *size = extent_print(memory, &core->extents[axis]);
        if (shown->kind == PARAMETER_ARRAY)
            add(made, "for (size_t weft_%zu = 0; weft_%zu < (size_t)(%s); weft_%zu++) ", axis, axis,
                size, axis);
        element = arena_format(memory, "%s[weft_%zu]", element, axis);
        count = arena_format(memory, "%s%s(size_t)(%s)", count, axis ? " * " : "", size);
    }
    if (core->rank && shown->kind == PARAMETER_POINTER) {
        add(made, "for (size_t weft_0 = 0; weft_0 < %s; weft_0++) ", count);
        return "[weft_0]";
    }
    return core->rank ? element : "[0]";
}

/* Copies the inputs that the function writes its results over. */
static void add_copies(adapter *made)
{
    const function *checked = made->checked;
    for (size_t i = 0; i < checked->parameter_count; i++) {
        const parameter *to = &checked->parameters[i];
        if (to->side != SIDE_UPDATED || to->whole)
            continue;
        const char *element = open_loops(made, to, find_operand(checked, i));
        add(made, "%s%s = %s%s; ", to->name, element, to[-1].name,
            to[-1].kind == PARAMETER_SCALAR ? "" : element);
    }
}

/* "if (sa != sa || p != p)": of the inputs that are single numbers. False if there is none. */
static bool add_test(adapter *made)
{
    const function *checked = made->checked;
    bool any = false;
    for (size_t i = 0; i < checked->core.input_count; i++) {
        const parameter *tested = &checked->parameters[checked->operand_parameter[i]];
        if (checked->core.operands[i].rank || !adapter_is_floating(checked, i))
            continue;
        const char *star = tested->kind == PARAMETER_SCALAR ? "" : "*";
        add(made, "%s%s%s != %s%s", any ? " || " : "if (", star, tested->name, star, tested->name);
        any = true;
    }
    add(made, any ? ") " : "");
    return any;
}

static const char not_a_number[] = "__builtin_nanf(\"\")";

/* Makes the outputs NaN, or 0 where they cannot be. */
static void add_nans(adapter *made)
{
    const function *checked = made->checked;
    for (size_t i = checked->core.input_count; i < checked->operand_count; i++) {
        int from = checked->operand_parameter[i];
        const char *value = adapter_is_floating(checked, i) ? not_a_number : "0";
        if (from < 0) {
            add(made, "weft_r = %s; ", value);
            continue;
        }
        const char *element = open_loops(made, &checked->parameters[from], i);
        add(made, "%s%s = %s; ", checked->parameters[from].name, element, value);
    }
}

static const char *print_number(arena *memory, double value)
{
    return isinf(value) ? value < 0 ? "-__builtin_inf()" : "__builtin_inf()"
                        : arena_format(memory, "%a", value);
}

/* Makes NaN of what the library calls invalid. */
static void add_invalid(adapter *made)
{
    const function *checked = made->checked;
    for (size_t i = checked->core.input_count; i < checked->operand_count; i++) {
        int from = checked->operand_parameter[i];
        const char *name = "weft_r", *element = "", *type = plain_type(&checked->result);
        if (!adapter_is_floating(checked, i))
            continue;
        if (from >= 0) {
            name = checked->parameters[from].name;
            type = plain_type(&checked->parameters[from].type);
            element = open_loops(made, &checked->parameters[from], i);
        }
        add(made, "if (%s%s == (%s)%s) %s%s = %s; ", name, element, type,
            print_number(made->memory, checked->invalid), name, element, not_a_number);
    }
}

/* Copies the strings, with a 0 behind them. */
static void add_strings(adapter *made)
{
    const function *checked = made->checked;
    for (size_t i = 0; i < checked->parameter_count; i++) {
        const int64_t size = adapter_string_size(checked, i);
        const char *name = checked->parameters[i].name;
        if (size)
            add(made,
                "char weft_s_%s[%" PRId64 "]; for (size_t weft_0 = 0; weft_0 < %" PRId64
                "; weft_0++) weft_s_%s[weft_0] = %s[weft_0]; weft_s_%s[%" PRId64 "] = 0; ",
                name, size + 1, size, name, name, name, size);
    }
}

/* The structures whose members are operands: those of inputs are copied, the others are 0. */
static void add_structures(adapter *made)
{
    const function *checked = made->checked;
    for (size_t i = 0; i < checked->called_count; i++) {
        const parameter *whole = &checked->called[i];
        if (!whole->member_count)
            continue;
        add(made, "%s weft_m_%s", whole->record, whole->name);
        if (whole->rank)
            add(made, "[%s]", extent_print(made->memory, &whole->extents[0]));
        add(made, "; ");
    }
    for (size_t i = 0; i < checked->parameter_count; i++) {
        const parameter *from = &checked->parameters[i];
        if (!from->whole || from->side == SIDE_UPDATED)
            continue;
        const bool is_input = find_operand(checked, i) < checked->core.input_count;
        for (size_t k = 0; k < from->text_count; k++)
            add(made, "%sweft_m_%s%s = %s%s; ", from->texts[k].loops, from->whole,
                from->texts[k].place, is_input ? from->name : "0",
                is_input ? from->texts[k].index : "");
    }
}

/* Hands the members on to the outputs. */
static void add_members(adapter *made)
{
    const function *checked = made->checked;
    for (size_t i = 0; i < checked->parameter_count; i++) {
        const parameter *to = &checked->parameters[i];
        if (!to->whole || find_operand(checked, i) < checked->core.input_count)
            continue;
        for (size_t k = 0; k < to->text_count; k++)
            add(made, "%s%s%s = weft_m_%s%s; ", to->texts[k].loops, to->name,
                to->rank ? to->texts[k].index : "[0]", to->whole, to->texts[k].place);
    }
}

/* An argument of the call that is a structure whose members are operands. */
static const char *print_structure(const adapter *made, const parameter *called)
{
    const bool by_address = !called->by_value && !called->rank;
    return arena_format(made->memory, "%sweft_m_%s", by_address ? "&" : "", called->name);
}

/* How many of the adapter's parameters stand for a structure. */
static size_t count_members(const function *checked, const parameter *called)
{
    size_t count = 0;
    for (size_t i = 0; i < checked->parameter_count; i++)
        count +=
            checked->parameters[i].whole && strcmp(checked->parameters[i].whole, called->name) == 0;
    return count;
}

/* An argument of the call, made of the adapter's parameter. On the device an array of several axes
 * is an object, which becomes pointers to its elements and to void alone. */
static const char *print_argument(const adapter *made, const parameter *called, size_t index)
{
    const parameter *passed = &made->checked->parameters[index];
    if (called->record)
        return arena_format(made->memory, "%s(%s%s *)%s%s", called->by_value ? "*" : "",
                            called->is_const ? "const " : "", called->record,
                            passed->kind != PARAMETER_ARRAY ? ""
                            : called->is_const              ? "(const void *)"
                                                            : "(void *)",
                            passed->name);
    if (adapter_string_size(made->checked, index))
        return arena_format(made->memory, "weft_s_%s", passed->name);
    bool by_address = passed->kind == PARAMETER_SCALAR && called->kind == PARAMETER_POINTER;
    return arena_format(made->memory, "%s%s", by_address ? "&" : "", passed->name);
}

/* The user's parameters in their order: what an option says, or the adapter's own, of which the
 * inputs that only an updated one's output is handed for are left out. */
static void add_call(adapter *made)
{
    const function *checked = made->checked;
    const char *list = "";
    size_t own = 0;
    for (size_t i = 0; i < checked->called_count; i++) {
        const char *argument = checked->called[i].fixed;
        if (checked->called[i].member_count) {
            argument = print_structure(made, &checked->called[i]);
            own += count_members(checked, &checked->called[i]);
        } else if (!argument) {
            bool is_copied = own + 1 < checked->parameter_count &&
                             checked->parameters[own + 1].side == SIDE_UPDATED;
            own += is_copied;
            argument = print_argument(made, &checked->called[i], own++);
        }
        list = arena_format(made->memory, "%s%s%s", list, i ? ", " : "", argument);
    }
    add(made, "%s%s(%s)%s; ", checked->returns ? "weft_r = " : "", checked->name, list,
        checked->returns_pointer ? " == 0" : "");
}

const char *adapter_text(arena *memory, const function *checked, const char *name)
{
    adapter made = {memory, checked, ""};
    const char *result = checked->returns ? plain_type(&checked->result) : "void";
    add(&made, "static %s %s(", result, name);
    add_parameters(&made);
    add(&made, ") { ");
    if (checked->returns)
        add(&made, "%s weft_r; ", result);
    add_copies(&made);
    add_strings(&made);
    bool tests = checked->nan && add_test(&made);
    if (tests) {
        add(&made, "{ ");
        add_nans(&made);
        add(&made, "} else { ");
    }
    add_structures(&made);
    add_call(&made);
    add_members(&made);
    if (checked->has_invalid)
        add_invalid(&made);
    add(&made, "%s%s}", tests ? "} " : "", checked->returns ? "return weft_r; " : "");
    return made.text;
}
