/* dtype.h: facts about dtypes that the runtime's hot paths look up. */
#ifndef WEFT_DTYPE_H
#define WEFT_DTYPE_H

#include <weft/weft.h>

/* One row of the table of dtypes; row 0 is WEFT_NONE. */
typedef struct dtype_facts {
    const char *name;
    const char *npy;   /* the .npy code without byte order, "" if there is none */
    uint8_t size;      /* bytes */
    uint8_t part;      /* bytes of what is aligned, and reversed by a byte swap: half a complex
                          number */
    uint8_t kind_rank; /* bool 0, unsigned 1, signed 2, floating 3, complex 4 */
    char kind;         /* b i u f c */
    uint8_t value;     /* the dtype that bodies compute in */
    uint8_t digits;    /* bits of the significand; of an integer without its sign */
    uint16_t exponent; /* finite values are below 2 to this power */
} dtype_facts;

extern const dtype_facts dtype_table[WEFT_DTYPE_END];

/* Whether a byte that claims to be a dtype is one (not WEFT_NONE). */
static inline bool dtype_is_valid(unsigned dtype)
{
    return dtype > WEFT_NONE && dtype < WEFT_DTYPE_END;
}

/* Whether a cast between two valid dtypes loses nothing, but that 64-bit integers may become
 * float64, as in NumPy: the table of docs/semantics.md. */
static inline bool dtype_is_safe(unsigned from, unsigned to)
{
    enum { MOST_DIGITS = 53 };
    const dtype_facts *source = &dtype_table[from], *target = &dtype_table[to];
    int digits = source->digits < MOST_DIGITS ? source->digits : MOST_DIGITS;
    return source->kind_rank <= target->kind_rank && digits <= target->digits &&
           source->exponent <= target->exponent;
}

#endif
