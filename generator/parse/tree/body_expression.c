/* body_expression.c: expressions as libclang shows them, as nodes of the syntax tree. */
#include "body_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ignored.h"
#include "operators.h"

static ir_expression *new_node(body_reader *reader, ir_expression_kind kind, CXCursor cursor)
{
    ir_type *type = body_type(reader, clang_getCursorType(cursor), clang_getNullCursor());
    return ir_new_expression(reader->unit->memory, kind, type, cursor_place(reader->unit, cursor));
}

/* A node with all the expressions inside a cursor as operands. */
static ir_expression *with_operands(body_reader *reader, ir_expression *node, CXCursor cursor)
{
    cursor_list inner = cursor_expressions(reader->unit->memory, cursor);
    for (size_t i = 0; i < inner.count; i++)
        ir_add_operand(reader->unit->memory, node, body_expression(reader, inner.items[i]));
    return node;
}

/* The expressions inside that no other one is around; those of a statement expression too. */
static void add_inner(body_reader *reader, ir_expression *node, CXCursor cursor)
{
    cursor_list inner = cursor_children(reader->unit->memory, cursor);
    for (size_t i = 0; i < inner.count; i++) {
        enum CXCursorKind kind = clang_getCursorKind(inner.items[i]);
        if (clang_isExpression(kind) && kind != CXCursor_MemberRef)
            ir_add_operand(reader->unit->memory, node, body_expression(reader, inner.items[i]));
        else if (clang_isStatement(kind) || clang_isDeclaration(kind))
            add_inner(reader, node, inner.items[i]);
    }
}

static ir_expression *new_text(body_reader *reader, CXCursor cursor, const char *reason)
{
    ir_expression *node = new_node(reader, IR_TEXT, cursor);
    node->text = cursor_text(reader->unit, cursor);
    node->reason = reason;
    add_inner(reader, node, cursor);
    return node;
}

/* ---- literals ---- */

/* The shortest decimal text that reads back as the same value. */
static const char *number_text(arena *memory, double value, const char *suffix, bool is_float)
{
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (is_float ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
            break;
    }
    bool pointed = strpbrk(text, ".en") != NULL; /* n: inf, nan */
    return arena_format(memory, "%s%s%s", text, pointed ? "" : ".0", suffix);
}

static ir_expression *read_integer(body_reader *reader, CXCursor cursor)
{
    CXEvalResult value = clang_Cursor_Evaluate(cursor);
    if (!value || clang_EvalResult_getKind(value) != CXEval_Int) {
        if (value)
            clang_EvalResult_dispose(value);
        ir_expression *text = new_text(reader, cursor, "a size that is known at run time only");
        text->is_question = true;
        return text;
    }
    ir_expression *node = new_node(reader, IR_LITERAL, cursor);
    arena *memory = reader->unit->memory;
    bool is_unsigned = clang_EvalResult_isUnsignedInt(value) != 0;
    unsigned long long bits = clang_EvalResult_getAsUnsigned(value);
    node->is_integer = true;
    node->integer = is_unsigned ? (int64_t)bits : clang_EvalResult_getAsLongLong(value);
    node->text = is_unsigned ? arena_format(memory, "%llu", bits)
                             : arena_format(memory, "%lld", (long long)node->integer);
    clang_EvalResult_dispose(value);
    return node;
}

static ir_expression *read_floating(body_reader *reader, CXCursor cursor)
{
    ir_expression *node = new_node(reader, IR_LITERAL, cursor);
    CXEvalResult value = clang_Cursor_Evaluate(cursor);
    if (value && clang_EvalResult_getKind(value) == CXEval_Float)
        node->number = clang_EvalResult_getAsDouble(value);
    if (value)
        clang_EvalResult_dispose(value);
    bool is_float = node->type->dtype == WEFT_FLOAT32;
    node->text = number_text(reader->unit->memory, node->number, is_float ? "f" : "", is_float);
    return node;
}

