/* analyse_epilogue.c: what a sum starts at, and what becomes of it before it is stored, as terms
 * and steps that the runtime computes: arithmetic in one dtype, as C does it. */
#include "analyse.h"

#include <string.h>

/* Where terms stand: the axes of an element that is set or stored, and the loops around. */
typedef struct term_site {
    const ir_expression *element; /* NULL: the function's result */
    const ir_statement *const *loops;
    size_t depth;
} term_site;

/* One epilogue as it is written. */
typedef struct epilogue_writer {
    sum_reader *in;
    term_site site;
    weft_dtype dtype;
    int depth;
} epilogue_writer;

/* ---- terms ---- */

/* A literal as a constant of the dtype, which it is cast to without loss, or rounded once. */
static bool read_literal(const ir_expression *literal, weft_dtype dtype, contraction_term *term)
{
    const ir_type type = {.kind = IR_TYPE_SCALAR, .dtype = dtype};
    const bool is_single = literal->type->dtype == WEFT_FLOAT32;
    term->integer = literal->integer;
    if (literal->is_integer)
        term->number = (double)literal->integer;
    else
        term->number = is_single ? (double)(float)literal->number : literal->number;
    if (literal->is_integer && literal->integer < 0)
        return false;
    return literal->is_integer ? ir_is_integer(&type) || literal->integer <= (int64_t)1 << 53
                               : ir_kind(&type) == 'f';
}

/* The letters of an element of an input whose axes are some of the site's. */
static bool read_term_letters(const sum_reader *in, const term_site *site,
                              const ir_expression *element, contraction_term *term)
{
    char text[ELEMENT_MOST_AXES + 1] = "";
    element_axes axes, own = {0};
    if (!analyse_element(site->loops, site->depth, element, &axes) ||
        (site->element && !analyse_element(site->loops, site->depth, site->element, &own)))
        return false;
    for (size_t i = 0; i < axes.count; i++) {
        size_t axis = 0;
        while (axis < own.count && own.loops[axis] != axes.loops[i])
            axis++;
        if (axis == own.count || strchr(text, in->result->letters[2][axis]))
            return false;
        text[i] = in->result->letters[2][axis];
    }
    term->letters = arena_copy(in->memory, text);
    term->parameter = (int)axes.parameter->position;
    return true;
}

static bool is_same_term(const contraction_term *a, const contraction_term *b)
{
    if (!a->letters || !b->letters)
        return a->letters == b->letters && a->integer == b->integer && a->number == b->number;
    return a->parameter == b->parameter && strcmp(a->letters, b->letters) == 0;
}

/* A constant, a scalar operand or an element, cast to the dtype. *number: which term it is. */
static bool add_term(sum_reader *in, const term_site *site, const ir_expression *value,
                     weft_dtype dtype, size_t *number)
{
    contraction *result = in->result;
    const ir_expression *inner = ir_strip_casts(value);
    contraction_term term = {.parameter = -1};
    if (!analyse_is_one_cast(value, inner->type->dtype, dtype))
        return analyse_refuse_tiles(in, value, "it is of another type");
    if (inner->kind == IR_LITERAL) {
        if (!read_literal(inner, dtype, &term))
            return analyse_refuse_tiles(in, inner, "it is a constant of another type");
    } else if (inner->kind == IR_VARIABLE && inner->variable->storage == IR_PARAMETER &&
               !inner->variable->is_size) {
        term.letters = "";
        term.parameter = (int)inner->variable->position;
    } else if (inner->kind != IR_SUBSCRIPT || !read_term_letters(in, site, inner, &term)) {
        return analyse_refuse_tiles(
            in, inner, "it is neither a constant nor an operand at the result's place");
    }
    if (term.parameter >= 0 && term.parameter == result->parameters[2])
        return analyse_refuse_tiles(in, inner, "it is what the output was before");
    *number = result->starts; /* the first term is the start's alone, in the sum's dtype */
    while (*number < result->term_count && !is_same_term(&result->terms[*number], &term))
        ++*number;
    if (*number == WEFT_EPILOGUE_MOST_TERMS)
        return analyse_refuse_tiles(in, inner, "it has many operands");
    if (*number == result->term_count)
        result->terms[result->term_count++] = term;
    return true;
}

bool analyse_start(sum_reader *in)
{
    const sum_of_products *found = in->found;
    const bool in_place = found->start_site != NULL;
    const term_site site = {in_place ? found->start_site : found->output,
                            in_place ? found->start_loops : found->loops,
                            in_place ? found->start_depth : found->depth};
    size_t number;
    if (!found->start)
        return true;
    in->result->starts = add_term(in, &site, found->start, in->result->dtype, &number);
    return in->result->starts;
}

/* ---- steps ---- */

