/* nest_calls.c: random nests (make_nests.py) on every target, at random sizes and layouts, against
 * what the compiler makes of the same text without optimization: bit for bit, of strict functions
 * on any numbers, of others on small whole ones.
 *
 *     nest_calls LIBRARY CALLS TARGETS [SEED] */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

typedef struct nest_case {
    const char *name;
    void (*written)(size_t m, size_t n, size_t p, const void *A, const void *B, const void *u,
                    const void *v, const void *w, const void *c, void *C, void *D);
    int is_strict;
    weft_dtype dtypes[8];
    int is_swapped[3];
    int fixed;     /* what n is; 0: any */
    int has_steps; /* p is m, and results are of m and n */
} nest_case;

#define NESTS_CALLS
#include NESTS_SOURCE

enum { OPERANDS = 8, MOST_ITEMS = 3 };
static uint64_t state = 1;

static unsigned draw(unsigned below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

static size_t size_of(weft_dtype dtype)
{
    switch (dtype) {
    case WEFT_UINT8:
        return 1;
    case WEFT_INT16:
        return 2;
    case WEFT_FLOAT64:
    case WEFT_INT64:
        return 8;
    default:
        return 4;
    }
}

static void put(void *to, weft_dtype dtype, double x)
{
    switch (dtype) {
    case WEFT_UINT8:
        *(uint8_t *)to = (uint8_t)(fabs(x) > 200 ? 3 : fabs(x));
        return;
    case WEFT_INT16:
        *(int16_t *)to = (int16_t)x;
        return;
    case WEFT_INT32:
        *(int32_t *)to = (int32_t)x;
        return;
    case WEFT_UINT32:
        *(uint32_t *)to = (uint32_t)fabs(x);
        return;
    case WEFT_INT64:
        *(int64_t *)to = (int64_t)x;
        return;
    case WEFT_FLOAT64:
        *(double *)to = x;
        return;
    default:
        *(float *)to = (float)x;
    }
}

/* One operand: a block of items, each of its elements `apart` elements from the next where that is
 * more than 1. */
typedef struct block {
    int rank;
    int64_t shape[3];
    size_t count; /* elements of an item */
    int apart;
    char *bytes; /* as the call has it */
    char *close; /* as the text has it */
} block;

static const int64_t lengths[] = {0,  1,  2,  3,  5,  7,  8,  13,  15, 16, 17, 24,
                                  31, 33, 40, 48, 64, 65, 70, 100, 9,  32, 63};

static int64_t draw_length(int is_small)
{
    return lengths[draw(is_small ? 12 : sizeof lengths / sizeof *lengths)];
}

static block make_block(const nest_case *one, int k, const int64_t sizes[3], int items, int apart)
{
    const int64_t m = sizes[0], n = sizes[1], p = sizes[2];
    const int64_t along = one->has_steps ? n : p;
    const int64_t pairs[][2] = {{m, n}, {n, p}, {m, 1},     {p, 1},
                                {n, 1}, {1, 1}, {m, along}, {m, along}};
    const int is_pair = k < 2 || k > 5;
    const int swap = is_pair && one->is_swapped[k < 2 ? k : 2];
    block made = {.rank = is_pair ? 3 : k == 5 ? 1 : 2, .apart = apart};
    made.shape[0] = items;
    made.shape[1] = pairs[k][swap];
    made.shape[2] = pairs[k][!swap];
    made.count = (size_t)(pairs[k][0] * pairs[k][1]);
    const size_t size = size_of(one->dtypes[k]), all = made.count * (size_t)items;
    made.bytes = calloc(all * (size_t)apart + 1, size);
    made.close = calloc(all + 1, size);
    for (size_t i = 0; i < all; i++) {
        const double x =
            one->is_strict ? ((double)draw(1u << 24) / (1 << 23) - 1) * 4 : (double)draw(7) - 3;
        put(made.close + i * size, one->dtypes[k], x);
        memcpy(made.bytes + i * (size_t)apart * size, made.close + i * size, size);
    }
    return made;
}

static weft_array view_of(const block *one, weft_dtype dtype)
{
    int64_t steps[3], step = (int64_t)size_of(dtype) * one->apart;
    for (int axis = one->rank - 1; axis >= 0; axis--) {
        steps[axis] = step;
        step *= one->shape[axis];
    }
    return weft_array_view(one->bytes, dtype, one->rank, one->shape, steps);
}

/* Whether two numbers are the same: NaN is NaN, and where the function is not strict, zeros are
 * zeros, for fmin and fmax may give either. */
static int are_same(double a, double b, int is_strict)
{
    return (isnan(a) && isnan(b)) || (!is_strict && a == b);
}

/* The element where the call's result is another; -1: none is. */
static long find_other(const nest_case *of, const block *one, weft_dtype dtype, int items)
{
    const size_t size = size_of(dtype);
    for (size_t i = 0; i < one->count * (size_t)items; i++) {
        const void *a = one->bytes + i * (size_t)one->apart * size, *b = one->close + i * size;
        const int is_same = memcmp(a, b, size) == 0 ||
                            (dtype == WEFT_FLOAT32 &&
                             are_same(*(const float *)a, *(const float *)b, of->is_strict)) ||
                            (dtype == WEFT_FLOAT64 &&
                             are_same(*(const double *)a, *(const double *)b, of->is_strict));
        if (!is_same)
            return (long)i;
    }
    return -1;
}

/* An input becomes the array of an output, if it may; a call computes as if it were a copy. */
static int share(const block *input, weft_dtype dtype, const block *output, weft_dtype of)
{
    if (dtype != of || input->rank != output->rank ||
        memcmp(input->shape, output->shape, sizeof input->shape) != 0)
        return 0;
    memcpy(input->close, output->close, output->count * (size_t)output->shape[0] * size_of(dtype));
    return 1;
}

static int check(const weft_library *library, const nest_case *one, weft_target target)
{
    const int items = (int)draw(MOST_ITEMS) + 1, small = draw(3) == 0;
    int64_t sizes[3] = {draw_length(small), draw_length(small), draw_length(small)};
    sizes[1] = one->fixed ? one->fixed : sizes[1];
    sizes[2] = one->has_steps ? sizes[0] : sizes[2];
    block blocks[OPERANDS];
    weft_array views[OPERANDS], *operands[OPERANDS];
    weft_error error;
    weft_options options = {.size = sizeof options, .target = target, .threads = 3};
    int wrong = 0;
    for (int k = 0; k < OPERANDS; k++) {
        blocks[k] = make_block(one, k, sizes, items, draw(4) == 0 ? 2 : 1);
        views[k] = view_of(&blocks[k], one->dtypes[k]);
        operands[k] = &views[k];
    }
    for (int k = 0; k < 2; k++)
        if (draw(3) == 0 && share(&blocks[k], one->dtypes[k], &blocks[6], one->dtypes[6]))
            views[k] = views[6];
    for (int e = 0; e < items; e++) {
        char *at[OPERANDS];
        for (int k = 0; k < OPERANDS; k++)
            at[k] = blocks[k].close + (size_t)e * blocks[k].count * size_of(one->dtypes[k]);
        one->written((size_t)sizes[0], (size_t)sizes[1], (size_t)sizes[2], at[0], at[1], at[2],
                     at[3], at[4], at[5], at[6], at[7]);
    }
    if (weft_call(weft_library_find(library, one->name), operands, &options, &error) != WEFT_OK) {
        printf("%s: %s\n", one->name, error.text);
        wrong = 1;
    }
    for (int k = 6; k < OPERANDS && !wrong; k++) {
        const long other = find_other(one, &blocks[k], one->dtypes[k], items);
        if (other < 0)
            continue;
        printf("%s on target %d: m %d, n %d, p %d, %d items: output %d differs at %ld\n", one->name,
               (int)target, (int)sizes[0], (int)sizes[1], (int)sizes[2], items, k - 6, other);
        wrong = 1;
    }
    for (int k = 0; k < OPERANDS; k++)
        free(blocks[k].bytes), free(blocks[k].close);
    return wrong;
}

int main(int count, char **arguments)
{
    weft_library *library;
    weft_error error;
    if (count < 4)
        return 2;
    const int calls = atoi(arguments[2]);
    if (strstr(arguments[3], "gpu") && weft_device_count() < 1) {
        printf("there is no GPU\n");
        return 77;
    }
    int wrong = 0, done = 0;
    state = count > 4 ? strtoull(arguments[4], NULL, 10) : 1;
    if (weft_library_open(arguments[1], &library, &error) != WEFT_OK) {
        printf("%s\n", error.text);
        return 1;
    }
    const size_t all = sizeof nest_cases / sizeof *nest_cases;
    for (size_t k = 0; k < all && wrong < 20; k++)
        for (int i = 0; i < calls && wrong < 20; i++) {
            if (strstr(arguments[3], "cpu"))
                wrong += check(library, &nest_cases[k], WEFT_CPU), done++;
            if (strstr(arguments[3], "parallel"))
                wrong += check(library, &nest_cases[k], WEFT_PARALLEL), done++;
            if (strstr(arguments[3], "gpu"))
                wrong += check(library, &nest_cases[k], WEFT_GPU), done++;
        }
    weft_library_close(library);
    printf("%d calls of %zu nests: %d wrong\n", done, sizeof nest_cases / sizeof *nest_cases,
           wrong);
    return wrong != 0;
}
