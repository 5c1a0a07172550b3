#include "types.h"

#include <string.h>

#include "cursors.h"
#include "record/record.h"
#include "text/dtype.h"

static enum CXChildVisitResult find_typevar(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_AnnotateAttr) {
        CXString text = clang_getCursorSpelling(cursor);
        bool match = strcmp(clang_getCString(text), "weft.typevar") == 0;
        clang_disposeString(text);
        if (match) {
            *(bool *)data = true;
            return CXChildVisit_Break;
        }
    }
    return CXChildVisit_Continue;
}

bool types_is_typevar(CXCursor typedef_declaration)
{
    bool found = false;
    if (clang_getCursorKind(typedef_declaration) == CXCursor_TypedefDecl)
        clang_visitChildren(typedef_declaration, find_typevar, &found);
    return found;
}

CXCursor types_typevar(CXType type)
{
    for (;;) {
        CXCursor declaration = clang_getTypeDeclaration(type);
        if (clang_getCursorKind(declaration) != CXCursor_TypedefDecl)
            return clang_getNullCursor();
        if (types_is_typevar(declaration))
            return declaration;
        type = clang_getTypedefDeclUnderlyingType(declaration);
    }
}

/* Whether a canonical C type is a number, by the kinds of dtypes; 0 for none. */
static char scalar_kind(CXType canonical)
{
    switch (canonical.kind) {
    case CXType_Bool:
        return 'b';
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_Int128:
        return 'i';
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_UInt128:
        return 'u';
    case CXType_Float:
    case CXType_Double:
        return 'f';
    case CXType_Complex:
        return scalar_kind(clang_getCanonicalType(clang_getElementType(canonical))) == 'f' ? 'c'
                                                                                           : 0;
    default:
        return 0;
    }
}

weft_dtype types_dtype(CXType canonical)
{
    return dtype_of_c(scalar_kind(canonical), clang_Type_getSizeOf(canonical));
}

int64_t types_integer_limit(CXType type)
{
    weft_dtype dtype = types_dtype(clang_getCanonicalType(type));
    int digits = dtype_digits(dtype);
    if (dtype_kind(dtype) != 'i' && dtype_kind(dtype) != 'u')
        return 0;
    return digits < 63 ? (INT64_C(1) << digits) - 1 : INT64_MAX;
}

static enum CXChildVisitResult find_large(CXCursor cursor, CXCursor parent, CXClientData found)
{
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_EnumConstantDecl)
        *(bool *)found |= clang_getEnumConstantDeclUnsignedValue(cursor) > INT32_MAX;
    return CXChildVisit_Continue;
}

/* An enumeration is the integer that C makes it. Where that is an unsigned int, for no enumerator
 * is negative, it is an int32 in arrays, as enumerators are, if it holds them all. */
static c_type enumeration(const parse_unit *unit, CXType plain)
{
    CXCursor declaration = clang_getTypeDeclaration(clang_getCanonicalType(plain));
    c_type result = types_scalar(unit, clang_getEnumDeclIntegerType(declaration));
    result.named = unit_type_spelling(unit, plain);
    bool large = false;
    if (result.dtype == WEFT_UINT32)
        clang_visitChildren(declaration, find_large, &large);
    if (result.dtype == WEFT_UINT32 && !large)
        result.dtype = WEFT_INT32;
    return result;
}

c_type types_scalar(const parse_unit *unit, CXType type)
{
    CXType plain = clang_getUnqualifiedType(type);
    CXType canonical = clang_getCanonicalType(plain);
    if (canonical.kind == CXType_Enum)
        return enumeration(unit, plain);
    CXCursor typevar = types_typevar(plain);
    c_type result = {.spelling = unit_type_spelling(unit, plain),
                     .dtype = types_dtype(clang_getCanonicalType(plain)),
                     .typevar = clang_Cursor_isNull(typevar) ? NULL : unit_spelling(unit, typevar)};
    result.plain =
        result.typevar ? result.typevar : unit_type_spelling(unit, clang_getCanonicalType(plain));
    bool is_typedef = clang_getCursorKind(clang_getTypeDeclaration(plain)) == CXCursor_TypedefDecl;
    if (!is_typedef && result.dtype == WEFT_COMPLEX64)
        result.spelling = "weft_complex64";
    else if (!is_typedef && result.dtype == WEFT_COMPLEX128)
        result.spelling = "weft_complex128";
    else if (!is_typedef && result.dtype == WEFT_BOOL)
        result.spelling = "bool";
    return result;
}

static bool evaluate(CXCursor cursor, int64_t *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(cursor);
    bool known = result && clang_EvalResult_getKind(result) == CXEval_Int;
    if (known)
        *value = clang_EvalResult_getAsLongLong(result);
    if (result)
        clang_EvalResult_dispose(result);
    return known;
}

static bool add_expression(const parse_unit *unit, CXCursor cursor, int64_t factor, extent *sum);

