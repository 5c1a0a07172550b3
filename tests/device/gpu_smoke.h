/* gpu_smoke.h: the tests of gpu_smoke that are about more than values. */
#ifndef GPU_SMOKE_H
#define GPU_SMOKE_H

/* Random cases per loop. */
extern int case_count;

void results_stay_on_device(void **unused);
void streams_and_events_work(void **unused);
void streams_are_made(void **unused);
void copies_may_overlap(void **unused);
void threads_may_call(void **unused);
void failures_are_told(void **unused);
void children_are_refused(void **unused);
void far_items_work(void **unused);
void axes_keep_their_order(void **unused);
void large_arrays_work(void **unused);
void memory_is_limited(void **unused);
void large_calls_need_little(void **unused);
void host_memory_is_pinned(void **unused);

#endif
