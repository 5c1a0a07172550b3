/* packing.h: what #pragma pack says at a place. */
#ifndef WEFT_PARSE_PACKING_H
#define WEFT_PARSE_PACKING_H

#include "outline.h"

/* Whether a declaration defines a structure or union, in its body too. */
bool packing_matters(CXCursor declaration);

/* The packing that the bytes [begin, end) of a file are read under. */
packing packing_of(const parse_unit *unit, CXFile file, unsigned begin, unsigned end);

#endif
