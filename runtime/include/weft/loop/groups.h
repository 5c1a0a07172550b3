/* groups.h: the loops of reductions that make many results: of segments of neighbours, each
 * folded by halves, and of elements that have keys, each combined with the result of its key. No
 * guard: it is read once per loop, by fold.h, whose WEFT_PAIR they apply. */

enum {
    WEFT_INSTANCE(_wide) = WEFT_INSTANCE(_block) < 4    ? 4
                           : WEFT_INSTANCE(_block) > 16 ? 16
                                                        : WEFT_INSTANCE(_block),
    WEFT_INSTANCE(_few_most) = 8 /* elements of a segment that is folded without a loop */
};

/* Up to eight elements, AT(0), AT(1) …, by halves. */
#define WEFT_TO_3(a, b, c)    WEFT_PAIR(WEFT_PAIR(a, c), b)
#define WEFT_TO_4(a, b, c, d) WEFT_PAIR(WEFT_PAIR(a, c), WEFT_PAIR(b, d))
#define WEFT_BY_HALVES(AT, count)                                                  \
    switch (count) {                                                               \
    case 1:                                                                        \
        return AT(0);                                                              \
    case 2:                                                                        \
        return WEFT_PAIR(AT(0), AT(1));                                            \
    case 3:                                                                        \
        return WEFT_TO_3(AT(0), AT(1), AT(2));                                     \
    case 4:                                                                        \
        return WEFT_TO_4(AT(0), AT(1), AT(2), AT(3));                              \
    case 5:                                                                        \
        return WEFT_TO_3(WEFT_PAIR(AT(0), AT(3)), WEFT_PAIR(AT(1), AT(4)), AT(2)); \
    case 6:                                                                        \
        return WEFT_TO_3(WEFT_PAIR(AT(0), AT(3)), WEFT_PAIR(AT(1), AT(4)),         \
                         WEFT_PAIR(AT(2), AT(5)));                                 \
    case 7:                                                                        \
        return WEFT_TO_4(WEFT_PAIR(AT(0), AT(4)), WEFT_PAIR(AT(1), AT(5)),         \
                         WEFT_PAIR(AT(2), AT(6)), AT(3));                          \
    default:                                                                       \
        return WEFT_TO_4(WEFT_PAIR(AT(0), AT(4)), WEFT_PAIR(AT(1), AT(5)),         \
                         WEFT_PAIR(AT(2), AT(6)), WEFT_PAIR(AT(3), AT(7)));        \
    }
#define WEFT_IN_MEMORY(k) WEFT_GET(WEFT_DTYPE(2), at + (k)*step)
#define WEFT_IN_ROOM(k)   room[k]
#define WEFT_NEXT_TO(k)   WEFT_GET(WEFT_DTYPE(2), at + (k)*size)
WEFT_INLINE WEFT_FOLD_VALUE WEFT_INSTANCE(_few)(const char *at, int64_t step, int64_t count){
    WEFT_BY_HALVES(WEFT_IN_MEMORY, count)}

WEFT_INLINE WEFT_FOLD_VALUE WEFT_INSTANCE(_few_in_room)(const WEFT_FOLD_VALUE *room, int64_t count)
{
    WEFT_BY_HALVES(WEFT_IN_ROOM, count)
}
#undef WEFT_BY_HALVES
#undef WEFT_TO_3
#undef WEFT_TO_4

/* One step of nine or more elements to half as many, elsewhere, or to a quarter, which saves a
 * store and a load: vectors, of which the last covers what the one before it did, too, so that
 * there is no rest. */
#define WEFT_STEPS(width, VALUE)                               \
    for (int64_t next = 0; next < some; next += (width)) {     \
        const int64_t at_last = some - (width);                \
        const int64_t first = next < at_last ? next : at_last; \
        WEFT_SIMD                                              \
        for (int i = 0; i < (width); i++)                      \
            to[first + i] = VALUE;                             \
    }
#define WEFT_ALL_STEPS(VALUE)                   \
    if (some >= WEFT_INSTANCE(_wide)) {         \
        WEFT_STEPS(WEFT_INSTANCE(_wide), VALUE) \
    } else {                                    \
        WEFT_STEPS(4, VALUE)                    \
    }
