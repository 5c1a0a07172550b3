/* lanes.c: functions: their heads, their lines, and which helpers come along. */
#include "lanes_parts.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "model/header_macros.h"
#include "split/split.h"
#include "tree/lower.h"

void lanes_gap(lanes *in, location place, const char *reason)
{
    if (!in->result->gap.reason)
        in->result->gap = (ir_gap){reason, place};
}

/* ---- lines ---- */

void lanes_line(lanes *in, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    *ARENA_PUSH(in->memory, in->lines, in->line_count) =
        (c_line){{0}, in->depth, arena_format_list(in->memory, format, list)};
    va_end(list);
}

/* Lanes that get no value are 0, for gcc takes what is made of an undefined value, by a mask too,
 * for undefined itself. */
void lanes_declare(lanes *in, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    *ARENA_PUSH(in->memory, in->declarations, in->declaration_count) =
        (c_line){{0}, 1, arena_format_list(in->memory, format, list)};
    va_end(list);
}

void lanes_open(lanes *in)
{
    if (in->open)
        return;
    lanes_line(in, "WEFT_VECTORS {");
    in->open = true;
    in->depth++;
}

void lanes_close(lanes *in)
{
    if (!in->open)
        return;
    in->open = false;
    in->depth--;
    lanes_line(in, "}");
}

/* ---- names ---- */

/* Names of ours: v, l, mask, result, fresh, busy, to_end, rounds; m1, s1, t1, a1, o1, all1 and so
 * on. */
bool lanes_is_reserved(const char *name)
{
    static const char *const words[] = {"v",     "l",    "mask",   "result",
                                        "fresh", "busy", "to_end", "rounds"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(name, words[i]) == 0)
            return true;
    const char *behind = name + (strncmp(name, "all", 3) == 0 ? 3 : 1);
    return strchr("mstao", name[0]) && *behind && strspn(behind, "0123456789") == strlen(behind);
}

/* The variables of a function in the order of their declarations. */
static void collect(lanes *in, const ir_statement *statement, ir_variable ***all, size_t *count)
{
    for (size_t i = 0; i < statement->variable_count; i++)
        if (statement->variables[i]->storage == IR_LOCAL)
            *ARENA_PUSH(in->memory, *all, *count) = statement->variables[i];
    for (size_t i = 0; i < statement->child_count; i++)
        collect(in, statement->children[i], all, count);
}

static bool is_given(ir_variable *const *all, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(all[i]->name, name) == 0)
            return true;
    return false;
}

/* Names of the file and of functions that a body uses, and that no variable of it may hide: all are
 * declared at its beginning. */
typedef struct outer_names {
    arena *memory;
    const char **items;
    size_t count;
} outer_names;

static bool note_outer(void *context, const ir_expression *expression,
                       const ir_statement *statement)
{
    outer_names *names = context;
    (void)statement;
    if (expression->kind == IR_CALL && expression->text)
        *ARENA_PUSH(names->memory, names->items, names->count) = expression->text;
    if (expression->kind == IR_VARIABLE &&
        (expression->variable->storage == IR_TABLE || expression->variable->storage == IR_GLOBAL))
        *ARENA_PUSH(names->memory, names->items, names->count) = expression->variable->name;
    return true;
}

static bool is_outer(const outer_names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->items[i], name) == 0)
            return true;
    return false;
}

/* Each variable gets a name of its own; a temporary, $1, is r1. */
static void name_variables(lanes *in)
{
    const ir_function *function = in->function;
    outer_names outer = {.memory = in->memory};
    ir_variable **all = NULL;
    size_t count = 0;
    ir_visit(function->body, note_outer, &outer);
    for (size_t i = 0; i < function->parameter_count; i++)
        *ARENA_PUSH(in->memory, all, count) = function->parameters[i];
    collect(in, function->body, &all, &count);
    for (size_t i = 0; i < count; i++) {
        const char *name = all[i]->name;
        if (*name == '$')
            name = arena_format(in->memory, "r%s", name + 1);
        if (header_macros_have(name))
            name = arena_format(in->memory, "v_%s", name);
        while (lanes_is_reserved(name) || is_given(all, i, name) || is_outer(&outer, name))
            name = arena_format(in->memory, "%s_", name);
        all[i]->name = name;
        all[i]->number = 0;
    }
}

