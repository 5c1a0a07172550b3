/* record.h: C structures as rows of numbers. */
#ifndef WEFT_PARSE_RECORD_H
#define WEFT_PARSE_RECORD_H

#include "unit.h"

/* The numbers of a structure, one behind the other. */
typedef struct record_row {
    CXType element; /* the type of every number */
    size_t count;
    const char *fields;   /* "pmt, eb[3], em" */
    const char *obstacle; /* why it is no row; NULL: it is */
} record_row;

/* Reads a structure type. */
record_row record_read(parse_unit *unit, CXType type);

#endif
