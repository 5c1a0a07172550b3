#include "watch.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "commands/commands.h"
#include "commands/interrupt.h"

enum {
    TICK = 100000,            /* microseconds between two looks */
    MOST_KILOBYTES = 4 << 20, /* that a reading may take */
    STACK_BYTES = 1 << 16,    /* for the handlers: a crash may be a stack that is full */
};

static const double real_times = 4; /* real time over processor time: other programs run, too */
static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
enum { CRASH_COUNT = sizeof crashes / sizeof *crashes };

static struct sigaction former_crashes[CRASH_COUNT], former_alarm;
static char *stack;
static void (*tidy)(void);
static const char *volatile current;  /* the file that is read; NULL outside */
static const char *volatile function; /* of it; NULL: none */
static char too_long[64];             /* what is said then: handlers print nothing themselves */
static long limit = WATCH_USUAL_SECONDS;
static double processor_start, real_start;
static long kilobytes_start;

void watch_set_limit(long seconds)
{
    limit = seconds;
}

void watch_set_cleanup(void (*cleanup)(void))
{
    tidy = cleanup;
}

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static long kilobytes_used(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Ends the tool from a handler: nothing but calls of the system. */
static _Noreturn void give_up(const char *why)
{
    const char *const name = function;
    const char *const parts[] = {"weft: error: ",        current,
                                 " cannot be read: ",    why,
                                 name ? ", in '" : NULL, name ? name : NULL,
                                 name ? "'" : NULL,      "; nothing was written\n"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i] && write(STDERR_FILENO, parts[i], strlen(parts[i])) < 0)
            break; /* there is nobody to tell */
    if (tidy)
        tidy();
    _exit(STATUS_FAILED);
}

static void note_crash(int number)
{
    (void)number;
    give_up("libclang or weft crashed on it");
}

/* An interrupt that is held back takes its effect now, for the reading may never end. */
static void obey_interrupt(void)
{
    if (!interrupt_came())
        return;
    if (tidy)
        tidy();
    interrupt_release();
    _exit(STATUS_FAILED); /* where the interrupt did not end the tool */
}

static void look(int number)
{
    (void)number;
    obey_interrupt();
    if (seconds_of(CLOCK_PROCESS_CPUTIME_ID) - processor_start > (double)limit ||
        seconds_of(CLOCK_MONOTONIC) - real_start > real_times * (double)limit)
        give_up(too_long);
    if (kilobytes_used() - kilobytes_start > MOST_KILOBYTES)
        give_up("with all that was read before, it takes more than 4 GiB of memory; give a build "
                "fewer functions, "
                "or fewer --source files");
}

static void begin(void)
{
    struct sigaction crash = {.sa_handler = note_crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
    struct sigaction alarm = {.sa_handler = look, .sa_flags = SA_ONSTACK | SA_RESTART};
    struct itimerval ticks = {{0, TICK}, {0, TICK}};
    sigemptyset(&crash.sa_mask);
    sigemptyset(&alarm.sa_mask);
    setenv("LIBCLANG_DISABLE_CRASH_RECOVERY", "1", 1); /* its handlers cannot run on a full stack */
    if (!stack && (stack = malloc(STACK_BYTES)))
        sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = STACK_BYTES}, NULL);
    snprintf(too_long, sizeof too_long, "reading takes longer than --time-limit=%ld allows", limit);
    processor_start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    real_start = seconds_of(CLOCK_MONOTONIC);
    kilobytes_start = kilobytes_used();
    for (size_t i = 0; i < CRASH_COUNT; i++)
        sigaction(crashes[i], &crash, &former_crashes[i]);
    sigaction(SIGALRM, &alarm, &former_alarm);
    setitimer(ITIMER_REAL, &ticks, NULL);
}

static void end(void)
{
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    sigaction(SIGALRM, &former_alarm, NULL);
    for (size_t i = 0; i < CRASH_COUNT; i++)
        sigaction(crashes[i], &former_crashes[i], NULL);
}

void watch_reading(const char *file)
{
    bool was_reading = current != NULL;
    if (!file && was_reading)
        end();
    current = file;
    function = NULL;
    if (file && !was_reading)
        begin();
}

void watch_function(const char *name)
{
    function = name;
}
