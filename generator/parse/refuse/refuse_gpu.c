/* refuse_gpu.c: what C allows and the C++ of the device compiler does not. */
#include "refuse.h"

#include <string.h>

#include "parse/unit/types.h"

static bool is_complex(CXType type)
{
    return clang_getCanonicalType(type).kind == CXType_Complex;
}

/* In C the tags and enumerators inside a structure are the file's; in C++ they are the
 * structure's. */
static bool is_inside_structure(CXCursor declaration)
{
    enum CXCursorKind outer = clang_getCursorKind(clang_getCursorLexicalParent(declaration));
    return outer == CXCursor_StructDecl || outer == CXCursor_UnionDecl;
}

void refuse_nested_types(refusal *state, CXCursor cursor)
{
    cursor_list inner = cursor_children(state->reader->unit->memory, cursor);
    for (size_t i = 0; i < inner.count; i++) {
        CXCursor type = clang_getCursorReferenced(inner.items[i]);
        if (clang_getCursorKind(inner.items[i]) == CXCursor_TypeRef)
            refuse_named(state, inner.items[i], type);
        if (clang_getCursorKind(inner.items[i]) == CXCursor_TypeRef && is_inside_structure(type))
            refuse_gpu(state->reader, unit_cursor_location(state->reader->unit, inner.items[i]),
                       (unsigned)strlen(unit_spelling(state->reader->unit, type)),
                       "'%s' is declared inside a structure; C++ wants it outside",
                       unit_spelling(state->reader->unit, type));
    }
}

void refuse_enumerator(refusal *state, CXCursor reference, CXCursor enumerator)
{
    const char *name = unit_spelling(state->reader->unit, enumerator);
    refuse_named(state, reference, enumerator);
    if (is_inside_structure(clang_getCursorSemanticParent(enumerator)))
        refuse_gpu(state->reader, unit_cursor_location(state->reader->unit, reference),
                   (unsigned)strlen(name),
                   "'%s' is declared inside a structure; C++ wants it outside", name);
}

/* Whether a value has an enumeration's type in C++: an enumerator of it, or a choice of two. */
static bool is_of_enumeration(refusal *state, CXCursor value, CXType enumeration)
{
    arena *memory = state->reader->unit->memory;
    enum CXCursorKind kind = clang_getCursorKind(value);
    CXCursor inner;
    if (kind == CXCursor_DeclRefExpr) {
        CXCursor named = clang_getCursorReferenced(value);
        if (clang_getCursorKind(named) != CXCursor_EnumConstantDecl)
            return clang_equalTypes(clang_getCanonicalType(clang_getCursorType(value)),
                                    enumeration);
        CXType owner = clang_getCursorType(clang_getCursorSemanticParent(named));
        return clang_equalTypes(clang_getCanonicalType(owner), enumeration) != 0;
    }
    if (kind == CXCursor_ParenExpr)
        return is_of_enumeration(state, cursor_operand(memory, value), enumeration);
    if (cursor_is_conversion(value, &inner))
        return is_of_enumeration(state, inner, enumeration);
    if (kind == CXCursor_ConditionalOperator) {
        cursor_list parts = cursor_expressions(memory, value);
        return parts.count == 3 && is_of_enumeration(state, parts.items[1], enumeration) &&
               is_of_enumeration(state, parts.items[2], enumeration);
    }
    return false;
}

static void refuse_here(refusal *state, CXCursor cursor, const char *reason)
{
    location place = unit_cursor_location(state->reader->unit, cursor);
    refuse_gpu(state->reader, place, (unsigned)strlen(cursor_text(state->reader->unit, cursor)),
               "%s", reason);
}

