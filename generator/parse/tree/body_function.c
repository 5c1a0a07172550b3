/* body_function.c: variables and function definitions as nodes of the syntax tree. */
#include "body_reader.h"

#include <ctype.h>
#include <string.h>

#include "parse/unit/written.h"
#include "twin.h"

/* How many variables of the function that is being read have this name already. */
static unsigned earlier_count(const body_reader *reader, const char *name)
{
    unsigned count = 0;
    for (size_t i = reader->first_variable; i < reader->variable_count; i++)
        count += strcmp(reader->variables[i].variable->name, name) == 0;
    return count;
}

static ir_storage storage_of(const parse_unit *unit, CXCursor declaration)
{
    if (clang_getCursorKind(declaration) == CXCursor_ParmDecl)
        return IR_PARAMETER;
    if (clang_Cursor_hasVarDeclGlobalStorage(declaration) != 1)
        return IR_LOCAL;
    return written_never(unit, declaration) ? IR_TABLE : IR_GLOBAL;
}

/* Whether a variable holds pointers, alone or as the elements of arrays. */
static bool holds_pointers(const ir_type *type)
{
    while (type->kind == IR_TYPE_ARRAY)
        type = type->element;
    return type->kind == IR_TYPE_POINTER;
}

static void read_initializer(body_reader *reader, CXCursor declaration, ir_variable *variable)
{
    CXCursor initializer = clang_getNullCursor();
    if (variable->storage != IR_PARAMETER)
        initializer = clang_Cursor_getVarDeclInitializer(declaration);
    if (clang_Cursor_isNull(initializer))
        return;
    CXCursor outer = clang_getCursorSemanticParent(declaration);
    if (variable->storage == IR_LOCAL)
        variable->initializer = body_expression(reader, initializer);
    else if (clang_getCursorKind(outer) == CXCursor_FunctionDecl && holds_pointers(variable->type))
        variable->constants = body_expression(reader, initializer);
}

ir_variable *body_variable(body_reader *reader, CXCursor declaration)
{
    for (size_t i = reader->variable_count; i-- > 0;) /* mostly one of the current function */
        if (clang_equalCursors(reader->variables[i].declaration, declaration))
            return reader->variables[i].variable;
    arena *memory = reader->unit->memory;
    ir_variable *variable = arena_array(memory, 1, sizeof *variable);
    variable->id = (unsigned)reader->variable_count;
    variable->name = unit_spelling(reader->unit, declaration);
    variable->place = unit_cursor_location(reader->unit, declaration);
    variable->number = earlier_count(reader, variable->name);
    *ARENA_PUSH(memory, reader->variables, reader->variable_count) =
        (read_variable){declaration, variable};
    variable->type = body_type(reader, clang_getCursorType(declaration), declaration);
    variable->storage = storage_of(reader->unit, declaration);
    read_initializer(reader, declaration, variable);
    return variable;
}

/* Whether a parameter is named in an extent of an array parameter's type. */
static bool in_type(const ir_type *type, const ir_variable *parameter);

static bool in_expression(const ir_expression *expression, const ir_variable *parameter)
{
    if (!expression)
        return false;
    if (expression->kind == IR_VARIABLE && expression->variable == parameter)
        return true;
    for (size_t i = 0; i < expression->operand_count; i++)
        if (in_expression(expression->operands[i], parameter))
            return true;
    return false;
}

static bool in_type(const ir_type *type, const ir_variable *parameter)
{
    for (; type && type->kind == IR_TYPE_ARRAY; type = type->element)
        if (in_expression(type->extent_expression, parameter))
            return true;
    return false;
}

/* Whether a name stands as a word in the layout of the annotation, "(m,n),(n,p)->(m,p)". */
static bool in_layout(const char *layout, const char *name)
{
    size_t length = strlen(name);
    const char *at = layout;
    while (*name && (at = strstr(at, name)) != NULL) {
        bool begins = at == layout || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        bool ends = !(isalnum((unsigned char)at[length]) || at[length] == '_');
        if (begins && ends)
            return true;
        at += length;
    }
    return false;
}

static void find_sizes(body_reader *reader, ir_function *tree)
{
    bool first = tree == reader->functions[0].tree;
    for (size_t i = 0; i < tree->parameter_count; i++) {
        ir_variable *parameter = tree->parameters[i];
        if (!ir_is_integer(parameter->type))
            continue;
        parameter->is_size = first && in_layout(reader->layout, parameter->name);
        for (size_t j = 0; j < tree->parameter_count; j++)
            parameter->is_size |= in_type(tree->parameters[j]->type, parameter);
    }
}

static ir_function *add_function(body_reader *reader, CXCursor definition)
{
    arena *memory = reader->unit->memory;
    ir_function *tree = arena_array(memory, 1, sizeof *tree);
    tree->name = unit_spelling(reader->unit, definition);
    tree->place = unit_cursor_location(reader->unit, definition);
    *ARENA_PUSH(memory, reader->functions, reader->function_count) =
        (read_function){definition, tree};
    return tree;
}