/* ---- heads ---- */

/* "WEFT_V(f64) *x" of a value, "WEFT_V(f64) (*x)[WEFT_VECTOR_COUNT]" of a pointer. */
static const char *parameter_text(lanes *in, const ir_variable *parameter)
{
    const ir_type *type = parameter->type;
    bool pointer = type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY;
    const char *inner = "";
    if (lanes_is_given(in, parameter))
        return lanes_given_text(in, parameter);
    if (!lanes_variable_varies(in, parameter))
        return c_declared(&in->scalars, type, parameter->name, parameter->place);
    if (!pointer)
        return arena_format(in->memory, "WEFT_V(%s) *%s", lanes_type(in, type, parameter->place),
                            parameter->name);
    for (type = type->element; type->kind == IR_TYPE_ARRAY; type = type->element)
        inner = arena_format(in->memory, "%s%s", inner, lanes_extent(in, type, parameter->place));
    return arena_format(in->memory, "WEFT_V(%s) (*%s)%s[WEFT_VECTOR_COUNT]",
                        lanes_type(in, type, parameter->place), parameter->name, inner);
}

static const char *kept_text(lanes *in)
{
    const lanes_text *text = in->result;
    const char *list = "";
    for (size_t i = 0; i < text->kept_count; i++)
        list = arena_format(in->memory, "%s, WEFT_V(%s) *%s", list, text->kept[i].element,
                            text->kept[i].name);
    return list;
}

static const char *parameters_text(lanes *in)
{
    const ir_function *function = in->function;
    const char *list = lanes_is_whole(in) ? "" : "const WEFT_MASK *mask";
    for (size_t i = 0; i < function->parameter_count; i++)
        list = arena_format(in->memory, "%s%s%s", list, *list ? ", " : "",
                            parameter_text(in, function->parameters[i]));
    if (function->result->kind != IR_TYPE_VOID)
        list = arena_format(in->memory, "%s%sWEFT_V(%s) *result", list, *list ? ", " : "",
                            lanes_type(in, function->result, function->place));
    if (in->function == in->root && in->result->refills)
        list = arena_format(
            in->memory,
            "%s, const WEFT_MASK *fresh, WEFT_MASK *busy%s, bool to_end, int64_t *rounds", list,
            kept_text(in));
    return *list ? list : "void";
}

/* ---- functions ---- */

static size_t count_returns(const ir_statement *statement)
{
    size_t count = statement->kind == IR_RETURN;
    for (size_t i = 0; i < statement->child_count; i++)
        count += count_returns(statement->children[i]);
    return count;
}

/* Whether a function returns at its end only. */
static bool returns_last(const ir_function *function)
{
    const ir_statement *body = function->body;
    size_t count = count_returns(body);
    bool last = body->child_count && body->children[body->child_count - 1]->kind == IR_RETURN;
    return count == 0 || (count == 1 && last);
}

/* The mask of those that have not returned, where some may. */
static void begin_masks(lanes *in)
{
    const char *given = lanes_is_whole(in) ? NULL : "mask";
    in->mask_count = 0;
    in->result_depth = returns_last(in->function);
    if (in->result_depth) {
        lanes_push(in, MASK_FUNCTION, given, !given);
        return;
    }
    lanes_declare(in, "WEFT_MASK m0[WEFT_VECTOR_COUNT];");
    lanes_open(in);
    lanes_line(in, "m0[v] = %s;", given ? "mask[v]" : "WEFT_ALL");
    lanes_push(in, MASK_FUNCTION, "m0", !given);
}

