/* literal.h: elements as the case lists write them, read and compared without the runtime. */
#ifndef LITERAL_H
#define LITERAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <weft/weft.h>

/* A list of numbers, `v*n` for n equal ones; a complex element is two of them. */
typedef struct literal_list {
    const char *text;   /* borrowed: what is not read yet */
    const char *number; /* borrowed: the last one read */
    int64_t repeats;    /* how often that one is still to come */
} literal_list;

/* Reads the next element of the list; false where there is none, or no value of the dtype. */
bool literal_read(literal_list *list, weft_dtype dtype, bool swapped, char *element);

/* Whether the whole list has been read. */
bool literal_is_at_end(const literal_list *list);

/* Whether two elements are the same bits, any NaN for any, or, of floating dtypes, not more than
 * `ulps` units in the last place of the expected one apart (of its modulus, for a complex one). */
bool literal_is_same(const char *expected, const char *found, bool found_swapped, weft_dtype dtype,
                     int ulps);

/* Writes an element as text for a message. */
void literal_print(const char *element, bool swapped, weft_dtype dtype, char *text, size_t size);

#endif