ir_function *body_helper(body_reader *reader, CXCursor declaration)
{
    CXCursor definition = unit_definition(reader->unit, declaration);
    if (clang_Cursor_isNull(definition) || unit_in_system_header(definition) ||
        twin_is(reader->unit, declaration))
        return NULL;
    for (size_t i = 0; i < reader->function_count; i++)
        if (clang_equalCursors(reader->functions[i].definition, definition))
            return reader->functions[i].tree;
    return add_function(reader, definition);
}

/* Of an annotated function the operands stay as they are written, arrays. */
static ir_variable *read_parameter(body_reader *reader, CXCursor declaration, bool is_operand)
{
    ir_variable *parameter = body_variable(reader, declaration);
    const CXType written = clang_getCursorType(declaration);
    if (!is_operand && clang_getCanonicalType(written).kind == CXType_IncompleteArray) {
        ir_type *type = body_type(reader, written, declaration);
        body_decay(written, type);
        parameter->type = type;
    }
    return parameter;
}

static void read_function_body(body_reader *reader, read_function function, bool is_annotated)
{
    arena *memory = reader->unit->memory;
    ir_function *tree = function.tree;
    reader->first_variable = reader->variable_count;
    unit_extent(function.definition, &reader->file, &tree->extent.begin, &tree->extent.end);
    tree->text = cursor_file_text(function.definition, reader->file, &tree->text_size);
    tree->result =
        body_type(reader, clang_getCursorResultType(function.definition), clang_getNullCursor());
    int count = clang_Cursor_getNumArguments(function.definition);
    for (int i = 0; i < count; i++) {
        CXCursor declaration = clang_Cursor_getArgument(function.definition, (unsigned)i);
        ir_variable *parameter = read_parameter(reader, declaration, is_annotated);
        parameter->position = (unsigned)i;
        *ARENA_PUSH(memory, tree->parameters, tree->parameter_count) = parameter;
    }
    find_sizes(reader, tree);
    cursor_list children = cursor_children(memory, function.definition);
    for (size_t i = 0; i < children.count; i++)
        if (clang_getCursorKind(children.items[i]) == CXCursor_CompoundStmt)
            tree->body = body_statement(reader, children.items[i]);
}

/* What the calls hand to one parameter of a helper. */
typedef struct handed {
    const ir_function *helper;
    size_t position;
    bool any, other; /* other: something that is neither a size nor a constant */
} handed;

static bool look_at_call(void *context, const ir_expression *expression,
                         const ir_statement *statement)
{
    handed *seen = context;
    int64_t constant;
    (void)statement;
    if (expression->kind != IR_CALL || expression->function != seen->helper ||
        seen->position >= expression->operand_count)
        return true;
    const ir_expression *value = ir_strip_casts(expression->operands[seen->position]);
    bool size = value->kind == IR_VARIABLE && value->variable->is_size;
    seen->any = true;
    seen->other |= !size && !ir_constant(value, &constant);
    return true;
}

/* An integer that every call gives a size or a constant is a size in the helper too. */
static void hand_down_sizes(body_reader *reader, ir_function *helper)
{
    for (size_t i = 0; i < helper->parameter_count; i++) {
        if (!ir_is_integer(helper->parameters[i]->type))
            continue;
        handed seen = {helper, i, false, false};
        for (size_t j = 0; j < reader->function_count; j++)
            ir_visit(reader->functions[j].tree->body, look_at_call, &seen);
        if (seen.any && !seen.other)
            helper->parameters[i]->is_size = true;
    }
}

ir_function *body_read_more(body_reader *reader, CXCursor definition)
{
    size_t first = reader->function_count;
    ir_function *root = body_helper(reader, definition);
    for (size_t i = first; i < reader->function_count; i++) {
        read_function_body(reader, reader->functions[i], true);
        if (reader->too_deep)
            reader->functions[i].tree->body = NULL;
        reader->too_deep = false;
    }
    return root;
}

void body_read_functions(body_reader *reader, CXCursor definition)
{
    ir_function *root = add_function(reader, definition);
    for (size_t i = 0; i < reader->function_count; i++) /* reading one may add more */
        read_function_body(reader, reader->functions[i], reader->annotated && i == 0);
    for (size_t i = 1; i < reader->function_count; i++)
        hand_down_sizes(reader, reader->functions[i].tree);
    for (size_t i = 1; i < reader->function_count; i++)
        *ARENA_PUSH(reader->unit->memory, root->helpers, root->helper_count) =
            reader->functions[i].tree;
    root->variable_count = reader->variable_count;
    for (size_t i = 0; i < reader->record_count; i++)
        *ARENA_PUSH(reader->unit->memory, root->records, root->record_count) =
            reader->records[i].record;
    ir_number(root);
    ir_find_residences(root);
}
