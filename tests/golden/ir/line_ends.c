#include <weft/annotate.h>
#define ADD(a, b) \
    ((a) \
     + (b))
/* a comment \
   goes on */ // and \
   this x
WEFT_VECTORIZE() int joined(int x) { int y\
z = x \
+ 1; return ADD(yz, x\
) - 1\
2; }
WEFT_VECTORIZE() int plus(int x)\
{ x+\
+; /* \
*/ return x; }
WEFT_VECTORIZE() int minus(int x)\
// a \
comment
{ x -\ 
-; const char *s = "a\
b"; return x + s[1]; }
