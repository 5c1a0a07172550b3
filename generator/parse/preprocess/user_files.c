#include "user_files.h"

#include <stdlib.h>
#include <string.h>

#include "directives.h"
#include "parse/unit/text/lexer.h"

/* A growing list of names. */
typedef struct name_list {
    const char **items;
    size_t count;
} name_list;

/* What the walk over a unit's preprocessing collects. */
typedef struct collection {
    const parse_unit *unit;
    user_files *all;
    name_list system; /* macros that system headers define */
    name_list named;  /* what the user's macros and their uses name */
    bool asserts;     /* assert, as it was defined last, checks something */
} collection;

/* ---- names ---- */

static int compare_names(const void *first, const void *second)
{
    return strcmp(*(const char *const *)first, *(const char *const *)second);
}

static void sort_names(name_list *list)
{
    if (list->count)
        qsort(list->items, list->count, sizeof *list->items, compare_names);
}

/* The macros that every reading has. */
static bool is_ours(const char *name)
{
    return strncmp(name, "WEFT_BOUND_", strlen("WEFT_BOUND_")) == 0 ||
           strcmp(name, "WEFT_GENERATOR") == 0 || strcmp(name, "WEFT_REBIND") == 0;
}

/* What the preprocessor itself knows, and what another place in the text would change. */
static bool is_place(const char *name)
{
    static const char *const names[] = {"__LINE__", "__FILE__", "__BASE_FILE__",
                                        "__INCLUDE_LEVEL__", USER_FILES_COUNTER};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* ---- what libclang recorded ---- */

static user_file *find_file(user_files *all, CXFile wanted)
{
    for (size_t i = 0; i < all->count; i++)
        if (clang_File_isEqual(all->files[i].file, wanted))
            return &all->files[i];
    return NULL;
}

static void add_file(CXFile added, CXSourceLocation *stack, unsigned length, CXClientData data)
{
    collection *found = data;
    CXTranslationUnit unit = found->unit->unit;
    size_t size = 0;
    const char *text = clang_getFileContents(unit, added, &size);
    (void)stack;
    if (!text || find_file(found->all, added) ||
        (length && clang_Location_isInSystemHeader(clang_getLocationForOffset(unit, added, 0))))
        return;
    CXString name = clang_getFileName(added);
    user_file *fresh = ARENA_PUSH(found->all->memory, found->all->files, found->all->count);
    *fresh = (user_file){.file = added,
                         .path = arena_copy(found->all->memory, clang_getCString(name)),
                         .text = text,
                         .size = size};
    clang_disposeString(name);
    directives_find(found->all->memory, fresh);
    fresh->directive_count = fresh->count;
}

/* Notes the names in a text; whether a # that makes a string is among its signs. */
static bool note_names(collection *found, const char *text, size_t begin, size_t end)
{
    lexer in = {.text = text, .at = begin, .end = end};
    c_token token;
    bool has_string = false;
    while (lexer_next(&in, &token)) {
        has_string |= lexer_is(text, &token, "#") || lexer_is(text, &token, "%:");
        if (token.kind == TOKEN_NAME)
            *ARENA_PUSH(found->all->memory, found->named.items, found->named.count) =
                arena_text(found->all->memory, text + token.begin, token.end - token.begin);
    }
    return has_string;
}

/* The macros that paste a suffix to what is written between their parentheses, not to what a macro
 * there stands for. */
static bool is_constant(const char *name)
{
    static const char *const names[] = {"INT8_C",  "INT16_C",  "INT32_C",  "INT64_C",  "INTMAX_C",
                                        "UINT8_C", "UINT16_C", "UINT32_C", "UINT64_C", "UINTMAX_C"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* The bytes of a macro's definition, or of a use. */
static const char *text_of(const collection *found, CXCursor cursor)
{
    CXFile file;
    unsigned begin, end;
    size_t size;
    const char *text = unit_extent(cursor, &file, &begin, &end)
                           ? clang_getFileContents(found->unit->unit, file, &size)
                           : NULL;
    return text && end <= size ? arena_text(found->all->memory, text + begin, end - begin) : "";
}

/* Whether a definition of assert is the one without NDEBUG. */
static bool asserts(const collection *found, CXCursor definition)
{
    return strstr(text_of(found, definition), "__assert_fail") != NULL;
}

/* Whether the argument of INT64_C is a name, not a number: what comes of pasting may be a macro. */
static bool pastes_name(const char *use)
{
    lexer in = {.text = use, .end = strlen(use)};
    c_token token;
    size_t names = 0;
    while (lexer_next(&in, &token))
        names += token.kind == TOKEN_NAME;
    return names > 1;
}

/* Whether a use of a system's macro is decided here: what assert does hangs on the place of its
 * definition. */
static bool is_decided(const collection *found, CXCursor use, const char *name)
{
    if (is_constant(name))
        return pastes_name(text_of(found, use));
    return strcmp(name, "assert") == 0 && !asserts(found, clang_getCursorReferenced(use));
}

static void note_definition(collection *found, CXCursor cursor)
{
    user_files *all = found->all;
    const char *name = unit_spelling(found->unit, cursor);
    if (unit_in_system_header(cursor) || is_ours(name)) {
        *ARENA_PUSH(all->memory, found->system.items, found->system.count) = name;
        if (strcmp(name, "assert") == 0)
            found->asserts = asserts(found, cursor);
        return;
    }
    if (clang_Cursor_isMacroBuiltin(cursor))
        return;
    *ARENA_PUSH(all->memory, all->macros, all->macro_count) =
        (user_macro){name, clang_Cursor_isMacroFunctionLike(cursor) != 0};
    const char *text = text_of(found, cursor);
    all->has_strings |= note_names(found, text, 0, strlen(text));
}

static bool is_users_use(const collection *found, CXCursor cursor)
{
    CXCursor definition = clang_getCursorReferenced(cursor);
    const char *name = unit_spelling(found->unit, cursor);
    if (unit_in_system_header(cursor) || is_ours(name))
        return false;
    if (is_place(name) || is_decided(found, cursor, name))
        return true;
    return !clang_Cursor_isNull(definition) && !clang_Cursor_isMacroBuiltin(definition) &&
           !unit_in_system_header(definition);
}

static void note_use(collection *found, CXCursor cursor)
{
    CXFile file;
    unsigned begin, end;
    if (!is_users_use(found, cursor) || !unit_extent(cursor, &file, &begin, &end))
        return;
    user_file *own = find_file(found->all, file);
    if (!own || end > own->size)
        return;
    *ARENA_PUSH(found->all->memory, own->items, own->count) =
        (item){.kind = ITEM_USE, .begin = begin, .end = end};
    note_names(found, own->text, begin, end);
}

/* The directive of a file that an offset lies in; NULL if there is none. */
static item *find_directive(user_file *file, unsigned offset)
{
    size_t low = 0, high = file->directive_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        item *one = &file->items[middle];
        if (one->begin <= offset && offset < one->end)
            return one;
        if (offset < one->begin)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static void note_inclusion(collection *found, CXCursor cursor)
{
    CXFile file, included = clang_getIncludedFile(cursor);
    unsigned begin, end;
    if (!included || unit_in_system_header(cursor) || !unit_extent(cursor, &file, &begin, &end))
        return;
    user_file *own = find_file(found->all, file);
    item *directive = own ? find_directive(own, begin) : NULL;
    if (!directive || directive->kind != ITEM_INCLUDE)
        return;
    bool is_spelled = strchr("<\"", own->text[directive->word]) != NULL;
    const char *name = unit_spelling(found->unit, cursor);
    directive->varies |= directive->name && strcmp(directive->name, name) != 0;
    directive->name = is_spelled || directive->varies ? NULL : name;
    directive->header = included;
    directive->system = !find_file(found->all, included);
}

static enum CXChildVisitResult note_record(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_MacroDefinition)
        note_definition(data, cursor);
    else if (kind == CXCursor_MacroExpansion)
        note_use(data, cursor);
    else if (kind == CXCursor_InclusionDirective)
        note_inclusion(data, cursor);
    return CXChildVisit_Continue;
}

/* libclang records no use of a macro that #pragma pop_macro brought back: where there are such,
 * each name that a macro ever had may be one. */
static void note_names_as_uses(user_files *all, user_file *file)
{
    lexer in = {.text = file->text, .end = file->size};
    c_token token;
    while (lexer_next(&in, &token))
        if (token.kind == TOKEN_NAME &&
            user_files_macro(all, file->text + token.begin, token.end - token.begin))
            *ARENA_PUSH(all->memory, file->items, file->count) = (item){
                .kind = ITEM_USE, .begin = (unsigned)token.begin, .end = (unsigned)token.end};
}

/* ---- putting it in order ---- */

/* By place; of two that begin together the longer first. */
static int compare_items(const void *first, const void *second)
{
    const item *one = first, *other = second;
    if (one->begin != other->begin)
        return one->begin < other->begin ? -1 : 1;
    return one->end != other->end ? (one->end > other->end ? -1 : 1) : 0;
}

/* C leaves open what a directive within a macro's arguments means. */
static void refuse_directive(const collection *found, const user_file *file, const item *directive,
                             const item *use)
{
    const char *text = file->text + use->begin;
    lexer in = {.text = text, .end = use->end - use->begin};
    c_token name;
    lexer_next(&in, &name);
    CXSourceLocation place =
        clang_getLocationForOffset(found->unit->unit, file->file, directive->begin);
    diagnostics_add(found->unit->messages, SEVERITY_ERROR, unit_location(found->unit, place), 0,
                    "a directive among the arguments of the macro '%.*s', which C leaves undefined",
                    (int)name.end, text);
    found->all->is_unsound = true;
}

/* Sorts the items of a file and leaves out the uses within others: the arguments of a macro are
 * expanded with it, and a directive's line is not text. */
static void order_items(const collection *found, user_file *file)
{
    CXFile own = file->file;
    size_t kept = 0;
    unsigned end = 0;
    item use = {0}; /* the last one that no other holds */
    if (file->count)
        qsort(file->items, file->count, sizeof *file->items, compare_items);
    for (size_t i = 0; i < file->count; i++) {
        item next = file->items[i];
        if (next.kind == ITEM_USE && next.begin < end)
            continue;
        if (next.kind == ITEM_USE)
            use = next;
        else if (next.begin < use.end) {
            refuse_directive(found, file, &next, &use);
            use.end = 0; /* once is enough */
        }
        if (next.end > end)
            end = next.end;
        CXString name;
        clang_getPresumedLocation(clang_getLocationForOffset(found->unit->unit, own, next.begin),
                                  &name, &next.line, NULL);
        const char *presumed = clang_getCString(name);
        if (presumed && strcmp(presumed, file->path) != 0)
            next.line_file = arena_copy(found->all->memory, presumed);
        clang_disposeString(name);
        file->items[kept++] = next;
    }
    file->count = kept;
}

/* Of the system's macros those that the user's text names. */
static void find_guarded(collection *found)
{
    user_files *all = found->all;
    sort_names(&found->system);
    sort_names(&found->named);
    const char *last = "";
    for (size_t i = 0; i < found->named.count; i++) {
        const char *name = found->named.items[i];
        all->has_counter |= strcmp(name, USER_FILES_COUNTER) == 0;
        bool is_system =
            strcmp(name, "_Pragma") == 0 ||
            (found->system.count && bsearch(&name, found->system.items, found->system.count,
                                            sizeof *found->system.items, compare_names));
        is_system &= !is_constant(name) && (found->asserts || strcmp(name, "assert") != 0);
        if (is_system && strcmp(name, last) != 0 && !user_files_macro(all, name, strlen(name)))
            *ARENA_PUSH(all->memory, all->guarded, all->guarded_count) = name;
        last = name;
    }
}

/* Whether the one file has nothing but inclusions of system headers, and pragmas. */
static bool is_plain(const user_files *all)
{
    for (size_t i = 0; i < all->files[0].count; i++) {
        const item *one = &all->files[0].items[i];
        if (one->kind != ITEM_PRAGMA && one->kind != ITEM_EXPANDED &&
            !(one->kind == ITEM_INCLUDE && one->system))
            return false;
    }
    return all->count == 1;
}

user_files *user_files_collect(const parse_unit *unit)
{
    collection found = {.unit = unit};
    found.all = arena_array(unit->memory, 1, sizeof *found.all);
    *found.all = (user_files){.memory = unit->memory};
    clang_getInclusions(unit->unit, add_file, &found);
    clang_visitChildren(clang_getTranslationUnitCursor(unit->unit), note_record, &found);
    user_files_sort_macros(found.all);
    bool has_stack = false;
    for (size_t i = 0; i < found.all->count; i++)
        has_stack |= found.all->files[i].has_stack;
    for (size_t i = 0; has_stack && i < found.all->count; i++)
        note_names_as_uses(found.all, &found.all->files[i]);
    for (size_t i = 0; i < found.all->count; i++)
        order_items(&found, &found.all->files[i]);
    find_guarded(&found);
    found.all->is_plain = found.all->count == 0 || is_plain(found.all);
    return found.all;
}
