/* pack.h: elements brought side by side, where loops of vectors take them, and back to where they
 * belong; those of float16 as floats, which processors convert many at a time, and gcc 12 one by
 * one. Read by <weft/loop.h>. */
#ifndef WEFT_PACK_H
#define WEFT_PACK_H

#define WEFT_COPY_STEPS(bytes)                                 \
    for (int64_t i = 0; i < count; i++)                        \
        memcpy(to + i * to_step, from + i * from_step, bytes); \
    break;

/* Copies elements from steps to other steps, in bytes. */
WEFT_FUNCTION void weft_lanes_copy(char *to, int64_t to_step, const char *from, int64_t from_step,
                                   int64_t size, int64_t count)
{
    switch (size) {
    case 1:
        WEFT_COPY_STEPS(1)
    case 2:
        WEFT_COPY_STEPS(2)
    case 4:
        WEFT_COPY_STEPS(4)
    case 8:
        WEFT_COPY_STEPS(8)
    case 16:
        WEFT_COPY_STEPS(16)
    default:
        WEFT_COPY_STEPS((size_t)size)
    }
}
#undef WEFT_COPY_STEPS

/* Every second element: vectors of all, of which half is dropped. */
#define WEFT_COPY_SECOND(type)                                 \
    WEFT_SIMD                                                  \
    for (int64_t i = 0; i < count; i++) {                      \
        type element;                                          \
        memcpy(&element, from + i * 2 * size, sizeof element); \
        memcpy(to + i * size, &element, sizeof element);       \
    }                                                          \
    break;
WEFT_FUNCTION void weft_copy_second(char *to, const char *from, int64_t bytes, int64_t count)
{
    switch (bytes) {
    case 1: {
        const int64_t size = 1;
        WEFT_COPY_SECOND(uint8_t)
    }
    case 2: {
        const int64_t size = 2;
        WEFT_COPY_SECOND(uint16_t)
    }
    case 4: {
        const int64_t size = 4;
        WEFT_COPY_SECOND(uint32_t)
    }
    default: {
        const int64_t size = 8;
        WEFT_COPY_SECOND(uint64_t)
    }
    }
}
#undef WEFT_COPY_SECOND

static __attribute__((__noinline__, __unused__)) void
weft_pack(char *to, const char *from, int64_t step, int64_t size, int64_t count)
{
    if (step == 2 * size && size <= 8)
        weft_copy_second(to, from, size, count);
    else
        weft_lanes_copy(to, size, from, step, size, count);
}

/* ---- float16 as floats, with the bits of weft_get_float16 and weft_put_float16 ---- */

/* Whether elements of a dtype are packed as floats, and the bytes that one has then. */
#define WEFT_IS_HALF(dtype)     WEFT_IS_HALF_(dtype)
#define WEFT_IS_HALF_(dtype)    (weft_is_half_##dtype != 0)
#define weft_is_half__Bool      weft_is_half_bool
#define WEFT_PACKED_SIZE(dtype) (WEFT_IS_HALF(dtype) ? (int64_t)sizeof(float) : WEFT_SIZE(dtype))
#define WEFT_IS_HALF_h(digits)  (digits) == 11 && WEFT_HAS_HALVES
#define WEFT_IS_HALF_b(digits)  0
#define WEFT_IS_HALF_i(digits)  0
#define WEFT_IS_HALF_u(digits)  0
#define WEFT_IS_HALF_f(digits)  0
#define WEFT_IS_HALF_c(digits)  0
#define WEFT_IS_HALF_ROW(ENUM, name, kind, part, VALUE, digits, npy) \
    weft_is_half_##name = WEFT_IS_HALF_##kind(digits),
#if defined(__F16C__)
#define WEFT_HAS_HALVES 1
#else
#define WEFT_HAS_HALVES 0
#endif
enum { WEFT_DTYPES(WEFT_IS_HALF_ROW) weft_is_half_index_int64 = 0, weft_is_half_index_uint64 = 0 };
#undef WEFT_IS_HALF_ROW

