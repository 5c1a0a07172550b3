/* fourier.c: plans that are kept for the next call of their length. */
#include "fourier.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/error.h"
#include "fourier_make.h"

/* Limits of what is kept; plans in use are beyond them. */
enum { MOST_PLANS = 64 };
#define MOST_BYTES ((int64_t)64 << 20)

typedef struct kept {
    fourier_plan *plan; /* owned; NULL: none */
    int64_t users;
    uint64_t last_use;
} kept;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static kept cache[MOST_PLANS];
static uint64_t now;

/* All of these hold the lock. */
static kept *find(int64_t length, bool is_real, bool is_double)
{
    for (int i = 0; i < MOST_PLANS; i++) {
        const fourier_plan *plan = cache[i].plan;
        if (plan && plan->real_length == length && plan->is_real == is_real &&
            plan->is_double == is_double)
            return &cache[i];
    }
    return NULL;
}

static const fourier_plan *use(kept *entry)
{
    entry->users++;
    entry->last_use = ++now;
    return entry->plan;
}

/* The entry that nobody has used for the longest time. */
static kept *find_oldest(void)
{
    kept *oldest = NULL;
    for (int i = 0; i < MOST_PLANS; i++)
        if (cache[i].plan && cache[i].users == 0 &&
            (!oldest || cache[i].last_use < oldest->last_use))
            oldest = &cache[i];
    return oldest;
}

static int64_t count_bytes(void)
{
    int64_t bytes = 0;
    for (int i = 0; i < MOST_PLANS; i++)
        bytes += cache[i].plan ? cache[i].plan->byte_count : 0;
    return bytes;
}

static kept *find_empty(void)
{
    for (int i = 0; i < MOST_PLANS; i++)
        if (!cache[i].plan)
            return &cache[i];
    return NULL;
}

/* Takes plans out of the cache until one of so many bytes has a place; how many, to be dropped
 * without the lock. */
static int make_room(int64_t bytes, fourier_plan *dropped[MOST_PLANS])
{
    int count = 0;
    while (!find_empty() || count_bytes() + bytes > MOST_BYTES) {
        kept *oldest = find_oldest();
        if (!oldest)
            break;
        dropped[count++] = oldest->plan;
        *oldest = (kept){0};
    }
    return count;
}

/* Keeps a new plan, unless another thread was first; returns the one to use. */
static const fourier_plan *keep(fourier_plan *plan, bool is_real, bool is_double)
{
    fourier_plan *dropped[MOST_PLANS + 1];
    const fourier_plan *used = plan;
    int count = 0;
    pthread_mutex_lock(&lock);
    kept *entry = find(plan->real_length, is_real, is_double);
    if (entry) {
        dropped[count++] = plan;
        used = use(entry);
    } else {
        count = make_room(plan->byte_count, dropped);
        entry = find_empty();
        if (entry) {
            *entry = (kept){.plan = plan};
            use(entry);
        }
    }
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < count; i++)
        fourier_drop(dropped[i]);
    return used;
}

weft_status fourier_take(const fourier_plan **plan, int64_t length, bool is_real, bool is_double,
                         weft_error *error)
{
    pthread_mutex_lock(&lock);
    kept *entry = find(length, is_real, is_double);
    *plan = entry ? use(entry) : NULL;
    pthread_mutex_unlock(&lock);
    if (*plan)
        return WEFT_OK;
    fourier_plan *made = fourier_make(length, is_real, is_double);
    if (!made)
        return error_set(error, WEFT_ERROR_MEMORY,
                         "out of memory for the tables of transforms of length %" PRId64, length);
    *plan = keep(made, is_real, is_double);
    return WEFT_OK;
}

void fourier_give(const fourier_plan *plan)
{
    fourier_plan *alone = (fourier_plan *)plan; /* where the cache has no place for it */
    if (!plan)
        return;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < MOST_PLANS; i++)
        if (cache[i].plan == plan) {
            cache[i].users--;
            alone = NULL;
        }
    pthread_mutex_unlock(&lock);
    if (alone)
        fourier_drop(alone);
}
