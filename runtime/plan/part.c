/* part.c: boxes of a range, and pieces of a plan. */
#include "part.h"

#include <assert.h>

#include "base/checked.h"

enum {
    ROWS_PER_PIECE = 8, /* fewer rows than this many per piece are split themselves */
    LINES = 48          /* lines are split at multiples of these: of every tile's height */
};

/* The innermost axes that a box takes whole: as many as begin at `lo` and end before `hi`; *items
 * is how many items they have. */
static int count_whole_axes(const weft_plan *plan, int64_t lo, int64_t hi, int64_t *items)
{
    int axis = 0;
    *items = 1;
    while (axis < plan->rank && lo % (*items * plan->extents[axis]) == 0 &&
           *items * plan->extents[axis] <= hi - lo)
        *items *= plan->extents[axis++];
    return axis;
}

int64_t part_next_box(const weft_plan *plan, int64_t lo, int64_t hi, plan_box *box)
{
    int64_t items, left = lo;
    assert(0 <= lo && lo < hi && hi <= plan->item_count);
    const int cut = count_whole_axes(plan, lo, hi, &items);
    for (int axis = 0; axis < plan->rank; axis++) {
        box->first[axis] = left % plan->extents[axis];
        box->extents[axis] = axis < cut ? plan->extents[axis] : 1;
        left /= plan->extents[axis];
    }
    if (cut == plan->rank)
        return lo + items;
    const int64_t most = plan->extents[cut] - box->first[cut], wanted = (hi - lo) / items;
    box->extents[cut] = wanted < most ? wanted : most;
    assert(left == 0 && box->extents[cut] >= 1); /* every box is a step on */
    return lo + box->extents[cut] * items;
}

static int64_t count_rows(const weft_plan *plan)
{
    int64_t count = 1;
    for (int axis = 1; axis < plan->rank; axis++)
        count *= plan->extents[axis];
    return count;
}

plan_piece part_whole(const weft_plan *plan)
{
    return (plan_piece){.row_end = count_rows(plan), .item_end = plan->extents[0]};
}

/* A few large items, for many pieces. */
static bool cut_lines(plan_cut *cut, int64_t wanted)
{
    int64_t items;
    if (cut->line_count <= LINES || !checked_multiply(cut->row_count, cut->row_items, &items) ||
        items >= wanted)
        return false;
    const int64_t each = quotient_up(wanted, items);
    cut->chunk = quotient_up(quotient_up(cut->line_count, each), LINES) * LINES;
    cut->pieces_per_item = quotient_up(cut->line_count, cut->chunk);
    cut->piece_count = items * cut->pieces_per_item;
    return true;
}

plan_cut part_cut(const weft_plan *plan, int64_t wanted, int64_t grain, int64_t line_count)
{
    plan_cut cut = {
        .row_count = count_rows(plan), .row_items = plan->extents[0], .line_count = line_count};
    assert(wanted >= 1 && grain >= 1);
    cut.piece_count = wanted < cut.row_count ? wanted : cut.row_count;
    if (cut_lines(&cut, wanted) || cut.row_count / ROWS_PER_PIECE >= wanted ||
        cut.row_items <= grain)
        return cut;
    const int64_t per_row = quotient_up(wanted, cut.row_count);
    cut.chunk = quotient_up(quotient_up(cut.row_items, per_row), grain) * grain;
    cut.pieces_per_row = quotient_up(cut.row_items, cut.chunk);
    cut.piece_count = cut.row_count * cut.pieces_per_row;
    return cut;
}

plan_cut part_cut_blocks(const weft_plan *plan, int64_t wanted, int64_t grain, int64_t block_rows)
{
    plan_cut cut = {.row_count = count_rows(plan), .row_items = plan->extents[0], .line_count = 1};
    const int64_t most = quotient_up(cut.row_count, block_rows);
    cut.row_pieces = wanted < most ? wanted : most;
    const int64_t per_row = quotient_up(wanted, cut.row_pieces);
    cut.chunk = quotient_up(quotient_up(cut.row_items, per_row), grain) * grain;
    cut.pieces_per_row = quotient_up(cut.row_items, cut.chunk);
    cut.piece_count = cut.row_pieces * cut.pieces_per_row;
    return cut;
}

plan_cut part_cut_lists(const weft_plan *plan, int64_t wanted)
{
    const int64_t most = plan->item_count;
    return (plan_cut){.piece_count = wanted < most ? wanted : most,
                      .row_count = 1,
                      .row_items = plan->item_count,
                      .line_count = 1,
                      .lists = plan};
}

/* What the first so many lists weigh: themselves, and their elements along each size. */
static double weigh_lists(const weft_plan *plan, int64_t count)
{
    double weight = (double)count;
    for (int d = 0; d < plan->ufunc->dimension_count; d++)
        if (plan->lists[d])
            weight += (double)(plan->lists[d][count] - plan->lists[d][0]);
    return weight;
}

/* Where piece `piece` begins: at the first list before which so much lies. */
static int64_t find_list(const plan_cut *cut, int64_t piece)
{
    const double wanted = weigh_lists(cut->lists, cut->row_items) / (double)cut->piece_count;
    int64_t low = 0, high = cut->row_items;
    if (piece == cut->piece_count)
        return high;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (weigh_lists(cut->lists, middle) < wanted * (double)piece)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Where a piece of so many ends. */
static int64_t find_end(int64_t first, int64_t chunk, int64_t all)
{
    return all - first < chunk ? all : first + chunk;
}

/* Part `piece` of so many of the rows: as even as can be, without overflow. */
static plan_piece find_rows(const plan_cut *cut, int64_t piece, int64_t count)
{
    const int64_t each = cut->row_count / count, more = cut->row_count % count;
    const int64_t first = piece * each + (piece < more ? piece : more);
    return (plan_piece){first, first + each + (piece < more), 0, cut->row_items, 0, 0};
}

/* Whether a piece lies in what was cut, and has something of it. */
static inline bool lies_inside(const plan_cut *cut, plan_piece piece)
{
    return 0 <= piece.first_row && piece.first_row < piece.row_end &&
           piece.row_end <= cut->row_count && 0 <= piece.first_item &&
           piece.first_item < piece.item_end + (cut->lists != NULL) &&
           piece.item_end <= cut->row_items;
}

static plan_piece find_piece(const plan_cut *cut, int64_t piece)
{
    if (cut->lists)
        return (plan_piece){0, 1, find_list(cut, piece), find_list(cut, piece + 1), 0, 0};
    if (cut->pieces_per_item) {
        const int64_t item = piece / cut->pieces_per_item, row = item / cut->row_items;
        const int64_t first = piece % cut->pieces_per_item * cut->chunk,
                      own = item % cut->row_items;
        return (plan_piece){row,     row + 1, own,
                            own + 1, first,   find_end(first, cut->chunk, cut->line_count)};
    }
    if (cut->pieces_per_row == 0)
        return find_rows(cut, piece, cut->piece_count);
    const int64_t row = piece / cut->pieces_per_row;
    const int64_t first = piece % cut->pieces_per_row * cut->chunk;
    plan_piece part = {row, row + 1, 0, 0, 0, 0};
    if (cut->row_pieces > 0)
        part = find_rows(cut, row, cut->row_pieces);
    part.first_item = first;
    part.item_end = find_end(first, cut->chunk, cut->row_items);
    return part;
}

plan_piece part_piece(const plan_cut *cut, int64_t piece)
{
    assert(0 <= piece && piece < cut->piece_count);
    const plan_piece found = find_piece(cut, piece);
    assert(lies_inside(cut, found));
    return found;
}
