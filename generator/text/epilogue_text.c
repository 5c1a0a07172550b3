#include "epilogue_text.h"

#include <inttypes.h>

/* A step with the numbers of those whose values it takes. */
typedef struct node {
    weft_epilogue_step step;
    unsigned term, operands[4];
} node;

typedef struct printer {
    const weft_contraction *sum;
    const char *const *names;
    FILE *out;
    node nodes[WEFT_EPILOGUE_MOST_STEPS];
} printer;

void epilogue_print_term(const weft_term *term, const char *const *names, FILE *out)
{
    if (term->letters)
        fprintf(out, term->letters[0] ? "%s[%s]" : "%s", names[term->operand], term->letters);
    else if (term->number == (double)term->integer)
        fprintf(out, "%" PRId64, term->integer);
    else
        fprintf(out, "%.17g", term->number);
}

/* How many values a step takes. */
static unsigned takes(weft_epilogue_step step)
{
    return step <= WEFT_EPILOGUE_TERM     ? 0
           : step == WEFT_EPILOGUE_NEGATE ? 1
           : step < WEFT_EPILOGUE_LESS    ? 2
                                          : 4;
}

static void print_node(const printer *from, unsigned number, bool whole)
{
    static const char *const between[WEFT_EPILOGUE_STEP_COUNT] = {
        [WEFT_EPILOGUE_ADD] = " + ",      [WEFT_EPILOGUE_SUBTRACT] = " - ",
        [WEFT_EPILOGUE_MULTIPLY] = " * ", [WEFT_EPILOGUE_DIVIDE] = " / ",
        [WEFT_EPILOGUE_MAXIMUM] = ", ",   [WEFT_EPILOGUE_MINIMUM] = ", ",
        [WEFT_EPILOGUE_LESS] = " < ",     [WEFT_EPILOGUE_LESS_EQUAL] = " <= ",
        [WEFT_EPILOGUE_EQUAL] = " == "};
    const node *shown = &from->nodes[number];
    const bool is_call =
        shown->step == WEFT_EPILOGUE_MAXIMUM || shown->step == WEFT_EPILOGUE_MINIMUM;
    if (shown->step == WEFT_EPILOGUE_SUM) {
        fputs("sum", from->out);
    } else if (shown->step == WEFT_EPILOGUE_TERM) {
        epilogue_print_term(&from->sum->terms[shown->term], from->names, from->out);
    } else if (shown->step == WEFT_EPILOGUE_NEGATE) {
        fputc('-', from->out);
        print_node(from, shown->operands[0], false);
    } else {
        const bool enclosed = is_call || !whole;
        if (is_call)
            fputs(shown->step == WEFT_EPILOGUE_MAXIMUM ? "fmax" : "fmin", from->out);
        fputs(enclosed ? "(" : "", from->out);
        print_node(from, shown->operands[0], is_call);
        fputs(between[shown->step], from->out);
        print_node(from, shown->operands[1], is_call);
        for (unsigned i = 2; i < takes(shown->step); i++) {
            fputs(i == 2 ? " ? " : " : ", from->out);
            print_node(from, shown->operands[i], false);
        }
        fputs(enclosed ? ")" : "", from->out);
    }
}

void epilogue_print(const weft_contraction *sum, const char *const *names, FILE *out)
{
    printer to = {.sum = sum, .names = names, .out = out};
    unsigned stack[WEFT_EPILOGUE_DEPTH], depth = 0, count = 0;
    for (unsigned i = 0; sum->epilogue && i < sum->epilogue->length; i++) {
        node *next = &to.nodes[count];
        next->step = (weft_epilogue_step)sum->epilogue->steps[i];
        if (next->step == WEFT_EPILOGUE_TERM)
            next->term = sum->epilogue->steps[++i];
        depth -= takes(next->step);
        for (unsigned k = 0; k < takes(next->step); k++)
            next->operands[k] = stack[depth + k];
        stack[depth++] = count++;
    }
    if (depth)
        print_node(&to, stack[0], true);
}
