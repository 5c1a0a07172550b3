/* fft_lanes.h: what fft_type.h needs of vectors of LANES numbers. */
#include "fft_vector.h"

#include "fft_butterfly.h"
#include "fft_tile.h"

#include "fft_pass.h"

#undef LANES
#undef REVERSED
#undef V
#undef LOAD
#undef STORE
#undef SET
#undef FUSE
#undef FUSE_OFF
#undef FUSE_NEG
