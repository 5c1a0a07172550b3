#define TILES_NAME tiles_v4
#include "contract/tile_table.h"
