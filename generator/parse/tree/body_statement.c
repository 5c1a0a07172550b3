/* body_statement.c: statements as libclang shows them, as nodes of the syntax tree. */
#include "body_reader.h"

#include <string.h>

static ir_statement *new_node(body_reader *reader, ir_statement_kind kind, CXCursor cursor)
{
    location place = unit_cursor_location(reader->unit, cursor);
    ir_statement *node = ir_new_statement(reader->unit->memory, kind, place);
    node->extent = body_extent(reader, cursor);
    return node;
}

/* The source text of a statement, and all that lies inside as children. */
static ir_statement *new_text(body_reader *reader, CXCursor cursor, const char *reason)
{
    ir_statement *node = new_node(reader, IR_TEXT_STATEMENT, cursor);
    node->text = cursor_text(reader->unit, cursor);
    node->reason = reason;
    cursor_list inner = cursor_children(reader->unit->memory, cursor);
    for (size_t i = 0; i < inner.count; i++)
        ir_add_child(reader->unit->memory, node, body_statement(reader, inner.items[i]));
    return node;
}

static ir_statement *new_jump(body_reader *reader, CXCursor cursor, ir_jump jump,
                              const char *reason)
{
    ir_statement *node = new_text(reader, cursor, reason);
    node->jump = jump;
    return node;
}

static ir_statement *read_block(body_reader *reader, CXCursor cursor)
{
    ir_statement *node = new_node(reader, IR_BLOCK, cursor);
    cursor_list inner = cursor_children(reader->unit->memory, cursor);
    for (size_t i = 0; i < inner.count; i++)
        ir_add_child(reader->unit->memory, node, body_statement(reader, inner.items[i]));
    return node;
}

/* Local types come along with the text and need no node. */
static ir_statement *read_declaration(body_reader *reader, CXCursor cursor)
{
    ir_statement *node = new_node(reader, IR_DECLARATION, cursor);
    cursor_list inner = cursor_children(reader->unit->memory, cursor);
    for (size_t i = 0; i < inner.count; i++)
        if (clang_getCursorKind(inner.items[i]) == CXCursor_VarDecl)
            *ARENA_PUSH(reader->unit->memory, node->variables, node->variable_count) =
                body_variable(reader, inner.items[i]);
    return node->variable_count ? node : NULL;
}

static ir_statement *read_if(body_reader *reader, CXCursor cursor)
{
    cursor_list inner = cursor_children(reader->unit->memory, cursor);
    if (inner.count < 2 || inner.count > 3)
        return new_text(reader, cursor, "an if of unknown form");
    ir_statement *node = new_node(reader, IR_IF, cursor);
    node->expression = body_expression(reader, inner.items[0]);
    for (size_t i = 1; i < inner.count; i++)
        ir_add_child(reader->unit->memory, node, body_statement(reader, inner.items[i]));
    return node;
}

/* `while (condition) body` and `do body while (condition)`. */
static ir_statement *read_while(body_reader *reader, CXCursor cursor, ir_statement_kind kind)
{
    cursor_list inner = cursor_children(reader->unit->memory, cursor);
    if (inner.count != 2)
        return new_text(reader, cursor, "a loop of unknown form");
    size_t condition = kind == IR_DO ? 1 : 0;
    ir_statement *node = new_node(reader, kind, cursor);
    node->expression = body_expression(reader, inner.items[condition]);
    ir_add_child(reader->unit->memory, node, body_statement(reader, inner.items[1 - condition]));
    return node;
}

