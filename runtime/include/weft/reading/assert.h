/* assert.h: <assert.h> as the generator reads it: an assertion is nothing, for the code that it
 * writes is compiled under NDEBUG. NDEBUG itself stays as the user has it, for conditions of his
 * that ask. */
#include_next <assert.h>
#undef assert
#define assert(...) ((void)0)
