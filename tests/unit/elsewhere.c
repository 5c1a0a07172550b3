/* A library with an image of another library's module. */
#include <weft/kernel.h>

WEFT_EXPORT extern const unsigned char image_there[], image_there_end[];
const unsigned char image_there[] = "its bytes";
__asm__(".globl image_there_end\n.set image_there_end, image_there + 9");
