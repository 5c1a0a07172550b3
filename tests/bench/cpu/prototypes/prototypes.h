/* prototypes.h: loops written by hand for the rows of rows.py: what a call can reach. They are
 * compiled for the machine that they run on. */
#ifndef PROTOTYPES_H
#define PROTOTYPES_H

#include <stdint.h>

/* Operands, inputs first, and their number of elements, items or rows. */
typedef void prototype(void *const *args, int64_t count);

/* elementwise.c */
prototype prototype_add, prototype_square_of_sum, prototype_larger_root, prototype_complex_product,
    prototype_clip;

/* Bytes of the last cache, past which what is larger is stored; 0: the system is asked. */
extern int64_t prototype_cache;

/* functions.c: f32 and f64 by name; Black-Scholes has scalars for rate and volatility. */
prototype prototype_exp_f32, prototype_log_f32, prototype_sin_f32, prototype_erf_f32;
prototype prototype_exp_f64, prototype_log_f64, prototype_sin_f64, prototype_erf_f64,
    prototype_pow_f64;
prototype prototype_black_scholes_f32, prototype_black_scholes_f64;

/* escape.c: the steps' limit is a scalar. Refilled: for points whose neighbours take other times.
 * */
prototype prototype_escape, prototype_escape_refilled;

/* products.c: float32 items of m × k by k × n. */
prototype prototype_product_2_4_5, prototype_product_4, prototype_product_8, prototype_product_16,
    prototype_product_32, prototype_product_64;

/* memory.c: nothing is computed; the count is in bytes of each array. */
prototype prototype_read_1, prototype_read_1_write_1, prototype_read_2_write_1,
    prototype_read_3_write_1;

/* sums.c: rows of SUM_COLUMNS float32. */
#define SUM_COLUMNS 4096
prototype prototype_sum_all, prototype_sum_columns, prototype_sum_rows;

/* call.c: the operands are weft_arrays of float32, two inputs and an output of any shapes; the
 * count is ignored. */
prototype prototype_call;

/* The prototype of a name as above, without the prefix; NULL if there is none. */
prototype *prototype_find(const char *name);

#endif