#define WEFT_STEP_DOWN(FROM)                                                                     \
    if (count % 4 == 0 && count >= 16) {                                                         \
        const int64_t some = count / 4;                                                          \
        WEFT_ALL_STEPS(WEFT_PAIR(WEFT_PAIR(FROM(first + i), FROM(first + 2 * some + i)),         \
                                 WEFT_PAIR(FROM(first + some + i), FROM(first + 3 * some + i)))) \
        return some;                                                                             \
    }                                                                                            \
    const int64_t some = count / 2, rest = count - some;                                         \
    WEFT_ALL_STEPS(WEFT_PAIR(FROM(first + i), FROM(first + rest + i)))                           \
    if (rest > some)                                                                             \
        to[some] = FROM(some);                                                                   \
    return rest;
WEFT_INLINE int64_t WEFT_INSTANCE(_step_down)(const char *at, WEFT_FOLD_VALUE *to, int64_t count)
{
    enum { size = WEFT_SIZE(WEFT_DTYPE(2)) };
    WEFT_STEP_DOWN(WEFT_NEXT_TO)
}

WEFT_INLINE int64_t WEFT_INSTANCE(_step_down_in_room)(const WEFT_FOLD_VALUE *room,
                                                      WEFT_FOLD_VALUE *to, int64_t count)
{
    WEFT_STEP_DOWN(WEFT_IN_ROOM)
}
#undef WEFT_STEPS
#undef WEFT_ALL_STEPS
#undef WEFT_STEP_DOWN

/* Nine to WEFT_MOST_WHOLE elements by halves. */
static __attribute__((__noinline__)) WEFT_FOLD_VALUE
WEFT_INSTANCE(_many)(const char *at, int64_t step, int64_t count)
{
    enum { size = WEFT_SIZE(WEFT_DTYPE(2)), few = WEFT_INSTANCE(_few_most) };
    _Alignas(64) WEFT_FOLD_VALUE room[WEFT_MOST_WHOLE], other[WEFT_MOST_WHOLE / 2];
    if (step == size && (count & (count - 1)) == 0 && count >= WEFT_LEAST_WHOLE &&
        count * size >= WEFT_LEAST_WHOLE_BYTES)
        return WEFT_INSTANCE(_whole)(at, count);
    if (step != size)
        for (int64_t i = 0; i < count; i++)
            room[i] = WEFT_IN_MEMORY(i);
    count = step == size ? WEFT_INSTANCE(_step_down)(at, other, count)
                         : WEFT_INSTANCE(_step_down_in_room)(room, other, count);
    for (;;) {
        if (count <= few)
            return WEFT_INSTANCE(_few_in_room)(other, count);
        count = WEFT_INSTANCE(_step_down_in_room)(other, room, count);
        if (count <= few)
            return WEFT_INSTANCE(_few_in_room)(room, count);
        count = WEFT_INSTANCE(_step_down_in_room)(room, other, count);
    }
}
#undef WEFT_IN_MEMORY
#undef WEFT_IN_ROOM
#undef WEFT_NEXT_TO

WEFT_INLINE void WEFT_INSTANCE(_segments)(const char *from, int64_t step, char *to, int64_t to_step,
                                          const weft_groups *groups)
{
    const int64_t *const offsets = groups->indices;
    for (int64_t k = 0; k < groups->rows.count; k++) {
        const int64_t count = offsets[k + 1] - offsets[k];
        const char *const at = from + offsets[k] * step;
        if (count > WEFT_INSTANCE(_few_most))
            WEFT_PUT(WEFT_DTYPE(2), to + k * to_step, WEFT_INSTANCE(_many)(at, step, count));
        else if (count > 0)
            WEFT_PUT(WEFT_DTYPE(2), to + k * to_step, WEFT_INSTANCE(_few)(at, step, count));
    }
}

/* One of two places, without a branch, which nothing would foresee. */
#define WEFT_PLACE_OF(chosen, a, b) \
    ((char *)((uintptr_t)(b) ^ (((uintptr_t)(a) ^ (uintptr_t)(b)) & (0 - (uintptr_t)(chosen)))))

WEFT_INLINE void WEFT_INSTANCE(_keys)(char *to, int64_t to_step, char *from, int64_t step,
                                      const weft_groups *groups)
{
    const int64_t *const indices = groups->indices, count = groups->rows.count;
    for (int64_t i = 0; i < count; i++) {
        char *const result = to + indices[i] * to_step;
        WEFT_PUT(
            WEFT_DTYPE(2), result,
            WEFT_PAIR(WEFT_GET(WEFT_DTYPE(2), result), WEFT_GET(WEFT_DTYPE(2), from + i * step)));
    }
}

