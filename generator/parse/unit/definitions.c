#include "definitions.h"

#include <stdlib.h>
#include <string.h>

#include "declared.h"

static void add_definition(arena *memory, definitions *all, const declared_name *found)
{
    definition *fresh = ARENA_PUSH(memory, all->items, all->count);
    *fresh = (definition){.name = found->name,
                          .cursor = found->definition,
                          .number = all->count - 1,
                          .strength = found->is_weak        ? DEFINITION_WEAK
                                      : found->is_tentative ? DEFINITION_TENTATIVE
                                      : found->is_inline    ? DEFINITION_INLINE
                                                            : DEFINITION_STRONG};
}

void definitions_add(arena *memory, definitions *all, CXTranslationUnit unit)
{
    size_t count;
    const declared_name *names = declared_read(memory, unit, &count);
    for (size_t i = 0; i < count; i++)
        if (!clang_Cursor_isNull(names[i].definition))
            add_definition(memory, all, &names[i]);
}

/* By name, the strongest first, then in the order in which they were added. */
static int compare(const void *first, const void *second)
{
    const definition *one = first, *other = second;
    int order = strcmp(one->name, other->name);
    if (!order && one->strength != other->strength)
        order = one->strength > other->strength ? -1 : 1;
    return order ? order : (one->number > other->number) - (one->number < other->number);
}

/* Whether two definitions are the same text of a header, or of a file that was named twice. */
static bool is_same_place(CXCursor one, CXCursor other)
{
    CXFile file, other_file;
    unsigned offset, other_offset;
    clang_getFileLocation(clang_getCursorLocation(one), &file, NULL, NULL, &offset);
    clang_getFileLocation(clang_getCursorLocation(other), &other_file, NULL, NULL, &other_offset);
    return file && other_file && offset == other_offset && clang_File_isEqual(file, other_file);
}

void definitions_sort(definitions *all)
{
    if (all->count)
        qsort(all->items, all->count, sizeof *all->items, compare);
    for (size_t i = 0; i + 1 < all->count; i++) {
        definition *one = &all->items[i], *next = one + 1;
        if (one->strength == DEFINITION_STRONG && next->strength == DEFINITION_STRONG &&
            strcmp(one->name, next->name) == 0 && !is_same_place(one->cursor, next->cursor))
            one->rival = next;
    }
}

definition *definitions_find(definitions *all, const char *name)
{
    size_t begin = 0, end = all->count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (strcmp(all->items[middle].name, name) < 0)
            begin = middle + 1;
        else
            end = middle;
    }
    bool found = begin < all->count && strcmp(all->items[begin].name, name) == 0;
    return found ? &all->items[begin] : NULL;
}

CXCursor definitions_cursor(definitions *all, const char *name)
{
    const definition *found = definitions_find(all, name);
    return found ? found->cursor : clang_getNullCursor();
}

definition *definitions_find_in(definitions *all, const char *name, CXTranslationUnit unit)
{
    definition *found = definitions_find(all, name), *end = all->items + all->count;
    for (; found && found < end && strcmp(found->name, name) == 0; found++)
        if (clang_Cursor_getTranslationUnit(found->cursor) == unit)
            return found;
    return NULL;
}
