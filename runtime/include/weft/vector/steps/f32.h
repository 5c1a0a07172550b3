/* vector/f32.h: all functions of vectors of WEFT_LANES_HERE floats. No guard: <weft/vector_math.h>
 * reads it for each number of lanes, behind the functions of half as many doubles. */
#define WEFT_WIDTH_HERE 32
#define WEFT_T          float
#include <weft/vector/steps/begin.h>

/* in this order */
/* clang-format off */
#include <weft/vector/steps/poly.h>
#include <weft/vector/expf.h>
#include <weft/vector/logf.h>
#include <weft/vector/log1p.h>
#include <weft/vector/expm1.h>
#include <weft/vector/atan.h>
#include <weft/vector/roots.h>
#include <weft/vector/clog.h>
#include <weft/vector/asinh.h>
#include <weft/vector/sin.h>
#include <weft/vector/erf.h>
#include <weft/vector/erfcf.h>
#include <weft/vector/steps/simple.h>
#include <weft/vector/steps/through.h>
/* clang-format on */

#include <weft/vector/steps/end.h>
