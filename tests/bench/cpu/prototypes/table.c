/* table.c: prototypes by name. */
#include "prototypes.h"

#include <stddef.h>
#include <string.h>

#define ROW(name)               \
    {                           \
#name, prototype_##name \
    }

static const struct {
    const char *name;
    prototype *loop;
} rows[] = {
    ROW(add),       ROW(square_of_sum),   ROW(larger_root),       ROW(complex_product),
    ROW(clip),      ROW(exp_f32),         ROW(log_f32),           ROW(sin_f32),
    ROW(erf_f32),   ROW(exp_f64),         ROW(log_f64),           ROW(sin_f64),
    ROW(erf_f64),   ROW(pow_f64),         ROW(black_scholes_f32), ROW(black_scholes_f64),
    ROW(escape),    ROW(escape_refilled), ROW(product_2_4_5),     ROW(product_4),
    ROW(product_8), ROW(product_16),      ROW(product_32),        ROW(product_64),
    ROW(sum_all),   ROW(sum_columns),     ROW(sum_rows),          ROW(call),
    ROW(read_1),    ROW(read_1_write_1),  ROW(read_2_write_1),    ROW(read_3_write_1),
};

prototype *prototype_find(const char *name)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strcmp(rows[k].name, name) == 0)
            return rows[k].loop;
    return NULL;
}
