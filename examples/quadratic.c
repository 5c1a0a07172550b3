/* quadratic.c: three inputs, two results, one pass over memory. */
#include <weft/annotate.h>

#include <tgmath.h>

WEFT_TYPEVAR(T);

/** The real roots of a x² + b x + c, the smaller first; NaN where there are none. No digits are
 * lost where b² is much larger than 4 a c. */
WEFT_VECTORIZE("void(float32, float32, float32, float32[:], float32[:])",
               "void(float64, float64, float64, float64[:], float64[:])")
void quadratic_roots(T a, T b, T c, T *lower, T *upper)
{
    T sum = -(b + copysign(sqrt(b * b - 4 * a * c), b)) / 2;
    T one = sum / a, other = c / sum;
    *lower = one < other ? one : other;
    *upper = one < other ? other : one;
}
