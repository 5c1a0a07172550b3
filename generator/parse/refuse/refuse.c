/* refuse.c: the walk through one definition that hands each cursor to what may refuse it. */
#include "refuse.h"

#include <string.h>

#include "analyse/analyse.h"
#include "text/reader.h"

void refuse_always(body_reader *reader, location place, unsigned length, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const char *text = arena_format_list(reader->unit->memory, format, list);
    va_end(list);
    body_refuse(reader, place, length, text);
}

void refuse_gpu(body_reader *reader, location place, unsigned length, const char *format, ...)
{
    parse_unit *unit = reader->unit;
    va_list list;
    va_start(list, format);
    const char *reason = arena_format_list(unit->memory, format, list);
    va_end(list);
    if (!reader->result->gpu_refusal) {
        reader->result->gpu_refusal = reason;
        reader->result->gpu_refusal_location = place;
        reader->result->gpu_refusal_length = length;
    }
    if (reader->annotated && !unit->gpu_ignored)
        diagnostics_add(unit->messages, unit->gpu_required ? SEVERITY_ERROR : SEVERITY_WARNING,
                        place, length, "no gpu kernel for '%s': %s", reader->name, reason);
}

/* What is refused whatever is inside. */
static const struct {
    enum CXCursorKind kind;
    const char *token; /* the offending word, for its length */
    const char *reason;
} refused_always[] = {
    {CXCursor_GenericSelectionExpr, "_Generic",
     "_Generic is not supported: its choice cannot be "
     "carried to every target"},
    {CXCursor_GCCAsmStmt, "asm", "inline assembly cannot be carried to every target"},
    {CXCursor_MSAsmStmt, "asm", "inline assembly cannot be carried to every target"},
    {CXCursor_IndirectGotoStmt, "goto", "a computed goto cannot be carried to every target"},
    {CXCursor_AddrLabelExpr, "&&", "the address of a label cannot be carried to every target"},
    {CXCursor_BlockExpr, "^", "blocks are no C"},
};

static bool refuse_kind(refusal *state, CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    for (size_t i = 0; i < sizeof refused_always / sizeof *refused_always; i++)
        if (refused_always[i].kind == kind) {
            refuse_always(state->reader, unit_cursor_location(state->reader->unit, cursor),
                          (unsigned)strlen(refused_always[i].token), "%s",
                          refused_always[i].reason);
            return true;
        }
    return false;
}

static enum CXChildVisitResult visit_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    refuse_visit(data, cursor);
    return CXChildVisit_Continue;
}

void refuse_children(refusal *state, CXCursor cursor)
{
    clang_visitChildren(cursor, visit_child, state);
}

/* Loops, switches and blocks: where labels and variables inside stand. */
static void visit_nest(refusal *state, CXCursor cursor)
{
    refusal outside = *state;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    CXFile file;
    unsigned begin = 0, end = 0;
    unit_extent(cursor, &file, &begin, &end);
    if (kind == CXCursor_CompoundStmt) {
        state->block_end = end;
    } else if (kind == CXCursor_SwitchStmt) {
        state->switch_begin = begin;
        state->loop_is_inner = false;
    } else {
        state->loop_begin = begin;
        state->loop_end = end;
        state->loop_is_inner = true;
    }
    refuse_children(state, cursor);
    state->loop_begin = outside.loop_begin;
    state->loop_end = outside.loop_end;
    state->switch_begin = outside.switch_begin;
    state->loop_is_inner = outside.loop_is_inner;
    state->block_end = outside.block_end;
}

/* Of a declaration only the initializer is evaluated; extents are looked at as well. */
static void visit_variable(refusal *state, CXCursor cursor)
{
    refuse_variable(state, cursor);
    cursor_list inner = cursor_expressions(state->reader->unit->memory, cursor);
    for (size_t i = 0; i < inner.count; i++)
        refuse_visit(state, inner.items[i]);
}

static void visit_literal(refusal *state, CXCursor cursor)
{
    body_reader *reader = state->reader;
    bool imaginary = clang_getCursorKind(cursor) == CXCursor_ImaginaryLiteral;
    const char *wide = refuse_wide_float(clang_getCursorType(cursor));
    if (wide)
        refuse_always(reader, unit_cursor_location(reader->unit, cursor),
                      (unsigned)strlen(cursor_text(reader->unit, cursor)), "%s", wide);
    else if (imaginary && !cursor_from_system_macro(cursor))
        refuse_gpu(reader, unit_cursor_location(reader->unit, cursor),
                   (unsigned)strlen(cursor_text(reader->unit, cursor)),
                   "an imaginary constant is an extension of C; write it with I");
}

static void visit_unexposed(refusal *state, CXCursor cursor)
{
    CXCursor inner;
    if (cursor_is_conversion(cursor, &inner))
        refuse_conversion(state, cursor, inner);
    refuse_children(state, cursor);
}

/* The type of a cast may hold expressions that are not evaluated. */
static void visit_cast(refusal *state, CXCursor cursor)
{
    refuse_cast(state, cursor);
    CXCursor operand = cursor_operand(state->reader->unit->memory, cursor);
    if (!clang_Cursor_isNull(operand))
        refuse_visit(state, operand);
}

