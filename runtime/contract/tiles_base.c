#define TILES_NAME tiles_base
#define TILES_INTEGER 1
#define TILES_COMPLEX 1
#include "tile_table.h"
