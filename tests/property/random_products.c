/* random_products.c: sums of products on random operands: of any order of axes, with gaps, reversed,
 * broadcast, in batches. What tiles compute is held against the function's own loops, which serve the
 * calls that want floating-point flags: whole numbers must be equal, fractions too where the ufunc is
 * strict; and parallel must give cpu's bits. With "gpu", what its kernels compute is held against
 * cpu's tiles: whole numbers and strict ones must be equal, other fractions nearly.
 *   random_products SEED COUNT [gpu]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include PRODUCTS_HEADER

static const weft_ufunc *const ufuncs[] = {
    &weft_ufunc_gram,
    &weft_ufunc_plain,
    &weft_ufunc_first_across,
    &weft_ufunc_second_across,
    &weft_ufunc_both_across,
    &weft_ufunc_result_across,
    &weft_ufunc_column,
    &weft_ufunc_row,
    &weft_ufunc_dot,
    &weft_ufunc_first_conjugated,
    &weft_ufunc_both_conjugated,
    &weft_ufunc_two_sums,
    &weft_ufunc_sums_turned,
    &weft_ufunc_batch_within,
    &weft_ufunc_fixed_sizes,
    &weft_ufunc_squares,
    &weft_ufunc_double_sum,
    &weft_ufunc_double_product,
    &weft_ufunc_long_sum,
    &weft_ufunc_long_product,
    &weft_ufunc_double_dot,
    &weft_ufunc_second_conjugated,
    &weft_ufunc_gemm,
    &weft_ufunc_layer,
    &weft_ufunc_clipped,
    &weft_ufunc_quotient,
    &weft_ufunc_added_to,
    &weft_ufunc_flat_sums,
    &weft_ufunc_zeroed_across,
    &weft_ufunc_diagonal,
    &weft_ufunc_wide_sum,
    &weft_ufunc_narrow_factor,
    &weft_ufunc_stored_later,
};
enum { UFUNC_COUNT = sizeof ufuncs / sizeof *ufuncs, MOST_BYTES = 1 << 19, MOST_BATCH = 2 };
enum { MOST_OPERANDS = 6, DRAWN_BYTES = 1 << 16 };

/* What operands are filled with: whole numbers, fractions, or these and infinities, NaN, zeros of both
 * signs and tiny numbers. */
typedef enum filling { WHOLE, FRACTIONS, ODD } filling;

static uint64_t state;

static uint64_t draw(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state;
}

static int64_t below(int64_t limit)
{
    return (int64_t)(draw() % (uint64_t)limit);
}

/* One operand: memory of its own, and a view of it. */
typedef struct operand {
    char *memory;
    size_t size;
    weft_array array;
} operand;

static double draw_number(filling kind)
{
    static const double odd[] = {INFINITY, -INFINITY, NAN, 0.0, -0.0, 0x1p-149, -0x1p-140, 1e30};
    if (kind == ODD && below(6) == 0)
        return odd[below(sizeof odd / sizeof *odd)];
    return kind == WHOLE ? (double)(below(9) - 4) : (double)below(1 << 20) / (1 << 19) - 1;
}

/* Numbers of 16 bits are cast from these. */
static bool fill_halves(const operand *filled, filling kind)
{
    static float numbers[DRAWN_BYTES / 2];
    weft_error error;
    const int64_t count = DRAWN_BYTES / 2;
    for (int64_t i = 0; i < count; i++)
        numbers[i] = (float)draw_number(kind);
    weft_array from = weft_array_view(numbers, WEFT_FLOAT32, 1, &count, NULL);
    weft_array to =
        weft_array_view(filled->memory, (weft_dtype)filled->array.dtype, 1, &count, NULL);
    return weft_array_copy(&to, &from, &(weft_options){.casting = WEFT_CASTING_SAME_KIND},
                           &error) == WEFT_OK;
}

