/* emit_shared_lanes.c: which helpers are the same functions of vectors in several functions. They
 * may name nothing that is a function's own. */
#include "emit_shared_lanes.h"

#include <string.h>

#include "text/words.h"

enum { BUCKETS = 4096 };

typedef struct search {
    section part; /* of the function that is looked at */
    lanes_sharing *all;
    size_t buckets[BUCKETS]; /* 1 + the first item of each hash */
} search;

static bool is_word(const char *name, const char *word, size_t length)
{
    return strlen(name) == length && memcmp(name, word, length) == 0;
}

static bool is_of_piece(const piece *shown, const char *word, size_t length)
{
    for (size_t i = 0; i < shown->name_count; i++)
        if (is_word(shown->names[i], word, length))
            return true;
    return false;
}

static void add_once(arena *memory, size_t **list, size_t *count, size_t wanted)
{
    for (size_t i = 0; i < *count; i++)
        if ((*list)[i] == wanted)
            return;
    *ARENA_PUSH(memory, *list, *count) = wanted;
}

/* What a word of a helper's text stands for; false where that is the function's own. */
static bool find_meaning(const search *in, const lanes_text *text, const size_t *items,
                         const char *word, size_t length, shared_lanes *found)
{
    const function *shown = in->part.shown;
    arena *memory = in->part.from->memory;
    if (is_word("WEFT_RENAMED", word, length) || is_word(shown->name, word, length))
        return false;
    for (size_t i = 0; i < text->helper_count; i++)
        if (is_word(text->helpers[i].name, word, length)) {
            add_once(memory, &found->calls, &found->call_count, items[i]);
            return items[i] != NOT_SHARED;
        }
    for (size_t i = 0; i < shown->piece_count; i++)
        if (is_of_piece(&shown->pieces[i], word, length)) {
            const size_t number = emit_shared_number(in->part.shared, shown, i);
            add_once(memory, &found->pieces, &found->piece_count, number);
            return number != 0;
        }
    return true;
}

static bool find_meanings(const search *in, const lanes_text *text, const size_t *items,
                          const char *line, shared_lanes *found)
{
    size_t length;
    bool good = true;
    for (const char *word = words_next(line, &length); word && good;
         word = words_next(word + length, &length))
        good = find_meaning(in, text, items, word, length, found);
    return good;
}

static bool is_same_list(const size_t *a, size_t a_count, const size_t *b, size_t b_count)
{
    return a_count == b_count && (!a_count || memcmp(a, b, a_count * sizeof *a) == 0);
}

static bool is_same(const shared_lanes *a, const shared_lanes *b)
{
    return a->bits == b->bits && a->vectors == b->vectors && lanes_is_same(a->text, b->text) &&
           is_same_list(a->pieces, a->piece_count, b->pieces, b->piece_count) &&
           is_same_list(a->calls, a->call_count, b->calls, b->call_count);
}

static size_t hash(const lanes_function *text)
{
    size_t value = 5381;
    for (size_t i = 0; i <= text->count; i++)
        for (const char *byte = i ? text->lines[i - 1].text : text->name; *byte; byte++)
            value = value * 33 + (unsigned char)*byte;
    return value % BUCKETS;
}

/* The item of a helper: one that is there, or a new one. */
static size_t find_item(search *in, const shared_lanes *wanted)
{
    lanes_sharing *all = in->all;
    size_t *bucket = &in->buckets[hash(wanted->text)];
    size_t item = *bucket;
    while (item && !is_same(&all->items[item - 1], wanted))
        item = all->items[item - 1].next;
    if (!item) {
        shared_lanes *added = ARENA_PUSH(in->part.from->memory, all->items, all->count);
        *added = *wanted;
        added->next = *bucket;
        item = *bucket = all->count;
    }
    return item - 1;
}