static ir_expression *read_imaginary(body_reader *reader, CXCursor cursor)
{
    ir_expression *node = new_node(reader, IR_LITERAL, cursor);
    CXCursor part = cursor_operand(reader->unit->memory, cursor);
    ir_expression *number = clang_Cursor_isNull(part) ? NULL : body_expression(reader, part);
    if (number && number->kind == IR_LITERAL) {
        node->number = number->is_integer ? (double)number->integer : number->number;
        node->text = arena_format(reader->unit->memory, "%si", number->text);
    } else {
        node->text = cursor_text(reader->unit, cursor);
    }
    return node;
}

static ir_expression *read_string(body_reader *reader, CXCursor cursor)
{
    ir_expression *node = new_node(reader, IR_LITERAL, cursor);
    node->text = unit_spelling(reader->unit, cursor);
    return node;
}

/* ---- names, subscripts, members ---- */

static ir_expression *read_reference(body_reader *reader, CXCursor cursor)
{
    CXCursor declaration = clang_getCursorReferenced(cursor);
    enum CXCursorKind kind = clang_getCursorKind(declaration);
    ir_expression *node;
    if (kind == CXCursor_EnumConstantDecl) {
        node = new_node(reader, IR_LITERAL, cursor);
        node->is_integer = true;
        node->integer = clang_getEnumConstantDeclValue(declaration);
        node->text = unit_spelling(reader->unit, cursor);
    } else if (kind == CXCursor_VarDecl || kind == CXCursor_ParmDecl) {
        node = new_node(reader, IR_VARIABLE, cursor);
        node->variable = body_variable(reader, declaration);
        if (node->variable->storage == IR_PARAMETER &&
            node->variable->type->kind == IR_TYPE_POINTER)
            node->type = node->variable->type;
    } else {
        node = new_text(reader, cursor, "a function used as a value");
        if (kind == CXCursor_FunctionDecl && reader->follows_values)
            node->function = body_helper(reader, declaration);
    }
    node->length = (unsigned)strlen(unit_spelling(reader->unit, cursor));
    return node;
}

static bool is_pointer(const ir_expression *expression)
{
    return expression->type->kind == IR_TYPE_POINTER || expression->type->kind == IR_TYPE_ARRAY;
}

/* A[i][k] is one node, as far as the brackets walk through arrays. */
static ir_expression *read_subscript(body_reader *reader, CXCursor cursor)
{
    arena *memory = reader->unit->memory;
    cursor_list inner = cursor_expressions(memory, cursor);
    if (inner.count != 2)
        return new_text(reader, cursor, "a subscript of unknown form");
    ir_expression *base = body_expression(reader, inner.items[0]);
    ir_expression *index = body_expression(reader, inner.items[1]);
    if (!is_pointer(base)) { /* i[A] */
        ir_expression *other = base;
        base = index, index = other;
    }
    ir_expression *array = base; /* without the array's decay to a pointer */
    while (array->kind == IR_CAST && array->implicit && is_pointer(array->operands[0]))
        array = array->operands[0];
    if (array->kind == IR_SUBSCRIPT && array->type->kind == IR_TYPE_ARRAY) {
        ir_add_operand(memory, array, index);
        array->own = body_extent(reader, cursor);
        array->type = body_type(reader, clang_getCursorType(cursor), clang_getNullCursor());
        return array;
    }
    ir_expression *node = new_node(reader, IR_SUBSCRIPT, cursor);
    ir_add_operand(memory, node,
                   array->kind == IR_VARIABLE || array->kind == IR_MEMBER ? array : base);
    ir_add_operand(memory, node, index);
    return node;
}

/* A member of an unnamed structure or union is a member of what holds that: v.lo. */
static ir_expression *read_member(body_reader *reader, CXCursor cursor)
{
    ir_expression *node = with_operands(reader, new_node(reader, IR_MEMBER, cursor), cursor);
    const CXCursor field = clang_getCursorReferenced(cursor);
    const CXType type = clang_getCursorType(field);
    if (node->operand_count == 1 &&
        clang_Cursor_isAnonymousRecordDecl(clang_getTypeDeclaration(type)))
        return node->operands[0];
    node->text = unit_spelling(reader->unit, cursor);
    node->field = body_field(reader, field);
    return node->operand_count == 1 ? node : new_text(reader, cursor, "an unnamed member");
}

