/* test_tune.c: the files of `weft tune`, whatever is in them, and what AUTO makes of them. What reads the environment does
 * so once, so each such case runs in a child process. */
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "call/target/target.h"
#include "call/target/weigh.h"
#include "check.h"
#include "host/run/threads.h"
#include "plan/make.h"
#include "sample_ufuncs.h"

#define CURVE "100 200 300 400 500 600 700 800 900"
#define SIDE  "10 0.5 0.25 1 2 " CURVE "\n"
#define HEAD  "weft-tune 1\nprocessor Some CPU 9\n"
#define GOOD  HEAD "cpu " SIDE "threads 2 " SIDE "threads 8 " SIDE "device Some GPU\ngpu " SIDE "bytes 0.1 0.0005\nend\n"

static char folder[] = "/tmp/weft-tune-XXXXXX";

/* ---- the text ---- */

static weft_status parse(const char *text, size_t size, tune_numbers *numbers, weft_error *error)
{
    char *exact = malloc(size ? size : 1); /* so that a sanitizer sees what is read beyond */
    assert_non_null(exact);
    memcpy(exact, text, size);
    weft_status status = tune_parse(numbers, exact, size, "f", error);
    free(exact);
    return status;
}

static void test_reads_what_is_written(void **state)
{
    (void)state;
    tune_numbers numbers;
    weft_error error;
    assert_ok(error, parse(GOOD, strlen(GOOD), &numbers, &error));
    assert_string_equal(numbers.processor, "Some CPU 9");
    assert_string_equal(numbers.device, "Some GPU");
    assert_int_equal(numbers.team_count, 2);
    assert_int_equal(numbers.teams[0].threads, 2);
    assert_int_equal(numbers.teams[1].threads, 8);
    assert_true(numbers.cpu.call == 10 && numbers.cpu.work[0] == 0.5 && numbers.cpu.work[1] == 0.25);
    assert_true(numbers.cpu.work[2] == 1 && numbers.cpu.work[3] == 2);
    for (int k = 0; k < TUNE_POINTS; k++)
        assert_true(numbers.gpu.moved[k] == 100.0 * (k + 1));
    assert_true(numbers.gpu_whole == 0.1 && fabs(numbers.gpu_memory - 0.0005) < 1e-18);
    assert_true(numbers.gpu_margin == 1 && numbers.gpu_from == 0);
    const char *host = HEAD "cpu " SIDE "end\n";
    assert_ok(error, parse(host, strlen(host), &numbers, &error));
    assert_int_equal(numbers.team_count, 0);
    assert_string_equal(numbers.device, "");
    assert_true(numbers.gpu_from > 0 && numbers.gpu_margin > 1); /* the gpu is nobody's: care */
}

/* Refused with this word, and nothing is written. */
static void refuse(const char *text, const char *word)
{
    tune_numbers numbers;
    weft_error error;
    memset(&numbers, 0x5a, sizeof numbers);
    const tune_numbers before = numbers;
    assert_fails(error, WEFT_ERROR_FILE, word, parse(text, strlen(text), &numbers, &error));
    assert_memory_equal(&numbers, &before, sizeof numbers);
}

