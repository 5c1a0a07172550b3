/* vector_f64.h: all functions of vectors of WEFT_LANES_HERE doubles. No guard: <weft/vector_math.h>
 * reads it for each number of lanes. */
#define WEFT_WIDTH_HERE 64
#define WEFT_T          double
#include <weft/vector_begin.h>

/* in this order */
/* clang-format off */
#include <weft/vector_poly.h>
#include <weft/vector_exp.h>
#include <weft/vector_log.h>
#include <weft/vector_expm1.h>
#include <weft/vector_pow.h>
#include <weft/vector_erf.h>
#include <weft/vector_erfc.h>
#include <weft/vector_atan.h>
#include <weft/vector_roots.h>
#include <weft/vector_asinh.h>
#include <weft/vector_sin.h>
#include <weft/vector_simple.h>
/* clang-format on */

#include <weft/vector_end.h>
