#define TILES_NAME tiles_base
#include "contract/tile_table.h"
