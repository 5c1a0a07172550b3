/* compare.c: runs the kernels of two libraries made of the same sources on the same inputs, and
 * says where a bit of an output differs, or a floating-point exception that is raised.
 *
 *     compare ONE.so OTHER.so base|flags|v3|v4 ROUNDS [any]
 *
 * any: kernels with vectors of items get any number of items, any steps, and elementwise ones outputs
 * where inputs are.
 * A kernel that dies or hangs under odd inputs (an index far outside) is asked again with tame
 * ones.
 * NaN is NaN: which of two C hands on is the compiler's choice. */
#include <dlfcn.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <weft/kernel.h>

enum { ITEMS = 61, MOST_ITEMS = 200, LONGEST_AXIS = 5, LONGEST_ANY = 17, PATIENCE = 2 };
/* Bytes behind each array, which nobody may write to: looked at where there are core dimensions. */
enum { BEHIND = 64 };

static const struct {
    const char *name;
    size_t size;
    char kind;
} dtypes[WEFT_DTYPE_END] = {
#define ROW(ENUM, name, kind, part, ...)                                                       \
    [WEFT_##ENUM] = {#name, WEFT_DTYPE_SIZE(kind, part), WEFT_KIND_##kind},
    WEFT_DTYPES(ROW)
#undef ROW
};

static uint64_t state;

static uint64_t next_random(void)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state * 0x2545f4914f6cdd1d;
}

/* ---- inputs ---- */

static double random_number(bool tame)
{
    static const double odd[] = {
        0.0,    -0.0,    1.0,   -1.0,   0.5,       INFINITY,    -INFINITY, 1e308, -1e308, 4.9e-324,
        1e-310, 2.5,     -2.5,  127.5,  -128.9,    2147483648., 3e9,       -3e9,  1.9e19, -9.3e18,
        255.99, 65535.5, 1e-40, 3.4e38, 16777217., 0x1p63,      -0x1p63,   NAN};
    uint64_t bits = next_random();
    if (tame)
        return (double)(bits % 4);
    if (bits % 4 == 0)
        return odd[(bits >> 8) % (sizeof odd / sizeof *odd)];
    double unit = (double)(bits >> 11) * 0x1p-53;
    return (unit - 0.5) * (bits % 4 == 1 ? 8.0 : bits % 4 == 2 ? 1e3 : 1e10);
}

static int64_t random_integer(bool tame)
{
    uint64_t bits = next_random();
    if (tame)
        return (int64_t)(bits % 4);
    switch (bits % 8) {
    case 0:
        return (int64_t)next_random();
    case 1:
        return (int64_t)(((uint64_t)1 << (bits >> 8) % 64) - (bits >> 16 & 1));
    case 2:
        return -((int64_t)((uint64_t)1 << (bits >> 8) % 63));
    default:
        return (int64_t)((bits >> 8) % 40) - 16;
    }
}

static void put_number(char *to, weft_dtype dtype, bool tame)
{
    double number = random_number(tame), second = random_number(tame);
    float single[2] = {(float)number, (float)second};
    double pair[2] = {number, second};
    int64_t integer = random_integer(tame);
    uint32_t bits;
    uint16_t half;
    switch (dtype) {
    case WEFT_BOOL:
        *to = (char)(integer & 1);
        break;
    case WEFT_FLOAT16:
        half = tame ? 0x3c00 : (uint16_t)next_random();
        memcpy(to, &half, sizeof half);
        break;
    case WEFT_BFLOAT16:
        memcpy(&bits, single, sizeof bits);
        half = (uint16_t)(bits >> 16);
        memcpy(to, &half, sizeof half);
        break;
    case WEFT_FLOAT32:
    case WEFT_COMPLEX64:
        memcpy(to, single, dtypes[dtype].size);
        break;
    case WEFT_FLOAT64:
    case WEFT_COMPLEX128:
        memcpy(to, pair, dtypes[dtype].size);
        break;
    default:
        memcpy(to, &integer, dtypes[dtype].size);
    }
}

/* ---- one call ---- */

