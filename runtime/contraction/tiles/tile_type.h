/* tile_type.h: the products of one type; tile_table.h includes it once per type, having defined
 *   TYPE         a prefix of all names
 *   REAL         the type of a lane, and REAL_BYTES, its size
 *   PARTS        lanes of an element: 1, or 2 of a complex one
 *   ADD_PRODUCT  (x, s, y): x and the product of s and y; of real types
 *   IS_SHORT     whether that takes an instruction or two, so that loops are worth unrolling
 *   NARROW_TYPE  what products become before they are added; undefined where that is REAL */
#define FULL    (VECTOR_BYTES / REAL_BYTES)
#define ELEMENT (REAL_BYTES * PARTS)
#if PARTS == 2
#define TURNED(row, conjugate) NAME2(turn, LANES)(row, conjugate)
#else
#define TURNED(row, conjugate) (*(row))
#endif

#if FULL >= 64
#define LANES 64
#include "tile_lanes.h"
#endif
#if FULL >= 32
#define LANES 32
#include "tile_lanes.h"
#endif
#if FULL >= 16
#define LANES 16
#include "tile_lanes.h"
#endif
#if FULL >= 8
#define LANES 8
#include "tile_lanes.h"
#endif
#if FULL >= 4
#define LANES 4
#include "tile_lanes.h"
#endif
#if FULL >= 2
#define LANES 2
#include "tile_lanes.h"
#endif
#if PARTS == 1
#define LANES 1
#include "tile_lanes.h"
#endif

/* ---- strips of several full vectors ---- */

#if FULL == 64
#define LANES 64
#elif FULL == 32
#define LANES 32
#elif FULL == 16
#define LANES 16
#elif FULL == 8
#define LANES 8
#elif FULL == 4
#define LANES 4
#else
#define LANES 2
#endif
#define COLUMNS 2
#if WIDE_COLUMNS == 2
#define HEIGHT 6
#else
#define HEIGHT 8
#endif
#include "tile_strip.h"
#if WIDE_COLUMNS == 4
#define COLUMNS 3
#if PARTS == 2 /* rows of B twice, the other time turned */
#define HEIGHT 6
#else
#define HEIGHT 8
#endif
#include "tile_strip.h"
#define COLUMNS 4
#if PARTS == 2
#define HEIGHT 4
#else
#define HEIGHT 6
#endif
#include "tile_strip.h"
#endif

#define HAS_SQUARES (PARTS == 1 && REAL_BYTES >= 4 && FULL >= 8)
#if HAS_SQUARES
#include "tile_squares.h"
#endif

#define HAS_UNROLLED (PARTS == 1 && IS_SHORT && WIDE_COLUMNS == 4 && MAY_FUSE)
#if HAS_UNROLLED
#include "tile_unrolled.h"
#endif

/* By the number of vectors side by side. */
static strip_function *const NAME1(full_strips)[] = {
    NULL,
    NAME3(strip, LANES, 1, columns),
    NAME3(strip, LANES, 2, columns),
#if WIDE_COLUMNS == 4
    NAME3(strip, LANES, 3, columns),
    NAME3(strip, LANES, 4, columns),
#endif
};
#undef LANES

/* ---- elements that lie anyhow: some sums side by side, so that none waits for itself ---- */

#include "tile_dots.h"

/* ---- one product ---- */

/* The widest strip that n elements fill, and how many it covers. */
static strip_function *NAME1(find_strip)(int64_t n, int64_t *width)
{
    static const struct {
        int lanes;
        strip_function *strip;
    } strips[] = {
#if FULL >= 64
        {64, NAME3(strip, 64, 1, columns)},
#endif
#if FULL >= 32
        {32, NAME3(strip, 32, 1, columns)},
#endif
#if FULL >= 16
        {16, NAME3(strip, 16, 1, columns)},
#endif
#if FULL >= 8
        {8, NAME3(strip, 8, 1, columns)},
#endif
#if FULL >= 4
        {4, NAME3(strip, 4, 1, columns)},
#endif
#if FULL >= 2
        {2, NAME3(strip, 2, 1, columns)},
#endif
#if PARTS == 1
        {1, NAME3(strip, 1, 1, columns)},
#endif
    };
    int i = 0;
    while (strips[i].lanes > n * PARTS)
        i++;
    *width = strips[i].lanes / PARTS;
    return strips[i].strip;
}

