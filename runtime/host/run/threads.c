/* threads.c: the only file that knows OpenMP: the pool's threads are our own, but what users tell
 * OpenMP of threads holds for them. A build without OpenMP's library, as wheels are, reads how many
 * there may be from the environment. */
#define _GNU_SOURCE
#include "threads.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#ifdef _OPENMP
#include <omp.h>
#endif

static int core_count; /* that the process could use when it first asked: to ask is a system call */
static int quota;      /* whole cores; 0: none */
static int wanted;     /* OMP_NUM_THREADS; 0: not given */
static int most;       /* OMP_THREAD_LIMIT; 0: not given */
static bool passive;

/* The two numbers of a file, microseconds in a period; whether it has them. */
static bool read_numbers(const char *path, long long *first, long long *second)
{
    FILE *file = fopen(path, "re");
    const bool is_read =
        file && fscanf(file, second ? "%lld %lld" : "%lld", first, second) == (second ? 2 : 1);
    if (file)
        fclose(file);
    return is_read;
}

enum { MOST = 1 << 20 };

/* A number of threads; of a list, the outermost. 0: none that can be. */
static int read_threads(const char *variable)
{
    const char *text = getenv(variable);
    const long threads = text ? strtol(text, NULL, 10) : 0;
    return threads > 0 && threads < MOST ? (int)threads : 0;
}

static void read_environment(void)
{
    const char *policy = getenv("OMP_WAIT_POLICY");
    long long time, period;
    cpu_set_t set;
    core_count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                             : (int)sysconf(_SC_NPROCESSORS_ONLN);
    passive = policy && strcasecmp(policy, "passive") == 0;
    wanted = read_threads("OMP_NUM_THREADS");
    most = read_threads("OMP_THREAD_LIMIT");
    const bool is_limited = read_numbers("/sys/fs/cgroup/cpu.max", &time, &period) ||
                            (read_numbers("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", &time, NULL) &&
                             read_numbers("/sys/fs/cgroup/cpu/cpu.cfs_period_us", &period, NULL));
    if (is_limited && time > 0 && period > 0 && time / period < MOST)
        quota = (int)((time + period - 1) / period);
}

static void prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_environment);
}

#ifdef _OPENMP
static bool is_inside_region(void)
{
    return omp_in_parallel();
}

/* It may change from call to call: omp_set_num_threads. */
static int thread_count(void)
{
    return omp_get_max_threads();
}
#else
static bool is_inside_region(void)
{
    return false;
}

static int thread_count(void)
{
    return wanted > 0 ? wanted : core_count;
}
#endif

int threads_limit(const weft_place *place)
{
    prepare();
    if (is_inside_region())
        return 1;
    int threads = thread_count();
    if (quota > 0 && quota < threads && threads == core_count) /* nobody chose a number */
        threads = quota;
    if (most > 0 && most < threads)
        threads = most;
    if (place->threads > 0 && place->threads < threads)
        threads = place->threads;
    return threads < 1 ? 1 : threads;
}

bool threads_are_passive(void)
{
    prepare();
    return passive;
}

#ifdef _OPENMP
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

#else
void threads_bind(int number)
{
    (void)number;
}
#endif
