#include "record.h"

#include "types.h"

/* State of reading one structure. */
typedef struct record_visit {
    parse_unit *unit;
    record_row *row;
    const char *inside; /* "position." before the names of a member's members */
} record_visit;

static void read_members(parse_unit *unit, CXType type, const char *inside, record_row *row);

static void give_up(record_visit *visit, const char *obstacle)
{
    if (!visit->row->obstacle)
        visit->row->obstacle = obstacle;
}

/* A member that is a number, or an array of them. */
static void add_numbers(record_visit *visit, const char *name, CXType element, size_t count,
                        const char *extents)
{
    record_row *row = visit->row;
    arena *memory = visit->unit->memory;
    weft_dtype dtype = types_dtype(element);
    const char *member = arena_format(memory, "%s%s", visit->inside, name);
    const char *type = unit_type_spelling(visit->unit, element);
    if (dtype == WEFT_NONE)
        give_up(visit, arena_format(memory, "its member '%s' is '%s'", member, type));
    else if (row->count && types_dtype(row->element) != dtype)
        give_up(visit, arena_format(memory, "its member '%s' is '%s', others are '%s'", member,
                                    type, unit_type_spelling(visit->unit, row->element)));
    row->element = row->count ? row->element : element;
    row->count += count;
    row->fields =
        arena_format(memory, "%s%s%s%s", row->fields, *row->fields ? ", " : "", member, extents);
}

static enum CXVisitorResult visit_field(CXCursor field, CXClientData data)
{
    record_visit *visit = data;
    arena *memory = visit->unit->memory;
    const char *name = unit_spelling(visit->unit, field), *extents = "";
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    size_t count = 1;
    while (type.kind == CXType_ConstantArray) {
        extents = arena_format(memory, "%s[%lld]", extents, clang_getArraySize(type));
        count *= (size_t)clang_getArraySize(type);
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    }
    if (clang_Cursor_isBitField(field))
        give_up(visit, arena_format(memory, "its member '%s' is a bit-field",
                                    arena_format(memory, "%s%s", visit->inside, name)));
    else if (type.kind == CXType_Record && count == 1)
        read_members(visit->unit, type, arena_format(memory, "%s%s.", visit->inside, name),
                     visit->row);
    else
        add_numbers(visit, name, clang_getUnqualifiedType(type), count, extents);
    return CXVisit_Continue;
}

static void read_members(parse_unit *unit, CXType type, const char *inside, record_row *row)
{
    record_visit visit = {unit, row, inside};
    if (clang_getCursorKind(clang_getTypeDeclaration(type)) == CXCursor_UnionDecl)
        row->obstacle = "it is a union";
    clang_Type_visitFields(type, visit_field, &visit);
}

record_row record_read(parse_unit *unit, CXType type)
{
    record_row row = {.fields = ""};
    read_members(unit, clang_getCanonicalType(type), "", &row);
    if (!row.obstacle && !row.count)
        row.obstacle = "its members are not known";
    if (!row.obstacle &&
        clang_Type_getSizeOf(type) != (long long)row.count * clang_Type_getSizeOf(row.element))
        row.obstacle = "it has gaps between its members";
    return row;
}
