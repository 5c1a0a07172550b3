/* tile_strip.h: all rows of a strip of COLUMNS vectors of LANES lanes, HEIGHT at a time.
 * tile_lanes.h and tile_type.h include it once per shape. */
#define ROWS HEIGHT
#include "tile_block.h"
#if HEIGHT != 4
#define ROWS 4
#include "tile_block.h"
#endif
#define ROWS 2
#include "tile_block.h"
#define ROWS 1
#include "tile_block.h"

static void NAME3(strip, LANES, COLUMNS, columns)(const tile_product *t, const char *a,
                                                  const char *b, char *c, int64_t last)
{
    walk_rows(t, NAME3(tiles, LANES, HEIGHT, COLUMNS), HEIGHT, NAME3(tiles, LANES, 4, COLUMNS),
              NAME3(tiles, LANES, 2, COLUMNS), NAME3(tiles, LANES, 1, COLUMNS), a, b, c, last);
}
#undef COLUMNS
#undef HEIGHT
