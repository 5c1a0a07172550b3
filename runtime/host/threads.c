/* threads.c: the only file that knows OpenMP: the pool's threads are our own, but what users tell
 * OpenMP of threads holds for them. */
#define _GNU_SOURCE
#include "threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#ifdef _OPENMP
#include <omp.h>

const bool threads_are_built = true;

static int quota; /* whole cores; 0: none */
static bool passive;

/* The two numbers of a file, microseconds in a period; whether it has them. */
static bool read_numbers(const char *path, long long *first, long long *second)
{
    FILE *file = fopen(path, "re");
    const bool is_read = file && fscanf(file, second ? "%lld %lld" : "%lld", first, second) ==
                                     (second ? 2 : 1);
    if (file)
        fclose(file);
    return is_read;
}

static void read_environment(void)
{
    const char *policy = getenv("OMP_WAIT_POLICY");
    long long time, period;
    passive = policy && strcasecmp(policy, "passive") == 0;
    const bool is_limited =
        read_numbers("/sys/fs/cgroup/cpu.max", &time, &period) ||
        (read_numbers("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", &time, NULL) &&
         read_numbers("/sys/fs/cgroup/cpu/cpu.cfs_period_us", &period, NULL));
    if (is_limited && time > 0 && period > 0 && time / period < 1 << 20)
        quota = (int)((time + period - 1) / period);
}

static void prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_environment);
}

int threads_limit(const weft_place *place)
{
    if (omp_in_parallel())
        return 1;
    prepare();
    int threads = omp_get_max_threads();
    if (quota > 0 && quota < threads && threads == omp_get_num_procs())
        threads = quota;
    if (place->threads > 0 && place->threads < threads)
        threads = place->threads;
    return threads < 1 ? 1 : threads;
}

/* The place of a helper, as OpenMP counts its places. */
static int find_place(int number, int place_count)
{
    switch (omp_get_proc_bind()) {
    case omp_proc_bind_spread: {
        const int threads = omp_get_max_threads();
        return threads >= place_count
                   ? number % place_count
                   : (int)((long long)number * place_count / threads % place_count);
    }
    case omp_proc_bind_true:
    case omp_proc_bind_close:
        return number % place_count;
    default:
        return 0;
    }
}

void threads_bind(int number)
{
    enum { MOST = 1024 };
    const int place_count = omp_get_num_places();
    int cores[MOST];
    cpu_set_t set;
    if (omp_get_proc_bind() == omp_proc_bind_false || place_count < 1)
        return;
    const int place = find_place(number, place_count), count = omp_get_place_num_procs(place);
    if (count < 1 || count > MOST)
        return;
    omp_get_place_proc_ids(place, cores);
    CPU_ZERO(&set);
    for (int k = 0; k < count; k++)
        if (cores[k] >= 0 && cores[k] < CPU_SETSIZE)
            CPU_SET((size_t)cores[k], &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set); /* else it runs where it may */
}

bool threads_are_passive(void)
{
    prepare();
    return passive;
}
#else
const bool threads_are_built = false;

int threads_limit(const weft_place *place)
{
    (void)place;
    return 1;
}

void threads_bind(int number)
{
    (void)number;
}

bool threads_are_passive(void)
{
    return true;
}
#endif