/* The arrays of one call, side by side. */
typedef struct arrays {
    char *data[WEFT_MAX_OPERANDS];
    size_t bytes[WEFT_MAX_OPERANDS];
    int64_t steps[WEFT_MAX_OPERANDS];
    size_t first[WEFT_MAX_OPERANDS];  /* bytes before the first item */
    size_t shared[WEFT_MAX_OPERANDS]; /* by input: the output that is the same array; or 0 */
    uint64_t number[WEFT_MAX_OPERANDS]; /* of an index: that of the first item; its memory is unused */
} arrays;

static bool any_layout;

static bool is_elementwise(const weft_ufunc *owner)
{
    return owner->flags & WEFT_UFUNC_ELEMENTWISE;
}

/* Whether a kernel may write to an operand that is an input. */
static bool is_written(const weft_ufunc *owner, size_t operand)
{
    return operand < owner->input_count && owner->written_inputs >> operand & 1;
}

/* Whether an operand is the number of the item. */
static bool is_index(const weft_ufunc *owner, size_t operand)
{
    return owner->operands[operand].kind != WEFT_OPERAND_ARRAY;
}

/* The size of a core dimension: 0 too where kernels are to stand that. */
static int64_t choose_size(void)
{
    return any_layout ? (int64_t)(next_random() % (LONGEST_ANY + 1))
                      : 1 + (int64_t)(next_random() % LONGEST_AXIS);
}

static void choose_sizes(const weft_ufunc *owner, int64_t *dimensions)
{
    dimensions[0] = any_layout ? (int64_t)(next_random() % MOST_ITEMS) : ITEMS;
    for (size_t i = 0; i < owner->dimension_count; i++) {
        const weft_dimension *shown = &owner->dimensions[i];
        bool fixed = shown->kind == WEFT_DIMENSION_FIXED;
        dimensions[1 + i] = fixed ? shown->constant : choose_size();
        if (shown->kind == WEFT_DIMENSION_COMPUTED)
            dimensions[1 + i] = 0;
    }
    for (size_t i = 0; i < owner->dimension_count; i++) {
        const weft_dimension *shown = &owner->dimensions[i];
        if (shown->kind != WEFT_DIMENSION_COMPUTED)
            continue;
        int64_t size = shown->constant;
        for (size_t k = 0; k < owner->dimension_count; k++)
            size += shown->coefficients[k] * dimensions[1 + k];
        dimensions[1 + i] = size > 0 ? size : 0;
    }
}

static size_t operand_count(const weft_ufunc *owner)
{
    return (size_t)owner->input_count + owner->output_count;
}

/* Side by side, one for all, with gaps, or backwards; unaligned where blocks need no alignment. size: of a
 * block; element: of an element of it. */
static int64_t random_step(int64_t size, int64_t element, bool is_input)
{
    switch (next_random() % 8) {
    case 0:
        return 2 * size;
    case 1:
        return 3 * size + element;
    case 2:
        return -size;
    case 3:
        return is_input ? 0 : size;
    default:
        return size;
    }
}

/* An output lies where an input does; its own memory, which nobody writes to, is laid out alike. */
static void share(arrays *made, size_t output, size_t input)
{
    made->shared[input] = output;
    made->steps[output] = made->steps[input];
    made->first[output] = made->first[input];
    made->bytes[output] = made->bytes[input];
    free(made->data[output]);
    made->data[output] = calloc(1, made->bytes[output] + BEHIND);
}

/* The elements of an operand in one item. */
static size_t block_count(const weft_ufunc *owner, size_t operand, const int64_t *dimensions)
{
    size_t count = 1;
    for (size_t k = 0; k < owner->operands[operand].core_rank; k++)
        count *= (size_t)dimensions[1 + owner->operands[operand].dimensions[k]];
    return count;
}

