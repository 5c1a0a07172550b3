/* build_id.c: what tells the kernels of one file from those of all others. Two files of one name,
 * in two libraries of one program, have symbols that differ; a file that is generated twice from
 * the same text for the same owner has the same ones. */
#include "build_id.h"

#include <string.h>

/* FNV-1a, of 64 bits. */
static void add_bytes(uint64_t *hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
}

/* With its end, so that two texts are not one that is cut elsewhere; NULL: an empty one. */
static void add_text(uint64_t *hash, const char *text)
{
    if (text)
        add_bytes(hash, text, strlen(text));
    add_bytes(hash, "", 1);
}

/* Without the lines that say where the next one stands: these are of the machine's folders. */
static void add_carried(uint64_t *hash, const char *text)
{
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        if (text[0] != TEXT_LINE[0])
            add_bytes(hash, text, length + (text[length] == '\n'));
        text += length + (text[length] == '\n');
    }
    add_bytes(hash, "", 1);
}

static void add_function(uint64_t *hash, const function *shown)
{
    add_text(hash, shown->name);
    for (size_t i = 0; i < shown->parameter_count; i++)
        add_text(hash, shown->parameters[i].type.spelling);
    for (size_t i = 0; i < shown->fixed_count; i++) {
        add_text(hash, shown->fixed[i].name);
        add_text(hash, shown->fixed[i].text);
    }
    for (size_t i = 0; i < shown->index_count; i++) {
        add_text(hash, shown->indices[i].name);
        add_bytes(hash, (const char *)&shown->indices[i].axis, 1);
    }
    add_carried(hash, shown->body_text);
    for (size_t i = 0; i < shown->piece_count; i++)
        add_carried(hash, shown->pieces[i].text);
}

static void add_ufunc(uint64_t *hash, const ufunc *shown)
{
    add_text(hash, shown->name);
    for (size_t i = 0; i < shown->loop_count; i++) {
        add_text(hash, shown->loops[i].symbol);
        add_text(hash, shown->loops[i].prototype);
    }
}

uint64_t build_id(const module *made, const generate_options *options)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    const source_file *source = made->source;
    add_text(&hash, options->owner);
    add_text(&hash, options->prefix);
    add_text(&hash, source->stem);
    add_text(&hash, made->strict ? "strict" : "");
    if (made->twins)
        add_carried(&hash, made->twins->text);
    for (size_t i = 0; i < made->ufunc_count; i++)
        add_ufunc(&hash, &made->ufuncs[i]);
    for (size_t i = 0; i < source->function_count; i++)
        add_function(&hash, &source->functions[i]);
    for (size_t i = 0; i < source->stage_count; i++)
        add_function(&hash, source->stages[i]);
    return hash;
}
