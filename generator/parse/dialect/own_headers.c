#include "own_headers.h"

#include <string.h>
#include <unistd.h>

#include "parse/unit/cursors.h"

/* One #include. */
typedef struct inclusion {
    CXFile from, file;
    const char *name; /* as it is written */
} inclusion;

typedef struct header_search {
    const parse_unit *unit;
    definitions *foreign;
    inclusion *inclusions;
    size_t inclusion_count;
    CXFile *own;
    size_t own_count;
} header_search;

static const char *file_path(const parse_unit *unit, CXFile file)
{
    CXString name = clang_getFileName(file);
    const char *copy = arena_copy(unit->memory, clang_getCString(name));
    clang_disposeString(name);
    return copy;
}

static bool is_own(const header_search *search, CXFile file)
{
    for (size_t i = 0; i < search->own_count; i++)
        if (clang_File_isEqual(search->own[i], file))
            return true;
    return false;
}

static void add_own(header_search *search, CXFile file)
{
    if (!is_own(search, file))
        *ARENA_PUSH(search->unit->memory, search->own, search->own_count) = file;
}

/* The folder of a header, where all headers may be one library's; NULL where the C library is, too.
 */
static const char *find_folder(const parse_unit *unit, CXFile file)
{
    const char *path = file_path(unit, file), *slash = strrchr(path, '/');
    const char *folder = slash ? arena_text(unit->memory, path, (size_t)(slash - path)) : ".";
    return access(arena_format(unit->memory, "%s/stdio.h", folder), F_OK) == 0 ? NULL : folder;
}

static void note_inclusion(header_search *search, CXCursor cursor)
{
    const parse_unit *unit = search->unit;
    inclusion found = {.file = clang_getIncludedFile(cursor), .name = unit_spelling(unit, cursor)};
    clang_getFileLocation(clang_getCursorLocation(cursor), &found.from, NULL, NULL, NULL);
    if (!found.file || !found.from)
        return;
    *ARENA_PUSH(unit->memory, search->inclusions, search->inclusion_count) = found;
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    header_search *search = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    CXFile file;
    (void)parent;
    if (kind == CXCursor_InclusionDirective)
        note_inclusion(search, cursor);
    if ((kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl) ||
        !unit_in_system_header(cursor) || clang_getCursorLinkage(cursor) != CXLinkage_External)
        return CXChildVisit_Continue;
    CXString name = clang_getCursorSpelling(cursor);
    CXCursor definition = definitions_cursor(search->foreign, clang_getCString(name));
    clang_disposeString(name);
    if (clang_Cursor_isNull(definition) || unit_in_system_header(definition))
        return CXChildVisit_Continue;
    clang_getFileLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
    if (file)
        add_own(search, file);
    return CXChildVisit_Continue;
}

/* Whether a header is the C library's, which a file may define a function of. Its public headers
 * include <features.h>. */
static bool is_of_c(const header_search *search, CXFile file)
{
    const char *path = file_path(search->unit, file);
    bool is = strstr(path, "/bits/") || strstr(path, "/sys/");
    for (size_t i = 0; i < search->inclusion_count; i++)
        is |= clang_File_isEqual(search->inclusions[i].from, file) &&
              (strcmp(search->inclusions[i].name, "features.h") == 0 ||
               strcmp(search->inclusions[i].name, "bits/libc-header-start.h") == 0);
    return is;
}

static void drop_of_c(header_search *search)
{
    size_t kept = 0;
    for (size_t i = 0; i < search->own_count; i++)
        if (!is_of_c(search, search->own[i]))
            search->own[kept++] = search->own[i];
    search->own_count = kept;
}

/* What such a header includes from its folder, and what includes it there, is the library's, too.
 */
static bool add_neighbours(header_search *search)
{
    const size_t before = search->own_count;
    for (size_t i = 0; i < search->inclusion_count; i++) {
        const inclusion *next = &search->inclusions[i];
        if (is_own(search, next->from) == is_own(search, next->file))
            continue;
        const char *from = find_folder(search->unit, next->from),
                   *folder = find_folder(search->unit, next->file);
        if (!from || !folder || strcmp(from, folder) != 0)
            continue;
        add_own(search, next->from);
        add_own(search, next->file);
    }
    return search->own_count > before;
}

static bool add_name(parser *reader, const char *name)
{
    for (size_t i = 0; i < reader->own_header_count; i++)
        if (strcmp(reader->own_headers[i], name) == 0)
            return false;
    *ARENA_PUSH(reader->memory, reader->own_headers, reader->own_header_count) = name;
    return true;
}

bool own_headers_find(parser *reader, const parse_unit *unit)
{
    header_search search = {.unit = unit, .foreign = &reader->foreign};
    bool any = false;
    if (!reader->foreign.count)
        return false;
    clang_visitChildren(clang_getTranslationUnitCursor(unit->unit), visit, &search);
    drop_of_c(&search);
    if (!search.own_count)
        return false;
    while (add_neighbours(&search))
        ;
    for (size_t i = 0; i < search.inclusion_count; i++)
        if (is_own(&search, search.inclusions[i].file))
            any |= add_name(reader, search.inclusions[i].name);
    return any;
}
