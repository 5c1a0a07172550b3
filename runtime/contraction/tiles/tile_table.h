/* tile_table.h: the tiles of the types and their table, TILES_NAME; compiled by tiles_*.c once per
 * instruction set, and once more each without fused products. Integers know none, and complex
 * numbers are never fused: they are in one of the two (TILES_INTEGER, TILES_COMPLEX). */
#include "tiles.h"

#include <string.h>
#ifdef __AVX__
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#define WIDE_COLUMNS 4
#define ITEM_ROWS    16 /* at most, of what tile_items.h sums at once */
#elif defined(__AVX__)
#define VECTOR_BYTES 32
#define WIDE_COLUMNS 2
#define ITEM_ROWS    8
#else
#define VECTOR_BYTES 16
#define WIDE_COLUMNS 2
#define ITEM_ROWS    8
#endif

/* Of vectors of all sizes, and of elements of all. */
#if defined(__AVX512VL__) && defined(__AVX512BW__)
#define HAS_MASKS 1
#else
#define HAS_MASKS 0
#endif

#define MAY_FUSE (!TILES_COMPLEX) /* where there are tables of both kinds */

#define ALWAYS_INLINE inline __attribute__((always_inline))
#define HIDE(pointer) __asm__("" : "+r"(pointer)) /* what is known of it */

/* TYPE_a, TYPE_a_b and TYPE_a_b_c_d. */
#define NAME1(a)               NAME1_(TYPE, a)
#define NAME1_(t, a)           NAME1__(t, a)
#define NAME1__(t, a)          t##_##a
#define NAME2(a, b)            NAME2_(TYPE, a, b)
#define NAME2_(t, a, b)        NAME2__(t, a, b)
#define NAME2__(t, a, b)       t##_##a##_##b
#define NAME3(a, b, c, d)      NAME3_(TYPE, a, b, c, d)
#define NAME3_(t, a, b, c, d)  NAME3__(t, a, b, c, d)
#define NAME3__(t, a, b, c, d) t##_##a##_##b##_##c##_##d

/* The rows of `count` tiles, and all rows of a strip, whose last vector begins `last` bytes behind
 * the first. */
typedef void tile_function(const tile_product *t, int64_t count, const char *a, const char *b,
                           char *c, int64_t last);
typedef void strip_function(const tile_product *t, const char *a, const char *b, char *c,
                            int64_t last);
/* All items. */
typedef void items_function(const tile_product *t);

/* Sizes of an item, and its steps along the axes that are not in order. */
typedef struct item_shape {
    int64_t m, n, k, a_i, a_k, b_k, c_i;
} item_shape;

/* Whether vectors of this many lanes serve rows of another number; and whether those of LANES are
 * the narrowest that do. */
#if HAS_MASKS
#define HOLDS(lanes, count) ((count) <= (lanes))
#define IS_HELD(count)      ((count) <= LANES && (2 * (count) > LANES || LANES * REAL_BYTES == 16))
#else
#define HOLDS(lanes, count) ((count) == (lanes))
#define IS_HELD(count)      ((count) == LANES)
#endif

/* What tiles prefetch while they sum, a line each k: of the next item the columns of B, then A, as
 * far as it lies in order. */
typedef struct line_prefetch {
    const char *a, *b;
    int64_t a_left, b_left; /* tiles that prefetch them */
    const char *at;         /* the tile's first line, */
    int64_t step;           /* and how far the next one is */
} line_prefetch;

enum { LINE = 64 };

static ALWAYS_INLINE line_prefetch begin_prefetch(const tile_product *t, const char *a,
                                                  const char *b, int64_t bytes, int64_t element)
{
    return (line_prefetch){
        .a = a + t->a_item,
        .b = b + t->b_item,
        .a_left = (t->m * element + LINE - 1) / LINE,
        .b_left = (bytes + LINE - 1) / LINE,
    };
}

/* Those of one tile; false: there are none left. */
static ALWAYS_INLINE bool next_prefetch(const tile_product *t, line_prefetch *prefetch)
{
    if (prefetch->b_left > 0) {
        prefetch->b_left--;
        prefetch->at = prefetch->b;
        prefetch->step = t->b_k;
        prefetch->b += LINE;
        return true;
    }
    if (prefetch->a_left == 0)
        return false;
    prefetch->a_left--;
    prefetch->at = prefetch->a;
    prefetch->step = LINE;
    prefetch->a += t->k * LINE;
    return true;
}

/* All rows of C, `height` at a time; a last tile that would be smaller by a little goes back over
 * rows of the one before. */
