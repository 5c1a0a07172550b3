/* needs.h: whether the flags of the user's compiler leave kernels what they need. */
#ifndef WEFT_NEEDS_H
#define WEFT_NEEDS_H

#include "commands/text.h"

/* Why code of <weft/loop/needs.h> cannot be made by the words of $CC with these flags: a sentence,
 * in the arena, that names the first flag that is in the way. NULL where it can be made, or where
 * there is no compiler. */
const char *needs_fault(arena *memory, const text_list *flags, const char *include_folder);

#endif
