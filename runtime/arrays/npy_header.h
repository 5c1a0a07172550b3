/* npy_header.h: the text header of a .npy file: a Python dict literal. */
#ifndef WEFT_NPY_HEADER_H
#define WEFT_NPY_HEADER_H

#include <weft/weft.h>

/* Parses a header's text of `length` bytes (no terminator) into the dtype, byte order flag, rank,
 * shape and steps of *array; its other fields are 0. `path` is for messages. */
weft_status npy_header_parse(const char *text, size_t length, const char *path, weft_array *array,
                             weft_error *error);

/* Writes magic, version and header of an array in native byte order, in C or Fortran order, into
 * `buffer`; returns their length, a multiple of 64. */
enum { NPY_HEADER_MOST = 1024 };
size_t npy_header_print(const weft_array *array, bool fortran, char buffer[NPY_HEADER_MOST]);

#endif
