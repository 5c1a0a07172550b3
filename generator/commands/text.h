/* text.h: lists of strings, as command lines are made of. */
#ifndef WEFT_TEXT_H
#define WEFT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "text/arena.h"

/* A growing list of strings in an arena. */
typedef struct text_list {
    const char **items;
    size_t count;
} text_list;

/* Appends a string, which must live as long as the list. */
void text_add(arena *memory, text_list *list, const char *text);
void text_add_format(arena *memory, text_list *list, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void text_add_all(arena *memory, text_list *list, const text_list *more);
/* The words of a text between any of the characters in `separators`, none of them empty. */
void text_split(arena *memory, text_list *list, const char *text, const char *separators);
/* The items with NULL behind them, as exec wants them; in the arena. */
char *const *text_vector(arena *memory, const text_list *list);
/* Prints the items as a line that a shell would read back as the same items. */
void text_print_command(FILE *out, const text_list *list);

/* A text with every occurrence of `from` replaced; in the arena. */
const char *text_replace(arena *memory, const char *text, const char *from, const char *to);

/* The part of a path behind the last slash. */
const char *text_file_name(const char *path);
/* The folder that a path lies in, "." if it names none; in the arena. */
char *text_folder(arena *memory, const char *path);
/* The path itself if it is absolute, else behind the current folder; in the arena. */
const char *text_absolute(arena *memory, const char *path);
/* A whole decimal number from least to most: true and *value. Nothing else is a number here. */
bool text_whole_number(const char *text, long least, long most, long *value);

#endif