#if WEFT_HAS_HALVES
typedef float weft_eight_floats __attribute__((__vector_size__(32)));
typedef float weft_sixteen_floats __attribute__((__vector_size__(64)));

/* So many elements from memory to memory, of any alignment. */
static WEFT_ALWAYS_INLINE void weft_widen_4(char *to, const char *from)
{
    weft_eight_shorts some = {0};
    memcpy(&some, from, 4 * sizeof(short));
    const weft_four_floats wide = __builtin_ia32_vcvtph2ps(some);
    memcpy(to, &wide, sizeof wide);
}

static WEFT_ALWAYS_INLINE void weft_narrow_4(char *to, const char *from)
{
    weft_four_floats wide;
    memcpy(&wide, from, sizeof wide);
    const weft_eight_shorts some = __builtin_ia32_vcvtps2ph(wide, 0);
    memcpy(to, &some, 4 * sizeof(short));
}

static WEFT_ALWAYS_INLINE void weft_widen_8(char *to, const char *from)
{
    weft_eight_shorts some;
    memcpy(&some, from, sizeof some);
    const weft_eight_floats wide = __builtin_ia32_vcvtph2ps256(some);
    memcpy(to, &wide, sizeof wide);
}

static WEFT_ALWAYS_INLINE void weft_narrow_8(char *to, const char *from)
{
    weft_eight_floats wide;
    memcpy(&wide, from, sizeof wide);
    const weft_eight_shorts some = __builtin_ia32_vcvtps2ph256(wide, 0);
    memcpy(to, &some, sizeof some);
}

#if defined(__AVX512F__)
typedef short weft_sixteen_shorts __attribute__((__vector_size__(32)));

static WEFT_ALWAYS_INLINE void weft_widen_16(char *to, const char *from)
{
    enum { ALL = -1, AS_EVER = 4 }; /* lanes; the rounding mode */
    weft_sixteen_shorts some;
    memcpy(&some, from, sizeof some);
    const weft_sixteen_floats wide =
        __builtin_ia32_vcvtph2ps512_mask(some, (weft_sixteen_floats){0}, ALL, AS_EVER);
    memcpy(to, &wide, sizeof wide);
}

static WEFT_ALWAYS_INLINE void weft_narrow_16(char *to, const char *from)
{
    enum { ALL = -1 };
    weft_sixteen_floats wide;
    memcpy(&wide, from, sizeof wide);
    const weft_sixteen_shorts some =
        __builtin_ia32_vcvtps2ph512_mask(wide, 0, (weft_sixteen_shorts){0}, ALL);
    memcpy(to, &some, sizeof some);
}
#else
static WEFT_ALWAYS_INLINE void weft_widen_16(char *to, const char *from)
{
    weft_widen_8(to, from);
    weft_widen_8(to + 8 * sizeof(float), from + 8 * sizeof(short));
}

static WEFT_ALWAYS_INLINE void weft_narrow_16(char *to, const char *from)
{
    weft_narrow_8(to, from);
    weft_narrow_8(to + 8 * sizeof(short), from + 8 * sizeof(float));
}
#endif

/* Those of a row that lie otherwise are brought side by side first. */
enum { WEFT_SOME_HALVES = 128 };
static __attribute__((__noinline__, __unused__)) void weft_widen_row(char *to, const char *from,
                                                                     int64_t step, int64_t count)
{
    char side_by_side[WEFT_SOME_HALVES * sizeof(short)];
    for (int64_t some; count > 0; count -= some, to += some * 4, from += some * step) {
        const char *at = from;
        int64_t i = 0;
        some = step == 2 || count < WEFT_SOME_HALVES ? count : WEFT_SOME_HALVES;
        if (step != 2) {
            weft_pack(side_by_side, from, step, 2, some);
            at = side_by_side;
        }
        for (; i + 16 <= some; i += 16)
            weft_widen_16(to + i * 4, at + i * 2);
        for (; i < some; i++) {
            const float wide = weft_get_float16(at + i * 2);
            memcpy(to + i * 4, &wide, sizeof wide);
        }
    }
}

