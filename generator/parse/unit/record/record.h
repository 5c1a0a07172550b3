/* record.h: C structures as operands: rows of numbers, or an operand for each member. */
#ifndef WEFT_PARSE_RECORD_H
#define WEFT_PARSE_RECORD_H

#include "model/declaration.h"
#include "parse/unit/unit.h"

/* The numbers of a structure, one behind the other. */
typedef struct record_row {
    CXType element; /* the type of the first number */
    size_t count;
    const char *fields;   /* "pmt, eb[3], em" */
    const char *obstacle; /* why it is no operand; NULL: it is */
    const char *constant; /* a member that is const; NULL: none is */
    bool is_mixed;        /* some numbers are of another type, or stand apart */
} record_row;

/* Reads a structure type. */
record_row record_read(const parse_unit *unit, CXType type);

/* Adds to a parameter what stands for the members of its structure, which is mixed: numbers,
 * arrays, and for a structure inside that is a row a row. */
void record_members(const parse_unit *unit, CXType type, parameter *whole);

/* ---- for these files ---- */

/* A member of a structure: its type without the extents of an array. */
typedef struct record_member {
    const char *name; /* "" of one without */
    CXType type;
    int64_t sizes[WEFT_MAX_RANK];
    size_t rank, count; /* count: of elements */
} record_member;

record_member record_read_member(const parse_unit *unit, CXCursor field);

#endif
