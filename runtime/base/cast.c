/* cast.c: casts n elements, block by block through the widest type of the source's kind, so that 15
 * dtypes need 15 loads and 15 × 4 stores instead of 225 casts. */
#include "cast.h"

#include <string.h>

#include "dtype.h"
#include "half.h"

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

/* Float to integer: truncates, saturates, NaN gives 0. */
#define DEFINE_SATURATE(NAME, TYPE, LOW, HIGH)   \
    static TYPE saturate_##NAME(double value)    \
    {                                            \
        if (value >= (double)(HIGH))             \
            return HIGH;                         \
        if (value <= (double)(LOW))              \
            return LOW;                          \
        return value == value ? (TYPE)value : 0; \
    }
DEFINE_SATURATE(INT8, int8_t, INT8_MIN, INT8_MAX)
DEFINE_SATURATE(INT16, int16_t, INT16_MIN, INT16_MAX)
DEFINE_SATURATE(INT32, int32_t, INT32_MIN, INT32_MAX)
DEFINE_SATURATE(INT64, int64_t, INT64_MIN, INT64_MAX)
DEFINE_SATURATE(UINT8, uint8_t, 0, UINT8_MAX)
DEFINE_SATURATE(UINT16, uint16_t, 0, UINT16_MAX)
DEFINE_SATURATE(UINT32, uint32_t, 0, UINT32_MAX)
DEFINE_SATURATE(UINT64, uint64_t, 0, UINT64_MAX)

/* A double that rounds to bfloat16 as the integer itself would: beyond 2^53 the bits that double
 * cannot hold are folded into one sticky bit, far below bfloat16's last place. */
static double sticky_unsigned(uint64_t value)
{
    uint64_t low = value & 0xfff;
    return value >> 53 ? (double)((value - low) | (low ? 0x1000u : 0u)) : (double)value;
}

static double sticky_signed(int64_t value)
{
    return value < 0 ? -sticky_unsigned(0 - (uint64_t)value) : sticky_unsigned((uint64_t)value);
}

/* load_X: `type` in memory, field and value in the block. */
#define DEFINE_LOAD(NAME, TYPE, TARGET, VALUE)                                        \
    static void load_##NAME(wide_block *block, const char *from, int64_t step, int n) \
    {                                                                                 \
        for (int k = 0; k < n; k++, from += step) {                                   \
            TYPE x;                                                                   \
            memcpy(&x, from, sizeof x);                                               \
            block->TARGET[k] = VALUE;                                                 \
        }                                                                             \
    }
DEFINE_LOAD(BOOL, uint8_t, u, x != 0)
DEFINE_LOAD(INT8, int8_t, i, x)
DEFINE_LOAD(INT16, int16_t, i, x)
DEFINE_LOAD(INT32, int32_t, i, x)
DEFINE_LOAD(INT64, int64_t, i, x)
DEFINE_LOAD(UINT8, uint8_t, u, x)
DEFINE_LOAD(UINT16, uint16_t, u, x)
DEFINE_LOAD(UINT32, uint32_t, u, x)
DEFINE_LOAD(UINT64, uint64_t, u, x)
DEFINE_LOAD(FLOAT16, uint16_t, f, half_widen(x, HALF_FLOAT16))
DEFINE_LOAD(BFLOAT16, uint16_t, f, half_widen(x, HALF_BFLOAT16))
DEFINE_LOAD(FLOAT32, float, f, (double)x)
DEFINE_LOAD(FLOAT64, double, f, x)

static void load_COMPLEX64(wide_block *block, const char *from, int64_t step, int n)
{
    for (int k = 0; k < n; k++, from += step) {
        float x[2];
        memcpy(x, from, sizeof x);
        block->c[k][0] = (double)x[0];
        block->c[k][1] = (double)x[1];
    }
}

static void load_COMPLEX128(wide_block *block, const char *from, int64_t step, int n)
{
    for (int k = 0; k < n; k++, from += step)
        memcpy(block->c[k], from, sizeof block->c[k]);
}

/* One store: `x` is the block's value, VALUE what goes to memory. */
#define DEFINE_STORE(NAME, KIND, TYPE, WIDE, SOURCE, VALUE)                                   \
    static void store_##NAME##_##KIND(const wide_block *block, char *to, int64_t step, int n) \
    {                                                                                         \
        for (int k = 0; k < n; k++, to += step) {                                             \
            WIDE x = block->SOURCE;                                                           \
            TYPE y = (TYPE)(VALUE);                                                           \
            memcpy(to, &y, sizeof y);                                                         \
        }                                                                                     \
    }
/* The four stores of a real dtype. */
#define DEFINE_STORES(NAME, TYPE, FROM_U, FROM_I, FROM_F) \
    DEFINE_STORE(NAME, u, TYPE, uint64_t, u[k], FROM_U)   \
    DEFINE_STORE(NAME, i, TYPE, int64_t, i[k], FROM_I)    \
    DEFINE_STORE(NAME, f, TYPE, double, f[k], FROM_F)     \
    DEFINE_STORE(NAME, c, TYPE, double, c[k][0], FROM_F)
