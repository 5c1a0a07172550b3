/* gpu_layouts.c: elementwise functions on a gpu, on operands that lie in any way, against a plain loop over the items:
 * axes in any order, apart, backwards and repeated, sizes around the edges of tiles and none, places that are multiples
 * of 16 bytes, of an element, and of nothing. Every byte of an output's memory is compared, those between its elements
 * and around it, too. WEFT_TRACE tells which kernel served a call and how: each way must have been taken.
 *   gpu_layouts LIBRARY [COUNT] */
#include <string.h>
#include <unistd.h>

#include <weft/convert.h>
#include <weft/kernel.h>

#include "random_calls.h"

enum {
    SKIPPED = 77,
    MOST_OPERANDS = 4,
    MOST_AXES = 5,
    MOST_BYTES = 2 << 20,
    MOST_ITEMS = 48 << 10,
    LARGE_BYTES = 48 << 20, /* of an operand of a large call */
    WHOLE = 16, /* bytes that kernels load at once */
    GUARD = 4 * WHOLE
};

/* An operand on the host, as the loop leaves it, and on the device. */
typedef struct operand {
    char *bytes;    /* owned, LARGE_BYTES */
    int64_t length; /* bytes in use */
    weft_array host, memory, device;
} operand;

/* What the operands of a call have in common. */
typedef struct setting {
    int rank;
    int64_t shape[MOST_AXES];
    bool is_whole;    /* rows begin at multiples of 16 bytes */
    bool keeps_inner; /* the last axis is the inner one of all */
    bool is_large;    /* many items, of inputs that repeat */
    bool
        is_transposed; /* the one before it is the inner one of most inputs, the last one that of outputs */
} setting;

/* ---- which kernel served a call ---- */

/* Lines of a plan that tell a way: all words must be in the line of the kernel, and `lacks` must not. */
static const struct {
    const char *name, *words[3], *lacks;
} ways[] = {
    {"vectors", {"kernel: vector"}, "by tiles along axes 1 and "},
    {"vectors by tiles", {"kernel: vector", "by tiles along axes 1 and "}, NULL},
    {"blocks of bytes, transposed", {" transposed", " 128 × 128 items"}, NULL},
    {"blocks of 16 bits, transposed", {" transposed", " 128 × 64 items"}, NULL},
    {"small tiles, transposed", {" transposed", " 32 × 32 items"}, NULL},
    {"large tiles, transposed", {" transposed", " 64 × 64 items"}, NULL},
    {"tiles along two axes", {" transposed", " along axes 0 and "}, NULL},
    {"rows that begin anywhere", {"by vectors of rows that begin anywhere"}, NULL},
    {"rows one after the other", {", row by row"}, NULL},
    {"any steps", {"kernel: strided"}, " transposed"},
};
enum { WAYS = sizeof ways / sizeof *ways };
static long taken[WAYS];

/* Where stderr goes while a call is traced, and where it went. */
static int trace_file, kept_stderr;

static void begin_trace(void)
{
    if (ftruncate(trace_file, 0) != 0 || lseek(trace_file, 0, SEEK_SET) != 0 ||
        dup2(trace_file, STDERR_FILENO) < 0)
        exit(1);
}

/* The line of the kernel; "" if none ran. */
static void end_trace(char *line, size_t size)
{
    char text[8192];
    const ssize_t length = pread(trace_file, text, sizeof text - 1, 0);
    dup2(kept_stderr, STDERR_FILENO);
    text[length > 0 ? length : 0] = 0;
    char *found = strstr(text, "  kernel: ");
    snprintf(line, size, "%.*s", found ? (int)strcspn(found, "\n") : 0, found ? found : "");
}

static void count_ways(const char *line)
{
    for (int way = 0; way < WAYS; way++) {
        bool fits = !ways[way].lacks || !strstr(line, ways[way].lacks);
        for (int i = 0; i < 3 && ways[way].words[i]; i++)
            fits = fits && strstr(line, ways[way].words[i]);
        taken[way] += fits;
    }
}

/* ---- elements ---- */

static bool is_integer(weft_dtype dtype)
{
    return dtype == WEFT_INT8 || dtype == WEFT_UINT8 || dtype == WEFT_INT16;
}

