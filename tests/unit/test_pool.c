/* test_pool.c: every piece once, whoever runs it, and no two at once with the same memory. */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/run/pool.h"

enum { MOST_PIECES = 5000, MOST_THREADS = 100 };

/* What the pieces of one job find. */
typedef struct seen {
    int threads, depth;
    atomic_int runs[MOST_PIECES];  /* of each piece */
    atomic_int inside[MOST_THREADS]; /* threads that have this number now */
    atomic_int wrong;
    int plain[MOST_PIECES]; /* written by pieces, read by the caller */
} seen;

static void run_all(int threads, int64_t count, int depth);

static void note(void *context, int64_t piece, int worker)
{
    seen *all = context;
    if (worker < 0 || worker >= all->threads || piece < 0 || piece >= MOST_PIECES) {
        all->wrong++;
        return;
    }
    all->wrong += atomic_fetch_add(&all->inside[worker], 1) != 0;
    all->runs[piece]++;
    all->plain[piece] = (int)piece + 1;
    if (all->depth > 0 && piece % 7 == 0)
        run_all(3, 5, all->depth - 1);
    all->inside[worker]--;
}

static void run_all(int threads, int64_t count, int depth)
{
    seen *all = calloc(1, sizeof *all);
    assert_non_null(all);
    all->threads = threads;
    all->depth = depth;
    pool_run(threads, count, note, all);
    assert_int_equal(all->wrong, 0);
    for (int64_t piece = 0; piece < MOST_PIECES; piece++) {
        assert_int_equal(all->runs[piece], piece < count);
        assert_int_equal(all->plain[piece], piece < count ? piece + 1 : 0);
    }
    free(all);
}

static void test_runs_every_piece_once(void **state)
{
    (void)state;
    for (int threads = 2; threads < MOST_THREADS; threads += threads < 8 ? 1 : 23)
        for (int64_t count = 0; count < MOST_PIECES; count = 3 * count + 1)
            run_all(threads, count, 0);
}

static void test_jobs_within_pieces(void **state)
{
    (void)state;
    run_all(4, 100, 2);
}

static void *call_often(void *unused)
{
    for (int k = 0; k < 50; k++)
        run_all(2 + k % 5, 17 * k, 0);
    return unused;
}

static void test_many_callers(void **state)
{
    (void)state;
    pthread_t callers[6];
    for (int k = 0; k < 6; k++)
        assert_int_equal(pthread_create(&callers[k], NULL, call_often, NULL), 0);
    for (int k = 0; k < 6; k++)
        pthread_join(callers[k], NULL);
}

static void test_child_of_a_fork(void **state)
{
    (void)state;
    int status = -1;
    run_all(4, 1000, 0);
    pid_t child = fork();
    if (child == 0) {
        alarm(60); /* a child that hangs fails */
        run_all(4, 1000, 1);
        _exit(EXIT_SUCCESS);
    }
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    run_all(4, 1000, 0);
}

/* Waits until the other has begun, too: so both pieces run at once, on two threads. */
static void meet(void *context, int64_t piece, int worker)
{
    atomic_int *arrived = context;
    (void)piece, (void)worker;
    atomic_fetch_add(arrived, 1);
    while (atomic_load(arrived) < 2)
        usleep(100);
}

static void test_helpers_come(void **state)
{
    (void)state;
    atomic_int arrived = 0;
    alarm(60);
    pool_run(2, 2, meet, &arrived);
    alarm(0);
    assert_int_equal(arrived, 2);
}

static atomic_int handled;

static void handle(int number)
{
    (void)number;
    atomic_store(&handled, (int)gettid());
}

/* A program's signals reach its own threads, even where the caller has them blocked. */
static void test_takes_no_signals(void **state)
{
    (void)state;
    sigset_t blocked, kept;
    run_all(8, 100, 0); /* there are helpers */
    assert_true(signal(SIGUSR1, handle) != SIG_ERR);
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &blocked, &kept);
    kill(getpid(), SIGUSR1);
    usleep(20000);
    assert_int_equal(handled, 0);
    pthread_sigmask(SIG_SETMASK, &kept, NULL);
    assert_int_equal(handled, gettid());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs_every_piece_once), cmocka_unit_test(test_jobs_within_pieces),
        cmocka_unit_test(test_many_callers),          cmocka_unit_test(test_child_of_a_fork),
        cmocka_unit_test(test_helpers_come),          cmocka_unit_test(test_takes_no_signals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
