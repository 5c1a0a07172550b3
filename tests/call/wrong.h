/* wrong.h: wrong calls: the status, the exact sentence, and outputs as they were. */
#ifndef CALL_WRONG_H
#define CALL_WRONG_H

#include <weft/weft.h>

/* Makes every wrong call on the target; the exit status. */
int wrong_run(weft_target target);

#endif
