/* refuse_name.c: names that are words elsewhere: to the device compiler, which reads C++ and CUDA,
 * or to the headers that generated C includes. */
#include "refuse.h"

#include <string.h>

#include "parse/unit/types.h"

/* What C++ reads as an operator; `operator` too, which no macro may rename. */
static const char *const operators[] = {
    "and",    "and_eq", "bitand", "bitor", "compl",  "not",
    "not_eq", "or",     "or_eq",  "xor",   "xor_eq", "operator",
};

/* Other words of C++ that a header of C may define, so that they cannot be renamed, and those of
 * CUDA. */
static const char *const words[] = {
    "alignof",
    "char16_t",
    "char32_t",
    "static_assert",
    "thread_local",
    "wchar_t",
    "__constant__",
    "__cudart_builtin__",
    "__device__",
    "__device_builtin__",
    "__forceinline__",
    "__global__",
    "__grid_constant__",
    "__host__",
    "__inline_hint__",
    "__managed__",
    "__noinline__",
    "__nv_pure__",
    "__nv_register_params__",
    "__shared__",
    "__underlying_type",
};

/* How the questions that C++ compilers answer about types begin. */
static const char *const questions[] = {"__is_", "__has_"};

static const char *const macros[] = {"alignas", "bool", "false", "true"};

static bool is_among(const char *const *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0)
            return true;
    return false;
}

static bool is_question(const char *name)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strncmp(name, questions[i], strlen(questions[i])) == 0)
            return true;
    return false;
}

void refuse_name(refusal *state, CXCursor at, const char *name)
{
    body_reader *reader = state->reader;
    location place = unit_cursor_location(reader->unit, at);
    unsigned length = (unsigned)strlen(name);
    if (is_among(operators, sizeof operators / sizeof *operators, name))
        refuse_gpu(reader, place, length, "'%s' is an operator in C++, not a name", name);
    else if (is_among(words, sizeof words / sizeof *words, name) || is_question(name))
        refuse_gpu(reader, place, length, "'%s' is a word of C++ or CUDA, not a name", name);
    else if (is_among(macros, sizeof macros / sizeof *macros, name))
        refuse_always(reader, place, length,
                      "'%s' is a word in the C that is generated; choose another name", name);
}

/* Names that begin as those of Weft's macros do; its own headers declare none such but types and
 * enumerators. */
static void refuse_macro_name(refusal *state, CXCursor at, CXCursor declaration)
{
    const enum CXCursorKind kind = clang_getCursorKind(declaration);
    const bool is_own = kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl ||
                        kind == CXCursor_FunctionDecl || kind == CXCursor_FieldDecl;
    const char *name = unit_spelling(state->reader->unit, declaration);
    if (is_own && strncmp(name, "WEFT_", 5) == 0)
        refuse_always(state->reader, unit_cursor_location(state->reader->unit, at),
                      (unsigned)strlen(name),
                      "'%s' is a word in the C that is generated; choose another name", name);
}

/* A type variable is a macro in what is generated. */
static void refuse_type_variable(refusal *state, CXCursor at, CXCursor declaration)
{
    body_reader *reader = state->reader;
    const source_file *source = reader->unit->source;
    const char *name = unit_spelling(reader->unit, declaration);
    if (source && is_among(source->typevars, source->typevar_count, name) &&
        !types_is_typevar(declaration))
        refuse_always(reader, unit_cursor_location(reader->unit, at), (unsigned)strlen(name),
                      "'%s' is a type variable; choose another name here", name);
}

void refuse_named(refusal *state, CXCursor at, CXCursor declaration)
{
    if (clang_Cursor_isNull(declaration) || unit_in_system_header(declaration))
        return;
    refuse_name(state, at, unit_spelling(state->reader->unit, declaration));
    refuse_macro_name(state, at, declaration);
    refuse_type_variable(state, at, declaration);
}
