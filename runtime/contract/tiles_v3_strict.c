#define TILES_NAME tiles_v3_strict
#include "contract/tile_table.h"
