#define TILES_NAME    tiles_v4
#define TILES_INTEGER 1
#define TILES_COMPLEX 0
#include "tile_table.h"
