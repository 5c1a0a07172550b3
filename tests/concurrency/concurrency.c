/* concurrency.c: many threads call the same and different ufuncs, on every target, also as the first
 * calls of a process; fork after use; calls from inside OpenMP; threads that cannot be created. Each in a
 * process of its own. The gpu target is the stand-in for the driver, or skipped. Built with the thread
 * sanitizer it also shows that there are no races. */
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <weft/weft.h>

#include "../device/sample.ufuncs.h"
#include "region.h"

enum { THREADS = 8, ROUNDS = 12, LONGEST = 40000, SKIPPED = 77 };

/* ---- one call with a known answer ---- */

/* x + x; whether it is right. */
static bool add_is_right(const weft_options *options, int64_t count)
{
    static const weft_array none = {0};
    weft_array x, sum = none;
    weft_error error = {.text = ""};
    if (weft_array_new(&x, WEFT_FLOAT64, 1, &count, &error))
        return false;
    for (int64_t k = 0; k < count; k++)
        ((double *)x.data)[k] = (double)(3 * k);
    weft_status status = weft_call(&sample_add, (weft_array *[]){&x, &x, &sum}, options, &error);
    bool good = !status;
    for (int64_t k = 0; k < count && good; k++)
        good = ((double *)sum.data)[k] == (double)(6 * k);
    if (!good)
        printf("  add of %lld on %s: %s\n", (long long)count, weft_target_name(options->target),
               status ? error.text : "wrong");
    weft_array_clear(&x);
    weft_array_clear(&sum);
    return good;
}

/* The product of a stack of matrices of ones: every element is n. */
static bool matmul_is_right(const weft_options *options, int64_t n)
{
    weft_array A, C = {0};
    weft_error error = {.text = ""};
    if (weft_array_new(&A, WEFT_FLOAT64, 3, (const int64_t[]){3, n, n}, &error))
        return false;
    for (int64_t k = 0; k < 3 * n * n; k++)
        ((double *)A.data)[k] = 1;
    weft_status status = weft_call(&sample_matmul, (weft_array *[]){&A, &A, &C}, options, &error);
    bool good = !status;
    for (int64_t k = 0; k < 3 * n * n && good; k++)
        good = ((double *)C.data)[k] == (double)n;
    if (!good)
        printf("  matmul on %s: %s\n", weft_target_name(options->target),
               status ? error.text : "wrong");
    weft_array_clear(&A);
    weft_array_clear(&C);
    return good;
}

/* hypotenuse(3k, 4k) = 5k, from float16, which is cast and staged. */
static bool hypotenuse_is_right(const weft_options *options)
{
    enum { COUNT = 50 };
    double three[COUNT], four[COUNT], five[COUNT];
    const int64_t shape[] = {COUNT};
    for (int k = 0; k < COUNT; k++) {
        three[k] = 3 * k;
        four[k] = 4 * k;
    }
    weft_array a = weft_array_view(three, WEFT_FLOAT64, 1, shape, NULL);
    weft_array b = weft_array_view(four, WEFT_FLOAT64, 1, shape, NULL);
    weft_array c = weft_array_view(five, WEFT_FLOAT64, 1, shape, NULL);
    weft_error error = {.text = ""};
    weft_status status =
        weft_call(&sample_hypotenuse, (weft_array *[]){&a, &b, &c}, options, &error);
    for (int k = 0; k < COUNT && !status; k++)
        if (fabs(five[k] - 5 * k) > 1e-12 * k) {
            printf("  hypotenuse on %s: wrong\n", weft_target_name(options->target));
            return false;
        }
    return !status;
}

/* ---- many threads ---- */

/* What the threads of a crowd do. */
typedef struct crowd {
    weft_target target;
    bool same; /* all call the same ufunc */
    pthread_barrier_t start;
} crowd;

/* One thread's place in it. */
typedef struct member {
    crowd *all;
    int number;
    bool good;
} member;

typedef int make_stream(void **stream, unsigned flags);
typedef int drop_stream(void *stream);

/* A non-blocking stream of the driver's; NULL where there is none. */
static void *new_stream(void)
{
    void *stream = NULL, *driver = dlopen("libcuda.so.1", RTLD_NOW);
    void *symbol = driver ? dlsym(driver, "cuStreamCreate") : NULL;
    make_stream *make;
    memcpy(&make, &symbol, sizeof make);
    return symbol && make(&stream, 1) == 0 ? stream : NULL;
}

static void drop(void *stream)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    void *symbol = driver ? dlsym(driver, "cuStreamDestroy_v2") : NULL;
    drop_stream *destroy;
    memcpy(&destroy, &symbol, sizeof destroy);
    if (stream && symbol)
        destroy(stream);
}

static void *call_often(void *own)
{
    member *self = own;
    weft_options options = {.target = self->all->target};
    if (options.target == WEFT_GPU && self->number % 2)
        options.stream = new_stream();
    pthread_barrier_wait(&self->all->start);
    self->good = true;
    for (int n = 0; n < ROUNDS && self->good; n++) {
        int which = self->all->same ? 0 : (self->number + n) % 3;
        options.threads = n % 4;
        self->good = which == 0   ? add_is_right(&options, 1 + (n * 997 + self->number) % LONGEST)
                     : which == 1 ? matmul_is_right(&options, 2 + 3 * ((n + self->number) % 20))
                                  : hypotenuse_is_right(&options);
    }
    drop(options.stream);
    return NULL;
}

