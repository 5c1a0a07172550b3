/* lists.h: operands that are lists: an array of all elements, and one of where each list begins. */
#ifndef WEFT_TOOL_LISTS_H
#define WEFT_TOOL_LISTS_H

#include "operands.h"

/* The dimension of a function that is the size of an operand's lists; -1: it takes none. */
int lists_dimension(const weft_ufunc *ufunc, int operand);

/* Makes lists of the inputs that the layout wants lists of: by the offsets that the request names,
 * else of the rows of an array that has one axis more. Lists that begin inside begin with 0 then,
 * so that results can be allocated. Reports what is wrong and returns false. */
bool lists_open(const call_request *request, call_operands *all);

/* Makes lists of an array of elements; the offsets are borrowed. */
void lists_set(weft_array *array, const weft_array *offsets);
/* How many lists an array is, -1 if it is none. */
int64_t lists_count(const weft_array *array);

/* A view of the elements of lists, or of an array as it is. */
weft_array lists_elements(const weft_array *array);

#endif
