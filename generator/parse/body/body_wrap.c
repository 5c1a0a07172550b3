/* body_wrap.c: makes signed arithmetic wrap on every target. C compilers are told so (-fwrapv), the
 * device compiler cannot be: there a + b becomes WEFT_ADD(a, b), which computes in the unsigned
 * type. Only operations are wrapped whose overflow can be seen; the text is the same for every
 * binding of the type variables. */
#include "body_wrap.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parse/refuse/refuse.h"

/* The macros of loop.h and wrap.cuh. */
static const char *macro_name(enum CXBinaryOperatorKind op, bool assigns)
{
    return op == CXBinaryOperator_Add   ? (assigns ? "WEFT_ADD_TO" : "WEFT_ADD")
           : op == CXBinaryOperator_Sub ? (assigns ? "WEFT_SUBTRACT_FROM" : "WEFT_SUBTRACT")
                                        : (assigns ? "WEFT_MULTIPLY_BY" : "WEFT_MULTIPLY");
}

/* Whether a compiler computes the operation when it reads it. */
static bool is_constant(CXCursor operation)
{
    CXEvalResult value = clang_Cursor_Evaluate(operation);
    bool constant = value && clang_EvalResult_getKind(value) == CXEval_Int;
    if (value)
        clang_EvalResult_dispose(value);
    return constant;
}

static void refuse_spelled(value_flow *flow, CXCursor operation)
{
    body_reader *reader = flow->reader;
    refuse_gpu(
        reader, unit_cursor_location(reader->unit, operation), 1,
        "a macro of a system header spells signed arithmetic whose overflow matters, which the "
        "device compiler takes for impossible; write it outside of the macro, or in an "
        "unsigned type");
}

/* Whether brackets close as they open, so that no macro's argument is cut. */
static bool is_balanced(const char *text, unsigned begin, unsigned end)
{
    int depth = 0;
    for (unsigned i = begin; i < end && depth >= 0; i++)
        depth += (strchr("([{", text[i]) != NULL) - (strchr(")]}", text[i]) != NULL);
    return depth == 0;
}

/* The text between two offsets without blanks and comments is this token. */
static bool is_token(const char *text, unsigned begin, unsigned end, const char *token)
{
    size_t length = strlen(token);
    while (begin < end) {
        if (isspace((unsigned char)text[begin])) {
            begin++;
        } else if (end - begin > 3 && memcmp(text + begin, "/*", 2) == 0) {
            const char *close = strstr(text + begin + 2, "*/");
            begin = close ? (unsigned)(close - text) + 2 : end;
        } else if (end - begin >= length && length && memcmp(text + begin, token, length) == 0) {
            begin += (unsigned)length;
            length = 0;
        } else {
            return false;
        }
    }
    return length == 0;
}

/* The text of the file, if cursors' extents lie in it in their order: begin and end of each. */
static const char *find_text(value_flow *flow, const CXCursor *cursors, size_t count,
                             unsigned (*extents)[2])
{
    size_t size = 0;
    CXFile file;
    const char *text = NULL;
    for (size_t i = 0; i < count; i++) {
        if (!unit_extent(cursors[i], &file, &extents[i][0], &extents[i][1]) ||
            !clang_File_isEqual(file, flow->file))
            return NULL;
        text = cursor_file_text(cursors[i], file, &size);
        if (!text || extents[i][1] > size || extents[i][0] >= extents[i][1] ||
            !is_balanced(text, extents[i][0], extents[i][1]))
            return NULL;
    }
    return text;
}

/* Whether a conversion to an integer has been made of x *= y already, which wraps it. */
static bool is_converted(const value_flow *flow, unsigned begin, unsigned end)
{
    const body *result = flow->reader->result;
    for (size_t i = 0; i < result->edit_count; i++)
        if (result->edits[i].begin >= begin && result->edits[i].end == end &&
            result->edits[i].begin < end)
            return true;
    return false;
}

