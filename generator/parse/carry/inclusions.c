#include "inclusions.h"

#include <string.h>

typedef struct inclusions_visit {
    arena *memory;
    CXTranslationUnit unit;
    source_file *target;
    bool type_generic, has_header; /* one of the system's that looks at macros */
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

/* Whether a name is one that the system's headers look at: feature_test_macros(7), and C's own. */
static bool is_asked(const char *name, size_t length)
{
    static const char end[] = "_SOURCE", begin[] = "__STDC_WANT_";
    static const char *const others[] = {"_FILE_OFFSET_BITS", "_TIME_BITS"};
    bool is = name[0] == '_' && length > strlen(end) &&
              memcmp(name + length - strlen(end), end, strlen(end)) == 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        is |= length == strlen(others[i]) && memcmp(name, others[i], length) == 0;
    return is || (length > strlen(begin) && memcmp(name, begin, strlen(begin)) == 0);
}

/* Notes "_GNU_SOURCE 1" of its definition. */
static void add_asked(inclusions_visit *visiting, CXCursor definition)
{
    source_file *target = visiting->target;
    CXFile file;
    unsigned begin, end;
    size_t size = 0;
    if (clang_Cursor_isMacroFunctionLike(definition) ||
        !unit_extent(definition, &file, &begin, &end))
        return;
    const char *text = clang_getFileContents(visiting->unit, file, &size);
    if (!text || end > size || memchr(text + begin, '\n', end - begin) ||
        !is_asked(text + begin, strcspn(text + begin, " \t\n")))
        return;
    text = arena_text(visiting->memory, text + begin, end - begin);
    for (size_t i = 0; i < target->asked_count; i++)
        if (strcmp(target->asked[i], text) == 0)
            return;
    *ARENA_PUSH(visiting->memory, target->asked, target->asked_count) = text;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    inclusions_visit *visiting = data;
    (void)parent;
    if (unit_in_system_header(cursor))
        return CXChildVisit_Continue;
    if (clang_getCursorKind(cursor) == CXCursor_MacroDefinition && !visiting->has_header)
        add_asked(visiting, cursor);
    if (clang_getCursorKind(cursor) != CXCursor_InclusionDirective)
        return CXChildVisit_Continue;
    CXFile file = clang_getIncludedFile(cursor);
    CXString name = clang_getCursorSpelling(cursor);
    CXSourceLocation inside =
        file ? clang_getLocationForOffset(visiting->unit, file, 0) : clang_getNullLocation();
    if (file && clang_Location_isInSystemHeader(inside) &&
        strcmp(clang_getCString(name), "weft/annotate.h") != 0) {
        add(visiting, clang_getCString(name));
        visiting->has_header = true;
    }
    clang_disposeString(name);
    return CXChildVisit_Continue;
}

bool inclusions_add(arena *memory, CXTranslationUnit unit, source_file *target)
{
    inclusions_visit visiting = {memory, unit, target, false, false};
    clang_visitChildren(clang_getTranslationUnitCursor(unit), visit, &visiting);
    return visiting.type_generic;
}
