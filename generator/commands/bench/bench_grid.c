/* Hand-written kernels on blocks of other sizes than their authors say. */
#include "bench.h"

bool bench_has_grid(const weft_ufunc *ufunc)
{
    for (uint32_t i = 0; i < ufunc->loop_count; i++)
        if (ufunc->loops[i].shapes & WEFT_HAS(GPU_RAW))
            return true;
    return false;
}

const weft_ufunc *bench_with_threads(arena *memory, const weft_ufunc *ufunc, int threads)
{
    weft_ufunc *made = arena_array(memory, 1, sizeof *made);
    weft_launch_grid *grid = arena_array(memory, 1, sizeof *grid);
    weft_size_step *step = arena_array(memory, 1, sizeof *step);
    *step = (weft_size_step){threads, WEFT_SIZE_NUMBER};
    *grid = *ufunc->grid;
    grid->threads[0] = (weft_size_expression){arena_format(memory, "%d", threads), step, 1};
    grid->threads[1] = grid->threads[2] = (weft_size_expression){NULL, NULL, 0};
    *made = *ufunc;
    made->grid = grid;
    return made;
}
