/* case.h: one case of the lists: what to do, with which operands, and NumPy's answer. */
#ifndef CASE_H
#define CASE_H

#include <stdbool.h>
#include <stddef.h>

#include <weft/weft.h>

enum { CASE_OPERANDS = 16, CASE_RESULTS = 4, CASE_AXES = 16 };

/* What an operand is for. */
typedef enum case_role {
    CASE_INPUT = 'i',
    CASE_OUTPUT = 'o',
    CASE_MEMORY = 'm', /* no operand, but memory that operands behind it share */
    CASE_WHERE = 'w',
    CASE_INITIAL = 'n',
    CASE_INDICES = 'x',
} case_role;

typedef struct case_operand {
    case_role role;
    weft_array array;
    char *memory; /* owned, from guard to guard; NULL where the operand lies in another's */
    char *before; /* owned: the same bytes before the call */
    size_t memory_size;
} case_operand;

/* What a result must be. */
typedef struct case_result {
    weft_dtype dtype;
    int rank;
    int64_t shape[WEFT_MAX_RANK];
    int64_t steps[WEFT_MAX_RANK]; /* of an allocated result */
    bool any_steps;               /* not promised */
    char *elements;               /* owned, in C order */
} case_result;

/* One line. */
typedef struct numpy_case {
    const char *method, *name; /* borrowed from the line */
    case_operand operands[CASE_OPERANDS];
    int operand_count;
    weft_options options;
    weft_dtype signature[WEFT_MAX_OPERANDS];
    int axes[CASE_AXES];
    int axis_count; /* of `axes`, for gufuncs and reductions */
    bool all_axes;  /* reductions */
    bool is_refused;
    bool asks_flags;
    unsigned flags; /* the floating-point flags that must be raised */
    int ulps;       /* how far floating results may be off */
    case_result results[CASE_RESULTS];
    int result_count;
    unsigned castable; /* can_cast: a bit per dtype */
} numpy_case;

/* Reads a line, which is changed and must outlive the case; false and the reason where it is
 * malformed. *item is overwritten; case_clear frees what it owns in both events. */
bool case_read(char *line, numpy_case *item, char *reason, size_t reason_size);

/* Frees what the case owns. */
void case_clear(numpy_case *item);

/* Bytes from element 0 to the lowest and behind the highest byte of the elements; false where there
 * are none. */
bool case_reach(const weft_array *array, int64_t *low, int64_t *high);

/* The element at an index. */
char *case_element(const weft_array *array, const int64_t *index);

/* The next index in C order; false behind the last. */
bool case_advance(int rank, const int64_t *shape, int64_t *index);

#endif