static bool fill(const operand *filled, filling kind)
{
    const size_t element = filled->size;
    const weft_dtype dtype = (weft_dtype)filled->array.dtype;
    const bool is_half = dtype == WEFT_FLOAT16 || dtype == WEFT_BFLOAT16;
    if (is_half && !fill_halves(filled, kind))
        return false;
    for (size_t at = 0; !is_half && at + element <= (size_t)DRAWN_BYTES; at += element) {
        char *p = filled->memory + at;
        if (dtype == WEFT_FLOAT32)
            *(float *)p = (float)draw_number(kind);
        else if (dtype == WEFT_FLOAT64)
            *(double *)p = draw_number(kind);
        else if (dtype == WEFT_COMPLEX64)
            ((float *)p)[0] = (float)draw_number(kind), ((float *)p)[1] = (float)draw_number(kind);
        else if (dtype == WEFT_COMPLEX128)
            ((double *)p)[0] = draw_number(kind), ((double *)p)[1] = draw_number(kind);
        else if (dtype == WEFT_BOOL)
            *p = (char)(below(3) == 0);
        else
            for (size_t k = 0; k < element; k++)
                p[k] = (char)draw();
    }
    for (size_t known = DRAWN_BYTES; known < (size_t)MOST_BYTES; known *= 2)
        memcpy(filled->memory + known, filled->memory, known);
    return true;
}

/* Lays the axes of a shape out in random order, some with gaps or reversed; an axis of size 1 that is
 * broadcast has step 0. False if that needs more memory than there is. */
static bool lay_out(operand *made, weft_dtype dtype, int rank, const int64_t *shape, bool output)
{
    int order[WEFT_MAX_RANK];
    int64_t steps[WEFT_MAX_RANK], step = (int64_t)made->size;
    const bool is_complex = dtype == WEFT_COMPLEX64 || dtype == WEFT_COMPLEX128;
    const int64_t shift = is_complex && below(2) ? step / 2 : 0; /* aligned as its parts */
    int64_t first = shift;
    for (int i = 0; i < rank; i++)
        order[i] = rank - 1 - i;
    for (int i = rank - 1; i > 0 && below(2); i--) {
        int other = (int)below(i + 1), kept = order[i];
        order[i] = order[other], order[other] = kept;
    }
    for (int i = 0; i < rank; i++) {
        const int axis = order[i];
        if (below(8) == 0)
            step *= 1 + below(3);
        steps[axis] = step;
        step *= shape[axis] ? shape[axis] : 1;
        if (step + shift > MOST_BYTES)
            return false;
        if (below(8) == 0 && shape[axis]) {
            first += steps[axis] * (shape[axis] - 1);
            steps[axis] = -steps[axis];
        } else if (!output && below(16) == 0) {
            steps[axis] = 0;
        }
    }
    made->array = weft_array_view(made->memory + first, dtype, rank, shape, steps);
    return true;
}

/* What the gpu serves by blocks of threads for one item is drawn often enough by itself. */
static bool all_large;

/* The size of all axes, where these are alike, as those of squares that are computed in ways of their own; else 0. */
static int64_t alike;

static int64_t draw_size(void)
{
    static const int64_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33, 64, 65, 128, 130};
    if (alike)
        return alike;
    if (all_large)
        return sizes[10 + below(6)];
    return below(12) == 0 ? 0 : sizes[below(below(4) ? 10 : 16)];
}

/* Calls with one target, the output's memory poisoned first. */
static weft_status run(const weft_ufunc *ufunc, operand *operands, weft_target target, bool plainly,
                       weft_error *error)
{
    unsigned raised;
    weft_array *arrays[MOST_OPERANDS];
    for (int i = 0; i <= ufunc->input_count; i++)
        arrays[i] = &operands[i].array;
    weft_options options = {.target = target};
    if (plainly)
        options.floating_flags = &raised;
    memset(operands[ufunc->input_count].memory, 0x5a, MOST_BYTES);
    return weft_call(ufunc, arrays, &options, error);
}

