/* vector_f32.h: all functions of vectors of WEFT_LANES_HERE floats. No guard: <weft/vector_math.h>
 * reads it for each number of lanes, behind the functions of half as many doubles. */
#define WEFT_WIDTH_HERE 32
#define WEFT_T          float
#include <weft/vector_begin.h>

/* in this order */
/* clang-format off */
#include <weft/vector_poly.h>
#include <weft/vector_expf.h>
#include <weft/vector_logf.h>
#include <weft/vector_sin.h>
#include <weft/vector_erf.h>
#include <weft/vector_simple.h>
#include <weft/vector_through.h>
/* clang-format on */

#include <weft/vector_end.h>
