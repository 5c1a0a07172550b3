#include "mine.h"
#ifdef NEEDS
double of_the_user(void);
#else
static double of_the_user(void) { return 0; }
#endif
static void (*volatile const used[])(void) = {(void (*)(void))weft_good, (void (*)(void))weft_bad,
                                              (void (*)(void))weft_indirect, (void (*)(void))weft_absent,
                                              (void (*)(void))weft_calls};
int main(void) { return !used[0] || of_the_user() != 0; }