/* A number, which is whole, and an imaginary part where there is one. */
static void get(const char *from, weft_dtype dtype, double *value)
{
    int8_t byte;
    int16_t word;
    float single;
    value[1] = 0;
    switch (dtype) {
    case WEFT_INT8:
        memcpy(&byte, from, sizeof byte), value[0] = byte;
        return;
    case WEFT_UINT8:
        memcpy(&byte, from, sizeof byte), value[0] = (uint8_t)byte;
        return;
    case WEFT_INT16:
        memcpy(&word, from, sizeof word), value[0] = word;
        return;
    case WEFT_FLOAT16:
        memcpy(&word, from, sizeof word), value[0] = (double)weft_widen((uint16_t)word, 16, 11);
        return;
    case WEFT_FLOAT32:
        memcpy(&single, from, sizeof single), value[0] = (double)single;
        return;
    default:
        memcpy(value, from, weft_dtype_size(dtype));
    }
}

/* Integers wrap. */
static void put(char *to, weft_dtype dtype, const double *value)
{
    const int64_t whole = (int64_t)value[0];
    const float single = (float)value[0];
    const uint16_t half = (uint16_t)weft_narrow(single, 16, 11);
    memcpy(to,
           is_integer(dtype)       ? (const void *)&whole
           : dtype == WEFT_FLOAT16 ? (const void *)&half
           : dtype == WEFT_FLOAT32 ? (const void *)&single
                                   : (const void *)value,
           weft_dtype_size(dtype));
}

static void fill(operand *filled, weft_dtype dtype)
{
    const int64_t size = (int64_t)weft_dtype_size(dtype);
    /* elements are where the first one is, or size bytes from there */
    for (int64_t at = ((char *)filled->host.data - filled->bytes) % size;
         at + size <= filled->length; at += size) {
        const int64_t drawn = below(1 << 16);
        put(filled->bytes + at, dtype,
            is_integer(dtype)
                ? (double[]){(double)(drawn - (1 << 15)), 0}
                : (double[]){(double)(drawn % 201 - 100), (double)(drawn / 256 - 128)});
    }
}

/* ---- layouts ---- */

static int64_t draw_size(void)
{
    static const int64_t edges[] = {16, 31,  32,  33,  48,  63,  64,  65,
                                    96, 127, 128, 129, 144, 255, 256, 257};
    return below(3) ? edges[below(sizeof edges / sizeof *edges)] : 1 + below(20);
}

