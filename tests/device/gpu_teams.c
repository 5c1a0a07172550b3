/* gpu_teams.c: walks that a team of threads shares, on the gpu and on hosts, against the same function in order on the
 * cpu (NAME_in_order): long and short axes, rows one behind the other, apart, backwards, across, of one element; numbers
 * that may be NaN.
 * Whole numbers must be equal, others nearly so; and a call made again must give the same bits.
 *   gpu_teams LIBRARY [COUNT] */
#include <math.h>
#include <string.h>

#include "random_calls.h"

enum { SKIPPED = 77, MOST_OPERANDS = 5, MOST_DIMENSIONS = 4, MOST_BYTES = 40 * 2600 * 16 };

/* An operand as it is handed to a function in order, to the same on a host and on the device. */
typedef struct operand {
    unsigned char *wanted, *host; /* owned, MOST_BYTES */
    weft_array first, second, memory, device;
} operand;

/* A number of a dtype, small and whole; of a floating one rarely NaN where that is wished. */
static void put(unsigned char *at, weft_dtype dtype, bool may_be_nan)
{
    const int64_t number = below(9) - 4;
    const bool is_nan = may_be_nan && below(700) == 0;
    const float real = is_nan ? NAN : (float)number;
    const double wide = is_nan ? NAN : (double)number;
    const uint16_t halves[] = {0, 0x3c00, 0x4000, 0xbc00}, brains[] = {0, 0x3f80, 0x4000, 0xbf80};
    switch (dtype) {
    case WEFT_FLOAT16:
        memcpy(at, &halves[below(4)], 2);
        break;
    case WEFT_BFLOAT16:
        memcpy(at, &brains[below(4)], 2);
        break;
    case WEFT_COMPLEX64:
        memcpy(at + 4, &(float){(float)below(3)}, 4); /* and the real part */
        __attribute__((fallthrough));
    case WEFT_FLOAT32:
        memcpy(at, &real, 4);
        break;
    case WEFT_COMPLEX128:
        memcpy(at + 8, &(double){(double)below(3)}, 8);
        __attribute__((fallthrough));
    case WEFT_FLOAT64:
        memcpy(at, &wide, 8);
        break;
    default:
        memcpy(at, &number, weft_dtype_size(dtype));
    }
}

/* The same view of three memories, of items with a core of some axes: rows one behind the other or across, elements side by
 * side or apart, forwards or backwards; inputs may be one item for all. */
static void place(operand *placed, weft_dtype dtype, int core_rank, int64_t items, const int64_t *core,
                  bool is_input, bool may_be_nan)
{
    const int64_t size = (int64_t)weft_dtype_size(dtype);
    const bool across = below(6) == 0, back = below(8) == 0;
    int64_t shape[3] = {items}, steps[3], step = below(8) == 0 ? 2 * size : size;
    memcpy(shape + 1, core, (size_t)core_rank * sizeof *core);
    for (int k = 0; k <= core_rank; k++) {
        const int axis = !across ? core_rank - k : k == 0 ? 0 : core_rank + 1 - k;
        steps[axis] = step;
        step *= shape[axis];
    }
    if (is_input && below(7) == 0)
        steps[0] = 0;
    for (int64_t at = 0; at + size <= MOST_BYTES; at += size)
        put(placed->wanted + at, dtype, may_be_nan);
    memcpy(placed->host, placed->wanted, MOST_BYTES);
    int64_t offset = size * below(3);
    if (is_input && core_rank > 0 && below(12) == 0)
        steps[core_rank] = 0;
    if (back && core_rank > 0 && shape[core_rank] > 0) {
        offset += steps[core_rank] * (shape[core_rank] - 1);
        steps[core_rank] = -steps[core_rank];
    }
    placed->first = weft_array_view(placed->wanted + offset, dtype, core_rank + 1, shape, steps);
    placed->second = placed->device = placed->first;
    placed->second.data = placed->host + offset;
    placed->device.data = (char *)placed->memory.data + offset;
    placed->device.device = placed->memory.device;
    weft_array whole = weft_array_view(placed->wanted, WEFT_UINT8, 1, (int64_t[]){MOST_BYTES}, NULL);
    check(weft_array_copy(&placed->memory, &whole, NULL, &error), "to the device");
}

static double number_at(const unsigned char *at, weft_dtype dtype)
{
    uint32_t bits = 0;
    float real;
    double wide;
    switch (dtype) {
    case WEFT_BFLOAT16:
        memcpy((char *)&bits + 2, at, 2);
        memcpy(&real, &bits, 4);
        return real;
    case WEFT_FLOAT32:
    case WEFT_COMPLEX64:
        memcpy(&real, at, 4);
        return real;
    case WEFT_FLOAT64:
    case WEFT_COMPLEX128:
        memcpy(&wide, at, 8);
        return wide;
    default: /* of float16 the bits, which are in the order of the numbers */
        memcpy(&bits, at, 2);
        return (double)(bits & 0x7fff);
    }
}