static void translate_function(lanes *in, const ir_function *function)
{
    in->function = function;
    in->scalars = (c_printer){.memory = in->memory, .function = function, .naming = in->naming};
    in->declarations = in->lines = NULL;
    in->declaration_count = in->line_count = 0;
    in->mask_names = in->value_names = in->labels = 0;
    in->calls = arena_array(in->memory, in->root->helper_count + 1, sizeof *in->calls);
    in->depth = 1;
    name_variables(in);
    c_collect_names(&in->scalars, function);
    begin_masks(in);
    lanes_spread_sizes(in);
    for (size_t i = 0; i < function->parameter_count; i++)
        in->declared[function->parameters[i]->id] = in->mask_count;
    lanes_statement(in, function->body);
    lanes_close(in);
}

static bool count_node(void *context, const ir_expression *expression,
                       const ir_statement *statement)
{
    size_t *count = context;
    (void)expression, (void)statement;
    ++*count;
    return true;
}

/* Helpers of one name are those of several files, which have one text each. */
static const char *name_of(lanes *in, const ir_function *function)
{
    size_t earlier = 0;
    for (size_t i = 0; i < in->root->helper_count && in->root->helpers[i] != function; i++)
        earlier += strcmp(in->root->helpers[i]->name, function->name) == 0;
    return in->root == function || !earlier
               ? arena_format(in->memory, "%s__lanes", function->name)
               : arena_format(in->memory, "%s__%zu__lanes", function->name, earlier);
}

/* What has been translated. */
static lanes_function finish_function(lanes *in)
{
    lanes_function done = {
        .name = name_of(in, in->function), .parameters = parameters_text(in), .calls = in->calls};
    ir_visit(in->function->body, count_node, &done.own_size);
    for (size_t i = 0; i < in->declaration_count; i++)
        *ARENA_PUSH(in->memory, done.lines, done.count) = in->declarations[i];
    for (size_t i = 0; i < in->line_count; i++)
        *ARENA_PUSH(in->memory, done.lines, done.count) = in->lines[i];
    return done;
}

/* ---- calls of helpers ---- */

/* Whether a function has a mask: a helper that a call of it is under. */
static bool has_mask(const lanes *in, const ir_function *function)
{
    for (size_t i = 0; i < in->root->helper_count; i++)
        if (in->root->helpers[i] == function)
            return in->masked[i];
    return false;
}

bool lanes_is_whole(const lanes *in)
{
    return !has_mask(in, in->function);
}

/* A mask of the text as an array. */
static const char *mask_array(lanes *in)
{
    const char *name = in->masks[in->mask_count - 1].name;
    if (name)
        return name;
    name = lanes_new_mask(in);
    lanes_open(in);
    lanes_line(in, "%s[v] = WEFT_ALL;", name);
    return name;
}

static const char *argument_text(lanes *in, const ir_expression *argument,
                                 const ir_variable *parameter)
{
    const ir_type *type = parameter->type;
    const bool pointer = type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY;
    if (pointer || !lanes_variable_varies(in, parameter))
        lanes_close(in); /* the text stands in the call, which is outside of vectors */
    if (pointer)
        return lanes_address(in, argument, parameter);
    if (!lanes_variable_varies(in, parameter))
        return lanes_scalar(in, argument);
    const char *element = lanes_type(in, type, argument->place);
    const char *name = arena_format(in->memory, "a%u", ++in->value_names);
    lanes_declare(in, "WEFT_V(%s) %s[WEFT_VECTOR_COUNT];", element, name);
    lanes_open(in);
    lanes_line(in, "%s[v] = %s;", name, lanes_value(in, argument));
    return name;
}

typedef struct reach {
    lanes *in;
    const ir_function *wanted;
    bool *seen; /* by helper */
    bool found;
} reach;

static bool find_way(void *context, const ir_expression *expression, const ir_statement *statement)
{
    reach *way = context;
    const ir_function *root = way->in->root;
    (void)statement;
    way->found |= expression->kind == IR_CALL && expression->function == way->wanted;
    for (size_t i = 0; i < root->helper_count && expression->kind == IR_CALL && !way->found; i++)
        if (expression->function == root->helpers[i] && !way->seen[i]) {
            way->seen[i] = true;
            ir_visit(root->helpers[i]->body, find_way, way);
        }
    return !way->found;
}

