/* tile_lanes.h: the tiles of one number of lanes, and the walk down a strip of one vector's width.
 * tile_type.h includes it for the full vector and for each half of the one before. */
#if LANES == 1
typedef REAL NAME2(vector, 1) __attribute__((may_alias));
#else
typedef REAL NAME2(vector, LANES)
    __attribute__((vector_size(LANES * REAL_BYTES), aligned(REAL_BYTES), may_alias));
#endif

#if PARTS == 2
/* i times each element; and conjugates them first if that is asked for. */
static ALWAYS_INLINE NAME2(vector, LANES)
    NAME2(turn, LANES)(NAME2(vector, LANES) * elements, bool conjugate)
{
    typedef NAME2(vector, LANES) vector;
    vector turned, sign;
#pragma GCC unroll 64
    for (int lane = 0; lane < LANES; lane++) {
        turned[lane] = (*elements)[lane ^ 1];
        sign[lane] = lane % 2 ? 1 : -1;
    }
    if (conjugate) {
        *elements *= -sign;
        return turned;
    }
    return turned * sign;
}
#endif

#ifdef NARROW_TYPE
static ALWAYS_INLINE NAME2(vector, LANES) NAME2(narrowed, LANES)(NAME2(vector, LANES) products)
{
#if LANES == 1
    return (REAL)(NARROW_TYPE)products;
#else
    typedef NARROW_TYPE narrow __attribute__((vector_size(LANES * sizeof(NARROW_TYPE))));
    return __builtin_convertvector(__builtin_convertvector(products, narrow), NAME2(vector, LANES));
#endif
}
#endif

#define ROWS    8
#define COLUMNS 1
#include "tile_block.h"
#define ROWS    4
#define COLUMNS 1
#include "tile_block.h"
#define ROWS    2
#define COLUMNS 1
#include "tile_block.h"
#define ROWS    1
#define COLUMNS 1
#include "tile_block.h"

/* All rows of the columns that one vector covers. */
static void NAME2(strip, LANES)(const tile_product *t, const char *a, const char *b, char *c)
{
    walk_rows(t, NAME3(tile, LANES, 8, 1), 8, NAME3(tile, LANES, 4, 1), NAME3(tile, LANES, 2, 1),
              NAME3(tile, LANES, 1, 1), a, b, c);
}
#undef LANES