/* Of a block of narrow elements that are transposed, some of them, or a little less. */
static int64_t draw_blocks(void)
{
    return 128 * (1 + below(3)) - (below(2) ? below(20) : 0);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void shuffle(int64_t *numbers, int count)
{
    for (int i = count - 1; i > 0; i--) {
        const int64_t other = below(i + 1), kept = numbers[i];
        numbers[i] = numbers[other], numbers[other] = kept;
    }
}

/* Sizes of axes: any; two long ones; long rows; rows of 16 bytes of the widest operand. */
static setting draw_setting(int64_t widest)
{
    setting drawn = {.rank = 1 + (int)below(MOST_AXES), .is_whole = below(2) == 0};
    const int64_t kind = below(4);
    int64_t items = 1, *shape = drawn.shape;
    if (kind == 0) {
        for (int i = 0; i < drawn.rank; i++)
            shape[i] = draw_size();
    } else if (kind == 1) {
        drawn.rank = 2 + (int)below(2);
        drawn.is_whole = below(4) > 0;
        drawn.is_transposed = below(2) > 0;
        for (int i = 0; i < drawn.rank; i++)
            shape[i] = i == 2 ? 1 + below(9) : below(4) ? draw_blocks() : draw_size();
    } else if (kind == 2) {
        drawn.rank = 1 + (int)below(3);
        drawn.is_whole = below(4) == 0;
        shape[0] = 64 + below(below(4) ? 700 : 4000);
        for (int i = 1; i < drawn.rank; i++)
            shape[i] = 1 + below(9);
    } else {
        drawn.rank = 3 + (int)below(2);
        drawn.is_whole = below(8) > 0;
        shape[0] = WHOLE / widest;
        for (int i = 1; i < drawn.rank; i++)
            shape[i] = below(8) ? 4 * (1 + below(5)) : 1 + below(20);
    }
    for (int i = 0; i < drawn.rank; i++) {
        shape[i] = least(shape[i], MOST_ITEMS / items);
        items *= shape[i];
    }
    drawn.keeps_inner = kind >= 2 && below(8) > 0;
    if (drawn.keeps_inner || drawn.is_transposed) {
        const int64_t inner = shape[0];
        shape[0] = shape[drawn.rank - 1], shape[drawn.rank - 1] = inner;
    } else {
        shuffle(shape, drawn.rank);
    }
    if (below(40) == 0)
        shape[below(drawn.rank)] = 0;
    return drawn;
}

/* Long rows, many of them. */
static setting draw_large(void)
{
    return (setting){.rank = 2,
                     .shape = {1100 + below(100), below(4) ? 2048 + 256 * below(2) : 2048 + below(300)},
                     .is_whole = below(2) == 0,
                     .keeps_inner = true,
                     .is_large = true};
}

/* Whether the next axis of an operand stands still. */
static bool repeats(const setting *common, bool is_output, bool has_repeated)
{
    return !is_output && (common->is_large ? !has_repeated : below(16) == 0);
}

/* A view of the shape; false if it would be too large. */
static bool place(operand *placed, weft_dtype dtype, const setting *common, bool is_output)
{
    const int rank = common->rank;
    const int64_t size = (int64_t)weft_dtype_size(dtype);
    const int64_t most = common->is_large ? LARGE_BYTES : MOST_BYTES;
    int64_t order[MOST_AXES], steps[MOST_AXES], step = size, end = size, first = GUARD;
    bool has_repeated = false;
    for (int i = 0; i < rank; i++)
        order[i] = rank - 1 - i;
    if (common->is_transposed && !is_output && below(4) > 0)
        order[0] = rank - 2, order[1] = rank - 1;
    else if (common->is_large && !is_output)
        shuffle(order, rank);
    else if (!common->is_transposed && below(2))
        shuffle(order + common->keeps_inner, rank - common->keeps_inner);
    first += common->is_whole ? 0 : size * below(17);
    first += below(32) == 0; /* no multiple of the element's size, but a byte's */
    step *= !common->keeps_inner && below(10) == 0 ? 2 : 1;
    for (int i = 0; i < rank; i++) {
        const int64_t axis = order[i], extent = common->shape[axis];
        steps[axis] = step;
        if (repeats(common, is_output, has_repeated)) {
            steps[axis] = 0;
            has_repeated = true;
            continue;
        }
        end += extent > 0 ? (extent - 1) * step : 0;
        if (below(16) == 0 && extent > 0) {
            first += step * (extent - 1);
            steps[axis] = -step;
        }
        step *= extent > 0 ? extent : 1;
        step += common->is_whole ? (WHOLE - step % WHOLE) % WHOLE : below(3) ? 0 : size * below(4);
        if (step > most)
            return false;
    }
    placed->length =
        first + end + GUARD; /* and what lies before the first where steps go backwards */
    if (placed->length > most)
        return false;
    placed->host = weft_array_view(placed->bytes + first, dtype, rank, common->shape, steps);
    placed->device = placed->host;
    placed->device.data = (char *)placed->memory.data + first;
    placed->device.device = placed->memory.device;
    return true;
}

/* ---- a call ---- */

static const double weights[2][3] = {{1, -2, 3}, {1, 1, 1}}; /* of each output, of each input */

static void compute_item(const weft_ufunc *ufunc, operand *all, const int64_t *index)
{
    double values[MOST_OPERANDS][2];
    for (int i = 0; i < ufunc->input_count + ufunc->output_count; i++) {
        const int output = i - ufunc->input_count;
        char *at = all[i].host.data;
        for (int axis = 0; axis < all[i].host.rank; axis++)
            at += index[axis] * all[i].host.steps[axis];
        if (output < 0) {
            get(at, all[i].host.dtype, values[i]);
            continue;
        }
        values[i][0] = values[i][1] = 0;
        for (int k = 0; k < ufunc->input_count; k++) {
            values[i][0] += weights[output][k] * values[k][0];
            values[i][1] += weights[output][k] * values[k][1];
        }
        put(at, all[i].host.dtype, values[i]);
    }
}

static void compute(const weft_ufunc *ufunc, operand *all, const setting *common)
{
    int64_t index[MOST_AXES] = {0}, items = 1;
    for (int axis = 0; axis < common->rank; axis++)
        items *= common->shape[axis];
    for (; items > 0; items--) {
        compute_item(ufunc, all, index);
        for (int axis = common->rank - 1; axis >= 0 && ++index[axis] == common->shape[axis]; axis--)
            index[axis] = 0;
    }
}

static weft_array part(const operand *of, void *data)
{
    return weft_array_view(data, WEFT_UINT8, 1, &of->length, NULL);
}

static void print_call(const weft_ufunc *ufunc, const weft_loop *loop, const operand *all,
                       const char *line)
{
    printf("%s, %s: wrong\n%s\n", ufunc->name, loop->prototype, line);
    for (int i = 0; i < ufunc->input_count + ufunc->output_count; i++) {
        printf("  operand %d from byte %td:", i, (char *)all[i].host.data - all[i].bytes);
        for (int axis = 0; axis < all[i].host.rank; axis++)
            printf(" %lld by %lld", (long long)all[i].host.shape[axis],
                   (long long)all[i].host.steps[axis]);
        puts("");
    }
}

static bool try_call(const weft_ufunc *ufunc, const weft_loop *loop, bool is_large, operand *all, char *back)
{
    const int count = ufunc->input_count + ufunc->output_count;
    weft_array *operands[MOST_OPERANDS];
    char line[512];
    int64_t widest = 1;
    for (int i = 0; i < count; i++)
        widest = -least(-widest, -(int64_t)weft_dtype_size((weft_dtype)loop->dtypes[i]));
    setting common = is_large ? draw_large() : draw_setting(widest);
    for (int i = 0; i < count; i++) {
        while (!place(&all[i], (weft_dtype)loop->dtypes[i], &common, i >= ufunc->input_count))
            common.is_whole = false;
        fill(&all[i], (weft_dtype)loop->dtypes[i]);
        weft_array near = part(&all[i], all[i].bytes), far = part(&all[i], all[i].memory.data);
        far.device = all[i].memory.device;
        check(weft_array_copy(&far, &near, NULL, &error), "to the device");
        operands[i] = &all[i].device;
    }
    begin_trace();
    const weft_status status =
        weft_call(ufunc, operands, &(weft_options){.target = WEFT_GPU}, &error);
    end_trace(line, sizeof line);
    check(status, ufunc->name);
    count_ways(line);
    compute(ufunc, all, &common);
    for (int i = 0; i < count; i++) {
        weft_array near = part(&all[i], back), far = part(&all[i], all[i].memory.data);
        far.device = all[i].memory.device;
        check(weft_copy_to_host(&far, &near, NULL, &error), "to the host");
        if (memcmp(back, all[i].bytes, (size_t)all[i].length) != 0) {
            print_call(ufunc, loop, all, line);
            return false;
        }
    }
    return true;
}

static int print_ways(void)
{
    int missing = 0;
    for (int way = 0; way < WAYS; way++) {
        printf("%s: %ld\n", ways[way].name, taken[way]);
        missing += taken[way] == 0;
    }
    return missing;
}

int main(int count, char **arguments)
{
    weft_library *library;
    operand all[MOST_OPERANDS];
    char *back = malloc(LARGE_BYTES);
    const long cases = count > 2 ? atol(arguments[2]) : 400;
    long calls = 0, wrong = 0;
    setenv("WEFT_TRACE", "1", 1);
    if (count < 2 || !back || weft_target_check(WEFT_GPU, NULL, &error)) {
        printf("SKIPPED: %s\n", count < 2 ? "gpu_layouts LIBRARY [COUNT]" : error.text);
        free(back);
        return SKIPPED;
    }
    FILE *trace = tmpfile();
    if (!trace || (trace_file = fileno(trace)) < 0 || (kept_stderr = dup(STDERR_FILENO)) < 0)
        return 1;
    check(weft_library_open(arguments[1], &library, &error), arguments[1]);
    for (int i = 0; i < MOST_OPERANDS; i++) {
        if (!(all[i].bytes = calloc(1, LARGE_BYTES)))
            return 1;
        check(
            weft_device_array(&all[i].memory, WEFT_UINT8, 1, &(int64_t){LARGE_BYTES}, NULL, &error),
            "device memory");
    }
    const weft_library_table *table = weft_library_contents(library);
    for (uint32_t u = 0; u < table->count; u++)
        for (uint32_t k = 0; k < table->ufuncs[u]->loop_count; k++)
            for (long n = 0; n < cases; n++, calls++)
                wrong += !try_call(table->ufuncs[u], &table->ufuncs[u]->loops[k], n == 0, all, back);
    const int missing = print_ways();
    printf("%ld calls, %ld wrong\n", calls, wrong);
    for (int i = 0; i < MOST_OPERANDS; i++) {
        weft_array_clear(&all[i].memory);
        free(all[i].bytes);
    }
    free(back);
    close(kept_stderr);
    fclose(trace);
    weft_library_close(library);
    return wrong > 0 || missing > 0 || calls == 0;
}
