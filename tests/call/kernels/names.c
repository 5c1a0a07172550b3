/* names.c: names that generated code uses too, and keywords of C++ as names. */
#include <weft/annotate.h>

#include <stdint.h>

/* Parameters called as the operands, steps and counters around the function are. */
WEFT_VECTORIZE()
double names_of_operands(double p0, double s0, double a0, double i)
{
    double r4 = p0 + 2 * s0, z0 = a0 * i;
    return r4 - z0;
}
/* Parameters called as what the loop takes. */
WEFT_VECTORIZE()
double names_of_arguments(double args, double dimensions, double steps, double data)
{
    return args + dimensions * steps - data;
}
/* Results called as locals of the loop. */
WEFT_VECTORIZE()
void names_of_locals(int32_t rows, int32_t row, int32_t *count, int32_t *row_count)
{
    *count = rows + row;
    *row_count = rows * row;
}
/* A function of these names, on its way to the table. */
WEFT_VECTORIZE()
double count(double x)
{
    return x + 1;
}
/* Another one. */
WEFT_VECTORIZE()
double items(double items_)
{
    return items_ * 3;
}
/* The loop's own name. */
WEFT_VECTORIZE()
double loop(double x)
{
    return x - 8;
}
/* The item's own name. */
WEFT_VECTORIZE()
double item(double x)
{
    return x * x;
}
/* The class's own name. */
WEFT_GUVECTORIZE("(n)->()")
double body(size_t n, const double view[n])
{
    double block = 0;
    for (size_t size = 0; size < n; size++)
        block += view[size];
    return block;
}
/* An output called result, a dimension called item. */
WEFT_GUVECTORIZE("(item)->(item)")
void names_of_views(size_t item, const float value[item], float result[item])
{
    for (size_t i = 0; i < item; i++)
        result[i] = value[i] + (float)i;
}

static double data(double x)
{
    return x / 2;
}
static const double args[2] = {3, 5};
static double p0(double s0)
{
    return data(s0) + args[1];
}
/* Helpers and tables of such names. */
WEFT_VECTORIZE()
double names_of_helpers(double x)
{
    return p0(x) - args[0];
}

#define step       4
#define steps(x)   ((x) + step)
#define r1         6
#define WEFT_LOCAL 2
/* Macros of such names. */
WEFT_VECTORIZE()
double names_of_macros(double x)
{
    return steps(x) * r1 - WEFT_LOCAL;
}
#undef step
#undef steps

typedef double value;
enum { extent = 9 };
struct plan {
    value rank, shape;
};
/* Types of such names. */
WEFT_VECTORIZE()
double names_of_types(double x)
{
    struct plan kept = {x, extent};
    return kept.rank * kept.shape;
}

static int32_t explicit(int32_t this)
{
    return this + 1;
}
struct class
{
    int32_t private, public;
};
/* Keywords of C++. */
WEFT_VECTORIZE()
int32_t names_of_cplusplus(int32_t new, int32_t delete)
{
    struct class template = {.private = new, .public = delete};
    int32_t typename = explicit(template.private), namespace = template.public;
    return typename * 10 + namespace;
}
/* Keywords of C++ as operands, a dimension and an output. */
WEFT_GUVECTORIZE("(virtual)->(virtual)")
void names_of_classes(int virtual, const double friend[virtual], double using[virtual])
{
    for (int try = 0; try < virtual; try++)
        using[try] = friend[virtual - 1 - try];
}
/* Names of functions and macros of the standard library that are not included. */
WEFT_VECTORIZE()
double names_of_library(double exp, double index, double y1)
{
    double gamma = exp + index, INFINITE = y1;
    return gamma * INFINITE;
}
/* The name of a function of the runtime. */
WEFT_NAME("call")
WEFT_VECTORIZE()
double names_of_runtime(double x)
{
    return 9 - x;
}
/* A result and a parameter that is called result. */
WEFT_VECTORIZE()
double names_of_results(double x, double *result)
{
    *result = x + 2;
    return x * 2;
}
