/* layout.h: core-dimension layouts, "(m,n),(n)->(m)", and the extents that they are made of.
 * The grammar is in docs/semantics.md. */
#ifndef WEFT_LAYOUT_H
#define WEFT_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include <weft/kernel.h>

#include "text/reader.h"

/* integer × name. */
typedef struct extent_term {
    const char *name;
    int64_t coefficient;
} extent_term;

/* The size of one core axis: a sum of terms and a constant. A plain name is one term with
 * coefficient 1, a fixed size has no term. In normal form: one term a name, in order of first use,
 * none is 0. */
typedef struct extent {
    int64_t constant;
    extent_term *terms;
    size_t term_count;
    int64_t divisor; /* by which the sum is divided, rounded down; 0: it is not. All but one term,
                        whose coefficient is positive, are multiples of it */
    bool optional;   /* a name that carries '?': may be missing; no part of extent_equal */
    bool ragged;     /* a name that carries '~': a size of each item's own; neither */
} extent;

/* The core dimensions of one operand. */
typedef struct layout_operand {
    extent *extents;
    size_t rank;
    uint8_t kind; /* weft_operand_kind: an index stands in no layout that is written */
    int8_t axis;
} layout_operand;

typedef struct layout {
    layout_operand *operands; /* inputs first */
    size_t input_count, output_count;
} layout;

bool layout_parse(arena *memory, const char *text, layout *result, text_error *error);
/* The canonical text, without blanks: "(m,n),(n)->(m)". */
const char *layout_print(arena *memory, const layout *shown);
bool layout_equal(const layout *left, const layout *right);

/* Adds coefficient × name (a constant where name is NULL); false on overflow. */
bool extent_add(arena *memory, extent *sum, const char *name, int64_t coefficient);
/* Adds coefficient × name / divisor, rounded down; both at least 1. false on overflow, and where
 * something else is divided already. */
bool extent_add_divided(arena *memory, extent *sum, const char *name, int64_t coefficient,
                        int64_t divisor);
bool extent_equal(const extent *left, const extent *right);
bool extent_is_name(const extent *shown);
bool extent_is_fixed(const extent *shown);
/* Whether the operand is a list for each item: its first dimension carries '~'. */
bool layout_is_list(const layout_operand *shown);
/* Whether some operand is. */
bool layout_has_lists(const layout *shown);
/* "m", "3", "m+2*n-1". */
const char *extent_print(arena *memory, const extent *shown);

#endif
