#include <weft/annotate.h>
#define A(x) (((((((((((((((((((((((((x)))))))))))))))))))))))))
#define B(x) A(A(A(A(A(A(A(A(A(A(A(x)))))))))))
WEFT_VECTORIZE()
double deep(double x)
{
    return B(x);
}
WEFT_VECTORIZE()
double behind(double x) { return x }
