/* pool.c: one list of jobs, one kind of thread. */
#define _GNU_SOURCE
#include "pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

#include "threads.h"

/* Nanoseconds. A helper that waits for work spins for AWAKE before it sleeps; to wake one costs its
 * caller some microseconds, which COLD_WORK is worth, and less where work comes often: each WARM.
 */
#define AWAKE     200000
#define WARM      100000
#define COLD_WORK 50000.0

/* What others leave of the cores. A job that took LATE longer than SLOW times the work that it was
 * said to be makes the next ones be watched: by the processor time of the caller. Where one of them
 * lost more time than its caller worked, without a core or waiting for a helper that had none, or
 * where ALONE jobs in a row were done before any helper came, or all who worked on them gained less
 * than LEAST_GAIN, work of that size, or that two would hardly have saved the time on, is left to
 * its caller for so many times as long as that took, and for twice as many whenever it comes again
 * SOON: so beside a program that keeps all cores busy nearly all of it is. */
#define LATE          20000
#define SLOW          4
#define ALONE         4
#define LEAST_GAIN    1.1
#define SOON          100000000
#define LEAST_RETREAT 10
#define MOST_RETREAT  320

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
    int worker_count;  /* numbers given to those who work on it, its caller's 0 included */
    atomic_llong busy; /* nanoseconds that all of them have worked on it */
    long long used;    /* by the caller when it began: processor time; below 0: it is not watched */
    int open_count;    /* helpers that may still join; with the pool's lock */
    atomic_int helpers; /* in the job now; grows with the pool's lock only */
    struct job *next;   /* of the list */
    share shares[MOST_SHARES];
} job;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all that is no atomic here */
static pthread_cond_t posted = PTHREAD_COND_INITIALIZER; /* a job, or the end */
static pthread_cond_t left = PTHREAD_COND_INITIALIZER;   /* a helper has left a job */
static job *jobs;
static int helper_count, sleeper_count;
static atomic_bool has_ended;
static pthread_t helpers[1024];
/* That helpers may still take in jobs: what waiting ones watch, and take before they ask for the
 * lock, so that a job of two does not bring all of them there. */
static atomic_int places;
static atomic_int spinner_count;           /* helpers that watch it now */
static atomic_llong last_worth;            /* when work was last found worth a helper */
static atomic_llong late_until;            /* the time in which callers work alone */
static atomic_llong late_work;             /* on less than this */
static atomic_int retreat;                 /* how many times as long as what led to it that was */
static atomic_int alone_count;             /* jobs in a row that no helper joined */
static atomic_bool watches;                /* jobs are watched */
static _Thread_local long long asked_work; /* what the thread last asked pool_is_worth of */
static _Thread_local bool is_helper;

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

/* Of the calling thread. */
static long long processor_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
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
        while ((piece = atomic_fetch_add_explicit(&from->next, 1, memory_order_relaxed)) <
               from->end)
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

/* No more helpers may join; with the lock. */
static void close_job(job *closed)
{
    atomic_fetch_sub(&places, closed->open_count);
    closed->open_count = 0;
}

/* Wakes some of those who sleep where more may join than are awake, who then wake others: one
 * thread that wakes many takes longer than short work does. With the lock. */
static void wake_some(const job *open)
{
    enum { AT_ONCE = 2 };
    int wanted = open->open_count - atomic_load(&spinner_count);
    wanted = wanted < sleeper_count ? wanted : sleeper_count;
    for (int k = 0; k < wanted && k < AT_ONCE; k++)
        pthread_cond_signal(&posted);
}

/* Helper `number`, who has taken a place or not, joins a job; called and left with the lock. */
static void help(job *joined, int number, bool has_place)
{
    const int worker = joined->worker_count++;
    joined->open_count--;
    if (!has_place)
        atomic_fetch_sub(&places, 1);
    atomic_fetch_add(&joined->helpers, 1);
    wake_some(joined);
    pthread_mutex_unlock(&lock);
    const long long begin = now();
    take_pieces(joined, number, worker);
    atomic_fetch_add(&joined->busy, now() - begin);
    pthread_mutex_lock(&lock);
    close_job(joined);
    if (atomic_fetch_sub(&joined->helpers, 1) == 1)
        pthread_cond_broadcast(&left);
}

static bool take_place(void)
{
    int open = atomic_load_explicit(&places, memory_order_relaxed);
    while (open > 0)
        if (atomic_compare_exchange_weak(&places, &open, open - 1))
            return true;
    return false;
}

/* Watches for a place for a while, but not where callers are left alone: the core that it would
 * keep may be the caller's. Whether it took one. */
static bool watch(void)
{
    const long long begin = now();
    bool has_place = false;
    if (threads_are_passive() || begin < atomic_load(&late_until))
        return false;
    atomic_fetch_add(&spinner_count, 1);
    for (int spins = 1; !has_place && !atomic_load_explicit(&has_ended, memory_order_relaxed);
         spins++) {
        pause_briefly();
        has_place = take_place();
        if (spins % SPINS == 0 && now() > begin + AWAKE)
            break;
    }
    atomic_fetch_sub(&spinner_count, 1);
    return has_place;
}

/* Waits for a job, awake for a while if it `has_helped`: else it was woken too late, and would be
 * again. Called and left with the lock. Whether it took a place. */
