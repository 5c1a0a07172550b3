/* nest.h: a tile of results at a time, of two parallel loops around one in order: rows of
 * results by vectors along the columns, all in registers while the rounds go by in their order, so
 * that each result is what the text makes of it. No guard: it is read once per nest, behind its
 * start, step and finish as functions of vectors (WEFT_VECTOR_COUNT is 1), and
 *
 *     WEFT_NEST_NAME, WEFT_NEST_PARAMETERS, WEFT_NEST_ARGUMENTS
 *                            the function's, and its parameters as a call has them
 *     WEFT_NEST_TILE         the name of the function for the rounds of one tile
 *     WEFT_NEST_ROW(X, …), WEFT_NEST_COLUMN(X, …), WEFT_NEST_DEPTH(X, …)
 *                            X(type, counter, begin, end, …) of the loop
 *     WEFT_NEST_ROWS         how many rows a tile has: 6, 3 or 2
 *     WEFT_NEST_STATES(X)    X(k, element) of each variable of a result
 *     WEFT_NEST_VARIABLES(X, r)  X(k, element, r) of the same
 *     WEFT_NEST_PANELS(X)    X(k, element, close, text) of each element that moves along the
 *                            columns; close: those of successive columns lie side by side, 2: and
 *                            those of rounds as far apart each time
 *     WEFT_NEST_START, WEFT_NEST_FINISH
 *                            the calls for a vector of results, whose states are at weft_s0 …
 *     WEFT_NEST_LEFT         makes weft_a0 … of the elements that move along the rows
 *     WEFT_NEST_STEP(r, c)   the call for a round of the vector in row r and column c of the tile
 *
 * In their texts the counters have their names. The elements of some columns and rounds lie packed,
 * round by round, or so near to each other that they need not; states wait in memory between the
 * packed blocks. Where a tile is not whole, its last row and column are there several times. */

/* Rounds, and rows of results, of a packed block; vectors of a row of a tile. */
#define WEFT_NEST_ROUNDS  96
#define WEFT_NEST_BLOCK   48
#define WEFT_NEST_VECTORS 2

/* Some rounds of one tile: a function of its own, for the addresses of the rows need all registers
 * that there are. */
WEFT_ONCE void WEFT_NEST_TILE(const weft_nest_part *weft_part,
                              WEFT_NEST_STATES(WEFT_NEST_MEMORY_PARAMETER)
                                  WEFT_NEST_PANELS(WEFT_NEST_PANEL_PARAMETER) WEFT_NEST_PARAMETERS)
{
    const int64_t weft_i = weft_part->i, weft_j = weft_part->j, weft_k = weft_part->k;
    const int64_t weft_r = weft_part->r, weft_high = weft_part->high;
    const int64_t weft_wide = weft_part->wide, weft_deep = weft_part->deep;
    (void)weft_j, (void)weft_wide;
    WEFT_NEST_EACH(WEFT_NEST_TAKE);
    _Pragma("GCC unroll 1") for (int64_t weft_d = 0; weft_d < weft_deep; weft_d++)
    {
        WEFT_NEST_DEPTH(WEFT_NEST_LET, weft_k + weft_d);
        WEFT_NEST_PANELS(WEFT_NEST_RIGHT);
        WEFT_NEST_EACH(WEFT_NEST_ROUND);
    }
    WEFT_NEST_EACH(WEFT_NEST_KEEP);
}