/* ---- operators ---- */

static ir_expression *read_unary(body_reader *reader, CXCursor cursor)
{
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
    CXCursor inner = cursor_operand(reader->unit->memory, cursor);
    if (kind == CXUnaryOperator_Extension && !clang_Cursor_isNull(inner))
        return body_expression(reader, inner);
    ir_operator op = operators_unary(kind);
    if (op == IR_OPERATOR_NONE)
        return new_text(reader, cursor, "an operator that is not C");
    ir_expression *node = with_operands(reader, new_node(reader, IR_UNARY, cursor), cursor);
    node->op = op;
    if (op >= IR_PRE_INCREMENT && node->operand_count == 1)
        node->computed = ir_computed(reader->unit->memory, IR_ADD, node->operands[0],
                                     ir_scalar(reader->unit->memory, WEFT_INT32));
    return node;
}

static ir_expression *read_binary(body_reader *reader, CXCursor cursor)
{
    binary_operator op = operators_binary(clang_getCursorBinaryOperatorKind(cursor));
    ir_expression *node = new_node(reader, op.assigns ? IR_ASSIGN : IR_BINARY, cursor);
    with_operands(reader, node, cursor);
    if (!op.known || node->operand_count != 2)
        return new_text(reader, cursor, "an operator that is not C");
    node->op = op.op;
    if (op.assigns && op.op)
        node->computed =
            ir_computed(reader->unit->memory, op.op, node->operands[0], node->operands[1]->type);
    node->length = (unsigned)strlen(ir_operator_text(op.op)) + op.assigns;
    return node;
}

static ir_expression *read_conditional(body_reader *reader, CXCursor cursor)
{
    ir_expression *node = with_operands(reader, new_node(reader, IR_CONDITIONAL, cursor), cursor);
    return node->operand_count == 3 ? node : new_text(reader, cursor, "a conditional of GNU C");
}

static bool same_type(CXCursor a, CXCursor b)
{
    CXType first = clang_getUnqualifiedType(clang_getCanonicalType(clang_getCursorType(a)));
    CXType second = clang_getUnqualifiedType(clang_getCanonicalType(clang_getCursorType(b)));
    return clang_equalTypes(first, second) != 0;
}

/* A conversion of `inner`; just inner where it only reads a variable's value. */
static ir_expression *read_conversion(body_reader *reader, CXCursor cursor, CXCursor inner,
                                      bool implicit)
{
    ir_expression *value = body_expression(reader, inner);
    if (implicit && same_type(cursor, inner))
        return value;
    ir_type *type = body_type(reader, clang_getCursorType(cursor), clang_getNullCursor());
    body_decay(clang_getCursorType(cursor), type);
    ir_expression *node =
        ir_new_expression(reader->unit->memory, IR_CAST, type, cursor_place(reader->unit, cursor));
    node->implicit = implicit;
    ir_add_operand(reader->unit->memory, node, value);
    return node;
}

/* <tgmath.h> of clang casts each argument to the type that it computes in. */
static ir_expression *read_cast(body_reader *reader, CXCursor cursor)
{
    CXCursor inner = cursor_operand(reader->unit->memory, cursor);
    if (clang_Cursor_isNull(inner))
        return new_text(reader, cursor, "a cast of unknown form");
    return read_conversion(reader, cursor, inner, cursor_from_system_macro(cursor));
}

/* libclang does not expose implicit conversions, designators and some extensions. */
static ir_expression *read_unexposed(body_reader *reader, CXCursor cursor)
{
    CXCursor inner;
    if (cursor_is_conversion(cursor, &inner))
        return read_conversion(reader, cursor, inner, true);
    ir_expression *element = body_is_designated(cursor) ? body_designated(reader, cursor) : NULL;
    return element ? element
                   : new_text(reader, cursor, "an expression that libclang does not show");
}

