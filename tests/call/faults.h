/* faults.h: the list of cases with memory and the driver failing. */
#ifndef CALL_FAULTS_H
#define CALL_FAULTS_H

#include "perform.h"

/* Repeats every stride-th case with the first, second, … allocation failing until it succeeds; on gpu
 * also with each call of the driver failing, where the driver is the stand-in. The exit status. */
int faults_run(const way *called, long stride);

#endif