static double tolerance_of(weft_dtype dtype)
{
    switch (dtype) {
    case WEFT_FLOAT16:
        return 1e-2;
    case WEFT_BFLOAT16:
        return 1e-2;
    case WEFT_FLOAT32:
    case WEFT_COMPLEX64:
        return 2e-5;
    default:
        return 1e-13;
    }
}

/* Whether two memories hold the same, elements of a floating dtype nearly. */
static bool is_alike(const unsigned char *a, const unsigned char *b, weft_dtype dtype)
{
    const size_t part = dtype == WEFT_COMPLEX64    ? 4
                        : dtype == WEFT_COMPLEX128 ? 8
                                                   : weft_dtype_size(dtype);
    const bool is_floating = dtype >= WEFT_FLOAT16;
    for (size_t at = 0; at + part <= MOST_BYTES; at += part) {
        if (memcmp(a + at, b + at, part) == 0)
            continue;
        if (!is_floating)
            return false;
        const double x = number_at(a + at, dtype), y = number_at(b + at, dtype);
        if (!(fabs(x - y) <= tolerance_of(dtype) * fmax(1, fabs(x))) && !(x != x && y != y))
            return false;
    }
    return true;
}

static void bring(const operand *one, unsigned char *back)
{
    weft_array near = weft_array_view(back, WEFT_UINT8, 1, (int64_t[]){MOST_BYTES}, NULL);
    check(weft_copy_to_host(&one->memory, &near, NULL, &error), "from the device");
}

/* A length that has its own team, or is near to one; or none. */
static int64_t choose_length(void)
{
    static const int64_t lengths[] = {0,   1,   2,   31,  33,  127, 128,  129,  255,  256, 257,
                                      511, 512, 513, 600, 1000, 1024, 1025, 2047, 2049, 2500};
    return below(3) ? lengths[below(21)] : below(1200);
}

/* Of a dimension n the length, of s the side of a square, of any other name some rows. */
static void choose_sizes(const weft_ufunc *ufunc, int64_t length, int64_t rows, int64_t *sizes)
{
    for (int d = 0; d < ufunc->dimension_count; d++) {
        const weft_dimension *dimension = &ufunc->dimensions[d];
        sizes[d] = dimension->kind != WEFT_DIMENSION_NAMED ? dimension->constant
                   : strcmp(dimension->name, "n") == 0        ? length
                   : strcmp(dimension->name, "s") == 0        ? below(2) ? length % 45 : 8 + below(20)
                                                              : rows;
    }
    for (int d = 0; d < ufunc->dimension_count; d++)
        for (int k = 0; ufunc->dimensions[d].coefficients && k < ufunc->dimension_count; k++)
            sizes[d] += ufunc->dimensions[d].coefficients[k] * sizes[k];
}

static bool try_call(const weft_ufunc *ufunc, const weft_ufunc *wanted, const weft_loop *loop, operand *all)
{
    static unsigned char back[2][MOST_BYTES];
    const int64_t length = choose_length(), rows = 1 + below(3), items = 1 + below(9);
    int64_t sizes[MOST_DIMENSIONS];
    choose_sizes(ufunc, length, rows, sizes);
    weft_array *first[MOST_OPERANDS], *second[MOST_OPERANDS], *device[MOST_OPERANDS];
    const int count = ufunc->input_count + ufunc->output_count;
    const bool may_be_nan = strncmp(ufunc->name, "first_", 6) == 0;
    for (int i = 0; i < count; i++) {
        const weft_operand *layout = &ufunc->operands[i];
        int64_t core[2];
        for (int axis = 0; axis < layout->core_rank; axis++)
            core[axis] = sizes[layout->dimensions[axis]];
        place(&all[i], (weft_dtype)loop->dtypes[i], layout->core_rank, items, core,
              i < ufunc->input_count, may_be_nan);
        first[i] = &all[i].first;
        second[i] = &all[i].second;
        device[i] = &all[i].device;
    }
    check(weft_call(wanted, first, &(weft_options){.target = WEFT_CPU}, &error), wanted->name);
    check(weft_call(ufunc, second, &(weft_options){.target = WEFT_CPU}, &error), ufunc->name);
    bool good = true;
    for (int turn = 0; turn < (ufunc->kept_outputs ? 1 : 2); turn++) {
        check(weft_call(ufunc, device, &(weft_options){.target = WEFT_GPU}, &error), ufunc->name);
        for (int i = 0; i < count; i++) {
            const weft_dtype dtype = (weft_dtype)loop->dtypes[i];
            static unsigned char before[MOST_OPERANDS][MOST_BYTES];
            bring(&all[i], back[turn]);
            const bool near = is_alike(all[i].wanted, back[turn], dtype);
            const bool host = is_alike(all[i].wanted, all[i].host, dtype);
            const bool again = turn == 0 || memcmp(before[i], back[turn], MOST_BYTES) == 0;
            memcpy(before[i], back[turn], MOST_BYTES);
            if (near && host && again)
                continue;
            good = false;
            printf("%s, %s: %lld items of %lld: operand %d is wrong%s%s%s\n", ufunc->name, loop->prototype,
                   (long long)items, (long long)length, i, near ? "" : " on the gpu",
                   host ? "" : " on the cpu", again ? "" : " again");
        }
    }
    return good;
}

