/* annotate_use.c: how definitions use what their pointers lead to, as their texts show it. */
#include <ctype.h>
#include <string.h>

#include "annotate.h"

/* Functions that hand a pointer on to each other deeper than this are taken not to be known. */
enum { DEEPEST = 20 };

static bool is_word(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

/* Behind the brackets that begin here. */
static const char *skip_subscripts(const char *at)
{
    for (size_t depth = 0; *at && (depth || *at == '['); at++) {
        depth += *at == '[';
        depth -= *at == ']';
        if (!depth)
            at += strspn(at + 1, " \t\n");
    }
    return at;
}

/* The call whose argument stands at `at`, and nothing else in it: its name and the argument's number;
 * false if it is none. */
static bool find_call(arena *memory, const char *body, const char *at, size_t length,
                      const char **callee, size_t *number)
{
    const char *before = at, *behind = at + length + strspn(at + length, " \t\n");
    while (before > body && isspace((unsigned char)before[-1]))
        before--;
    if (before == body || !strchr("(,", before[-1]) || !strchr(",)", *behind))
        return false;
    size_t depth = 0;
    for (*number = 0; before > body; before--) {
        char letter = before[-1];
        if (letter == '(' && !depth)
            break;
        if (strchr(";{}", letter))
            return false;
        depth += letter == ')';
        depth -= letter == '(';
        *number += letter == ',' && !depth;
    }
    const char *end = before > body ? before - 1 : body;
    while (end > body && isspace((unsigned char)end[-1]))
        end--;
    const char *begin = end;
    while (begin > body && is_word(begin[-1]))
        begin--;
    *callee = arena_text(memory, begin, (size_t)(end - begin));
    return begin < end;
}

static name_use find_use(const annotate_header *header, size_t index, size_t parameter_index,
                         int depth);

/* How the function that an argument is handed to uses it. */
static name_use find_use_of_call(const annotate_header *header, const char *callee, size_t number,
                                 int depth)
{
    for (size_t i = 0; i < header->all->count; i++) {
        const function *declared = &header->all->items[i].declared;
        if (strcmp(declared->name, callee) == 0 && number < declared->parameter_count &&
            *header->definitions[i].body && depth < DEEPEST)
            return find_use(header, i, number, depth + 1);
    }
    return (name_use){.unknown = true};
}

static name_use find_use(const annotate_header *header, size_t index, size_t parameter_index,
                         int depth)
{
    const char *body = header->definitions[index].body, *callee;
    const char *name = annotate_name(&header->all->items[index], parameter_index);
    name_use found = {0};
    size_t length = strlen(name), number;
    for (const char *at = body; length && (at = strstr(at, name)); at += length) {
        bool whole = !is_word(at[-1]) && !strchr(".>", at[-1]) && !is_word(at[length]);
        const char *behind = at + length + strspn(at + length, " \t\n");
        if (whole && *behind == '[') {
            const char *next = skip_subscripts(behind);
            found.subscripted = true;
            found.assigned |= (next[0] == '=' && next[1] != '=') ||
                              (*next && strchr("+-*/", *next) && next[1] == '=');
        } else if (whole && find_call(header->memory, body, at, length, &callee, &number)) {
            name_use there = find_use_of_call(header, callee, number, depth);
            found.subscripted |= there.subscripted;
            found.assigned |= there.assigned;
            found.unknown |= there.unknown;
        }
    }
    return found;
}

const char *annotate_name(const surveyed_function *from, size_t parameter_index)
{
    return from->names ? from->names[parameter_index]
                       : from->declared.parameters[parameter_index].name;
}

name_use annotate_use(const annotate_header *header, size_t index, size_t parameter_index)
{
    return find_use(header, index, parameter_index, 0);
}
