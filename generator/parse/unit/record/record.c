#include "record.h"

#include <string.h>

#include "parse/unit/types.h"

record_member record_read_member(const parse_unit *unit, CXCursor field)
{
    record_member result = {.name = unit_spelling(unit, field), .count = 1};
    if (strchr(result.name, '(')) /* some versions of libclang make one up */
        result.name = "";
    result.type = clang_getCursorType(field);
    CXType canonical = clang_getCanonicalType(result.type);
    while (canonical.kind == CXType_ConstantArray && result.rank < WEFT_MAX_RANK) {
        result.sizes[result.rank++] = clang_getArraySize(canonical);
        result.count *= (size_t)clang_getArraySize(canonical);
        result.type = canonical = clang_getCanonicalType(clang_getArrayElementType(canonical));
    }
    return result;
}

/* State of reading one structure. */
typedef struct record_visit {
    const parse_unit *unit;
    record_row *row;
    const char *inside; /* "position." before the names of a member's members */
    size_t times;       /* how many such structures there are */
} record_visit;

static void read_numbers(const record_visit *visit, CXType type);

static void give_up(const record_visit *visit, const char *obstacle)
{
    if (!visit->row->obstacle)
        visit->row->obstacle = obstacle;
}

static void add_numbers(const record_visit *visit, const char *name, CXType type,
                        const record_member *member, const char *extents)
{
    record_row *row = visit->row;
    arena *memory = visit->unit->memory;
    const CXType element = clang_getUnqualifiedType(clang_getCanonicalType(member->type));
    const weft_dtype dtype = types_scalar(visit->unit, element).dtype;
    if (dtype == WEFT_NONE || !member->count)
        give_up(visit, arena_format(memory, "its member '%s' is '%s'", name,
                                    unit_type_spelling(visit->unit, type)));
    row->is_mixed |= row->count && types_scalar(visit->unit, row->element).dtype != dtype;
    row->element = row->count ? row->element : element;
    row->count += member->count * visit->times;
    row->fields =
        arena_format(memory, "%s%s%s%s", row->fields, *row->fields ? ", " : "", name, extents);
}

static enum CXVisitorResult visit_field(CXCursor field, CXClientData data)
{
    const record_visit *visit = data;
    arena *memory = visit->unit->memory;
    const record_member member = record_read_member(visit->unit, field);
    const char *name = arena_format(memory, "%s%s", visit->inside, member.name), *extents = "";
    const CXType type = clang_getCanonicalType(member.type);
    for (size_t i = 0; i < member.rank; i++)
        extents = arena_format(memory, "%s[%lld]", extents, (long long)member.sizes[i]);
    if (clang_isConstQualifiedType(type) && !visit->row->constant)
        visit->row->constant = name;
    if (clang_Cursor_isBitField(field))
        give_up(visit, arena_format(memory, "its member '%s' is a bit-field", name));
    else if (type.kind == CXType_Record)
        read_numbers(&(record_visit){visit->unit, visit->row,
                                     *member.name ? arena_format(memory, "%s%s.", name, extents)
                                                  : visit->inside,
                                     visit->times * member.count},
                     type);
    else
        add_numbers(visit, name, clang_getCursorType(field), &member, extents);
    return CXVisit_Continue;
}

static void read_numbers(const record_visit *visit, CXType type)
{
    if (clang_getCursorKind(clang_getTypeDeclaration(type)) == CXCursor_UnionDecl)
        visit->row->obstacle = "it is a union";
    clang_Type_visitFields(type, visit_field, (CXClientData)visit);
}

record_row record_read(const parse_unit *unit, CXType type)
{
    record_row row = {.fields = ""};
    const CXType canonical = clang_getCanonicalType(type);
    read_numbers(&(record_visit){unit, &row, "", 1}, canonical);
    if (!row.obstacle && !row.count)
        row.obstacle = "its members are not known";
    row.is_mixed |= !row.obstacle && clang_Type_getSizeOf(canonical) !=
                                         (long long)row.count * clang_Type_getSizeOf(row.element);
    return row;
}