/* A macro's argument may be visited more than once. */
static void add_wrapped(value_flow *flow, wrapped added)
{
    for (size_t i = 0; i < flow->item_count; i++)
        if (flow->items[i].begin == added.begin && flow->items[i].end == added.end)
            return;
    *ARENA_PUSH(flow->reader->unit->memory, flow->items, flow->item_count) = added;
}

void value_wrap_binary(value_flow *flow, CXCursor operation, CXCursor left, CXCursor right,
                       enum CXBinaryOperatorKind op, bool assigns)
{
    static const char *const tokens[][2] = {{"+", "+="}, {"-", "-="}, {"*", "*="}};
    const char *token = tokens[op == CXBinaryOperator_Sub   ? 1
                               : op == CXBinaryOperator_Mul ? 2
                                                            : 0][assigns];
    arena *memory = flow->reader->unit->memory;
    unsigned at[2][2];
    if (!assigns && is_constant(operation))
        return;
    const char *text = find_text(flow, (CXCursor[]){left, right}, 2, at);
    if (!text || at[0][1] > at[1][0] || !is_token(text, at[0][1], at[1][0], token)) {
        refuse_spelled(flow, operation);
        return;
    }
    bool braces = memchr(text + at[0][0], '{', at[1][1] - at[0][0]) != NULL;
    wrapped added = {.begin = at[0][0],
                     .left_end = at[0][1],
                     .right_begin = at[1][0],
                     .end = at[1][1],
                     .is_edited = assigns && is_converted(flow, at[0][1], at[1][0]),
                     .open = macro_name(op, assigns),
                     .between = ", ",
                     .close = ")"};
    added.open = arena_format(memory, "%s(%s", added.open, braces ? "(" : "");
    if (braces) { /* commas in braces would be the macro's */
        added.between = "), (";
        added.close = "))";
    }
    add_wrapped(flow, added);
}

void value_wrap_unary(value_flow *flow, CXCursor operation, CXCursor operand)
{
    static const struct {
        enum CXUnaryOperatorKind kind;
        const char *token, *macro;
        bool behind;
    } rows[] = {
        {CXUnaryOperator_Minus, "-", "WEFT_NEGATE", false},
        {CXUnaryOperator_PreInc, "++", "WEFT_INCREMENT", false},
        {CXUnaryOperator_PreDec, "--", "WEFT_DECREMENT", false},
        {CXUnaryOperator_PostInc, "++", "WEFT_POST_INCREMENT", true},
        {CXUnaryOperator_PostDec, "--", "WEFT_POST_DECREMENT", true},
    };
    arena *memory = flow->reader->unit->memory;
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(operation);
    unsigned at[2][2];
    size_t row = 0;
    while (rows[row].kind != kind)
        row++;
    if (kind == CXUnaryOperator_Minus && is_constant(operation))
        return;
    const char *text = find_text(flow, (CXCursor[]){operation, operand}, 2, at);
    bool found =
        text && (rows[row].behind
                     ? at[0][0] == at[1][0] && is_token(text, at[1][1], at[0][1], rows[row].token)
                     : at[0][1] == at[1][1] && is_token(text, at[0][0], at[1][0], rows[row].token));
    if (!found) {
        refuse_spelled(flow, operation);
        return;
    }
    bool braces = memchr(text + at[0][0], '{', at[0][1] - at[0][0]) != NULL;
    wrapped added = {.begin = at[0][0],
                     .left_end = at[1][0],
                     .right_begin = at[1][1],
                     .end = at[0][1],
                     .close = braces ? "))" : ")"};
    added.open = arena_format(memory, "%s(%s", rows[row].macro, braces ? "(" : "");
    add_wrapped(flow, added);
}

/* Outer operations first. */
static int by_extent(const void *a, const void *b)
{
    const wrapped *first = a, *second = b;
    if (first->begin != second->begin)
        return first->begin < second->begin ? -1 : 1;
    return (first->end < second->end) - (first->end > second->end);
}

