/* analyse_flat.c: whether the contiguous loop of a function has all of its helpers inside. A
 * compiler makes vectors of no loop that calls what it did not inline, and it does not inline much.
 */
#include "analyse_shape.h"

/* So many expressions, each helper counted where it is called. Fewer a compiler inlines by itself;
 * of more, what it needs and writes is more than what the vectors save. */
enum { LEAST_EXPRESSIONS = 150, MOST_EXPRESSIONS = 6000 };

typedef struct expansion {
    size_t count;
    bool any, unfit; /* a helper is called; something cannot be inlined */
} expansion;

static void expand(expansion *in, const ir_function *function);

static bool count_expression(void *context, const ir_expression *expression,
                             const ir_statement *statement)
{
    expansion *in = context;
    (void)statement;
    in->count++;
    if (expression->kind != IR_CALL)
        return true;
    if (expression->callee == IR_CALLEE_UNKNOWN)
        in->unfit = true;
    if (expression->callee == IR_CALLEE_HELPER && expression->function) {
        in->any = true;
        expand(in, expression->function);
    }
    return true;
}

/* Whether a statement has a loop in it. */
static bool has_loop(const ir_statement *statement)
{
    if (!statement)
        return false;
    bool found =
        ir_is_loop(statement) || statement->jump != IR_NO_JUMP || has_loop(statement->first);
    for (size_t i = 0; i < statement->child_count && !found; i++)
        found = has_loop(statement->children[i]);
    return found;
}

static void expand(expansion *in, const ir_function *function)
{
    if (in->unfit || in->count > MOST_EXPRESSIONS || has_loop(function->body)) {
        in->unfit = true;
        return;
    }
    ir_visit(function->body, count_expression, in);
}

bool analyse_flattened(const function *shown)
{
    const body *read = shown->binding_count ? shown->bodies[0] : NULL;
    if (!read || !read->tree || read->recursive)
        return false;
    expansion in = {0};
    expand(&in, read->tree);
    return in.any && !in.unfit && in.count >= LEAST_EXPRESSIONS && in.count <= MOST_EXPRESSIONS;
}
