/* reducer.h: reductions that are declared, with a map before the fold and a finish behind it.
 * Between the two, the fold is that of any reorderable ufunc: the one that combines accumulators.
 * */
#ifndef WEFT_REDUCER_H
#define WEFT_REDUCER_H

#include "reduction.h"

/* Whether the operands are mapped as they are folded; else the operand is folded itself. */
static inline bool reducer_maps(const reduction *task)
{
    return task->reducer && task->reducer->map;
}

/* What reduction_open is for a plain ufunc; operands: as many as the ufunc has inputs. Broadcasts
 * them with each other. */
weft_status reducer_open(reduction *task, const weft_array *const *operands,
                         const weft_options *options, weft_error *error);

/* Fills job and map, for this place. */
weft_status reducer_prepare(reduction *task, const weft_place *place, weft_error *error);

/* Brings the inputs where the job can map them; *shape is the one of them whose shape is reduced.
 * */
weft_status reducer_stage(reduction *task, weft_array *shape, weft_error *error);

/* A temporary with what the map makes of all elements, or of those where the mask (or NULL) is
 * true. inputs: of one shape, which is the mask's. */
weft_status reducer_map(reduction *task, const weft_array *inputs, const weft_array *mask,
                        weft_array *mapped, weft_error *error);

/* Memory for the number of elements of each lane of a masked reduction, in C order; NULL where the
 * finish does not ask for it. Without a mask all lanes have the same number, which is known. */
weft_status reducer_count_lanes(reduction *task, int64_t **counts, weft_error *error);

/* Whether the result is another than the work: finished, or of another dtype than the accumulator.
 * */
bool reducer_has_finish(const reduction *task);

/* From the work, where that is not the result, to the result: finished, and cast to the loop's
 * dtype before it is cast to that of a given result. */
weft_status reducer_finish(reduction *task, weft_error *error);

#endif
