/* oracle.h: what the oracles are written in. Reals are long double, which holds every integer of 64
 * bits. Here the C functions of the kernels are not used. */
#ifndef CALL_ORACLE_H
#define CALL_ORACLE_H

#include <complex.h>
#include <math.h>

#include "../cases.h"

typedef long double real;
typedef long double complex pair;

#define END_OF_SUBJECTS \
    {                   \
        .ufunc = NULL   \
    }

/* The first element of input k, as a real and as a complex number. */
static inline real in(const item *of, int k)
{
    return of->in[k]->real;
}
static inline pair in_pair(const item *of, int k)
{
    return CMPLXL(of->in[k]->real, of->in[k]->imaginary);
}
/* The same, as the 64 bits of an integer. */
static inline uint64_t in_bits(const item *of, int k)
{
    return in(of, k) < 0 ? (uint64_t)(int64_t)in(of, k) : (uint64_t)in(of, k);
}
/* Replaces the first element of output k. */
static inline void put(const item *of, int k, real value)
{
    *of->out[k] = (number){value, 0};
}
static inline void put_pair(const item *of, int k, pair value)
{
    *of->out[k] = (number){creall(value), cimagl(value)};
}
static inline pair as_pair(number value)
{
    return CMPLXL(value.real, value.imaginary);
}
static inline number as_number(pair value)
{
    return (number){creall(value), cimagl(value)};
}
/* The dtype of the output that is number k. */
static inline weft_dtype out_dtype(const item *of, int inputs, int k)
{
    return of->dtypes[inputs + k];
}

#endif
