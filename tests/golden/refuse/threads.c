#include <weft/annotate.h>
#include <pthread.h>
WEFT_VECTORIZE()
int self(int x) { return x + (pthread_self() != 0); }
