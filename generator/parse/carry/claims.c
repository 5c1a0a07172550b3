#include "claims.h"

#include <string.h>

#include "parse/unit/types.h"

/* A search for type variables in all that a declaration uses. */
typedef struct typevar_search {
    arena *memory;
    CXCursor *seen;
    size_t seen_count;
    bool found;
} typevar_search;

static enum CXChildVisitResult find_typevar(CXCursor cursor, CXCursor parent, CXClientData data);

static void search_declaration(typevar_search *search, CXCursor declaration)
{
    if (clang_getCursorKind(declaration) == CXCursor_EnumConstantDecl)
        declaration = clang_getCursorSemanticParent(declaration);
    search->found |= types_is_typevar(declaration);
    for (size_t i = 0; i < search->seen_count; i++)
        if (clang_equalCursors(search->seen[i], declaration))
            return;
    *ARENA_PUSH(search->memory, search->seen, search->seen_count) = declaration;
    if (!search->found && !unit_in_system_header(declaration))
        clang_visitChildren(declaration, find_typevar, search);
}

static enum CXChildVisitResult find_typevar(CXCursor cursor, CXCursor parent, CXClientData data)
{
    typevar_search *search = data;
    (void)parent;
    CXCursor used = clang_getCursorReferenced(cursor);
    if (!clang_Cursor_isNull(used) && clang_isDeclaration(clang_getCursorKind(used)))
        search_declaration(search, used);
    return search->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static enum CXChildVisitResult find_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
    bool *found = data;
    (void)parent;
    *found |= clang_isAttribute(clang_getCursorKind(cursor)) != 0;
    return CXChildVisit_Continue;
}

/* The structure that a table holds, if it has no name; else null. */
static CXCursor unnamed_record(CXType type)
{
    for (CXType element = type; element.kind != CXType_Invalid;
         element = clang_getArrayElementType(type))
        type = clang_getCanonicalType(element);
    CXCursor record = clang_getTypeDeclaration(type);
    return outline_is_record(record) && clang_Cursor_isAnonymous(record) ? record
                                                                         : clang_getNullCursor();
}

/* Whether a declaration makes a type whose size the generated code could lose. */
static bool is_claimed(CXCursor declaration)
{
    bool attributes = false;
    switch ((int)clang_getCursorKind(declaration)) {
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
        return clang_isCursorDefinition(declaration);
    case CXCursor_VarDecl:
        return !clang_Cursor_isNull(unnamed_record(clang_getCursorType(declaration)));
    case CXCursor_TypedefDecl:
        clang_visitChildren(declaration, find_attribute, &attributes);
        return attributes;
    default:
        return false;
    }
}

/* That type, as the generated code can write it; NULL of a structure without a name. */
static const char *claimed_type(const parse_unit *unit, CXCursor declaration,
                                const rename_rules *rules)
{
    const char *text = outline_is_record(declaration)
                           ? unit_type_spelling(unit, clang_getCursorType(declaration))
                           : unit_spelling(unit, declaration);
    const char *blank = strrchr(text, ' '), *name = blank ? blank + 1 : text;
    if (!*text || strchr(text, '('))
        return NULL;
    const char *renamed = rename_text(rules, unit, name);
    if (renamed)
        text = arena_format(unit->memory, "%.*s%s", (int)(name - text), text, renamed);
    return clang_getCursorKind(declaration) == CXCursor_VarDecl
               ? arena_format(unit->memory, "__typeof__(%s)", text)
               : text;
}

void claims_add(const parse_unit *unit, CXCursor declaration, const rename_rules *rules,
                piece *target)
{
    if (!is_claimed(declaration))
        return;
    CXType type = clang_getCursorType(declaration);
    typevar_search search = {.memory = unit->memory};
    layout_claim claim = {claimed_type(unit, declaration, rules), clang_Type_getSizeOf(type),
                          clang_Type_getAlignOf(type)};
    if (!claim.type || claim.size <= 0 || claim.alignment <= 0)
        return;
    search_declaration(&search, declaration);
    for (size_t i = 0; i < target->claim_count; i++)
        if (strcmp(target->claims[i].type, claim.type) == 0)
            return;
    if (!search.found)
        *ARENA_PUSH(unit->memory, target->claims, target->claim_count) = claim;
}
