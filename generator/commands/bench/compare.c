#include "compare.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { CHUNK = 4096 };

static const struct {
    bool is_complex;
    uint8_t precision; /* significant bits of a floating component, the leading one included */
} facts[WEFT_DTYPE_END] = {
#define ROW(ENUM, name, letter, part, VALUE, digits, npy)     \
    [WEFT_##ENUM] = {.is_complex = WEFT_KIND_##letter == 'c', \
                     .precision = HAS_PRECISION(WEFT_KIND_##letter) ? (digits) : 0},
#define HAS_PRECISION(kind) ((kind) == 'f' || (kind) == 'c')
    WEFT_DTYPES(ROW)
#undef HAS_PRECISION
#undef ROW
};

bool compare_is_floating(weft_dtype dtype)
{
    return facts[dtype].precision != 0;
}

/* A run of components of both arrays, as they are stored and as numbers. */
typedef struct pair {
    const unsigned char *found, *expected;
    double found_values[2 * CHUNK], expected_values[2 * CHUNK];
    size_t size; /* bytes of a component */
    int64_t count;
    int precision; /* 0: integers */
} pair;

comparison compare_nothing(void)
{
    return (comparison){.first_element = -1, .is_exact = true, .is_within = true};
}

/* The stored bits as a number that grows by one from each floating-point value to the next. */
static int64_t read_ordered(const unsigned char *bytes, size_t size)
{
    uint16_t bits16;
    uint32_t bits32;
    uint64_t bits64;
    switch (size) {
    case 1:
        bits64 = *bytes;
        break;
    case 2:
        memcpy(&bits16, bytes, 2);
        bits64 = bits16;
        break;
    case 4:
        memcpy(&bits32, bytes, 4);
        bits64 = bits32;
        break;
    default:
        memcpy(&bits64, bytes, 8);
        break;
    }
    uint64_t sign = UINT64_C(1) << (8 * size - 1);
    int64_t magnitude = (int64_t)(bits64 & (sign - 1));
    return bits64 & sign ? -magnitude : magnitude;
}

static uint64_t count_ulps(const pair *both, int64_t index)
{
    int64_t found = read_ordered(both->found + (size_t)index * both->size, both->size);
    int64_t expected = read_ordered(both->expected + (size_t)index * both->size, both->size);
    return found > expected ? (uint64_t)found - (uint64_t)expected
                            : (uint64_t)expected - (uint64_t)found;
}

static bool is_same(const pair *both, int64_t i)
{
    double found = both->found_values[i], expected = both->expected_values[i];
    if (both->precision)
        return found == expected || (isnan(found) && isnan(expected));
    return memcmp(both->found + (size_t)i * both->size, both->expected + (size_t)i * both->size,
                  both->size) == 0;
}

/* The largest magnitude and differences of one chunk, into `now`; its first component is number
 * `first` of the array's. */
static void compare_chunk(comparison *now, double *largest, const pair *both, int64_t first)
{
    for (int64_t i = 0; i < both->count; i++) {
        double found = both->found_values[i], expected = both->expected_values[i];
        if (isfinite(expected))
            *largest = fmax(*largest, fabs(expected));
        if (is_same(both, i))
            continue;
        now->differing++;
        const bool is_unordered = isnan(found) != isnan(expected);
        const uint64_t ulps = both->precision && !is_unordered ? count_ulps(both, i) : 0;
        if (now->first_element < 0 && (is_unordered || !both->precision || ulps > COMPARE_LIMIT))
            now->first_element = first + i;
        if (is_unordered) {
            now->unordered++;
            continue;
        }
        now->difference = fmax(now->difference, fabs(found - expected));
        now->ulps = ulps > now->ulps ? ulps : now->ulps;
    }
}

/* The same elements in C order and native bytes: a view of them if they are so, else a copy. */
static weft_status make_contiguous(const weft_array *array, weft_array *plain, weft_error *error)
{
    int64_t step = (int64_t)weft_dtype_size((weft_dtype)array->dtype);
    bool is_plain = !(array->flags & (WEFT_ARRAY_SWAPPED | WEFT_ARRAY_INLINE));
    for (int i = array->rank - 1; i >= 0; step *= array->shape[i--])
        is_plain = is_plain && (array->shape[i] == 1 || array->steps[i] == step);
    if (is_plain) {
        *plain = *array;
        plain->flags &= (uint8_t)~WEFT_ARRAY_OWNED;
        return WEFT_OK;
    }
    weft_status status =
        weft_array_new(plain, (weft_dtype)array->dtype, array->rank, array->shape, error);
    return status ? status : weft_array_copy(plain, array, NULL, error);
}

/* Casts `count` elements from `bytes` on to double, complex ones to pairs of them. */
static weft_status read_values(void *bytes, weft_dtype dtype, bool is_complex, int64_t count,
                               double *values, weft_error *error)
{
    weft_options unsafe = {.casting = WEFT_CASTING_UNSAFE};
    weft_array stored = weft_array_view(bytes, dtype, 1, &count, NULL);
    weft_array cast =
        weft_array_view(values, is_complex ? WEFT_COMPLEX128 : WEFT_FLOAT64, 1, &count, NULL);
    return weft_array_copy(&cast, &stored, &unsafe, error);
}

static weft_status compare_plain(comparison *now, double *largest, const weft_array *found,
                                 const weft_array *expected, weft_error *error)
{
    weft_dtype dtype = (weft_dtype)found->dtype;
    bool is_complex = facts[dtype].is_complex;
    size_t size = weft_dtype_size(dtype);
    static pair both; /* large; the tool compares in one thread */
    for (int64_t first = 0; first < now->count; first += CHUNK) {
        int64_t count = now->count - first < CHUNK ? now->count - first : CHUNK;
        char *found_bytes = (char *)found->data + (size_t)first * size;
        char *expected_bytes = (char *)expected->data + (size_t)first * size;
        weft_status status =
            read_values(found_bytes, dtype, is_complex, count, both.found_values, error);
        if (!status)
            status =
                read_values(expected_bytes, dtype, is_complex, count, both.expected_values, error);
        if (status)
            return status;
        both.found = (unsigned char *)found_bytes;
        both.expected = (unsigned char *)expected_bytes;
        both.size = is_complex ? size / 2 : size;
        both.count = is_complex ? 2 * count : count;
        both.precision = facts[dtype].precision;
        compare_chunk(now, largest, &both, is_complex ? 2 * first : first);
    }
    return WEFT_OK;
}

static void add_up(comparison *all, const comparison *now, double largest, int precision)
{
    double relative = largest > 0 ? now->difference / largest : now->difference;
    if (all->first_element < 0)
        all->first_element = now->first_element;
    all->count += now->count;
    all->differing += now->differing;
    all->unordered += now->unordered;
    all->ulps = now->ulps > all->ulps ? now->ulps : all->ulps;
    all->difference = fmax(all->difference, now->difference);
    all->relative = fmax(all->relative, relative);
    if (!precision)
        return;
    all->is_exact = false;
    if (now->unordered ||
        (now->ulps > COMPARE_LIMIT && relative > ldexp(COMPARE_LIMIT, 1 - precision)))
        all->is_within = false;
}

weft_status compare_add(comparison *all, const weft_array *found, const weft_array *expected,
                        weft_error *error)
{
    weft_array plain_found = {0}, plain_expected = {0};
    comparison now = {.count = 1, .first_element = -1};
    double largest = 0;
    for (int i = 0; i < found->rank; i++)
        now.count *= found->shape[i];
    weft_status status = make_contiguous(found, &plain_found, error);
    if (!status)
        status = make_contiguous(expected, &plain_expected, error);
    if (!status)
        status = compare_plain(&now, &largest, &plain_found, &plain_expected, error);
    if (!status && facts[found->dtype].is_complex && now.first_element >= 0)
        now.first_element /= 2;
    if (!status)
        add_up(all, &now, largest, facts[found->dtype].precision);
    weft_array_clear(&plain_found);
    weft_array_clear(&plain_expected);
    return status;
}

const char *compare_format(arena *memory, const comparison *all)
{
    if (!all->differing)
        return "same";
    if (all->unordered)
        return arena_format(memory, "%" PRId64 " of %" PRId64 " are NaN on one side only",
                            all->unordered, all->count);
    if (all->is_exact)
        return arena_format(memory, "%" PRId64 " of %" PRId64 " differ, by up to %g",
                            all->differing, all->count, all->difference);
    if (all->ulps <= 1000)
        return arena_format(memory, "up to %" PRIu64 " ulp", all->ulps);
    return arena_format(memory, "up to %.2g of the largest", all->relative);
}

/* The element at an index, as C would write it; "?" if it cannot be had. */
static const char *format_element(arena *memory, const weft_array *array, const int64_t *index)
{
    const weft_dtype dtype = (weft_dtype)array->dtype;
    const bool is_complex = facts[dtype].is_complex, is_floating = facts[dtype].precision != 0;
    const weft_dtype wide = is_complex             ? WEFT_COMPLEX128
                            : is_floating          ? WEFT_FLOAT64
                            : dtype == WEFT_UINT64 ? WEFT_UINT64
                                                   : WEFT_INT64;
    const int digits = facts[dtype].precision > 24 ? 17 : facts[dtype].precision > 11 ? 9 : 5;
    const weft_options unsafe = {.casting = WEFT_CASTING_UNSAFE};
    union {
        double parts[2];
        int64_t i64;
        uint64_t u64;
    } value;
    weft_array element = *array, cast = weft_array_view(&value, wide, 0, NULL, NULL);
    element.rank = 0;
    element.flags &= (uint8_t)~WEFT_ARRAY_OWNED;
    for (int axis = 0; axis < array->rank; axis++)
        element.data = (char *)element.data + index[axis] * array->steps[axis];
    if (weft_array_copy(&cast, &element, &unsafe, NULL) != WEFT_OK)
        return "?";
    if (is_complex)
        return arena_format(memory, "%.*g%+.*gj", digits, value.parts[0], digits, value.parts[1]);
    if (is_floating)
        return arena_format(memory, "%.*g", digits, value.parts[0]);
    return wide == WEFT_UINT64 ? arena_format(memory, "%" PRIu64, value.u64)
                               : arena_format(memory, "%" PRId64, value.i64);
}

const char *compare_format_first(arena *memory, const comparison *all, const char *name,
                                 const weft_array *found, const weft_array *expected)
{
    if (all->first_element < 0)
        return NULL;
    int64_t index[WEFT_MAX_RANK] = {0}, left = all->first_element;
    const char *place = "";
    for (int axis = found->rank - 1; axis >= 0; axis--) {
        index[axis] = left % found->shape[axis];
        left /= found->shape[axis];
        place = arena_format(memory, "%" PRId64 "%s%s", index[axis], *place ? ", " : "", place);
    }
    return arena_format(memory, "%s%s%s%s is %s, not %s", name, found->rank ? "[" : "", place,
                        found->rank ? "]" : "", format_element(memory, found, index),
                        format_element(memory, expected, index));
}
