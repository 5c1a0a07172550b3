#include "interrupt.h"

#include <stddef.h>

static const int interrupts[] = {SIGINT, SIGTERM, SIGHUP};
enum { INTERRUPT_COUNT = sizeof interrupts / sizeof *interrupts };

static struct sigaction former_actions[INTERRUPT_COUNT];
static sigset_t former_mask;
static volatile sig_atomic_t seen; /* the last interrupt, or 0 */
static unsigned holders;           /* calls of interrupt_hold that no release has answered */

/* Threads that a call started do not share our mask, so an interrupt may end up here at any
 * time. */
static void note(int number)
{
    seen = number;
}

static void do_nothing(int number)
{
    (void)number;
}

void interrupt_hold(void)
{
    if (holders++)
        return;
    sigset_t blocked;
    sigemptyset(&blocked);
    struct sigaction noting = {.sa_handler = note, .sa_flags = SA_RESTART};
    sigemptyset(&noting.sa_mask);
    for (size_t i = 0; i < INTERRUPT_COUNT; i++) {
        sigaction(interrupts[i], NULL, &former_actions[i]);
        if (former_actions[i].sa_handler != SIG_IGN)
            sigaction(interrupts[i], &noting, NULL);
        sigaddset(&blocked, interrupts[i]);
    }
    /* A SIGCHLD that is ignored would let ended children vanish before they are waited for. */
    struct sigaction child = {.sa_handler = do_nothing, .sa_flags = SA_RESTART};
    sigemptyset(&child.sa_mask);
    sigaction(SIGCHLD, &child, NULL);
    sigaddset(&blocked, SIGCHLD);
    sigprocmask(SIG_BLOCK, &blocked, &former_mask);
}

bool interrupt_came(void)
{
    sigset_t pending;
    sigpending(&pending);
    for (size_t i = 0; i < INTERRUPT_COUNT && !seen; i++)
        if (sigismember(&pending, interrupts[i]) && former_actions[i].sa_handler != SIG_IGN)
            return true;
    return seen != 0;
}

void interrupt_wait(void)
{
    sigset_t open = former_mask;
    for (size_t i = 0; i < INTERRUPT_COUNT; i++)
        sigdelset(&open, interrupts[i]);
    sigdelset(&open, SIGCHLD);
    sigsuspend(&open);
}

void interrupt_release(void)
{
    if (holders > 1) {
        holders--;
        return;
    }
    holders = 0;
    int number = seen;
    seen = 0;
    for (size_t i = 0; i < INTERRUPT_COUNT; i++)
        sigaction(interrupts[i], &former_actions[i], NULL);
    sigprocmask(SIG_SETMASK, &former_mask, NULL);
    if (number)
        raise(number);
}

const sigset_t *interrupt_mask(void)
{
    return &former_mask;
}
