/* pool.c: one list of jobs, one kind of thread. */
#define _GNU_SOURCE
#include "pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#include "threads.h"

/* Nanoseconds. A helper that waits for work spins for AWAKE before it sleeps; to wake one costs its
 * caller some microseconds, which COLD_WORK is worth, and less where work comes often: each WARM. Where
 * a caller waited longer than LATE at the end of a job, and longer than half of the time that it had
 * worked itself, a helper had lost its core: for ten times as long, work of a quarter of that time is
 * left to its caller alone. */
#define AWAKE     200000
#define WARM      100000
#define COLD_WORK 50000.0
#define LATE      200000

enum { MOST_SHARES = 64, SPINS = 64 };

/* Neighbouring pieces that one thread begins with. On a cache line of its own. */
typedef struct share {
    _Alignas(64) atomic_int_fast64_t next; /* may pass the end */
    int64_t end;
} share;

/* On the stack of its caller, who leaves when no helper is in it. */
typedef struct job {
    pool_piece *piece;
    void *context;
    long long begin; /* see now() */
    int share_count;
    int open_count;     /* helpers that may still join; with the pool's lock */
    atomic_int helpers; /* in the job now; grows with the pool's lock only */
    struct job *next;   /* of the list */
    share shares[MOST_SHARES];
} job;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all that is no atomic here */
static pthread_cond_t posted = PTHREAD_COND_INITIALIZER; /* a job, or the end */
static pthread_cond_t left = PTHREAD_COND_INITIALIZER;   /* a helper has left a job */
static job *jobs;
static int helper_count, sleeper_count;
static bool has_ended;
static pthread_t helpers[1024];
static atomic_uint post_count;    /* grows with each job: what waiting helpers watch */
static atomic_int spinner_count;  /* helpers that watch it now */
static atomic_llong last_worth;   /* when work was last found worth a helper */
static atomic_llong late_until;   /* the time in which callers work alone */
static atomic_llong late_work;    /* on less than this */
static _Thread_local bool is_helper;

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static inline void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* ---- pieces ---- */

static void fill_shares(job *made, int64_t count)
{
    const int64_t each = count / made->share_count, more = count % made->share_count;
    int64_t begin = 0;
    for (int k = 0; k < made->share_count; k++) {
        atomic_init(&made->shares[k].next, begin);
        begin += each + (k < more);
        made->shares[k].end = begin;
    }
}

static bool has_pieces(job *asked)
{
    for (int k = 0; k < asked->share_count; k++)
        if (atomic_load_explicit(&asked->shares[k].next, memory_order_relaxed) <
            asked->shares[k].end)
            return true;
    return false;
}

/* Runs pieces until all have been begun, those of one share first. */
static void take_pieces(job *taken, int first_share, int worker)
{
    for (int k = 0; k < taken->share_count; k++) {
        share *from = &taken->shares[(first_share + k) % taken->share_count];
        int64_t piece;
        while ((piece = atomic_fetch_add_explicit(&from->next, 1, memory_order_relaxed)) < from->end)
            taken->piece(taken->context, piece, worker);
    }
}

/* ---- helpers ---- */

/* A job that a helper may join; with the lock. */
static job *find_job(void)
{
    job *found = jobs;
    while (found && (found->open_count == 0 || !has_pieces(found)))
        found = found->next;
    return found;
}

/* Helper `number` joins a job; called and left with the lock. */
static void help(job *joined, int number)
{
    const int worker = joined->open_count--;
    atomic_fetch_add(&joined->helpers, 1);
    pthread_mutex_unlock(&lock);
    take_pieces(joined, number, worker);
    pthread_mutex_lock(&lock);
    if (atomic_fetch_sub(&joined->helpers, 1) == 1)
        pthread_cond_broadcast(&left);
}

/* Waits until a job is posted behind `seen`, awake for a while; called and left with the lock. */
static void wait_for_job(unsigned seen)
{
    pthread_mutex_unlock(&lock);
    atomic_fetch_add(&spinner_count, 1);
    if (!threads_are_passive()) {
        const long long end = now() + AWAKE;
        for (int spins = 1; atomic_load(&post_count) == seen; spins++) {
            pause_briefly();
            if (spins % SPINS == 0 && now() > end)
                break;
        }
    }
    atomic_fetch_sub(&spinner_count, 1);
    pthread_mutex_lock(&lock);
    if (atomic_load(&post_count) == seen && !has_ended) {
        sleeper_count++;
        pthread_cond_wait(&posted, &lock);
        sleeper_count--;
    }
}

