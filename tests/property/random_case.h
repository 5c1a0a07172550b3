/* random_case.h: one random call and what it must give. */
#ifndef RANDOM_CASE_H
#define RANDOM_CASE_H

#include "elements.h"

enum {
    CASE_OPERANDS = 4,
    ARENA_BYTES = 1 << 22, /* near operands lie in one arena, so that stray writes are seen */
};

/* What a ufunc computes, whoever made it. */
typedef enum meaning {
    MEANING_ADD,      /* a + b */
    MEANING_BOTH,     /* a + b, a - b */
    MEANING_BELOW,    /* a < b, b - a */
    MEANING_MATMUL,   /* (m,n),(n,p)->(m,p), or with m? and p? */
    MEANING_CONVOLVE, /* (m),(n)->(m+n-1) */
    MEANING_CROSS,    /* (3),(3)->(3) */
    MEANING_RAMP,     /* (),()->(n): a + i b */
    MEANING_COUNT,    /* (n)->(): how many are true */
    MEANING_END
} meaning;

/* A ufunc that cases are made of, and how often. */
typedef struct random_ufunc {
    const weft_ufunc *ufunc;
    meaning what;
    int share;
} random_ufunc;

/* The ufuncs of this program, up to one that is NULL. */
extern const random_ufunc random_ufuncs[];

/* A call whose operands are views of one arena; some lie far away, with steps of gigabytes. */
typedef struct random_case {
    const weft_ufunc *ufunc;
    meaning what;
    const weft_loop *loop; /* the loop that must be taken; NULL: none */
    weft_status status;    /* that the call must end with; but for WEFT_OK nothing is written */
    int operand_count;
    weft_array operands[CASE_OPERANDS]; /* dtype WEFT_NONE: allocated by the call */
    bool is_far[CASE_OPERANDS];         /* outside of the arena, all zeros before the call */
    bool missing[4];                    /* by ufunc.dimensions; their size is 1 */
    int axes[CASE_OPERANDS * WEFT_MAX_RANK];
    int8_t places[CASE_OPERANDS][WEFT_MAX_RANK]; /* by operand: the axis of the array in the call
                                                    that an axis of the one here is, -1 if missing */
    int8_t kept[CASE_OPERANDS];                  /* an axis of size 1 more, in the call; -1: none */
    int axis;
    weft_dtype signature[CASE_OPERANDS];
    weft_array mask;
    weft_options options; /* of the call, but for the target */
    int loop_rank;
    int64_t loop_shape[WEFT_MAX_RANK]; /* that the call must find, C order */
    int64_t sizes[4];                  /* core sizes, by ufunc.dimensions */
    int64_t used;                      /* bytes of the arena */
    _Alignas(64) char arena[ARENA_BYTES];
} random_case;

/* Fills the case from the source. */
void random_case_make(random_case *made, random_source *source);

/* Whether the mask chooses the item at this index of the loop shape; true without a mask. */
bool random_case_is_chosen(const random_case *made, const int64_t *index);

/* An operand as the call sees it: with its axes in the places that the options want; and back. */
weft_array random_case_shown(const random_case *made, int operand, const weft_array *array);
weft_array random_case_canonical(const random_case *made, int operand, const weft_array *shown);

/* Shape of an operand in the call: loop shape, then core sizes. Returns the rank. */
int random_case_shape(const random_case *made, int operand, int64_t *shape);

#endif
