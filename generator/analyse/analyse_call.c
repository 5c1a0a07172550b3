/* analyse_call.c: what a function reaches: itself, unknown code, the rest of the program. */
#include "analyse.h"

/* How far the search has come with one function. */
typedef enum progress { UNSEEN, OPEN, DONE } progress;

typedef struct recursion_search {
    const ir_function **functions;
    progress *states;
    size_t count;
    const ir_expression *call; /* the first that closes a cycle */
} recursion_search;

static bool follow_call(void *context, const ir_expression *expression,
                        const ir_statement *statement);

static void follow(recursion_search *search, const ir_function *function)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->functions[i] == function && search->states[i] == UNSEEN) {
            search->states[i] = OPEN;
            ir_visit(function->body, follow_call, search);
            search->states[i] = DONE;
        }
}

static bool follow_call(void *context, const ir_expression *expression,
                        const ir_statement *statement)
{
    recursion_search *search = context;
    (void)statement;
    if (expression->kind != IR_CALL || !expression->function || search->call)
        return !search->call;
    for (size_t i = 0; i < search->count; i++)
        if (search->functions[i] == expression->function && search->states[i] == OPEN)
            search->call = expression;
    if (!search->call)
        follow(search, expression->function);
    return !search->call;
}

bool analyse_recursion(const ir_function *function, const ir_expression **call)
{
    arena *memory = arena_new();
    recursion_search search = {.count = function->helper_count + 1};
    search.functions = arena_array(memory, search.count, sizeof *search.functions);
    search.states = arena_array(memory, search.count, sizeof *search.states);
    search.functions[0] = function;
    for (size_t i = 0; i < function->helper_count; i++)
        search.functions[i + 1] = function->helpers[i];
    follow(&search, function);
    *call = search.call;
    arena_free(memory);
    return search.call != NULL;
}

static bool find_impurity(void *context, const ir_expression *expression,
                          const ir_statement *statement)
{
    bool *pure = context;
    (void)statement;
    if (expression->kind == IR_VARIABLE && expression->variable->storage == IR_GLOBAL)
        *pure = false;
    if (expression->kind == IR_CALL && expression->callee == IR_CALLEE_UNKNOWN)
        *pure = false;
    if (expression->kind == IR_CALL && expression->callee == IR_CALLEE_LIBRARY)
        *pure &= expression->library && !expression->library->impure;
    return *pure;
}

bool analyse_purity(const ir_function *function)
{
    bool pure = true;
    ir_visit(function->body, find_impurity, &pure);
    for (size_t i = 0; i < function->helper_count; i++)
        ir_visit(function->helpers[i]->body, find_impurity, &pure);
    return pure;
}
