/* bodies.c: the later readings of a file: every body under every binding of its type variables. */
#include <string.h>

#include "../ir.h"
#include "body.h"
#include "carry.h"
#include "parser.h"
#include "types.h"

/* The readings of one file, one a distinct binding. */
typedef struct reading {
    const binding *bound;
    parse_unit unit;
    bool read;
} reading;

typedef struct readings {
    parser *reader;
    source_file *source;
    reading *items;
    size_t count;
} readings;

static bool same_binding(const source_file *source, const binding *left, const binding *right)
{
    for (size_t i = 0; i < source->typevar_count; i++)
        if (strcmp(left->types[i], right->types[i]) != 0)
            return false;
    return true;
}

/* The reading under a binding, made at its first use. */
static reading *find_reading(readings *all, const binding *bound)
{
    for (size_t i = 0; i < all->count; i++)
        if (same_binding(all->source, all->items[i].bound, bound))
            return &all->items[i];
    reading *fresh = ARENA_PUSH(all->reader->memory, all->items, all->count);
    *fresh = (reading){.bound = bound};
    fresh->read = parser_read_again(all->reader, all->source, bound, &fresh->unit);
    return fresh;
}

/* "T = float, Z = double" */
static const char *describe(const readings *all, const binding *bound)
{
    const char *text = "";
    for (size_t i = 0; i < all->source->typevar_count; i++)
        text = arena_format(all->reader->memory, "%s%s%s = %s", text, i ? ", " : "",
                            all->source->typevars[i], bound->types[i]);
    return text;
}

/* The definition of a function in one reading; the null cursor where there is none. */
static CXCursor find_definition(const parse_unit *unit, const char *name)
{
    CXCursor found = unit_function(unit, name);
    return clang_Cursor_isNull(found) ? found : unit_definition(unit, found);
}

/* The definition's own parameters; a --source file may name them otherwise than the declaration. */
static void read_body_parameters(parse_unit *unit, CXCursor definition, function *target)
{
    size_t count = (size_t)clang_Cursor_getNumArguments(definition);
    target->body_parameters = target->parameters;
    if (count != target->parameter_count) {
        diagnostics_add(unit->messages, SEVERITY_ERROR, target->place,
                        (unsigned)strlen(target->name),
                        "'%s' is declared with %zu parameters but defined with %zu", target->name,
                        target->parameter_count, count);
        return;
    }
    parameter *own = arena_array(unit->memory, count + 1, sizeof *own);
    for (size_t i = 0; i < count; i++) {
        CXCursor argument = clang_Cursor_getArgument(definition, (unsigned)i);
        own[i] = target->parameters[i];
        own[i].name = unit_spelling(unit, argument);
        own[i].is_const = target->parameters[i].is_const;
    }
    target->body_parameters = own;
}

/* Whether libclang found errors in the function or in what it carries; reports them. Those of a
 * --source file were reported when that was read. */
static bool has_errors(readings *all, reading *from, CXCursor definition,
                       const carried_range *ranges, size_t range_count)
{
    const char *with = describe(all, from->bound);
    CXFile file;
    unsigned begin, end;
    bool any = false;
    if (clang_Cursor_getTranslationUnit(definition) == from->unit.unit &&
        unit_extent(definition, &file, &begin, &end))
        any = parser_report_within(all->reader, &from->unit, begin, end, with);
    for (size_t i = 0; i < range_count; i++)
        if (ranges[i].unit == from->unit.unit)
            any |= parser_report_within(all->reader, &from->unit, ranges[i].begin, ranges[i].end,
                                        with);
    return any;
}

/* An operand that C subscripts with fewer brackets than it has axes, as A[i * n + j], is a
 * block. */
static void pack_flat_operands(const parse_unit *unit, const function *target, body *read)
{
    for (size_t i = 0; i < target->operand_count; i++) {
        int index = target->operand_parameter[i];
        if (index < 0 || (size_t)index >= read->tree->parameter_count || !read->subscripted[index])
            continue;
        const ir_variable *own = read->tree->parameters[index];
        size_t rank = target->core.operands[i].rank, brackets = ir_subscript_rank(own->type);
        if (rank == 0 || rank == brackets)
            continue;
        read->subscripted[index] = false;
        read->packed_reason[index] =
            arena_format(unit->memory, "%s has %zu axes, but %zu in C", own->name, rank, brackets);
        read->packed_location[index] = own->place;
    }
}

/* A made-up function is not there where the file ends in what takes it away, such as a macro of its
 * name. */
static void refuse_lost(readings *all, const function *target)
{
    if (target->made_up)
        diagnostics_add(all->reader->messages, SEVERITY_ERROR, target->place,
                        (unsigned)strlen(target->made_for),
                        "'%s' cannot be called at the end of the file; is '%s' a macro there?",
                        target->made_for, target->name);
}

/* What was said of a body follows from errors in what it uses, which are all that counts then. A
 * call of a function whose declaration is wrong does not even tell whom it calls. */
static void forget_consequences(readings *all, const reading *from, size_t count,
                                const carried_range *ranges, size_t range_count)
{
    bool follows = all->reader->fault_count > 0;
    for (size_t i = 0; i < range_count && !follows; i++)
        follows = ranges[i].unit == from->unit.unit &&
                  parser_has_error(&from->unit, ranges[i].begin, ranges[i].end);
    if (follows)
        diagnostics_forget(all->reader->messages, count);
}

static void read_bodies_of(readings *all, function *target)
{
    target->bodies =
        arena_array(all->reader->memory, target->binding_count + 1, sizeof *target->bodies);
    carried_range *ranges = NULL;
    size_t range_count = 0;
    for (size_t i = 0; i < target->binding_count; i++) {
        reading *from = find_reading(all, &target->bindings[i]);
        if (!from->read)
            continue;
        CXCursor definition = find_definition(&from->unit, target->name);
        if (clang_Cursor_isNull(definition)) {
            refuse_lost(all, target);
            continue;
        }
        if (has_errors(all, from, definition, NULL, 0))
            continue;
        parse_unit own = from->unit;
        own.unit = clang_Cursor_getTranslationUnit(definition);
        size_t count = diagnostics_count(all->reader->messages);
        target->bodies[i] = parse_body(&own, definition, true);
        pack_flat_operands(&own, target, target->bodies[i]);
        if (!target->body_text) {
            read_body_parameters(&own, definition, target);
            ranges = carry(&from->unit, definition, target->bodies[i], target, &range_count);
        }
        forget_consequences(all, from, count, ranges, range_count);
        has_errors(all, from, definition, ranges, range_count);
    }
}

void parse_bodies(parser *reader, source_file *source)
{
    readings all = {.reader = reader, .source = source};
    for (size_t i = 0; i < source->function_count; i++)
        read_bodies_of(&all, &source->functions[i]);
    for (size_t i = 0; i < source->stage_count; i++)
        read_bodies_of(&all, source->stages[i]);
    parser_report_uncovered(reader);
}