static __attribute__((__noinline__, __unused__)) void
weft_narrow_row(char *to, int64_t step, const char *from, int64_t count)
{
    char side_by_side[WEFT_SOME_HALVES * sizeof(short)];
    for (int64_t some; count > 0; count -= some, to += some * step, from += some * 4) {
        char *at = step == 2 ? to : side_by_side;
        int64_t i = 0;
        some = step == 2 || count < WEFT_SOME_HALVES ? count : WEFT_SOME_HALVES;
        for (; i + 16 <= some; i += 16)
            weft_narrow_16(at + i * 2, from + i * 4);
        for (; i < some; i++) {
            float wide;
            memcpy(&wide, from + i * 4, sizeof wide);
            weft_put_float16(at + i * 2, wide);
        }
        if (step != 2)
            weft_lanes_copy(to, step, at, 2, 2, some);
    }
}
#else
#define weft_widen_row(to, from, step, count)  ((void)0)
#define weft_narrow_row(to, step, from, count) ((void)0)
#define WEFT_NO_HALVES(lanes)                                                      \
    static WEFT_ALWAYS_INLINE void weft_widen_##lanes(char *to, const char *from)  \
    {                                                                              \
        (void)to, (void)from;                                                      \
    }                                                                              \
    static WEFT_ALWAYS_INLINE void weft_narrow_##lanes(char *to, const char *from) \
    {                                                                              \
        (void)to, (void)from;                                                      \
    }
WEFT_NO_HALVES(2)
WEFT_NO_HALVES(4)
WEFT_NO_HALVES(8)
WEFT_NO_HALVES(16)
#undef WEFT_NO_HALVES
#endif

/* An element in the form that it has when it is packed, or as it lies. */
#define WEFT_TAKE(dtype, p, is_packed)         WEFT_TAKE_(dtype, p, is_packed)
#define WEFT_TAKE_(dtype, p, is_packed)        weft_take_##dtype(p, is_packed)
#define WEFT_GIVE(dtype, p, value, is_packed)  WEFT_GIVE_(dtype, p, value, is_packed)
#define WEFT_GIVE_(dtype, p, value, is_packed) weft_give_##dtype(p, value, is_packed)
#define weft_take__Bool                        weft_take_bool
#define weft_give__Bool                        weft_give_bool
#define WEFT_TAKE_ROW(ENUM, name, kind, ...)   WEFT_TAKE_##kind(name)
#define WEFT_TAKE_i(name)                                                                       \
    static WEFT_ALWAYS_INLINE weft_value_##name weft_take_##name(const char *p, bool is_packed) \
    {                                                                                           \
        (void)is_packed;                                                                        \
        return weft_get_##name(p);                                                              \
    }                                                                                           \
    static WEFT_ALWAYS_INLINE void weft_give_##name(char *p, weft_value_##name value,           \
                                                    bool is_packed)                             \
    {                                                                                           \
        (void)is_packed;                                                                        \
        weft_put_##name(p, value);                                                              \
    }