/* Whether hosts give the sums of squares of rows the same bits wherever these lie, numbers that are rounded. */
static bool is_steady(const weft_ufunc *ufunc)
{
    enum { ROWS = 3, MOST_LENGTH = 700, PLACES = 16 };
    static double numbers[ROWS * MOST_LENGTH], moved[ROWS * MOST_LENGTH + PLACES];
    const int64_t length = 1 + below(MOST_LENGTH);
    double wanted[ROWS], found[ROWS];
    for (int64_t i = 0; i < ROWS * length; i++)
        numbers[i] = 1.0 / (double)(1 + below(1000));
    for (int place = 0; place < PLACES; place++) {
        memcpy(moved + place, numbers, (size_t)(ROWS * length) * sizeof *numbers);
        weft_array rows =
            weft_array_view(moved + place, WEFT_FLOAT64, 2, (int64_t[]){ROWS, length}, NULL);
        weft_array norms = weft_array_view(place ? found : wanted, WEFT_FLOAT64, 1, (int64_t[]){ROWS}, NULL);
        check(weft_call(ufunc, (weft_array *[]){&rows, &norms}, &(weft_options){.target = WEFT_CPU}, &error),
              ufunc->name);
        if (place == 0 || memcmp(wanted, found, sizeof wanted) == 0)
            continue;
        printf("%s: rows of %lld, %d elements further, have other bits\n", ufunc->name, (long long)length,
               place);
        return false;
    }
    return true;
}

/* The same function in order. */
static const weft_ufunc *find_wanted(const weft_library_table *table, const weft_ufunc *ufunc)
{
    char name[100];
    snprintf(name, sizeof name, "%s_in_order", ufunc->name);
    for (uint32_t u = 0; u < table->count; u++)
        if (strcmp(table->ufuncs[u]->name, name) == 0)
            return table->ufuncs[u];
    return NULL;
}

/* Calls of a function's loop: fewer of squares, whose work is their third power; none of what threads do not share. */
static int64_t count_calls(const weft_ufunc *ufunc, int64_t cases)
{
    const weft_dimension *first = &ufunc->dimensions[0];
    const bool is_square = first->kind == WEFT_DIMENSION_NAMED && strcmp(first->name, "s") == 0;
    return !ufunc->team_dimensions ? 0 : is_square ? (cases + 3) / 4 : cases;
}

int main(int count, char **arguments)
{
    weft_library *library;
    operand all[MOST_OPERANDS] = {0};
    const int64_t cases = count > 2 ? atoll(arguments[2]) : 12;
    int64_t wrong = 0, calls = 0;
    if (weft_device_count() == 0) {
        puts("skipped: no GPU can be used");
        return SKIPPED;
    }
    check(weft_library_open(arguments[1], &library, &error), arguments[1]);
    for (int i = 0; i < MOST_OPERANDS; i++) {
        all[i].wanted = malloc(MOST_BYTES);
        all[i].host = malloc(MOST_BYTES);
        check(weft_device_array(&all[i].memory, WEFT_UINT8, 1, &(int64_t){MOST_BYTES}, NULL, &error),
              "memory");
    }
    const weft_library_table *table = weft_library_contents(library);
    for (uint32_t u = 0; u < table->count; u++) {
        const weft_ufunc *ufunc = table->ufuncs[u], *wanted = find_wanted(table, ufunc);
        const bool is_refused = strncmp(ufunc->name, "refused_", 8) == 0;
        if (wanted && !ufunc->team_dimensions != is_refused) {
            printf("%s has %s that threads share\n", ufunc->name, is_refused ? "loops" : "none");
            wrong++;
        }
        for (int n = 0; n < 40 && strcmp(ufunc->name, "roots") == 0; n++)
            wrong += !is_steady(ufunc);
        for (uint32_t k = 0; wanted && k < ufunc->loop_count; k++)
            for (int64_t n = 0; n < count_calls(ufunc, cases); n++, calls++)
                wrong += !try_call(ufunc, wanted, &ufunc->loops[k], all);
    }
    for (int i = 0; i < MOST_OPERANDS; i++) {
        free(all[i].wanted);
        free(all[i].host);
        weft_array_clear(&all[i].memory);
    }
    weft_library_close(library);
    printf("%lld calls, %lld wrong\n", (long long)calls, (long long)wrong);
    return wrong > 0;
}
