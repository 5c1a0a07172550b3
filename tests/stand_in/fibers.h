/* fibers.h: the threads of a block on one thread of the host. */
#ifndef STAND_IN_FIBERS_H
#define STAND_IN_FIBERS_H

/* A kernel as WEFT_KERNEL makes it for a host. */
typedef void fibers_kernel(const void *params);

/* Runs `threads` threads of one block. Threads that wait at a barrier are fibers: all others run up to
 * it or to their end before the first goes on. Returns false without memory for the fibers. */
bool fibers_run(fibers_kernel *kernel, const void *params, unsigned block, unsigned threads);

#endif
