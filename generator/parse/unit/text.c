#include "text.h"

#include <ctype.h>
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

/* Adds the lines that say where a text goes on in another line than the next: it holds a file that
 * was included. Whoever writes the text finds them by their beginning. */
static void add_lines(const parse_unit *unit, CXFile file, const char *source, unsigned begin,
                      unsigned end, edit_list *edits)
{
    CXSourceLocation start = clang_getLocationForOffset(unit->unit, file, begin);
    location expected = unit_location(unit, start);
    for (unsigned at = begin; unit_is_flat(unit) && at < end; at++) {
        if (source[at] != '\n' || at + 1 >= end)
            continue;
        CXSourceLocation next = clang_getLocationForOffset(unit->unit, file, at + 1);
        location found = unit_location(unit, next);
        expected.line++;
        if (!unit_is_written(unit, next) ||
            (found.line == expected.line && strcmp(found.file, expected.file) == 0))
            continue;
        expected = found;
        edits_add(edits, at + 1, at + 1,
                  arena_format(unit->memory, TEXT_LINE "%u %s\n", found.line, found.file));
    }
}

static bool is_of_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Appends a piece, behind a blank where two words would become one. */
static char *append(char *out, const char *first, const char *piece, size_t length)
{
    if (out > first && length && is_of_word(out[-1]) && is_of_word(*piece))
        *out++ = ' ';
    memcpy(out, piece, length);
    return out + length;
}

const char *text_edited(const parse_unit *unit, CXFile file, unsigned begin, unsigned end,
                        const edit_list *edits)
{
    size_t size, length = end - begin + 1;
    const char *source = clang_getFileContents(unit->unit, file, &size);
    if (!source || end > size || begin > end)
        return "";
    edit_list all = {.memory = unit->memory}; /* at one place a new line comes first */
    add_lines(unit, file, source, begin, end, &all);
    edits_add_all(&all, edits->items, edits->count);
    sort_edits(&all);
    for (size_t i = 0; i < all.count; i++)
        length += strlen(all.items[i].text) + 2; /* with a blank on each side */
    char *text = arena_array(unit->memory, length, 1), *out = text;
    unsigned at = begin;
    for (size_t i = 0; i < all.count; i++) {
        const text_edit *edit = &all.items[i];
        if (edit->begin < at || edit->end > end)
            continue; /* outside, or inside a replaced range */
        out = append(out, text, source + at, edit->begin - at);
        out = append(out, text, edit->text, strlen(edit->text));
        at = edit->end;
    }
    append(out, text, source + at, end - at);
    return text;
}

void growing_add(growing_text *to, const char *text, size_t length)
{
    if (length >= to->room - to->length) {
        size_t room =
            2 * to->room > to->length + length + 1 ? 2 * to->room : to->length + length + 256;
        char *fresh = arena_array(to->memory, room, 1);
        if (to->length)
            memcpy(fresh, to->text, to->length);
        to->text = fresh;
        to->room = room;
    }
    if (length)
        memcpy(to->text + to->length, text, length);
    to->length += length;
}

const char *growing_finish(growing_text *of)
{
    growing_add(of, "", 0);
    of->text[of->length] = '\0';
    return of->text;
}
