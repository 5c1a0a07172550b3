/* operation.c: the life of a call. */
#include "operation.h"

#include <string.h>

static _Thread_local const weft_options *followed __attribute__((tls_model("initial-exec")));

const weft_options *operation_follow(const weft_options *options)
{
    const weft_options *before = followed;
    followed = options;
    return before;
}

const weft_options *operation_followed(void)
{
    return followed;
}

void operation_begin(operation *all, const weft_ufunc *ufunc)
{
    memset(all, 0, offsetof(operation, operands));
    all->ufunc = ufunc;
    all->made = 0;
    all->work = 1;
    all->reading = -1;
    all->options.size = sizeof all->options;
    all->codes.rule = WEFT_CODES_FAIL;
    if (ufunc && ufunc->code_count) {
        all->options.codes = &all->codes;
        all->codes.errors = all->codes.warnings = 0;
    }
    all->options.allocate = result_allocate;
    all->options.allocate_context = all;
}

void operation_end(operation *all)
{
    Py_XDECREF(all->stream_object);
    PyMem_Free(all->offsets);
    for (int i = 0; i < all->count; i++) {
        Py_XDECREF(all->holds[i].object);
        if (i < WEFT_MAX_OPERANDS)
            Py_XDECREF(all->results[i]);
    }
}
