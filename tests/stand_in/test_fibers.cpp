/* test_fibers.cpp: the stand-in's threads against plain loops over their numbers. */
#include "fibers.h"

#include <cstdio>
#include <numeric>
#include <thread>
#include <vector>

#include "block.cuh"

namespace
{

/* What each of the kernels leaves of one block. */
void reverse(const int64_t *from, int64_t *to, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = from[count - 1 - i];
}

void sum_up(const int64_t *from, int64_t *to, uint32_t count)
{
    std::partial_sum(from, from + count, to);
}

void sum(const int64_t *from, int64_t *to, uint32_t count)
{
    to[0] = std::accumulate(from, from + count, (int64_t)0);
}

const struct {
    const char *name;
    void (*kernel)(const block_params &params);
    void (*expect)(const int64_t *from, int64_t *to, uint32_t count);
} kernels[] = {
    {"reverse_block", reverse_block, reverse},
    {"sum_up_block", sum_up_block, sum_up},
    {"sum_block", sum_block, sum},
};

/* Failures among blocks of this many threads. */
int run(uint32_t threads)
{
    enum { BLOCKS = 5 };
    int failed = 0;
    for (const auto &one : kernels) {
        std::vector<int64_t> from(BLOCKS * threads), found(from.size(), -1), expected(found);
        for (size_t i = 0; i < from.size(); i++)
            from[i] = (int64_t)(i * 2654435761U % 1000);
        const block_params params = {from.data(), found.data(), threads};
        for (uint32_t block = 0; block < BLOCKS; block++) {
            one.expect(&from[block * threads], &expected[block * threads], threads);
            if (!fibers_run((fibers_kernel *)(void *)one.kernel, &params, block, threads))
                failed++;
        }
        if (found != expected) {
            std::printf("FAILED: %s of %u threads\n", one.name, threads);
            failed++;
        }
    }
    return failed;
}

} // namespace

int main()
{
    const uint32_t sizes[] = {1, 2, 31, 32, 33, 256, 1000, MOST_THREADS, 3};
    int failed = 0, others = 0;
    std::thread beside([&] { /* blocks of two threads of the host share nothing */
        for (uint32_t threads : sizes)
            others += run(threads);
    });
    for (uint32_t threads : sizes)
        failed += run(threads);
    beside.join();
    std::printf("stand-in fibers: %d failed\n", failed + others);
    return failed + others ? 1 : 0;
}