#define DEFINE_INTEGER_STORES(NAME, TYPE) DEFINE_STORES(NAME, TYPE, x, x, saturate_##NAME(x))

DEFINE_STORE(BOOL, u, uint8_t, uint64_t, u[k], x != 0)
DEFINE_STORE(BOOL, i, uint8_t, int64_t, i[k], x != 0)
DEFINE_STORE(BOOL, f, uint8_t, double, f[k], x != 0)
DEFINE_STORE(BOOL, c, uint8_t, double, c[k][0], x != 0 || block->c[k][1] != 0)
DEFINE_INTEGER_STORES(INT8, int8_t)
DEFINE_INTEGER_STORES(INT16, int16_t)
DEFINE_INTEGER_STORES(INT32, int32_t)
DEFINE_INTEGER_STORES(INT64, int64_t)
DEFINE_INTEGER_STORES(UINT8, uint8_t)
DEFINE_INTEGER_STORES(UINT16, uint16_t)
DEFINE_INTEGER_STORES(UINT32, uint32_t)
DEFINE_INTEGER_STORES(UINT64, uint64_t)
DEFINE_STORES(FLOAT16, uint16_t, half_narrow((double)x, HALF_FLOAT16),
              half_narrow((double)x, HALF_FLOAT16), half_narrow(x, HALF_FLOAT16))
DEFINE_STORES(BFLOAT16, uint16_t, half_narrow(sticky_unsigned(x), HALF_BFLOAT16),
              half_narrow(sticky_signed(x), HALF_BFLOAT16), half_narrow(x, HALF_BFLOAT16))
DEFINE_STORES(FLOAT32, float, x, x, x)
DEFINE_STORES(FLOAT64, double, x, x, x)

/* The stores of a complex dtype: a real source has imaginary part 0. */
#define DEFINE_COMPLEX_STORE(NAME, KIND, TYPE, REAL, IMAGINARY)                               \
    static void store_##NAME##_##KIND(const wide_block *block, char *to, int64_t step, int n) \
    {                                                                                         \
        for (int k = 0; k < n; k++, to += step) {                                             \
            TYPE y[2] = {(TYPE)block->REAL, (TYPE)(IMAGINARY)};                               \
            memcpy(to, y, sizeof y);                                                          \
        }                                                                                     \
    }
#define DEFINE_COMPLEX_STORES(NAME, TYPE)        \
    DEFINE_COMPLEX_STORE(NAME, u, TYPE, u[k], 0) \
    DEFINE_COMPLEX_STORE(NAME, i, TYPE, i[k], 0) \
    DEFINE_COMPLEX_STORE(NAME, f, TYPE, f[k], 0) \
    DEFINE_COMPLEX_STORE(NAME, c, TYPE, c[k][0], block->c[k][1])
DEFINE_COMPLEX_STORES(COMPLEX64, float)
DEFINE_COMPLEX_STORES(COMPLEX128, double)

static load_function *const loads[WEFT_DTYPE_END] = {
#define LOAD_ROW(ENUM, name, size, alignment, kind, npy) [WEFT_##ENUM] = load_##ENUM,
    WEFT_DTYPES(LOAD_ROW)
#undef LOAD_ROW
};

enum { FROM_UNSIGNED, FROM_SIGNED, FROM_FLOATING, FROM_COMPLEX, FROM_COUNT };

static store_function *const stores[WEFT_DTYPE_END][FROM_COUNT] = {
#define STORE_ROW(ENUM, name, size, alignment, kind, npy) \
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

/* Copies n elements and reverses the bytes of each `part` of them. */
static void swap_elements(char *to, int64_t to_step, const char *from, int64_t from_step, int size,
                          int part, int64_t n)
{
    for (int64_t k = 0; k < n; k++, to += to_step, from += from_step) {
        char element[16];
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

/* Copies n elements as they are. */
static void move_elements(char *to, int64_t to_step, const char *from, int64_t from_step, int size,
                          int64_t n)
{
    if (to_step == size && from_step == size)
        memmove(to, from, (size_t)size * (size_t)n);
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

/* Casts between two dtypes, or normalises the bytes of bools, through wide blocks. */
static void convert_elements(char *to, weft_dtype to_dtype, int64_t to_step, bool to_swapped,
                             const char *from, weft_dtype from_dtype, int64_t from_step,
                             bool from_swapped, int64_t n)
{
    const dtype_facts *from_facts = &dtype_table[from_dtype], *to_facts = &dtype_table[to_dtype];
    load_function *load = loads[from_dtype];
    store_function *store = stores[to_dtype][wide_field(from_dtype)];
    wide_block block;
    char native[BLOCK * 16];
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