/* The offsets of the two semicolons of a `for (…; …; …)`; false if they cannot be seen. */
static bool find_semicolons(CXCursor cursor, unsigned semicolons[2])
{
    CXTranslationUnit unit = clang_Cursor_getTranslationUnit(cursor);
    CXFile file;
    unsigned begin, end;
    if (!unit_extent(cursor, &file, &begin, &end))
        return false;
    CXSourceRange range = clang_getRange(clang_getLocationForOffset(unit, file, begin),
                                         clang_getLocationForOffset(unit, file, end));
    CXToken *tokens;
    unsigned count, found = 0;
    int depth = 0;
    clang_tokenize(unit, range, &tokens, &count);
    for (unsigned i = 0; i < count && found < 2; i++) {
        CXString spelling = clang_getTokenSpelling(unit, tokens[i]);
        const char *text = clang_getCString(spelling);
        depth += (strcmp(text, "(") == 0) - (strcmp(text, ")") == 0);
        if (depth == 1 && strcmp(text, ";") == 0)
            clang_getFileLocation(clang_getTokenLocation(unit, tokens[i]), NULL, NULL, NULL,
                                  &semicolons[found++]);
        clang_disposeString(spelling);
        if (depth == 0 && i > 0)
            break;
    }
    clang_disposeTokens(unit, tokens, count);
    return found == 2;
}

/* libclang leaves out what a `for` leaves out, so that the semicolons must tell which part is
 * which. */
static ir_statement *read_for(body_reader *reader, CXCursor cursor)
{
    cursor_list inner = cursor_children(reader->unit->memory, cursor);
    CXCursor parts[3] = {clang_getNullCursor(), clang_getNullCursor(), clang_getNullCursor()};
    unsigned semicolons[2] = {0, 0};
    bool told = inner.count == 4 || inner.count == 1 || find_semicolons(cursor, semicolons);
    if (!told || inner.count == 0)
        return new_text(reader, cursor, "a for that a macro spells");
    for (size_t i = 0; i + 1 < inner.count; i++) {
        CXFile file;
        unsigned begin = 0, end;
        unit_extent(inner.items[i], &file, &begin, &end);
        size_t slot = inner.count == 4        ? i
                      : begin < semicolons[0] ? 0
                      : begin < semicolons[1] ? 1
                                              : 2;
        parts[slot] = inner.items[i];
    }
    ir_statement *node = new_node(reader, IR_FOR, cursor);
    if (!clang_Cursor_isNull(parts[0]))
        node->first = body_statement(reader, parts[0]);
    if (!clang_Cursor_isNull(parts[1]))
        node->expression = body_expression(reader, parts[1]);
    if (!clang_Cursor_isNull(parts[2]))
        node->step = body_expression(reader, parts[2]);
    ir_add_child(reader->unit->memory, node, body_statement(reader, inner.items[inner.count - 1]));
    return node;
}

/* ---- switch ---- */

static bool is_label(CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    return kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
}

