#include "written.h"

#include <string.h>

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

/* One variable, which other files may call by its name. */
typedef struct wanted_variable {
    CXCursor cursor;
    const char *name; /* NULL: no other file sees it */
} wanted_variable;

static bool is_same(const wanted_variable *wanted, CXCursor variable, const char *name)
{
    return clang_equalCursors(variable, wanted->cursor) ||
           (wanted->name && name && strcmp(name, wanted->name) == 0);
}

static bool is_written_in(question *asked, CXTranslationUnit unit, const wanted_variable *wanted)
{
    const written_unit found = *find_unit(asked->unit, unit);
    for (size_t i = 0; i < found.count; i++)
        if (is_same(wanted, found.variables[i], found.names[i]))
            return true;
    for (size_t i = 0; i < found.handed_count; i++)
        if (is_same(wanted, found.handed[i].variable, found.handed[i].name) &&
            writes(asked, &found.handed[i]))
            return true;
    return found.unknown;
}

static bool is_written(question *asked, CXTranslationUnit unit, CXCursor variable)
{
    const wanted_variable wanted = {clang_getCanonicalCursor(variable), NULL};
    return is_written_in(asked, unit, &wanted);
}

/* In none of the files that are read. */
static bool is_written_anywhere(question *asked, CXCursor definition)
{
    const parse_unit *unit = asked->unit;
    const CXTranslationUnit own = clang_Cursor_getTranslationUnit(definition);
    const wanted_variable wanted = {clang_getCanonicalCursor(definition),
                                    unit_spelling(unit, definition)};
    if (is_written_in(asked, own, &wanted) ||
        (unit->unit != own && is_written_in(asked, unit->unit, &wanted)))
        return true;
    for (size_t i = 0; i < unit->written->source_count; i++)
        if (unit->written->sources[i] != own &&
            is_written_in(asked, unit->written->sources[i], &wanted))
            return true;
    return false;
}

bool written_never(const parse_unit *unit, CXCursor variable)
{
    CXCursor definition = unit_definition(unit, variable);
    question asked = {.unit = unit};
    if (written_is_const(clang_getCursorType(variable)))
        return true;
    if (clang_Cursor_isNull(definition) || is_volatile(clang_getCursorType(variable)) ||
        unit_in_system_header(definition) || clang_getCursorTLSKind(variable) != CXTLS_None)
        return false;
    for (size_t i = 0; i < unit->told.constant_count; i++)
        if (strcmp(unit->told.constants[i], unit_spelling(unit, variable)) == 0)
            return true;
    return clang_getCursorLinkage(definition) == CXLinkage_External
               ? !is_written_anywhere(&asked, definition)
               : !is_written(&asked, clang_Cursor_getTranslationUnit(definition), definition);
}
