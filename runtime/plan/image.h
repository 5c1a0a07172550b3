/* image.h: the images of modules that lie in a library of their own; weft_module_find_image finds
 * all. */
#ifndef WEFT_IMAGE_H
#define WEFT_IMAGE_H

#include <weft/kernel.h>

/* How one gets the image for a target that lies in a library of its own; NULL: it does not. */
const char *image_advice(const weft_module *module, weft_target target);

/* The module goes away. */
void image_forget(const weft_module *module);

#endif
