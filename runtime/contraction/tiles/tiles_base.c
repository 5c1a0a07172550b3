#define TILES_NAME    tiles_base
#define TILES_INTEGER 1
#ifdef __x86_64__ /* has no fused products, so no strict twin */
#define TILES_COMPLEX 1
#else
#define TILES_COMPLEX 0
#endif
#include "tile_table.h"
