/* gpu_contract.h: plans whose core is a sum of products, served by product kernels of libweft's own
 * instead of the function's. */
#ifndef WEFT_GPU_CONTRACT_H
#define WEFT_GPU_CONTRACT_H

#include "contraction/roles.h"
#include "gpu/driver/gpu_context.h"
#include "gpu_product_tile.h"

/* libweft's kernels of products, those of whole tasks behind the others, and behind them those of
 * epilogues, by dtypes. */
extern const weft_module gpu_products_module;
enum { GPU_EPILOGUE_KERNELS = 2 * GPU_PRODUCT_COUNT * GPU_TILE_COUNT };

/* A plan as matrix products. */
typedef struct gpu_product {
    contract_roles roles;
    weft_dtype elements; /* of the factors */
    gpu_arithmetic arithmetic;
} gpu_product;

/* Whether a product kernel serves the plan's loop with factors of 16 bits as they are stored,
 * whatever their steps; then fills the dtypes of all operands that it takes. Asked as backend.h
 * says. */
bool gpu_contract_takes_stored(const weft_plan *plan, uint8_t *dtypes);

/* Whether a product kernel serves the plan; then fills the product. */
bool gpu_contract_applies(const weft_plan *plan, gpu_product *product);

/* The operands of the products' plan. */
enum { PRODUCT_A, PRODUCT_B, PRODUCT_C };

/* The products that are left once items that share a large factor are one tall product: a plan of
 * the loop axes, whose operands are those above, and the roles of each item. */
void gpu_contract_items(const gpu_product *product, const weft_plan *plan, contract_roles *roles,
                        weft_plan *items);

/* Enqueues the products of all the plan's items. */
weft_status gpu_contract_launch(const gpu_scope *scope, CUstream stream, const gpu_product *product,
                                const weft_plan *plan, weft_error *error);

#endif
