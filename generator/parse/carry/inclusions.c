#include "inclusions.h"

#include <string.h>

typedef struct inclusions_visit {
    arena *memory;
    CXTranslationUnit unit;
    source_file *target;
    bool type_generic;
} inclusions_visit;

static void add(inclusions_visit *visiting, const char *name)
{
    source_file *target = visiting->target;
    visiting->type_generic |= strcmp(name, "tgmath.h") == 0;
    for (size_t i = 0; i < target->include_count; i++)
        if (strcmp(target->includes[i], name) == 0)
            return;
    *ARENA_PUSH(visiting->memory, target->includes, target->include_count) =
        arena_copy(visiting->memory, name);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    inclusions_visit *visiting = data;
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_InclusionDirective || unit_in_system_header(cursor))
        return CXChildVisit_Continue;
    CXFile file = clang_getIncludedFile(cursor);
    CXString name = clang_getCursorSpelling(cursor);
    CXSourceLocation inside =
        file ? clang_getLocationForOffset(visiting->unit, file, 0) : clang_getNullLocation();
    if (file && clang_Location_isInSystemHeader(inside) &&
        strcmp(clang_getCString(name), "weft/annotate.h") != 0)
        add(visiting, clang_getCString(name));
    clang_disposeString(name);
    return CXChildVisit_Continue;
}

bool inclusions_add(arena *memory, CXTranslationUnit unit, source_file *target)
{
    inclusions_visit visiting = {memory, unit, target, false};
    clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, &visiting);
    return visiting.type_generic;
}
