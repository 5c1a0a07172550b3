#define TILES_NAME    tiles_v3_strict
#define TILES_INTEGER 0
#define TILES_COMPLEX 1
#include "tile_table.h"
