/* hosts.h: what of a function comes along for the hosts alone. */
#ifndef WEFT_PARSE_HOSTS_H
#define WEFT_PARSE_HOSTS_H

#include "carry_state.h"

/* Marks the functions that have a twin on the device, those that are linked, and those that nothing
 * else than these calls. */
void carry_mark_twins(carry_state *state);

#endif
