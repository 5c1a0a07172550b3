/* perform.h: one case on one target. */
#ifndef PERFORM_H
#define PERFORM_H

#include "case.h"

/* What became of a case. */
typedef enum case_outcome { CASE_RIGHT, CASE_WRONG, CASE_LEFT_OUT } case_outcome;

/* Performs the case and compares everything with NumPy's answer: results, the bytes around them, and
 * that a refused call writes nothing. `report` gets what is wrong. */
case_outcome case_perform(numpy_case *item, const weft_library *library, weft_target target,
                          char *report, size_t report_size);

#endif
