/* arena.h: the generator's memory: everything of one run is freed at once. */
#ifndef WEFT_ARENA_H
#define WEFT_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct arena arena;

/* A new, empty arena; never NULL (out of memory ends the tool with a message, status 1). */
arena *arena_new(void);
void arena_free(arena *memory);

/* Zeroed memory for `count` elements of `size` bytes, aligned for any type. */
void *arena_array(arena *memory, size_t count, size_t size);
/* A copy of the first `length` bytes of text, terminated. */
char *arena_text(arena *memory, const char *text, size_t length);
char *arena_copy(arena *memory, const char *text);
char *arena_format(arena *memory, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_format_list(arena *memory, const char *format, va_list list)
    __attribute__((format(printf, 2, 0)));

/* A growing array in an arena: ARENA_PUSH(memory, items, count) makes room for one more element
 * behind `items` (capacities are powers of two) and counts it. */
void *arena_grow(arena *memory, void *items, size_t count, size_t size);
#define ARENA_PUSH(memory, items, count) \
    ((items) = arena_grow((memory), (items), (count), sizeof *(items)), &(items)[(count)++])

#endif
