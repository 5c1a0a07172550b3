/* uniform_print.c: what varies, line by line. */
#include <string.h>

#include "uniform.h"

static bool is_named(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = names; *at; at += strcspn(at, ",")) {
        at += *at == ',';
        if (strcspn(at, ",") == length && strncmp(at, name, length) == 0)
            return true;
    }
    return false;
}

/* Whether what a statement computes or decides by varies. */
static bool varies(const uniformity *known, const ir_statement *statement)
{
    if (statement->kind == IR_WHILE)
        return known->divergent[statement->id];
    if (statement->kind == IR_DECLARATION) {
        const ir_expression *value = statement->variables[0]->initializer;
        return value && known->expressions[value->id];
    }
    const ir_expression *value = statement->expression;
    if (value && value->kind == IR_ASSIGN)
        value = value->operands[1];
    return value && known->expressions[value->id];
}

static const char *mark(void *context, const ir_statement *statement, const ir_variable *parameter)
{
    static const char *const marks[2][2] = {{"   ", " m "}, {"v  ", "vm "}};
    const uniformity *known = context;
    if (parameter)
        return marks[known->variables[parameter->id]][0];
    return statement ? marks[varies(known, statement)][known->masked[statement->id]] : "   ";
}

void uniform_print(const ir_function *function, const char *names, FILE *out)
{
    arena *memory = arena_new();
    ir_function *lowered = ir_lower_or_say(memory, function, out);
    if (lowered) {
        bool *uniform = arena_array(memory, lowered->parameter_count + 1, sizeof *uniform);
        for (size_t i = 0; i < lowered->parameter_count; i++)
            uniform[i] =
                lowered->parameters[i]->is_size || is_named(names, lowered->parameters[i]->name);
        uniformity known = uniform_find(memory, lowered, uniform, NULL);
        ir_print_marked(lowered, mark, &known, out);
    }
    arena_free(memory);
}