/* The same where the first element of a key has no result to be combined with: it is combined with
 * itself, and that is stored nowhere. */
WEFT_INLINE void WEFT_INSTANCE(_first_keys)(char *to, int64_t to_step, char *from, int64_t step,
                                            const weft_groups *groups, const bool is_far)
{
    enum { ahead = 24 };
    const int64_t *const indices = groups->indices, count = groups->rows.count;
    unsigned char *const marks = groups->seen;
    char nowhere[WEFT_SIZE(WEFT_DTYPE(2))];
    for (int64_t i = 0; i < count; i++) {
        if (is_far) {
            const int64_t next = indices[i + ahead < count ? i + ahead : i];
            __builtin_prefetch(to + next * to_step, 1);
            __builtin_prefetch(marks + next, 1);
        }
        const int64_t key = indices[i];
        const unsigned char seen = marks[key];
        char *const result = to + key * to_step, *const element = from + i * step;
        const WEFT_FOLD_VALUE value = WEFT_GET(WEFT_DTYPE(2), element);
        const WEFT_FOLD_VALUE both =
            WEFT_PAIR(WEFT_GET(WEFT_DTYPE(2), WEFT_PLACE_OF(seen, result, element)), value);
        WEFT_PUT(WEFT_DTYPE(2), WEFT_PLACE_OF(seen, nowhere, result), value);
        WEFT_PUT(WEFT_DTYPE(2), WEFT_PLACE_OF(seen, result, nowhere), both);
        marks[key] = 1;
    }
}
#undef WEFT_PLACE_OF

/* Results of one row with those of another, contiguous; what is not there is combined, too, and
 * stored nowhere. */
static void WEFT_INSTANCE(_merged)(char *to, const char *from, const weft_groups *groups)
{
    enum { size = WEFT_SIZE(WEFT_DTYPE(2)) };
    const int64_t count = groups->rows.count;
    unsigned char *const seen = groups->seen;
    const unsigned char *const chosen = groups->chosen;
    WEFT_SIMD
    for (int64_t i = 0; i < count; i++) {
        const WEFT_FOLD_VALUE left = WEFT_GET(WEFT_DTYPE(2), to + i * size),
                              right = WEFT_GET(WEFT_DTYPE(2), from + i * size);
        const WEFT_FOLD_VALUE either = seen[i] ? left : right;
        const WEFT_FOLD_VALUE both = WEFT_PAIR(either, chosen[i] ? right : left);
        WEFT_PUT(WEFT_DTYPE(2), to + i * size, seen[i] && chosen[i] ? both : either);
    }
    WEFT_SIMD
    for (int64_t i = 0; i < count; i++)
        seen[i] |= chosen[i];
}

/* What the flags of the groups' rows ask for. */
static void WEFT_INSTANCE(_grouped)(char *const *args, const int64_t *steps,
                                    const weft_groups *groups)
{
    const int64_t size = WEFT_SIZE(WEFT_DTYPE(2)), step = steps[1];
    const bool is_near = steps[2] == size && !(groups->rows.flags & WEFT_ROWS_FAR);
    if (groups->rows.flags & WEFT_ROWS_SEGMENTS && steps[0] == size)
        WEFT_INSTANCE(_segments)(args[0], size, args[2], steps[2], groups);
    else if (groups->rows.flags & WEFT_ROWS_SEGMENTS)
        WEFT_INSTANCE(_segments)(args[0], steps[0], args[2], steps[2], groups);
    else if (!groups->indices)
        WEFT_INSTANCE(_merged)(args[2], args[1], groups);
    else if (groups->seen && is_near)
        WEFT_INSTANCE(_first_keys)(args[2], size, args[1], step, groups, false);
    else if (groups->seen)
        WEFT_INSTANCE(_first_keys)(args[2], steps[2], args[1], step, groups, true);
    else if (is_near)
        WEFT_INSTANCE(_keys)(args[2], size, args[1], step, groups);
    else
        WEFT_INSTANCE(_keys)(args[2], steps[2], args[1], step, groups);
}
