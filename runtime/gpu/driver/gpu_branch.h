/* gpu_branch.h: streams of our own, for work that is done side by side and waited for by its thread. */
#ifndef WEFT_GPU_BRANCH_H
#define WEFT_GPU_BRANCH_H

#include "plan/backend.h"

/* The slots `branch` and `rejoin`. */
weft_status gpu_branch(weft_place *branch, const weft_place *place, weft_error *error);
void gpu_rejoin(const weft_place *branch);

#endif
