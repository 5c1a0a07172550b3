/* emit_shared.c: which pieces are the same in several functions. Those of functions with type
 * variables, with names that headers or C++ have too, or that must be declared ahead, are their
 * own. */
#include "emit_shared.h"

#include <stdint.h>
#include <string.h>

#include "model/keywords.h"
#include "text/words.h"

enum { BUCKETS = 4096 };

typedef struct search {
    const emission *from;
    sharing *all;
    size_t buckets[BUCKETS]; /* 1 + the first item of each hash */
} search;

static bool takes_part(const emission *from, const function *shown)
{
    size_t typevars;
    emit_typevars(from, shown, &typevars);
    bool fits = shown->body_text && !shown->launch && !typevars && !shown->hidden_count &&
                !shown->forward && !keywords_used(shown);
    for (size_t i = 0; i < shown->piece_count && fits; i++)
        fits = !shown->pieces[i].forward && !shown->pieces[i].twin;
    if (fits && shown->piece_count) {
        size_t count;
        keywords_foreign_names(from->memory, shown, &count);
        fits = !count;
    }
    return fits;
}

static bool has_name(const piece *shown, const char *word, size_t length)
{
    for (size_t i = 0; i < shown->name_count; i++)
        if (strlen(shown->names[i]) == length && memcmp(shown->names[i], word, length) == 0)
            return true;
    for (size_t i = 0; i < shown->alias_count; i++)
        if (strlen(shown->aliases[i].name) == length &&
            memcmp(shown->aliases[i].name, word, length) == 0)
            return true;
    return false;
}

/* The items that the names in a piece's text stand for; false where one of them is the function's
 * own. */
static bool find_needs(const search *in, const function *shown, size_t index, const size_t *items,
                       shared_piece *found)
{
    static const char renamed[] = "WEFT_RENAMED";
    size_t length;
    for (const char *word = words_next(shown->pieces[index].text, &length); word;
         word = words_next(word + length, &length)) {
        if (length == strlen(renamed) && memcmp(word, renamed, length) == 0)
            return false;
        if (strlen(shown->name) == length && memcmp(word, shown->name, length) == 0)
            return false;
        for (size_t i = 0; i < shown->piece_count; i++) {
            if (i == index || !has_name(&shown->pieces[i], word, length))
                continue;
            if (i > index || items[i] == NOT_SHARED)
                return false;
            *ARENA_PUSH(in->from->memory, found->needs, found->need_count) = items[i];
        }
    }
    return true;
}

static bool is_same_list(const char *const *a, size_t a_count, const char *const *b, size_t b_count)
{
    bool same = a_count == b_count;
    for (size_t i = 0; i < a_count && same; i++)
        same = strcmp(a[i], b[i]) == 0;
    return same;
}

static bool is_same_place(const location *a, const location *b)
{
    return a->line == b->line && a->column == b->column &&
           (a->file == b->file || (a->file && b->file && strcmp(a->file, b->file) == 0));
}

static bool is_same(const shared_piece *a, const shared_piece *b)
{
    const piece *x = &a->from->pieces[a->index], *y = &b->from->pieces[b->index];
    return x->kind == y->kind && is_same_place(&x->place, &y->place) &&
           strcmp(x->text, y->text) == 0 && x->is_static == y->is_static &&
           x->packed.set == y->packed.set && x->packed.limit == y->packed.limit &&
           x->claim_count == y->claim_count && a->need_count == b->need_count &&
           is_same_list((const char *const *)x->names, x->name_count, (const char *const *)y->names,
                        y->name_count) &&
           is_same_list((const char *const *)x->hidden, x->hidden_count,
                        (const char *const *)y->hidden, y->hidden_count) &&
           (!a->need_count || memcmp(a->needs, b->needs, a->need_count * sizeof *a->needs) == 0);
}

static size_t hash(const char *text)
{
    size_t value = 5381;
    while (*text)
        value = value * 33 + (unsigned char)*text++;
    return value % BUCKETS;
}

/* The item of a piece: one that is there, or a new one. */
static size_t find_item(search *in, const shared_piece *wanted)
{
    sharing *all = in->all;
    size_t *bucket = &in->buckets[hash(wanted->from->pieces[wanted->index].text)];
    size_t item = *bucket;
    while (item && !is_same(&all->items[item - 1], wanted))
        item = all->items[item - 1].next;
    if (!item) {
        shared_piece *added = ARENA_PUSH(in->from->memory, all->items, all->count);
        *added = *wanted;
        added->next = *bucket;
        item = *bucket = all->count;
    }
    return item - 1;
}

static void add_function(search *in, const function *shown)
{
    arena *memory = in->from->memory;
    sharing *all = in->all;
    size_t *items = arena_array(memory, shown->piece_count + 1, sizeof *items);
    for (size_t i = 0; i < shown->piece_count; i++) {
        shared_piece wanted = {.from = shown, .index = i};
        items[i] = NOT_SHARED;
        if (shown->pieces[i].alias_count || !find_needs(in, shown, i, items, &wanted))
            continue;
        items[i] = find_item(in, &wanted);
        shared_piece *found = &all->items[items[i]];
        *ARENA_PUSH(memory, found->users, found->user_count) = shown;
    }
    size_t count = all->function_count;
    *ARENA_PUSH(memory, all->pieces, count) = items;
    *ARENA_PUSH(memory, all->functions, all->function_count) = shown;
}

sharing emit_find_shared(const emission *from)
{
    const body_reading bodies = from->options->bodies;
    const module *all = from->module;
    sharing result = {0};
    search *in = arena_array(from->memory, 1, sizeof *in);
    in->from = from;
    in->all = &result;
    if (bodies == BODIES_TREE || bodies == BODIES_LOWERED) /* one text a function */
        return result;
    for (size_t u = 0; u < all->ufunc_count; u++)
        for (size_t i = 0; i < all->ufuncs[u].function_count && !all->ufuncs[u].declared; i++)
            if (takes_part(from, all->ufuncs[u].functions[i]))
                add_function(in, all->ufuncs[u].functions[i]);
    size_t number = 0;
    for (size_t i = 0; i < result.count; i++)
        if (result.items[i].user_count > 1)
            result.items[i].number = ++number;
    return result;
}

bool emit_takes_part(const sharing *all, const function *shown)
{
    for (size_t i = 0; i < all->function_count; i++)
        if (all->functions[i] == shown)
            return true;
    return false;
}

static size_t item_of(const sharing *all, const function *shown, size_t piece)
{
    for (size_t i = 0; i < all->function_count; i++)
        if (all->functions[i] == shown)
            return all->pieces[i][piece];
    return NOT_SHARED;
}

bool emit_shared_is(const sharing *all, const function *shown, size_t piece, size_t item)
{
    return item_of(all, shown, piece) == item;
}

size_t emit_shared_number(const sharing *all, const function *shown, size_t piece)
{
    const size_t item = item_of(all, shown, piece);
    return item == NOT_SHARED ? 0 : all->items[item].number;
}
