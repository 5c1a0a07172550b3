/* shipped.h: the shipped library opened, and calls of it on every target to be had. */
#ifndef SHIPPED_H
#define SHIPPED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <weft/weft.h>

static weft_library *shipped;

/* cmocka's group set-up. */
static int open_shipped(void **state)
{
    (void)state;
    weft_error error;
    weft_status status = weft_library_open(STD_LIBRARY, &shipped, &error);
    if (status != WEFT_OK)
        print_error("%s\n", error.text);
    return status == WEFT_OK ? 0 : -1;
}

/* cmocka's group tear-down. */
static int close_shipped(void **state)
{
    (void)state;
    weft_library_close(shipped);
    return 0;
}

/* Calls the ufunc of that name on one target; fails the test with the error's sentence. */
static inline void call_shipped(const char *name, weft_target target, weft_array *const *operands)
{
    const weft_ufunc *ufunc = weft_library_find(shipped, name);
    if (ufunc == NULL)
        fail_msg("there is no ufunc %s", name);
    weft_error error;
    if (weft_call(ufunc, operands, &(weft_options){.target = target}, &error) != WEFT_OK)
        fail_msg("%s on %s: %s", name, weft_target_name(target), error.text);
}

/* The next target from *target on that can be used here; false after the last. */
static inline bool next_target(weft_target *target)
{
    for (*target = *target + 1; *target < WEFT_TARGET_END; *target = *target + 1)
        if (weft_target_check(*target, NULL, NULL) == WEFT_OK)
            return true;
    return false;
}

#endif