static void *run_helper(void *argument)
{
    const int number = (int)(intptr_t)argument;
    is_helper = true;
    threads_bind(number);
    pthread_mutex_lock(&lock);
    while (!has_ended) {
        const unsigned seen = atomic_load(&post_count);
        job *found = find_job();
        if (found)
            help(found, number);
        else
            wait_for_job(seen);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

/* Signals are for the threads of the program, but for those of faults. */
static void mask_signals(sigset_t *kept)
{
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    sigset_t all;
    sigfillset(&all);
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++)
        sigdelset(&all, faults[k]);
    pthread_sigmask(SIG_SETMASK, &all, kept);
}

/* Creates helpers until there are `wanted`, or no more can be had; with the lock. */
static void create_helpers(int wanted)
{
    const int most = (int)(sizeof helpers / sizeof *helpers);
    sigset_t kept;
    if (helper_count >= wanted || has_ended)
        return;
    mask_signals(&kept);
    while (helper_count < wanted && helper_count < most &&
           pthread_create(&helpers[helper_count], NULL, run_helper,
                          (void *)(intptr_t)(helper_count + 1)) == 0)
        helper_count++;
    pthread_sigmask(SIG_SETMASK, &kept, NULL);
}

/* ---- fork and the end ---- */

static void lock_for_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void unlock_after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

/* The child has the calling thread alone, and creates helpers of its own when it wants some. */
static void begin_anew(void)
{
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&posted, NULL);
    pthread_cond_init(&left, NULL);
    jobs = NULL;
    helper_count = sleeper_count = 0;
    atomic_store(&spinner_count, 0);
}

static bool can_fork; /* else a child could find the lock taken */

static void register_fork(void)
{
    can_fork = pthread_atfork(lock_for_fork, unlock_after_fork, begin_anew) == 0;
}

/* When the library is unloaded its code must not be anybody's. Threads that still run a job run it
 * in a process that exits. */
__attribute__((destructor)) static void end_pool(void)
{
    pthread_mutex_lock(&lock);
    const bool is_idle = !jobs && !is_helper;
    has_ended = true;
    atomic_fetch_add(&post_count, 1);
    pthread_cond_broadcast(&posted);
    pthread_mutex_unlock(&lock);
    for (int k = 0; is_idle && k < helper_count; k++)
        pthread_join(helpers[k], NULL);
}

/* ---- callers ---- */

static void post(job *made)
{
    pthread_mutex_lock(&lock);
    create_helpers(made->open_count);
    made->next = jobs;
    jobs = made;
    atomic_fetch_add(&post_count, 1);
    for (int k = 0; k < sleeper_count && k < made->open_count; k++)
        pthread_cond_signal(&posted);
    pthread_mutex_unlock(&lock);
}

/* Takes the job off the list, so that no more helpers come; waits for those who are in it. */
static void finish(job *made)
{
    pthread_mutex_lock(&lock);
    job **place = &jobs;
    while (*place != made)
        place = &(*place)->next;
    *place = made->next;
    pthread_mutex_unlock(&lock);
    for (int spins = 0; atomic_load(&made->helpers) > 0 && spins < SPINS * SPINS; spins++)
        pause_briefly();
    if (atomic_load(&made->helpers) == 0) /* who left last touches the job no more */
        return;
    const long long done = now();
    pthread_mutex_lock(&lock);
    while (atomic_load(&made->helpers) > 0)
        pthread_cond_wait(&left, &lock);
    pthread_mutex_unlock(&lock);
    const long long end = now();
    const long long late = end - done;
    if (late > LATE && late > (done - made->begin) / 2) {
        atomic_store(&late_work, late / 4);
        atomic_store(&late_until, end + 10 * late);
    }
}

static bool is_awake(void)
{
    return atomic_load_explicit(&spinner_count, memory_order_relaxed) > 0;
}

bool pool_is_worth(double nanoseconds)
{
    const long long until = atomic_load(&late_until);
    if (until == 0 && is_awake())
        return true;
    const long long time = now(), before = atomic_exchange(&last_worth, time);
    if (time < until && nanoseconds < (double)atomic_load(&late_work))
        return false;
    return nanoseconds >= COLD_WORK || time - before < WARM || is_awake();
}

void pool_run(int threads, int64_t count, pool_piece *piece, void *context)
{
    static pthread_once_t registered = PTHREAD_ONCE_INIT;
    pthread_once(&registered, register_fork);
    job made;
    made.piece = piece;
    made.context = context;
    made.begin = now();
    made.share_count = threads < MOST_SHARES ? threads : MOST_SHARES;
    made.open_count = threads - 1;
    atomic_init(&made.helpers, 0);
    fill_shares(&made, count);
    if (can_fork)
        post(&made);
    take_pieces(&made, 0, 0);
    if (can_fork)
        finish(&made);
}
