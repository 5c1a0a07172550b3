#include "names.h"

#include "oracle.h"

#define REAL_FUNCTION(name, expression) \
    static void name(const item *of)    \
    {                                   \
        real x = in(of, 0);             \
        put(of, 0, expression);         \
    }
REAL_FUNCTION(of_operands, x + 2 * in(of, 1) - in(of, 2) * in(of, 3))
REAL_FUNCTION(of_arguments, x + in(of, 1) * in(of, 2) - in(of, 3))
REAL_FUNCTION(counted, x + 1)
REAL_FUNCTION(tripled, x * 3)
REAL_FUNCTION(lowered, x - 8)
REAL_FUNCTION(squared, x *x)
REAL_FUNCTION(of_helpers, x / 2 + 5 - 3)
REAL_FUNCTION(of_macros, (x + 4) * 6 - 2)
REAL_FUNCTION(of_types, x * 9)
REAL_FUNCTION(of_cplusplus, (x + 1) * 10 + in(of, 1))
REAL_FUNCTION(of_library, (x + in(of, 1)) * in(of, 2))

REAL_FUNCTION(of_runtime, 9 - x)

static void of_results(const item *of)
{
    put(of, 0, in(of, 0) + 2);
    put(of, 1, in(of, 0) * 2);
}

static void of_locals(const item *of)
{
    put(of, 0, in(of, 0) + in(of, 1));
    put(of, 1, in(of, 0) * in(of, 1));
}

static void total(const item *of)
{
    real sum = 0;
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        sum += of->in[0][i].real;
    put(of, 0, sum);
}

static void of_views(const item *of)
{
    for (int64_t i = 0; i < of->shape[0][0]; i++)
        of->out[0][i] = (number){of->in[0][i].real + (real)i, 0};
}

static void of_classes(const item *of)
{
    for (int64_t n = of->shape[0][0], i = 0; i < n; i++)
        of->out[0][i] = of->in[0][n - 1 - i];
}

const subject subjects_names[] = {
    {&weft_ufunc_names_of_operands,
     "(),(),(),()->()",
     of_operands,
     0,
     {NULL},
     {FINE, FINE, FINE, FINE}},
    {&weft_ufunc_names_of_arguments, "(),(),(),()->()", of_arguments, 0, {NULL}, {SMALL}},
    {&weft_ufunc_names_of_locals, "(),()->(),()", of_locals, 0, {NULL}, {SMALL}},
    {&weft_ufunc_count, "()->()", counted, 0, {NULL}, {FINE}},
    {&weft_ufunc_items, "()->()", tripled, 0, {NULL}, {FINE}},
    {&weft_ufunc_loop, "()->()", lowered, 0, {NULL}, {FINE}},
    {&weft_ufunc_item, "()->()", squared, 0, {NULL}, {FINE}},
    {&weft_ufunc_body, "(n)->()", total, 0, {"4|", "0|", "1|"}, {FINE}},
    {&weft_ufunc_names_of_views, "(item)->(item)", of_views, 0, {"4|4", "0|0", "1|1"}, {FINE}},
    {&weft_ufunc_names_of_helpers, "()->()", of_helpers, 0, {NULL}, {FINE}},
    {&weft_ufunc_names_of_macros, "()->()", of_macros, 0, {NULL}, {FINE}},
    {&weft_ufunc_names_of_types, "()->()", of_types, 0, {NULL}, {FINE}},
    {&weft_ufunc_names_of_cplusplus, "(),()->()", of_cplusplus, 0, {NULL}, {SMALL, SMALL}},
    {&weft_ufunc_names_of_classes, "(virtual)->(virtual)", of_classes, 0, {"3|3", "0|0"}, {FINE}},
    {&weft_ufunc_names_of_library, "(),(),()->()", of_library, 0, {NULL}, {FINE, FINE, SMALL}},
    {&weft_ufunc_call, "()->()", of_runtime, 0, {NULL}, {FINE}},
    {&weft_ufunc_names_of_results, "()->(),()", of_results, 0, {NULL}, {FINE}},
    END_OF_SUBJECTS,
};
