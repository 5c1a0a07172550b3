/* threads.c: fork and the creation of threads, which OpenMP itself does not survive: libgomp
 * hangs in the child of a process that used it, and ends a process that cannot create a thread. */
#include "threads.h"

#include <pthread.h>
#include <stdatomic.h>

static atomic_bool lost;
static pthread_once_t registered = PTHREAD_ONCE_INIT;

static void note_fork(void)
{
    atomic_store_explicit(&lost, true, memory_order_relaxed);
}

/* If this fails, a forked child could hang; so such a process does without threads. */
static void register_fork(void)
{
    if (pthread_atfork(NULL, NULL, note_fork) != 0)
        note_fork();
}

bool threads_are_lost(void)
{
    return atomic_load_explicit(&lost, memory_order_relaxed);
}

/* What the threads of a trial wait for. */
typedef struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t opened;
    bool open;
} gate;

static void *wait_at_gate(void *argument)
{
    gate *shared = argument;
    pthread_mutex_lock(&shared->mutex);
    while (!shared->open)
        pthread_cond_wait(&shared->opened, &shared->mutex);
    pthread_mutex_unlock(&shared->mutex);
    return NULL;
}

/* How many threads beside the caller can exist at once: tries, up to `wanted`. */
static int try_threads(int wanted)
{
    enum { MOST = 1024 };
    pthread_t threads[MOST];
    gate shared = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
    int created = 0;
    if (wanted > MOST)
        wanted = MOST;
    while (created < wanted && pthread_create(&threads[created], NULL, wait_at_gate, &shared) == 0)
        created++;
    pthread_mutex_lock(&shared.mutex);
    shared.open = true;
    pthread_cond_broadcast(&shared.opened);
    pthread_mutex_unlock(&shared.mutex);
    for (int k = 0; k < created; k++)
        pthread_join(threads[k], NULL);
    return created;
}

int threads_reserve(int wanted)
{
    static _Thread_local int proven = 1; /* OpenMP keeps one pool per calling thread */
    pthread_once(&registered, register_fork);
    if (threads_are_lost())
        return 1;
    if (wanted <= proven)
        return wanted;
    int possible = 1 + try_threads(wanted - 1);
    if (possible == wanted)
        proven = wanted;
    return possible;
}