/* Adds a name, or a multiple of it, over a constant. */
static bool add_quotient(const parse_unit *unit, const cursor_list *parts, extent *sum)
{
    extent whole = {0};
    int64_t divisor;
    return evaluate(parts->items[1], &divisor) && divisor >= 1 &&
           add_expression(unit, parts->items[0], 1, &whole) && whole.term_count == 1 &&
           whole.constant == 0 && !whole.divisor && whole.terms[0].coefficient >= 1 &&
           extent_add_divided(unit->memory, sum, whole.terms[0].name, whole.terms[0].coefficient,
                              divisor);
}

/* Adds factor × the expression to a sum; false if it is no sum of integer × name, of which one may
 * be divided. */
static bool add_expression(const parse_unit *unit, CXCursor cursor, int64_t factor, extent *sum)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    int64_t value;
    if (factor == INT64_MIN) /* has no negative */
        return false;
    if (kind == CXCursor_DeclRefExpr) {
        CXCursor target = clang_getCursorReferenced(cursor);
        if (clang_getCursorKind(target) == CXCursor_ParmDecl)
            return extent_add(unit->memory, sum, unit_spelling(unit, target), factor);
    }
    if (evaluate(cursor, &value))
        return !__builtin_mul_overflow(value, factor, &value) &&
               extent_add(unit->memory, sum, NULL, value);
    cursor_list parts = cursor_expressions(unit->memory, cursor);
    if (parts.count == 1) {
        bool negated = kind == CXCursor_UnaryOperator &&
                       clang_getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_Minus;
        if (kind == CXCursor_UnaryOperator && !negated &&
            clang_getCursorUnaryOperatorKind(cursor) != CXUnaryOperator_Plus)
            return false;
        return add_expression(unit, parts.items[0], negated ? -factor : factor, sum);
    }
    if (kind != CXCursor_BinaryOperator || parts.count != 2)
        return false;
    switch (clang_getCursorBinaryOperatorKind(cursor)) {
    case CXBinaryOperator_Add:
        return add_expression(unit, parts.items[0], factor, sum) &&
               add_expression(unit, parts.items[1], factor, sum);
    case CXBinaryOperator_Sub:
        return add_expression(unit, parts.items[0], factor, sum) &&
               add_expression(unit, parts.items[1], -factor, sum);
    case CXBinaryOperator_Mul:
        for (int side = 0; side < 2; side++)
            if (evaluate(parts.items[side], &value) &&
                !__builtin_mul_overflow(value, factor, &value))
                return add_expression(unit, parts.items[1 - side], value, sum);
        return false;
    case CXBinaryOperator_Div:
        return factor == 1 && add_quotient(unit, &parts, sum);
    default:
        return false;
    }
}

/* Fills in the extents of an array parameter; its expressions arrive innermost first. */
static bool read_extents(parse_unit *unit, CXCursor cursor, CXType type, parameter *result)
{
    cursor_list sizes = cursor_expressions(unit->memory, cursor);
    size_t variable_count = 0, next;
    for (CXType level = clang_getCanonicalType(type);
         clang_getArrayElementType(level).kind != CXType_Invalid;
         level = clang_getCanonicalType(clang_getArrayElementType(level)))
        variable_count += level.kind == CXType_VariableArray;
    if (sizes.count < variable_count)
        return false;
    next = sizes.count;
    CXType level = clang_getCanonicalType(type);
    while (clang_getArrayElementType(level).kind != CXType_Invalid) {
        extent *size = ARENA_PUSH(unit->memory, result->extents, result->rank);
        if (level.kind == CXType_ConstantArray) {
            *size = (extent){.constant = clang_getArraySize(level)};
            if (sizes.count > variable_count && next)
                next--;
        } else {
            *size = (extent){0};
            if (!next || !add_expression(unit, sizes.items[--next], 1, size))
                return false;
        }
        level = clang_getCanonicalType(clang_getArrayElementType(level));
    }
    return true;
}

/* The element type of an array type, typedefs of the element kept. */
static CXType element_type(CXType type)
{
    for (;;) {
        CXType element = clang_getArrayElementType(type);
        if (element.kind != CXType_Invalid) {
            type = element;
            continue;
        }
        bool is_array =
            clang_getArrayElementType(clang_getCanonicalType(type)).kind != CXType_Invalid;
        CXCursor declaration = clang_getTypeDeclaration(type);
        if (!is_array || clang_getCursorKind(declaration) != CXCursor_TypedefDecl)
            return type;
        type = clang_getTypedefDeclUnderlyingType(declaration);
    }
}

static bool refuse(parse_unit *unit, const parameter *refused, const char *why)
{
    diagnostics_add(unit->messages, SEVERITY_ERROR, refused->place, refused->length,
                    "parameter '%s': %s", refused->name, why);
    return false;
}

/* Whether an array is T x[static 1], which C calls a pointer that is not null. */
static bool is_nonnull_pointer(const parse_unit *unit, CXType type)
{
    return clang_getCanonicalType(type).kind == CXType_ConstantArray &&
           strstr(unit_type_spelling(unit, type), "static 1]") &&
           clang_getArrayElementType(clang_getCanonicalType(clang_getArrayElementType(type)))
                   .kind == CXType_Invalid;
}

