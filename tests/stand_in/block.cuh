/* block.cuh: kernels that share memory and wait at barriers, as a GPU would run them. */
#include "machine.cuh"

enum { MOST_THREADS = 1024 };

/* Numbers of all blocks, `count` to a block. */
struct block_params {
    const int64_t *from;
    int64_t *to;
    uint32_t count;
};

/* Each block's numbers backwards. */
WEFT_KERNEL(reverse_block, MOST_THREADS, block_params)
{
    WEFT_SHARED(int64_t, numbers, MOST_THREADS);
    uint32_t i = weft::machine::thread_index();
    const int64_t first = (int64_t)weft::machine::block_index() * params.count;
    numbers[i] = params.from[first + i];
    weft::machine::barrier();
    params.to[first + i] = numbers[params.count - 1 - i];
}

/* Each block's sums of the numbers up to each, by doubling: two barriers a round. */
WEFT_KERNEL(sum_up_block, MOST_THREADS, block_params)
{
    WEFT_SHARED(int64_t, numbers, MOST_THREADS);
    uint32_t i = weft::machine::thread_index();
    const int64_t first = (int64_t)weft::machine::block_index() * params.count;
    numbers[i] = params.from[first + i];
    for (uint32_t distance = 1; distance < params.count; distance *= 2) {
        weft::machine::barrier();
        int64_t other = i >= distance ? numbers[i - distance] : 0;
        weft::machine::barrier();
        numbers[i] += other;
    }
    params.to[first + i] = numbers[i];
}

/* Each block's sum in its first number, by halves: threads end as there is less to do. */
WEFT_KERNEL(sum_block, MOST_THREADS, block_params)
{
    WEFT_SHARED(int64_t, numbers, MOST_THREADS);
    uint32_t i = weft::machine::thread_index();
    const int64_t first = (int64_t)weft::machine::block_index() * params.count;
    numbers[i] = params.from[first + i];
    for (uint32_t rest = params.count; rest > 1; rest = (rest + 1) / 2) {
        weft::machine::barrier();
        uint32_t half = (rest + 1) / 2;
        if (i >= half)
            return;
        if (i + half < rest)
            numbers[i] += numbers[i + half];
    }
    params.to[first] = numbers[0];
}
