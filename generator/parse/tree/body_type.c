/* body_type.c: C types as libclang knows them, as those of the syntax tree. */
#include "body_reader.h"

#include <string.h>

#include "parse/unit/types.h"

/* WEFT_NONE if a canonical type is no scalar with a dtype. */
static weft_dtype scalar_dtype(CXType type)
{
    switch (type.kind) {
    case CXType_Half:
    case CXType_Float16:
        return WEFT_FLOAT16;
    case CXType_BFloat16:
        return WEFT_BFLOAT16;
    case CXType_Enum:
        return types_dtype(
            clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type))));
    default:
        return types_dtype(type);
    }
}

static bool is_array(enum CXTypeKind kind)
{
    return kind == CXType_ConstantArray || kind == CXType_VariableArray ||
           kind == CXType_IncompleteArray;
}

/* The extents that a declaration spells, innermost first, as libclang lists them. */
static cursor_list declared_extents(body_reader *reader, CXCursor declaration)
{
    cursor_list all = {0};
    if (clang_Cursor_isNull(declaration))
        return all;
    all = cursor_expressions(reader->unit->memory, declaration);
    CXCursor initializer = clang_getNullCursor();
    if (clang_getCursorKind(declaration) == CXCursor_VarDecl)
        initializer = clang_Cursor_getVarDeclInitializer(declaration);
    if (all.count && !clang_Cursor_isNull(initializer) &&
        clang_equalCursors(all.items[all.count - 1], initializer))
        all.count--;
    return all;
}

/* Whether a type has a name that is known inside a function alone. */
static bool is_local(CXType type)
{
    CXCursor declaration = clang_getTypeDeclaration(type);
    enum CXCursorKind kind = clang_getCursorKind(declaration);
    if (kind == CXCursor_NoDeclFound)
        return false;
    return clang_getCursorKind(clang_getCursorSemanticParent(declaration)) == CXCursor_FunctionDecl;
}

/* ---- records ---- */

/* The fields of a record go here. */
typedef struct field_list {
    body_reader *reader;
    ir_record *record;
} field_list;

/* "" for what libclang makes a name of: "struct s::(anonymous at file.c:3:5)". */
static const char *written_name(const char *spelling)
{
    return strchr(spelling, '(') ? "" : spelling;
}

/* Why a field does not tell all of what it holds; NULL if it does. */
static const char *opaque_field(arena *memory, const ir_field *field)
{
    if (!*field->name)
        return "an unnamed member";
    if (field->bits >= 0)
        return arena_format(memory, "the bit-field %s", field->name);
    if (field->type->kind == IR_TYPE_ARRAY && field->type->extent < 0)
        return arena_format(memory, "%s, an array of no fixed extent", field->name);
    return NULL;
}

static enum CXVisitorResult add_field(CXCursor cursor, CXClientData data)
{
    field_list *list = data;
    const parse_unit *unit = list->reader->unit;
    ir_record *record = list->record;
    long long bits = clang_Cursor_getOffsetOfField(cursor);
    ir_field field = {
        .name = written_name(unit_spelling(unit, cursor)),
        .type = body_type(list->reader, clang_getCursorType(cursor), clang_getNullCursor()),
        .offset = bits >= 0 ? bits / 8 : -1,
        .bits = clang_getFieldDeclBitWidth(cursor)};
    record->opaque = record->opaque ? record->opaque : opaque_field(unit->memory, &field);
    *ARENA_PUSH(unit->memory, record->fields, record->field_count) = field;
    return CXVisit_Continue;
}

