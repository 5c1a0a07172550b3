/* ir_print.c: a syntax tree as indented text, for --print-ir and golden tests. One statement is one
 * line. */
#include "ir_text.h"
#include "lower.h"

#include <string.h>

/* Where the lines go. */
typedef struct lines {
    FILE *out;
    arena *memory;
    ir_marker *marker; /* or NULL */
    void *context;
    const char *mark; /* that lines begin with */
} lines;

static void mark(lines *to, const ir_statement *statement, const ir_variable *parameter)
{
    to->mark = to->marker ? to->marker(to->context, statement, parameter) : "";
}

static const char *const residences[] = {
    [IR_REGISTER] = "",
    [IR_INDEXED] = " (indexed)",
    [IR_ADDRESSED] = " (addressed)",
    [IR_ESCAPING] = " (escaping)",
    [IR_VOLATILE] = " (volatile)",
};

/* "sum: float64 = 0.0", "row (indexed): int32[4]" */
static const char *declared_text(lines *to, const ir_variable *variable)
{
    const char *value = ir_exact_text(to->memory, variable->initializer);
    return arena_format(to->memory, "%s%s: %s%s%s", ir_variable_text(to->memory, variable),
                        residences[variable->residence], ir_type_text(to->memory, variable->type),
                        *value ? " = " : "", value);
}

static void line(lines *to, int depth, const char *word, const char *rest)
{
    fprintf(to->out, "%s%*s%s%s%s\n", to->mark, depth * 4, "", word, *word && *rest ? " " : "",
            rest);
}

static void print_statement(lines *to, int depth, const ir_statement *statement);

static void print_children(lines *to, int depth, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->child_count; i++)
        print_statement(to, depth, statement->children[i]);
}

static void print_declaration(lines *to, int depth, const ir_statement *statement)
{
    for (size_t i = 0; i < statement->variable_count; i++)
        line(to, depth, statement->variables[i]->storage == IR_LOCAL ? "local" : "static",
             declared_text(to, statement->variables[i]));
}

static void print_if(lines *to, int depth, const ir_statement *statement)
{
    line(to, depth, "if", ir_exact_text(to->memory, statement->expression));
    print_statement(to, depth + 1, statement->children[0]);
    if (statement->child_count > 1) {
        mark(to, statement, NULL);
        line(to, depth, "else", "");
        print_statement(to, depth + 1, statement->children[1]);
    }
}

static void print_for(lines *to, int depth, const ir_statement *statement)
{
    line(to, depth, "for", "");
    if (statement->first)
        print_statement(to, depth + 2, statement->first);
    line(to, depth + 1, "while",
         statement->expression ? ir_exact_text(to->memory, statement->expression) : "1");
    if (statement->step)
        line(to, depth + 1, "step", ir_exact_text(to->memory, statement->step));
    line(to, depth + 1, "do", "");
    print_children(to, depth + 2, statement);
}

static const char *value_text(lines *to, const ir_statement *statement, int64_t value)
{
    bool is_unsigned = ir_kind(statement->expression->type) == 'u';
    return is_unsigned ? arena_format(to->memory, "%llu", (unsigned long long)value)
                       : arena_format(to->memory, "%lld", (long long)value);
}

static void print_labels(lines *to, int depth, const ir_statement *statement, size_t child)
{
    for (size_t i = 0; i < statement->case_count; i++) {
        const ir_case *label = &statement->cases[i];
        const char *first = value_text(to, statement, label->first);
        const char *last = value_text(to, statement, label->last);
        if (label->child == child && label->is_default)
            line(to, depth, "default", "");
        else if (label->child == child)
            line(to, depth, "case",
                 label->first == label->last ? first
                                             : arena_format(to->memory, "%s ... %s", first, last));
    }
}

static void print_switch(lines *to, int depth, const ir_statement *statement)
{
    line(to, depth, "switch", ir_exact_text(to->memory, statement->expression));
    for (size_t i = 0; i < statement->child_count; i++) {
        mark(to, statement, NULL);
        print_labels(to, depth + 1, statement, i);
        print_statement(to, depth + 2, statement->children[i]);
    }
    mark(to, statement, NULL);
    print_labels(to, depth + 1, statement, statement->child_count);
}

static void print_text(lines *to, int depth, const ir_statement *statement)
{
    line(to, depth, arena_format(to->memory, "text(%s)", statement->reason), "");
    const char *text = statement->text;
    while (*text) {
        size_t length = strcspn(text, "\n");
        line(to, depth, "|", arena_text(to->memory, text, length));
        text += length + (text[length] == '\n');
    }
}

