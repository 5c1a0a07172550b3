/* WEFT_TYPEVAR needs its ';', and what comes of it is no news. */
#include <weft/annotate.h>
#define PAIR WEFT_TYPEVAR(P); WEFT_TYPEVAR(Q)
WEFT_TYPEVAR(Z); PAIR;
WEFT_TYPEVAR( T /* any */ )
WEFT_VECTORIZE("float32(float32, float32)")
T smaller(T a, T b) { return a < b ? a : b; }
