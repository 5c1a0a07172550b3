/* signature.c: the parameters, the result and the comment of a declared function. */
#include "signature.h"

#include <ctype.h>
#include <string.h>

#include "parse/unit/types.h"

const char *signature_name(const char *name, const char *prefix)
{
    size_t length = strlen(prefix);
    bool begins = strncmp(name, prefix, length) == 0;
    return begins && (isalpha((unsigned char)name[length]) || name[length] == '_') ? name + length
                                                                                   : name;
}

const char *signature_comment(arena *memory, const char *raw)
{
    char *text = arena_array(memory, strlen(raw) + 1, 1);
    size_t length = 0;
    while (*raw) {
        while (isspace((unsigned char)*raw) && *raw != '\n')
            raw++;
        if (*raw == '/' && (raw[1] == '/' || raw[1] == '*'))
            raw += 2;
        while ((*raw == '*' && raw[1] != '/') || *raw == '/' || *raw == '!' || *raw == '<')
            raw++;
        if (*raw == ' ')
            raw++;
        while (*raw && *raw != '\n' && !(*raw == '*' && raw[1] == '/'))
            text[length++] = *raw++;
        while (length && (text[length - 1] == ' ' || text[length - 1] == '\r'))
            length--;
        if (*raw == '*')
            raw += 2;
        if (*raw == '\n') {
            raw++;
            if (length)
                text[length++] = '\n';
        }
    }
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    text[length] = '\0';
    return text;
}

/* The name of a parameter; one that has none, as in double cbrt(double), is called by its number.
 */
static const char *parameter_name(parse_unit *unit, CXCursor declaration, int index)
{
    const char *name = unit_spelling(unit, clang_Cursor_getArgument(declaration, (unsigned)index));
    if (*name)
        return name;
    name = arena_format(unit->memory, "x%d", index + 1);
    for (int i = 0; i < clang_Cursor_getNumArguments(declaration); i++) /* until no other has it */
        if (strcmp(unit_spelling(unit, clang_Cursor_getArgument(declaration, (unsigned)i)), name) ==
            0) {
            name = arena_format(unit->memory, "%s_", name);
            i = -1;
        }
    return name;
}

/* What an option says that a parameter is; NULL if none does. */
static const char *fixed_text(const function *read, const char *name)
{
    for (size_t i = 0; i < read->fixed_count; i++)
        if (strcmp(read->fixed[i].name, name) == 0)
            return read->fixed[i].text;
    return NULL;
}

/* What an option says that a parameter is where a call leaves it out; NULL if none does. */
static const default_value *default_of(const function *read, const char *name)
{
    for (size_t i = 0; i < read->default_count; i++)
        if (strcmp(read->defaults[i].name, name) == 0)
            return &read->defaults[i];
    return NULL;
}

/* What an option says that a parameter counts; NULL if none does. */
static const index_value *index_of(const function *read, const char *name)
{
    for (size_t i = 0; i < read->index_count; i++)
        if (strcmp(read->indices[i].name, name) == 0)
            return &read->indices[i];
    return NULL;
}

/* Options that name no parameter. */
static void check_fixed(parse_unit *unit, function *read)
{
    for (size_t i = 0; i < read->fixed_count; i++) {
        size_t found = 0;
        for (size_t k = 0; k < read->parameter_count; k++)
            found += strcmp(read->parameters[k].name, read->fixed[i].name) == 0;
        for (size_t k = 0; k < i; k++)
            found += strcmp(read->fixed[k].name, read->fixed[i].name) == 0;
        if (found == 1)
            continue;
        diagnostics_add(unit->messages, SEVERITY_ERROR, read->options_place,
                        (unsigned)strlen("WEFT_OPTIONS"),
                        found ? "fixed(%s, %s): '%s' has that twice"
                              : "fixed(%s, %s): '%s' has no parameter of that name",
                        read->fixed[i].name, read->fixed[i].text, read->name);
        read->unsound = true;
    }
}

static void read_parameters(parse_unit *unit, CXCursor declaration, function *result)
{
    int count = clang_Cursor_getNumArguments(declaration);
    for (int i = 0; i < count; i++) {
        parameter *next = ARENA_PUSH(unit->memory, result->parameters, result->parameter_count);
        CXCursor argument = clang_Cursor_getArgument(declaration, (unsigned)i);
        const char *name = parameter_name(unit, declaration, i);
        const char *fixed = fixed_text(result, name);
        if (fixed)
            *next = (parameter){.name = name, .fixed = fixed};
        else if (!types_parameter(unit, argument, name, next))
            result->unsound = true;
        next->fallback = default_of(result, name);
        next->index = index_of(result, name);
    }
    /* An integer named in an extent is a size. */
    for (size_t i = 0; i < result->parameter_count; i++) {
        parameter *size = &result->parameters[i];
        for (size_t k = 0; k < result->parameter_count && size->kind == PARAMETER_SCALAR; k++)
            for (size_t axis = 0; axis < result->parameters[k].rank; axis++) {
                const extent *used = &result->parameters[k].extents[axis];
                for (size_t t = 0; t < used->term_count; t++)
                    if (strcmp(used->terms[t].name, size->name) == 0)
                        size->kind = PARAMETER_SIZE;
            }
        size->limit = types_integer_limit(
            clang_getCursorType(clang_Cursor_getArgument(declaration, (unsigned)i)));
        if (size->kind == PARAMETER_SIZE && !size->limit)
            diagnostics_add(unit->messages, SEVERITY_ERROR, size->place, size->length,
                            "parameter '%s' is an extent and must have an integer type",
                            size->name);
    }
}

/* Whether a function may return the address of one of its outputs, or NULL. */
static bool returns_output(parse_unit *unit, CXType result, const function *read)
{
    CXType pointee = clang_getPointeeType(clang_getCanonicalType(result));
    if (clang_getCanonicalType(result).kind != CXType_Pointer ||
        clang_isConstQualifiedType(pointee))
        return false;
    const char *plain = types_scalar(unit, pointee).plain;
    for (size_t i = 0; i < read->parameter_count; i++) {
        const parameter *tested = &read->parameters[i];
        if ((tested->kind == PARAMETER_POINTER || tested->kind == PARAMETER_ARRAY) &&
            !tested->is_const && tested->type.plain && strcmp(tested->type.plain, plain) == 0)
            return true;
    }
    return false;
}

void signature_read(parse_unit *unit, CXCursor declaration, function *read)
{
    if (clang_Cursor_isVariadic(declaration))
        diagnostics_add(unit->messages, SEVERITY_ERROR, read->place, (unsigned)strlen(read->name),
                        "'%s' takes a variable number of arguments: operands are fixed",
                        read->name);
    read_parameters(unit, declaration, read);
    check_fixed(unit, read);
    CXType result = clang_getCursorResultType(declaration);
    read->returns = clang_getCanonicalType(result).kind != CXType_Void;
    read->returns_pointer = returns_output(unit, result, read);
    if (read->returns_pointer)
        read->result = (c_type){
            .spelling = unit_type_spelling(unit, result), .plain = "int", .dtype = WEFT_INT32};
    else if (read->returns)
        read->result = types_scalar(unit, result);
    read->unsound |= read->returns && read->result.dtype == WEFT_NONE;
    if (read->returns && read->result.dtype == WEFT_NONE)
        diagnostics_add(unit->messages, SEVERITY_ERROR, read->place, (unsigned)strlen(read->name),
                        "'%s' returns '%s', which is no dtype%s", read->name, read->result.spelling,
                        clang_getCanonicalType(result).kind == CXType_Record
                            ? ": return several values through pointers"
                            : "");
}