static void print_statement(lines *to, int depth, const ir_statement *statement)
{
    const char *value = ir_exact_text(to->memory, statement->expression);
    mark(to, statement, NULL);
    switch (statement->kind) {
    case IR_DECLARATION:
        print_declaration(to, depth, statement);
        break;
    case IR_EVALUATE:
        line(to, depth, "", value);
        break;
    case IR_BLOCK:
        if (statement->child_count == 0)
            line(to, depth, "nothing", "");
        print_children(to, depth, statement);
        break;
    case IR_IF:
        print_if(to, depth, statement);
        break;
    case IR_FOR:
        print_for(to, depth, statement);
        break;
    case IR_WHILE:
        line(to, depth, "while", value);
        print_statement(to, depth + 1, statement->children[0]);
        if (statement->child_count > 1) {
            mark(to, statement, NULL);
            line(to, depth, "step", "");
            print_statement(to, depth + 1, statement->children[1]);
        }
        break;
    case IR_DO:
        line(to, depth, "do", "");
        print_children(to, depth + 1, statement);
        line(to, depth, "until not", value);
        break;
    case IR_SWITCH:
        print_switch(to, depth, statement);
        break;
    case IR_BREAK:
        line(to, depth, "break", "");
        break;
    case IR_CONTINUE:
        line(to, depth, "continue", "");
        break;
    case IR_RETURN:
        line(to, depth, "return", value);
        break;
    case IR_TEXT_STATEMENT:
        print_text(to, depth, statement);
        break;
    }
}

static void print_record(lines *to, const ir_record *record)
{
    const char *size =
        record->size < 0 ? "" : arena_format(to->memory, ": %lld bytes", (long long)record->size);
    line(to, 0, "type",
         arena_format(to->memory, "%s%s%s%s", ir_record_text(record), size,
                      record->opaque ? ", opaque: " : "", record->opaque ? record->opaque : ""));
    for (size_t i = 0; i < record->field_count; i++) {
        const ir_field *field = &record->fields[i];
        const char *bits =
            field->bits < 0 ? "" : arena_format(to->memory, " (%d bits)", field->bits);
        line(to, 1, "field",
             arena_format(to->memory, "%s: %s%s at %lld", *field->name ? field->name : "(unnamed)",
                          ir_type_text(to->memory, field->type), bits, (long long)field->offset));
    }
}

static void print_function(lines *to, const ir_function *function)
{
    mark(to, NULL, NULL);
    line(to, 0, "function",
         arena_format(to->memory, "%s: %s", function->name,
                      ir_type_text(to->memory, function->result)));
    for (size_t i = 0; i < function->parameter_count; i++) {
        mark(to, NULL, function->parameters[i]);
        line(to, 1, function->parameters[i]->is_size ? "size" : "parameter",
             declared_text(to, function->parameters[i]));
    }
    if (function->body)
        print_statement(to, 1, function->body);
}

void ir_print_marked(const ir_function *function, ir_marker *marker, void *context, FILE *out)
{
    lines to = {out, arena_new(), marker, context, ""};
    for (size_t i = 0; i < function->record_count; i++)
        print_record(&to, function->records[i]);
    print_function(&to, function);
    for (size_t i = 0; i < function->helper_count; i++)
        print_function(&to, function->helpers[i]);
    arena_free(to.memory);
}

static void print_tree(const ir_function *function, FILE *out)
{
    ir_print_marked(function, NULL, NULL, out);
}

static void print_lowered(const ir_function *function, FILE *out)
{
    arena *memory = arena_new();
    const ir_function *lowered = ir_lower_or_say(memory, function, out);
    if (lowered)
        print_tree(lowered, out);
    arena_free(memory);
}

static const struct {
    const char *name;
    void (*print)(const ir_function *function, FILE *out);
} views[IR_VIEW_COUNT] = {
    [IR_VIEW_TREE] = {"tree", print_tree},
    [IR_VIEW_NUMBERS] = {"numbers", ir_print_numbers},
    [IR_VIEW_LOWERED] = {"lowered", print_lowered},
    [IR_VIEW_NORMAL] = {"normal", NULL},
    [IR_VIEW_NEST] = {"nest", NULL},
    [IR_VIEW_VARYING] = {"varying", NULL},
};

const char *const ir_view_names = "tree, numbers, lowered, normal, nest, varying";

ir_view ir_view_of(const char *name)
{
    ir_view view = IR_VIEW_TREE;
    while (view < IR_VIEW_COUNT && strcmp(views[view].name, name) != 0)
        view++;
    return view;
}

void ir_print(const ir_function *function, ir_view view, FILE *out)
{
    views[view].print(function, out);
}
