/* refuse_declaration.c: types and variables that cannot be carried to every target. */
#include "refuse.h"

#include <string.h>

/* The type inside all arrays and pointers, canonical. */
static CXType innermost(CXType type)
{
    for (;;) {
        type = clang_getCanonicalType(type);
        CXType element = type.kind == CXType_Pointer ? clang_getPointeeType(type)
                                                     : clang_getArrayElementType(type);
        if (element.kind == CXType_Invalid)
            return type;
        type = element;
    }
}

bool refuse_is_long_double(CXType type)
{
    type = innermost(type);
    if (type.kind == CXType_Complex)
        type = clang_getCanonicalType(clang_getElementType(type));
    return type.kind == CXType_LongDouble || type.kind == CXType_Float128;
}

bool refuse_is_complex_integer(CXType type)
{
    type = innermost(type);
    if (type.kind != CXType_Complex)
        return false;
    CXType part = clang_getCanonicalType(clang_getElementType(type));
    return (part.kind < CXType_Half || part.kind > CXType_Float16) && part.kind != CXType_Float &&
           part.kind != CXType_Double && part.kind != CXType_LongDouble &&
           part.kind != CXType_Float128;
}

bool refuse_is_variable_length(CXType type)
{
    for (;;) {
        type = clang_getCanonicalType(type);
        if (type.kind == CXType_VariableArray)
            return true;
        CXType element = type.kind == CXType_Pointer ? clang_getPointeeType(type)
                                                     : clang_getArrayElementType(type);
        if (element.kind == CXType_Invalid)
            return false;
        type = element;
    }
}

static const char long_double[] = "long double is not supported: it differs from target to target";

/* Refuses a declaration at a word of its type, or at its name where a typedef hides the word. */
static void refuse_word(body_reader *reader, CXCursor declaration, const char *word,
                        const char *reason)
{
    location name = unit_cursor_location(reader->unit, declaration);
    location place = cursor_token_place(reader, declaration, word);
    const char *found =
        place.at == name.at ? unit_spelling(reader->unit, declaration) : word;
    refuse_always(reader, place, (unsigned)strlen(found), "%s", reason);
}

/* Long double, atomics and complex integers, wherever they are declared. */
static void refuse_declared_type(refusal *state, CXCursor declaration, CXType type)
{
    body_reader *reader = state->reader;
    CXType inside = innermost(type);
    if (refuse_is_long_double(type))
        refuse_word(reader, declaration, "long", long_double);
    else if (inside.kind == CXType_Atomic)
        refuse_word(reader, declaration, "_Atomic",
                    "_Atomic is not supported: the items of a call share no variable");
    else if (refuse_is_complex_integer(type))
        refuse_word(reader, declaration, "_Complex", "complex integers are not supported");
    else if (inside.kind == CXType_Float16 || inside.kind == CXType_Half ||
             inside.kind == CXType_BFloat16)
        refuse_gpu(reader, unit_cursor_location(reader->unit, declaration),
                   (unsigned)strlen(unit_spelling(reader->unit, declaration)),
                   "the device compiler takes no 16-bit floating type; bodies compute in float");
}

static unsigned name_length(const refusal *state, CXCursor declaration)
{
    return (unsigned)strlen(unit_spelling(state->reader->unit, declaration));
}

static void refuse_parameter(refusal *state, CXCursor parameter)
{
    body_reader *reader = state->reader;
    CXType type = clang_getCursorType(parameter), inside = innermost(type);
    bool function = inside.kind == CXType_FunctionProto || inside.kind == CXType_FunctionNoProto;
    refuse_declared_type(state, parameter, type);
    refuse_nested_types(state, parameter);
    refuse_named(state, parameter, parameter);
    if (function)
        refuse_gpu(reader, unit_cursor_location(reader->unit, parameter),
                   name_length(state, parameter), "'%s' is a pointer to a function",
                   unit_spelling(reader->unit, parameter));
}

/* The types of an annotated function's operands are judged with its annotation, not here. */
void refuse_signature(refusal *state, CXCursor definition, bool first)
{
    body_reader *reader = state->reader;
    int count = clang_Cursor_getNumArguments(definition);
    refuse_named(state, definition, definition);
    if (first && reader->annotated) {
        for (int i = 0; i < count; i++)
            refuse_named(state, clang_Cursor_getArgument(definition, (unsigned)i),
                         clang_Cursor_getArgument(definition, (unsigned)i));
        return;
    }
    const char *name = unit_spelling(reader->unit, definition);
    if (clang_Cursor_isVariadic(definition))
        refuse_always(reader, unit_cursor_location(reader->unit, definition),
                      (unsigned)strlen(name),
                      "'%s' takes a variable number of arguments, which is not supported", name);
    if (refuse_is_long_double(clang_getResultType(clang_getCursorType(definition))))
        refuse_word(reader, definition, "long", long_double);
    for (int i = 0; i < count; i++)
        refuse_parameter(state, clang_Cursor_getArgument(definition, (unsigned)i));
}

/* The const of an array's elements may stand at any level of its canonical type. */
static bool is_constant(CXCursor variable)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    while (!clang_isConstQualifiedType(type)) {
        CXType element = clang_getArrayElementType(type);
        if (element.kind == CXType_Invalid)
            return false;
        type = clang_getCanonicalType(element);
    }
    return true;
}

