/* adapter_members.c: operands for the members of structures that are no rows. */
#include <string.h>

#include "adapter.h"

/* Whether the adapter's text uses a name for something else than a parameter. */
static bool is_taken(const function *checked, const char *name)
{
    bool taken = strcmp(name, checked->name) == 0 || strcmp(name, "size_t") == 0;
    for (size_t i = 0; i < checked->called_count; i++)
        taken |= strcmp(checked->called[i].name, name) == 0 ||
                 (checked->called[i].record && strcmp(checked->called[i].record, name) == 0);
    for (size_t i = 0; i < checked->parameter_count; i++)
        taken |= strcmp(checked->parameters[i].name, name) == 0;
    return taken;
}

const char *adapter_name(arena *memory, const function *checked, const char *name)
{
    while (is_taken(checked, name))
        name = arena_format(memory, "%s_", name);
    return name;
}

/* What an option says that an input is where a call leaves it out. */
static const default_value *default_of(const function *checked, const char *name)
{
    for (size_t i = 0; i < checked->default_count; i++)
        if (strcmp(checked->defaults[i].name, name) == 0)
            return &checked->defaults[i];
    return NULL;
}

void adapter_split_members(arena *memory, function *checked)
{
    const parameter *before = checked->parameters;
    const size_t count = checked->parameter_count;
    size_t members = 0;
    for (size_t i = 0; i < count; i++)
        members += before[i].member_count;
    if (!members)
        return;
    if (!checked->called_count) {
        checked->called = checked->parameters;
        checked->called_count = count;
    }
    checked->parameters = NULL;
    checked->parameter_count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!before[i].member_count)
            *ARENA_PUSH(memory, checked->parameters, checked->parameter_count) = before[i];
        for (size_t k = 0; k < before[i].member_count; k++) {
            const char *name = adapter_name(memory, checked, before[i].members[k].name);
            parameter *added = ARENA_PUSH(memory, checked->parameters, checked->parameter_count);
            *added = before[i].members[k];
            added->name = name;
            added->fallback = default_of(checked, name);
        }
    }
}