/* ---- calls ---- */

/* Whether a call names the compiler's own function: "__builtin_isnan" in the source, not the isnan
 * of <math.h>, which is a macro for it. */
static bool is_builtin_call(CXCursor cursor, const char *symbol)
{
    static const char *const macros[] = {
        "isnan",       "isfinite",  "isnormal",       "signbit",       "isless",
        "islessequal", "isgreater", "isgreaterequal", "islessgreater", "isunordered"};
    bool header = false;
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        header |= strcmp(macros[i], library_name(symbol)) == 0;
    return strncmp(symbol, "__builtin_", strlen("__builtin_")) == 0 &&
           !(header && cursor_from_system_macro(cursor));
}

/* The types that arguments become. Functions whose names begin with __, as <tgmath.h> has them, are
 * given what fits. */
static void read_accepted(body_reader *reader, ir_expression *call, CXCursor callee)
{
    CXType type = clang_getCursorType(callee);
    int count = clang_getNumArgTypes(type);
    if (strncmp(unit_spelling(reader->unit, callee), "__", 2) == 0)
        return;
    for (int i = 0; i < count; i++)
        *ARENA_PUSH(reader->unit->memory, call->accepts, call->accept_count) =
            body_type(reader, clang_getArgType(type, (unsigned)i), clang_getNullCursor());
}

/* 0 of the type of a call that does nothing, for which the text gets it, too. */
static ir_expression *read_ignored(body_reader *reader, CXCursor cursor)
{
    ir_expression *zero = ir_new_expression(reader->unit->memory, IR_LITERAL,
                                            ir_scalar(reader->unit->memory, WEFT_INT32),
                                            cursor_place(reader->unit, cursor));
    zero->is_integer = true;
    zero->text = "0";
    ir_expression *node = new_node(reader, IR_CAST, cursor);
    node->is_ignored = true;
    ir_add_operand(reader->unit->memory, node, zero);
    return node;
}

static ir_expression *read_call(body_reader *reader, CXCursor cursor)
{
    arena *memory = reader->unit->memory;
    if (ignored_call(reader->unit, cursor))
        return read_ignored(reader, cursor);
    ir_expression *node = new_node(reader, IR_CALL, cursor);
    CXCursor callee = cursor_callee(memory, cursor);
    int count = clang_Cursor_getNumArguments(cursor);
    for (int i = 0; i < count; i++)
        ir_add_operand(memory, node,
                       body_expression(reader, clang_Cursor_getArgument(cursor, (unsigned)i)));
    node->callee = IR_CALLEE_UNKNOWN;
    if (clang_getCursorKind(callee) != CXCursor_FunctionDecl) {
        cursor_list inner = cursor_expressions(memory, cursor);
        node->text = "*pointer";
        node->called = inner.count ? body_expression(reader, inner.items[0]) : NULL;
        return node;
    }
    read_accepted(reader, node, callee);
    const char *name = unit_spelling(reader->unit, callee);
    node->text = library_name(name);
    node->is_builtin = is_builtin_call(cursor, name);
    node->length = (unsigned)strlen(node->text);
    node->function = body_helper(reader, callee);
    if (node->function)
        node->callee = IR_CALLEE_HELPER;
    else if (node->text != name || unit_in_system_header(callee))
        node->callee = IR_CALLEE_LIBRARY, node->library = library_find(node->text);
    return node;
}

static enum CXChildVisitResult find_jump(CXCursor cursor, CXCursor parent, CXClientData data)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    (void)parent;
    bool harmless = !clang_isStatement(kind) || kind == CXCursor_CompoundStmt ||
                    kind == CXCursor_DeclStmt || kind == CXCursor_NullStmt ||
                    kind == CXCursor_IfStmt;
    *(bool *)data |= !harmless;
    return harmless ? CXChildVisit_Recurse : CXChildVisit_Break;
}