/* Whether a case label of this switch lies inside a statement. */
static enum CXChildVisitResult find_label(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    bool *found = data;
    if (clang_getCursorKind(cursor) == CXCursor_SwitchStmt)
        return CXChildVisit_Continue;
    *found |= is_label(cursor);
    return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* The statement behind the labels that a statement of a switch begins with. */
static CXCursor behind_labels(body_reader *reader, CXCursor cursor)
{
    while (is_label(cursor)) {
        cursor_list inner = cursor_children(reader->unit->memory, cursor);
        cursor = inner.count ? inner.items[inner.count - 1] : clang_getNullCursor();
    }
    return cursor;
}

static bool is_entered(body_reader *reader, cursor_list statements)
{
    bool found = false;
    for (size_t i = 0; i < statements.count && !found; i++) {
        CXCursor labelled = behind_labels(reader, statements.items[i]);
        if (clang_getCursorKind(labelled) != CXCursor_SwitchStmt)
            clang_visitChildren(labelled, find_label, &found);
    }
    return found;
}

/* Adds a label, and those that follow it at once; false where a value cannot be read. */
static bool add_labels(body_reader *reader, ir_statement *node, CXCursor cursor)
{
    while (is_label(cursor)) {
        cursor_list inner = cursor_children(reader->unit->memory, cursor);
        ir_case label = {.child = node->child_count};
        label.is_default = clang_getCursorKind(cursor) == CXCursor_DefaultStmt;
        if (!label.is_default) {
            size_t last = inner.count == 3; /* case 1 ... 5: */
            if (inner.count < 2 || !body_constant(inner.items[0], &label.first) ||
                !body_constant(inner.items[last], &label.last))
                return false;
        }
        *ARENA_PUSH(reader->unit->memory, node->cases, node->case_count) = label;
        cursor = inner.items[inner.count - 1];
    }
    return true;
}

static ir_statement *read_switch(body_reader *reader, CXCursor cursor)
{
    arena *memory = reader->unit->memory;
    cursor_list inner = cursor_children(memory, cursor);
    if (inner.count != 2)
        return new_text(reader, cursor, "a switch of unknown form");
    cursor_list statements = {&inner.items[1], 1};
    if (clang_getCursorKind(inner.items[1]) == CXCursor_CompoundStmt)
        statements = cursor_children(memory, inner.items[1]);
    ir_statement *node = new_node(reader, IR_SWITCH, cursor);
    bool good = !is_entered(reader, statements);
    node->expression = good ? body_expression(reader, inner.items[0]) : NULL;
    for (size_t i = 0; i < statements.count && good; i++) {
        good = add_labels(reader, node, statements.items[i]);
        if (good)
            ir_add_child(memory, node,
                         body_statement(reader, behind_labels(reader, statements.items[i])));
    }
    if (!good)
        return new_jump(reader, cursor, IR_ENTERED_SWITCH,
                        "a switch with case labels inside its statements");
    return node;
}

static ir_statement *read_return(body_reader *reader, CXCursor cursor)
{
    ir_statement *node = new_node(reader, IR_RETURN, cursor);
    CXCursor value = cursor_operand(reader->unit->memory, cursor);
    if (!clang_Cursor_isNull(value))
        node->expression = body_expression(reader, value);
    return node;
}

static ir_statement *read_evaluation(body_reader *reader, CXCursor cursor)
{
    ir_statement *node = new_node(reader, IR_EVALUATE, cursor);
    node->expression = body_expression(reader, cursor);
    return node->expression ? node : NULL;
}

static ir_statement *read_statement(body_reader *reader, CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    switch (kind) {
    case CXCursor_CompoundStmt:
        return read_block(reader, cursor);
    case CXCursor_NullStmt:
        return new_node(reader, IR_BLOCK, cursor);
    case CXCursor_DeclStmt:
        return read_declaration(reader, cursor);
    case CXCursor_IfStmt:
        return read_if(reader, cursor);
    case CXCursor_ForStmt:
        return read_for(reader, cursor);
    case CXCursor_WhileStmt:
        return read_while(reader, cursor, IR_WHILE);
    case CXCursor_DoStmt:
        return read_while(reader, cursor, IR_DO);
    case CXCursor_BreakStmt:
        return new_node(reader, IR_BREAK, cursor);
    case CXCursor_ContinueStmt:
        return new_node(reader, IR_CONTINUE, cursor);
    case CXCursor_ReturnStmt:
        return read_return(reader, cursor);
    case CXCursor_SwitchStmt:
        return read_switch(reader, cursor);
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        return new_jump(reader, cursor, IR_CASE_LABEL, "case label");
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt:
        return new_jump(reader, cursor, IR_GOTO, "goto");
    case CXCursor_LabelStmt:
        return new_jump(reader, cursor, IR_LABEL, "label");
    default:
        if (clang_isExpression(kind))
            return read_evaluation(reader, cursor);
        return clang_isStatement(kind) ? new_text(reader, cursor, "a statement that is not C")
                                       : NULL;
    }
}

ir_statement *body_statement(body_reader *reader, CXCursor cursor)
{
    if (body_is_too_deep(reader, cursor))
        return new_node(reader, IR_BLOCK, cursor);
    reader->depth++;
    ir_statement *node = read_statement(reader, cursor);
    reader->depth--;
    return node;
}
