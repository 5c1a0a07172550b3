/* fft_sides.h: between a stack's memory and its parts. */

/* Where the numbers of a stack's rows lie. */
typedef struct NAME1(side) {
    char *first;
    int64_t item, step; /* bytes to the next item, and to the next number's real part */
    bool is_real;       /* there are no imaginary parts; else */
    int64_t imaginary;  /* bytes from a real part to the imaginary one */
    int64_t count;      /* numbers of an item */
} NAME1(side);

/* What a row is made of: complex elements, pairs of real ones, or real ones. */
static NAME1(side) NAME1(find_side)(const fft_stack *t, bool is_out, int64_t item)
{
    const fourier_plan *plan = t->plan;
    const int64_t step = is_out ? t->out_step : t->in_step;
    const int64_t item_step = is_out ? t->out_item : t->in_item;
    char *const first = (is_out ? t->out : (char *)t->in) + item * item_step;
    const bool is_odd = plan->is_real && plan->real_length % 2 != 0;
    if (t->kind == (is_out ? FFT_HALF : FFT_REAL))
        return (NAME1(side)){first,  item_step, is_odd ? step : 2 * step,
                             is_odd, step,      plan->length};
    const int64_t count = !plan->is_real ? plan->length : plan->real_length / 2 + 1;
    return (NAME1(side)){first, item_step, step, false, REAL_BYTES, count};
}

/* Whether the numbers of an item, and those of its neighbours, are pairs side by side. */
#define IS_PAIR(side) (!(side).is_real && (side).imaginary == REAL_BYTES)
#define ALONG(side)   (IS_PAIR(side) && (side).step == 2 * REAL_BYTES)
#define ACROSS(side)  (IS_PAIR(side) && (side).item == 2 * REAL_BYTES)

static ALWAYS_INLINE REAL NAME1(number)(const char *place)
{
    return *(const REAL *)place;
}

/* Reads numbers from the k-th on, anyhow. */
static void NAME1(read_any)(const NAME1(side) * side, int64_t k, int64_t count, int64_t lanes,
                            PARTS x)
{
    for (; k < side->count; k++)
        for (int64_t l = 0; l < count; l++) {
            const char *place = side->first + l * side->item + k * side->step;
            x.re[k * lanes + l] = NAME1(number)(place);
            x.im[k * lanes + l] = side->is_real ? 0 : NAME1(number)(place + side->imaginary);
        }
}

/* The second half of a spectrum of which the first is there; of an odd length. */
static void NAME1(mirror)(const fft_stack *t, int64_t lanes, PARTS x)
{
    const int64_t n = t->plan->length;
    for (int64_t l = 0; l < lanes; l++)
        x.im[l] = 0;
    for (int64_t k = 1; k <= n / 2; k++)
        for (int64_t l = 0; l < lanes; l++) {
            x.re[(n - k) * lanes + l] = x.re[k * lanes + l];
            x.im[(n - k) * lanes + l] = -x.im[k * lanes + l];
        }
}

/* Of `lanes` transforms one, where these are one, or FULL. */
static void NAME1(read_some)(const fft_stack *t, int64_t item, int64_t lanes, PARTS x)
{
    typedef NAME2(vector, FULL) vector;
    const NAME1(side) side = NAME1(find_side)(t, false, item);
    int64_t k = 0;
    if (lanes > 1 && ALONG(side)) {
        for (; k + FULL / 2 <= side.count; k += FULL / 2) {
            vector rows[FULL];
#pragma GCC unroll 16
            for (int l = 0; l < FULL; l++)
                rows[l] =
                    NAME2(load, FULL)((const REAL *)(side.first + l * side.item + k * side.step));
            NAME2(turn, FULL)(rows);
#pragma GCC unroll 16
            for (int i = 0; i < FULL; i += 2) {
                NAME2(store, FULL)(x.re + (k + i / 2) * lanes, rows[i]);
                NAME2(store, FULL)(x.im + (k + i / 2) * lanes, rows[i + 1]);
            }
        }
    } else if (lanes > 1 ? ACROSS(side) : ALONG(side)) {
        const int64_t step = lanes > 1 ? side.step : 2 * FULL * REAL_BYTES;
        const int64_t rounds = lanes > 1 ? side.count : side.count / FULL;
        const int64_t apart = lanes > 1 ? lanes : FULL;
        for (int64_t i = 0; i < rounds; i++) {
            const REAL *place = (const REAL *)(side.first + i * step);
            vector a = NAME2(load, FULL)(place), b = NAME2(load, FULL)(place + FULL);
            NAME2(part, FULL)(&a, &b);
            NAME2(store, FULL)(x.re + i * apart, a), NAME2(store, FULL)(x.im + i * apart, b);
        }
        k = lanes > 1 ? rounds : rounds * FULL;
    }
    NAME1(read_any)(&side, k, lanes > 1 ? FULL : 1, lanes, x);
}