/* Other steps of a call; more elements stand between. Some outputs of an elementwise one are an input. */
static void choose_layout(const weft_ufunc *owner, const weft_loop *loop, int64_t count,
                          const int64_t *dimensions, bool tame, arrays *made)
{
    int64_t last = count > 0 ? count - 1 : 0;
    for (size_t i = 0; i < operand_count(owner); i++) {
        size_t element = dtypes[loop->kernel_dtypes[i]].size;
        size_t size = element * block_count(owner, i, dimensions);
        int64_t step = made->steps[i] =
            random_step((int64_t)size, is_elementwise(owner) ? 1 : (int64_t)element,
                        i < owner->input_count && !is_written(owner, i));
        free(made->data[i]);
        made->bytes[i] = (size_t)(last * (step < 0 ? -step : step)) + size;
        made->data[i] = calloc(1, made->bytes[i] + BEHIND);
        made->first[i] = step < 0 ? (size_t)(last * -step) : 0;
        for (int64_t k = 0; k < count; k++)
            for (size_t at = 0; at < size; at += element)
                put_number(made->data[i] + (int64_t)(made->first[i] + at) + k * step,
                           loop->kernel_dtypes[i], tame);
        size_t input = next_random() % (2u * owner->input_count + 1);
        bool shared = is_elementwise(owner) && i >= owner->input_count &&
                      input < owner->input_count && !is_index(owner, input) && step &&
                      loop->kernel_dtypes[input] == loop->kernel_dtypes[i] &&
                      made->steps[input] && !made->shared[input];
        if (shared)
            share(made, i, input);
    }
}

/* Where the first item of each operand is. */
static void place_items(const weft_ufunc *owner, const arrays *made, char **places)
{
    for (size_t i = 0; i < operand_count(owner); i++)
        places[i] = is_index(owner, i) ? (char *)(WEFT_INDEX_ORIGIN + made->number[i])
                                       : made->data[i] + made->first[i];
    for (size_t i = 0; i < owner->input_count; i++)
        if (made->shared[i])
            places[made->shared[i]] = places[i];
}

/* All arrays of one call, of which those of the outputs hold the same bytes each time. */
static void make_arrays(const weft_ufunc *owner, const weft_loop *loop, const int64_t *dimensions,
                        bool tame, arrays *made)
{
    for (size_t i = 0; i < operand_count(owner); i++) {
        size_t size = dtypes[loop->kernel_dtypes[i]].size, count = block_count(owner, i, dimensions);
        made->steps[i] = (int64_t)(count * size);
        made->bytes[i] = ITEMS * count * size;
        made->data[i] = calloc(1, made->bytes[i] + BEHIND);
        for (size_t k = 0; k < ITEMS * count; k++)
            put_number(made->data[i] + k * size, loop->kernel_dtypes[i], tame);
    }
    if (any_layout)
        choose_layout(owner, loop, dimensions[0], dimensions, tame, made);
    for (size_t i = 0; i < owner->input_count; i++) {
        if (!is_index(owner, i))
            continue;
        made->number[i] = next_random() >> (4 + next_random() % 60);
        made->steps[i] = any_layout ? (int64_t)(next_random() % 4) : 1;
    }
}

static void copy_arrays(size_t count, const arrays *from, arrays *to)
{
    *to = *from;
    for (size_t i = 0; i < count; i++) {
        to->data[i] = malloc(from->bytes[i] + BEHIND);
        memcpy(to->data[i], from->data[i], from->bytes[i] + BEHIND);
    }
}

static bool is_nan(const char *at, weft_dtype dtype)
{
    float single;
    double number;
    uint16_t half;
    switch (dtype) {
    case WEFT_FLOAT16:
    case WEFT_BFLOAT16:
        memcpy(&half, at, sizeof half);
        return (half & 0x7fff) > (dtype == WEFT_FLOAT16 ? 0x7c00 : 0x7f80);
    case WEFT_FLOAT32:
    case WEFT_COMPLEX64:
        memcpy(&single, at, sizeof single);
        return isnan(single);
    case WEFT_FLOAT64:
    case WEFT_COMPLEX128:
        memcpy(&number, at, sizeof number);
        return isnan(number);
    default:
        return false;
    }
}

/* Where items have gaps between them: a NaN becomes that of the other array. */
static void forgive_nans(const weft_loop *loop, size_t operand, int64_t count, size_t elements,
                         const arrays *one, arrays *other)
{
    weft_dtype dtype = loop->kernel_dtypes[operand];
    size_t parts = dtypes[dtype].kind == 'c' ? 2 : 1, part = dtypes[dtype].size / parts;
    for (int64_t i = 0; i < count; i++)
        for (size_t k = 0; k < parts * elements; k++) {
            int64_t at = (int64_t)(one->first[operand] + k * part) + i * one->steps[operand];
            if (is_nan(one->data[operand] + at, dtype) && is_nan(other->data[operand] + at, dtype))
                memcpy(other->data[operand] + at, one->data[operand] + at, part);
        }
}