/* The walk looks into the initializer of a const variable once. */
static bool look_once(refusal *state, CXCursor variable)
{
    for (size_t i = 0; i < state->table_count; i++)
        if (clang_equalCursors(state->tables[i], variable))
            return false;
    *ARENA_PUSH(state->reader->unit->memory, state->tables, state->table_count) = variable;
    return true;
}

/* A variable is initialized where its declaration ends: the initializer itself may jump away. */
static void note_initialized(refusal *state, CXCursor declaration)
{
    CXFile file;
    unsigned begin, end;
    if (!clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(declaration)) &&
        unit_extent(declaration, &file, &begin, &end))
        *ARENA_PUSH(state->reader->unit->memory, state->variables, state->variable_count) =
            (initialized){end, state->block_end};
}

static bool is_empty_array(CXType type)
{
    for (;;) {
        type = clang_getCanonicalType(type);
        if (type.kind == CXType_ConstantArray && clang_getArraySize(type) == 0)
            return true;
        type = clang_getArrayElementType(type);
        if (type.kind == CXType_Invalid)
            return false;
    }
}

void refuse_variable(refusal *state, CXCursor declaration)
{
    body_reader *reader = state->reader;
    CXType type = clang_getCursorType(declaration), inside = innermost(type);
    location place = unit_cursor_location(reader->unit, declaration);
    const char *name = unit_spelling(reader->unit, declaration);
    unsigned length = (unsigned)strlen(name);
    bool lasting = clang_Cursor_hasVarDeclGlobalStorage(declaration) == 1;
    refuse_declared_type(state, declaration, type);
    refuse_nested_types(state, declaration);
    refuse_named(state, declaration, declaration);
    if (lasting && clang_Cursor_getStorageClass(declaration) == CX_SC_Extern)
        return; /* told where it is used */
    if (clang_getCursorTLSKind(declaration) != CXTLS_None)
        refuse_always(reader, place, length,
                      "'%s' is thread-local: the items of a call are "
                      "computed in any order, on any thread",
                      name);
    else if (lasting && !is_constant(declaration))
        refuse_always(reader, place, length,
                      "'%s' is a writable static variable: the items of a "
                      "call are computed in any order and at the same time",
                      name);
    else if (!lasting && refuse_is_variable_length(type))
        refuse_gpu(reader, place, length, "'%s' has a length that is known at run time only", name);
    else if (inside.kind == CXType_FunctionProto || inside.kind == CXType_FunctionNoProto)
        refuse_gpu(reader, place, length, "'%s' is a pointer to a function", name);
    else if (type.kind == CXType_Auto)
        refuse_gpu(reader, place, length, "C++ has no __auto_type; write the type of '%s'", name);
    else if (is_empty_array(type))
        refuse_gpu(reader, place, length, "'%s' is an array without elements", name);
    if (!lasting)
        note_initialized(state, declaration);
}

/* A variable of the file or of another one. */
static void refuse_outer_variable(refusal *state, CXCursor reference, CXCursor declaration)
{
    body_reader *reader = state->reader;
    location place = unit_cursor_location(reader->unit, reference);
    const char *name = unit_spelling(reader->unit, declaration), *why = NULL;
    CXCursor definition = unit_definition(reader->unit, declaration);
    if (clang_getCursorTLSKind(declaration) != CXTLS_None)
        why = "is thread-local: the items of a call are computed in any order, on any thread";
    else if (!is_constant(declaration))
        why = clang_Cursor_getStorageClass(declaration) == CX_SC_Static
                  ? "is a writable static variable: the items of a call are computed in any order "
                    "and at the same time"
                  : "is a writable global variable: the items of a call are computed in any order "
                    "and at the same time";
    else if (clang_Cursor_isNull(definition) ||
             clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(definition)))
        why = "is a variable of another file, which cannot be carried to every target";
    if (!why) {
        if (!unit_in_system_header(definition) && look_once(state, definition)) {
            refuse_declared_type(state, definition, clang_getCursorType(definition));
            refuse_visit(state, clang_Cursor_getVarDeclInitializer(definition));
        }
        return;
    }
    refuse_always(reader, place, (unsigned)strlen(name), "'%s' %s", name, why);
    if (!unit_in_system_header(declaration))
        diagnostics_add(reader->unit->messages, SEVERITY_NOTE,
                        unit_cursor_location(reader->unit, declaration), (unsigned)strlen(name),
                        "'%s' is declared here", name);
}

void refuse_reference(refusal *state, CXCursor reference)
{
    body_reader *reader = state->reader;
    CXCursor declaration = clang_getCursorReferenced(reference);
    enum CXCursorKind kind = clang_getCursorKind(declaration);
    if (kind == CXCursor_FunctionDecl) { /* callees do not come here */
        const char *name = unit_spelling(reader->unit, declaration);
        refuse_gpu(reader, unit_cursor_location(reader->unit, reference), (unsigned)strlen(name),
                   "the address of the function '%s' is taken", name);
        return;
    }
    if (kind == CXCursor_EnumConstantDecl)
        refuse_enumerator(state, reference, declaration);
    if (kind != CXCursor_VarDecl || clang_Cursor_hasVarDeclGlobalStorage(declaration) != 1)
        return;
    CXCursor owner = clang_getCursorSemanticParent(declaration);
    bool own = clang_getCursorKind(owner) == CXCursor_FunctionDecl &&
               clang_Cursor_getStorageClass(declaration) != CX_SC_Extern;
    if (!own) /* those of the function are told where they are declared */
        refuse_outer_variable(state, reference, declaration);
}
