/* gpu_epilogue.h: what sums of products start at and what becomes of them, on a gpu. */
#ifndef WEFT_GPU_EPILOGUE_H
#define WEFT_GPU_EPILOGUE_H

#include "contraction/roles.h"
#include "gpu/driver/gpu_context.h"

/* Whether start and epilogue, if there are any, are computed in the sum's dtype, in the output's
 * place, of terms of that dtype. */
bool gpu_epilogue_applies(const weft_plan *plan, const contract_roles *roles);

/* Enqueues the start of all the plan's sums, where they have one. */
weft_status gpu_epilogue_start(const gpu_scope *scope, CUstream stream, const contract_roles *roles,
                               const weft_plan *plan, weft_error *error);

/* Enqueues the epilogue of all the plan's sums, where they have one. */
weft_status gpu_epilogue_launch(const gpu_scope *scope, CUstream stream,
                                const contract_roles *roles, const weft_plan *plan,
                                weft_error *error);

#endif
