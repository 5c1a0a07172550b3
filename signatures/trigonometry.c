/* trigonometry.c: the trigonometric and hyperbolic functions that ship, and their inverses. Results
 * are NumPy's but for rounding; float16 and bfloat16 are computed in float. */
#include <weft/annotate.h>

#include <complex.h>
#include <tgmath.h>

#include "prototypes.h"

WEFT_TYPEVAR(T); /* the type of the operands */

/* ---- angles in radians ---- */

/** The sine of a. */
WEFT_NAME("sin") WEFT_VECTORIZE(FLOATS_1)
T sine(T a) { return sin(a); }

/** The sine of a. */
WEFT_NAME("sin") WEFT_VECTORIZE(COMPLEX_1)
T sine_complex(T a) { return sin(a); }

/** The cosine of a. */
WEFT_NAME("cos") WEFT_VECTORIZE(FLOATS_1)
T cosine(T a) { return cos(a); }

/** The cosine of a. */
WEFT_NAME("cos") WEFT_VECTORIZE(COMPLEX_1)
T cosine_complex(T a) { return cos(a); }

/** The tangent of a. */
WEFT_NAME("tan") WEFT_VECTORIZE(FLOATS_1)
T tangent(T a) { return tan(a); }

/** The tangent of a. */
WEFT_NAME("tan") WEFT_VECTORIZE(COMPLEX_1)
T tangent_complex(T a) { return tan(a); }

/** The angle from -pi/2 to pi/2 whose sine is a; NaN beyond 1. */
WEFT_NAME("arcsin") WEFT_VECTORIZE(FLOATS_1)
T arc_sine(T a) { return asin(a); }

/** The angle from -pi/2 to pi/2 whose sine is a. */
WEFT_NAME("arcsin") WEFT_VECTORIZE(COMPLEX_1)
T arc_sine_complex(T a) { return asin(a); }

/** The angle from 0 to pi whose cosine is a; NaN beyond 1. */
WEFT_NAME("arccos") WEFT_VECTORIZE(FLOATS_1)
T arc_cosine(T a) { return acos(a); }

/** The angle from 0 to pi whose cosine is a. */
WEFT_NAME("arccos") WEFT_VECTORIZE(COMPLEX_1)
T arc_cosine_complex(T a) { return acos(a); }

/** The angle from -pi/2 to pi/2 whose tangent is a. */
WEFT_NAME("arctan") WEFT_VECTORIZE(FLOATS_1)
T arc_tangent(T a) { return atan(a); }

/** The angle from -pi/2 to pi/2 whose tangent is a. */
WEFT_NAME("arctan") WEFT_VECTORIZE(COMPLEX_1)
T arc_tangent_complex(T a) { return atan(a); }

/** The angle from -pi to pi of the point (b, a). */
WEFT_NAME("arctan2") WEFT_VECTORIZE(FLOATS_2)
T arc_tangent_of_two(T a, T b) { return atan2(a, b); }

/** The length of the hypotenuse over a and b, without overflow on the way. */
WEFT_NAME("hypot") WEFT_OPTIONS(identity(0), reorderable)
WEFT_VECTORIZE(FLOATS_2)
T hypotenuse(T a, T b) { return hypot(a, b); }

/* ---- degrees ---- */

/** a radians in degrees. */
WEFT_VECTORIZE(FLOATS_1)
T degrees(T a) { return a * (T)0x1.ca5dc1a63c1f8p5; }

/** a radians in degrees. */
WEFT_VECTORIZE(FLOATS_1)
T rad2deg(T a) { return a * (T)0x1.ca5dc1a63c1f8p5; }

/** a degrees in radians. */
WEFT_VECTORIZE(FLOATS_1)
T radians(T a) { return a * (T)0x1.1df46a2529d39p-6; }

/** a degrees in radians. */
WEFT_VECTORIZE(FLOATS_1)
T deg2rad(T a) { return a * (T)0x1.1df46a2529d39p-6; }

/* ---- hyperbolic functions ---- */

/** The hyperbolic sine of a. */
WEFT_NAME("sinh") WEFT_VECTORIZE(FLOATS_1)
T hyperbolic_sine(T a) { return sinh(a); }

/** The hyperbolic sine of a. */
WEFT_NAME("sinh") WEFT_VECTORIZE(COMPLEX_1)
T hyperbolic_sine_complex(T a) { return sinh(a); }

/** The hyperbolic cosine of a. */
WEFT_NAME("cosh") WEFT_VECTORIZE(FLOATS_1)
T hyperbolic_cosine(T a) { return cosh(a); }

/** The hyperbolic cosine of a. */
WEFT_NAME("cosh") WEFT_VECTORIZE(COMPLEX_1)
T hyperbolic_cosine_complex(T a) { return cosh(a); }

/** The hyperbolic tangent of a. */
WEFT_NAME("tanh") WEFT_VECTORIZE(FLOATS_1)
T hyperbolic_tangent(T a) { return tanh(a); }

/** The hyperbolic tangent of a. */
WEFT_NAME("tanh") WEFT_VECTORIZE(COMPLEX_1)
T hyperbolic_tangent_complex(T a) { return tanh(a); }

/** The number whose hyperbolic sine is a. */
WEFT_NAME("arcsinh") WEFT_VECTORIZE(FLOATS_1)
T area_sine(T a) { return asinh(a); }

/** The number whose hyperbolic sine is a. */
WEFT_NAME("arcsinh") WEFT_VECTORIZE(COMPLEX_1)
T area_sine_complex(T a) { return asinh(a); }

/** The number, not left of 0, whose hyperbolic cosine is a; NaN below 1. */
WEFT_NAME("arccosh") WEFT_VECTORIZE(FLOATS_1)
T area_cosine(T a) { return acosh(a); }

/** The number, not left of 0, whose hyperbolic cosine is a. */
WEFT_NAME("arccosh") WEFT_VECTORIZE(COMPLEX_1)
T area_cosine_complex(T a) { return acosh(a); }

/** The number whose hyperbolic tangent is a; NaN beyond 1. */
WEFT_NAME("arctanh") WEFT_VECTORIZE(FLOATS_1)
T area_tangent(T a) { return atanh(a); }

/** The number whose hyperbolic tangent is a. */
WEFT_NAME("arctanh") WEFT_VECTORIZE(COMPLEX_1)
T area_tangent_complex(T a) { return atanh(a); }
