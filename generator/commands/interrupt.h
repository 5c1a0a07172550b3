/* interrupt.h: Ctrl-C and its kin, held back while there is something to tidy up. */
#ifndef WEFT_INTERRUPT_H
#define WEFT_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

/* Holds back SIGINT, SIGTERM and SIGHUP, in all threads, and SIGCHLD for interrupt_wait. May be
 * called again while it does. */
void interrupt_hold(void);

/* Whether one of the first three has come since. */
bool interrupt_came(void);

/* Waits until a child process ends or an interrupt comes; may return without either. */
void interrupt_wait(void);

/* Signals as they were before the first interrupt_hold, once each has been released; an interrupt
 * that came then takes its effect, which usually ends the tool. */
void interrupt_release(void);

/* The signal mask that held before interrupt_hold, for child processes. */
const sigset_t *interrupt_mask(void);

#endif
