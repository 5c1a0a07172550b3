/* region.h: what the thread sanitizer cannot see by itself: libgomp, which is not built with it,
 * lets a parallel region begin after what its master did before, and end before what comes behind.
 * In every other build these do nothing. */
#ifndef WEFT_REGION_H
#define WEFT_REGION_H

#if defined(__SANITIZE_THREAD__)
void __tsan_acquire(void *place);
void __tsan_release(void *place);

/* One place for all regions: none of its own can be known before a region has begun. */
static char region_place __attribute__((unused));

/* A function with a region: it reads what its master handed over before it can say that it
 * began. */
#define REGION_FUNCTION __attribute__((no_sanitize_thread))
#define REGION_FORK()  __tsan_release(&region_place) /* the master, before the region */
#define REGION_ENTER() __tsan_acquire(&region_place) /* every thread of it, first */
#define REGION_LEAVE() __tsan_release(&region_place) /* every thread of it, last */
#define REGION_JOIN()  __tsan_acquire(&region_place) /* the master, behind it */
#else
#define REGION_FUNCTION
#define REGION_FORK()  ((void)0)
#define REGION_ENTER() ((void)0)
#define REGION_LEAVE() ((void)0)
#define REGION_JOIN()  ((void)0)
#endif

#endif
