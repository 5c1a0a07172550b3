#include "arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 1 << 16 };

/* One piece of memory from malloc; allocations are cut from its front. */
typedef struct block {
    struct block *previous;
    size_t used, size;
    _Alignas(max_align_t) char bytes[];
} block;

struct arena {
    block *last;
};

static void out_of_memory(void)
{
    fputs("weft: error: out of memory\n", stderr);
    exit(1);
}

arena *arena_new(void)
{
    arena *memory = calloc(1, sizeof *memory);
    if (!memory)
        out_of_memory();
    return memory;
}

void arena_free(arena *memory)
{
    if (!memory)
        return;
    for (block *item = memory->last; item;) {
        block *previous = item->previous;
        free(item);
        item = previous;
    }
    free(memory);
}

void *arena_array(arena *memory, size_t count, size_t size)
{
    const size_t alignment = _Alignof(max_align_t);
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
        out_of_memory();
    bytes = (bytes + alignment - 1) / alignment * alignment;
    block *last = memory->last;
    if (!last || last->size - last->used < bytes) {
        size_t room = bytes > BLOCK_SIZE ? bytes : BLOCK_SIZE;
        block *fresh = malloc(sizeof *fresh + room);
        if (!fresh)
            out_of_memory();
        *fresh = (block){.previous = last, .size = room};
        memory->last = last = fresh;
    }
    void *result = last->bytes + last->used;
    last->used += bytes;
    return memset(result, 0, bytes);
}

char *arena_text(arena *memory, const char *text, size_t length)
{
    char *copy = arena_array(memory, length + 1, 1);
    return memcpy(copy, text, length);
}

char *arena_copy(arena *memory, const char *text)
{
    return arena_text(memory, text, strlen(text));
}

char *arena_format_list(arena *memory, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    if (length < 0)
        out_of_memory();
    char *text = arena_array(memory, (size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *arena_format(arena *memory, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *text = arena_format_list(memory, format, list);
    va_end(list);
    return text;
}

void *arena_grow(arena *memory, void *items, size_t count, size_t size)
{
    if (count & (count - 1)) /* room is a power of two: full only where count is one, or 0 */
        return items;
    size_t room;
    if (__builtin_mul_overflow(count, (size_t)2, &room))
        out_of_memory();
    void *larger = arena_array(memory, room ? room : 1, size);
    if (count)
        memcpy(larger, items, count * size);
    return larger;
}
