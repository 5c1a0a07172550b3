/* exact.h: the loop that takes operands as they are. Most calls have one, and most ask again for
 * the one that an earlier call asked for: those that were found are kept in a small table. */
#ifndef WEFT_EXACT_H
#define WEFT_EXACT_H

#include <stdatomic.h>

#include <weft/weft.h>

enum { EXACT_SLOTS = 64 };

/* By ufunc and first dtype; each the first of its ufunc that takes what it takes. Not to be read
 * but by exact_known. */
extern _Atomic(const weft_loop *) exact_found[EXACT_SLOTS];

/* Searches all loops, and keeps what it finds. */
const weft_loop *exact_search(const weft_ufunc *ufunc, const uint8_t *dtypes, unsigned slot);

/* Forgets all loops, when some are about to go. */
void exact_forget(void);

/* Whether the loop has exactly these inputs. */
static inline bool exact_takes(const weft_loop *loop, const uint8_t *dtypes, int input_count)
{
    for (int i = 0; i < input_count; i++)
        if (loop->dtypes[i] != dtypes[i])
            return false;
    return true;
}

static inline unsigned exact_slot(const weft_ufunc *ufunc, uint8_t first)
{
    return (unsigned)((uintptr_t)ufunc / 16 + first * 5u) % EXACT_SLOTS;
}

/* A loop of the ufunc, as a rule the last that was found for that first dtype, but its dtypes may
 * be any; NULL: none. */
static inline const weft_loop *exact_known(const weft_ufunc *ufunc, uint8_t first)
{
    const weft_loop *loop =
        atomic_load_explicit(&exact_found[exact_slot(ufunc, first)], memory_order_relaxed);
    const bool is_own =
        (uintptr_t)loop - (uintptr_t)ufunc->loops < (uintptr_t)ufunc->loop_count * sizeof *loop;
    return is_own ? loop : NULL;
}

/* The first loop of a ufunc of some inputs that has exactly these; NULL: none. */
static inline const weft_loop *exact_find(const weft_ufunc *ufunc, const uint8_t *dtypes,
                                          int input_count)
{
    const weft_loop *loop = exact_known(ufunc, dtypes[0]);
    return loop && exact_takes(loop, dtypes, input_count)
               ? loop
               : exact_search(ufunc, dtypes, exact_slot(ufunc, dtypes[0]));
}

#endif