/* What serves items whose rows one vector holds; NULL: nothing does. */
static items_function *NAME1(find_items)(const tile_product *t)
{
    static const struct {
        int lanes;
        items_function *items;
    } widths[] = {
#if REAL_BYTES >= 8
        {2, NAME2(items, 2)},
#endif
#if REAL_BYTES >= 4 && FULL >= 4
        {4, NAME2(items, 4)},
#endif
#if REAL_BYTES >= 2 && FULL >= 8
        {8, NAME2(items, 8)},
#endif
#if FULL >= 16
        {16, NAME2(items, 16)},
#endif
#if FULL >= 32
        {32, NAME2(items, 32)},
#endif
#if FULL >= 64
        {64, NAME2(items, 64)},
#endif
    };
    const int64_t lanes = t->n * PARTS;
    if (t->c_j != ELEMENT || t->b_j != ELEMENT || t->a_j != 0 || t->adds || t->panel || t->m == 0 ||
        lanes == 0)
        return NULL;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (HOLDS(widths[i].lanes, lanes))
            return widths[i].items;
    return NULL;
}

/* Copies `count` columns of B, one row behind the other: those of a strip. */
static void NAME1(pack)(const tile_product *t, const char *b, int64_t count, char *panel)
{
    for (int64_t k = 0; k < t->k; k++, b += t->b_k)
        if (t->b_j == ELEMENT) {
            memcpy(panel, b, (size_t)count * ELEMENT);
            panel += count * ELEMENT;
        } else {
            for (int64_t j = 0; j < count; j++, panel += ELEMENT)
                memcpy(panel, b + j * t->b_j, ELEMENT);
        }
}

/* The product of items whose C has its rows in order. */
static void NAME1(strips)(const tile_product *t)
{
    enum { FULL_COLUMNS = FULL / PARTS };
    tile_product packed = *t;
    int64_t width;
    strip_function *const narrow = NAME1(find_strip)(t->n, &width);
    packed.b_j = ELEMENT;
    for (int64_t item = 0; item < t->item_count; item++) {
        const char *a = t->a + item * t->a_item, *b = t->b + item * t->b_item;
        char *c = t->c + item * t->c_item;
        for (int64_t j = 0; j < t->n;) {
            const int64_t left = t->n - j;
            int64_t step = width, last = 0;
            strip_function *strip = narrow;
            if (t->n >= FULL_COLUMNS && (left >= FULL_COLUMNS || !t->adds)) {
                /* the last vector goes back over columns of the one before, rather than be fewer */
                const int64_t vectors = count_vectors(
                    t, t->adds ? left / FULL_COLUMNS : (left + FULL_COLUMNS - 1) / FULL_COLUMNS);
                step = vectors * FULL_COLUMNS < left ? vectors * FULL_COLUMNS : left;
                last = (step - FULL_COLUMNS) * ELEMENT;
                strip = NAME1(full_strips)[vectors];
            } else if (step > left && t->adds) {
                strip = NAME1(find_strip)(left, &step);
            } else if (step > left) { /* over columns that are there, rather than fewer at a time */
                j = t->n - step;
            }
            const char *columns = b + j * t->b_j;
            if (t->panel) {
                NAME1(pack)(t, columns, step, t->panel);
                packed.b_k = step * ELEMENT;
                strip(&packed, a, t->panel, c + j * ELEMENT, last);
            } else {
                strip(t, a, columns, c + j * ELEMENT, last);
            }
            j += step;
        }
    }
}

#if HAS_SQUARES
/* Items of which the first ones are done. */
static void NAME1(rest)(const tile_product *t, int64_t done, items_function *items)
{
    tile_product rest = *t;
    rest.item_count -= done;
    rest.a += done * t->a_item, rest.b += done * t->b_item, rest.c += done * t->c_item;
    items(&rest);
}
#endif

static void NAME1(product)(const tile_product *t)
{
    items_function *const items = NAME1(find_items)(t);
    if (items) {
#if HAS_SQUARES
        const int64_t done = NAME1(squares)(t);
        if (done == t->item_count)
            return;
        if (done > 0) {
            NAME1(rest)(t, done, items);
            return;
        }
#endif
        items(t);
#if HAS_UNROLLED
    } else if (t->n > FULL && NAME1(unrolled)(t)) {
#endif
    } else if (t->c_j == ELEMENT && t->a_j == 0 && (t->b_j == ELEMENT || t->panel)) {
        NAME1(strips)(t);
    } else {
        NAME1(dots)(t);
    }
}

#undef FULL
#undef HAS_SQUARES
#undef HAS_UNROLLED
#undef ELEMENT
#undef TURNED
#undef TYPE
#undef REAL
#undef REAL_BYTES
#undef PARTS
#undef ADD_PRODUCT
#undef IS_SHORT
#undef NARROW_TYPE