/* Where the outermost expressions of a statement go. */
typedef struct gathering {
    arena *memory;
    ir_expression *text;
} gathering;

static bool gather(void *context, const ir_expression *expression, const ir_statement *statement)
{
    const gathering *to = context;
    (void)statement;
    ir_add_operand(to->memory, to->text, (ir_expression *)expression);
    return false;
}

/* ({ … }): its operands are the expressions of the statement inside. */
static ir_expression *read_statement_expression(body_reader *reader, CXCursor cursor)
{
    ir_expression *node = new_node(reader, IR_TEXT, cursor);
    gathering to = {reader->unit->memory, node};
    cursor_list inner = cursor_children(reader->unit->memory, cursor);
    node->text = cursor_text(reader->unit, cursor);
    node->reason = "a statement expression";
    if (inner.count)
        node->inside = body_statement(reader, inner.items[0]);
    ir_visit(node->inside, gather, &to);
    clang_visitChildren(cursor, find_jump, &node->holds_jumps);
    return node;
}

static ir_expression *read_expression(body_reader *reader, CXCursor cursor)
{
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_ParenExpr: {
        CXCursor inner = cursor_operand(reader->unit->memory, cursor);
        return clang_Cursor_isNull(inner) ? NULL : body_expression(reader, inner);
    }
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_UnaryExpr: /* sizeof, _Alignof */
        return read_integer(reader, cursor);
    case CXCursor_FloatingLiteral:
        return read_floating(reader, cursor);
    case CXCursor_ImaginaryLiteral:
        return read_imaginary(reader, cursor);
    case CXCursor_StringLiteral:
        return read_string(reader, cursor);
    case CXCursor_DeclRefExpr:
        return read_reference(reader, cursor);
    case CXCursor_ArraySubscriptExpr:
        return read_subscript(reader, cursor);
    case CXCursor_MemberRefExpr:
        return read_member(reader, cursor);
    case CXCursor_UnaryOperator:
        return read_unary(reader, cursor);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return read_binary(reader, cursor);
    case CXCursor_ConditionalOperator:
        return read_conditional(reader, cursor);
    case CXCursor_CStyleCastExpr:
        return read_cast(reader, cursor);
    case CXCursor_CallExpr:
        return read_call(reader, cursor);
    case CXCursor_InitListExpr:
        return with_operands(reader, new_node(reader, IR_LIST, cursor), cursor);
    case CXCursor_UnexposedExpr:
        return read_unexposed(reader, cursor);
    case CXCursor_CompoundLiteralExpr:
        return new_text(reader, cursor, "a compound literal");
    case CXCursor_StmtExpr:
        return read_statement_expression(reader, cursor);
    case CXCursor_GenericSelectionExpr: {
        ir_expression *node = new_text(reader, cursor, "_Generic");
        node->is_question = true;
        return node;
    }
    default:
        return new_text(reader, cursor, "an extension of C");
    }
}

bool body_is_too_deep(body_reader *reader, CXCursor cursor)
{
    if (reader->depth < DEEPEST_TREE)
        return false;
    if (!reader->too_deep)
        body_refuse(reader, unit_cursor_location(reader->unit, cursor), 1,
                    arena_format(reader->unit->memory,
                                 "nested more than %d deep: split the expression or the statement",
                                 DEEPEST_TREE));
    reader->too_deep = true;
    return true;
}

ir_expression *body_expression(body_reader *reader, CXCursor cursor)
{
    ir_expression *node;
    if (body_is_too_deep(reader, cursor)) {
        node = new_node(reader, IR_TEXT, cursor);
        node->text = "";
        node->reason = "nested too deep";
        return node;
    }
    reader->depth++;
    node = read_expression(reader, cursor);
    if (node) {
        node->extent = body_extent(reader, cursor);
        if (node->own.begin == node->own.end)
            node->own = node->extent;
    }
    reader->depth--;
    return node;
}
