/* header_macros.h: names that are the user's in his file, but may be macros of a header that the
 * generated code includes. */
#ifndef WEFT_HEADER_MACROS_H
#define WEFT_HEADER_MACROS_H

#include <stdbool.h>

/* Whether some header may have a macro of that name without parameters: NAN, DBL_MAX, I. */
bool header_macros_have(const char *name);

/* The same, or one with parameters, which is in nobody's way but a function's: isnan. */
bool header_macros_have_function(const char *name);

#endif
