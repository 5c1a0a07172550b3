/* compiler_flags.h: what the flags of a C compiler say of the sources that it reads. */
#ifndef WEFT_COMPILER_FLAGS_H
#define WEFT_COMPILER_FLAGS_H

#include "commands/text.h"

/* Appends to `flags` what the flags in a file, one a line, say of definitions, folders of headers
 * and the standard, each as one word: -DNAME=VALUE, -UNAME, -IDIR, -iquoteDIR, -isystemDIR,
 * -idirafterDIR, -isysrootDIR, --sysroot=DIR, -std=STANDARD. A line that begins with SHELL: is
 * split as CMake does it. To `code` those that say how code is made, -m and -f. Others are passed
 * over. NULL, or the sentence, in the arena, that says which flag cannot be followed. */
const char *compiler_flags_read(arena *memory, const char *path, text_list *flags, text_list *code);
/* The same of words, from the `first` on. */
const char *compiler_flags_of(arena *memory, const text_list *words, size_t first, text_list *flags,
                              text_list *code);

#endif
