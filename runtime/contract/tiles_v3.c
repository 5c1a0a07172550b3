#define TILES_NAME tiles_v3
#include "contract/tile_table.h"
