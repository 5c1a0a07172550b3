/* weigh.c: a call takes as long as its work or as its bytes, whichever is longer; on a gpu one
 * behind the other. */
#include "weigh.h"

/* Several threads must be so much faster: others may want the cores. */
#define MARGIN 1.2

static double longer(double a, double b)
{
    return a > b ? a : b;
}

static double on_host(const tune_side *side, const weigh_load *load)
{
    return longer(side->call + load->work * side->work[load->kind], tune_moving(side, load->bytes));
}

double weigh_cpu(const tune_numbers *numbers, const weigh_load *load)
{
    return on_host(&numbers->cpu, load);
}

/* The largest team that has no more threads than there are. */
static const tune_side *find_team(const tune_numbers *numbers, int threads)
{
    const tune_side *found = &numbers->cpu;
    for (int k = 0; k < numbers->team_count && numbers->teams[k].threads <= threads; k++)
        found = &numbers->teams[k].side;
    return found;
}

double weigh_parallel(const tune_numbers *numbers, const weigh_load *load, int threads)
{
    return on_host(find_team(numbers, threads), load);
}

double weigh_gpu(const tune_numbers *numbers, const weigh_load *load)
{
    const tune_side *side = &numbers->gpu;
    const double way = load->is_whole ? tune_moving(side, 0) + load->bytes * numbers->gpu_whole
                                      : tune_moving(side, load->bytes);
    return way + longer(load->work * side->work[load->kind], load->touched * numbers->gpu_memory);
}

bool weigh_takes_parallel(const tune_numbers *numbers, const weigh_load *load, int threads)
{
    return threads > 1 &&
           weigh_parallel(numbers, load, threads) * MARGIN < weigh_cpu(numbers, load);
}

bool weigh_may_take_parallel(const tune_numbers *numbers, const weigh_load *load)
{
    const double cpu = weigh_cpu(numbers, load);
    for (int k = 0; k < numbers->team_count; k++)
        if (on_host(&numbers->teams[k].side, load) * MARGIN < cpu)
            return true;
    return false;
}