static bool calls_itself(lanes *in, const ir_function *function)
{
    reach way = {in, function, arena_array(in->memory, in->root->helper_count + 1, sizeof(bool)),
                 false};
    ir_visit(function->body, find_way, &way);
    return way.found;
}

static void note_called(lanes *in, const ir_expression *call)
{
    const bool masked = in->masks[in->mask_count - 1].name != NULL;
    for (size_t i = 0; i < in->root->helper_count; i++)
        if (in->root->helpers[i] == call->function) {
            in->calls[i]++;
            in->is_changed |= masked && !in->masked[i];
            in->masked[i] |= masked;
        }
    if (call->function == in->root || !call->function->body ||
        call->operand_count != call->function->parameter_count)
        lanes_gap(in, call->place, "a call of this kind");
    else if (calls_itself(in, call->function))
        lanes_gap(in, call->place, "a function that calls itself");
}

void lanes_call_helper(lanes *in, const ir_expression *call, const char *result)
{
    const ir_function *helper = call->function;
    note_called(in, call);
    if (in->result->gap.reason)
        return;
    bool gives = helper->result->kind != IR_TYPE_VOID;
    const char *list = has_mask(in, helper) ? mask_array(in) : "";
    for (size_t i = 0; i < call->operand_count; i++)
        list = arena_format(in->memory, "%s%s%s", list, *list ? ", " : "",
                            argument_text(in, call->operands[i], helper->parameters[i]));
    if (gives && !result) {
        result = arena_format(in->memory, "a%u", ++in->value_names);
        lanes_declare(in, "WEFT_V(%s) %s[WEFT_VECTOR_COUNT] = {0};",
                      lanes_type(in, helper->result, call->place), result);
    }
    lanes_close(in);
    lanes_line(in, "%s(%s%s%s);", name_of(in, helper), list, gives && *list ? ", " : "",
               gives ? result : "");
}

/* ---- all of them ---- */

/* What varies, where each variable is a vector everywhere or nowhere. Core sizes are those of all
 * items. */
static uniformity find_uniform(arena *memory, const ir_function *lowered)
{
    bool *uniform = arena_array(memory, lowered->parameter_count + 1, sizeof *uniform);
    for (size_t i = 0; i < lowered->parameter_count; i++)
        uniform[i] = lowered->parameters[i]->is_size;
    bool *varying = arena_array(memory, lowered->variable_count + 1, sizeof *varying);
    const size_t bytes = lowered->variable_count * sizeof *varying;
    uniformity known = uniform_find(memory, lowered, uniform, varying);
    while (memcmp(varying, known.variables, bytes) != 0) {
        memcpy(varying, known.variables, bytes);
        known = uniform_find(memory, lowered, uniform, varying);
    }
    return known;
}

/* The helpers that a function calls, each behind those that it calls itself. */
static void translate_helpers(lanes *in, const lanes_function *caller, bool *done)
{
    for (size_t i = 0; i < in->root->helper_count && !in->result->gap.reason; i++) {
        if (done[i] || !caller->calls[i])
            continue;
        done[i] = true;
        translate_function(in, in->root->helpers[i]);
        lanes_function made = finish_function(in);
        made.helper = i;
        translate_helpers(in, &made, done);
        lanes_text *result = in->result;
        *ARENA_PUSH(in->memory, result->helpers, result->helper_count) = made;
    }
}

/* Sizes with those of helpers in the places of their calls, but for those that are larger than
 * `most`. */
static size_t place_helpers(lanes_text *text, size_t most)
{
    const size_t endless = 1 << 30; /* they grow fast */
    for (size_t i = 0; i <= text->helper_count; i++) {
        lanes_function *shown = i < text->helper_count ? &text->helpers[i] : &text->root;
        shown->size = shown->own_size;
        for (size_t k = 0; k < i; k++)
            if (!text->helpers[k].noinline)
                shown->size += shown->calls[text->helpers[k].helper] * text->helpers[k].size;
        if (shown->size > endless)
            shown->size = endless;
        shown->noinline = shown->size > most && shown != &text->root;
    }
    return text->root.size;
}

/* All stand in the places of their calls, where compilers find what they have in common, unless
 * that takes compilers long. */
