/* cast.c: casts n elements, block by block through the widest type of the source's kind, so that n
 * dtypes need n loads and 4 n stores instead of n² casts. The rows of dtypes.h say which. */
#include "cast.h"

#include <string.h>

#include "dtype.h"
#include "every_second.h"
#include "half.h"
#include "widen_integers.h"

enum { BLOCK = 128 };

/* A block of elements in the widest type of their kind. */
typedef union wide_block {
    uint64_t u[BLOCK];  /* bool, unsigned */
    int64_t i[BLOCK];   /* signed */
    double f[BLOCK];    /* floating */
    double c[BLOCK][2]; /* complex */
} wide_block;

typedef void load_function(wide_block *block, const char *from, int64_t step, int n);
typedef void store_function(const wide_block *block, char *to, int64_t step, int n);

/* A double that rounds to a short format as the integer itself would: beyond 2^53 the bits that
 * double cannot hold are folded into one sticky bit, far below the format's last place. */
static double sticky_unsigned(uint64_t value)
{
    uint64_t low = value & 0xfff;
    return value >> 53 ? (double)((value - low) | (low ? 0x1000u : 0u)) : (double)value;
}

static double sticky_signed(int64_t value)
{
    return value < 0 ? -sticky_unsigned(0 - (uint64_t)value) : sticky_unsigned((uint64_t)value);
}

/* A load: x is what lies in memory, VALUE what goes to a field of the block. */
#define DEFINE_LOAD(NAME, TYPE, TARGET, VALUE)                                 \
    static void NAME(wide_block *block, const char *from, int64_t step, int n) \
    {                                                                          \
        for (int k = 0; k < n; k++, from += step) {                            \
            TYPE x;                                                            \
            memcpy(&x, from, sizeof x);                                        \
            block->TARGET[k] = VALUE;                                          \
        }                                                                      \
    }
/* By kind; a short format's bits are as many as its part has. */
#define LOAD_b(NAME, PART, DIGITS) DEFINE_LOAD(NAME, PART, u, x != 0)
#define LOAD_i(NAME, PART, DIGITS) DEFINE_LOAD(NAME, PART, i, x)
#define LOAD_u(NAME, PART, DIGITS) DEFINE_LOAD(NAME, PART, u, x)
#define LOAD_h(NAME, PART, DIGITS) \
    DEFINE_LOAD(NAME, PART, f, half_widen(x, 8 * sizeof(PART), DIGITS))
#define LOAD_f(NAME, PART, DIGITS) DEFINE_LOAD(NAME, PART, f, (double)x)
#define LOAD_c(NAME, PART, DIGITS)                                             \
    static void NAME(wide_block *block, const char *from, int64_t step, int n) \
    {                                                                          \
        for (int k = 0; k < n; k++, from += step) {                            \
            PART x[2];                                                         \
            memcpy(x, from, sizeof x);                                         \
            block->c[k][0] = (double)x[0];                                     \
            block->c[k][1] = (double)x[1];                                     \
        }                                                                      \
    }

/* A store: x is the block's value, VALUE what goes to memory. */
#define DEFINE_STORE(NAME, TYPE, WIDE, SOURCE, VALUE)                        \
    static void NAME(const wide_block *block, char *to, int64_t step, int n) \
    {                                                                        \
        for (int k = 0; k < n; k++, to += step) {                            \
            WIDE x = block->SOURCE;                                          \
            TYPE y = (TYPE)(VALUE);                                          \
            memcpy(to, &y, sizeof y);                                        \
        }                                                                    \
    }