/* A structure whose members are operands of their own. */
static bool read_members(parse_unit *unit, CXType type, const record_row *row, parameter *result)
{
    if (row->constant)
        return refuse(unit, result,
                      arena_format(unit->memory,
                                   "the members of a structure of several types become operands, "
                                   "and '%s' is const",
                                   row->constant));
    if (result->is_open || (result->rank && !extent_is_fixed(&result->extents[0])))
        return refuse(unit, result,
                      "the members of a structure of several types become operands: an array of "
                      "such structures has a constant as its extent");
    record_members(unit, type, result);
    return true;
}

/* A structure, or several: a row of its numbers is the last extent, or each member is an operand.
 */
static bool read_record(parse_unit *unit, CXType type, parameter *result)
{
    record_row row = record_read(unit, type);
    if (row.obstacle)
        return refuse(unit, result,
                      arena_format(unit->memory,
                                   "a structure is an operand where its members are numbers, or "
                                   "arrays and structures of them: %s",
                                   row.obstacle));
    if (result->rank > 1)
        return refuse(unit, result, "an array of structures has one extent");
    result->record = unit_type_spelling(unit, clang_getUnqualifiedType(type));
    if (result->kind == PARAMETER_SCALAR) {
        result->kind = PARAMETER_ARRAY;
        result->is_const = result->by_value = true;
        result->side = SIDE_INPUT;
    }
    if (row.is_mixed)
        return read_members(unit, type, &row, result);
    result->fields = row.fields;
    result->type = types_scalar(unit, row.element);
    *ARENA_PUSH(unit->memory, result->extents, result->rank) =
        (extent){.constant = (int64_t)row.count};
    return true;
}

bool types_parameter(parse_unit *unit, CXCursor cursor, const char *name, parameter *result)
{
    CXType type = clang_getCursorType(cursor);
    CXType canonical = clang_getCanonicalType(type), element = type;
    *result = (parameter){.name = name,
                          .place = unit_cursor_location(unit, cursor),
                          .length = (unsigned)strlen(unit_spelling(unit, cursor)),
                          .kind = PARAMETER_SCALAR};
    if (canonical.kind == CXType_IncompleteArray) {
        result->kind = PARAMETER_POINTER;
        result->is_open = true;
        element = clang_getArrayElementType(canonical);
        if (clang_getArrayElementType(clang_getCanonicalType(element)).kind != CXType_Invalid)
            return refuse(unit, result, "the first extent is missing: write T name[m][n]");
    } else if (is_nonnull_pointer(unit, type)) {
        result->kind = PARAMETER_POINTER;
        element = clang_getArrayElementType(type);
    } else if (clang_getArrayElementType(canonical).kind != CXType_Invalid) {
        result->kind = PARAMETER_ARRAY;
        if (!read_extents(unit, cursor, type, result))
            return refuse(unit, result,
                          "an extent is a sum of integers and integer × size parameter, of "
                          "which one may be divided by an integer");
        element = element_type(type);
    } else if (canonical.kind == CXType_Pointer) {
        result->kind = PARAMETER_POINTER;
        element = clang_getPointeeType(type);
        if (element.kind == CXType_Invalid)
            element = clang_getPointeeType(canonical);
        CXType pointee = clang_getCanonicalType(element);
        if (pointee.kind == CXType_Pointer ||
            clang_getArrayElementType(pointee).kind != CXType_Invalid)
            return refuse(unit, result,
                          "a pointer to a pointer or array is no operand: write T name[m][n]");
    }
    CXType base = clang_getCanonicalType(element);
    /* The canonical form of an array carries what qualifies its elements. */
    result->is_const = clang_isConstQualifiedType(base) ||
                       (canonical.kind != CXType_Pointer && result->kind != PARAMETER_SCALAR &&
                        clang_isConstQualifiedType(canonical));
    result->is_volatile = result->kind == PARAMETER_POINTER && clang_isVolatileQualifiedType(base);
    result->type = types_scalar(unit, element);
    if (result->type.dtype != WEFT_NONE)
        return true;
    if (base.kind == CXType_Record)
        return read_record(unit, element, result);
    if (base.kind == CXType_LongDouble)
        return refuse(unit, result, "long double is no dtype; use double");
    const bool is_address = canonical.kind == CXType_Pointer &&
                            (base.kind == CXType_FunctionProto ||
                             base.kind == CXType_FunctionNoProto || base.kind == CXType_Void);
    const char *hint =
        is_address ? "; if it is always the same, write WEFT_OPTIONS(fixed(name, value))"
        : base.kind == CXType_Half || base.kind == CXType_Float16 || base.kind == CXType_BFloat16
            ? "; write float, and float16 or bfloat16 in the prototype"
            : "";
    return refuse(
        unit, result,
        arena_format(unit->memory, "type '%s' is no dtype%s", result->type.spelling, hint));
}