WEFT_FUNCTION bool WEFT_NEST_NAME(WEFT_NEST_PARAMETERS)
{
    const int64_t weft_row = WEFT_NEST_ROW(WEFT_NEST_BEGIN),
                  weft_rows = WEFT_NEST_ROW(WEFT_NEST_END);
    const int64_t weft_column = WEFT_NEST_COLUMN(WEFT_NEST_BEGIN),
                  weft_columns = WEFT_NEST_COLUMN(WEFT_NEST_END);
    const int64_t weft_round = WEFT_NEST_DEPTH(WEFT_NEST_BEGIN),
                  weft_rounds = WEFT_NEST_DEPTH(WEFT_NEST_END);
    if (!WEFT_NEST_PAYS(weft_rows - weft_row, weft_columns - weft_column))
        return false;
    WEFT_NEST_STATES(WEFT_NEST_MEMORY)
    WEFT_NEST_PANELS(WEFT_NEST_PANEL)
    for (int64_t weft_j = weft_column; weft_j < weft_columns;
         weft_j += WEFT_NEST_VECTORS * WEFT_LANES)
        for (int64_t weft_i = weft_row; weft_i < weft_rows; weft_i += WEFT_NEST_BLOCK) {
            const int64_t weft_wide =
                WEFT_NEST_LEAST_OF(weft_columns - weft_j, WEFT_NEST_VECTORS * WEFT_LANES);
            const int64_t weft_high = WEFT_NEST_LEAST_OF(weft_rows - weft_i, WEFT_NEST_BLOCK);
            WEFT_NEST_EACH_VECTOR
            {
                WEFT_NEST_ROW(WEFT_NEST_LET, weft_i + weft_r)
                WEFT_NEST_STATES(WEFT_NEST_AT)
                WEFT_NEST_START
            }
            for (int64_t weft_k = weft_round; weft_k < weft_rounds; weft_k += WEFT_NEST_ROUNDS) {
                const int64_t weft_deep =
                    WEFT_NEST_LEAST_OF(weft_rounds - weft_k, WEFT_NEST_ROUNDS);
                bool weft_packs = false;
                WEFT_NEST_PANELS(WEFT_NEST_SOURCE)
                weft_packs &= weft_i == weft_row || weft_rounds - weft_round > WEFT_NEST_ROUNDS;
                if (weft_packs && weft_wide == WEFT_NEST_VECTORS * WEFT_LANES)
                    for (int64_t weft_d = 0; weft_d < weft_deep; weft_d++) {
                        WEFT_NEST_DEPTH(WEFT_NEST_LET, weft_k + weft_d)
                        WEFT_NEST_PANELS(WEFT_NEST_PACK_ALL)
                    }
                else if (weft_packs)
                    for (int64_t weft_d = 0; weft_d < weft_deep; weft_d++) {
                        WEFT_NEST_DEPTH(WEFT_NEST_LET, weft_k + weft_d)
                        WEFT_NEST_PANELS(WEFT_NEST_PACK)
                    }
                for (int64_t weft_r = 0; weft_r < weft_high; weft_r += WEFT_NEST_ROWS) {
                    const weft_nest_part weft_part = {weft_i,    weft_j,    weft_k,   weft_r,
                                                      weft_high, weft_wide, weft_deep};
                    WEFT_NEST_TILE(&weft_part, WEFT_NEST_STATES(WEFT_NEST_MEMORY_PASSED)
                                                   WEFT_NEST_PANELS(WEFT_NEST_PANEL_PASSED)
                                                       WEFT_NEST_ARGUMENTS);
                }
            }
            WEFT_NEST_EACH_VECTOR
            {
                WEFT_NEST_ROW(WEFT_NEST_LET, weft_i + weft_r)
                WEFT_NEST_STATES(WEFT_NEST_AT)
                WEFT_NEST_FINISH
            }
        }
    return true;
}

#undef WEFT_NEST_ROUNDS
#undef WEFT_NEST_BLOCK
#undef WEFT_NEST_VECTORS
#undef WEFT_NEST_NAME
#undef WEFT_NEST_PARAMETERS
#undef WEFT_NEST_ARGUMENTS
#undef WEFT_NEST_TILE
#undef WEFT_NEST_ROW
#undef WEFT_NEST_COLUMN
#undef WEFT_NEST_DEPTH
#undef WEFT_NEST_ROWS
#undef WEFT_NEST_STATES
#undef WEFT_NEST_VARIABLES
#undef WEFT_NEST_PANELS
#undef WEFT_NEST_START
#undef WEFT_NEST_FINISH
#undef WEFT_NEST_LEFT
#undef WEFT_NEST_STEP
