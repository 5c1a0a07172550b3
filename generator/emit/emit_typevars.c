/* emit_typevars.c: which of the file's type variables a function uses. */
#include "emit.h"
#include "text/words.h"

static bool piece_has(const piece *shown, const char *name)
{
    bool has = words_have(shown->text, name) || words_have(shown->forward, name);
    for (size_t i = 0; i < shown->claim_count; i++)
        has |= words_have(shown->claims[i].type, name);
    return has;
}

static bool type_has(const function *shown, const c_type *type, const char *name)
{
    return words_have(shown->body_text ? type->spelling : type->plain, name);
}

static bool function_has(const function *shown, const char *name)
{
    bool has = words_have(shown->body_text, name);
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