static void test_refuses_other_texts(void **state)
{
    (void)state;
    static const char *const numbers[] = {"nan", "inf", "-1", "+1", "1e3", "0x10", ".5", "5.", "1,5", "", "0",
                                          "1.2.3", "1_0", "0.0000001", "1234567890123456", "1 ", " 1", "\t1", "١"};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        char text[2000];
        snprintf(text, sizeof text, HEAD "cpu %s 0.5 0.25 1 2 " CURVE "\nend\n", numbers[k]);
        refuse(text, "f:3: the time of");
    }
    refuse("", "f:1: ");
    refuse("weft-tune 2\nprocessor x\ncpu " SIDE "end\n", "f:1: ");
    refuse("\xef\xbb\xbf" GOOD, "f:1: ");
    refuse("weft-tune 1\r\nprocessor x\r\n", "f:1: ");
    refuse("weft-tune 1\nprocessor \ncpu " SIDE "end\n", "f:2: ");
    refuse("weft-tune 1\nprocessor two  blanks\ncpu " SIDE "end\n", "f:2: ");
    refuse("weft-tune 1\nprocessor a\x01b\ncpu " SIDE "end\n", "f:2: ");
    refuse(HEAD "end\n", "f:3: a line `cpu'");
    refuse(HEAD "cpu 10 0.5 0.25 1 2 100 200 300 400 500 600 700 800 900 1000\nend\n", "f:3: ");
    refuse(HEAD "cpu 10 0.5 0.25 1 2 100 200 300 400 500 600 700 800\nend\n", "f:3: ");
    refuse(HEAD "cpu 10 0.5 0.25 1 2 100 200 300 299 500 600 700 800 900\nend\n",
           "f:3: more bytes take less time: 299 after 300");
    refuse(HEAD "cpu 10 0.5 0.25 1 20000 " CURVE "\nend\n", "is 20000; it may be");
    refuse(HEAD "cpu 200000000 0.5 0.25 1 2 " CURVE "\nend\n", "the time of a call is 2e+08");
    refuse(HEAD "cpu " SIDE "threads 1 " SIDE "end\n", "1 threads behind 1");
    refuse(HEAD "cpu " SIDE "threads 4 " SIDE "threads 4 " SIDE "end\n", "4 threads behind 4");
    refuse(HEAD "cpu " SIDE "threads 2.5 " SIDE "end\n", "2.5 threads");
    refuse(HEAD "cpu " SIDE "threads 5000 " SIDE "end\n", "the number of threads is 5000");
    refuse(HEAD "cpu " SIDE "device G\nend\n", "a line `gpu'");
    refuse(HEAD "cpu " SIDE "device \ngpu " SIDE "bytes 1 1\nend\n", "the device's name");
    refuse(HEAD "cpu " SIDE "device G\ngpu " SIDE "end\n", "a line `bytes'");
    refuse(HEAD "cpu " SIDE "device G\ngpu " SIDE "bytes 0.1 2000\nend\n", "is 2000");
    refuse(HEAD "cpu " SIDE "gpu " SIDE "end\n", "a line `end'");
    refuse(GOOD "\n", "nothing behind it");
    refuse(GOOD GOOD, "nothing behind it");
    char long_name[400] = "weft-tune 1\nprocessor ";
    memset(long_name + strlen(long_name), 'x', 200);
    refuse(strcat(long_name, "\ncpu " SIDE "end\n"), "f:2: ");
}

static void test_has_room_for_so_many_teams(void **state)
{
    (void)state;
    char text[4000] = HEAD "cpu " SIDE;
    tune_numbers numbers;
    weft_error error;
    for (int k = 0; k < TUNE_MOST_TEAMS; k++)
        sprintf(text + strlen(text), "threads %d " SIDE, k + 2);
    const size_t full = strlen(text);
    strcat(text, "end\n");
    assert_ok(error, parse(text, strlen(text), &numbers, &error));
    assert_int_equal(numbers.team_count, TUNE_MOST_TEAMS);
    sprintf(text + full, "threads 99 " SIDE "end\n");
    refuse(text, "more than 12 lines");
}

static bool is_sound(const tune_side *side)
{
    bool good = side->call > 0 && side->call <= 1e8;
    for (int kind = 0; kind < WEFT_WORK_COUNT; kind++)
        good = good && side->work[kind] > 0 && side->work[kind] <= 1e4;
    for (int k = 0; k < TUNE_POINTS; k++)
        good = good && side->moved[k] > 0 && side->moved[k] <= 1e12 && (k == 0 || side->moved[k] >= side->moved[k - 1]);
    return good;
}

