/* types.h: C types and extents as libclang shows them, turned into the generator's own. */
#ifndef WEFT_PARSE_TYPES_H
#define WEFT_PARSE_TYPES_H

#include "model/declaration.h"
#include "unit.h"

/* Whether a typedef declaration is WEFT_TYPEVAR(T). */
bool types_is_typevar(CXCursor typedef_declaration);

/* That declaration, of a type that is one through any number of typedefs; else null. */
CXCursor types_typevar(CXType type);

/* The dtype of a canonical C type; WEFT_NONE for anything but a number, enumerations included. */
weft_dtype types_dtype(CXType canonical);

/* A scalar type; dtype is WEFT_NONE for anything that is no dtype. */
c_type types_scalar(const parse_unit *unit, CXType type);

/* A parameter of an annotated function, by the name that it has or is given; reports what cannot be
 * an operand or a size. */
bool types_parameter(parse_unit *unit, CXCursor cursor, const char *name, parameter *result);

/* The largest value of an integer type; 0 for other types. */
int64_t types_integer_limit(CXType type);

#endif
