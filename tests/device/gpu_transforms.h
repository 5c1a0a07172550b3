/* gpu_transforms.h: the parts of gpu_transforms. */
#ifndef TEST_GPU_TRANSFORMS_H
#define TEST_GPU_TRANSFORMS_H

#include <stdbool.h>

#include <weft/weft.h>

/* Whether the driver and cuFFT are stand-ins, whose calls can be made to fail. */
bool scenes_find_stand_in(void);

/* Plans from call to call, on several threads, in graphs, and what fails. The number of scenes that went wrong. */
int scenes_run(weft_library *library);

#endif
