/* edit_cast.c: makes conversions from floating to integer the same on every target, by wrapping the
 * value: int k = x; becomes int k = WEFT_CAST(int, x);. WEFT_CAST leaves every other conversion as
 * it is, so that one edit serves all bindings of the type variables. What a macro's body spells
 * stays. */
#include <ctype.h>
#include <string.h>

#include "edit.h"

/* What the walk knows. */
typedef struct editor {
    arena *memory;
    body *read;
    const ir_function *function;
    bool integers; /* some binding makes a type variable an integer */
} editor;

/* What a value may be, under some binding. */
typedef struct source_type {
    bool floating;       /* floating whatever the binding */
    bool same_variable;  /* the type variable it is converted to */
    bool other_variable; /* another type variable */
} source_type;

static source_type merge(source_type a, source_type b)
{
    return (source_type){a.floating | b.floating, a.same_variable | b.same_variable,
                         a.other_variable | b.other_variable};
}

/* A complex number becomes what a type variable stands for as it is: T may be complex, too. */
static source_type leaf_type(const ir_type *type, const char *target)
{
    if (!type->variable)
        return (source_type){.floating = (ir_kind(type) == 'c' && !target) ||
                                         (ir_kind(type) == 'f' && type->dtype != WEFT_BFLOAT16)};
    bool same = target && strcmp(type->variable, target) == 0;
    return (source_type){.same_variable = same, .other_variable = !same};
}

static source_type type_of(const ir_expression *value, const char *target);

static source_type binary_type(const ir_expression *value, const char *target)
{
    source_type left = type_of(value->operands[0], target);
    if (value->kind == IR_ASSIGN)
        return left;
    switch (value->op) {
    case IR_COMMA:
        return type_of(value->operands[1], target);
    case IR_MULTIPLY:
    case IR_DIVIDE:
    case IR_ADD:
    case IR_SUBTRACT:
        return merge(left, type_of(value->operands[1], target));
    default:
        return (source_type){0};
    }
}

static source_type type_of(const ir_expression *value, const char *target)
{
    value = ir_strip(value);
    switch (value->kind) {
    case IR_BINARY:
    case IR_ASSIGN:
        return binary_type(value, target);
    case IR_UNARY:
        return value->op == IR_NEGATE || value->op == IR_PLUS ? type_of(value->operands[0], target)
                                                              : leaf_type(value->type, target);
    case IR_CONDITIONAL:
        return merge(type_of(value->operands[1], target), type_of(value->operands[2], target));
    default:
        return leaf_type(value->type, target);
    }
}

/* Integers but bool. */
static bool is_integer(const ir_type *type)
{
    return ir_is_integer(type) && ir_kind(type) != 'b';
}

/* A literal that every integer type holds. */
static bool is_small_literal(const ir_expression *value)
{
    return value->kind == IR_LITERAL && !value->is_integer && ir_kind(value->type) == 'f' &&
           value->number >= 0 && value->number <= 127;
}

static bool needs_cast(const editor *in, const ir_expression *value, const ir_type *to)
{
    if (to->variable ? !in->integers : !is_integer(to))
        return false;
    source_type from = type_of(value, to->variable);
    return from.floating || from.other_variable;
}

/* ---- text ---- */

static bool is_type_name(const char *text)
{
    for (const char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '_' && *at != ' ')
            return false;
    return *text != '\0';
}

/* How a macro names a type: as it is written, where that is a name. An enumeration without one, and
 * what __typeof__ finds, are the integers that they are, unless that is a type variable's affair.
 */
static const char *name_of(const editor *in, const char *written, const ir_type *type)
{
    if (is_type_name(written))
        return written;
    return in->integers ? NULL : ir_scalar(in->memory, type->dtype)->spelling;
}

/* A macro's argument may stand in the tree more than once. */
static bool is_edited(const editor *in, unsigned begin)
{
    for (size_t i = 0; i < in->read->edit_count; i++)
        if (in->read->edits[i].begin == begin && in->read->edits[i].end == begin)
            return true;
    return false;
}

/* Wraps a value that is converted to a type. befores: what may stand before it, ended by NULL, so
 * that a value in a macro's body is not mistaken for one in the file. cast: the cast that converts
 * it, or NULL. Commas in braces would be the macro's: there are parentheses around such a value. */
static void wrap(editor *in, const ir_expression *value, const ir_type *to,
                 const char *const *befores, const ir_expression *cast)
{
    value = ir_strip(value);
    const ir_extent place = value->extent;
    const char *text = in->function->text, *type = to->plain;
    unsigned before = 0;
    if (!needs_cast(in, value, to) || is_small_literal(value) ||
        !edit_is_known(in->function, place))
        return;
    bool found = false;
    for (size_t i = 0; befores[i] && !found; i++)
        found = edit_follows(text, place.begin, befores[i], &before);
    if (!found || is_edited(in, place.begin))
        return;
    if (cast) {
        const ir_extent whole = cast->own;
        if (!edit_is_known(in->function, whole) || text[whole.begin] != '(' ||
            before <= whole.begin)
            return;
        type = arena_text(in->memory, text + whole.begin + 1, before - whole.begin - 1);
    }
    type = name_of(in, type, to);
    if (!type)
        return;
    const bool braces = memchr(text + place.begin, '{', place.end - place.begin);
    edit_add(in->memory, in->read, place.begin, place.begin,
             arena_format(in->memory, "WEFT_CAST(%s, %s", type, braces ? "(" : ""));
    edit_add(in->memory, in->read, place.end, place.end, braces ? "))" : ")");
}

