/* check.h: what all unit tests include, and assertions about failures. */
#ifndef CHECK_H
#define CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <weft/weft.h>

#define SHAPE(...) ((const int64_t[]){__VA_ARGS__})

/* The call succeeded; else its text is shown. */
#define assert_ok(error, expression)                       \
    do {                                                   \
        (error).text[0] = '\0';                            \
        if ((expression) != WEFT_OK)                       \
            fail_msg("%s: %s", #expression, (error).text); \
    } while (0)

/* The call failed with this status, and its text contains these words. */
#define assert_fails(error, wanted, words, expression)                       \
    do {                                                                     \
        memset(&(error), 0, sizeof(error));                                  \
        assert_int_equal(expression, wanted);                                \
        assert_int_equal((error).status, wanted);                            \
        if (!strstr((error).text, words))                                    \
            fail_msg("\"%s\" does not contain \"%s\"", (error).text, words); \
    } while (0)

#endif
