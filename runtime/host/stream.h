/* stream.h: results that are copied past the caches: a store to a line that is in no cache reads it first. */
#ifndef WEFT_STREAM_H
#define WEFT_STREAM_H

#include "plan/plan.h"

enum { STREAM_LINE = 64 }; /* bytes of a line of the cache */

/* Whether the plan touches more memory than caches hold. */
bool stream_is_far(const weft_plan *plan);

/* Whether the plan touches more memory than caches hold, and writes all its results to rows of neighbours, of
 * at least so many bytes, in memory that no input has. */
bool stream_pays(const weft_plan *plan, int64_t least_row);

/* Copies bytes whose places have the same distance from a line. */
void stream_copy(char *to, const char *from, int64_t bytes);

/* Before anybody is told that what was copied is there. */
void stream_end(void);

#endif
