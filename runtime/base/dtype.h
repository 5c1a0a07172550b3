/* dtype.h: facts about dtypes that the runtime's hot paths look up. */
#ifndef WEFT_DTYPE_H
#define WEFT_DTYPE_H

#include <weft/weft.h>

/* One row of the table of dtypes; row 0 is WEFT_NONE. */
typedef struct dtype_facts {
    const char *name;
    const char *npy;   /* the .npy code without byte order, "" if there is none */
    uint8_t size;      /* bytes */
    uint8_t alignment; /* bytes */
    uint8_t part;      /* bytes of what a byte swap reverses: half a complex number */
    uint8_t kind_rank; /* bool 0, unsigned 1, signed 2, floating 3, complex 4 */
    char kind;         /* b i u f c */
    uint16_t safe;     /* bit t: casts safely to dtype t */
} dtype_facts;

extern const dtype_facts dtype_table[WEFT_DTYPE_END];

/* Whether a byte that claims to be a dtype is one (not WEFT_NONE). */
static inline bool dtype_is_valid(unsigned dtype)
{
    return dtype > WEFT_NONE && dtype < WEFT_DTYPE_END;
}

/* Whether a cast between two valid dtypes loses nothing, by the table of docs/semantics.md. */
static inline bool dtype_is_safe(unsigned from, unsigned to)
{
    return dtype_table[from].safe >> to & 1;
}

#endif
