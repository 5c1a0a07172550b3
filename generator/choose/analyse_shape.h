/* analyse_shape.h: which kernel shapes a function gets. */
#ifndef WEFT_ANALYSE_SHAPE_H
#define WEFT_ANALYSE_SHAPE_H

#include "model/declaration.h"

/* Fills the shape of a function whose bodies have been read. */
void analyse_shape(arena *memory, function *shown);
/* Fills, of all shapes and loops, whether they have loops of reductions, which go as a tree. */
void analyse_folds(const module *all);
/* Whether the contiguous loop of an elementwise function has its helpers inside. */
bool analyse_flattened(const function *shown);
/* Whether a function of scalars on what it has made gives the same bits, stored in between or not:
 * no product that it ends with could be fused with a sum that it begins with; and whether it can
 * take any elements. */
bool analyse_nests(const body *read);
/* Whether a function of scalars is so short that loading its elements takes longest. */
bool analyse_light(const function *shown);
/* Whether a gpu's threads take the items of a function of another library one after the other: its
 * text stands once in a kernel, for a device compiler takes minutes over a few of a thousand
 * operations. */
bool analyse_heavy(const function *shown);
/* The shapes that serve a function, or one of its loops, on any target, as bits of <weft/shapes.h>;
 * those of the gpu only where it is not refused. A ufunc's loop may be of a declared reduction. */
uint64_t analyse_function_shapes(const function *shown);
uint64_t analyse_loop_shapes(const ufunc *owner, const loop *shown);
/* Bit d: a call may take each index along dimension d of the ufunc for an item of its own, with
 * that dimension 1: analyse_free.c. */
uint32_t analyse_free_dimensions(const ufunc *owner);

/* The sizes of a dimension that what is known of all functions of a ufunc holds for. */
size_range analyse_range(const ufunc *owner, const extent *dimension);
/* Finds the walks of a function's body that a team of threads may share, behind effects_find:
 * analyse_team.c. */
void analyse_team(arena *memory, const function *from, body *read);
/* Whether a body walks in order along the only axis of its arrays, and has these by their elements
 * only. */
bool analyse_streams(const function *from, const body *read);
/* Whether rounds of the walks of such a function ask for no elements but their own. */
bool analyse_streams_own(const function *shown);
/* Finds the walks of such a body that need not ask for each element: analyse_order.c. */
void analyse_order(arena *memory, const function *from, body *read);
/* No walk of the body may be shared, for this one cannot be written so. */
void analyse_team_give_up(body *read, const team_walk *spelled);
/* Finds the loops of a body, which is no team's, whose rounds a team may share between others in
 * order: analyse_deal.c. */
void analyse_deal(arena *memory, const function *from, body *read);
/* None may be, for what stands here cannot be written so. */
void analyse_deal_give_up(body *read, location place);
/* Bit d: dimension d of the ufunc says how many rounds the longest of them have. */
uint32_t analyse_deal_dimensions(const ufunc *owner);
/* Finds the loops of a body whose rounds hosts may compute as vectors, behind analyse_team:
 * analyse_row.c. */
void analyse_rows(arena *memory, body *read);
/* Fills is_recurrence of a function's sums. */
void analyse_recurrences(const ir_function *function);
/* Bit d: kernels for teams walk along dimension d of the ufunc; of `again`: more than once. */
/* Whether a team of threads may share its walks along lists. */
bool analyse_team_shares_lists(const function *from);
uint32_t analyse_team_dimensions(const ufunc *owner, uint32_t *again);
/* Whether a teamed function walks along an axis more than once, and all walks are along whole rows
 * that threads may keep. */
bool analyse_team_keeps(const function *from);
/* What the threads of a function's teams need of each other. */
team_bond analyse_team_bond(const function *shown);
/* The operand at the position of a C parameter; -1: the function's result. */
size_t analyse_operand_of(const function *shown, int parameter);
/* "operand 2 of a ufunc": its name in C, "result" for a returned value. */
const char *analyse_operand_name(const function *from, size_t operand);
/* A sum of products as the runtime reads it. */
const weft_contraction *analyse_descriptor(arena *memory, const function *shown,
                                           const contraction *sum);

#endif