/* Whether the bits of a floating number, or of a part of one, are a NaN's. */
static bool is_nan(const char *p, weft_dtype dtype)
{
    uint16_t half;
    memcpy(&half, p, sizeof half);
    half &= 0x7fff;
    return dtype == WEFT_FLOAT16                               ? half > 0x7c00
           : dtype == WEFT_BFLOAT16                            ? half > 0x7f80
           : dtype == WEFT_FLOAT64 || dtype == WEFT_COMPLEX128 ? isnan(*(const double *)p)
                                                               : isnan(*(const float *)p);
}

/* Whether the memory is the same; any NaN is like any other. */
static bool is_same(const char *x, const char *y, weft_dtype dtype)
{
    const bool is_half = dtype == WEFT_FLOAT16 || dtype == WEFT_BFLOAT16;
    const size_t size = is_half ? 2 : dtype == WEFT_FLOAT64 || dtype == WEFT_COMPLEX128 ? 8 : 4;
    if (memcmp(x, y, MOST_BYTES) == 0)
        return true;
    if (!is_half && dtype != WEFT_FLOAT32 && dtype != WEFT_COMPLEX64 && size != 8)
        return false;
    for (size_t at = 0; at < MOST_BYTES; at += size)
        if (memcmp(x + at, y + at, size) != 0 && !(is_nan(x + at, dtype) && is_nan(y + at, dtype)))
            return false;
    return true;
}

/* Whether real or complex numbers differ by no more than their rounding may: memory is compared as a
 * whole, so that nothing beside the operand may have been written. */
static bool is_near(const char *x, const char *y, weft_dtype dtype, int64_t summed)
{
    const bool wide = dtype == WEFT_FLOAT64 || dtype == WEFT_COMPLEX128;
    const double unit = wide ? 0x1p-51 : 0x1p-22, most = (double)(summed + 1) * unit;
    if (dtype != WEFT_FLOAT32 && dtype != WEFT_COMPLEX64 && !wide)
        return memcmp(x, y, MOST_BYTES) == 0;
    for (size_t at = 0; at < MOST_BYTES; at += wide ? 8 : 4) {
        if (memcmp(x + at, y + at, wide ? 8 : 4) == 0)
            continue;
        const double a = wide ? *(const double *)(x + at) : (double)*(const float *)(x + at);
        const double b = wide ? *(const double *)(y + at) : (double)*(const float *)(y + at);
        if (!(fabs(a - b) <= most + unit * fabs(a))) /* sums may be divided by less than 1 */
            return false;
    }
    return true;
}

static int fail(const weft_ufunc *ufunc, const weft_loop *loop, uint64_t seed, const char *what)
{
    printf("seed %llu: %s %s: %s\n", (unsigned long long)seed, ufunc->name, loop->prototype, what);
    return 1;
}

/* Elements of a block of the first operand: as many products at least as an element of C sums up. */
static int64_t count_products(const weft_ufunc *ufunc, const int64_t *sizes)
{
    int64_t count = 1;
    for (int axis = 0; axis < ufunc->operands[0].core_rank; axis++)
        count *= sizes[ufunc->operands[0].dimensions[axis]];
    return count;
}

/* Gives the operands shapes, places and numbers; false: there is no room, or none is given. */
static bool draw_operands(const weft_ufunc *ufunc, const weft_loop *loop, const int64_t *sizes,
                          filling kind, operand *operands)
{
    int64_t batch[MOST_BATCH];
    const int batch_rank = (int)below(MOST_BATCH + 1);
    for (int d = 0; d < batch_rank; d++)
        batch[d] = 1 + below(6);
    for (int i = 0; i <= ufunc->input_count; i++) {
        const bool is_output = i == ufunc->input_count;
        const weft_operand *layout = &ufunc->operands[i];
        int64_t shape[WEFT_MAX_RANK];
        int rank = 0;
        for (int d = 0; d < batch_rank; d++)
            shape[rank++] = !is_output && below(4) == 0 ? 1 : batch[d];
        for (int d = 0; d < layout->core_rank; d++)
            shape[rank++] = sizes[layout->dimensions[d]];
        const weft_dtype dtype = (weft_dtype)loop->dtypes[i];
        operands[i].size = weft_dtype_size(dtype);
        if (!lay_out(&operands[i], dtype, rank, shape, is_output) ||
            (!is_output && !fill(&operands[i], kind)))
            return false;
    }
    return true;
}

