/* build_output.h: what `weft build` leaves behind, and under which names. */
#ifndef WEFT_BUILD_OUTPUT_H
#define WEFT_BUILD_OUTPUT_H

#include "build.h"

/* The name that a library's file name gives it: "kernels" for "/x/libkernels.so.1". In the
 * arena. */
const char *build_library_name(arena *memory, const char *path);

/* Where the generator writes its depfile until the build is done. In the arena. */
const char *build_depfile(const build *all);

/* Puts the linked library, the depfile and the generated files to be kept under the names that the
 * user gave. Reports and returns false on failure. */
bool build_publish(build *all, const char *library);

#endif
