/* print_c_type.c: names and types in C. */
#include "print_c_parts.h"

#include <ctype.h>
#include <string.h>

#include "text/dtype.h"

/* ---- names ---- */

static bool is_taken(const c_printer *to, const char *name)
{
    for (size_t i = 0; i < to->name_count; i++)
        if (strcmp(to->names[i], name) == 0)
            return true;
    return false;
}

static void take(c_printer *to, const char *name)
{
    if (name && !is_taken(to, name))
        *ARENA_PUSH(to->memory, to->names, to->name_count) = name;
}

static bool take_used(void *context, const ir_expression *expression, const ir_statement *statement)
{
    (void)statement;
    if (expression->kind == IR_CALL)
        take(context, expression->text);
    else if (expression->kind == IR_VARIABLE)
        take(context, expression->variable->name);
    return true;
}

static void take_declared(c_printer *to, const ir_statement *statement)
{
    if (!statement)
        return;
    for (size_t i = 0; i < statement->variable_count; i++)
        take(to, statement->variables[i]->name);
    take_declared(to, statement->first);
    for (size_t i = 0; i < statement->child_count; i++)
        take_declared(to, statement->children[i]);
}

void c_collect_names(c_printer *to, const ir_function *function)
{
    for (size_t i = 0; i < function->parameter_count; i++)
        take(to, function->parameters[i]->name);
    take_declared(to, function->body);
    ir_visit(function->body, take_used, to);
}

const char *c_variable(c_printer *to, const ir_variable *variable)
{
    if (variable->storage == IR_TABLE || variable->storage == IR_GLOBAL)
        return c_outer_name(to, variable->name);
    const char *name = variable->name;
    if (variable->number) {
        name = arena_format(to->memory, "%s_%u", name, variable->number + 1);
        while (is_taken(to, name))
            name = arena_format(to->memory, "%s_", name);
    }
    return name;
}

const char *c_outer_name(c_printer *to, const char *name)
{
    return to->naming->write(to->naming->context, name);
}

/* ---- types ---- */

static bool is_name_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

static bool is_word(const char *word, size_t length, const char *expected)
{
    return strlen(expected) == length && memcmp(word, expected, length) == 0;
}

/* "const struct pair" word for word; unqualified: without const and volatile. */
static const char *spelled(c_printer *to, const char *spelling, bool unqualified)
{
    const char *text = "";
    while (*spelling) {
        size_t blanks = strspn(spelling, " ");
        const char *word = spelling + blanks;
        size_t length = strcspn(word, " ");
        spelling = word + length;
        if (!length ||
            (unqualified && (is_word(word, length, "const") || is_word(word, length, "volatile"))))
            continue;
        const char *name = is_word(word, length, "_Bool")
                               ? "bool"
                               : c_outer_name(to, arena_text(to->memory, word, length));
        text = arena_format(to->memory, "%s%s%s", text, *text ? " " : "", name);
    }
    return text;
}

/* Whether a spelling is names alone, and none of them of the compiler's making. */
static bool is_spelled_in_words(const char *spelling)
{
    for (; *spelling; spelling++)
        if (!is_name_byte(*spelling) && *spelling != ' ')
            return false;
    return true;
}

/* The spelling that C and CUDA share; that of a type variable stays. */
static const char *scalar_text(c_printer *to, const ir_type *type, bool unqualified, location place)
{
    bool keyword = strstr(type->spelling, "_Complex") != NULL;
    bool plain = keyword || type->is_local || !is_spelled_in_words(type->spelling);
    if (!plain)
        return spelled(to, type->spelling, unqualified);
    if (type->dtype == WEFT_FLOAT16 || type->dtype == WEFT_BFLOAT16)
        c_note_gap(to, place, "a 16-bit type that is named inside a function");
    const char *name = type->dtype == WEFT_COMPLEX64    ? "weft_complex64"
                       : type->dtype == WEFT_COMPLEX128 ? "weft_complex128"
                                                        : dtype_c_type(type->dtype);
    return arena_format(to->memory, "%s%s", type->is_const && !unqualified ? "const " : "", name);
}

static const char *base_text(c_printer *to, const ir_type *type, bool unqualified, location place)
{
    switch (type->kind) {
    case IR_TYPE_VOID:
        return spelled(to, type->spelling, unqualified);
    case IR_TYPE_SCALAR:
        return scalar_text(to, type, unqualified, place);
    case IR_TYPE_RECORD:
        if (type->is_local)
            c_note_gap(to, place, "a structure that is declared inside a function");
        else if (!is_spelled_in_words(type->spelling))
            c_note_gap(to, place, "a structure without a name");
        return spelled(to, type->spelling, unqualified);
    default:
        c_note_gap(to, place, arena_format(to->memory, "the type '%s'", type->spelling));
        return "";
    }
}

/* "[3]", "[n]" */
static const char *extent_text(c_printer *to, const ir_type *array, location place)
{
    if (array->extent >= 0)
        return arena_format(to->memory, "[%lld]", (long long)array->extent);
    if (!array->extent_expression)
        c_note_gap(to, place, "an array whose length the type alone says");
    else
        return arena_format(to->memory, "[%s]", c_whole(to, array->extent_expression));
    return "";
}

/* Wraps a declarator from the inside out, and goes on to the type that stands before it. */
static const char *declare(c_printer *to, const ir_type *type, const char *name, bool unqualified,
                           location place)
{
    if (type->kind == IR_TYPE_POINTER) {
        bool group = type->element->kind == IR_TYPE_ARRAY;
        const char *mark = type->is_const && !unqualified ? "const " : "";
        name = arena_format(to->memory, group ? "(*%s%s)" : "*%s%s", mark, name);
        return declare(to, type->element, name, false, place);
    }
    if (type->kind == IR_TYPE_ARRAY) {
        name = arena_format(to->memory, "%s%s", name, extent_text(to, type, place));
        return declare(to, type->element, name, unqualified, place);
    }
    const char *base = base_text(to, type, unqualified, place);
    return arena_format(to->memory, "%s%s%s", base, *name ? " " : "", name);
}

const char *c_declared(c_printer *to, const ir_type *type, const char *name, location place)
{
    return declare(to, type, name, false, place);
}

const char *c_cast_type(c_printer *to, const ir_type *type, location place)
{
    return declare(to, type, "", true, place);
}
