#define TILES_NAME tiles_v4_strict
#include "tile_table.h"
