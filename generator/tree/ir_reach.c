/* ir_reach.c: the functions that calls lead to, each once. */
#include "ir.h"

/* A search from function to function. */
typedef struct reach_search {
    arena *memory;
    ir_reach found;
    bool *open; /* by place in found: its calls are being followed */
    size_t open_count;
} reach_search;

static void follow(reach_search *search, const ir_function *function);

static bool follow_call(void *context, const ir_expression *expression,
                        const ir_statement *statement)
{
    (void)statement;
    if (expression->kind == IR_CALL && expression->function)
        follow(context, expression->function);
    return true;
}

static void follow(reach_search *search, const ir_function *function)
{
    const size_t place = search->found.count;
    for (size_t i = 0; i < place; i++)
        if (search->found.functions[i] == function) {
            search->found.cycles |= search->open[i];
            return;
        }
    *ARENA_PUSH(search->memory, search->found.functions, search->found.count) = function;
    *ARENA_PUSH(search->memory, search->open, search->open_count) = true;
    ir_visit(function->body, follow_call, search);
    search->open[place] = false;
}

ir_reach ir_find_reach(arena *memory, const ir_function *function)
{
    reach_search search = {.memory = memory};
    follow(&search, function);
    return search.found;
}
