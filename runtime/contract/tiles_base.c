#define TILES_NAME tiles_base
#include "tile_table.h"
