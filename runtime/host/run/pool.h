/* pool.h: threads that help callers with work that is cut into numbered pieces. The process has one
 * pool; its threads are created when they are first wanted, sleep while there is nothing to do, and
 * belong to no caller. A caller works on its own pieces and never waits for a thread that has not
 * begun one: where other programs keep the cores busy, it has done all by itself before a helper
 * wakes, which a team of OpenMP, whose threads must all arrive at the end of a region, could not.
 */
#ifndef WEFT_POOL_H
#define WEFT_POOL_H

#include <stdbool.h>
#include <stdint.h>

/* Runs one piece. worker: 0 for the caller, else less than the job's threads; no two that run at
 * once have the same. Calls that it makes may use the pool, too. */
typedef void pool_piece(void *context, int64_t piece, int worker);

/* Runs pieces 0 … count - 1, each once, on the calling thread and at most `threads` - 1 helpers,
 * and returns when all are done; what they wrote is then visible. Each thread begins with a share
 * of its own of neighbouring pieces, the same in every job of as many pieces, and then takes what
 * others have not begun. Where threads cannot be created there are fewer helpers. */
void pool_run(int threads, int64_t count, pool_piece *piece, void *context);

/* Whether helpers watch for work, so that they come at once. */
bool pool_is_awake(void);

/* Whether so many nanoseconds of work are worth a helper now: that depends on whether helpers are
 * awake, and on whether callers had to wait for them lately. */
bool pool_is_worth(double nanoseconds);

#endif
