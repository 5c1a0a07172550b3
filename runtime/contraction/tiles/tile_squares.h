/* tile_squares.h: square items of 2 and 4 without gaps: several rows of C, or several items, in one
 * full vector. Elements of A are spread by a permutation; rows of B by another, or as they are
 * read. tile_type.h includes it for real types of 4 and 8 bytes. */
#if VECTOR_BYTES == 64
#define INTEGERS __m512i
#if REAL_BYTES == 4
#define PERMUTE(v, order) _mm512_shuffle_epi32(v, order)
#define REPEAT(row)       _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(row)))
#else
#define PERMUTE(v, order) _mm512_permutex_epi64(v, order)
#define REPEAT(row)       _mm512_broadcast_i64x4(_mm256_loadu_si256((const __m256i *)(row)))
#endif
#else
#define INTEGERS          __m256i
#define PERMUTE(v, order) _mm256_shuffle_epi32(v, order)
#define REPEAT(row)       _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(row)))
#endif
#define PERMUTED(v, order) \
    ((NAME2(vector, LANES))PERMUTE((INTEGERS)(v), order)) /* four elements at a time */

static ALWAYS_INLINE NAME2(vector, LANES)
    NAME1(add_rows)(NAME2(vector, LANES) sums, NAME2(vector, LANES) factors,
                    NAME2(vector, LANES) rows)
{
#ifdef NARROW_TYPE
    return sums + NAME2(narrowed, LANES)(factors * rows);
#else
    return ADD_PRODUCT(sums, factors, rows);
#endif
}

/* One item of 4 × 4. */
static ALWAYS_INLINE void NAME1(square_4)(const char *a, const char *b, char *c)
{
    typedef NAME2(vector, LANES) vector;
    enum { ROW = 4 * REAL_BYTES };
    const vector rows[] = {(vector)REPEAT(b), (vector)REPEAT(b + ROW), (vector)REPEAT(b + 2 * ROW),
                           (vector)REPEAT(b + 3 * ROW)};
#pragma GCC unroll 4
    for (int i = 0; i < 4 * ROW; i += VECTOR_BYTES) {
        const vector factors = *(const vector *)(a + i);
        vector sums = {0};
        sums = NAME1(add_rows)(sums, PERMUTED(factors, 0x00), rows[0]);
        sums = NAME1(add_rows)(sums, PERMUTED(factors, 0x55), rows[1]);
        sums = NAME1(add_rows)(sums, PERMUTED(factors, 0xaa), rows[2]);
        sums = NAME1(add_rows)(sums, PERMUTED(factors, 0xff), rows[3]);
        *(vector *)(c + i) = sums;
    }
}

/* A vector of items of 2 × 2. */
static ALWAYS_INLINE void NAME1(squares_2)(const char *a, const char *b, char *c)
{
    typedef NAME2(vector, LANES) vector;
    const vector factors = *(const vector *)a, rows = *(const vector *)b;
    vector sums = {0};
    sums = NAME1(add_rows)(sums, PERMUTED(factors, 0xa0), PERMUTED(rows, 0x44));
    sums = NAME1(add_rows)(sums, PERMUTED(factors, 0xf5), PERMUTED(rows, 0xee));
    *(vector *)c = sums;
}

/* As many of the items as fill vectors; how many these are. */
static int64_t NAME1(squares)(const tile_product *t)
{
    enum { ITEM = 4 * REAL_BYTES, ITEMS = VECTOR_BYTES / ITEM };
    const int64_t n = t->n, row = n * REAL_BYTES;
    if ((n != 2 && n != 4) || t->m != n || t->k != n || t->a_k != REAL_BYTES || t->a_i != row ||
        t->b_k != row || t->c_i != row)
        return 0;
    const char *a = t->a, *b = t->b;
    char *c = t->c;
    if (n == 4) {
        for (int64_t item = t->item_count; item > 0; item--) {
            NAME1(square_4)(a, b, c);
            a += t->a_item, b += t->b_item, c += t->c_item;
        }
        return t->item_count;
    }
    if (t->a_item != ITEM || t->b_item != ITEM || t->c_item != ITEM)
        return 0;
    for (int64_t left = t->item_count / ITEMS; left > 0; left--) {
        NAME1(squares_2)(a, b, c);
        a += VECTOR_BYTES, b += VECTOR_BYTES, c += VECTOR_BYTES;
    }
    return t->item_count / ITEMS * ITEMS;
}
#undef INTEGERS
#undef PERMUTE
#undef REPEAT
#undef PERMUTED
