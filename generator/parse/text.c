#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void edits_add(edit_list *list, unsigned begin, unsigned end, const char *text)
{
    *ARENA_PUSH(list->memory, list->items, list->count) = (text_edit){begin, end, text};
}

void edits_add_all(edit_list *list, const text_edit *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        edits_add(list, items[i].begin, items[i].end, items[i].text);
}

/* Whether an edit stands behind another: what is inserted stands before what is replaced. */
static bool is_behind(const text_edit *one, const text_edit *other)
{
    return one->begin > other->begin ||
           (one->begin == other->begin && one->end > one->begin && other->end == other->begin);
}

/* Sorts by offset; else edits at one offset stay in the order they were added. */
static void sort_edits(edit_list *list)
{
    for (size_t i = 1; i < list->count; i++) {
        text_edit moved = list->items[i];
        size_t k = i;
        for (; k && is_behind(&list->items[k - 1], &moved); k--)
            list->items[k] = list->items[k - 1];
        list->items[k] = moved;
    }
}

const char *text_edited(const parse_unit *unit, CXFile file, unsigned begin, unsigned end,
                        edit_list *edits)
{
    size_t size, length = end - begin + 1;
    const char *source = clang_getFileContents(unit->unit, file, &size);
    if (!source || end > size || begin > end)
        return "";
    sort_edits(edits);
    for (size_t i = 0; i < edits->count; i++)
        length += strlen(edits->items[i].text);
    char *text = arena_array(unit->memory, length, 1), *out = text;
    unsigned at = begin;
    for (size_t i = 0; i < edits->count; i++) {
        const text_edit *edit = &edits->items[i];
        if (edit->begin < at || edit->end > end)
            continue; /* outside, or inside a replaced range */
        memcpy(out, source + at, edit->begin - at);
        out += edit->begin - at;
        size_t inserted = strlen(edit->text);
        memcpy(out, edit->text, inserted);
        out += inserted;
        at = edit->end;
    }
    memcpy(out, source + at, end - at);
    return text;
}

/* Letters outside ASCII are of several bytes. */
static bool is_name_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_' || (unsigned char)byte >= 0x80;
}

void text_each_identifier(const char *text, void (*found)(const char *name, size_t length, void *),
                          void *context)
{
    while (*text) {
        if (!isdigit((unsigned char)*text) && is_name_byte(*text)) {
            size_t length = 1;
            while (is_name_byte(text[length]))
                length++;
            found(text, length, context);
            text += length;
        } else if (isdigit((unsigned char)*text)) {
            while (isalnum((unsigned char)*text) || *text == '_' || *text == '.')
                text++;
        } else {
            text++;
        }
    }
}
