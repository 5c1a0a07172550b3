#include "expect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- inputs ---- */

/* A number that depends on the operand and the element alone. */
static unsigned scatter(int input, int64_t element)
{
    uint64_t x = (uint64_t)element * UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)input * 7919 + 12345;
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return (unsigned)((x ^ x >> 27) * UINT64_C(0x94d049bb133111eb) >> 33);
}

static long double any_value(weft_dtype dtype, unsigned random)
{
    static const long double reals[] = {
        0,        -0.0L,   1,       -1,     0.5L,     -2.75L,  127.5L,   128,       -129,
        255.9L,   256,     40000,   -40000, 65535.5L, 0x1p31L, -0x1p31L, 0x1p32L,   3e9L,
        -0x1p63L, 0x1p63L, 0x1p64L, 1e30L,  -1e30L,   1e-30L,  INFINITY, -INFINITY, NAN};
    static const long double integers[] = {0,
                                           1,
                                           2,
                                           3,
                                           7,
                                           100,
                                           127,
                                           128,
                                           255,
                                           256,
                                           30000,
                                           32767,
                                           65535,
                                           1e9L,
                                           0x7fffffffL,
                                           0xffffffffL,
                                           0x7fffffffffffffffL,
                                           0xffffffffffffffffUL};
    if (number_is("fc", dtype))
        return reals[random % (sizeof reals / sizeof *reals)];
    long double value = integers[random / 2 % (sizeof integers / sizeof *integers)];
    return random % 2 ? -value : value;
}

static long double value_of(values fill, weft_dtype dtype, unsigned random, int64_t place)
{
    bool natural = number_is("u", dtype);
    switch (fill) {
    case COUNTS:
        return random % 31;
    case WINDOWS:
        return 1 + random % 5;
    case FINE:
        return ((int)(random % 129) - (natural ? 0 : 64)) / 16.0L;
    case POSITIVE:
        return (1 + random % 64) / 16.0L;
    case ROUGH:
        return ((int)(random % 20011) - 10005) / 7000.0L;
    case CUBES: {
        int root = (int)(random % 31) - 15;
        return root * root * root;
    }
    case SORTED:
        return (long double)(place - 4) / 2;
    case ANY:
        return any_value(dtype, random);
    default:
        return (int)(random % 19) - (natural ? 0 : 9);
    }
}

/* A value as the dtype can hold it. */
static number fitted(weft_dtype dtype, long double real, long double imaginary)
{
    if (number_is("b", dtype))
        return (number){fmodl(fabsl(real), 2) >= 1, 0};
    return number_round(dtype, (number){real, number_is("c", dtype) ? imaginary : 0});
}

void expect_fill(case_state *state, int input)
{
    const place *filled = &state->operands[input];
    weft_dtype dtype = state->given[input];
    values fill = state->one->of->fill[input];
    int64_t count = place_count(filled->array.rank, filled->array.shape);
    int64_t block = place_count(state->cores[input].rank, state->cores[input].sizes);
    bool swapped = filled->array.flags & WEFT_ARRAY_SWAPPED;
    for (int64_t k = 0; k < count; k++) {
        unsigned char *at = (unsigned char *)filled->array.data + place_distance(&filled->array, k);
        long double real = value_of(fill, dtype, scatter(input, k), k % block);
        number value = fitted(dtype, real, value_of(fill, dtype, scatter(input + 50, k), 0));
        number_write(at, dtype, swapped, value);
        if (dtype == WEFT_BOOL && value.real != 0)
            *at = (unsigned char)(1 + k * 37 % 255); /* true is any byte but 0 */
    }
}

/* About a third of the items is masked off; what is chosen is any byte but 0. */
void expect_fill_mask(case_state *state)
{
    const place *mask = &state->operands[state->count];
    int64_t count = place_count(mask->array.rank, mask->array.shape);
    for (int64_t k = 0; k < count; k++) {
        unsigned random = scatter(90, k);
        mask->bytes[mask->offset + place_distance(&mask->array, k)] =
            (unsigned char)(random % 3 ? 1 + random % 255 : 0);
    }
}

/* ---- outputs ---- */

