/* emit_typevars.c: which of the file's type variables a function uses. */
#include <ctype.h>
#include <string.h>

#include "emit.h"

static bool is_letter(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

/* Bytes of a string, a character or a comment; 0 where the text is none. */
static size_t measure_opaque(const char *text)
{
    const char *end = NULL;
    size_t length = 1;
    if (strncmp(text, "/*", 2) == 0)
        end = strstr(text + 2, "*/");
    else if (strncmp(text, "//", 2) == 0)
        end = strchr(text, '\n');
    else if (*text != '"' && *text != '\'')
        return 0;
    else {
        while (text[length] && text[length] != *text)
            length += text[length] == '\\' && text[length + 1] ? 2 : 1;
        return text[length] ? length + 1 : length;
    }
    return end ? (size_t)(end - text) + 1 : strlen(text);
}

/* Whether a name stands in C text; NULL has none. */
static bool text_has(const char *text, const char *name)
{
    while (text && *text) {
        size_t length = 0;
        while (is_letter(text[length]))
            length++;
        if (length == strlen(name) && memcmp(text, name, length) == 0)
            return true;
        if (!length)
            length = measure_opaque(text);
        text += length ? length : 1;
    }
    return false;
}

static bool piece_has(const piece *shown, const char *name)
{
    bool has = text_has(shown->text, name) || text_has(shown->forward, name);
    for (size_t i = 0; i < shown->claim_count; i++)
        has |= text_has(shown->claims[i].type, name);
    return has;
}

static bool type_has(const function *shown, const c_type *type, const char *name)
{
    return text_has(shown->body_text ? type->spelling : type->plain, name);
}

static bool function_has(const function *shown, const char *name)
{
    bool has = text_has(shown->body_text, name);
    has |= shown->returns && type_has(shown, &shown->result, name);
    for (size_t i = 0; i < shown->parameter_count; i++)
        has |= type_has(shown, &shown->parameters[i].type, name);
    for (size_t i = 0; i < shown->piece_count; i++)
        has |= piece_has(&shown->pieces[i], name);
    return has;
}

const size_t *emit_typevars(const emission *from, const function *shown, size_t *count)
{
    const source_file *source = from->module->source;
    size_t *used = NULL;
    *count = 0;
    for (size_t i = 0; i < source->typevar_count; i++)
        if (function_has(shown, source->typevars[i]))
            *ARENA_PUSH(from->memory, used, *count) = i;
    return used;
}
