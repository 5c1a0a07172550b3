/* trace.c: WEFT_TRACE. */
#include "trace.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nvtx.h"
#include "print.h"

atomic_int trace_wanted = -1;

int trace_read(void)
{
    const char *text = getenv("WEFT_TRACE");
    int wanted = 0;
    while (text && *text) {
        const size_t length = strcspn(text, ",");
        if (length == 4 && strncmp(text, "nvtx", 4) == 0)
            wanted |= nvtx_open() ? TRACE_RANGES : 0;
        else if (length && !(length == 1 && *text == '0'))
            wanted |= TRACE_PLANS;
        text += length + (text[length] == ',');
    }
    atomic_store_explicit(&trace_wanted, wanted, memory_order_relaxed);
    return wanted;
}

void trace_write(const plan_text *block)
{
    ssize_t written = write(STDERR_FILENO, block->data, block->length);
    (void)written; /* a trace that cannot be written is none */
}

void trace_plan(const weft_plan *plan, uint32_t staged, uint32_t cast)
{
    char block[4096]; /* more than 32 operands of a few axes have; one write takes it whole */
    plan_text text = {.data = block, .size = sizeof block};
    plan_print(plan, staged, cast, &text);
    plan->place->backend->print(plan, &text);
    trace_write(&text);
}