static void visit_member(refusal *state, CXCursor cursor)
{
    refuse_named(state, cursor, clang_getCursorReferenced(cursor));
}

static void visit_label(refusal *state, CXCursor cursor)
{
    refuse_named(state, cursor, cursor);
    refuse_note_label(state, cursor);
}

static void visit_compound_literal(refusal *state, CXCursor cursor)
{
    if (refuse_is_complex_integer(clang_getCursorType(cursor)))
        refuse_always(state->reader, unit_cursor_location(state->reader->unit, cursor), 1,
                      "complex integers are not supported");
}

/* What looks at a cursor, and whether the walk goes on into it. */
static const struct {
    enum CXCursorKind kind;
    void (*look)(refusal *state, CXCursor cursor);
    bool walks;
} visits[] = {
    {CXCursor_CompoundStmt, visit_nest, false},
    {CXCursor_SwitchStmt, visit_nest, false},
    {CXCursor_ForStmt, visit_nest, false},
    {CXCursor_WhileStmt, visit_nest, false},
    {CXCursor_DoStmt, visit_nest, false},
    {CXCursor_GotoStmt, refuse_note_jump, false},
    {CXCursor_LabelStmt, visit_label, true},
    {CXCursor_CaseStmt, refuse_note_case, true},
    {CXCursor_DefaultStmt, refuse_note_case, true},
    {CXCursor_VarDecl, visit_variable, false},
    {CXCursor_StructDecl, refuse_tag, false},
    {CXCursor_UnionDecl, refuse_tag, false},
    {CXCursor_EnumDecl, refuse_tag, false},
    {CXCursor_DeclRefExpr, refuse_reference, false},
    {CXCursor_CallExpr, refuse_call, false},
    {CXCursor_CStyleCastExpr, visit_cast, false},
    {CXCursor_CompoundLiteralExpr, visit_compound_literal, true},
    {CXCursor_UnaryExpr, refuse_sizeof, false},
    {CXCursor_MemberRefExpr, visit_member, true},
    {CXCursor_StringLiteral, refuse_string, false},
    {CXCursor_FloatingLiteral, visit_literal, false},
    {CXCursor_ImaginaryLiteral, visit_literal, false},
    {CXCursor_UnaryOperator, refuse_operator, true},
    {CXCursor_BinaryOperator, refuse_operator, true},
    {CXCursor_CompoundAssignOperator, refuse_operator, true},
    {CXCursor_ConditionalOperator, refuse_choice, true},
    {CXCursor_InitListExpr, refuse_designators, true},
    {CXCursor_UnexposedExpr, visit_unexposed, false},
};

void refuse_visit(refusal *state, CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    bool walks = !clang_isDeclaration(kind); /* of types, that are local */
    if (refuse_kind(state, cursor))
        return;
    for (size_t i = 0; i < sizeof visits / sizeof *visits; i++)
        if (visits[i].kind == kind) {
            visits[i].look(state, cursor);
            walks = visits[i].walks;
        }
    if (walks)
        refuse_children(state, cursor);
}

/* Whether a text stands in braces, which C also spells <% and %>. */
static bool is_braced(const char *text, unsigned begin, unsigned end)
{
    return (text[begin] == '{' || strncmp(text + begin, "<%", 2) == 0) &&
           (text[end - 1] == '}' || (end >= 2 && strncmp(text + end - 2, "%>", 2) == 0));
}

/* The text of a body is what is carried: it must stand in the file, braces and all. */
static void refuse_macro_body(refusal *state, CXCursor definition, CXCursor compound)
{
    body_reader *reader = state->reader;
    CXFile file;
    unsigned begin, end;
    size_t size;
    const char *text = NULL, *name = unit_spelling(reader->unit, definition);
    if (unit_extent(compound, &file, &begin, &end))
        text = cursor_file_text(compound, file, &size);
    if (!text || end > size || !is_braced(text, begin, end))
        refuse_always(reader, unit_cursor_location(reader->unit, definition), 1,
                      "the body of '%s' comes from a macro, so that its text cannot be carried",
                      name);
}

void refuse_function(body_reader *reader, CXCursor definition, bool first)
{
    refusal state = {.reader = reader};
    reader->judged = first ? NULL : unit_spelling(reader->unit, definition);
    refuse_signature(&state, definition, first);
    cursor_list inner = cursor_children(reader->unit->memory, definition);
    for (size_t i = 0; i < inner.count; i++)
        if (clang_isStatement(clang_getCursorKind(inner.items[i]))) {
            refuse_macro_body(&state, definition, inner.items[i]);
            refuse_visit(&state, inner.items[i]);
        }
    refuse_jumps(&state);
}

void refuse_recursion(body_reader *reader)
{
    const ir_expression *call;
    if (analyse_recursion(reader->result->tree, &call))
        refuse_gpu(reader, call->place, call->length,
                   "'%s' calls itself, directly or through others", call->function->name);
}
