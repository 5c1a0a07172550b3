/* stand_in.h: how tests steer the stand-in for libcuda.so.1: found by dlsym in the opened library, so
 * that a test program links nothing of it. */
#ifndef STAND_IN_H
#define STAND_IN_H

#ifdef __cplusplus
extern "C" {
#endif

/* Before the driver is opened: what it says of itself. */
void stand_in_set_version(int version); /* CUDA 12.4 is 12040 */
void stand_in_set_device_count(int count);
/* An entry point that is not to be found; NULL: all are. */
void stand_in_hide(const char *entry);

/* From now on the n-th call (from 1) of `entry` (NULL: of any that works on the device) gives `result`; all
 * calls behind it too, if it is sticky. n = 0: none fails. */
void stand_in_fail(const char *entry, long n, int result, int sticky);
/* Calls that stand_in_fail counted since it was called. */
long stand_in_count(void);
/* Devices are reset: their contexts are others from now on, though at the same addresses. */
void stand_in_reset(void);
/* Allocations that are not freed. */
long stand_in_live(void);
/* Streams and events that are not destroyed; libweft keeps some events of its own. */
long stand_in_streams(void);
long stand_in_events(void);

/* For stand-ins of other libraries: enqueues work(context) on a stream, a CUstream, as often as what
 * is recorded runs, and release(context) behind it; and whether the calling thread may do now what a
 * capture may forbid. Results are those of the driver. */
struct CUstream_st;
int stand_in_enqueue(struct CUstream_st *stream, void (*work)(void *), void *context,
                     void (*release)(void *));
int stand_in_unsafe(void);

#ifdef __cplusplus
}
#endif
#endif