static void add_function(search *in)
{
    const function *shown = in->part.shown;
    arena *memory = in->part.from->memory;
    lanes_sharing *all = in->all;
    const lanes_text text = emit_translate_lanes(&in->part, 0);
    size_t *items = arena_array(memory, text.helper_count + 1, sizeof *items);
    for (size_t i = 0; i < text.helper_count; i++) {
        const lanes_function *helper = &text.helpers[i];
        shared_lanes wanted = {.text = helper,
                               .from = shown,
                               .bits = text.bits,
                               .vectors = emit_lane_vectors(shown, &text)};
        items[i] = NOT_SHARED;
        bool good = find_meanings(in, &text, items, helper->parameters, &wanted);
        for (size_t k = 0; k < helper->count && good; k++)
            good = find_meanings(in, &text, items, helper->lines[k].text, &wanted);
        if (!good)
            continue;
        items[i] = find_item(in, &wanted);
        shared_lanes *found = &all->items[items[i]];
        *ARENA_PUSH(memory, found->users, found->user_count) = shown;
    }
    size_t count = all->function_count;
    *ARENA_PUSH(memory, all->helpers, count) = items;
    *ARENA_PUSH(memory, all->functions, all->function_count) = shown;
}

lanes_sharing emit_find_shared_lanes(const emission *from, const sharing *pieces)
{
    const module *module = from->module;
    lanes_sharing result = {0};
    search *in = arena_array(from->memory, 1, sizeof *in);
    in->part = (section){.from = from, .shared = pieces};
    in->all = &result;
    for (size_t u = 0; u < module->ufunc_count; u++)
        for (size_t i = 0; i < module->ufuncs[u].function_count; i++) {
            in->part.shown = module->ufuncs[u].functions[i];
            if (in->part.shown->shape.lanes && emit_takes_part(pieces, in->part.shown))
                add_function(in);
        }
    size_t number = 0;
    for (size_t i = 0; i < result.count; i++)
        if (result.items[i].user_count > 1)
            result.items[i].number = ++number;
    return result;
}

size_t emit_shared_lanes_number(const lanes_sharing *all, const function *shown, size_t helper)
{
    for (size_t i = 0; i < all->function_count; i++)
        if (all->functions[i] == shown) {
            const size_t item = all->helpers[i][helper];
            return item == NOT_SHARED ? 0 : all->items[item].number;
        }
    return 0;
}

/* ---- the text ---- */

static void emit_names(section *part, const shared_lanes *shown, bool undo)
{
    for (size_t i = 0; i < shown->from->piece_count; i++)
        for (size_t k = 0; k < shown->piece_count; k++)
            if (emit_shared_number(part->shared, shown->from, i) == shown->pieces[k])
                emit_piece_renames(part, i, undo);
    for (size_t i = 0; i < shown->call_count; i++) {
        const shared_lanes *called = &part->lanes->items[shown->calls[i]];
        if (undo)
            output_line(part->out, "#undef %s", called->text->name);
        else
            output_line(part->out, "#define %s WEFT_COMMON(%s, %zu)", called->text->name,
                        called->text->name, called->number);
    }
}

void emit_shared_lanes(section *part)
{
    for (size_t i = 0; i < part->lanes->count; i++) {
        const shared_lanes *next = &part->lanes->items[i];
        if (!next->number)
            continue;
        arena *memory = part->from->memory;
        part->shown = next->from;
        output_blank(part->out);
        output_line(part->out, "#if WEFT_LANES_WANTED");
        emit_need(part, arena_format(memory, "WEFT_LANES_READ_%zu", next->number), next->users,
                  next->user_count);
        emit_lane_width(part, next->bits, next->vectors);
        emit_names(part, next, false);
        emit_lanes_function(
            part, next->text,
            arena_format(memory, "WEFT_COMMON(%s, %zu)", next->text->name, next->number));
        emit_names(part, next, true);
        output_line(part->out, "#undef WEFT_LANE_BITS");
        output_line(part->out, "#undef WEFT_VECTOR_COUNT");
        output_line(part->out, "#endif");
        output_line(part->out, "#endif");
    }
}
