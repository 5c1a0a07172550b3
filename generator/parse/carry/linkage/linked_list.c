#include "linked_list.h"

#include <string.h>

void linked_add(arena *memory, linked_list *all, const function *added, bool has_state)
{
    const bool is_called = !added->foreign && !added->made_for;
    for (size_t i = 0; i < all->count; i++) {
        linked_group *group = &all->items[i];
        if (group->has_state == has_state && group->is_called == is_called &&
            strcmp(group->first->linked, added->linked) == 0) {
            group->count++;
            return;
        }
    }
    *ARENA_PUSH(memory, all->items, all->count) = (linked_group){added, 1, has_state, is_called};
}

/* "'f'", "'f' and 2 more", "what 'f' calls" */
static const char *list_names(arena *memory, const linked_group *group)
{
    const function *first = group->first;
    const char *names =
        arena_format(memory, "'%s'", first->made_for ? first->made_for : first->name);
    if (group->count > 1)
        names = arena_format(memory, "%s and %zu more", names, group->count - 1);
    return group->is_called
               ? arena_format(memory, "what %s %s", names, group->count > 1 ? "call" : "calls")
               : names;
}

static const char *find_consequence(bool wants_gpu, bool has_state)
{
    if (wants_gpu)
        return has_state ? ", without gpu kernels, and computed on one thread, for its items "
                           "share a state"
                         : ", without gpu kernels";
    return has_state ? ", and computed on one thread, for its items share a state" : "";
}

void linked_report(arena *memory, diagnostics *messages, const generate_options *options,
                   const linked_list *all)
{
    const bool wants_gpu = options->targets & TARGET_GPU;
    const severity level = wants_gpu && options->require_all ? SEVERITY_ERROR : SEVERITY_WARNING;
    for (size_t i = 0; i < all->count; i++) {
        const linked_group *group = &all->items[i];
        const bool is_one = group->count == 1 || group->is_called;
        diagnostics_add(messages, level, group->first->place, (unsigned)strlen(group->first->name),
                        is_one ? "%s is linked, not carried%s: %s"
                               : "%s are linked, not carried%s: %s",
                        list_names(memory, group), find_consequence(wants_gpu, group->has_state),
                        group->first->linked);
    }
}
