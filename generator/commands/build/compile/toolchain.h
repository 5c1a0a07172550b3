/* toolchain.h: the compilers that `weft build` drives, and how it calls them. */
#ifndef WEFT_TOOLCHAIN_H
#define WEFT_TOOLCHAIN_H

#include "commands/text.h"

/* The C compiler. */
typedef struct c_toolchain {
    text_list command; /* the words of $CC, or one program */
    text_list flags;   /* how every kernel is compiled */
    bool is_x86_64;    /* what it compiles for */
} c_toolchain;

/* CUDA's compiler and its companions; they are called in the build's folder, with plain names only,
 * because nvcc hands its arguments to a shell. */
typedef struct cuda_toolchain {
    const char *nvcc, *ptxas, *fatbinary;
    text_list architectures; /* that it knows: "75", "80", … */
} cuda_toolchain;

/* Makes a file of our own in the folder for such, whose name ends so; NULL where there can be none.
 */
const char *toolchain_make_scratch(arena *memory, const char *end);

/* Appends the words of $CC, or else cc, gcc or clang of PATH; NULL, or the sentence that says why
 * there is none. */
const char *toolchain_command_fault(arena *memory, text_list *command);

/* Finds $CC, else cc, gcc or clang on PATH, and what it can do. `scratch` names a file for its
 * output. Reports and returns false if there is none that works. */
bool toolchain_find_c(arena *memory, const char *scratch, c_toolchain *found);
/* The same without a report: NULL, or the sentence that says why not, in the arena. */
const char *toolchain_c_fault(arena *memory, const char *scratch, c_toolchain *found);

/* The macros that the C compiler has behind a text, with these flags and those of every kernel:
 * lines that begin with #define, among others. In the arena; NULL, and why in *why, where it cannot
 * tell. */
const char *toolchain_macros(arena *memory, const text_list *flags, const char *text,
                             const char **why);

/* Whether the C compiler takes those of the user's flags that not every compiler knows: -std.
 * Reports which it does not. */
bool toolchain_check_flags(arena *memory, const char *scratch, const c_toolchain *found,
                           const text_list *flags);

/* Finds nvcc: $NVCC, PATH, $CUDA_PATH/bin, /usr/local/cuda/bin, or that of the tool's own build.
 * False if there is none that works; reports that where `needed`, with the places, and warns of one
 * that is found, but is too old or does not work. */
bool toolchain_find_cuda(arena *memory, const char *scratch, bool needed, cuda_toolchain *found);
/* The same without a report: NULL, or the sentence that says why the gpu target cannot be built, in
 * the arena. found->nvcc is NULL where there is none at all. */
const char *toolchain_cuda_fault(arena *memory, const char *scratch, cuda_toolchain *found);

#endif
