/* packed.h: whether the elements of a loop's rows are packed before they are computed with, and how
 * (weft_run_packed). No guard: it is read once per loop, by loop_elementwise.h.
 *
 * Packed are float16 elements, and, where all operands lie side by side but inputs of which every
 * second element is meant, those: they are a vector's work, and one by one take as long as light
 * functions five times over. Those of 16 bytes gain nothing. */
#ifndef WEFT_KEPT
#define WEFT_KEPT 0
#endif
#define WEFT_PLUS()              +
#define WEFT_OR()                ||
#define WEFT_BYTES(k, _)         WEFT_PACKED_SIZE(WEFT_DTYPE(k))
#define WEFT_HALF(k, _)          WEFT_IS_HALF(WEFT_DTYPE(k))
#define WEFT_HALF_BIT(k, _)      ((uint32_t)WEFT_IS_HALF(WEFT_DTYPE(k)) << k)
#define WEFT_INDEX_OF(k, _)      WEFT_IS_INDEX(WEFT_DTYPE(k))
#define WEFT_MAY_BE_SECOND(k, _) (k < WEFT_INPUTS && WEFT_SIZE(WEFT_DTYPE(k)) <= 8)
enum {
    WEFT_INSTANCE(_bytes) = WEFT_EACH(WEFT_BYTES, WEFT_PLUS, ),
    WEFT_INSTANCE(_halves) = WEFT_EACH(WEFT_HALF, WEFT_OR, ),
    WEFT_INSTANCE(_packs) =
        (WEFT_INSTANCE(_halves) || (WEFT_EACH(WEFT_MAY_BE_SECOND, WEFT_OR, ))) &&
        WEFT_PACKED_ROOM / WEFT_INSTANCE(_bytes) >= 64 && !(WEFT_EACH(WEFT_INDEX_OF, WEFT_OR, ))
};

#define WEFT_IS_ONE(k)       (k < WEFT_INPUTS && s##k == 0)
#define WEFT_IS_SECOND(k, _) (WEFT_MAY_BE_SECOND(k, _) && s##k == 2 * WEFT_SIZE(WEFT_DTYPE(k)))
#define WEFT_IS_BESIDE(k, _) \
    (s##k == WEFT_SIZE(WEFT_DTYPE(k)) || WEFT_IS_ONE(k) || WEFT_IS_SECOND(k, _))
#define WEFT_IS_PACKED                                                                  \
    (WEFT_INSTANCE(_packs) &&                                                           \
     (WEFT_INSTANCE(_halves) ? count >= 16                                              \
                             : count >= 64 && (WEFT_EACH(WEFT_IS_SECOND, WEFT_OR, )) && \
                                   WEFT_EACH(WEFT_IS_BESIDE, WEFT_AND, )))

#define WEFT_HAS_PACKED (WEFT_INSTANCE(_packs) && data == &weft_packed_rows)

#define WEFT_PACKED_BYTES(k, _) WEFT_SIZE(WEFT_DTYPE(k)),
#define WEFT_LISTED(scalars)    scalars,
#if defined(__clang__)
static __attribute__((__noinline__)) weft_kernel WEFT_INSTANCE(_loop);
#else /* it stands once */
static __attribute__((__noinline__, __noclone__)) weft_kernel WEFT_INSTANCE(_loop);
#endif
static const weft_packing WEFT_INSTANCE(_packing) = {
    .loop = WEFT_INSTANCE(_loop),
    .room = WEFT_PACKED_ROOM / WEFT_INSTANCE(_bytes) & ~63,
    .halves = 0 | (WEFT_EACH(WEFT_HALF_BIT, WEFT_PLUS, )),
    .kept = WEFT_KEPT,
    .operand_count = WEFT_OPERANDS,
    .input_count = WEFT_INPUTS,
    .sizes = {WEFT_EACH(WEFT_PACKED_BYTES, WEFT_NOTHING, )},
    .variants = (const uint32_t[]){WEFT_VARIANTS(WEFT_LISTED)},
    .variant_count = sizeof(uint32_t[]){WEFT_VARIANTS(WEFT_LISTED)} / sizeof(uint32_t),
};

#undef WEFT_PLUS
#undef WEFT_BYTES
#undef WEFT_HALF_BIT
#undef WEFT_PACKED_BYTES
#undef WEFT_LISTED
