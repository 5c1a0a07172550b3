#include "normalise.h"

#include <string.h>

#include "normal/normal.h"
#include "parse/dialect/dialect.h"
#include "text/file.h"

static bool same_form(const normal_form *a, const normal_form *b)
{
    bool same = strcmp(a->text, b->text) == 0 && a->range_count == b->range_count;
    for (size_t i = 0; i < a->range_count && same; i++)
        same = strcmp(a->ranges[i].size->name, b->ranges[i].size->name) == 0 &&
               a->ranges[i].least == b->ranges[i].least && a->ranges[i].most == b->ranges[i].most;
    return same;
}

/* "n >= 1 && n <= 2147483647 && m <= 32767" */
static const char *ranges_text(arena *memory, const normal_form *form)
{
    const char *text = "";
    for (size_t i = 0; i < form->range_count; i++) {
        const size_range *range = &form->ranges[i];
        if (range->least > 0)
            text = arena_format(memory, "%s%s%s >= %lld", text, *text ? " && " : "",
                                range->size->name, (long long)range->least);
        if (range->most < INT64_MAX)
            text = arena_format(memory, "%s%s%s <= %lld", text, *text ? " && " : "",
                                range->size->name, (long long)range->most);
    }
    return text;
}

/* Whether calls are asked for the sizes: each is that of an axis of an operand, and not of its type
 * alone. */
static bool has_dimensions(const function *target, const normal_form *form)
{
    for (size_t i = 0; i < form->range_count; i++) {
        const parameter *size = &target->parameters[form->ranges[i].size->position];
        bool found = false;
        for (size_t k = 0; k < target->operand_count && size->kind == PARAMETER_SIZE; k++)
            for (size_t axis = 0; axis < target->core.operands[k].rank; axis++) {
                const extent *one = &target->core.operands[k].extents[axis];
                found |= extent_is_name(one) && strcmp(one->terms[0].name, size->name) == 0;
            }
        if (!found)
            return false;
    }
    return true;
}

void normalise_add(parser *reader, function *target, normal_body **forms, size_t *count)
{
    arena *memory = reader->memory;
    normal_form first, other;
    const ir_function *tree = target->bodies[0]->tree;
    const ir_extent extent = tree->body ? tree->body->extent : (ir_extent){0};
    if (!tree->text || extent.begin >= extent.end || extent.end > tree->text_size ||
        !normal_find(memory, tree, &first) || !has_dimensions(target, &first))
        return;
    for (size_t i = 1; i < target->binding_count; i++)
        if (!normal_find(memory, target->bodies[i]->tree, &other) || !same_form(&first, &other))
            return;
    const char *written = arena_text(memory, tree->text + extent.begin, extent.end - extent.begin);
    const char *text = first.range_count
                           ? arena_format(memory, "{ if (%s) %s else %s }",
                                          ranges_text(memory, &first), first.text, written)
                           : first.text;
    *ARENA_PUSH(memory, *forms, *count) =
        (normal_body){target, extent.begin, extent.end, text, first.ranges, first.range_count};
}

/* The text that the file was read in: *flat where that is not its own. */
static const char *find_text(parser *reader, const char *path, const flat_text **flat, size_t *size)
{
    *flat = NULL;
    for (size_t i = 0; i < reader->text_count; i++)
        if (strcmp(reader->texts[i]->path, path) == 0)
            *flat = reader->texts[i];
    const struct CXUnsavedFile *own = dialect_file(reader, path);
    *size = *flat ? (*flat)->text.length : own ? own->Length : 0;
    return *flat ? (*flat)->text.text : own ? own->Contents : file_read(reader->memory, path, size);
}

/* Where an offset of the text comes from, which is the file's own where `from` is NULL. */
static location place_of(const flat_text *from, const char *path, const char *text, size_t offset)
{
    if (from)
        return flat_place(from, offset, NULL);
    location place = {.file = path, .line = 1, .column = 1, .offset = (unsigned)offset};
    for (size_t i = 0; i < offset; i++) {
        place.line += text[i] == '\n';
        place.column = text[i] == '\n' ? 1 : place.column + 1;
    }
    return place;
}

/* Adds what stands as it stood, each run of it. */
static void add_written(flat_text *to, const flat_text *from, const char *path, const char *text,
                        size_t begin, size_t end)
{
    location place = place_of(from, path, text, begin);
    flat_begin_run(to, place, false);
    for (size_t at = begin, next; at < end; at = next) {
        bool fixed = false;
        if (from) {
            place = flat_place(from, at, &fixed);
            next = end;
            for (size_t i = 0; i < from->run_count; i++)
                if (from->runs[i].begin > at) {
                    next = from->runs[i].begin < end ? from->runs[i].begin : end;
                    break;
                }
        } else {
            const char *line = memchr(text + at, '\n', end - at);
            next = line ? (size_t)(line - text) + 1 : end;
        }
        flat_begin_run(to, place, fixed);
        growing_add(&to->text, text + at, next - at);
        place.offset += (unsigned)(next - at);
        place.line++, place.column = 1;
    }
}

/* Adds a normal form, whose lines are about those of what it stands for. */
static void add_form(flat_text *to, const char *form, location place)
{
    while (*form) {
        const size_t length = strcspn(form, "\n") + (strchr(form, '\n') != NULL);
        flat_begin_run(to, place, true);
        growing_add(&to->text, form, length);
        form += length;
        place.line++;
    }
}

/* The forms by where they stand; false where two overlap, or one is of another file. */
static bool sort_forms(normal_body *forms, size_t count, const char *text, size_t size)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && forms[k - 1].begin > forms[k].begin; k--) {
            const normal_body moved = forms[k];
            forms[k] = forms[k - 1];
            forms[k - 1] = moved;
        }
    for (size_t i = 0; i < count; i++) {
        const char *written = forms[i].of->bodies[0]->tree->text;
        const size_t length = forms[i].end - forms[i].begin;
        if ((i > 0 && forms[i].begin < forms[i - 1].end) || forms[i].end > size ||
            memcmp(written + forms[i].begin, text + forms[i].begin, length) != 0)
            return false;
    }
    return true;
}

bool normalise_begin(parser *reader, const source_file *source, normal_body *forms, size_t count)
{
    const flat_text *from;
    size_t size, at = 0;
    const char *text = find_text(reader, source->path, &from, &size);
    if (!text || !sort_forms(forms, count, text, size))
        return false;
    flat_text *to = arena_array(reader->memory, 1, sizeof *to);
    *to = (flat_text){.path = source->path, .text.memory = reader->memory};
    for (size_t i = 0; i < count; i++) {
        add_written(to, from, source->path, text, at, forms[i].begin);
        add_form(to, forms[i].text, place_of(from, source->path, text, forms[i].begin));
        at = forms[i].end;
    }
    add_written(to, from, source->path, text, at, size);
    growing_finish(&to->text);
    for (size_t i = 0; i < reader->text_count; i++)
        if (reader->texts[i] == from && from) {
            to->instead_of = from;
            reader->texts[i] = to;
            return true;
        }
    *ARENA_PUSH(reader->memory, reader->texts, reader->text_count) = to;
    return true;
}

void normalise_end(parser *reader, const source_file *source)
{
    for (size_t i = 0; i < reader->text_count; i++)
        if (strcmp(reader->texts[i]->path, source->path) == 0) {
            const flat_text *written = reader->texts[i]->instead_of;
            if (written)
                reader->texts[i] = written;
            else
                reader->texts[i] = reader->texts[--reader->text_count];
            return;
        }
}
