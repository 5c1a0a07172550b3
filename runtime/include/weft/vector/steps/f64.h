/* vector/f64.h: all functions of vectors of WEFT_LANES_HERE doubles. No guard: <weft/vector_math.h>
 * reads it for each number of lanes. */
#define WEFT_WIDTH_HERE 64
#define WEFT_T          double
#include <weft/vector/steps/begin.h>

/* in this order */
/* clang-format off */
#include <weft/vector/steps/poly.h>
#include <weft/vector/exp.h>
#include <weft/vector/log.h>
#include <weft/vector/log1p.h>
#include <weft/vector/expm1.h>
#include <weft/vector/pow.h>
#include <weft/vector/erf.h>
#include <weft/vector/erfc.h>
#include <weft/vector/gamma.h>
#include <weft/vector/atan.h>
#include <weft/vector/roots.h>
#include <weft/vector/clog.h>
#include <weft/vector/asinh.h>
#include <weft/vector/sin.h>
#include <weft/vector/steps/simple.h>
/* clang-format on */

#include <weft/vector/steps/end.h>
