/* expect.h: the values of a case's inputs, what must come out, and whether it did. */
#ifndef CALL_EXPECT_H
#define CALL_EXPECT_H

#include "shape.h"

/* Elements of an output. */
int64_t expect_items(const case_state *state, int output);
/* Writes the values of an input. */
void expect_fill(case_state *state, int input);
/* Writes the bytes of the mask. */
void expect_fill_mask(case_state *state);
/* Computes state->expected from the inputs as they lie in memory. */
void expect_compute(case_state *state);
/* Compares dtypes, shapes, every element, and every byte that nobody may write. */
bool expect_compare(case_state *state, char *text, size_t size, uint64_t *digest);

#endif