static enum CXChildVisitResult find_variable(CXCursor cursor, CXCursor parent, CXClientData found)
{
    (void)parent;
    *(bool *)found |= !clang_Cursor_isNull(types_typevar(clang_getCursorType(cursor)));
    return *(bool *)found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Whether edit_complex makes a real number of a complex one: where its text is the user's, and
 * means the same under every binding. */
static bool is_made_real(CXCursor value, CXType to)
{
    bool varies = !clang_Cursor_isNull(types_typevar(to)) ||
                  !clang_Cursor_isNull(types_typevar(clang_getCursorType(value)));
    enum CXTypeKind kind = clang_getCanonicalType(to).kind;
    if ((kind != CXType_Float && kind != CXType_Double) || cursor_from_system_macro(value))
        return false;
    clang_visitChildren(value, find_variable, &varies);
    return !varies;
}

/* Refuses a value that is complex, and real only on its way to an integer: that conversion
 * saturates, which is written around values that are real by themselves. */
static void refuse_integer(refusal *state, CXType to, CXCursor value)
{
    CXCursor inner;
    if (types_integer_limit(to) && cursor_is_conversion(value, &inner) &&
        is_complex(clang_getCursorType(inner)))
        refuse_here(state, inner, "a complex number becomes an integer; write creal() around it");
}

void refuse_conversion(refusal *state, CXCursor cursor, CXCursor inner)
{
    CXType to = clang_getUnqualifiedType(clang_getCanonicalType(clang_getCursorType(cursor)));
    CXType from = clang_getUnqualifiedType(clang_getCanonicalType(clang_getCursorType(inner)));
    if (clang_equalTypes(to, from))
        return;
    refuse_integer(state, to, inner);
    if (to.kind == CXType_Enum && !is_of_enumeration(state, inner, to))
        refuse_here(state, inner, "an integer becomes an enumeration without a cast");
    if (to.kind == CXType_Pointer && from.kind == CXType_Pointer &&
        !cursor_from_system_macro(inner)) { /* NULL is one */
        CXType target = clang_getCanonicalType(clang_getPointeeType(to));
        CXType source = clang_getCanonicalType(clang_getPointeeType(from));
        if (source.kind == CXType_Void && target.kind != CXType_Void)
            refuse_here(state, inner, "a 'void *' becomes another pointer without a cast");
    }
    if (is_complex(from) && !is_complex(to) && to.kind != CXType_Void &&
        !is_made_real(inner, clang_getCursorType(cursor)))
        refuse_here(state, inner,
                    to.kind == CXType_Bool
                        ? "a complex number becomes a bool; compare it with 0"
                        : "a complex number becomes a real one; write creal() around it");
}

/* C++ has no common type for complex numbers of two precisions. */
void refuse_choice(refusal *state, CXCursor choice)
{
    cursor_list parts = cursor_expressions(state->reader->unit->memory, choice);
    if (parts.count != 3)
        return;
    CXType types[2];
    for (size_t i = 0; i < 2; i++) {
        CXCursor inner = parts.items[i + 1];
        while (cursor_is_conversion(inner, &inner))
            ;
        types[i] = clang_getUnqualifiedType(clang_getCanonicalType(clang_getCursorType(inner)));
    }
    if (is_complex(types[0]) && is_complex(types[1]) && !clang_equalTypes(types[0], types[1]))
        refuse_here(state, parts.items[2],
                    "the values of ?: are complex numbers of two precisions; cast one");
}

void refuse_cast(refusal *state, CXCursor cast)
{
    body_reader *reader = state->reader;
    CXType type = clang_getCursorType(cast);
    if (cursor_from_system_macro(cast))
        return;
    refuse_nested_types(state, cast);
    CXCursor operand = cursor_operand(reader->unit->memory, cast);
    if (!clang_Cursor_isNull(operand))
        refuse_integer(state, type, operand);
    const char *wide = refuse_wide_float(type);
    if (wide)
        refuse_always(reader, cursor_token_place(reader->unit, cast, "long"), 4, "%s", wide);
    else if (refuse_is_complex_integer(type))
        refuse_always(reader, unit_cursor_location(reader->unit, cast), 1,
                      "complex integers are not supported");
    else if (refuse_is_bit_int(reader, type))
        refuse_always(reader, unit_cursor_location(reader->unit, cast), 1, "%s", refuse_bit_int);
    else if (refuse_is_variable_length(type))
        refuse_gpu(reader, unit_cursor_location(reader->unit, cast), 1,
                   "a pointer to rows whose length is known at run time only");
    else if (!clang_Cursor_isNull(operand) && is_complex(clang_getCursorType(operand)) &&
             !is_complex(type) && clang_getCanonicalType(type).kind != CXType_Void &&
             !is_made_real(operand, type))
        refuse_here(state, operand, "a complex number becomes a real one; write creal() around it");
}

/* Operators that are an extension of C on complex numbers, and those that C++ lacks on
 * enumerations and bools. */
void refuse_operator(refusal *state, CXCursor cursor)
{
    body_reader *reader = state->reader;
    CXCursor operand = clang_getNullCursor();
    cursor_list operands = cursor_expressions(reader->unit->memory, cursor);
    if (operands.count)
        operand = operands.items[0];
    if (clang_Cursor_isNull(operand) || cursor_from_system_macro(cursor))
        return;
    CXType type = clang_getCanonicalType(clang_getCursorType(operand));
    location place = cursor_place(reader->unit, cursor);
    enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(cursor);
    bool steps = unary >= CXUnaryOperator_PostInc && unary <= CXUnaryOperator_PreDec;
    bool compound = clang_getCursorKind(cursor) == CXCursor_CompoundAssignOperator;
    if (unary == CXUnaryOperator_Real || unary == CXUnaryOperator_Imag)
        refuse_gpu(reader, place, 8, "%s is an extension of C; write %s()",
                   unary == CXUnaryOperator_Real ? "__real__" : "__imag__",
                   unary == CXUnaryOperator_Real ? "creal" : "cimag");
    else if (unary == CXUnaryOperator_Not && type.kind == CXType_Complex)
        refuse_gpu(reader, place, 1, "~ on a complex number is an extension of C; write conj()");
    else if (type.kind == CXType_Complex && steps)
        refuse_gpu(reader, place, 1, "++ and -- on a complex number are an extension of C");
    else if (type.kind == CXType_Bool &&
             (unary == CXUnaryOperator_PostDec || unary == CXUnaryOperator_PreDec))
        refuse_gpu(reader, place, 1, "C++ has no -- on a bool; write b = !b");
    else if (type.kind == CXType_Enum && (steps || compound))
        refuse_gpu(reader, place, 1, "an integer becomes an enumeration without a cast");
}

/* The parameter at the bottom of A, A[i], *A; null if it is none. */
static CXCursor base_parameter(refusal *state, CXCursor value)
{
    for (;;) {
        enum CXCursorKind kind = clang_getCursorKind(value);
        if (kind == CXCursor_DeclRefExpr) {
            CXCursor named = clang_getCursorReferenced(value);
            bool parameter = clang_getCursorKind(named) == CXCursor_ParmDecl;
            return parameter ? named : clang_getNullCursor();
        }
        cursor_list inner = cursor_expressions(state->reader->unit->memory, value);
        bool through = kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr ||
                       kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_UnaryOperator;
        if (!through || inner.count == 0)
            return clang_getNullCursor();
        value = inner.items[0];
    }
}

static bool is_array(CXType type)
{
    return clang_getArrayElementType(clang_getCanonicalType(type)).kind != CXType_Invalid;
}

void refuse_sizeof(refusal *state, CXCursor cursor)
{
    body_reader *reader = state->reader;
    CXCursor operand = cursor_operand(reader->unit->memory, cursor);
    location place = unit_cursor_location(reader->unit, cursor);
    bool value = !clang_Cursor_isNull(operand);
    CXCursor parameter = value ? base_parameter(state, operand) : operand;
    bool of_operand = !clang_Cursor_isNull(parameter) && is_array(clang_getCursorType(parameter)) &&
                      is_array(clang_getCursorType(operand));
    CXEvalResult size = clang_Cursor_Evaluate(cursor);
    bool known = size && clang_EvalResult_getKind(size) == CXEval_Int;
    if (size)
        clang_EvalResult_dispose(size);
    if (of_operand)
        refuse_gpu(reader, place, 6, "the size of an array operand or of a row of it is asked for");
    else if (!known)
        refuse_gpu(reader, place, 6, "a size that is known at run time only");
}

/* C leaves the final zero of "abc" out where char[3] takes it; C++ does not. */
void refuse_string(refusal *state, CXCursor literal)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(literal));
    CXEvalResult value = clang_Cursor_Evaluate(literal);
    if (value && clang_EvalResult_getKind(value) == CXEval_StrLiteral &&
        type.kind == CXType_ConstantArray &&
        (long long)strlen(clang_EvalResult_getAsStr(value)) >= clang_getArraySize(type))
        refuse_here(state, literal, "C++ wants room for the zero at the end of a string");
    if (value)
        clang_EvalResult_dispose(value);
}