/* Whether two doubles or floats are sums of the same in another order. */
static bool is_close(const char *a, const char *b, weft_dtype dtype)
{
    double x = 0, y = 0;
    float single[2];
    if (dtype == WEFT_FLOAT64) {
        memcpy(&x, a, sizeof x), memcpy(&y, b, sizeof y);
        return fabs(x - y) <= 0x1p-48 * fmax(fabs(x), fabs(y));
    }
    if (dtype != WEFT_FLOAT32)
        return false;
    memcpy(&single[0], a, sizeof *single), memcpy(&single[1], b, sizeof *single);
    return fabsf(single[0] - single[1]) <= 0x1p-19f * fmaxf(fabsf(single[0]), fabsf(single[1]));
}

/* The first byte in which two arrays differ; their length where none does. any_order: sums may be close. */
static size_t find_difference(const char *a, const char *b, size_t bytes, weft_dtype dtype, bool any_order)
{
    size_t part = dtypes[dtype].size / (dtypes[dtype].kind == 'c' ? 2 : 1);
    for (size_t i = 0; i < bytes; i += part)
        if (memcmp(a + i, b + i, part) != 0 && !(is_nan(a + i, dtype) && is_nan(b + i, dtype)) &&
            !(any_order && is_close(a + i, b + i, dtype)))
            return i;
    return bytes;
}

static void print_bytes(const char *what, const char *at, size_t size)
{
    printf(" %s 0x", what);
    for (size_t i = size; i-- > 0;)
        printf("%02x", (unsigned char)at[i]);
}

static void print_difference(const weft_ufunc *owner, const weft_loop *loop, const arrays *inputs,
                             const arrays *one, const arrays *other, size_t operand, size_t at)
{
    int64_t step = one->steps[operand];
    size_t item = step > 0 ? at / (size_t)step : 0;
    printf("%s: %s: item %zu, operand %zu, byte %zu:", owner->name, loop->prototype, item, operand,
           at);
    print_bytes("one", one->data[operand] + at, dtypes[loop->kernel_dtypes[operand]].size);
    print_bytes("other", other->data[operand] + at, dtypes[loop->kernel_dtypes[operand]].size);
    printf(" of");
    for (size_t i = 0; i < owner->input_count; i++) {
        const uint64_t number = inputs->number[i] + item * (uint64_t)inputs->steps[i];
        const char *place = is_index(owner, i) ? (const char *)&number
                                               : inputs->data[i] + item * (size_t)inputs->steps[i];
        print_bytes("", place, dtypes[loop->kernel_dtypes[i]].size);
    }
    printf("\n");
}

/* What became of the comparison of one loop. */
typedef enum outcome { SAME, DIFFERENT, DEAD } outcome;

static outcome compare_once(const weft_ufunc *owner, const weft_ufunc *twin, size_t index,
                            weft_isa isa, bool tame)
{
    const weft_loop *loop = &owner->loops[index];
    int64_t dimensions[1 + UINT8_MAX];
    arrays inputs = {0}, one, other;
    char *places[WEFT_MAX_OPERANDS];
    size_t count = operand_count(owner);
    choose_sizes(owner, dimensions);
    make_arrays(owner, loop, dimensions, tame, &inputs);
    copy_arrays(count, &inputs, &one);
    copy_arrays(count, &inputs, &other);
    feclearexcept(FE_ALL_EXCEPT);
    place_items(owner, &one, places);
    owner->module->kernels[isa]->kernels[loop->index](places, dimensions, one.steps, NULL);
    int raised = fetestexcept(FE_ALL_EXCEPT);
    feclearexcept(FE_ALL_EXCEPT);
    place_items(owner, &other, places);
    twin->module->kernels[isa]->kernels[twin->loops[index].index](places, dimensions, other.steps, NULL);
    if (isa == WEFT_ISA_FLAGS && raised != fetestexcept(FE_ALL_EXCEPT)) {
        printf("%s: %s: exceptions 0x%x, other 0x%x\n", owner->name, loop->prototype,
               (unsigned)raised, (unsigned)fetestexcept(FE_ALL_EXCEPT));
        return DIFFERENT;
    }
    for (size_t i = 0; i < count; i++) {
        bool shared = i < owner->input_count && inputs.shared[i];
        if (is_written(owner, i)) /* its items are copies, which nobody reads again */
            continue;
        if (any_layout && (i >= owner->input_count || shared))
            forgive_nans(loop, i, dimensions[0], block_count(owner, i, dimensions), &one, &other);
        const size_t bytes = one.bytes[i] + (is_elementwise(owner) ? 0 : BEHIND);
        const bool any_order = owner->flags & WEFT_UFUNC_REORDERABLE && !is_elementwise(owner);
        size_t at = find_difference(one.data[i], other.data[i], bytes, loop->kernel_dtypes[i], any_order);
        if (at < bytes) {
            print_difference(owner, loop, &inputs, &one, &other, i, at);
            return DIFFERENT;
        }
    }
    for (size_t i = 0; i < count; i++)
        free(inputs.data[i]), free(one.data[i]), free(other.data[i]);
    return SAME;
}

