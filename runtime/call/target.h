/* target.h: choosing a target. */
#ifndef WEFT_TARGET_H
#define WEFT_TARGET_H

#include "call.h"
#include "plan/backend.h"

/* Refuses an explicitly wanted target that cannot be used, before any other work. */
weft_status target_check(call_state *call, weft_error *error);

#endif