/* What one element of an initializer designates: [2] = …, .a = …, .a.b = …; or nothing. */
static void refuse_designator(refusal *state, cursor_list inner, CXCursor element, unsigned *last)
{
    bool member = inner.count && clang_getCursorKind(inner.items[0]) == CXCursor_MemberRef;
    if (!member) {
        refuse_here(state, element, "C++ has no array elements named in an initializer");
        return;
    }
    CXCursor field = clang_getCursorReferenced(inner.items[0]);
    unsigned offset = unit_cursor_location(state->reader->unit, field).at;
    bool nested = inner.count > 1 && clang_getCursorKind(inner.items[1]) == CXCursor_MemberRef;
    if (nested)
        refuse_here(state, element, "C++ has no nested names of members in an initializer");
    else if (offset < *last)
        refuse_here(state, element, "C++ wants members in an initializer in their order");
    *last = offset;
}

/* The elements of one initializer, as they are walked. */
typedef struct designator_walk {
    refusal *state;
    unsigned last; /* member that was named */
} designator_walk;

static enum CXChildVisitResult visit_element(CXCursor element, CXCursor parent, CXClientData data)
{
    designator_walk *walk = data;
    (void)parent;
    if (body_is_designated(element))
        refuse_designator(walk->state, cursor_children(walk->state->reader->unit->memory, element),
                          element, &walk->last);
    return CXChildVisit_Continue;
}

void refuse_designators(refusal *state, CXCursor list)
{
    designator_walk walk = {.state = state};
    clang_visitChildren(list, visit_element, &walk);
}
