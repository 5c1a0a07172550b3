/* perform.h: one case, built, called one way and compared. */
#ifndef CALL_PERFORM_H
#define CALL_PERFORM_H

#include "cases.h"

/* A case of the list. */
typedef struct call_case {
    const subject *of;
    const weft_loop *loop;
    const char *cores; /* "" for scalar functions */
    const situation *in;
    const weft_dtype *inputs; /* dtypes of the inputs where they are not the loop's, else NULL */
} call_case;

/* How a case is called. */
typedef struct way {
    weft_target target;
    int threads;
    bool on_device; /* the operands lie on the device */
    int ranges;     /* the call is made of ranges of at most so many items; 0: as a whole */
} way;

typedef enum outcome { OUTCOME_PASSED, OUTCOME_FAILED, OUTCOME_NOT_A_CASE } outcome;

/* What came of it. */
typedef struct result {
    outcome outcome;
    uint64_t digest; /* of the outputs' bytes, by index */
    char text[1024]; /* why it failed */
} result;

/* Calls a case in a way. NOT_A_CASE: this situation cannot be for this subject. */
void perform(const call_case *one, const way *called, result *made);
/* What goes wrong on purpose: `begin` is called before weft_call, `end` behind it. */
typedef struct trouble {
    void (*begin)(void *context);
    void (*end)(void *context);
    void *context;
} trouble;

/* The same with trouble. Where the call fails, *status and made->text say how; it has PASSED if the
 * outputs are as they were, and FAILED if not. A fault of the device may also come when host outputs are
 * complete, and leaves anything in those that lie on it. */
void perform_in_trouble(const call_case *one, const way *called, const trouble *in_trouble,
                        result *made, weft_status *status);
/* Calls `visit` for every case of the list. */
void perform_each(void (*visit)(const call_case *one, void *context), void *context);
/* "plus float32(float32, float32) [3,4|4,5|3,5], a long row", into a static buffer. */
const char *perform_name(const call_case *one);

#endif
