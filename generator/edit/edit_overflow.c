/* edit_overflow.c: makes signed arithmetic wrap on every target. C compilers are told so (-fwrapv),
 * the device compiler cannot be: there a + b becomes WEFT_ADD(a, b), which computes in the unsigned
 * type. Only operations are wrapped whose overflow can be seen; the text is the same for every
 * binding of the type variables. */
#include <stdlib.h>
#include <string.h>

#include "overflow.h"

/* How an operation is spelled, and the macro of loop.h and wrap.cuh that stands for it. */
typedef struct spelling {
    const char *token, *macro;
    bool behind; /* the operand */
} spelling;

static const spelling plain[IR_OPERATOR_COUNT] = {
    [IR_ADD] = {"+", "WEFT_ADD", false},
    [IR_SUBTRACT] = {"-", "WEFT_SUBTRACT", false},
    [IR_MULTIPLY] = {"*", "WEFT_MULTIPLY", false},
    [IR_DIVIDE] = {"/", "WEFT_DIVIDE", false},
    [IR_REMAINDER] = {"%", "WEFT_REMAINDER", false},
    [IR_NEGATE] = {"-", "WEFT_NEGATE", false},
    [IR_PRE_INCREMENT] = {"++", "WEFT_INCREMENT", false},
    [IR_PRE_DECREMENT] = {"--", "WEFT_DECREMENT", false},
    [IR_POST_INCREMENT] = {"++", "WEFT_POST_INCREMENT", true},
    [IR_POST_DECREMENT] = {"--", "WEFT_POST_DECREMENT", true},
};
static const spelling stores[IR_OPERATOR_COUNT] = {
    [IR_ADD] = {"+=", "WEFT_ADD_TO", false},
    [IR_SUBTRACT] = {"-=", "WEFT_SUBTRACT_FROM", false},
    [IR_MULTIPLY] = {"*=", "WEFT_MULTIPLY_BY", false},
    [IR_DIVIDE] = {"/=", "WEFT_DIVIDE_BY", false},
    [IR_REMAINDER] = {"%=", "WEFT_REMAINDER_BY", false},
};
/* Where the target cannot be written twice, and the macro of the store would. */
static const char *const stores_at[IR_OPERATOR_COUNT] = {
    [IR_DIVIDE] = "WEFT_DIVIDE_AT",
    [IR_REMAINDER] = "WEFT_REMAINDER_AT",
};

static spelling spelling_of(const ir_expression *operation)
{
    return (operation->kind == IR_ASSIGN ? stores : plain)[operation->op];
}

/* Whether a compiler computes the operation when it reads it. */
static bool is_constant(const ir_expression *operation)
{
    int64_t value;
    bool stores = operation->kind == IR_ASSIGN || ir_written(operation);
    return !stores && ir_constant(operation, &value);
}

/* Whether brackets close as they open, so that no macro's argument is cut. */
static bool is_balanced(const char *text, ir_extent place)
{
    int depth = 0;
    for (unsigned i = place.begin; i < place.end && depth >= 0; i++)
        depth += (strchr("([{", text[i]) != NULL) - (strchr(")]}", text[i]) != NULL);
    return depth == 0;
}

static bool is_written(const ir_function *function, ir_extent place)
{
    return edit_is_known(function, place) && is_balanced(function->text, place);
}

/* Whether a conversion to an integer has been made of x *= y already, which wraps it. */
static bool is_converted(const body *read, unsigned begin, unsigned end)
{
    for (size_t i = 0; i < read->edit_count; i++)
        if (read->edits[i].begin >= begin && read->edits[i].end == end &&
            read->edits[i].begin < end)
            return true;
    return false;
}

/* a + b, x += y; false where the text does not have it. */
static bool locate_binary(const value_flow *flow, const ir_expression *operation, wrapped *found)
{
    const ir_function *in = flow->function;
    const ir_extent left = operation->operands[0]->extent, right = operation->operands[1]->extent;
    bool assigns = operation->kind == IR_ASSIGN;
    *found = (wrapped){.begin = left.begin,
                       .left_end = left.end,
                       .right_begin = right.begin,
                       .end = right.end,
                       .is_edited = assigns && is_converted(flow->read, left.end, right.begin),
                       .between = ", "};
    return is_written(in, left) && is_written(in, right) && left.end <= right.begin &&
           edit_is_token(in->text, left.end, right.begin, spelling_of(operation).token);
}

/* -a, x++ */
static bool locate_unary(const value_flow *flow, const ir_expression *operation, wrapped *found)
{
    const ir_function *in = flow->function;
    const ir_extent whole = operation->own, operand = operation->operands[0]->extent;
    const spelling written = spelling_of(operation);
    *found = (wrapped){.begin = whole.begin,
                       .left_end = operand.begin,
                       .right_begin = operand.end,
                       .end = whole.end};
    if (!is_written(in, whole) || !is_written(in, operand))
        return false;
    if (written.behind)
        return whole.begin == operand.begin &&
               edit_is_token(in->text, operand.end, whole.end, written.token);
    return whole.end == operand.end &&
           edit_is_token(in->text, whole.begin, operand.begin, written.token);
}