static bool write_step(epilogue_writer *to, const ir_expression *at, weft_epilogue_step step,
                       int takes)
{
    contraction *result = to->in->result;
    to->depth += 1 - takes;
    if (to->depth > WEFT_EPILOGUE_DEPTH || result->step_count + 2 > WEFT_EPILOGUE_MOST_STEPS)
        return analyse_refuse_tiles(to->in, at, "what is stored is a long expression");
    result->steps[result->step_count++] = (uint8_t)step;
    return true;
}

static bool write_value(epilogue_writer *to, const ir_expression *value, size_t level);

static bool is_sum(const epilogue_writer *to, const ir_expression *value)
{
    const ir_expression *target = to->in->found->target;
    return target->kind == IR_VARIABLE && value->kind == IR_VARIABLE &&
           value->variable == target->variable;
}

/* The comparison under a condition's conversions; NULL if it is none that has a step. */
static const ir_expression *find_comparison(const epilogue_writer *to,
                                            const ir_expression *condition)
{
    const ir_expression *compared = ir_strip_casts(condition);
    const ir_type type = {.kind = IR_TYPE_SCALAR, .dtype = to->dtype};
    return ir_is_comparison(compared) && ir_kind(&type) != 'c' ? compared : NULL;
}

/* The two compared values in the order of the step that compares them. */
static bool write_comparison(epilogue_writer *to, const ir_expression *compared, size_t level)
{
    const bool turned = compared->op == IR_GREATER || compared->op == IR_GREATER_EQUAL;
    return write_value(to, compared->operands[turned], level) &&
           write_value(to, compared->operands[!turned], level);
}

static weft_epilogue_step choice_of(const ir_expression *compared)
{
    switch (compared->op) {
    case IR_LESS:
    case IR_GREATER:
        return WEFT_EPILOGUE_LESS;
    case IR_LESS_EQUAL:
    case IR_GREATER_EQUAL:
        return WEFT_EPILOGUE_LESS_EQUAL;
    default:
        return WEFT_EPILOGUE_EQUAL;
    }
}

/* What the sum is behind so many stages. */
static bool write_sum(epilogue_writer *to, const ir_expression *at, size_t level);

static bool write_choice(epilogue_writer *to, const ir_expression *value, size_t level)
{
    const ir_expression *compared = find_comparison(to, value->operands[0]);
    if (!compared)
        return analyse_refuse_tiles(to->in, value, "its condition compares no numbers");
    const bool turned = compared->op == IR_NOT_EQUAL;
    return write_comparison(to, compared, level) &&
           write_value(to, value->operands[turned ? 2 : 1], level) &&
           write_value(to, value->operands[turned ? 1 : 2], level) &&
           write_step(to, value, choice_of(compared), 4);
}

/* x or -x of a literal. */
static bool is_constant(const ir_expression *value)
{
    value = ir_strip_casts(value);
    if (value->kind == IR_UNARY && value->op == IR_NEGATE)
        value = ir_strip_casts(value->operands[0]);
    return value->kind == IR_LITERAL;
}

/* fmax and fmin of two zeros give one of them: which, compilers leave open, but for a constant,
 * which they put last. */
static bool write_limit(epilogue_writer *to, const ir_expression *call, weft_epilogue_step step,
                        size_t level)
{
    const bool turned = is_constant(call->operands[0]);
    if (!is_constant(call->operands[!turned]) || is_constant(call->operands[turned]))
        return analyse_refuse_tiles(to->in, call, "it is no limit that is a constant");
    return write_value(to, call->operands[turned], level) &&
           write_value(to, call->operands[!turned], level) && write_step(to, call, step, 2);
}

