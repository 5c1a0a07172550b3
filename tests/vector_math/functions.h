/* functions.h: the functions of <weft/vector_math.h>, compiled several times: for instruction
 * sets, and with and without fused products. */
#ifndef VECTOR_MATH_FUNCTIONS_H
#define VECTOR_MATH_FUNCTIONS_H

#include <stddef.h>

/* One function of vectors of `lanes` numbers of `bits` bits, applied to rows of `count` numbers, a
 * multiple of lanes, of any alignment. */
typedef struct vector_function {
    const char *name; /* of C, in double: "exp" */
    int bits, lanes, arguments;
    void (*run)(const void *const *inputs, void *result, size_t count);
} vector_function;

typedef struct vector_instance {
    const char *name; /* "v4, fused" */
    int isa;          /* 0 base, 3, 4: x86-64-v… */
    const vector_function *functions;
    size_t count;
} vector_instance;

/* All instances that the machine of the build has, of whatever machine runs them. */
extern const vector_instance *const vector_instances[];
extern const size_t vector_instance_count;

#endif
