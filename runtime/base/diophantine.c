/* diophantine.c: a bounded search, largest coefficient first. At each variable only the values
 * whose remainder the smaller terms can still reach are tried, so that views of one array, whose
 * steps nest, are decided in a few steps. Sums cannot overflow: array_check bounds what a view
 * reaches. */
#include "diophantine.h"

#include <assert.h>

/* Nodes that a search may visit. */
enum { BUDGET = 20000 };

__extension__ typedef __int128 wide; /* sums over two views */

/* One search: what the terms from each index on can reach, and their common divisor. */
typedef struct search {
    const diophantine *problem;
    wide least[DIOPHANTINE_MAX_TERMS + 1];
    wide most[DIOPHANTINE_MAX_TERMS + 1];
    int64_t divisor[DIOPHANTINE_MAX_TERMS + 1];
    int budget;
} search;

static int64_t greatest_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static wide divide_down(wide a, wide b)
{
    return a / b - (a % b < 0);
}

static void prepare(search *state, const diophantine *problem)
{
    state->problem = problem;
    state->budget = BUDGET;
    state->least[problem->count] = state->most[problem->count] = 0;
    state->divisor[problem->count] = 0;
    for (int k = problem->count - 1; k >= 0; k--) {
        int64_t c = problem->terms[k].coefficient;
        assert(c > 0 && problem->terms[k].low <= problem->terms[k].high);
        assert(k == 0 || problem->terms[k - 1].coefficient > c); /* the largest first, each once */
        state->least[k] = state->least[k + 1] + (wide)c * problem->terms[k].low;
        state->most[k] = state->most[k + 1] + (wide)c * problem->terms[k].high;
        state->divisor[k] = greatest_divisor(c, state->divisor[k + 1]);
    }
}

/* Whether the terms from k on can sum to low … high. Recursion is at most 64 deep. */
static diophantine_answer explore(search *state, int k, wide low, wide high)
{
    if (state->budget-- <= 0)
        return DIOPHANTINE_UNKNOWN;
    if (low > state->most[k] || high < state->least[k])
        return DIOPHANTINE_NONE;
    if (k == state->problem->count) /* the empty sum, 0, lies in the range */
        return DIOPHANTINE_SOME;
    wide multiple = divide_down(high, state->divisor[k]) * state->divisor[k];
    if (multiple < low)
        return DIOPHANTINE_NONE;
    int64_t c = state->problem->terms[k].coefficient;
    wide first = -divide_down(-(low - state->most[k + 1]), c);
    wide last = divide_down(high - state->least[k + 1], c);
    if (first < state->problem->terms[k].low)
        first = state->problem->terms[k].low;
    if (last > state->problem->terms[k].high)
        last = state->problem->terms[k].high;
    for (wide value = first; value <= last; value++) {
        diophantine_answer answer = explore(state, k + 1, low - value * c, high - value * c);
        if (answer != DIOPHANTINE_NONE)
            return answer;
    }
    return DIOPHANTINE_NONE;
}

void diophantine_add(diophantine *problem, int64_t coefficient, int64_t extent)
{
    int64_t low = coefficient < 0 ? 1 - extent : 0, high = coefficient < 0 ? 0 : extent - 1;
    if (coefficient == 0 || extent <= 1)
        return;
    if (coefficient < 0)
        coefficient = -coefficient;
    for (int k = 0; k < problem->count; k++) {
        if (problem->terms[k].coefficient == coefficient) {
            problem->terms[k].low += low;
            problem->terms[k].high += high;
            return;
        }
    }
    assert(problem->count < DIOPHANTINE_MAX_TERMS);
    problem->terms[problem->count].coefficient = coefficient;
    problem->terms[problem->count].low = low;
    problem->terms[problem->count].high = high;
    problem->count++;
}

void diophantine_sort(diophantine *problem)
{
    for (int k = 1; k < problem->count; k++)
        for (int j = k; j > 0 && problem->terms[j].coefficient > problem->terms[j - 1].coefficient;
             j--) {
            __typeof__(problem->terms[0]) moved = problem->terms[j];
            problem->terms[j] = problem->terms[j - 1];
            problem->terms[j - 1] = moved;
        }
}

diophantine_answer diophantine_solve(const diophantine *problem, int64_t low, int64_t high)
{
    search state;
    prepare(&state, problem);
    return explore(&state, 0, low, high);
}

diophantine_answer diophantine_solve_nonzero(const diophantine *problem, int64_t low, int64_t high)
{
    search state;
    prepare(&state, problem);
    for (int k = 0; k < problem->count; k++) { /* the first variable that is not 0: positive */
        int64_t c = problem->terms[k].coefficient;
        for (int64_t value = 1; value <= problem->terms[k].high; value++) {
            wide rest = (wide)value * c;
            if (rest + state.least[k + 1] > high)
                break;
            diophantine_answer answer = explore(&state, k + 1, low - rest, high - rest);
            if (answer != DIOPHANTINE_NONE)
                return answer;
        }
    }
    return DIOPHANTINE_NONE;
}