/* All rounds of one loop, in a process of their own. */
static outcome compare_loop(const weft_ufunc *owner, const weft_ufunc *twin, size_t index,
                            weft_isa isa, int rounds, bool tame)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        outcome found = SAME;
        alarm(PATIENCE);
        for (int i = 0; i < rounds && found == SAME; i++)
            found = compare_once(owner, twin, index, isa, tame);
        fflush(stdout);
        _exit(found);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        exit(2);
    return WIFEXITED(status) ? (outcome)WEXITSTATUS(status) : DEAD;
}

/* ---- all of them ---- */

static size_t counts[3];

static void compare_ufunc(const weft_ufunc *owner, const weft_ufunc *twin, weft_isa isa, int rounds)
{
    if (owner->reducer) {
        const weft_reducer *a = owner->reducer, *b = twin->reducer;
        const weft_ufunc *stages[][2] = {
            {a->map, b->map}, {a->combine, b->combine}, {a->finish, b->finish}};
        for (size_t i = 0; i < 3; i++)
            if (stages[i][0])
                compare_ufunc(stages[i][0], stages[i][1], isa, rounds);
        return;
    }
    for (size_t i = 0; i < owner->loop_count; i++) {
        if (any_layout && !(twin->loops[i].shapes & WEFT_HAS(LANES)))
            continue;
        state = 0x9e3779b97f4a7c15 + i;
        outcome found = compare_loop(owner, twin, i, isa, rounds, false);
        if (found == DEAD)
            found = compare_loop(owner, twin, i, isa, rounds, true);
        if (found == DEAD)
            printf("%s: %s: dies\n", owner->name, owner->loops[i].prototype);
        counts[found]++;
    }
}

static const weft_library_table *open_library(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const weft_library_table *table = library ? dlsym(library, "weft_library") : NULL;
    if (!table)
        printf("%s\n", dlerror());
    return table;
}

static weft_isa find_isa(const char *name)
{
    return strcmp(name, "flags") == 0 ? WEFT_ISA_FLAGS
           : strcmp(name, "v3") == 0  ? WEFT_ISA_V3
           : strcmp(name, "v4") == 0  ? WEFT_ISA_V4
                                      : WEFT_ISA_BASE;
}

static bool runs(weft_isa isa)
{
#if defined(__x86_64__)
    return (isa != WEFT_ISA_V3 || __builtin_cpu_supports("avx2")) &&
           (isa != WEFT_ISA_V4 || __builtin_cpu_supports("avx512vl"));
#else
    return isa == WEFT_ISA_BASE || isa == WEFT_ISA_FLAGS;
#endif
}

int main(int argc, char **argv)
{
    const weft_library_table *one = argc >= 5 ? open_library(argv[1]) : NULL;
    const weft_library_table *other = one ? open_library(argv[2]) : NULL;
    if (!other || one->count != other->count)
        return 2;
    any_layout = argc > 5;
    weft_isa isa = find_isa(argv[3]);
    if (!runs(isa)) {
        printf("%s: not on this machine\n", argv[3]);
        return 0;
    }
    for (size_t i = 0; i < one->count; i++)
        compare_ufunc(one->ufuncs[i], other->ufuncs[i], isa, atoi(argv[4]));
    printf("%s: %zu loops the same, %zu different, %zu not run\n", argv[3], counts[SAME],
           counts[DIFFERENT], counts[DEAD]);
    return counts[DIFFERENT] || counts[DEAD] || !counts[SAME];
}
