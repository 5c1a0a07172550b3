/* record_members.c: operands for the members of a structure, and the C that fills it from them. */
#include "parse/unit/types.h"
#include "record.h"
#include "text/dtype.h"

/* Where among the members one is. */
typedef struct member_visit {
    const parse_unit *unit;
    parameter *whole;
    parameter *row;   /* the operand whose row the numbers are; NULL: none has begun */
    size_t base;      /* numbers of the row before this structure */
    size_t *done;     /* and of this structure before this member */
    const char *name; /* "date_" */
    const char *loops, *place, *index;
    extent *extents;
    size_t rank, loop_count;
} member_visit;

static void add_operands(const member_visit *visit, CXType type);

/* How many of a row's numbers a type has. */
static size_t numbers_of(const member_visit *visit, CXType type)
{
    const size_t size = (size_t)dtype_size(visit->row->type.dtype);
    return (size_t)clang_Type_getSizeOf(type) / size;
}

/* The visit inside of a member: over its elements, where it is an array. */
static member_visit enter(const member_visit *visit, const record_member *member)
{
    arena *memory = visit->unit->memory;
    member_visit in = *visit;
    if (*member->name) {
        in.name = arena_format(memory, "%s%s", visit->name, member->name);
        in.place = arena_format(memory, "%s.%s", visit->place, member->name);
    }
    in.extents = arena_array(memory, visit->rank + member->rank + 1, sizeof *in.extents);
    for (size_t i = 0; i < visit->rank; i++)
        in.extents[i] = visit->extents[i];
    size_t stride = visit->row ? numbers_of(visit, member->type) * member->count : 0;
    for (size_t i = 0; i < member->rank; i++) {
        const size_t axis = in.loop_count++;
        in.loops = arena_format(memory, "%sfor (size_t weft_%zu = 0; weft_%zu < %lld; weft_%zu++) ",
                                in.loops, axis, axis, (long long)member->sizes[i], axis);
        in.place = arena_format(memory, "%s[weft_%zu]", in.place, axis);
        if (visit->row) {
            stride /= (size_t)member->sizes[i];
            in.index = arena_format(memory, "%s%zu * weft_%zu + ", in.index, stride, axis);
        } else {
            in.index = arena_format(memory, "%s[weft_%zu]", in.index, axis);
            in.extents[in.rank++] = (extent){.constant = member->sizes[i]};
        }
    }
    return in;
}

static void add_text(const member_visit *visit, parameter *of, const char *index)
{
    *ARENA_PUSH(visit->unit->memory, of->texts, of->text_count) =
        (member_text){visit->loops, visit->place, index};
}

static parameter *add_operand(const member_visit *visit, CXType element)
{
    parameter *whole = visit->whole;
    parameter *added = ARENA_PUSH(visit->unit->memory, whole->members, whole->member_count);
    *added = (parameter){.name = visit->name,
                         .place = whole->place,
                         .length = whole->length,
                         .type = types_scalar(visit->unit, element),
                         .is_const = whole->is_const,
                         .side = whole->side,
                         .by_value = whole->by_value,
                         .whole = whole->name,
                         .extents = visit->extents,
                         .rank = visit->rank};
    return added;
}

static void set_kind(parameter *added)
{
    added->kind = added->rank       ? PARAMETER_ARRAY
                  : added->by_value ? PARAMETER_SCALAR
                                    : PARAMETER_POINTER;
}

/* An operand for a structure that is a row. */
static void add_row(member_visit *in, CXType type, const record_row *row)
{
    size_t done = 0;
    in->row = add_operand(in, row->element);
    in->row->fields = row->fields;
    in->row->extents[in->row->rank++] = (extent){.constant = (int64_t)row->count};
    set_kind(in->row);
    in->index = arena_format(in->unit->memory, "%s[", in->index);
    in->done = &done;
    add_operands(in, type);
}

static enum CXVisitorResult visit_member(CXCursor field, CXClientData data)
{
    const member_visit *visit = data;
    arena *memory = visit->unit->memory;
    const record_member member = record_read_member(visit->unit, field);
    member_visit in = enter(visit, &member);
    const bool is_record = clang_getCanonicalType(member.type).kind == CXType_Record;
    const record_row row = is_record ? record_read(visit->unit, member.type) : (record_row){0};
    if (visit->row) {
        size_t inner = 0;
        in.base = visit->base + *visit->done;
        *visit->done += numbers_of(visit, member.type) * member.count;
        in.done = &inner;
        if (is_record)
            add_operands(&in, member.type);
        else
            add_text(&in, in.row, arena_format(memory, "%s%zu]", in.index, in.base));
    } else if (is_record && !row.is_mixed && *member.name) {
        add_row(&in, member.type, &row);
    } else if (is_record) {
        if (*member.name)
            in.name = arena_format(memory, "%s_", in.name);
        add_operands(&in, member.type);
    } else {
        parameter *added = add_operand(&in, member.type);
        set_kind(added);
        add_text(&in, added, in.index);
    }
    return CXVisit_Continue;
}

static void add_operands(const member_visit *visit, CXType type)
{
    clang_Type_visitFields(clang_getCanonicalType(type), visit_member, (CXClientData)visit);
}

void record_members(const parse_unit *unit, CXType type, parameter *whole)
{
    arena *memory = unit->memory;
    member_visit visit = {.unit = unit,
                          .whole = whole,
                          .name = arena_format(memory, "%s_", whole->name),
                          .loops = "",
                          .place = "",
                          .index = ""};
    if (whole->rank) {
        record_member elements = {.name = "", .rank = 1, .count = 1};
        elements.sizes[0] = whole->extents[0].constant;
        visit = enter(&visit, &elements);
    }
    add_operands(&visit, type);
}