static void NAME1(read)(const fft_stack *t, int64_t item, int64_t lanes, PARTS x)
{
    for (int64_t l = 0; l < lanes; l += FULL)
        NAME1(read_some)(t, item + l, lanes, (PARTS){x.re + l, x.im + l});
    if (t->kind == FFT_HALF && t->plan->real_length % 2 != 0)
        NAME1(mirror)(t, lanes, x);
}

/* What the results of an item are multiplied by. */
static REAL NAME1(find_scale)(const fft_stack *t, int64_t item)
{
    REAL scale = t->scales ? NAME1(number)(t->scales + item * t->scale_step) : 0;
    if (scale == 0)
        scale = (REAL)t->scale;
    if (t->kind == FFT_HALF && t->plan->real_length % 2 == 0)
        scale *= 2; /* a half was left out before */
    return scale;
}

static void NAME1(write_any)(const NAME1(side) * side, int64_t k, int64_t count, int64_t lanes,
                             PARTS x, const REAL *scales)
{
    for (; k < side->count; k++)
        for (int64_t l = 0; l < count; l++) {
            char *place = side->first + l * side->item + k * side->step;
            *(REAL *)place = x.re[k * lanes + l] * scales[l];
            if (!side->is_real)
                *(REAL *)(place + side->imaginary) = x.im[k * lanes + l] * scales[l];
        }
}

static void NAME1(write_some)(const fft_stack *t, int64_t item, int64_t lanes, PARTS x)
{
    typedef NAME2(vector, FULL) vector;
    const NAME1(side) side = NAME1(find_side)(t, true, item);
    REAL scales[FULL];
    for (int64_t l = 0; l < (lanes > 1 ? FULL : 1); l++)
        scales[l] = NAME1(find_scale)(t, item + l);
    const vector scale = lanes > 1 ? NAME2(load, FULL)(scales) : NAME2(set, FULL)(scales[0]);
    int64_t k = 0;
    if (lanes > 1 && ALONG(side)) {
        for (; k + FULL / 2 <= side.count; k += FULL / 2) {
            vector rows[FULL];
#pragma GCC unroll 16
            for (int i = 0; i < FULL; i += 2) {
                rows[i] = NAME2(load, FULL)(x.re + (k + i / 2) * lanes) * scale;
                rows[i + 1] = NAME2(load, FULL)(x.im + (k + i / 2) * lanes) * scale;
            }
            NAME2(turn, FULL)(rows);
#pragma GCC unroll 16
            for (int l = 0; l < FULL; l++)
                NAME2(store, FULL)((REAL *)(side.first + l * side.item + k * side.step), rows[l]);
        }
    } else if (lanes > 1 ? ACROSS(side) : ALONG(side)) {
        const int64_t step = lanes > 1 ? side.step : 2 * FULL * REAL_BYTES;
        const int64_t rounds = lanes > 1 ? side.count : side.count / FULL;
        const int64_t apart = lanes > 1 ? lanes : FULL;
        for (int64_t i = 0; i < rounds; i++) {
            REAL *place = (REAL *)(side.first + i * step);
            vector a = NAME2(load, FULL)(x.re + i * apart) * scale;
            vector b = NAME2(load, FULL)(x.im + i * apart) * scale;
            NAME2(join, FULL)(&a, &b);
            NAME2(store, FULL)(place, a), NAME2(store, FULL)(place + FULL, b);
        }
        k = lanes > 1 ? rounds : rounds * FULL;
    }
    NAME1(write_any)(&side, k, lanes > 1 ? FULL : 1, lanes, x, scales);
}

static void NAME1(write)(const fft_stack *t, int64_t item, int64_t lanes, PARTS x)
{
    for (int64_t l = 0; l < lanes; l += FULL)
        NAME1(write_some)(t, item + l, lanes, (PARTS){x.re + l, x.im + l});
}

#undef IS_PAIR
#undef ALONG
#undef ACROSS
