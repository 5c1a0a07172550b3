/* tile_mask.h: loads and stores of the first lanes of a vector of LANES lanes, 16 to 64 bytes;
 * without masks (HAS_MASKS) of all of them. For tile_items.h, once per type and number of lanes. */
#if !HAS_MASKS
#define mask_type              int
#define FIRST_LANES(count)     ((int)(count)) /* all */
#define LOAD(mask, from)       (*(const NAME2(vector, LANES) *)(from))
#define STORE(to, mask, value) (*(NAME2(vector, LANES) *)(to) = (value))
#else
#if LANES == 64
#define mask_type __mmask64
#elif LANES == 32
#define mask_type __mmask32
#elif LANES == 16
#define mask_type __mmask16
#else
#define mask_type __mmask8
#endif
#if LANES * REAL_BYTES == 64
#define MASKED_PREFIX   _mm512
#define MASKED_INTEGERS __m512i
#elif LANES * REAL_BYTES == 32
#define MASKED_PREFIX   _mm256
#define MASKED_INTEGERS __m256i
#else
#define MASKED_PREFIX   _mm
#define MASKED_INTEGERS __m128i
#endif
#if REAL_BYTES == 8
#define MASKED_SUFFIX epi64
#elif REAL_BYTES == 4
#define MASKED_SUFFIX epi32
#elif REAL_BYTES == 2
#define MASKED_SUFFIX epi16
#else
#define MASKED_SUFFIX epi8
#endif
#define MASKED(what)                   MASKED_(MASKED_PREFIX, what, MASKED_SUFFIX)
/* FIRST_LANES: of 1 to LANES. */
#define MASKED_(prefix, what, suffix)  MASKED__(prefix, what, suffix)
#define MASKED__(prefix, what, suffix) prefix##_##what##_##suffix
#define FIRST_LANES(count)             ((mask_type)(UINT64_MAX >> (64 - (count))))
#define LOAD(mask, from)               ((NAME2(vector, LANES))MASKED(maskz_loadu)(mask, from))
#define STORE(to, mask, value)         MASKED(mask_storeu)(to, mask, (MASKED_INTEGERS)(value))
#endif
