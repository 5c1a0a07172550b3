#include "exact.h"

_Atomic(const weft_loop *) exact_found[EXACT_SLOTS];

const weft_loop *exact_search(const weft_ufunc *ufunc, const uint8_t *dtypes, unsigned slot)
{
    for (const weft_loop *loop = ufunc->loops; loop < ufunc->loops + ufunc->loop_count; loop++)
        if (exact_takes(loop, dtypes, ufunc->input_count)) {
            atomic_store_explicit(&exact_found[slot], loop, memory_order_relaxed);
            return loop;
        }
    return NULL;
}

void exact_forget(void)
{
    for (int slot = 0; slot < EXACT_SLOTS; slot++)
        atomic_store_explicit(&exact_found[slot], NULL, memory_order_relaxed);
}
