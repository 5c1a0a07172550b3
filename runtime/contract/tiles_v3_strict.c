#define TILES_NAME tiles_v3_strict
#include "tile_table.h"
