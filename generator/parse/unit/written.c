#include "written.h"

#include "written_walk.h"

/* A question that is being answered. */
typedef struct question {
    const parse_unit *unit;
    CXCursor *asked; /* local pointers, of which nobody has to ask again */
    size_t count;
} question;

bool written_is_const(CXType type)
{
    for (;;) {
        type = clang_getCanonicalType(type);
        if (clang_isConstQualifiedType(type))
            return true;
        type = clang_getArrayElementType(type);
        if (type.kind == CXType_Invalid)
            return false;
    }
}

/* What is written in a translation unit, found at the first question. */
static const written_unit *find_unit(const parse_unit *unit, CXTranslationUnit wanted)
{
    written_list *all = unit->written;
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].unit == wanted)
            return &all->items[i];
    written_unit *fresh = ARENA_PUSH(unit->memory, all->items, all->count);
    *fresh = (written_unit){.unit = wanted};
    written_walk(unit->memory, fresh);
    return fresh;
}

static bool is_volatile(CXType type)
{
    for (; type.kind != CXType_Invalid; type = clang_getArrayElementType(type)) {
        type = clang_getCanonicalType(type);
        if (clang_isVolatileQualifiedType(type))
            return true;
    }
    return false;
}

static bool is_written(question *asked, CXTranslationUnit unit, CXCursor variable);

/* The local pointer or parameter that something is handed to; the null cursor where the function's
 * text is not known. */
static CXCursor find_pointer(const question *asked, const handing *handed)
{
    if (clang_getCursorKind(handed->to) != CXCursor_FunctionDecl)
        return handed->to;
    CXCursor definition = unit_definition(asked->unit, handed->to);
    return clang_Cursor_isNull(definition)
               ? definition
               : clang_Cursor_getArgument(definition, handed->parameter);
}

/* Whether something may be written through what a pointer is handed to. */
static bool writes(question *asked, const handing *handed)
{
    CXCursor pointer = find_pointer(asked, handed);
    if (clang_Cursor_isNull(pointer))
        return true;
    for (size_t i = 0; i < asked->count; i++)
        if (clang_equalCursors(asked->asked[i], pointer))
            return false; /* whoever asked first finds out */
    *ARENA_PUSH(asked->unit->memory, asked->asked, asked->count) = pointer;
    return is_written(asked, clang_Cursor_getTranslationUnit(pointer), pointer);
}

static bool is_written(question *asked, CXTranslationUnit unit, CXCursor variable)
{
    const written_unit found = *find_unit(asked->unit, unit);
    CXCursor wanted = clang_getCanonicalCursor(variable);
    for (size_t i = 0; i < found.count; i++)
        if (clang_equalCursors(found.variables[i], wanted))
            return true;
    for (size_t i = 0; i < found.handed_count; i++)
        if (clang_equalCursors(found.handed[i].variable, wanted) && writes(asked, &found.handed[i]))
            return true;
    return found.unknown;
}

bool written_never(const parse_unit *unit, CXCursor variable)
{
    CXCursor definition = clang_getCursorDefinition(variable);
    question asked = {.unit = unit};
    if (written_is_const(clang_getCursorType(variable)))
        return true;
    if (clang_Cursor_getStorageClass(variable) != CX_SC_Static || clang_Cursor_isNull(definition) ||
        is_volatile(clang_getCursorType(variable)) ||
        clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(definition)))
        return false;
    return !is_written(&asked, clang_Cursor_getTranslationUnit(variable), variable);
}