static bool write_call(epilogue_writer *to, const ir_expression *call, size_t level)
{
    static const struct {
        const char *name;
        weft_epilogue_step step;
    } functions[] = {{"fmax", WEFT_EPILOGUE_MAXIMUM},
                     {"fmaxf", WEFT_EPILOGUE_MAXIMUM},
                     {"fmin", WEFT_EPILOGUE_MINIMUM},
                     {"fminf", WEFT_EPILOGUE_MINIMUM}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (call->callee == IR_CALLEE_LIBRARY && call->operand_count == 2 &&
            strcmp(call->text, functions[i].name) == 0)
            return write_limit(to, call, functions[i].step, level);
    return analyse_refuse_tiles(to->in, call, "what is stored calls a function");
}

static const char more[] = "what is stored is more than sums and products";

/* The step of an operator between two values; 0: there is none. */
static weft_epilogue_step arithmetic_of(const epilogue_writer *to, ir_operator op)
{
    static const weft_epilogue_step steps[IR_OPERATOR_COUNT] = {
        [IR_ADD] = WEFT_EPILOGUE_ADD,
        [IR_SUBTRACT] = WEFT_EPILOGUE_SUBTRACT,
        [IR_MULTIPLY] = WEFT_EPILOGUE_MULTIPLY,
        [IR_DIVIDE] = WEFT_EPILOGUE_DIVIDE,
    };
    const ir_type type = {.kind = IR_TYPE_SCALAR, .dtype = to->dtype};
    return op == IR_DIVIDE && ir_kind(&type) != 'f' ? 0 : steps[op];
}

static bool write_binary(epilogue_writer *to, const ir_expression *value, size_t level)
{
    const weft_epilogue_step step = arithmetic_of(to, value->op);
    return step ? write_value(to, value->operands[0], level) &&
                      write_value(to, value->operands[1], level) && write_step(to, value, step, 2)
                : analyse_refuse_tiles(to->in, value, more);
}

/* A value of the epilogue's dtype. */
static bool write_value(epilogue_writer *to, const ir_expression *value, size_t level)
{
    const ir_expression *inner = ir_strip_casts(value);
    size_t number;
    if (is_sum(to, inner)) {
        if (!analyse_is_one_cast(value, to->in->result->dtype, to->dtype) ||
            (level > 0 && to->in->result->dtype != to->dtype))
            return analyse_refuse_tiles(to->in, value, "the sum becomes another type");
        return write_sum(to, value, level);
    }
    if (inner->kind == IR_LITERAL || inner->kind == IR_VARIABLE || inner->kind == IR_SUBSCRIPT) {
        if (!add_term(to->in, &to->site, value, to->dtype, &number) ||
            !write_step(to, value, WEFT_EPILOGUE_TERM, 0))
            return false;
        to->in->result->steps[to->in->result->step_count++] = (uint8_t)number;
        return true;
    }
    if (!analyse_is_one_cast(value, to->dtype, to->dtype))
        return analyse_refuse_tiles(to->in, value,
                                    "what is stored becomes another type on the way");
    if (inner->kind == IR_UNARY && inner->op == IR_NEGATE)
        return write_value(to, inner->operands[0], level) &&
               write_step(to, inner, WEFT_EPILOGUE_NEGATE, 1);
    if (inner->kind == IR_BINARY)
        return write_binary(to, inner, level);
    if (inner->kind == IR_CONDITIONAL)
        return write_choice(to, inner, level);
    if (inner->kind == IR_CALL)
        return write_call(to, inner, level);
    return analyse_refuse_tiles(to->in, inner, more);
}

static bool write_sum(epilogue_writer *to, const ir_expression *at, size_t level)
{
    if (level == 0)
        return write_step(to, at, WEFT_EPILOGUE_SUM, 0);
    const sum_stage *stage = &to->in->found->stages[level - 1];
    if (stage->condition) {
        const ir_expression *compared = find_comparison(to, stage->condition);
        if (!compared)
            return analyse_refuse_tiles(to->in, at, "its condition compares no numbers");
        const bool turned = compared->op == IR_NOT_EQUAL;
        return write_comparison(to, compared, level - 1) &&
               (turned
                    ? write_sum(to, at, level - 1) && write_value(to, stage->value, level - 1)
                    : write_value(to, stage->value, level - 1) && write_sum(to, at, level - 1)) &&
               write_step(to, at, choice_of(compared), 4);
    }
    if (stage->op == IR_OPERATOR_NONE)
        return write_value(to, stage->value, level - 1);
    const weft_epilogue_step step = arithmetic_of(to, stage->op);
    return step ? write_sum(to, at, level - 1) && write_value(to, stage->value, level - 1) &&
                      write_step(to, at, step, 2)
                : analyse_refuse_tiles(to->in, stage->value, more);
}

/* A dtype that C computes in. */
static bool computes(weft_dtype dtype)
{
    switch (dtype) {
    case WEFT_INT32:
    case WEFT_INT64:
    case WEFT_UINT32:
    case WEFT_UINT64:
    case WEFT_FLOAT32:
    case WEFT_FLOAT64:
    case WEFT_COMPLEX64:
    case WEFT_COMPLEX128:
        return true;
    default:
        return false;
    }
}

bool analyse_epilogue(sum_reader *in, weft_dtype stored)
{
    const sum_of_products *found = in->found;
    const ir_expression *value = found->stored;
    const weft_dtype sum = in->result->dtype;
    if (!value) /* added to where it is stored */
        return true;
    const ir_expression *inner = ir_strip_casts(value);
    epilogue_writer to = {
        .in = in,
        .site = {found->output, found->loops, found->depth},
        .dtype = inner->type->dtype,
    };
    if (is_sum(&to, inner) && found->stage_count == 0)
        return analyse_is_one_cast(value, sum, stored) ||
               analyse_refuse_tiles(in, value, "the sum becomes another type");
    in->result->epilogue_dtype = to.dtype;
    if (!ir_kind(inner->type) || !computes(to.dtype) ||
        !analyse_is_one_cast(value, to.dtype, stored) ||
        (found->stage_count > 0 && to.dtype != sum))
        return analyse_refuse_tiles(in, value, "what is stored becomes another type on the way");
    return is_sum(&to, inner) ? write_sum(&to, value, found->stage_count)
                              : write_value(&to, inner, found->stage_count);
}
