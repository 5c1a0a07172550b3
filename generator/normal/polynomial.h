/* polynomial.h: integers as sums of products of sizes and counters, and what these lie between. */
#ifndef WEFT_NORMAL_POLYNOMIAL_H
#define WEFT_NORMAL_POLYNOMIAL_H

#include "tree/ir.h"

enum { POLYNOMIAL_TERMS = 12, TERM_FACTORS = 4 };

typedef struct symbol symbol;

typedef struct term {
    int64_t factor; /* never 0 */
    size_t count;
    const symbol *of[TERM_FACTORS]; /* by their numbers */
} term;

typedef struct polynomial {
    size_t count; /* 0: it is 0 */
    term terms[POLYNOMIAL_TERMS];
} polynomial;

/* What is not known before a function runs. */
struct symbol {
    const char *name; /* as the text has it; NULL: what a variable is before a round of a loop */
    unsigned number;  /* inner counters have greater ones than outer ones */
    const ir_variable *size;      /* a parameter that is a size: at least 0; NULL: another symbol */
    const polynomial *low, *high; /* of a counter: both included; NULL of others */
};

polynomial polynomial_constant(int64_t value);
polynomial polynomial_symbol(const symbol *of);
bool polynomial_is_constant(const polynomial *value, int64_t *constant);
/* The symbol that it is; NULL if it is more. */
const symbol *polynomial_is_symbol(const polynomial *value);
bool polynomial_same(const polynomial *a, const polynomial *b);
bool polynomial_has(const polynomial *value, const symbol *of);
/* Whether a symbol without a name is in it. */
bool polynomial_is_open(const polynomial *value);

/* All false where the result has too many terms or too large numbers. */
/* a + scale × b */
bool polynomial_add(const polynomial *a, const polynomial *b, int64_t scale, polynomial *sum);
bool polynomial_multiply(const polynomial *a, const polynomial *b, polynomial *product);
bool polynomial_replace(const polynomial *value, const symbol *of, const polynomial *by,
                        polynomial *result);
/* What is left of it behind a division without remainder, and the terms that leave one. */
bool polynomial_divide(const polynomial *value, const polynomial *by, polynomial *quotient,
                       polynomial *rest);

/* A bound made of sizes alone: none is below it, or above it. False where none is known. */
bool polynomial_lowest(const polynomial *value, polynomial *bound);
bool polynomial_highest(const polynomial *value, polynomial *bound);
/* Whether it is 0 or more, whatever the sizes are. */
bool polynomial_is_natural(const polynomial *value);
/* Whether it is less than another, whatever the sizes are. */
bool polynomial_is_below(const polynomial *value, const polynomial *end);

/* As unsigned arithmetic in C; NULL where it has no term that is added. */
const char *polynomial_text(arena *memory, const polynomial *value);

#endif