static ALWAYS_INLINE void walk_rows(const tile_product *t, tile_function *tiles, int64_t height,
                                    tile_function *four, tile_function *two, tile_function *one,
                                    const char *a, const char *b, char *c, int64_t last)
{
    int64_t i = t->m / height * height;
    tiles(t, t->m / height, a, b, c, last);
    int64_t left = t->m - i;
    if (!left)
        return;
    if (left & (left - 1) && t->adds) { /* no row twice: it is not what it was */
        four(t, left / 4, a + i * t->a_i, b, c + i * t->c_i, last);
        i += left / 4 * 4;
        two(t, left % 4 / 2, a + i * t->a_i, b, c + i * t->c_i, last);
        i += left % 4 / 2 * 2;
        one(t, left % 2, a + i * t->a_i, b, c + i * t->c_i, last);
        return;
    }
    if (left > 4 && t->m >= height)
        left = height;
    else if (left > 4) { /* no tile of that height fits */
        four(t, 1, a + i * t->a_i, b, c + i * t->c_i, last);
        left = 4;
        tiles = four;
    } else if (left > 2 && t->m >= 4) {
        left = 4;
        tiles = four;
    } else {
        tiles = left > 1 ? two : one;
        if (left == 3) {
            two(t, 1, a + i * t->a_i, b, c + i * t->c_i, last);
            left = 2;
        }
    }
    i = t->m - left;
    tiles(t, 1, a + i * t->a_i, b, c + i * t->c_i, last);
}

/* How many of the vectors that are left the next strip has: none is left for one alone, if that can
 * be. */
static ALWAYS_INLINE int64_t count_vectors(const tile_product *t, int64_t left)
{
    if (left == WIDE_COLUMNS + 1)
        return (WIDE_COLUMNS + 1) / 2;
    if (left >= 4 && t->m == 8) /* tiles of two vectors have 8 rows, of four fewer */
        return 2;
    return left < WIDE_COLUMNS ? left : WIDE_COLUMNS;
}

#define SUM(x, s, y) ((x) + (s) * (y))

#if TILES_INTEGER
#define TYPE                 truth
#define REAL                 unsigned char
#define REAL_BYTES           1
#define PARTS                1
#define ADD_PRODUCT(x, s, y) ((x) | ((s) & (y)))
#define IS_SHORT             0
#include "tile_type.h"

#define TYPE        int8
#define REAL        unsigned char
#define REAL_BYTES  1
#define PARTS       1
#define ADD_PRODUCT SUM
#define IS_SHORT    0
#include "tile_type.h"

#define TYPE        int16
#define REAL        unsigned short
#define REAL_BYTES  2
#define PARTS       1
#define ADD_PRODUCT SUM
#define IS_SHORT    0
#include "tile_type.h"

#define TYPE        int32
#define REAL        uint32_t
#define REAL_BYTES  4
#define PARTS       1
#define ADD_PRODUCT SUM
#define IS_SHORT    0
#include "tile_type.h"

#define TYPE        int64
#define REAL        uint64_t
#define REAL_BYTES  8
#define PARTS       1
#define ADD_PRODUCT SUM
#define IS_SHORT    0
#include "tile_type.h"

#define TYPE                 int64_of_int32
#define REAL                 int64_t
#define REAL_BYTES           8
#define PARTS                1
#define ADD_PRODUCT(x, s, y) ((x) + (REAL)(NARROW_TYPE)((s) * (y)))
#define NARROW_TYPE          int32_t
#define IS_SHORT             0
#include "tile_type.h"

#define TYPE                 int64_of_uint32
#define REAL                 uint64_t
#define REAL_BYTES           8
#define PARTS                1
#define ADD_PRODUCT(x, s, y) ((x) + (REAL)(NARROW_TYPE)((s) * (y)))
#define NARROW_TYPE          uint32_t
#define IS_SHORT             0
#include "tile_type.h"
#endif

#define TYPE        float32
#define REAL        float
#define REAL_BYTES  4
#define PARTS       1
#define ADD_PRODUCT SUM
#define IS_SHORT    1
#include "tile_type.h"

#define TYPE        float64
#define REAL        double
#define REAL_BYTES  8
#define PARTS       1
#define ADD_PRODUCT SUM
#define IS_SHORT    1
#include "tile_type.h"

#define TYPE                 double_of_float
#define REAL                 double
#define REAL_BYTES           8
#define PARTS                1
#define ADD_PRODUCT(x, s, y) ((x) + (REAL)(NARROW_TYPE)((s) * (y)))
#define NARROW_TYPE          float
#define IS_SHORT             0
#include "tile_type.h"

#if TILES_COMPLEX
#define TYPE       complex64
#define REAL       float
#define REAL_BYTES 4
#define PARTS      2
#define IS_SHORT   0
#include "tile_type.h"

#define TYPE       complex128
#define REAL       double
#define REAL_BYTES 8
#define PARTS      2
#define IS_SHORT   0
#include "tile_type.h"
#endif

tile_table TILES_NAME = {
    [TILE_FLOAT32] = float32_product,
    [TILE_FLOAT64] = float64_product,
    [TILE_FLOAT64_OF_FLOAT32] = double_of_float_product,
#if TILES_INTEGER
    [TILE_BOOL] = truth_product,
    [TILE_INT8] = int8_product,
    [TILE_INT16] = int16_product,
    [TILE_INT32] = int32_product,
    [TILE_INT64] = int64_product,
    [TILE_INT64_OF_INT32] = int64_of_int32_product,
    [TILE_INT64_OF_UINT32] = int64_of_uint32_product,
#endif
#if TILES_COMPLEX
    [TILE_COMPLEX64] = complex64_product,
    [TILE_COMPLEX128] = complex128_product,
#endif
};
