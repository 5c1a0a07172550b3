/* passes.c: how the memory of a stack's kernel is divided. */
#include "passes.h"

#include "base/checked.h"

/* Bytes of the widest vectors, and between parts, so that they do not meet in one set of a cache.
 */
enum { WIDEST = 64, APART = 192, PART_COUNT = 4 };

/* Up to here transforms whose own numbers follow each other are computed side by side. */
enum { MOST_PACKED = 64 };

/* Numbers of a part from which on more transforms at a time gain nothing, and vectors of them. */
enum { ENOUGH = 512, MOST_VECTORS = 16 };

static int64_t count_elements(const fourier_plan *plan)
{
    return plan->convolution ? plan->convolution->length : plan->length + 1;
}

int64_t fft_part_elements(const fourier_plan *plan, int64_t real_bytes, int64_t lanes)
{
    const int64_t unit = WIDEST / real_bytes;
    return (count_elements(plan) * lanes + unit - 1) / unit * unit + APART / real_bytes;
}

/* Vectors side by side, so that short transforms are not one call of each pass for few numbers. */
static int64_t count_vectors(const fourier_plan *plan, int64_t vector)
{
    const int64_t wanted = ENOUGH / (plan->length * vector);
    return wanted < 1 ? 1 : wanted < MOST_VECTORS ? wanted : MOST_VECTORS;
}

int64_t fft_scratch_bytes(const fourier_plan *plan)
{
    const int64_t real_bytes = plan->is_double ? 8 : 4;
    const bool is_short = plan->length <= FFT_MOST_SIDE_BY_SIDE;
    int64_t elements = fft_part_elements(plan, real_bytes, is_short ? WIDEST / real_bytes : 1),
            bytes;
    if (elements < 2 * ENOUGH + WIDEST) /* one more than the length, of all lanes */
        elements = 2 * ENOUGH + WIDEST;
    /* a plan's tables are larger than a part, and there is memory for them */
    return checked_multiply(elements, PART_COUNT * real_bytes, &bytes) ? bytes : -1;
}

int64_t fft_count_lanes(const fft_stack *t, int64_t vector)
{
    const fourier_plan *plan = t->plan;
    const uint64_t in_item = checked_magnitude(t->in_item),
                   out_item = checked_magnitude(t->out_item);
    if (plan->convolution || plan->length > FFT_MOST_SIDE_BY_SIDE)
        return 1;
    if (plan->length <= MOST_PACKED || (plan->pass_count > 0 && plan->passes[0].roots))
        return vector * count_vectors(plan, vector);
    return in_item < checked_magnitude(t->in_step) || out_item < checked_magnitude(t->out_step)
               ? vector * count_vectors(plan, vector)
               : 1;
}
