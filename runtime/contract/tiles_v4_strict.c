#define TILES_NAME tiles_v4_strict
#include "contract/tile_table.h"
