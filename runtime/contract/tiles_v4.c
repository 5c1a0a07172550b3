#define TILES_NAME tiles_v4
#include "tile_table.h"
