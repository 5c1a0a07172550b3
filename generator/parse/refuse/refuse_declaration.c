/* refuse_declaration.c: types and variables that cannot be carried to every target. */
#include "refuse.h"

#include <string.h>

#include "analyse/analyse.h"

#include "parse/unit/written.h"

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

const char *refuse_wide_float(CXType type)
{
    type = innermost(type);
    if (type.kind == CXType_Complex)
        type = clang_getCanonicalType(clang_getElementType(type));
    if (type.kind == CXType_Float128)
        return "__float128 is not supported: few compilers have it";
    return type.kind == CXType_LongDouble
               ? "long double is not supported: it differs from target to target"
               : NULL;
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

/* libclang has no kind of its own for them. */
bool refuse_is_bit_int(const body_reader *reader, CXType type)
{
    type = innermost(type);
    return type.kind == CXType_Unexposed &&
           strstr(unit_type_spelling(reader->unit, type), "_BitInt(");
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

const char refuse_bit_int[] = "_BitInt is not supported: few compilers have it";

/* Refuses a declaration at a word of its type, or at its name where a typedef hides the word. */
static void refuse_word(body_reader *reader, CXCursor declaration, const char *word,
                        const char *reason)
{
    location name = unit_cursor_location(reader->unit, declaration);
    location place = cursor_token_place(reader->unit, declaration, word);
    const char *found = place.at == name.at ? unit_spelling(reader->unit, declaration) : word;
    refuse_always(reader, place, (unsigned)strlen(found), "%s", reason);
}

/* What no target takes, or each takes another way. */
static void refuse_part(body_reader *reader, CXCursor declaration, CXType type)
{
    const CXType inside = innermost(type);
    const char *wide = refuse_wide_float(type);
    if (wide)
        refuse_word(reader, declaration, "long", wide);
    else if (inside.kind == CXType_Atomic)
        refuse_word(reader, declaration, "_Atomic",
                    "_Atomic is not supported: the items of a call share no variable");
    else if (refuse_is_complex_integer(type))
        refuse_word(reader, declaration, "_Complex", "complex integers are not supported");
    else if (refuse_is_bit_int(reader, type))
        refuse_word(reader, declaration, "_BitInt", refuse_bit_int);
}

/* One of two readings, which no other error would tell. */
static void refuse_auto(body_reader *reader, CXCursor declaration)
{
    const location name = unit_cursor_location(reader->unit, declaration);
    if (!reader->unit->told.auto_is_int || clang_getCursorType(declaration).kind != CXType_Auto ||
        cursor_token_place(reader->unit, declaration, "auto").at == name.at)
        return;
    refuse_word(
        reader, declaration, "auto",
        "the C compiler takes auto without a type for int, not for the type of the value, as "
        "C23 does; write the type");
}

/* A field, and those of the record that it is or has an array of. */
static enum CXVisitorResult refuse_field(CXCursor field, CXClientData state)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    refuse_named(state, field, field);
    refuse_part(((refusal *)state)->reader, field, type);
    while (clang_getArrayElementType(type).kind != CXType_Invalid)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    clang_Type_visitFields(type, refuse_field, state);
    return CXVisit_Continue;
}

/* These wherever they are declared, and names of members. */
static void refuse_declared_type(refusal *state, CXCursor declaration, CXType type)
{
    body_reader *reader = state->reader;
    CXType inside = innermost(type);
    clang_Type_visitFields(inside, refuse_field, state);
    refuse_part(reader, declaration, type);
    if (inside.kind == CXType_Float16 || inside.kind == CXType_Half ||
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
    const char *wide = refuse_wide_float(clang_getResultType(clang_getCursorType(definition)));
    if (wide)
        refuse_word(reader, definition, "long", wide);
    for (int i = 0; i < count; i++)
        refuse_parameter(state, clang_Cursor_getArgument(definition, (unsigned)i));
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

/* Why a variable cannot be carried that has a state; NULL if it has none. */
static const char *find_state(const parse_unit *unit, CXCursor variable)
{
    if (clang_getCursorTLSKind(variable) != CXTLS_None)
        return "is thread-local: a function with a state is linked from a file of --source, and "
               "its "
               "items are computed one after the other";
    if (written_never(unit, variable))
        return NULL;
    return clang_Cursor_getStorageClass(variable) == CX_SC_Static
               ? "is a writable static variable: a function with a state is linked from a file of "
                 "--source, and its "
                 "items are computed one after the other"
               : "is a writable global variable: a function with a state is linked from a file of "
                 "--source, and its "
                 "items are computed one after the other";
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
    refuse_auto(reader, declaration);
    refuse_nested_types(state, declaration);
    refuse_named(state, declaration, declaration);
    if (lasting && clang_Cursor_getStorageClass(declaration) == CX_SC_Extern)
        return; /* told where it is used */
    const char *why = lasting || clang_getCursorTLSKind(declaration) != CXTLS_None
                          ? find_state(reader->unit, declaration)
                          : NULL;
    if (why) {
        const char *reason = arena_format(reader->unit->memory, "'%s' %s", name, why);
        body_note_state(reader, place, reason);
        refuse_always(reader, place, length, "%s", reason);
    } else if (!lasting && refuse_is_variable_length(type))
        refuse_gpu(reader, place, length, "'%s' has a length that is known at run time only", name);
    else if (inside.kind == CXType_FunctionProto || inside.kind == CXType_FunctionNoProto)
        refuse_gpu(reader, place, length, "'%s' is a pointer to a function", name);
    else if (type.kind == CXType_Auto)
        refuse_gpu(reader, place, length, "C++ has no __auto_type; write the type of '%s'", name);
    else if (!lasting && written_is_const(type) &&
             clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(declaration)))
        refuse_gpu(reader, place, length, "'%s' is const without a value, which C++ does not allow",
                   name);
    else if (is_empty_array(type))
        refuse_gpu(reader, place, length, "'%s' is an array without elements", name);
    if (!lasting)
        note_initialized(state, declaration);
}

typedef struct address_search {
    const ir_variable *variable;
    bool found;
} address_search;

static bool find_address(void *context, const ir_expression *expression,
                         const ir_statement *statement)
{
    address_search *search = context;
    (void)statement;
    search->found |= expression->kind == IR_UNARY && expression->op == IR_ADDRESS &&
                     ir_base_variable(expression->operands[0]) == search->variable;
    return !search->found;
}

static bool writes_or_points(const ir_statement *body, const ir_variable *variable)
{
    address_search search = {variable, false};
    ir_visit(body, find_address, &search);
    return search.found || (body && analyse_writes(body, variable));
}

/* Whether the function that is read, or one that comes along, may write to a variable. */
static bool writes_variable(const body_reader *reader, CXCursor declaration)
{
    CXCursor wanted = unit_definition(reader->unit, declaration);
    if (clang_getCursorTLSKind(declaration) != CXTLS_None || clang_Cursor_isNull(wanted))
        return true;
    bool met = false; /* else its address is in a table */
    for (size_t i = 0; i < reader->variable_count; i++) {
        const ir_variable *variable = reader->variables[i].variable;
        if (!clang_equalCursors(unit_definition(reader->unit, reader->variables[i].declaration),
                                wanted))
            continue;
        met = true;
        if (variable->type->kind != IR_TYPE_SCALAR || variable->type->is_volatile)
            return true; /* its address may be handed on */
        for (size_t k = 0; k < reader->function_count; k++)
            if (writes_or_points(reader->functions[k].tree->body, variable))
                return true;
    }
    return !met;
}

/* A variable that cannot be carried is told where it is declared, for there it can be mended, with
 * its first use. */
static void refuse_outer_variable(refusal *state, CXCursor reference, CXCursor declaration)
{
    body_reader *reader = state->reader;
    CXCursor definition = unit_definition(reader->unit, declaration);
    const char *state_of = find_state(reader->unit, declaration), *why = state_of;
    const bool only_reads = state_of && !writes_variable(reader, declaration);
    if (only_reads)
        why =
            "is a variable that other functions write to; --constant says that it keeps its first "
            "value";
    if (!why && clang_Cursor_isNull(definition))
        why = "is a variable of another file, which cannot be carried to every target";
    if (!why) {
        if (!unit_in_system_header(definition) && look_once(state, definition)) {
            refuse_declared_type(state, definition, clang_getCursorType(definition));
            CXCursor value = clang_Cursor_getVarDeclInitializer(definition);
            if (!clang_Cursor_isNull(value))
                refuse_visit(state, value);
        }
        return;
    }
    const char *name = unit_spelling(reader->unit, declaration);
    const char *reason = arena_format(reader->unit->memory, "'%s' %s", name, why);
    unsigned length = (unsigned)strlen(name);
    bool own = !unit_in_system_header(declaration);
    location use = unit_cursor_location(reader->unit, reference);
    location place = own ? unit_cursor_location(reader->unit, declaration) : use;
    if (state_of && !only_reads)
        body_note_state(reader, place, reason);
    if (body_refuse(reader, place, length, reason) && own)
        diagnostics_add(reader->unit->messages, SEVERITY_NOTE, use, length, "'%s' uses it here",
                        reader->judged ? reader->judged : reader->name);
}

/* A search for a name that a tag hides in C++. */
typedef struct hidden_search {
    const char *name;
    const parse_unit *unit;
    CXFile file;
    unsigned offset; /* of the tag */
    bool found;
} hidden_search;

static enum CXChildVisitResult find_hidden(CXCursor cursor, CXCursor parent, CXClientData data)
{
    hidden_search *search = data;
    CXCursor named = clang_getCursorReferenced(cursor);
    enum CXCursorKind kind = clang_getCursorKind(named);
    (void)parent;
    if (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl || kind == CXCursor_FunctionDecl ||
        kind == CXCursor_EnumConstantDecl || kind == CXCursor_TypedefDecl) {
        CXFile file;
        unsigned offset;
        clang_getFileLocation(clang_getCursorLocation(named), &file, NULL, NULL, &offset);
        search->found |= (!clang_File_isEqual(file, search->file) || offset < search->offset) &&
                         strcmp(unit_spelling(search->unit, named), search->name) == 0;
    }
    return search->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* In C++ the tag of a function hides what else has its name outside. */
void refuse_tag(refusal *state, CXCursor tag)
{
    const parse_unit *unit = state->reader->unit;
    hidden_search search = {.name = unit_spelling(unit, tag), .unit = unit};
    CXCursor owner = clang_getCursorSemanticParent(tag);
    location place = unit_cursor_location(unit, tag);
    refuse_named(state, tag, tag);
    if (!*search.name || clang_getCursorKind(owner) != CXCursor_FunctionDecl)
        return;
    clang_getFileLocation(clang_getCursorLocation(tag), &search.file, NULL, NULL, &search.offset);
    clang_visitChildren(owner, find_hidden, &search);
    if (search.found)
        refuse_gpu(state->reader, place, (unsigned)strlen(search.name),
                   "'%s' is a tag here and something else outside; C++ has one name for both",
                   search.name);
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
