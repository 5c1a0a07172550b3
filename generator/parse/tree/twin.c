#include "twin.h"

#include <string.h>

/* A visit of a declaration's attributes. */
typedef struct twin_visit {
    const parse_unit *unit;
    bool found;
} twin_visit;

static enum CXChildVisitResult visit_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
    twin_visit *visit = data;
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_AnnotateAttr)
        visit->found |= strcmp(unit_spelling(visit->unit, cursor), "weft.device") == 0;
    return visit->found ? CXChildVisit_Break : CXChildVisit_Continue;
}

bool twin_is(const parse_unit *unit, CXCursor function)
{
    twin_visit visit = {.unit = unit};
    if (clang_Cursor_hasAttrs(function))
        clang_visitChildren(function, visit_attribute, &visit);
    return visit.found;
}

/* Numbers are the same types in both languages. */
static bool is_number(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind >= CXType_Bool && type.kind <= CXType_Double && type.kind != CXType_UInt128 &&
           type.kind != CXType_Int128;
}

static bool is_shared(CXType type)
{
    const CXType meant = clang_getCanonicalType(type);
    if (meant.kind != CXType_Pointer)
        return is_number(type);
    const CXType inner = clang_getCanonicalType(clang_getPointeeType(meant));
    return inner.kind == CXType_Void || is_number(inner);
}

/* An array parameter is the pointer that it is to C. */
static bool is_parameter_shared(CXType type)
{
    const CXType meant = clang_getCanonicalType(type);
    const bool is_array = meant.kind == CXType_ConstantArray ||
                          meant.kind == CXType_IncompleteArray ||
                          meant.kind == CXType_VariableArray;
    return is_array ? is_number(clang_getArrayElementType(meant)) : is_shared(type);
}

static void refuse(const parse_unit *unit, CXCursor function, const char *does, CXType type)
{
    const char *name = unit_spelling(unit, function);
    diagnostics_add(
        unit->messages, SEVERITY_ERROR, unit_cursor_location(unit, function),
        (unsigned)strlen(name),
        "'%s' has a device twin and %s '%s', which CUDA C++ has as another type, or not "
        "at all: numbers and pointers to numbers are the same in both",
        name, does, unit_type_spelling(unit, type));
}

void twin_check(const parse_unit *unit, CXCursor function)
{
    const CXCursor first = clang_getCanonicalCursor(function);
    if (!twin_is(unit, function) || (!clang_equalCursors(first, function) && twin_is(unit, first)))
        return;
    const CXType result = clang_getCursorResultType(function);
    const int count = clang_Cursor_getNumArguments(function);
    if (clang_getCanonicalType(result).kind != CXType_Void && !is_shared(result))
        refuse(unit, function, "returns", result);
    for (int i = 0; i < count; i++) {
        const CXType type = clang_getCursorType(clang_Cursor_getArgument(function, (unsigned)i));
        if (!is_parameter_shared(type))
            refuse(unit, function, "takes", type);
    }
}
