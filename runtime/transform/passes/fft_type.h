/* fft_type.h: transforms of one precision; fft_table.h includes it once per precision, having
 * defined TYPE        a prefix of all names REAL        the type of a number REAL_BYTES  its size
 */
#if VECTOR_BYTES / REAL_BYTES == 16
#define FULL 16
#elif VECTOR_BYTES / REAL_BYTES == 8
#define FULL 8
#elif VECTOR_BYTES / REAL_BYTES == 4
#define FULL 4
#else
#define FULL 2
#endif
#define PARTS NAME1(parts)

/* Real and imaginary parts of a stack's elements: of each element those of all lanes, which are
 * transforms. */
typedef struct PARTS {
    REAL *re, *im;
} PARTS;

#if FULL == 16
#define LANES 16
#include "fft_lanes.h"
#endif
#if FULL >= 8
#define LANES 8
#include "fft_lanes.h"
#endif
#if FULL >= 4
#define LANES 4
#include "fft_lanes.h"
#endif
#if FULL <= 4
#define LANES 2
#include "fft_lanes.h"
#endif
#define LANES 1
#include "fft_lanes.h"

/* The widest vectors that so many neighbours fill. */
static void NAME1(run_pass)(const fourier_pass *pass, int64_t neighbours, PARTS x, PARTS y)
{
#if FULL == 16
    if (neighbours >= 16)
        NAME2(pass, 16)(pass, neighbours, x, y);
    else
#endif
#if FULL >= 8
        if (neighbours >= 8)
        NAME2(pass, 8)(pass, neighbours, x, y);
    else
#endif
#if FULL >= 4
        if (neighbours >= 4)
        NAME2(pass, 4)(pass, neighbours, x, y);
    else
#endif
#if FULL <= 4
        if (neighbours >= 2)
        NAME2(pass, 2)(pass, neighbours, x, y);
    else
#endif
        NAME2(pass, 1)(pass, neighbours, x, y);
}

/* The same of places behind a first pass; vectors that make squares of its results are best. */
static void NAME1(run_columns)(const fourier_pass *pass, PARTS x, PARTS y)
{
    const int64_t m = pass->behind, most = pass->radix % 8 == 0 ? 8 : pass->radix % 4 == 0 ? 4 : 16;
    (void)most;
#if FULL == 16
    if (m >= 16 && most >= 16)
        NAME2(columns, 16)(pass, x, y);
    else
#endif
#if FULL >= 8
        if (m >= 8 && most >= 8)
        NAME2(columns, 8)(pass, x, y);
    else
#endif
#if FULL >= 4
        if (m >= 4)
        NAME2(columns, 4)(pass, x, y);
    else
#endif
#if FULL <= 4
        if (m >= 2)
        NAME2(columns, 2)(pass, x, y);
    else
#endif
        NAME2(columns, 1)(pass, x, y);
}

/* All passes, of so many lanes; the result is in the parts that are returned, x or y. */
static PARTS NAME1(run_passes)(const fourier_plan *plan, int64_t lanes, PARTS x, PARTS y)
{
    for (int i = 0; i < plan->pass_count; i++) {
        const fourier_pass *pass = &plan->passes[i];
        if (pass->before * lanes == 1 && pass->behind > 1)
            NAME1(run_columns)(pass, x, y);
        else
            NAME1(run_pass)(pass, pass->before * lanes, x, y);
        const PARTS done = y;
        y = x, x = done;
    }
    return x;
}

#include "fft_sides.h"

/* x times the complex numbers of a table, which are conjugated first or not. */
static void NAME1(multiply)(PARTS x, const REAL *table, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        const REAL re = NAME2(fuse_off, 1)(x.re[i], table[i], x.im[i] * table[count + i]);
        x.im[i] = NAME2(fuse, 1)(x.re[i], table[count + i], x.im[i] * table[i]);
        x.re[i] = re;
    }
}