static void place_all(lanes_text *text)
{
    enum { WHOLE = 1500, LARGE = 150 };
    if (place_helpers(text, SIZE_MAX) > WHOLE)
        place_helpers(text, LARGE);
}

/* What a function calls. */
typedef struct called {
    size_t twins;
    bool has_long; /* one that is as long as several others */
} called;

static bool note_twin(void *context, const ir_expression *expression, const ir_statement *statement)
{
    const double most = 30; /* nanoseconds */
    called *all = context;
    (void)statement;
    if (lanes_has_twin(expression) && !library_is_instruction(expression->library)) {
        all->twins++;
        all->has_long |= expression->library->nanoseconds > most;
    }
    return true;
}

static bool is_complex(const ir_type *type)
{
    while (type->kind == IR_TYPE_ARRAY || type->kind == IR_TYPE_POINTER)
        type = type->element;
    return ir_kind(type) == 'c';
}

/* Whether a vector waits for itself much of the time: a processor looks ahead no farther than over
 * one or two functions of vectors. The parts of a complex number seldom wait for each other. */
static bool waits(const ir_function *function, bool strict)
{
    enum { MANY = 3 };
    called all = {0};
    bool has_other =
        strict || is_complex(function->result) || lanes_holds(function->body, IR_WHILE);
    for (size_t i = 0; i < function->parameter_count; i++)
        has_other |= is_complex(function->parameters[i]->type);
    ir_visit(function->body, note_twin, &all);
    for (size_t i = 0; i < function->helper_count; i++)
        if (function->helpers[i]->body) {
            has_other |= lanes_holds(function->helpers[i]->body, IR_WHILE);
            ir_visit(function->helpers[i]->body, note_twin, &all);
        }
    return !has_other && !all.has_long && all.twins >= MANY;
}

/* All of it, and again while a helper that was said to need no mask is called under one. */
static lanes_text translate_lowered(arena *memory, const ir_function *lowered, const lanes *how)
{
    uniformity known = find_uniform(memory, lowered);
    bool *masked = arena_array(memory, lowered->helper_count + 1, sizeof *masked);
    lanes_text result;
    bool again;
    do {
        lanes in = *how;
        result = (lanes_text){.bits = 32, .waits = waits(lowered, how->strict)};
        in.memory = memory;
        in.root = lowered;
        in.known = &known;
        in.result = &result;
        in.masked = masked;
        in.declared = arena_array(memory, lowered->variable_count + 1, sizeof(size_t));
        translate_function(&in, lowered);
        result.root = finish_function(&in);
        translate_helpers(&in, &result.root,
                          arena_array(memory, lowered->helper_count + 1, sizeof(bool)));
        again = in.is_changed && !result.gap.reason;
    } while (again);
    place_all(&result);
    return result;
}

static lanes_text translate(arena *memory, const ir_function *function, const lanes *how)
{
    lanes_text result = {.bits = 32};
    const char *reason;
    location place;
    ir_function *lowered = ir_lower(memory, function, &reason, &place);
    if (!lowered || !lowered->body) {
        result.gap = (ir_gap){lowered ? "a body that is not known" : reason,
                              lowered ? function->place : place};
        return result;
    }
    return split_function(memory, lowered, &result.gap) ? translate_lowered(memory, lowered, how)
                                                        : result;
}

bool lanes_scatters(const lanes_text *text)
{
    return text->scatters.reason && text->scatter_nesting == text->nesting;
}

lanes_text lanes_translate(arena *memory, const ir_function *function, bool strict, bool refills,
                           const c_naming *naming)
{
    lanes how = {.strict = strict, .refills = refills, .naming = naming};
    const lanes_text whole = translate(memory, function, &how);
    if (!whole.gap.reason && !lanes_scatters(&whole))
        return whole;
    how.cuts = true;
    const lanes_text part = translate(memory, function, &how);
    return part.within_count && !part.gap.reason && !lanes_scatters(&part) ? part : whole;
}

