#include "serial.h"

#include <pthread.h>

static pthread_mutex_t lock;

/* The child of a fork has the calling thread alone. */
static void make_lock(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &kind);
    pthread_mutexattr_destroy(&kind);
}

static void begin_once(void)
{
    make_lock();
    pthread_atfork(NULL, NULL, make_lock);
}

void serial_begin(const weft_ufunc *ufunc)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (!ufunc || !serial_is(ufunc))
        return;
    pthread_once(&once, begin_once);
    pthread_mutex_lock(&lock);
}

void serial_end(const weft_ufunc *ufunc)
{
    if (ufunc && serial_is(ufunc))
        pthread_mutex_unlock(&lock);
}
