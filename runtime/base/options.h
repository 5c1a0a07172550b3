/* options.h: the caller's weft_options, checked and with its defaults filled in. */
#ifndef WEFT_OPTIONS_H
#define WEFT_OPTIONS_H

#include <weft/weft.h>

/* Copies options (NULL: all default) to *resolved. casting is then never the default value. */
weft_status options_resolve(weft_options *resolved, const weft_options *options, const char *who,
                            weft_error *error);

/* "same_kind". */
const char *options_casting_name(weft_casting casting);

#endif
