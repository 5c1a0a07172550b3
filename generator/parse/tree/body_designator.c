/* body_designator.c: `[2] = x` and `.low = y`, which libclang shows as an expression of type void:
 * the members and indices that are named, then the value. */
#include "body_reader.h"

#include <string.h>

bool body_is_designated(CXCursor cursor)
{
    CXCursor inner;
    return clang_getCursorKind(cursor) == CXCursor_UnexposedExpr &&
           clang_getCanonicalType(clang_getCursorType(cursor)).kind == CXType_Void &&
           !cursor_is_conversion(cursor, &inner);
}

/* Whether two indices are a range, [2 ... 5], and not [2][5]. Of a macro's there is no telling:
 * false, and *known too. */
static bool is_range(const body_reader *reader, CXCursor first, CXCursor last, bool *known)
{
    size_t size;
    ir_extent begin = body_extent(reader, first), end = body_extent(reader, last);
    const char *text = reader->file ? cursor_file_text(first, reader->file, &size) : NULL;
    *known = text && begin.begin < begin.end && begin.end < end.begin;
    return *known && !memchr(text + begin.end, ']', end.begin - begin.end);
}

/* A member; those of structures without names have none, and are named by what lies inside. */
static void add_member(body_reader *reader, ir_expression *node, CXCursor reference)
{
    CXCursor field = clang_getCursorReferenced(reference);
    ir_designator step = {.member = unit_spelling(reader->unit, field),
                          .field = body_field(reader, field)};
    if (*step.member && !strchr(step.member, '('))
        *ARENA_PUSH(reader->unit->memory, node->designators, node->designator_count) = step;
}

/* The indices from parts[i] on; gives the position of the last one, `count` where they are not
 * known. */
static size_t add_index(body_reader *reader, ir_expression *node, cursor_list parts, size_t i)
{
    ir_designator step = {0};
    bool known = body_constant(parts.items[i], &step.first), told = true;
    step.last = step.first;
    bool more =
        i + 2 < parts.count && clang_getCursorKind(parts.items[i + 1]) != CXCursor_MemberRef;
    if (known && more && is_range(reader, parts.items[i], parts.items[i + 1], &told))
        known = body_constant(parts.items[++i], &step.last);
    *ARENA_PUSH(reader->unit->memory, node->designators, node->designator_count) = step;
    return known && told ? i : parts.count;
}

ir_expression *body_designated(body_reader *reader, CXCursor cursor)
{
    cursor_list parts = cursor_children(reader->unit->memory, cursor);
    if (parts.count < 2)
        return NULL;
    ir_expression *value = body_expression(reader, parts.items[parts.count - 1]);
    ir_expression *node = ir_new_expression(reader->unit->memory, IR_DESIGNATED, value->type,
                                            cursor_place(reader->unit, cursor));
    size_t i = 0;
    for (; i + 1 < parts.count; i++)
        if (clang_getCursorKind(parts.items[i]) == CXCursor_MemberRef)
            add_member(reader, node, parts.items[i]);
        else
            i = add_index(reader, node, parts, i);
    ir_add_operand(reader->unit->memory, node, value);
    return i < parts.count && node->designator_count ? node : NULL;
}
