#include "few.h"
static void (*volatile const used)(void) = (void (*)(void))weft_good;
int main(void) { return !used; }
