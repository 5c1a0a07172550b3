#include "interrupt.h"

#include <errno.h>
#include <stddef.h>

static sigset_t former_mask, held;
static int seen; /* the interrupt that interrupt_wait took from the queue, or 0 */

static void do_nothing(int number)
{
    (void)number;
}

void interrupt_hold(void)
{
    static const int interrupts[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof interrupts / sizeof *interrupts; i++) {
        struct sigaction action;
        if (sigaction(interrupts[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&held, interrupts[i]);
    }
    /* A SIGCHLD that is ignored would let ended children vanish before they are waited for. */
    struct sigaction child = {.sa_handler = do_nothing};
    sigemptyset(&child.sa_mask);
    sigaction(SIGCHLD, &child, NULL);
    sigset_t blocked = held;
    sigaddset(&blocked, SIGCHLD);
    sigprocmask(SIG_BLOCK, &blocked, &former_mask);
}

bool interrupt_came(void)
{
    static const struct timespec at_once = {0};
    if (!seen) {
        int number = sigtimedwait(&held, NULL, &at_once);
        seen = number > 0 ? number : 0;
    }
    return seen != 0;
}

void interrupt_wait(void)
{
    sigset_t awaited = held;
    sigaddset(&awaited, SIGCHLD);
    int number = sigwaitinfo(&awaited, NULL);
    if (number > 0 && number != SIGCHLD)
        seen = number;
}

void interrupt_release(void)
{
    int number = seen;
    seen = 0;
    sigprocmask(SIG_SETMASK, &former_mask, NULL);
    if (number)
        raise(number);
}

const sigset_t *interrupt_mask(void)
{
    return &former_mask;
}