#define WEFT_TAKE_u(name) WEFT_TAKE_i(name)
#define WEFT_TAKE_b(name) WEFT_TAKE_i(name)
#define WEFT_TAKE_f(name) WEFT_TAKE_i(name)
#define WEFT_TAKE_c(name) WEFT_TAKE_i(name)
#define WEFT_TAKE_h(name)                                                                   \
    static WEFT_ALWAYS_INLINE float weft_take_##name(const char *p, bool is_packed)         \
    {                                                                                       \
        return is_packed && weft_is_half_##name ? weft_get_float32(p) : weft_get_##name(p); \
    }                                                                                       \
    static WEFT_ALWAYS_INLINE void weft_give_##name(char *p, float value, bool is_packed)   \
    {                                                                                       \
        if (is_packed && weft_is_half_##name)                                               \
            weft_put_float32(p, value);                                                     \
        else                                                                                \
            weft_put_##name(p, value);                                                      \
    }
WEFT_DTYPES(WEFT_TAKE_ROW)
#undef WEFT_TAKE_ROW
#define weft_take_index_int64(p, is_packed)  weft_get_index_int64(p)
#define weft_take_index_uint64(p, is_packed) weft_get_index_uint64(p)

/* ---- rows that are packed ---- */

/* Bytes of all operands that are packed at once. */
#define WEFT_PACKED_ROOM 8192

/* A loop, and what it takes packed. */
typedef struct weft_packing {
    weft_kernel *loop;
    int64_t room;          /* items at once, a multiple of 64 */
    uint32_t halves, kept; /* operands that are float16; outputs that are read, too: bit by bit */
    uint8_t operand_count, input_count, variant_count;
    uint8_t sizes[WEFT_MAX_OPERANDS]; /* of elements, not packed */
    const uint32_t *variants; /* inputs that are one element, of each loop that knows which are */
} weft_packing;

/* What the loop is handed instead of rows when elements are packed. */
static const weft_rows weft_packed_rows __attribute__((__unused__)) = {.count = 1};

/* Some items, as the loop takes them: what lies so already stays where it is. */
typedef struct weft_packed_items {
    char *at[WEFT_MAX_OPERANDS], *next;
    int64_t steps[WEFT_MAX_OPERANDS], count;
    bool keeps_ones; /* inputs that are one element stay so */
} weft_packed_items;

static inline void weft_pack_operand(weft_packed_items *to, const weft_packing *of, int k,
                                     char *place, int64_t step)
{
    const bool is_input = k < of->input_count, is_half = of->halves >> k & 1;
    const bool is_one = is_input && step == 0 && to->keeps_ones;
    const int64_t size = of->sizes[k], packed_size = is_half ? (int64_t)sizeof(float) : size;
    to->at[k] = place;
    to->steps[k] = step;
    if (!is_half && (is_one || step == size || (!is_input && !of->halves)))
        return;
    to->at[k] = to->next;
    to->steps[k] = is_one ? 0 : packed_size;
    to->next += of->room * packed_size;
    if (!is_input && !(of->kept >> k & 1))
        return;
    if (is_half)
        weft_widen_row(to->at[k], place, step, is_one ? 1 : to->count);
    else
        weft_pack(to->at[k], place, step, size, to->count);
}

static inline void weft_unpack_operand(const weft_packed_items *from, const weft_packing *of, int k,
                                       char *place, int64_t step)
{
    if (from->at[k] == place)
        return;
    if (of->halves >> k & 1)
        weft_narrow_row(place, step, from->at[k], from->count);
    else
        weft_lanes_copy(place, step, from->at[k], of->sizes[k], of->sizes[k], from->count);
}

/* Computes rows of `count` items, `room` of them at a time. */
static __attribute__((__noinline__, __unused__)) void
weft_run_packed(const weft_packing *of, char *const *args, int64_t count, const int64_t *steps,
                const weft_rows *rows)
{
    _Alignas(64) char block[WEFT_PACKED_ROOM];
    weft_packed_items now;
    uint32_t ones = 0;
    for (int k = 0; k < of->input_count; k++)
        ones |= (uint32_t)(steps[k] == 0) << k;
    now.keeps_ones = false;
    for (int i = 0; i < of->variant_count; i++)
        now.keeps_ones |= of->variants[i] == ones;
    for (int64_t row = 0; row < (rows ? rows->count : 1); row++)
        for (int64_t done = 0; done < count; done += now.count) {
            char *places[WEFT_MAX_OPERANDS];
            now.count = count - done < of->room ? count - done : of->room;
            now.next = block;
            for (int k = 0; k < of->operand_count; k++) {
                places[k] = args[k] + (rows ? row * rows->steps[k] : 0) + done * steps[k];
                weft_pack_operand(&now, of, k, places[k], steps[k]);
            }
            of->loop(now.at, &now.count, now.steps, &weft_packed_rows);
            for (int k = of->input_count; k < of->operand_count; k++)
                weft_unpack_operand(&now, of, k, places[k], steps[k]);
        }
}

#endif