/* The macro of x op y where integers may be, which wrap; NULL where they are not. */
static const char *wrapping_macro(const ir_expression *value, const ir_type *to, char op)
{
    if (type_of(value, to->variable).floating)
        return NULL;
    return op == '+'   ? "WEFT_ADD"
           : op == '-' ? "WEFT_SUBTRACT"
           : op == '*' ? "WEFT_MULTIPLY"
                       : "WEFT_DIVIDE";
}

/* *p++ *= y becomes WEFT_MULTIPLY_AT(*p++, (y)), which writes the target once. */
static void wrap_once(editor *in, const ir_expression *expression, char op)
{
    const ir_expression *target = expression->operands[0];
    const ir_extent left = target->extent, right = ir_strip(expression->operands[1])->extent;
    if (ir_is_bit_field(target))
        return;
    edit_add(in->memory, in->read, left.begin, left.begin,
             op == '+'   ? "WEFT_ADD_AT("
             : op == '-' ? "WEFT_SUBTRACT_AT("
             : op == '*' ? "WEFT_MULTIPLY_AT("
                         : "WEFT_DIVIDE_AT(");
    edit_add(in->memory, in->read, left.end, right.begin, ", (");
    edit_add(in->memory, in->read, right.end, right.end, "))");
}

/* x *= y becomes x = WEFT_CAST(int, x * (y)), where the product is floating and x an integer. */
static void wrap_compound(editor *in, const ir_expression *expression)
{
    arena *memory = in->memory;
    const ir_expression *value = ir_strip(expression->operands[1]);
    const ir_type *to = expression->operands[0]->type;
    const ir_extent left = expression->operands[0]->extent, right = value->extent;
    const ir_extent own = expression->operands[0]->own;
    if (!needs_cast(in, value, to) || !edit_is_known(in->function, left) ||
        !edit_is_known(in->function, right) || right.begin < left.end || is_edited(in, right.end))
        return;
    const char *text = in->function->text;
    const char *target = arena_text(memory, text + own.begin, own.end - own.begin);
    const char *between = arena_text(memory, text + left.end, right.begin - left.end);
    const char *operation = between + strspn(between, " \t\n"), *type = name_of(in, to->plain, to);
    if (!strspn(operation, "+-*/") || operation[1] != '=' || !type ||
        operation[2 + strspn(operation + 2, " \t\n")])
        return;
    if (!edit_is_plain(target)) {
        wrap_once(in, expression, operation[0]);
        return;
    }
    const unsigned at = left.end + (unsigned)(operation - between);
    const char *macro = wrapping_macro(value, to, operation[0]);
    edit_add(memory, in->read, at, right.begin,
             macro ? arena_format(memory, "= WEFT_CAST(%s, %s(%s, (", type, macro, target)
                   : arena_format(memory, "= WEFT_CAST(%s, %s %c (", type, target, operation[0]));
    edit_add(memory, in->read, right.end, right.end, macro ? ")))" : "))");
}

/* ---- the places where values are converted ---- */

static void walk_statement(editor *in, const ir_statement *statement);

static void wrap_initializer(editor *in, const ir_expression *value, const ir_type *to);

/* What an element goes into that says so; NULL where that is not known. */
static const ir_type *designated_type(const ir_expression *element, const ir_type *to)
{
    for (size_t i = 0; i < element->designator_count; i++) {
        const ir_designator *step = &element->designators[i];
        if (step->member)
            to = step->field ? step->field->type : NULL;
        else
            to = to->kind == IR_TYPE_ARRAY ? to->element : NULL;
        if (!to)
            return NULL;
    }
    return to;
}

/* Whether an element begins an aggregate that has no braces of its own. */
static bool is_elided(const ir_expression *element, const ir_type *to)
{
    if (element->kind == IR_LIST || (to->kind != IR_TYPE_ARRAY && to->kind != IR_TYPE_RECORD))
        return false;
    return element->type->kind == IR_TYPE_SCALAR ||
           (element->type->kind == IR_TYPE_RECORD && element->type->record != to->record);
}

/* Elements that say nothing go into what comes next: from one on, those that a type takes. Where
 * the next of the list is; SIZE_MAX where that is not known. */