/* One transform of any length. */
static PARTS NAME1(run)(const fourier_plan *plan, int64_t lanes, PARTS x, PARTS y)
{
    const fourier_plan *longer = plan->convolution;
    const int64_t n = plan->length;
    if (!longer)
        return NAME1(run_passes)(plan, lanes, x, y);
    NAME1(multiply)(x, plan->chirp, n);
    memset(x.re + n, 0, (size_t)(longer->length - n) * REAL_BYTES);
    memset(x.im + n, 0, (size_t)(longer->length - n) * REAL_BYTES);
    PARTS z = NAME1(run_passes)(longer, 1, x, y);
    y = z.re == x.re ? y : x;
    NAME1(multiply)(z, plan->chirp_spectrum, longer->length);
    const PARTS back = NAME1(run_passes)(longer, 1, (PARTS){z.im, z.re}, (PARTS){y.im, y.re});
    z = (PARTS){back.im, back.re};
    NAME1(multiply)(z, plan->chirp, n);
    return z;
}

/* Between half a spectrum of `length` pairs of numbers and the spectrum of the pairs, in place. */
static void NAME1(turn_half)(const fft_stack *t, PARTS x, int64_t lanes)
{
    const fourier_plan *plan = t->plan;
    const int64_t n = plan->length;
    const bool to_half = t->kind == FFT_REAL;
    const REAL *root_re = plan->turns, *root_im = root_re + n / 2 + 1;
    for (int64_t l = 0; l < lanes; l++) {
        const REAL a = x.re[l], b = to_half ? x.im[l] : x.re[n * lanes + l];
        const REAL half = to_half ? 1 : (REAL)0.5;
        x.re[l] = half * (a + b);
        x.im[l] = 0;
        if (to_half)
            x.re[n * lanes + l] = a - b, x.im[n * lanes + l] = 0;
        else
            x.im[l] = half * (a - b);
    }
    if (lanes > 1) {
        for (int64_t k = 1; k <= n / 2; k++)
            for (int64_t l = 0; l < lanes; l += FULL)
                NAME2(half, FULL)
        (x, k * lanes + l, (n - k) * lanes + l, NAME2(set, FULL)(root_re[k]),
         NAME2(set, FULL)(to_half ? root_im[k] : -root_im[k]), false);
        return;
    }
    int64_t k = 1;
    for (; k + FULL - 1 < n - k - FULL + 1; k += FULL)
        NAME2(half, FULL)
    (x, k, n - k - FULL + 1, NAME2(load, FULL)(root_re + k),
     to_half ? NAME2(load, FULL)(root_im + k) : -NAME2(load, FULL)(root_im + k), true);
    for (; k <= n / 2; k++)
        NAME2(half, 1)(x, k, n - k, root_re[k], to_half ? root_im[k] : -root_im[k], false);
}

/* So many transforms from an item on: one, or a multiple of FULL. */
static void NAME1(lanes)(const fft_stack *t, int64_t item, int64_t lanes, char *scratch)
{
    const fourier_plan *plan = t->plan;
    const bool is_even = plan->is_real && plan->real_length % 2 == 0;
    REAL *const memory = (REAL *)scratch;
    const int64_t apart = fft_part_elements(plan, REAL_BYTES, lanes);
    PARTS x = {memory, memory + apart};
    PARTS y = {memory + 2 * apart, memory + 3 * apart};
    NAME1(read)(t, item, lanes, x);
    if (t->kind == FFT_HALF && is_even)
        NAME1(turn_half)(t, x, lanes);
    if (t->inverse) {
        const PARTS z = NAME1(run)(plan, lanes, (PARTS){x.im, x.re}, (PARTS){y.im, y.re});
        x = (PARTS){z.im, z.re};
    } else {
        x = NAME1(run)(plan, lanes, x, y);
    }
    if (t->kind == FFT_REAL && is_even)
        NAME1(turn_half)(t, x, lanes);
    NAME1(write)(t, item, lanes, x);
}

static void NAME1(stack)(const fft_stack *t, char *scratch)
{
    int64_t item = 0;
    for (int64_t lanes = fft_count_lanes(t, FULL); lanes > 1; lanes = lanes > FULL ? FULL : 1)
        for (; item + lanes <= t->count; item += lanes)
            NAME1(lanes)(t, item, lanes, scratch);
    for (; item < t->count; item++)
        NAME1(lanes)(t, item, 1, scratch);
}

#undef FULL
#undef PARTS
#undef TYPE
#undef REAL
#undef REAL_BYTES
