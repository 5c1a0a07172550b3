#define TILES_NAME tiles_v3
#include "tile_table.h"