static size_t wrap_elements(editor *in, const ir_expression *list, size_t next, const ir_type *to)
{
    const ir_record *record = to->kind == IR_TYPE_RECORD ? to->record : NULL;
    const bool is_array = to->kind == IR_TYPE_ARRAY;
    const size_t count = record ? record->field_count : is_array ? (size_t)to->extent : 1;
    if (record && record->opaque)
        return SIZE_MAX;
    for (size_t i = 0; i < count && next < list->operand_count; i++) {
        const ir_expression *element = list->operands[next];
        const ir_type *type = record ? record->fields[i].type : is_array ? to->element : to;
        if (element->kind == IR_DESIGNATED)
            return next;
        if (is_elided(element, type))
            next = wrap_elements(in, list, next, type);
        else
            wrap_initializer(in, list->operands[next++], type);
    }
    return next;
}

/* Behind an element that says where it goes the next is known in arrays alone. */
static void wrap_list(editor *in, const ir_expression *list, const ir_type *to)
{
    bool told = false;
    for (size_t next = 0, before = 1; next < list->operand_count && next != before;) {
        const ir_expression *element = list->operands[next];
        before = next;
        if (element->kind == IR_DESIGNATED) {
            const ir_type *type = designated_type(element, to);
            if (type)
                wrap_initializer(in, element->operands[0], type);
            told = true;
            next++;
        } else if (!told || to->kind == IR_TYPE_ARRAY) {
            next = wrap_elements(in, list, next, to);
        }
    }
}

static void wrap_initializer(editor *in, const ir_expression *value, const ir_type *to)
{
    static const char *const befores[] = {"=", "{", ",", NULL};
    if (value->kind == IR_LIST)
        wrap_list(in, value, to);
    else if (to->kind == IR_TYPE_SCALAR)
        wrap(in, value, to, befores, NULL);
}

static void wrap_arguments(editor *in, const ir_expression *call)
{
    static const char *const befores[] = {"(", ",", NULL};
    for (size_t i = 0; i < call->operand_count && i < call->accept_count; i++)
        wrap(in, call->operands[i], call->accepts[i], befores, NULL);
}

/* What the tree converts by itself, wherever that stands; what the places above have made, with the
 * types that they declare, is made already. Where a type variable may be an integer the tree has
 * conversions of one binding alone: those of values that are floating under every binding. */
static void wrap_implicit(editor *in, const ir_expression *cast)
{
    static const char *const befores[] = {"=", "{", ",", "(", ":", "return", NULL};
    const source_type from = type_of(cast->operands[0], cast->type->variable);
    if (in->integers && (!from.floating || from.same_variable || from.other_variable))
        return;
    wrap(in, cast->operands[0], cast->type, befores, NULL);
}

static void wrap_here(editor *in, const ir_expression *expression)
{
    static const char *const assigned[] = {"=", NULL}, *const converted[] = {")", NULL};
    if (expression->kind == IR_ASSIGN && expression->op)
        wrap_compound(in, expression);
    else if (expression->kind == IR_ASSIGN)
        wrap(in, expression->operands[1], expression->operands[0]->type, assigned, NULL);
    else if (expression->kind == IR_CAST && !expression->implicit)
        wrap(in, expression->operands[0], expression->type, converted, expression);
    else if (expression->kind == IR_CAST)
        wrap_implicit(in, expression);
    else if (expression->kind == IR_CALL)
        wrap_arguments(in, expression);
    else if (expression->kind == IR_TEXT && expression->operand_count == 1 &&
             expression->operands[0]->kind == IR_LIST) /* a compound literal */
        wrap_list(in, expression->operands[0], expression->type);
}

/* What is not evaluated stays as it is. */
static void walk_expression(editor *in, const ir_expression *expression)
{
    if (!expression || expression->is_question)
        return;
    wrap_here(in, expression);
    walk_expression(in, expression->called);
    walk_statement(in, expression->inside);
    for (size_t i = 0; !expression->inside && i < expression->operand_count; i++)
        walk_expression(in, expression->operands[i]);
}

/* Constants that a compiler computes stay as they are, too. */
static void walk_variable(editor *in, const ir_variable *variable)
{
    if (variable->storage != IR_LOCAL)
        return;
    if (variable->initializer)
        wrap_initializer(in, variable->initializer, variable->type);
    for (const ir_type *type = variable->type; type->kind == IR_TYPE_ARRAY; type = type->element)
        walk_expression(in, type->extent_expression);
    walk_expression(in, variable->initializer);
}

static void walk_statement(editor *in, const ir_statement *statement)
{
    static const char *const returned[] = {"return", NULL};
    if (!statement)
        return;
    if (statement->kind == IR_RETURN && statement->expression)
        wrap(in, statement->expression, in->function->result, returned, NULL);
    for (size_t i = 0; i < statement->variable_count; i++)
        walk_variable(in, statement->variables[i]);
    walk_statement(in, statement->first);
    walk_expression(in, statement->expression);
    walk_expression(in, statement->step);
    bool label = statement->jump == IR_CASE_LABEL && statement->child_count;
    for (size_t i = label ? statement->child_count - 1 : 0; i < statement->child_count; i++)
        walk_statement(in, statement->children[i]);
}

void edit_casts(arena *memory, body *read, bool integers)
{
    editor in = {memory, read, read->tree, integers};
    walk_statement(&in, read->tree->body);
}
