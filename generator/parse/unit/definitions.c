#include "definitions.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct definitions_visit {
    arena *memory;
    definitions *all;
} definitions_visit;

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    definitions_visit *visiting = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    (void)parent;
    if ((kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl) ||
        !clang_isCursorDefinition(cursor) || clang_getCursorLinkage(cursor) != CXLinkage_External)
        return CXChildVisit_Continue;
    CXString spelling = clang_getCursorSpelling(cursor);
    definition *fresh = ARENA_PUSH(visiting->memory, visiting->all->items, visiting->all->count);
    *fresh = (definition){.name = arena_copy(visiting->memory, clang_getCString(spelling)),
                          .cursor = cursor,
                          .number = visiting->all->count - 1};
    clang_disposeString(spelling);
    return CXChildVisit_Continue;
}

void definitions_add(arena *memory, definitions *all, CXTranslationUnit unit)
{
    definitions_visit visiting = {memory, all};
    clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, &visiting);
}

static int compare(const void *first, const void *second)
{
    const definition *one = first, *other = second;
    int order = strcmp(one->name, other->name);
    return order ? order : (one->number > other->number) - (one->number < other->number);
}

void definitions_sort(definitions *all)
{
    if (all->count)
        qsort(all->items, all->count, sizeof *all->items, compare);
}

CXCursor definitions_find(const definitions *all, const char *name)
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
    return found ? all->items[begin].cursor : clang_getNullCursor();
}