/* Noted before its fields are read: they may point to the record itself. */
static const ir_record *read_record_type(body_reader *reader, CXType type)
{
    CXCursor declaration = clang_getTypeDeclaration(type);
    for (size_t i = 0; i < reader->record_count; i++)
        if (clang_equalCursors(reader->records[i].declaration, declaration))
            return reader->records[i].record;
    arena *memory = reader->unit->memory;
    ir_record *record = arena_array(memory, 1, sizeof *record);
    *ARENA_PUSH(memory, reader->records, reader->record_count) = (read_record){declaration, record};
    record->spelling =
        written_name(unit_type_spelling(reader->unit, clang_getUnqualifiedType(type)));
    record->size = clang_Type_getSizeOf(type) < 0 ? -1 : clang_Type_getSizeOf(type);
    field_list list = {reader, record};
    clang_Type_visitFields(type, add_field, &list);
    if (clang_getCursorKind(declaration) == CXCursor_UnionDecl)
        record->opaque = "a union";
    else if (record->size < 0)
        record->opaque = "an incomplete type";
    return record;
}

const ir_field *body_field(const body_reader *reader, CXCursor field)
{
    CXCursor declaration = clang_getCursorSemanticParent(field);
    for (size_t i = 0; i < reader->record_count; i++) {
        const ir_record *record = reader->records[i].record;
        if (!clang_equalCursors(reader->records[i].declaration, declaration))
            continue;
        const char *name = unit_spelling(reader->unit, field);
        for (size_t k = 0; k < record->field_count; k++)
            if (strcmp(record->fields[k].name, name) == 0)
                return &record->fields[k];
    }
    return NULL;
}

/* extents: of an array and its inner dimensions, innermost first; may lack those that a typedef
 * hides. outer_const: the canonical type of an array carries the const of its elements. */
static ir_type *read_type(body_reader *reader, CXType type, cursor_list extents, bool outer_const)
{
    ir_type *result = arena_array(reader->unit->memory, 1, sizeof *result);
    CXType canonical = clang_getCanonicalType(type);
    result->spelling = unit_type_spelling(reader->unit, type);
    result->is_const = outer_const || clang_isConstQualifiedType(canonical);
    CXCursor variable = types_typevar(type);
    if (!clang_Cursor_isNull(variable))
        result->variable = unit_spelling(reader->unit, variable);
    result->is_local = is_local(type);
    result->is_volatile = clang_isVolatileQualifiedType(canonical) != 0;
    result->extent = -1;
    CXType named = is_array(type.kind) || type.kind == CXType_Pointer ? type : canonical;
    if (is_array(canonical.kind)) {
        result->kind = IR_TYPE_ARRAY;
        if (canonical.kind == CXType_ConstantArray)
            result->extent = clang_getArraySize(canonical);
        if (extents.count) {
            CXCursor own = extents.items[--extents.count];
            result->extent_expression = body_expression(reader, own);
        }
        result->element =
            read_type(reader, clang_getArrayElementType(named), extents, result->is_const);
        result->is_const = result->element->is_const;
    } else if (canonical.kind == CXType_Pointer) {
        result->kind = IR_TYPE_POINTER;
        result->element = read_type(reader, clang_getPointeeType(named), extents, false);
    } else if (canonical.kind == CXType_Void) {
        result->kind = IR_TYPE_VOID;
    } else if (canonical.kind == CXType_Record) {
        result->kind = IR_TYPE_RECORD;
        result->record = read_record_type(reader, canonical);
    } else if (canonical.kind == CXType_FunctionProto || canonical.kind == CXType_FunctionNoProto) {
        result->kind = IR_TYPE_FUNCTION;
    } else {
        result->dtype = scalar_dtype(canonical);
        result->kind = result->dtype == WEFT_NONE ? IR_TYPE_OTHER : IR_TYPE_SCALAR;
        result->is_enumeration = canonical.kind == CXType_Enum;
        result->plain = result->is_const || result->is_volatile
                            ? unit_type_spelling(reader->unit, clang_getUnqualifiedType(type))
                            : result->spelling;
    }
    return result;
}

void body_decay(CXType type, ir_type *read)
{
    if (read->kind != IR_TYPE_ARRAY || clang_getCanonicalType(type).kind != CXType_IncompleteArray)
        return;
    read->kind = IR_TYPE_POINTER;
    read->is_const = false;
    read->is_volatile = false;
}

ir_type *body_type(body_reader *reader, CXType type, CXCursor declaration)
{
    return read_type(reader, type, declared_extents(reader, declaration), false);
}