/* Every beginning of a file is refused; what random bytes make of it is refused, or is sound. */
static void test_believes_nothing(void **state)
{
    (void)state;
    static const char letters[] = "0123456789. \n-e";
    unsigned seed = 12345, accepted = 0;
    char text[sizeof GOOD];
    tune_numbers numbers;
    for (size_t size = 0; size < strlen(GOOD); size++)
        assert_int_equal(parse(GOOD, size, &numbers, NULL), WEFT_ERROR_FILE);
    for (int round = 0; round < 200000; round++) {
        memcpy(text, GOOD, sizeof text);
        for (int changes = round % 4; changes >= 0; changes--) {
            seed = seed * 1664525 + 1013904223;
            const unsigned letter = seed >> 24;
            text[(seed >> 8) % strlen(GOOD)] = changes % 2 ? (char)letter : letters[letter % (sizeof letters - 1)];
        }
        if (parse(text, strlen(GOOD), &numbers, NULL))
            continue;
        accepted++;
        assert_true(is_sound(&numbers.cpu) && is_sound(&numbers.gpu));
        assert_in_range(numbers.team_count, 0, TUNE_MOST_TEAMS);
        for (int k = 0; k < numbers.team_count; k++)
            assert_true(is_sound(&numbers.teams[k].side) && numbers.teams[k].threads >= 2);
        assert_true(numbers.least > 0 && numbers.gpu_whole > 0 && numbers.gpu_memory > 0);
    }
    assert_true(accepted > 1000); /* digits for digits */
}

static void test_knows_no_locale(void **state)
{
    (void)state;
    tune_numbers numbers;
    weft_error error;
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        skip();
    assert_ok(error, parse(GOOD, strlen(GOOD), &numbers, &error));
    setlocale(LC_ALL, "C");
    assert_true(numbers.cpu.work[0] == 0.5);
}

/* ---- files ---- */

static const char *write_file(const char *name, const char *bytes, size_t size)
{
    static char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
    return path;
}

/* A file of this machine, in which several threads are so cheap, or so dear. */
static const char *write_own(const char *name, const char *team)
{
    char text[4000], machine[TUNE_NAME];
    weft_error error;
    assert_ok(error, weft_tune_machine(machine, sizeof machine, &error));
    snprintf(text, sizeof text, "weft-tune 1\nprocessor %s\ncpu 10 1 1 1 1 " CURVE "\nthreads 2 %send\n", machine, team);
    return write_file(name, text, strlen(text));
}

