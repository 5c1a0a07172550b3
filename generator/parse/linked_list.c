#include "linked_list.h"

#include <stdio.h>
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

static void report(diagnostics *messages, const generate_options *options, const linked_group *group)
{
    const bool wants_gpu = options->targets & TARGET_GPU, is_one = group->count == 1 || group->is_called;
    const function *first = group->first;
    const char *is = is_one ? "is" : "are";
    char more[48] = "", on_one[128] = "";
    if (group->count > 1)
        snprintf(more, sizeof more, " and %zu more", group->count - 1);
    if (group->has_state)
        snprintf(on_one, sizeof on_one, ", and %s computed on one thread, for on several the results would be wrong",
                 is);
    diagnostics_add(messages, wants_gpu && options->targets_given ? SEVERITY_ERROR : SEVERITY_WARNING, first->place,
                    (unsigned)strlen(first->name), "%s'%s'%s%s %s linked, not carried%s%s%s: %s",
                    group->is_called ? "what " : "", first->made_for ? first->made_for : first->name, more,
                    !group->is_called    ? ""
                    : group->count == 1 ? " calls"
                                        : " call",
                    is,
                    !wants_gpu         ? ""
                    : group->has_state ? ","
                                       : ", and",
                    !wants_gpu ? ""
                    : is_one   ? " has no gpu kernel"
                               : " have no gpu kernels",
                    on_one, first->linked);
}

void linked_report(diagnostics *messages, const generate_options *options, const linked_list *all)
{
    for (size_t i = 0; i < all->count; i++)
        report(messages, options, &all->items[i]);
}
