/* effects_walk.h: the walk through a function that finds whether every path writes an output, and
 * wholly, in the order of evaluation; shared by effects_kept.c, effects_expression.c and
 * effects_progress.c. It carries what has been written for sure: of a scalar all or nothing; of an
 * array the parts that constant indices tell apart, where the other indices count full-range loops.
 * What is written at the current index of such loops is done once they all have ended. */
#ifndef WEFT_EFFECTS_WALK_H
#define WEFT_EFFECTS_WALK_H

#include "effects.h"

enum { EFFECTS_LOOPS = 32, EFFECTS_CALLS = 64, EFFECTS_PARTS = 63 };

/* What has been written for sure. */
typedef struct progress {
    uint64_t done;    /* bit: a part of the output */
    uint64_t doing;   /* parts that are done once the loops in `pending` have ended */
    uint64_t pending; /* bit: an active loop */
} progress;

/* A loop around that counts from 0 to a size parameter or constant. */
typedef struct full_loop {
    const ir_variable *variable; /* NULL: any other loop */
    const ir_variable *size;     /* NULL: `constant` */
    int64_t constant;
} full_loop;

/* What a helper does to an output, which is a parameter of it. */
typedef struct helper_effect {
    bool fills, reads;
    uint64_t ever;
} helper_effect;

/* A helper that was walked through, or is being: then it is taken to do the worst. */
typedef struct known_helper {
    effects_output output;
    helper_effect effect;
} known_helper;

typedef struct known_helpers {
    known_helper **items;
    size_t count;
} known_helpers;

/* One walk. */
typedef struct walk {
    arena *memory;
    const effects_output *output;
    uint64_t all;   /* all parts */
    bool has_parts; /* constant indices tell them apart; else there is one */
    full_loop loops[EFFECTS_LOOPS];
    size_t loop_count;
    uint64_t ever; /* parts that may be written somewhere */
    progress now;
    progress *on_break, *on_continue; /* what holds where control may go on; or NULL */
    bool kept;        /* some path may leave the function without writing all, or: */
    bool read;        /* something is read first, or goes out of sight */
    const char *text; /* why; NULL: control leaves the function */
    location place;
    int call_depth;
    known_helpers *helpers;
} walk;

/* ---- effects_progress.c ---- */

/* The output may be left as it is: notes why, if nothing is noted yet. */
void effects_give_up(walk *in, const char *text, location place);
/* The same, for it is read first, or goes out of sight. */
void effects_note_early(walk *in, const char *text, location place);
/* What holds wherever control comes from; a point that is not reached adds nothing. */
progress effects_meet(progress a, progress b);
/* What holds at a point that control does not reach: everything. */
progress effects_nowhere(void);
bool effects_is_whole(const walk *in);
/* Whether the expression is the output's pointer itself. */
bool effects_is_output(const walk *in, const ir_expression *value);
/* Whether the expression is an element of the output: *y, y[0], y[i][j]. */
bool effects_is_element(const walk *in, const ir_expression *value);
/* What a write adds; what a read asks for. */
void effects_note_write(walk *in, const ir_expression *element);
/* A write on some paths only. */
void effects_note_maybe(walk *in, const ir_expression *element);
void effects_note_read(walk *in, const ir_expression *element);

/* ---- effects_expression.c, effects_kept.c ---- */

void effects_walk_expression(walk *in, const ir_expression *expression);
/* Of several calls the helper is walked through at the first. */
helper_effect effects_of_helper(const walk *caller, const ir_function *helper,
                                const effects_output *output);

#endif
