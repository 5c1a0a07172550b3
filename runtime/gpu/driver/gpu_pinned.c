/* gpu_pinned.c: lists of unused blocks, by size. A block is ordinary memory that the driver is told
 * to pin: should the context go in which that was done, it is ordinary memory again, and stays
 * valid. */
#include "gpu_pinned.h"

#include <pthread.h>
#include <stdlib.h>

enum {
    PAGE = 4096,
    LEAST = 16 << 10, /* bytes of a block; each size is twice the one before */
    SIZES = 9,        /* up to GPU_PINNED_MOST */
    TOTAL = 256 << 20 /* bytes that are pinned at most; what is taken beyond is not kept */
};
_Static_assert(LEAST << (SIZES - 1) == GPU_PINNED_MOST, "the last size is the largest block");

/* An unused block, in its own memory. */
typedef struct unused {
    struct unused *next; /* owned */
} unused;

/* Blocks that are pinned, in use or not, are told from others by their address. */
enum { BLOCKS = TOTAL / LEAST };
static struct {
    unused *lists[SIZES];
    void *pinned[BLOCKS]; /* in any order */
    int count;            /* of these */
    size_t bytes;         /* in these */
} pool;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The number of the smallest size that is large enough. */
static int find_size(size_t byte_count)
{
    int number = 0;
    while ((size_t)LEAST << number < byte_count)
        number++;
    return number;
}

/* The place of a pinned block in the table, -1 for another. Under the lock. */
static int find_pinned(const void *block)
{
    int k = pool.count - 1;
    while (k >= 0 && pool.pinned[k] != block)
        k--;
    return k;
}

/* Has a new block pinned while there is room. Under the lock. */
static void pin(const gpu_scope *scope, void *block, size_t size)
{
    if (pool.bytes + size > TOTAL ||
        scope->driver->cuMemHostRegister(block, size, CU_MEMHOSTREGISTER_PORTABLE) != CUDA_SUCCESS)
        return;
    pool.pinned[pool.count++] = block;
    pool.bytes += size;
}

void *gpu_pinned_take(const gpu_scope *scope, size_t byte_count)
{
    const int number = find_size(byte_count);
    const size_t size = (size_t)LEAST << number;
    pthread_mutex_lock(&lock);
    unused *taken = pool.lists[number];
    if (taken)
        pool.lists[number] = taken->next;
    else if ((taken = aligned_alloc(PAGE, size)))
        pin(scope, taken, size);
    pthread_mutex_unlock(&lock);
    return taken;
}

void gpu_pinned_give(void *block, size_t byte_count)
{
    const int number = find_size(byte_count);
    unused *given = block;
    pthread_mutex_lock(&lock);
    const bool is_kept = find_pinned(block) >= 0;
    if (is_kept) {
        given->next = pool.lists[number];
        pool.lists[number] = given;
    }
    pthread_mutex_unlock(&lock);
    if (!is_kept)
        free(block);
}

/* Frees an unused block. Under the lock. */
static void drop(const gpu_scope *scope, unused *block, int number)
{
    scope->driver->cuMemHostUnregister(block);
    pool.pinned[find_pinned(block)] = pool.pinned[pool.count - 1];
    pool.count--;
    pool.bytes -= (size_t)LEAST << number;
    free(block);
}

void gpu_pinned_trim(const gpu_scope *scope)
{
    pthread_mutex_lock(&lock);
    for (int number = 0; number < SIZES; number++)
        while (pool.lists[number]) {
            unused *block = pool.lists[number];
            pool.lists[number] = block->next;
            drop(scope, block, number);
        }
    pthread_mutex_unlock(&lock);
}