/* One case: 0 right, 1 wrong, -1 none. */
static int try_case(uint64_t seed, operand *operands, char *kept, bool on_gpu)
{
    state = seed * 0x9e3779b97f4a7c15u + 1;
    for (int i = 0; i < 8; i++)
        draw();
    const weft_ufunc *ufunc = ufuncs[below(UFUNC_COUNT)];
    const weft_loop *loop = &ufunc->loops[below(ufunc->loop_count)];
    const weft_dtype result = (weft_dtype)loop->dtypes[ufunc->input_count];
    const bool is_complex = result == WEFT_COMPLEX64 || result == WEFT_COMPLEX128;
    const filling kind = (filling)below(PRODUCTS_STRICT && !is_complex ? 3 : 2);
    const char *output = operands[ufunc->input_count].memory;
    static const int64_t squares[] = {2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 128};
    int64_t sizes[8];
    alike = below(6) == 0 ? squares[below(sizeof squares / sizeof *squares)] : 0;
    all_large = on_gpu && below(3) == 0;
    for (int d = 0; d < ufunc->dimension_count; d++)
        sizes[d] = ufunc->dimensions[d].kind == WEFT_DIMENSION_FIXED ? ufunc->dimensions[d].constant
                                                                     : draw_size();
    if (!draw_operands(ufunc, loop, sizes, kind, operands))
        return -1;
    weft_error error;
    const bool exact = kind == WHOLE || PRODUCTS_STRICT;
    if (run(ufunc, operands, WEFT_CPU, !on_gpu, &error))
        return fail(ufunc, loop, seed, error.text);
    memcpy(kept, output, MOST_BYTES);
    if (on_gpu) {
        if (run(ufunc, operands, WEFT_GPU, false, &error))
            return fail(ufunc, loop, seed, error.text);
        if (exact ? !is_same(kept, output, result)
                  : !is_near(kept, output, result, count_products(ufunc, sizes)))
            return fail(ufunc, loop, seed, "cpu and gpu differ");
        return 0;
    }
    if (run(ufunc, operands, WEFT_CPU, false, &error))
        return fail(ufunc, loop, seed, error.text);
    if (exact && !is_same(kept, output, result))
        return fail(ufunc, loop, seed, "tiles and loops differ");
    memcpy(kept, output, MOST_BYTES);
    if (run(ufunc, operands, WEFT_PARALLEL, false, &error))
        return fail(ufunc, loop, seed, error.text);
    if (!is_same(kept, output, result))
        return fail(ufunc, loop, seed, "cpu and parallel differ");
    return 0;
}

int main(int count, char **arguments)
{
    const bool on_gpu = count == 4 && strcmp(arguments[3], "gpu") == 0;
    if (count != 3 && !on_gpu)
        return 2;
    const uint64_t first = strtoull(arguments[1], NULL, 10);
    const uint64_t cases = strtoull(arguments[2], NULL, 10);
    operand operands[MOST_OPERANDS];
    char *kept = malloc(MOST_BYTES);
    for (int i = 0; i < MOST_OPERANDS; i++)
        if (!(operands[i].memory = malloc(MOST_BYTES)))
            return 2;
    if (!kept)
        return 2;
    unsigned long long right = 0, wrong = 0;
    for (uint64_t seed = first; seed < first + cases; seed++) {
        int result = try_case(seed, operands, kept, on_gpu);
        right += result == 0;
        wrong += result > 0;
    }
    printf("%llu right, %llu wrong\n", right, wrong);
    for (int i = 0; i < MOST_OPERANDS; i++)
        free(operands[i].memory);
    free(kept);
    return wrong > 0 || right < cases / 2;
}