/* The macro of an operation. C++ has no reference to a bit-field: s.b += x becomes s.b =
 * WEFT_ADD(s.b, x), where s.b may be written twice. */
static const char *macro_of(const value_flow *flow, const ir_expression *operation)
{
    const ir_expression *target = operation->operands[0];
    const ir_extent place = target->own;
    const char *text =
        arena_text(flow->memory, flow->function->text + place.begin, place.end - place.begin);
    const bool is_plain = edit_is_plain(text), is_store = operation->kind == IR_ASSIGN;
    if (is_store && is_plain && ir_is_bit_field(target))
        return arena_format(flow->memory, "%s = %s", text, plain[operation->op].macro);
    return is_store && !is_plain && stores_at[operation->op] ? stores_at[operation->op]
                                                             : spelling_of(operation).macro;
}

/* Commas in braces would be the macro's: there are parentheses around such operands. */
static void spell(const value_flow *flow, const ir_expression *operation, wrapped *found)
{
    bool braces = memchr(flow->function->text + found->begin, '{', found->end - found->begin);
    found->open = arena_format(flow->memory, "%s(%s", macro_of(flow, operation), braces ? "(" : "");
    found->close = braces ? "))" : ")";
    if (found->between && braces)
        found->between = "), (";
}

/* A macro's argument may stand in the tree more than once. */
static void add_wrapped(value_flow *flow, wrapped added)
{
    for (size_t i = 0; i < flow->item_count; i++)
        if (flow->items[i].begin == added.begin && flow->items[i].end == added.end)
            return;
    *ARENA_PUSH(flow->memory, flow->items, flow->item_count) = added;
}

void value_wrap(value_flow *flow, const ir_expression *operation)
{
    wrapped found;
    bool unary = operation->kind == IR_UNARY;
    if (is_constant(operation))
        return;
    if (!(unary ? locate_unary : locate_binary)(flow, operation, &found)) {
        *ARENA_PUSH(flow->memory, flow->spelled->places, flow->spelled->count) = operation->place;
        return;
    }
    spell(flow, operation, &found);
    add_wrapped(flow, found);
    flow->read->wraps[operation->id] = true;
}

/* ---- the edits ---- */

/* Outer operations first. */
static int by_extent(const void *a, const void *b)
{
    const wrapped *first = a, *second = b;
    if (first->begin != second->begin)
        return first->begin < second->begin ? -1 : 1;
    return (first->end < second->end) - (first->end > second->end);
}

/* Leaves out what another edit has made. */
static void drop_edited(value_flow *flow)
{
    size_t kept = 0;
    for (size_t i = 0; i < flow->item_count; i++)
        if (!flow->items[i].is_edited)
            flow->items[kept++] = flow->items[i];
    flow->item_count = kept;
}

/* At one offset what ends comes before what begins, and the outer begins before the inner. */
static void add_edits(value_flow *flow)
{
    drop_edited(flow);
    if (flow->item_count)
        qsort(flow->items, flow->item_count, sizeof *flow->items, by_extent);
    for (size_t i = flow->item_count; i-- > 0;) {
        const wrapped *item = &flow->items[i];
        edit_add(flow->memory, flow->read, item->between ? item->end : item->right_begin, item->end,
                 item->close);
    }
    for (size_t i = 0; i < flow->item_count; i++)
        if (flow->items[i].between)
            edit_add(flow->memory, flow->read, flow->items[i].left_end, flow->items[i].right_begin,
                     flow->items[i].between);
    for (size_t i = 0; i < flow->item_count; i++) {
        const wrapped *item = &flow->items[i];
        edit_add(flow->memory, flow->read, item->begin,
                 item->between ? item->begin : item->left_end, item->open);
    }
}

/* One function: what matters of its variables until nothing is new, then what is wrapped. */
static void wrap_function(value_flow *flow)
{
    const ir_statement *body = flow->function->body;
    flow->known = value_memory_new(flow->memory);
    do {
        flow->changed = false;
        value_walk_statement(flow, body, need_nothing);
    } while (flow->changed);
    flow->deciding = true;
    value_walk_statement(flow, body, need_nothing);
}

spelled_arithmetic edit_overflow(arena *memory, body *read, bool outermost, bool is_signed)
{
    const ir_function *root = read->tree;
    spelled_arithmetic spelled = {0};
    read->wraps = arena_array(memory, root->expression_count + 1, sizeof *read->wraps);
    for (size_t i = 0; i <= root->helper_count; i++) {
        value_flow flow = {.memory = memory,
                           .read = read,
                           .function = i ? root->helpers[i - 1] : root,
                           .outermost = i == 0 && outermost,
                           .is_signed = is_signed,
                           .spelled = &spelled};
        flow.exact = arena_array(memory, root->variable_count + 1, sizeof *flow.exact);
        wrap_function(&flow);
        if (i == 0) /* a helper's text is read by itself */
            add_edits(&flow);
    }
    return spelled;
}