static bool wait_for_job(bool has_helped)
{
    pthread_mutex_unlock(&lock);
    const bool has_place = has_helped && watch();
    pthread_mutex_lock(&lock);
    if (!has_place && !find_job() && !has_ended) {
        sleeper_count++;
        pthread_cond_wait(&posted, &lock);
        sleeper_count--;
    }
    return has_place;
}

static void *run_helper(void *argument)
{
    const int number = (int)(intptr_t)argument;
    is_helper = true;
    threads_bind(number);
    pthread_mutex_lock(&lock);
    bool has_helped = false, has_place = false;
    while (!has_ended) {
        job *found = find_job();
        if (found)
            help(found, number, has_place);
        else if (has_place) /* of a job that is done */
            atomic_fetch_add(&places, 1);
        has_place = !found && wait_for_job(has_helped);
        has_helped = found;
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
    atomic_store(&places, 0);
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
    atomic_fetch_add(&places, made->open_count);
    wake_some(made);
    pthread_mutex_unlock(&lock);
}

/* Leaves less than so much work to its callers, after `wasted` time that ended now. */
static void retreat_from(long long work, long long wasted, long long end)
{
    const long long until = atomic_load(&late_until), before = atomic_load(&retreat);
    const bool is_soon = until != 0 && end - until < SOON;
    const long long times = !is_soon                    ? LEAST_RETREAT
                            : 2 * before < MOST_RETREAT ? 2 * before
                                                        : MOST_RETREAT;
    atomic_store(&retreat, (int)times);
    atomic_store(&late_work, work);
    atomic_store(&late_until, end + times * wasted);
}

/* Judges a job that is done: `joined` says whether it had a helper; its caller had no more pieces
 * at `idle`, and had worked for so long, or was not watched (below 0). */
static void judge(const job *done, bool joined, long long idle, long long worked)
{
    const long long end = now(), taken = end - done->begin, waited = end - idle;
    const bool is_gain = joined && (double)atomic_load(&done->busy) > LEAST_GAIN * (double)taken;
    const bool is_alone = !is_gain && atomic_fetch_add(&alone_count, 1) + 1 >= ALONE;
    const bool is_slow = taken > SLOW * asked_work + LATE;
    const long long lost = idle - done->begin - worked + (waited > worked ? waited : 0);
    if (is_gain || is_alone)
        atomic_store(&alone_count, 0);
    if (atomic_load(&watches) != is_slow)
        atomic_store(&watches, is_slow);
    if (is_slow && worked >= 0 && lost > worked + LATE)
        retreat_from(worked > 0 ? (long long)((double)asked_work * (double)lost / (double)worked)
                                : asked_work,
                     lost, end);
    else if (is_alone)
        retreat_from(asked_work + asked_work / 4, ALONE * taken, end);
}

/* Takes the job off the list, so that no more helpers come; waits for those who are in it. */
static void finish(job *made)
{
    const long long idle = now(), worked = made->used < 0 ? -1 : processor_time() - made->used;
    pthread_mutex_lock(&lock);
    job **place = &jobs;
    while (*place != made)
        place = &(*place)->next;
    *place = made->next;
    const bool joined = made->worker_count > 1;
    close_job(made);
    pthread_mutex_unlock(&lock);
    for (int spins = 0; atomic_load(&made->helpers) > 0 && spins < SPINS * SPINS; spins++)
        pause_briefly();
    if (atomic_load(&made->helpers) > 0) { /* who left last touches the job no more */
        pthread_mutex_lock(&lock);
        while (atomic_load(&made->helpers) > 0)
            pthread_cond_wait(&left, &lock);
        pthread_mutex_unlock(&lock);
    }
    judge(made, joined, idle, worked);
}

bool pool_is_awake(void)
{
    return atomic_load_explicit(&spinner_count, memory_order_relaxed) > 0;
}

bool pool_is_worth(double nanoseconds)
{
    const long long until = atomic_load(&late_until);
    asked_work = nanoseconds < 1e15 ? (long long)nanoseconds : (long long)1e15;
    if (until == 0 && pool_is_awake())
        return true;
    const long long time = now(), before = atomic_exchange(&last_worth, time);
    if (time < until && nanoseconds < (double)atomic_load(&late_work))
        return false;
    return nanoseconds >= COLD_WORK || time - before < WARM || pool_is_awake();
}

void pool_run(int threads, int64_t count, pool_piece *piece, void *context)
{
    static pthread_once_t registered = PTHREAD_ONCE_INIT;
    pthread_once(&registered, register_fork);
    job made;
    made.piece = piece;
    made.context = context;
    made.begin = now();
    made.used = atomic_load_explicit(&watches, memory_order_relaxed) ? processor_time() : -1;
    made.share_count = threads < MOST_SHARES ? threads : MOST_SHARES;
    made.open_count = threads - 1;
    made.worker_count = 1;
    atomic_init(&made.busy, 0);
    atomic_init(&made.helpers, 0);
    fill_shares(&made, count);
    if (can_fork)
        post(&made);
    const long long begin = now();
    take_pieces(&made, 0, 0);
    atomic_fetch_add(&made.busy, now() - begin);
    if (can_fork)
        finish(&made);
}
