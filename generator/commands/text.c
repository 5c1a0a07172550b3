#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void text_add(arena *memory, text_list *list, const char *text)
{
    *ARENA_PUSH(memory, list->items, list->count) = text;
}

void text_add_format(arena *memory, text_list *list, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    text_add(memory, list, arena_format_list(memory, format, values));
    va_end(values);
}

void text_add_all(arena *memory, text_list *list, const text_list *more)
{
    for (size_t i = 0; i < more->count; i++)
        text_add(memory, list, more->items[i]);
}

void text_split(arena *memory, text_list *list, const char *text, const char *separators)
{
    while (*(text += strspn(text, separators))) {
        size_t length = strcspn(text, separators);
        text_add(memory, list, arena_text(memory, text, length));
        text += length;
    }
}

char *const *text_vector(arena *memory, const text_list *list)
{
    char **vector = arena_array(memory, list->count + 1, sizeof *vector);
    for (size_t i = 0; i < list->count; i++)
        vector[i] = arena_copy(memory, list->items[i]);
    return vector;
}

static void print_word(FILE *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=/.,:@%";
    if (*word && !word[strspn(word, plain)]) {
        fputs(word, out);
        return;
    }
    fputc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            fputc(*word, out);
    fputc('\'', out);
}

void text_print_command(FILE *out, const text_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (i)
            fputc(' ', out);
        print_word(out, list->items[i]);
    }
    fputc('\n', out);
}

const char *text_replace(arena *memory, const char *text, const char *from, const char *to)
{
    const char *done = "";
    for (const char *at; (at = strstr(text, from)); text = at + strlen(from))
        done = arena_format(memory, "%s%.*s%s", done, (int)(at - text), text, to);
    return arena_format(memory, "%s%s", done, text);
}

const char *text_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *text_folder(arena *memory, const char *path)
{
    size_t length = (size_t)(text_file_name(path) - path);
    while (length > 1 && path[length - 1] == '/')
        length--;
    return length ? arena_text(memory, path, length) : arena_copy(memory, ".");
}

const char *text_absolute(arena *memory, const char *path)
{
    if (path[0] == '/')
        return path;
    char *folder = getcwd(NULL, 0);
    if (!folder)
        return path;
    const char *absolute = arena_format(memory, "%s/%s", folder, path);
    free(folder);
    return absolute;
}

bool text_whole_number(const char *text, long least, long most, long *value)
{
    if (!*text || text[strspn(text, "0123456789")])
        return false;
    errno = 0;
    long number = strtol(text, NULL, 10);
    if (errno || number < least || number > most)
        return false;
    *value = number;
    return true;
}
