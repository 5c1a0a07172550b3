/* emit_tree.c: bodies printed from their syntax trees. There is one tree a binding of the type
 * variables; WEFT_BINDING says which one a loop is of. */
#include <string.h>

#include "emit_section.h"
#include "tree/lower.h"
#include "tree/print_c.h"

/* So many lines of the user's that stand for nothing become blank ones; over more, #line leads. */
enum { MOST_BLANK_LINES = 2 };

static const char *write_name(const void *context, const char *name)
{
    return emit_own_name(context, name);
}

/* A macro may spell several functions at one place. */
static bool is_same(const ir_function *a, const ir_function *b)
{
    return strcmp(a->name, b->name) == 0 && a->place.line == b->place.line &&
           a->place.column == b->place.column && strcmp(a->place.file, b->place.file) == 0;
}

/* The tree of the function or of a helper under a binding; NULL if there is none. */
static const ir_function *find_tree(const section *part, const piece *helper, size_t binding)
{
    const char *reason;
    location place;
    const body *read = part->shown->bodies[binding];
    const ir_function *root = read ? read->tree : NULL;
    if (root && part->from->options->bodies == BODIES_LOWERED)
        root = ir_lower(part->from->memory, root, &reason, &place);
    if (!root || !helper)
        return root;
    for (size_t i = 0; i < root->helper_count; i++)
        if (is_same(root->helpers[i], helper->tree))
            return root->helpers[i];
    return NULL;
}

/* The body of one tree. The numbers of a lowered one are its own; hosts alone read it, where all
 * arithmetic wraps. */
static c_body print_tree(section *part, const ir_function *tree, const bool *wraps)
{
    const c_naming naming = {write_name, part};
    bool lowered = part->from->options->bodies == BODIES_LOWERED;
    return print_c_body(part->from->memory, tree, lowered ? NULL : wraps, &naming);
}

static bool same_text(const c_body *a, const c_body *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->lines[i].text, b->lines[i].text) != 0)
            return false;
    return true;
}

/* Leads to the line of the user's that a statement stands in; `next`: the one that the compiler
 * takes the next line for, line 0 where it is not known. */
static void lead_to(section *part, location next, location place)
{
    bool near = next.line && place.line >= next.line &&
                place.line - next.line <= MOST_BLANK_LINES && strcmp(next.file, place.file) == 0;
    if (!near)
        output_locate(part->out, emit_file_name(part->from, place.file), place.line);
    for (unsigned i = next.line; near && i < place.line; i++)
        output_blank(part->out);
}

static void emit_lines(section *part, const c_body *printed)
{
    const unsigned depth = part->out->depth;
    location next = {0};
    for (size_t i = 0; i < printed->count; i++) {
        const c_line *shown = &printed->lines[i];
        if (shown->place.line) {
            lead_to(part, next, shown->place);
            next = shown->place;
        }
        const unsigned before = part->out->line;
        part->out->depth = depth + shown->depth;
        if (strchr(shown->text, '\n'))
            output_verbatim(part->out, arena_format(part->from->memory, "%*s%s",
                                                    (int)(4 * part->out->depth), "", shown->text));
        else
            output_line(part->out, "%s", shown->text);
        next.line += next.line ? part->out->line - before : 0;
    }
    part->out->depth = depth;
}

/* The bindings whose text is that of binding `first`. */
static const char *list_bindings(section *part, const c_body *printed, size_t first)
{
    const char *text = "";
    for (size_t i = first; i < part->shown->binding_count; i++)
        if (same_text(&printed[i], &printed[first]))
            text = arena_format(part->from->memory, "%s%sWEFT_BINDING == %zu", text,
                                *text ? " || " : "", i);
    return text;
}

bool emit_printed_body(section *part, const piece *helper)
{
    arena *memory = part->from->memory;
    const size_t count = part->shown->binding_count;
    c_body *printed = arena_array(memory, count + 1, sizeof *printed);
    bool same = true;
    for (size_t i = 0; i < count; i++) {
        const ir_function *tree = find_tree(part, helper, i);
        if (!tree)
            return false;
        printed[i] = print_tree(part, tree, part->shown->bodies[i]->wraps);
        if (printed[i].gap.reason)
            return false;
        same &= same_text(&printed[i], &printed[0]);
    }
    for (size_t i = 0; i < count; i++) {
        bool shown = false;
        for (size_t k = 0; k < i; k++)
            shown |= same_text(&printed[k], &printed[i]);
        if (shown)
            continue;
        if (!same)
            output_line(part->out, "#%sif %s", i ? "el" : "", list_bindings(part, printed, i));
        emit_lines(part, &printed[i]);
    }
    if (!same)
        output_line(part->out, "#endif");
    return count > 0;
}
