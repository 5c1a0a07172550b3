/* tile_lanes.h: the tiles of one number of lanes, and the walk down a strip of one vector's width.
 * tile_type.h includes it for the full vector and for each half of the one before. */
#if LANES == 1
typedef REAL NAME2(vector, 1) __attribute__((may_alias));
#else
typedef REAL NAME2(vector, LANES)
    __attribute__((vector_size(LANES * REAL_BYTES), aligned(REAL_BYTES), may_alias));
#endif

#if PARTS == 2
#if LANES == 2
#define TURN(x, y) \
    {              \
        x, y       \
    }
#elif LANES == 4
#define TURN(x, y) \
    {              \
        x, y, x, y \
    }
#elif LANES == 8
#define TURN(x, y)             \
    {                          \
        x, y, x, y, x, y, x, y \
    }
#else
#define TURN(x, y)                                     \
    {                                                  \
        x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y \
    }
#endif

/* The parts of each element the other way round. */
static ALWAYS_INLINE NAME2(vector, LANES) NAME2(swapped, LANES)(NAME2(vector, LANES) v)
{
#if LANES == 2
    return __builtin_shufflevector(v, v, 1, 0);
#elif LANES == 4
    return __builtin_shufflevector(v, v, 1, 0, 3, 2);
#elif LANES == 8
    return __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6);
#else
    return __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
#endif
}

/* i times each element; and conjugates them first if that is asked for. */
static ALWAYS_INLINE NAME2(vector, LANES)
    NAME2(turn, LANES)(NAME2(vector, LANES) * elements, bool conjugate)
{
    typedef NAME2(vector, LANES) vector;
    const vector turned = NAME2(swapped, LANES)(*elements);
    if (conjugate) {
        *elements *= (vector)TURN(1, -1);
        return turned;
    }
    return turned * (vector)TURN(-1, 1);
}
#undef TURN
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

/* Adds the product of an element of A and a row of B; `turned`: i times the row, of complex
 * elements. */
static ALWAYS_INLINE NAME2(vector, LANES)
    NAME2(add, LANES)(NAME2(vector, LANES) sum, const REAL *s, NAME2(vector, LANES) row,
                      NAME2(vector, LANES) turned, bool conjugate)
{
#if PARTS == 2
    const REAL real = s[0], imaginary = conjugate ? -s[1] : s[1];
    return sum + (real * row + imaginary * turned);
#else
    const REAL factor = *s;
    (void)turned, (void)conjugate;
#ifdef NARROW_TYPE
    return sum + NAME2(narrowed, LANES)(factor * row);
#else
    return ADD_PRODUCT(sum, factor, row);
#endif
#endif
}

#define COLUMNS 1
#define HEIGHT  8
#include "tile_strip.h"

#if LANES * REAL_BYTES >= 16
#include "tile_items.h"
#endif
#undef LANES
