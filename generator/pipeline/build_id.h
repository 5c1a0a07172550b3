/* build_id.h: what tells the kernels of one file from those of all others. */
#ifndef WEFT_BUILD_ID_H
#define WEFT_BUILD_ID_H

#include "model/declaration.h"
#include "model/options.h"

/* Of a module that is checked and shaped: made of its owner, the prefix, the file's name and all
 * text that its kernels are compiled from. */
uint64_t build_id(const module *made, const generate_options *options);

#endif
