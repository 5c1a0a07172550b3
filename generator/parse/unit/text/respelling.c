#include "respelling.h"

#include <string.h>

bool respelling_is_possible(const char *name, size_t length)
{
    return length > RESPELLING_LENGTH && name[0] == '_' && name[1] == '_';
}

void respelling_undo_in(char *text, size_t length)
{
    for (size_t at = 0; at + RESPELLING_LENGTH <= length; at++)
        if (memcmp(text + at, RESPELLING, RESPELLING_LENGTH) == 0)
            memset(text + at, '_', RESPELLING_LENGTH);
}

const char *respelling_undo(arena *memory, const char *text)
{
    char *copy = arena_copy(memory, text);
    respelling_undo_in(copy, strlen(copy));
    return copy;
}
