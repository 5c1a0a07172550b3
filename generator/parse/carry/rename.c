#include "rename.h"

#include <string.h>

#include "model/keywords.h"

void names_add(arena *memory, name_set *set, const char *name)
{
    if (*name && !names_have(set, name))
        *ARENA_PUSH(memory, set->items, set->count) = name;
}

bool names_have(const name_set *set, const char *name)
{
    for (size_t i = 0; i < set->count; i++)
        if (strcmp(set->items[i], name) == 0)
            return true;
    return false;
}

const char *rename_text(const rename_rules *rules, const parse_unit *unit, const char *name)
{
    const char *as = names_have(&rules->taken, name) ? name : NULL;
    for (size_t i = 0; i < rules->count; i++)
        if (rules->renamings[i].unit == unit->unit && strcmp(rules->renamings[i].name, name) == 0)
            as = rules->renamings[i].as;
    return as ? arena_format(unit->memory, "WEFT_RENAMED(%s)",
                             keywords_plain_name(unit->memory, as))
              : NULL;
}

/* A walk through one declaration. */
typedef struct rename_walk {
    const parse_unit *unit;
    CXFile file;
    const char *text; /* of the file */
    size_t size;
    const rename_rules *rules;
    edit_list *edits;
} rename_walk;

/* Whether a declaration is one that is renamed in every instance: at file scope, of the user's. In
 * C tags and enumerators inside a structure are those of the file. */
static bool is_renamed(CXCursor declaration)
{
    CXCursor outer = clang_getCursorSemanticParent(declaration);
    switch ((int)clang_getCursorKind(declaration)) {
    case CXCursor_EnumConstantDecl:
        outer = clang_getCursorSemanticParent(outer);
        break;
    case CXCursor_FunctionDecl:
    case CXCursor_VarDecl:
    case CXCursor_TypedefDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
        break;
    default:
        return false;
    }
    while (clang_getCursorKind(outer) == CXCursor_StructDecl ||
           clang_getCursorKind(outer) == CXCursor_UnionDecl)
        outer = clang_getCursorSemanticParent(outer);
    return clang_getCursorKind(outer) == CXCursor_TranslationUnit &&
           !unit_in_system_header(declaration);
}

static bool is_edited(const rename_walk *walk, unsigned begin, unsigned end)
{
    for (size_t i = 0; i < walk->edits->count; i++)
        if (walk->edits->items[i].begin == begin && walk->edits->items[i].end == end)
            return true;
    return false;
}

static void rename_here(const rename_walk *walk, CXCursor cursor)
{
    bool declares = clang_isDeclaration(clang_getCursorKind(cursor)) != 0;
    CXCursor named = declares ? cursor : clang_getCursorReferenced(cursor);
    CXFile file;
    unsigned begin;
    if (clang_Cursor_isNull(named) || !is_renamed(named))
        return;
    const char *name = unit_spelling(walk->unit, named);
    const char *text = rename_text(walk->rules, walk->unit, name);
    size_t length = strlen(name);
    clang_getFileLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, &begin);
    if (!text || !file || !clang_File_isEqual(file, walk->file) || begin + length > walk->size ||
        memcmp(walk->text + begin, name, length) != 0 ||
        is_edited(walk, begin, begin + (unsigned)length))
        return;
    edits_add(walk->edits, begin, begin + (unsigned)length, text);
}

static enum CXChildVisitResult visit(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    rename_here(data, cursor);
    return CXChildVisit_Recurse;
}

void rename_edits(const parse_unit *unit, CXCursor declaration, CXFile file,
                  const rename_rules *rules, edit_list *edits)
{
    rename_walk walk = {.unit = unit, .file = file, .rules = rules, .edits = edits};
    walk.text = clang_getFileContents(unit->unit, file, &walk.size);
    if (!walk.text || !(rules->taken.count + rules->count))
        return;
    rename_here(&walk, declaration);
    clang_visitChildren(declaration, visit, &walk);
}