/* The four stores of a real dtype. */
#define DEFINE_STORES(NAME, TYPE, FROM_U, FROM_I, FROM_F) \
    DEFINE_STORE(NAME##_u, TYPE, uint64_t, u[k], FROM_U)  \
    DEFINE_STORE(NAME##_i, TYPE, int64_t, i[k], FROM_I)   \
    DEFINE_STORE(NAME##_f, TYPE, double, f[k], FROM_F)    \
    DEFINE_STORE(NAME##_c, TYPE, double, c[k][0], FROM_F)
/* By kind; SATURATE: the function of <weft/convert.h> for an integer. */
#define STORE_b(NAME, PART, DIGITS, SATURATE)            \
    DEFINE_STORE(NAME##_u, PART, uint64_t, u[k], x != 0) \
    DEFINE_STORE(NAME##_i, PART, int64_t, i[k], x != 0)  \
    DEFINE_STORE(NAME##_f, PART, double, f[k], x != 0)   \
    DEFINE_STORE(NAME##_c, PART, double, c[k][0], x != 0 || block->c[k][1] != 0)
#define STORE_i(NAME, PART, DIGITS, SATURATE) DEFINE_STORES(NAME, PART, x, x, SATURATE(x))
#define STORE_u(NAME, PART, DIGITS, SATURATE) DEFINE_STORES(NAME, PART, x, x, SATURATE(x))
#define STORE_h(NAME, PART, DIGITS, SATURATE)                                            \
    DEFINE_STORES(NAME, PART, half_narrow(sticky_unsigned(x), 8 * sizeof(PART), DIGITS), \
                  half_narrow(sticky_signed(x), 8 * sizeof(PART), DIGITS),               \
                  half_narrow(x, 8 * sizeof(PART), DIGITS))
#define STORE_f(NAME, PART, DIGITS, SATURATE) DEFINE_STORES(NAME, PART, x, x, x)

/* The stores of a complex dtype: a real source has imaginary part 0. */
#define DEFINE_COMPLEX_STORE(NAME, TYPE, REAL, IMAGINARY)                    \
    static void NAME(const wide_block *block, char *to, int64_t step, int n) \
    {                                                                        \
        for (int k = 0; k < n; k++, to += step) {                            \
            TYPE y[2] = {(TYPE)block->REAL, (TYPE)(IMAGINARY)};              \
            memcpy(to, y, sizeof y);                                         \
        }                                                                    \
    }
#define STORE_c(NAME, PART, DIGITS, SATURATE)     \
    DEFINE_COMPLEX_STORE(NAME##_u, PART, u[k], 0) \
    DEFINE_COMPLEX_STORE(NAME##_i, PART, i[k], 0) \
    DEFINE_COMPLEX_STORE(NAME##_f, PART, f[k], 0) \
    DEFINE_COMPLEX_STORE(NAME##_c, PART, c[k][0], block->c[k][1])

#define LOAD_AND_STORE(ENUM, name, kind, part, VALUE, digits, npy)                          \
    _Static_assert(sizeof(part) <= sizeof(uint64_t), #name ": a block holds no such part"); \
    LOAD_##kind(load_##ENUM, part, digits) STORE_##kind(store_##ENUM, part, digits, weft_to_##name)
WEFT_DTYPES(LOAD_AND_STORE)
#undef LOAD_AND_STORE

static load_function *const loads[WEFT_DTYPE_END] = {
#define LOAD_ROW(ENUM, ...) [WEFT_##ENUM] = load_##ENUM,
    WEFT_DTYPES(LOAD_ROW)
#undef LOAD_ROW
};

enum { FROM_UNSIGNED, FROM_SIGNED, FROM_FLOATING, FROM_COMPLEX, FROM_COUNT };

static store_function *const stores[WEFT_DTYPE_END][FROM_COUNT] = {
#define STORE_ROW(ENUM, ...) \
    [WEFT_##ENUM] = {store_##ENUM##_u, store_##ENUM##_i, store_##ENUM##_f, store_##ENUM##_c},
    WEFT_DTYPES(STORE_ROW)
#undef STORE_ROW
};

/* The field of wide_block that a load fills: kind_rank with bool among the unsigned. */
static int wide_field(weft_dtype dtype)
{
    int rank = dtype_table[dtype].kind_rank;
    return rank ? rank - 1 : FROM_UNSIGNED;
}

/* The largest element of any dtype. */
typedef union any_element {
#define ELEMENT(ENUM, name, kind, part, ...) char of_##name[WEFT_DTYPE_SIZE(kind, part)];
    WEFT_DTYPES(ELEMENT)
#undef ELEMENT
} any_element;

/* Copies n elements and reverses the bytes of each `part` of them. */
static void swap_elements(char *to, int64_t to_step, const char *from, int64_t from_step, int size,
                          int part, int64_t n)
{
    for (int64_t k = 0; k < n; k++, to += to_step, from += from_step) {
        char element[sizeof(any_element)];
        for (int byte = 0; byte < size; byte++) {
            int first = byte - byte % part;
            element[first + part - 1 - byte % part] = from[byte];
        }
        memcpy(to, element, (size_t)size);
    }
}

#define DEFINE_MOVE(SIZE)                                                                   \
    static void move_##SIZE(char *to, int64_t to_step, const char *from, int64_t from_step, \
                            int64_t n)                                                      \
    {                                                                                       \
        for (int64_t k = 0; k < n; k++, to += to_step, from += from_step) {                 \
            char element[SIZE];                                                             \
            memcpy(element, from, SIZE);                                                    \
            memcpy(to, element, SIZE);                                                      \
        }                                                                                   \
    }
DEFINE_MOVE(1)
DEFINE_MOVE(2)
DEFINE_MOVE(4)
DEFINE_MOVE(8)
DEFINE_MOVE(16)

#define HAS_MOVE(size) ((size) == 1 || (size) == 2 || (size) == 4 || (size) == 8 || (size) == 16)
#define CHECK_MOVE(ENUM, name, kind, part, ...) \
    _Static_assert(HAS_MOVE(WEFT_DTYPE_SIZE(kind, part)), #name ": no move for its size");
WEFT_DTYPES(CHECK_MOVE)
#undef CHECK_MOVE

/* Copies n elements as they are. */
static void move_elements(char *to, int64_t to_step, const char *from, int64_t from_step, int size,
                          int64_t n)
{
    if (to_step == size && from_step == size)
        memmove(to, from, (size_t)size * (size_t)n);
    else if (to_step == size && from_step == 2 * size && size <= 4)
        every_second(to, from, size, n);
    else if (size == 1)
        move_1(to, to_step, from, from_step, n);
    else if (size == 2)
        move_2(to, to_step, from, from_step, n);
    else if (size == 4)
        move_4(to, to_step, from, from_step, n);
    else if (size == 8)
        move_8(to, to_step, from, from_step, n);
    else
        move_16(to, to_step, from, from_step, n);
}

/* Whether the elements are those of a wide block of integers, which may be made where they go to.
 */
static bool is_wide_integer(weft_dtype dtype, const char *at, int64_t step)
{
    return (dtype == WEFT_UINT64 || dtype == WEFT_INT64) && step == sizeof(int64_t) &&
           (uintptr_t)at % _Alignof(int64_t) == 0;
}

/* Casts integers that lie side by side or are put there, as cast_integers. */
static bool cast_any_integers(char *to, weft_dtype to_dtype, const char *from,
                              weft_dtype from_dtype, int64_t from_step, int64_t n)
{
    const dtype_facts *facts = &dtype_table[from_dtype];
    char beside[BLOCK * sizeof(uint64_t)];
    if (from_step == facts->size)
        return cast_integers(to, to_dtype, from, from_dtype, n);
    if (facts->kind != 'b' && facts->kind != 'i' && facts->kind != 'u')
        return false;
    for (int64_t count; n > 0; n -= count) {
        count = n < BLOCK ? n : BLOCK;
        move_elements(beside, facts->size, from, from_step, facts->size, count);
        if (!cast_integers(to, to_dtype, beside, from_dtype, count)) /* at the first */
            return false;
        from += count * from_step;
        to += count * dtype_table[to_dtype].size;
    }
    return true;
}

/* Casts between two dtypes, or normalises the bytes of bools, through wide blocks. */
static void convert_elements(char *to, weft_dtype to_dtype, int64_t to_step, bool to_swapped,
                             const char *from, weft_dtype from_dtype, int64_t from_step,
                             bool from_swapped, int64_t n)
{
    const dtype_facts *from_facts = &dtype_table[from_dtype], *to_facts = &dtype_table[to_dtype];
    load_function *load = loads[from_dtype];
    store_function *store = stores[to_dtype][wide_field(from_dtype)];
    if (!from_swapped && !to_swapped && is_wide_integer(to_dtype, to, to_step) &&
        widen_integers((void *)to, from, from_step, from_dtype, n))
        return;
    if (!from_swapped && !to_swapped && to_step == to_facts->size &&
        cast_any_integers(to, to_dtype, from, from_dtype, from_step, n))
        return;
    wide_block block;
    char native[BLOCK * sizeof(any_element)];
    while (n > 0) {
        int count = n < BLOCK ? (int)n : BLOCK;
        if (from_swapped) {
            swap_elements(native, from_facts->size, from, from_step, from_facts->size,
                          from_facts->part, count);
            load(&block, native, from_facts->size, count);
        } else {
            load(&block, from, from_step, count);
        }
        if (to_swapped) {
            store(&block, native, to_facts->size, count);
            swap_elements(to, to_step, native, to_facts->size, to_facts->size, to_facts->part,
                          count);
        } else {
            store(&block, to, to_step, count);
        }
        from += count * from_step;
        to += count * to_step;
        n -= count;
    }
}

void cast_elements(char *to, weft_dtype to_dtype, int64_t to_step, bool to_swapped,
                   const char *from, weft_dtype from_dtype, int64_t from_step, bool from_swapped,
                   int64_t n)
{
    const dtype_facts *facts = &dtype_table[to_dtype];
    if (from_dtype != to_dtype || to_dtype == WEFT_BOOL)
        convert_elements(to, to_dtype, to_step, to_swapped, from, from_dtype, from_step,
                         from_swapped, n);
    else if (from_swapped == to_swapped || facts->part == 1)
        move_elements(to, to_step, from, from_step, facts->size, n);
    else
        swap_elements(to, to_step, from, from_step, facts->size, facts->part, n);
}