static bool crowd_is_right(weft_target target, bool same)
{
    pthread_t threads[THREADS];
    member members[THREADS];
    crowd all = {.target = target, .same = same};
    bool good = pthread_barrier_init(&all.start, NULL, THREADS) == 0;
    for (int k = 0; k < THREADS; k++) {
        members[k] = (member){.all = &all, .number = k};
        if (pthread_create(&threads[k], NULL, call_often, &members[k]) != 0)
            abort();
    }
    for (int k = 0; k < THREADS; k++) {
        pthread_join(threads[k], NULL);
        good = good && members[k].good;
    }
    pthread_barrier_destroy(&all.start);
    return good;
}

/* The process has called nothing before, so first calls meet. */
static bool same_ufunc(weft_target target)
{
    return crowd_is_right(target, true);
}

static bool different_ufuncs(weft_target target)
{
    return crowd_is_right(target, false);
}

/* ---- fork ---- */

/* In a child of a process that has used the target: cpu and parallel work, gpu says why not. */
static bool child_is_right(weft_target used)
{
    const weft_options cpu = {.target = WEFT_CPU}, parallel = {.target = WEFT_PARALLEL};
    weft_error error = {.text = ""};
    bool good = add_is_right(&cpu, LONGEST) && add_is_right(&parallel, LONGEST) &&
                matmul_is_right(&parallel, 40);
    if (used == WEFT_GPU)
        good = good && weft_target_check(WEFT_GPU, NULL, &error) == WEFT_ERROR_TARGET &&
               strstr(error.text, "forked");
    return good;
}

static bool fork_after_use(weft_target target)
{
    int status = 0;
    if (!crowd_is_right(target, false) || !matmul_is_right(&(weft_options){.target = target}, 60))
        return false;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(child_is_right(target) ? EXIT_SUCCESS : EXIT_FAILURE);
    return child > 0 && waitpid(child, &status, 0) == child && status == 0 &&
           add_is_right(&(weft_options){.target = target}, LONGEST);
}

/* ---- OpenMP around us ---- */

static bool inside_openmp(weft_target target)
{
    static atomic_int wrong, with; /* not on the stack: see region.h */
    with = (int)target;
    REGION_FORK();
#pragma omp parallel num_threads(4)
    {
        REGION_ENTER();
#pragma omp for nowait
        for (int k = 0; k < 16; k++) {
            weft_options options = {.target = (weft_target)(int)with, .threads = k % 4};
            wrong += !matmul_is_right(&options, 20 + k) || !add_is_right(&options, LONGEST + k);
        }
        REGION_LEAVE();
    }
    REGION_JOIN();
    return wrong == 0 && matmul_is_right(&(weft_options){.target = target}, 60);
}

/* ---- threads that cannot be created ---- */

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
/* The sanitizers' own pthread_create must stay. */
static bool without_threads(weft_target target)
{
    (void)target;
    return true;
}
#else
static int limit = -1; /* threads that can be alive beside the first; below 0: any number */
static atomic_int alive;

/* A thread that is counted while it lives. */
typedef struct counted {
    void *(*run)(void *);
    void *argument;
} counted;

static void *run_counted(void *own)
{
    counted what = *(counted *)own;
    free(own);
    void *result = what.run(what.argument);
    alive--;
    return result;
}

typedef int create_thread(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

/* Takes the place of the C library's, for libweft and OpenMP too. */
__attribute__((visibility("default"))) int pthread_create(pthread_t *restrict thread,
                                                          const pthread_attr_t *restrict attributes,
                                                          void *(*run)(void *),
                                                          void *restrict argument)
{
    void *symbol = dlsym(RTLD_NEXT, "pthread_create");
    counted *what = malloc(sizeof *what);
    create_thread *create;
    memcpy(&create, &symbol, sizeof create);
    if (!what || (limit >= 0 && alive >= limit)) {
        free(what);
        return EAGAIN;
    }
    *what = (counted){run, argument};
    alive++;
    return create(thread, attributes, run_counted, what);
}

/* However many threads there can be, the result is right and the process lives. */
static bool works_with_threads(weft_target target, int possible)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        limit = possible;
        _exit(matmul_is_right(&(weft_options){.target = target}, 120) &&
                      add_is_right(&(weft_options){.target = target}, 1000000)
                  ? EXIT_SUCCESS
                  : EXIT_FAILURE);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static bool without_threads(weft_target target)
{
    for (int possible = 0; possible < 12; possible++)
        if (!works_with_threads(target, possible)) {
            printf("  with %d threads\n", possible);
            return false;
        }
    return true;
}
#endif

/* ---- the list ---- */

static const struct {
    const char *name;
    bool (*holds)(weft_target target);
} scenarios[] = {
    {"many threads, one ufunc", same_ufunc},
    {"many threads, different ufuncs", different_ufuncs},
    {"fork after use", fork_after_use},
    {"inside OpenMP", inside_openmp},
    {"threads cannot be created", without_threads},
};

/* In a child, because first calls come once in a process. It ends by exit, so that the sanitizers can
 * say what they found. */
static int run_in_child(size_t k, weft_target target)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        exit(scenarios[k].holds(target) ? EXIT_SUCCESS : EXIT_FAILURE);
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
        printf("FAILED: %s, on %s (status %d)\n", scenarios[k].name, weft_target_name(target),
               status);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (argc < 2 || strcmp(argv[1], weft_target_name(target)) != 0)
            continue;
        if (target == WEFT_GPU && !dlopen("libcuda.so.1", RTLD_LAZY))
            return SKIPPED;
        for (size_t k = 0; k < sizeof scenarios / sizeof *scenarios; k++)
            failed += run_in_child(k, target);
        printf("%s: %d failed\n", argv[1], failed);
        return failed ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    fprintf(stderr, "concurrency cpu|parallel|gpu\n");
    return EXIT_FAILURE;
}