bool lanes_translate_row(arena *memory, const body_row *row, const c_naming *naming,
                         lanes_text *text)
{
    *text = lanes_translate(memory, row->made, false, false, naming);
    bool pays = false;
    for (size_t i = 0; i < row->argument_count; i++) {
        const row_argument *argument = &row->arguments[i];
        pays |= argument->kind == ROW_PICK ||
                (argument->kind == ROW_SUM && ir_kind(argument->parameter->type) == 'f');
    }
    return !text->gap.reason && (text->twins || pays);
}

bool lanes_is_same(const lanes_function *a, const lanes_function *b)
{
    bool same = a->count == b->count && a->noinline == b->noinline &&
                strcmp(a->name, b->name) == 0 && strcmp(a->parameters, b->parameters) == 0;
    for (size_t i = 0; i < a->count && same; i++)
        same = strcmp(a->lines[i].text, b->lines[i].text) == 0;
    return same;
}

/* ---- whether it is worth it ---- */

/* Of 64 bits, by what is no constant: lanes divide one after the other, and all of them wait for
 * the last to leave a loop. */
static bool find_long_quotient(void *context, const ir_expression *expression,
                               const ir_statement *statement)
{
    bool *found = context;
    int64_t value;
    const bool divides = (expression->kind == IR_BINARY || expression->kind == IR_ASSIGN) &&
                         (expression->op == IR_DIVIDE || expression->op == IR_REMAINDER);
    const ir_type *type = expression->kind == IR_ASSIGN ? expression->computed : expression->type;
    const bool is_long =
        divides && ir_kind(type) != 0 && (type->dtype == WEFT_INT64 || type->dtype == WEFT_UINT64);
    (void)statement;
    *found |= is_long && !ir_constant(expression->operands[1], &value);
    return !*found;
}

/* Whether there are sizes: what is divided by them is mostly the same in all lanes. */
static bool has_sizes(const ir_function *function)
{
    for (size_t i = 0; i < function->parameter_count; i++)
        if (function->parameters[i]->is_size)
            return true;
    return false;
}

static bool holds_choices(const ir_statement *statement, bool sized)
{
    bool found = false, divides = false;
    if (ir_is_loop(statement) || statement->kind == IR_SWITCH) {
        if (!sized)
            ir_visit(statement, find_long_quotient, &divides);
        found = !divides;
    }
    for (size_t i = 0; i < statement->child_count && !found; i++)
        found = holds_choices(statement->children[i], sized);
    return found;
}

/* A modulus or an argument of a complex number, which split.h makes hypot or atan2 of. */
static bool becomes_twin(const ir_expression *call)
{
    const char *name = call->kind == IR_CALL && call->library ? call->library->name : "";
    return (strcmp(name, "cabs") == 0 || strcmp(name, "carg") == 0 || strcmp(name, "fabs") == 0) &&
           call->callee == IR_CALLEE_LIBRARY && ir_kind(call->operands[0]->type) == 'c';
}

static bool find_twin(void *context, const ir_expression *expression, const ir_statement *statement)
{
    bool *found = context;
    (void)statement;
    *found |= lanes_has_twin(expression) || lanes_has_complex_twin(expression) ||
              becomes_twin(expression);
    return !*found;
}

static bool gains(const ir_function *function, bool strict, bool sized)
{
    bool found = false;
    if (!strict)
        ir_visit(function->body, find_twin, &found);
    return found || (function->body && holds_choices(function->body, sized));
}

/* Whether helpers are larger than what compilers inline wherever it is called, without which they
 * make no vectors. */
static bool has_large_helpers(const ir_function *function)
{
    enum { LARGE = 200 };
    size_t count = 0;
    for (size_t i = 0; i < function->helper_count; i++)
        if (function->helpers[i]->body)
            ir_visit(function->helpers[i]->body, count_node, &count);
    return count > LARGE;
}

bool lanes_gain(const ir_function *function, bool strict)
{
    const bool sized = has_sizes(function);
    bool found = gains(function, strict, sized) || has_large_helpers(function);
    for (size_t i = 0; i < function->helper_count && !found; i++)
        found = gains(function->helpers[i], strict, sized);
    return found;
}
