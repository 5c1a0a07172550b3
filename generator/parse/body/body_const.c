/* body_const.c: C warns where a pointer to const becomes one that is not, C++ refuses it: f(table)
 * becomes f((double *)(table)). */
#include <string.h>

#include "edits.h"

/* The state of the walk: where edits go, and of which file they are. */
typedef struct constness {
    body_reader *reader;
    CXFile file;
} constness;

/* Whether what a type points to, or an array's elements, are const; that of elements may stand at
 * any level of an array's canonical type. */
static bool is_to_const(CXType type)
{
    type = clang_getCanonicalType(type);
    if (type.kind == CXType_Pointer)
        type = clang_getCanonicalType(clang_getPointeeType(type));
    else if (clang_getArrayElementType(type).kind == CXType_Invalid)
        return false;
    for (; type.kind != CXType_Invalid; type = clang_getArrayElementType(type)) {
        type = clang_getCanonicalType(type);
        if (clang_isConstQualifiedType(type))
            return true;
    }
    return false;
}

static bool is_edited(const body *result, unsigned begin, const char *text)
{
    for (size_t i = 0; i < result->edit_count; i++)
        if (result->edits[i].begin == begin && strcmp(result->edits[i].text, text) == 0)
            return true;
    return false;
}

static void edit_conversion(constness *in, CXCursor conversion, CXCursor value)
{
    arena *memory = in->reader->unit->memory;
    body *result = in->reader->result;
    CXType to = clang_getCursorType(conversion);
    if (clang_getCanonicalType(to).kind != CXType_Pointer || is_to_const(to) ||
        !is_to_const(clang_getCursorType(value)))
        return;
    CXFile file;
    unsigned begin, end;
    if (!unit_extent(value, &file, &begin, &end) || !clang_File_isEqual(file, in->file))
        return;
    const char *cast = arena_format(memory, "(%s)(", unit_type_spelling(in->reader->unit, to));
    if (is_edited(result, begin, cast)) /* a macro's argument may be visited more than once */
        return;
    *ARENA_PUSH(memory, result->edits, result->edit_count) = (text_edit){begin, begin, cast};
    *ARENA_PUSH(memory, result->edits, result->edit_count) = (text_edit){end, end, ")"};
}

static void walk(constness *in, CXCursor cursor)
{
    arena *memory = in->reader->unit->memory;
    CXCursor inner;
    if (clang_getCursorKind(cursor) == CXCursor_UnaryExpr) /* sizeof */
        return;
    if (cursor_is_conversion(memory, cursor, &inner))
        edit_conversion(in, cursor, inner);
    cursor_list parts = cursor_children(memory, cursor);
    for (size_t i = 0; i < parts.count; i++)
        walk(in, parts.items[i]);
}

void body_keep_const(body_reader *reader)
{
    CXCursor definition = reader->functions[0].definition, text = unit_body(definition);
    constness in = {.reader = reader};
    unsigned begin, end;
    if (!clang_Cursor_isNull(text) && unit_extent(definition, &in.file, &begin, &end))
        walk(&in, text);
}