int64_t expect_items(const case_state *state, int output)
{
    return place_count(state->loop.rank, state->loop.sizes) *
           place_count(state->cores[output].rank, state->cores[output].sizes);
}

/* The core block of an input that belongs to one item. */
static void read_block(const case_state *state, int input, int64_t item, number *block)
{
    const place *from = &state->operands[input];
    int64_t size = place_count(state->cores[input].rank, state->cores[input].sizes);
    int64_t first = shape_item(&state->loop, &state->loops[input], item) * size;
    bool inlined = from->array.flags & WEFT_ARRAY_INLINE;
    for (int64_t k = 0; k < size; k++) {
        const unsigned char *at =
            inlined ? from->bytes + from->offset
                    : (unsigned char *)from->array.data + place_distance(&from->array, first + k);
        block[k] = number_cast(
            state->given[input], state->dtypes[input],
            number_read(at, state->given[input], from->array.flags & WEFT_ARRAY_SWAPPED));
    }
}

/* What an output holds before the call, in the loop's dtype; 0 where the call allocates it. */
static void read_output(const case_state *state, int output, int64_t first, int64_t count,
                        number *block)
{
    const weft_array *from = &state->operands[output].array;
    for (int64_t k = 0; state->one->in->given && k < count; k++) {
        const unsigned char *at = (unsigned char *)from->data + place_distance(from, first + k);
        block[k] =
            number_cast(state->given[output], state->dtypes[output],
                        number_read(at, state->given[output], from->flags & WEFT_ARRAY_SWAPPED));
    }
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

void expect_compute(case_state *state)
{
    item of = {.dtypes = state->dtypes};
    number *blocks[MAX_OPERANDS] = {NULL};
    int64_t items = place_count(state->loop.rank, state->loop.sizes), sizes[MAX_OPERANDS];
    for (int i = 0; i < state->count; i++) {
        sizes[i] = place_count(state->cores[i].rank, state->cores[i].sizes);
        memcpy(of.shape[i], state->cores[i].sizes, sizeof of.shape[i]);
        if (i < state->inputs)
            of.in[i] = blocks[i] = allocate((size_t)sizes[i], sizeof(number));
        else
            state->expected[i] = allocate((size_t)expect_items(state, i), sizeof(number));
    }
    for (int64_t n = 0; n < items; n++) {
        for (int i = 0; i < state->inputs; i++)
            read_block(state, i, n, blocks[i]);
        for (int i = state->inputs; i < state->count; i++) {
            of.out[i - state->inputs] = state->expected[i] + n * sizes[i];
            read_output(state, i, n * sizes[i], sizes[i], state->expected[i] + n * sizes[i]);
        }
        state->one->of->expected(&of);
    }
    for (int i = 0; i < state->inputs; i++)
        free(blocks[i]);
}

/* ---- comparing ---- */

/* Whether a result of one item or more lies in the order that was wanted. */
static bool has_order(const case_state *state, const weft_array *got)
{
    int64_t step = (int64_t)weft_dtype_size((weft_dtype)got->dtype);
    weft_order order = state->one->in->order;
    if (place_count(got->rank, got->shape) == 0)
        return true;
    for (int k = 0; k < got->rank && (order == WEFT_ORDER_C || order == WEFT_ORDER_F); k++) {
        int axis = order == WEFT_ORDER_F ? k : got->rank - 1 - k;
        if (got->steps[axis] != step)
            return false;
        step *= got->shape[axis];
    }
    return true;
}

static bool check_form(const case_state *state, int i, char *text, size_t size)
{
    const weft_array *got = &state->operands[i].array;
    int64_t shape[WEFT_MAX_RANK];
    int rank = shape_join(&state->loop, &state->cores[i], shape);
    bool given = state->one->in->given;
    if (got->dtype == state->given[i] && got->rank == rank &&
        memcmp(got->shape, shape, (size_t)rank * sizeof *shape) == 0 &&
        !(got->flags & WEFT_ARRAY_OWNED) == given && has_order(state, got))
        return true;
    snprintf(text, size,
             "output %d is %s, %s, of rank %d, or has another shape or order; expected %s of rank "
             "%d",
             i, weft_dtype_name((weft_dtype)got->dtype),
             got->flags & WEFT_ARRAY_OWNED ? "owned" : "borrowed", got->rank,
             weft_dtype_name(state->given[i]), rank);
    return false;
}

/* An element that was cast on its way into the output may be rounded twice. */
static bool element_is_right(const case_state *state, int i, number got, number wanted)
{
    double ulps = state->one->of->ulps;
    if (state->given[i] == state->dtypes[i])
        return number_is_close(state->given[i], got, wanted, ulps);
    number cast =
        number_cast(state->dtypes[i], state->given[i], number_round(state->dtypes[i], wanted));
    return number_is_close(state->given[i], got, cast, 0) ||
           (ulps > 0 && (number_is_close(state->given[i], got, wanted, 1) ||
                         number_is_close(state->dtypes[i], got, wanted, ulps)));
}

static bool is_zero(const unsigned char *bytes, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (bytes[k])
            return false;
    return true;
}

static bool check_elements(const case_state *state, int i, char *text, size_t size,
                           uint64_t *digest)
{
    const weft_array *got = &state->operands[i].array;
    size_t bytes = weft_dtype_size(state->given[i]);
    for (int64_t k = 0, count = expect_items(state, i); k < count; k++) {
        const unsigned char *at = (unsigned char *)got->data + place_distance(got, k);
        if (!shape_is_chosen(state, k)) {
            if (!state->one->in->given && !is_zero(at, bytes)) {
                snprintf(text, size, "output %d, element %lld: masked off, but not 0", i,
                         (long long)k);
                return false;
            }
            continue; /* of a given output it is among the bytes that nobody may write */
        }
        number value = number_read(at, state->given[i], got->flags & WEFT_ARRAY_SWAPPED);
        number wanted = state->expected[i][k];
        if (state->given[i] == WEFT_BOOL && *at > 1) {
            snprintf(text, size, "output %d, element %lld: the bool's byte is %d", i, (long long)k,
                     *at);
            return false;
        }
        if (!element_is_right(state, i, value, wanted)) {
            snprintf(text, size,
                     "output %d, element %lld of %lld: got %.20Lg%+.20Lgi, wanted %.20Lg%+.20Lgi",
                     i, (long long)k, (long long)count, value.real, value.imaginary, wanted.real,
                     wanted.imaginary);
            return false;
        }
        if (isnan(value.real) || isnan(value.imaginary)) { /* its sign and payload are open */
            *digest = (*digest ^ UINT64_C(0x7e)) * UINT64_C(0x100000001b3);
            continue;
        }
        for (size_t b = 0; b < bytes; b++)
            *digest = (*digest ^ at[b]) * UINT64_C(0x100000001b3);
    }
    return true;
}

/* Takes over what was rightly written into the copy of the memory before the call. */
static void accept_outputs(case_state *state, int i)
{
    const weft_array *got = &state->operands[i].array;
    bool shares = i == state->inputs && state->one->in->shares;
    place *memory = &state->operands[shares ? 0 : i];
    size_t bytes = weft_dtype_size(state->given[i]);
    for (int64_t k = 0, count = expect_items(state, i); k < count; k++) {
        int64_t at = state->operands[i].offset + place_distance(got, k);
        if (!shape_is_chosen(state, k))
            continue;
        memcpy(memory->before + at, memory->bytes + at, bytes);
    }
}

bool expect_compare(case_state *state, char *text, size_t size, uint64_t *digest)
{
    *digest = UINT64_C(0xcbf29ce484222325);
    for (int i = state->inputs; i < state->count; i++) {
        if (!check_form(state, i, text, size) || !check_elements(state, i, text, size, digest))
            return false;
        if (state->one->in->given)
            accept_outputs(state, i);
    }
    for (int i = 0; i < state->places; i++) {
        const place *memory = &state->operands[i];
        if (memory->bytes && memcmp(memory->bytes, memory->before, memory->size) != 0) {
            snprintf(text, size, "bytes around or in operand %d were changed", i);
            return false;
        }
    }
    return true;
}