static void add_edit(const value_flow *flow, unsigned begin, unsigned end, const char *text)
{
    body *result = flow->reader->result;
    *ARENA_PUSH(flow->reader->unit->memory, result->edits, result->edit_count) =
        (text_edit){begin, end, text};
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
    for (size_t i = flow->item_count; i-- > 0;) {
        const wrapped *item = &flow->items[i];
        if (item->between) {
            add_edit(flow, item->end, item->end, item->close);
        } else {
            add_edit(flow, item->right_begin, item->end, item->close);
        }
    }
    for (size_t i = 0; i < flow->item_count; i++)
        if (flow->items[i].between)
            add_edit(flow, flow->items[i].left_end, flow->items[i].right_begin,
                     flow->items[i].between);
    for (size_t i = 0; i < flow->item_count; i++) {
        const wrapped *item = &flow->items[i];
        add_edit(flow, item->begin, item->between ? item->begin : item->left_end, item->open);
    }
}

/* Whether an operation of the tree is among the wrapped ones, which are sorted. */
static bool is_wrapped(const value_flow *flow, const ir_expression *expression)
{
    const ir_extent first = expression->operands[0]->extent;
    const ir_extent last = expression->operands[expression->operand_count - 1]->extent;
    const wrapped wanted = {.begin = first.begin, .end = last.end};
    if (expression->kind != IR_UNARY)
        return bsearch(&wanted, flow->items, flow->item_count, sizeof wanted, by_extent) != NULL;
    for (size_t i = 0; i < flow->item_count; i++)
        if (!flow->items[i].between && first.begin == flow->items[i].left_end &&
            first.end == flow->items[i].right_begin)
            return true;
    return false;
}

static bool note_wrapped(void *context, const ir_expression *expression,
                         const ir_statement *statement)
{
    const value_flow *flow = context;
    (void)statement;
    bool operation = expression->kind == IR_UNARY || expression->kind == IR_BINARY ||
                     expression->kind == IR_ASSIGN;
    if (operation && flow->item_count && is_wrapped(flow, expression))
        flow->reader->result->wraps[expression->id] = true;
    return true;
}

/* Whether an annotation names a dtype that C computes in a signed type. */
static bool names_signed(const char *annotation)
{
    for (const char *at = annotation; (at = strstr(at, "int")) != NULL; at += 3) {
        bool is_unsigned = at > annotation && at[-1] == 'u';
        if (!is_unsigned || (strncmp(at, "int32", 5) != 0 && strncmp(at, "int64", 5) != 0))
            return true;
    }
    return false;
}

void body_wrap(body_reader *reader)
{
    bool generic = body_bindings_name(reader, names_signed);
    reader->result->wraps = arena_array(
        reader->unit->memory, reader->functions[0].tree->expression_count + 1, sizeof(bool));
    for (size_t i = 0; i < reader->function_count; i++) {
        CXCursor definition = reader->functions[i].definition, text = unit_body(definition);
        value_flow flow = {.reader = reader,
                           .known = value_memory_new(reader->unit->memory),
                           .result = clang_getCursorResultType(definition),
                           .outermost = i == 0 && reader->annotated,
                           .generic = generic};
        unsigned begin, end;
        if (clang_Cursor_isNull(text) || !unit_extent(definition, &flow.file, &begin, &end))
            continue;
        do {
            flow.changed = false;
            value_flow_walk(&flow, text, need_nothing());
        } while (flow.changed);
        flow.deciding = true;
        value_flow_walk(&flow, text, need_nothing());
        if (flow.item_count)
            qsort(flow.items, flow.item_count, sizeof *flow.items, by_extent);
        ir_visit(reader->functions[i].tree->body, note_wrapped, &flow);
        if (i == 0) /* a helper's text is read by itself */
            add_edits(&flow);
    }
}
