/* team.h: walks, and whether their rounds may run side by side; shared by analyse_team.c,
 * team_axes.c, team_value.c, team_count.c, analyse_deal.c and
 * analyse_order.c. */
#ifndef WEFT_ANALYSE_TEAM_H
#define WEFT_ANALYSE_TEAM_H

#include "analyse/analyse.h"
#include "model/declaration.h"

/* What an output is used for. */
typedef enum team_use {
    TEAM_UNUSED,
    TEAM_ALIKE, /* written outside of walks: by all threads alike */
    TEAM_SPLIT  /* each element by the thread that has its last index */
} team_use;

typedef struct team_search {
    arena *memory;
    const function *from;
    const ir_function *tree;
    body_team *result;
    team_walk *walk;             /* that is looked at; NULL: between walks */
    const ir_statement *around;  /* the innermost loop around it that is none; or NULL */
    const ir_expression *target; /* what the assignment that is looked at replaces, unread */
    team_use *uses;              /* by operand */
    const body *read;
    const ir_statement
        *repeated; /* a loop without walks, which all threads compute; NULL: there is none */
} team_search;

/* Whether a statement is a walk; then begins it. */
bool team_is_walk(const team_search *in, const ir_statement *statement, team_walk *walk);
/* Whether what counts walk i of some is gone behind it: of one that is declared outside nothing
 * else may be asked. */
bool team_counter_ends(const team_search *in, const team_walk *walks, size_t count, size_t i);
/* Notes why no team computes it, if nothing is noted yet; false. */
bool team_refuse(team_search *in, location place, const char *text);
/* The operand of an array parameter; -1 for any other variable. */
int team_operand(const team_search *in, const ir_variable *variable);
/* The operand whose element an expression is; -1: none's. */
int team_element(const team_search *in, const ir_expression *expression);
/* Whether it is the element of the round's own index. */
bool team_is_own_element(const team_search *in, const ir_expression *element);
/* Whether an expression may stand in a round, what it changes included. */
bool team_look_inside(team_search *in, const ir_expression *expression);
/* Whether an expression is a call that comes to a loop. */
bool team_calls_loop(const ir_expression *expression);
/* How often a variable stands in a statement or an expression. */
size_t team_mentions(const ir_statement *statement, const ir_variable *variable);
size_t team_mentions_of(const ir_expression *expression, const ir_variable *variable);

/* ---- team_value.c ---- */

/* Whether a statement of a round changes a variable that outlives it as a sum, a largest or a place
 * does: then notes it, and *good is whether what it takes may stand there. */
bool team_read_value(team_search *in, const ir_statement *statement, bool *good);
/* Whether nothing else in the walk has these variables. */
bool team_values_alone(team_search *in);

/* ---- team_count.c ---- */

/* Whether a statement of a round counts in an element of an output that is not the round's own:
 * then notes it, and *good is whether that may stand there. */
bool team_read_count(team_search *in, const ir_statement *statement, bool *good);
/* Whether nothing else in the walk has these outputs. */
bool team_counts_alone(team_search *in);

#endif