static void test_reads_files_of_any_kind(void **state)
{
    (void)state;
    weft_error error;
    char path[300];
    assert_ok(error, weft_tune_check(write_own("good", SIDE), &error));
    assert_fails(error, WEFT_ERROR_FILE, "of another processor: Some CPU 9; this is",
                 weft_tune_check(write_file("other", GOOD, strlen(GOOD)), &error));
    assert_fails(error, WEFT_ERROR_FILE, "No such file", weft_tune_check("/no/such/file", &error));
    assert_fails(error, WEFT_ERROR_FILE, "not a regular file", weft_tune_check(folder, &error));
    assert_fails(error, WEFT_ERROR_FILE, "not a regular file", weft_tune_check("/dev/zero", &error));
    assert_fails(error, WEFT_ERROR_FILE, ":1: ", weft_tune_check(write_file("empty", "", 0), &error));
    assert_fails(error, WEFT_ERROR_FILE, ":1: ", weft_tune_check(write_file("binary", "\0\xff\x7f" "ELF", 6), &error));
    assert_fails(error, WEFT_ERROR_FILE, ":1: ", weft_tune_check("/proc/self/status", &error));
    const char *large = write_file("large", "x", 1);
    assert_int_equal(truncate(large, 100 << 20), 0);
    assert_fails(error, WEFT_ERROR_FILE, "too long", weft_tune_check(large, &error));
    snprintf(path, sizeof path, "%s/fifo", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(20); /* nobody writes to it */
    assert_fails(error, WEFT_ERROR_FILE, "not a regular file", weft_tune_check(path, &error));
    alarm(0);
    const char *closed = write_own("closed", SIDE);
    assert_int_equal(chmod(closed, 0), 0);
    if (geteuid() != 0)
        assert_fails(error, WEFT_ERROR_FILE, "Permission denied", weft_tune_check(closed, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "path is NULL", weft_tune_check(NULL, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "path is empty", weft_tune_check("", &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "no room", weft_tune_machine(path, 1, &error));
    assert_fails(error, WEFT_ERROR_ARGUMENT, "text is NULL", weft_tune_machine(NULL, 0, &error));
}

static void test_says_where_it_looks(void **state)
{
    (void)state;
    char path[300], tiny[8];
    weft_error error;
    setenv("WEFT_TUNE", "", 1);
    assert_ok(error, weft_tune_path(path, sizeof path, &error));
    assert_string_equal(path, "");
    setenv("WEFT_TUNE", "some/where", 1);
    assert_ok(error, weft_tune_path(path, sizeof path, &error));
    assert_string_equal(path, "some/where");
    assert_fails(error, WEFT_ERROR_ARGUMENT, "room for 8", weft_tune_path(tiny, sizeof tiny, &error));
    assert_string_equal(tiny, "");
    unsetenv("WEFT_TUNE");
    setenv("XDG_CACHE_HOME", "/some/caches", 1);
    assert_ok(error, weft_tune_path(path, sizeof path, &error));
    assert_int_equal(strncmp(path, "/some/caches/weft/tune-", 23), 0);
    assert_null(strpbrk(path + 18, "/ ()@"));
    setenv("XDG_CACHE_HOME", "not/absolute", 1); /* to be ignored, as its specification says */
    setenv("HOME", "/home/me", 1);
    assert_ok(error, weft_tune_path(path, sizeof path, &error));
    assert_int_equal(strncmp(path, "/home/me/.cache/weft/tune-", 26), 0);
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    assert_ok(error, weft_tune_path(path, sizeof path, &error));
    assert_string_equal(path, "");
    assert_fails(error, WEFT_ERROR_ARGUMENT, "no room", weft_tune_path(NULL, 0, &error));
    setenv("WEFT_TUNE", "", 1);
}

/* ---- what is chosen ---- */

enum { COUNT = 3000 };
static double elements[2 * COUNT];

/* What auto takes for so many nanoseconds of the estimate, each of 3000 items its share. */
static weft_target choose(float nanoseconds)
{
    const weft_cost_term term = {nanoseconds / COUNT, NULL};
    weft_ufunc priced = sample_add;
    priced.cost_terms = &term;
    priced.cost_term_count = 1;
    weft_array A = weft_array_view(elements, WEFT_FLOAT64, 1, SHAPE(COUNT), NULL);
    weft_array C = weft_array_view(elements + COUNT, WEFT_FLOAT64, 1, SHAPE(COUNT), NULL);
    weft_target target = WEFT_GPU;
    weft_error error;
    const weft_status status = weft_target_choose(&priced, (weft_array *[]){&A, &A, &C}, NULL, &target, &error);
    return status ? WEFT_TARGET_END : target;
}

static void *choose_too(void *target)
{
    *(weft_target *)target = choose(1e6f);
    return NULL;
}

/* In a child: with this WEFT_TUNE (NULL: none), what is taken for little and for much work, by threads that all come at
 * once. */
static bool child_takes(const char *tune, float little, weft_target for_little, float much, weft_target for_much)
{
    const pid_t child = fork();
    if (child == 0) {
        pthread_t threads[4];
        weft_target found[4];
        alarm(20);
        if (tune)
            setenv("WEFT_TUNE", tune, 1);
        for (int k = 0; k < 4; k++)
            pthread_create(&threads[k], NULL, choose_too, &found[k]);
        bool good = true;
        for (int k = 0; k < 4; k++) {
            pthread_join(threads[k], NULL);
            good = good && found[k] == choose(1e6f);
        }
        _exit(good && choose(little) == for_little && choose(much) == for_much ? 0 : 1);
    }
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void test_weighs_by_the_file(void **state)
{
    (void)state;
    if (threads_limit(&(weft_place){.threads = 0}) < 2)
        skip();
    const char *cheap = "1 0.5 0.5 0.5 0.5 " CURVE "\n", *dear = "90000000 1 1 1 1 " CURVE "\n";
    assert_true(child_takes(write_own("cheap", cheap), 2000, WEFT_PARALLEL, 1e8f, WEFT_PARALLEL));
    assert_true(child_takes(write_own("dear", dear), 2000, WEFT_CPU, 2e7f, WEFT_CPU));
    /* Without one, and with one that is none: libweft's own. */
    assert_true(child_takes("", 1000, WEFT_CPU, 1e8f, WEFT_PARALLEL));
    assert_true(child_takes("/no/such/file", 1000, WEFT_CPU, 1e8f, WEFT_PARALLEL));
    assert_true(child_takes(write_file("foreign", GOOD, strlen(GOOD)), 1000, WEFT_CPU, 1e8f, WEFT_PARALLEL));
    assert_true(child_takes(write_file("cut", GOOD, 100), 1000, WEFT_CPU, 1e8f, WEFT_PARALLEL));
}

/* ---- the model ---- */

static void test_goes_through_the_points(void **state)
{
    (void)state;
    tune_side side = {.call = 10, .work = {1, 1, 1, 1}, .moved = {100, 200, 400, 400, 900, 5000, 6000, 7000, 10000}};
    double bytes = 4096;
    for (int k = 0; k < TUNE_POINTS; k++, bytes *= 4)
        assert_true(fabs(tune_moving(&side, bytes) - side.moved[k]) < 1e-6 * side.moved[k]);
    assert_true(tune_moving(&side, 0) == 10);
    assert_true(fabs(tune_moving(&side, 2048) - 55) < 1e-9);
    assert_true(fabs(tune_moving(&side, (4096 + 16384) / 2) - 150) < 1e-9);
    /* As steep beyond the last as before it: 3000 for three quarters of 2^28. */
    assert_true(fabs(tune_moving(&side, 2.0 * (1 << 28)) - 14000) < 1e-6);
    side.call = 500; /* a call that was slower than one with work: noise */
    assert_true(tune_moving(&side, 0) == 100);
}

static void test_is_monotone(void **state)
{
    (void)state;
    static tune_numbers numbers[2];
    weft_error error;
    tune_assume(&numbers[0]);
    assert_ok(error, parse(GOOD, strlen(GOOD), &numbers[1], &error));
    for (int n = 0; n < 2; n++) {
        assert_true(is_sound(&numbers[n].cpu) && is_sound(&numbers[n].gpu));
        for (int k = 0; k < numbers[n].team_count; k++)
            assert_true(is_sound(&numbers[n].teams[k].side));
        for (int kind = 0; kind < WEFT_WORK_COUNT; kind++) {
            double before[3] = {0};
            for (int bits = 0; bits <= 66; bits++) {
                const double items = ldexp(1, bits);
                const weigh_load load = {.work = items < 1e30 ? 11 * items : 1e30, .kind = (weft_work_kind)kind,
                                         .bytes = 24 * items, .touched = 48 * items, .is_whole = kind % 2};
                const double now[3] = {weigh_cpu(&numbers[n], &load), weigh_parallel(&numbers[n], &load, 7),
                                       weigh_gpu(&numbers[n], &load)};
                for (int k = 0; k < 3; k++) {
                    assert_true(isfinite(now[k]) && now[k] >= before[k] && now[k] > 0);
                    before[k] = now[k];
                }
            }
        }
    }
}

static void test_takes_the_team_that_is_there(void **state)
{
    (void)state;
    tune_numbers numbers;
    weft_error error;
    assert_ok(error, parse(GOOD, strlen(GOOD), &numbers, &error));
    numbers.teams[0].side.work[0] = 0.25; /* of 2 threads: half of one's 0.5 */
    numbers.teams[1].side.work[0] = 0.0625;
    const weigh_load load = {.work = 1e6, .kind = WEFT_WORK_LOOP};
    assert_true(weigh_cpu(&numbers, &load) == 10 + 500000);
    assert_true(weigh_parallel(&numbers, &load, 1) == 10 + 500000);
    for (int threads = 2; threads < 8; threads++)
        assert_true(weigh_parallel(&numbers, &load, threads) == 10 + 250000);
    assert_true(weigh_parallel(&numbers, &load, 8) == 10 + 62500);
    assert_true(weigh_parallel(&numbers, &load, 4000) == 10 + 62500);
    assert_false(weigh_takes_parallel(&numbers, &load, 1));
    assert_true(weigh_takes_parallel(&numbers, &load, 2) && weigh_may_take_parallel(&numbers, &load));
}

/* What the shortest check calls little is little by the estimate, too, of any kind. */
static void test_is_sure_of_little_work(void **state)
{
    (void)state;
    const tune_numbers *numbers = tune_get();
    unsigned seed = 7, sure = 0;
    for (int round = 0; round < 20000; round++) {
        uint8_t dtypes[3];
        seed = seed * 1664525 + 1013904223;
        memset(dtypes, (int)(1 + (seed >> 8) % (WEFT_DTYPE_END - 1)), sizeof dtypes);
        const weft_cost_term term = {(float)(seed >> 12) * 1e-4f, NULL};
        weft_loop loop = sample_add.loops[0];
        weft_ufunc priced = sample_add;
        weft_plan plan;
        loop.dtypes = loop.kernel_dtypes = dtypes;
        loop.shapes |= seed & 64 ? WEFT_HAS(LANES) : 0;
        priced.cost_terms = &term;
        priced.cost_term_count = 1;
        plan_begin(&plan, &priced, &loop, NULL, 3, NULL);
        plan.item_count = (int64_t)(1 + (seed >> 20));
        if (!(term.nanoseconds * (double)plan.item_count < numbers->sure))
            continue;
        sure++;
        assert_true(plan_cost(&plan) < numbers->least);
        assert_true(target_takes_cpu(&plan, WEFT_AUTO));
    }
    assert_true(sure > 10);
}

/* An absurd shape has a choice, and no time that is none. */
static void test_survives_absurd_sizes(void **state)
{
    (void)state;
    weft_ufunc priced = sample_add;
    const weft_cost_term terms[] = {{1e30f, NULL}, {INFINITY, NULL}, {NAN, NULL}};
    const int64_t many = INT64_C(1) << 60, none[1] = {0};
    double one = 1;
    char bytes[1];
    for (int k = 0; k < 3; k++) {
        weft_target target = WEFT_GPU;
        weft_error error;
        priced.cost_terms = &terms[k];
        priced.cost_term_count = 1;
        weft_array A = weft_array_view(&one, WEFT_FLOAT64, 1, &many, none);
        weft_array B = weft_array_view(bytes, WEFT_FLOAT64, 1, &many, none);
        weft_array *operands[] = {&A, &A, &B};
        /* An output that lies over itself is refused, before or behind the choice. */
        const weft_status status = weft_target_choose(&priced, operands, NULL, &target, &error);
        assert_true(status == WEFT_ERROR_OVERLAP || target == WEFT_CPU || target == WEFT_PARALLEL);
    }
}

static int begin(void **state)
{
    (void)state;
    setenv("WEFT_TUNE", "", 1);
    return mkdtemp(folder) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weighs_by_the_file), /* first: it forks */
        cmocka_unit_test(test_reads_what_is_written),
        cmocka_unit_test(test_refuses_other_texts),
        cmocka_unit_test(test_has_room_for_so_many_teams),
        cmocka_unit_test(test_believes_nothing),
        cmocka_unit_test(test_knows_no_locale),
        cmocka_unit_test(test_reads_files_of_any_kind),
        cmocka_unit_test(test_says_where_it_looks),
        cmocka_unit_test(test_goes_through_the_points),
        cmocka_unit_test(test_is_monotone),
        cmocka_unit_test(test_takes_the_team_that_is_there),
        cmocka_unit_test(test_is_sure_of_little_work),
        cmocka_unit_test(test_survives_absurd_sizes),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
