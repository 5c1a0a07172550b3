/* lanes_mask.c: which items are where the text is. */
#include "lanes_parts.h"

const char *lanes_new_mask(lanes *in)
{
    const char *name = arena_format(in->memory, "m%u", ++in->mask_names);
    lanes_declare(in, "WEFT_MASK %s[WEFT_VECTOR_COUNT];", name);
    return name;
}

void lanes_push(lanes *in, mask_kind kind, const char *name, bool some)
{
    if (in->mask_count == DEEPEST_MASK)
        lanes_gap(in, in->function->place, "so many conditions in each other");
    else
        in->masks[in->mask_count++] = (mask){kind, name, some};
}

static const char *innermost(const lanes *in)
{
    const char *name = in->masks[in->mask_count - 1].name;
    return name ? arena_format(in->memory, "%s[v]", name) : NULL;
}

bool lanes_has_some(const lanes *in)
{
    return !in->guard && in->masks[in->mask_count - 1].some;
}

const char *lanes_ask_some(const lanes *in)
{
    const char *name = in->masks[in->mask_count - 1].name;
    if (in->guard && in->guard_if)
        return in->guard_if;
    if (lanes_has_some(in) || !name)
        return NULL;
    return in->open || in->guard
               ? arena_format(in->memory, "WEFT_HAS_LANE(%s)", lanes_mask_text(in))
               : arena_format(in->memory, "WEFT_ANY(%s)", name);
}

const char *lanes_mask_text(const lanes *in)
{
    const char *text = in->guard ? in->guard : innermost(in);
    return text ? text : "WEFT_ALL";
}

const char *lanes_masked(lanes *in, const char *condition)
{
    const char *text = in->guard ? in->guard : innermost(in);
    return text ? arena_format(in->memory, "%s & %s", text, condition) : condition;
}
