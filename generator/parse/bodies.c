/* bodies.c: the later readings of a file: every body under every binding of its type variables. */
#include <string.h>

#include "effects/effects.h"
#include "normalise/extents.h"
#include "normalise/normalise.h"
#include "normalise/walks.h"
#include "parse.h"
#include "parse/body/body.h"
#include "parse/carry/carry.h"
#include "parse/carry/inclusions.h"
#include "parse/carry/linkage/linked_list.h"
#include "parse/carry/linkage/undefined.h"
#include "parse/unit/types.h"
#include "reading.h"
#include "tree/ir.h"

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
    linked_list linked;
    const normal_body *forms; /* what is read in the place of bodies; NULL: what is written */
    size_t form_count;
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
        const char *name = unit_spelling(unit, argument);
        own[i].name = *name ? name : own[i].name;
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

/* The system headers of the --source files that something was carried from come along. False if one
 * of these files means other functions by its names than the annotated one does. */
static bool add_inclusions(readings *all, const carried_range *ranges, size_t range_count)
{
    parser *reader = all->reader;
    bool good = true;
    for (size_t i = 0; i < range_count; i++)
        for (size_t k = 0; k < reader->source_count; k++) {
            source_unit *from = &reader->sources[k];
            if (from->unit != ranges[i].unit)
                continue;
            if (from->carried_into != all->source)
                from->type_generic = inclusions_add(reader->memory, from->unit, all->source);
            from->carried_into = all->source;
            good &= !from->type_generic || all->source->type_generic;
        }
    return good;
}

/* Why a function cannot be carried. */
typedef struct obstacle {
    const char *reason; /* NULL: it can */
    location place;
} obstacle;

/* Carries what a function needs, and tells what of that cannot be. */
static carried_range *carry_needed(readings *all, reading *from, CXCursor definition,
                                   const body *read, function *target, size_t *range_count,
                                   obstacle *found)
{
    diagnostics *messages = from->unit.messages;
    size_t count = diagnostics_count(messages);
    carried_range *ranges = carry(&from->unit, definition, read, target, range_count);
    if (!found->reason)
        found->reason = diagnostics_first_error(messages, count, &found->place);
    if (!add_inclusions(all, ranges, *range_count + 1) && !found->reason)
        *found = (obstacle){"its file includes <tgmath.h>, which this one does not", target->place};
    return ranges;
}

/* Made-up functions name their sizes in no layout of their own. */
static void name_sizes(const function *target, ir_function *tree)
{
    for (size_t i = 0; i < tree->parameter_count && i < target->parameter_count; i++)
        tree->parameters[i]->is_size |= target->parameters[i].kind == PARAMETER_SIZE;
}

static void warn_of_unwritten(readings *all, const function *target, const body *read)
{
    const parameter *output = effects_unwritten(all->reader->memory, target, read);
    if (output)
        diagnostics_add(all->reader->messages, SEVERITY_WARNING, output->place, output->length,
                        "nothing writes to '%s', an output of '%s'; an input stands left of the "
                        "arrow, or has const",
                        output->name, target->made_for ? target->made_for : target->name);
}

/* What is read in the place of a function's body; NULL: what is written. */
static const normal_body *find_form(const readings *all, const function *target)
{
    for (size_t i = 0; i < all->form_count; i++)
        if (all->forms[i].of == target)
            return &all->forms[i];
    return NULL;
}

/* Reads a function under all its bindings. `linked`: nothing is known of the --source files, and
 * what that means for the gpu is not said. */
static obstacle read_bodies_with(readings *all, function *target, bool linked)
{
    definitions none = {0};
    obstacle found = {0};
    target->bodies =
        arena_array(all->reader->memory, target->binding_count + 1, sizeof *target->bodies);
    carried_range *ranges = NULL;
    size_t range_count = 0;
    for (size_t i = 0; i < target->binding_count; i++) {
        reading *from = find_reading(all, &target->bindings[i]);
        if (!from->read)
            continue;
        from->unit.foreign = linked ? &none : &all->reader->foreign;
        CXCursor definition = find_definition(&from->unit, target->name);
        if (clang_Cursor_isNull(definition)) {
            refuse_lost(all, target);
            if (!i)
                check_extents(all->reader->memory, all->reader->messages, target, NULL);
            continue;
        }
        if (has_errors(all, from, definition, NULL, 0))
            continue;
        parse_unit own = from->unit;
        own.unit = clang_Cursor_getTranslationUnit(definition);
        own.gpu_ignored |= linked || target->launch;
        const normal_body *form = find_form(all, target);
        own.is_guarded = form && form->range_count;
        size_t count = diagnostics_count(all->reader->messages);
        body *read = target->bodies[i] = parse_body(&own, definition, true);
        if (form) {
            read->ranges = form->ranges;
            read->range_count = form->range_count;
        }
        name_sizes(target, read->tree);
        pack_flat_operands(&own, target, read);
        effects_find(all->reader->memory, target, read);
        walks_read(all->reader, target, read, !target->body_text);
        if (!target->body_text) {
            warn_of_unwritten(all, target, read);
            check_extents(all->reader->memory, all->reader->messages, target, read);
        }
        if (read->refusal && !found.reason)
            found = (obstacle){read->refusal, read->refusal_place};
        if (read->state && !target->state) {
            target->state = read->state;
            target->state_place = read->state_place;
        }
        if (!target->body_text) {
            read_body_parameters(&own, definition, target);
            ranges = carry_needed(all, from, definition, read, target, &range_count, &found);
        }
        forget_consequences(all, from, count, ranges, range_count);
        has_errors(all, from, definition, ranges, range_count);
    }
    return found;
}

/* Notes that a function is linked, which leaves it without gpu kernels, and on one thread where
 * that is for a state. */
static void note_linked(readings *all, function *target, obstacle why, bool has_state)
{
    arena *memory = all->reader->memory;
    target->defined &= !target->foreign;
    target->linked = arena_format(memory, "%s (%s:%u)", why.reason, why.place.file, why.place.line);
    if (has_state && !target->serial)
        target->serial = target->linked;
    linked_add(memory, &all->linked, target, has_state);
    for (size_t i = 0; i < target->binding_count; i++)
        if (target->bodies[i]) {
            target->bodies[i]->gpu_refusal = why.reason;
            target->bodies[i]->gpu_refusal_location = why.place;
        }
}

/* What an earlier run's code of the function was refused for; NULL if it was not. */
static const refused_ufunc *find_refused(const readings *all, const function *target)
{
    const generate_options *options = all->reader->options;
    for (size_t i = 0; i < options->refused_count; i++)
        if (strcmp(options->refused[i].name, target->ufunc_name) == 0)
            return &options->refused[i];
    return NULL;
}

static const char *shown_name(const function *target)
{
    return target->made_for ? target->made_for : target->name;
}

static void leave_out(readings *all, function *target, const char *reason, bool is_told)
{
    const generate_options *options = all->reader->options;
    target->left_out = true;
    diagnostics_add(is_told ? all->reader->messages : all->reader->news,
                    options->require_all ? SEVERITY_ERROR : SEVERITY_WARNING, target->place,
                    (unsigned)strlen(target->name), "'%s' is left out: %s", shown_name(target),
                    reason);
}

static const char *refused_reason(const readings *all, const refused_ufunc *refused)
{
    return arena_format(all->reader->memory, "the C compiler refuses it: %s", refused->reason);
}

/* What the C compiler does not take as it is carried is linked, where a --source file defines it,
 * else left out. */
static void read_refused(readings *all, function *target, const refused_ufunc *refused)
{
    parser *reader = all->reader;
    const char *reason = refused_reason(all, refused);
    const size_t count = diagnostics_count(reader->messages);
    const bool is_known =
        definitions_find(&reader->foreign, target->name) ||
        (target->made_for && definitions_find(&reader->foreign, target->made_for));
    if (!is_known || reader->options->require_all || read_bodies_with(all, target, true).reason) {
        diagnostics_forget(reader->messages, count);
        leave_out(all, target, reason, refused->is_told);
        return;
    }
    if (refused->is_linked) {
        leave_out(all, target, reason, refused->is_linked_told);
        return;
    }
    target->defined &= !target->foreign;
    target->linked = reason;
    diagnostics_add(refused->is_told ? reader->messages : reader->news, SEVERITY_WARNING,
                    target->place, (unsigned)strlen(target->name),
                    "'%s' is linked, not carried: %s", shown_name(target), reason);
}

/* What needs something that nothing defines is left out. */
static void leave_undefined(readings *all, function *target)
{
    const refused_ufunc *refused = find_refused(all, target);
    bool is_told = false;
    const char *reason = undefined_find(all->reader, target, &is_told);
    if (reason && refused)
        reason = refused_reason(all, refused);
    if (reason && !target->left_out)
        leave_out(all, target, reason, is_told);
}

/* What cannot be carried from a --source file is linked: the user can mend his own file only. */
static void read_bodies_of(readings *all, function *target)
{
    const refused_ufunc *refused = find_refused(all, target);
    if (refused) {
        read_refused(all, target, refused);
        return;
    }
    parser *reader = all->reader;
    const function before = *target;
    if (reader->options->watch_function)
        reader->options->watch_function(target->made_for ? target->made_for : target->name);
    for (size_t i = 0; i < target->binding_count; i++) /* what is wrong with these stays said */
        find_reading(all, &target->bindings[i]);
    size_t count = diagnostics_count(reader->messages);
    obstacle found = read_bodies_with(all, target, false);
    if (!found.reason || !reader->foreign.count)
        return;
    const bool has_state = target->state != NULL;
    if (has_state)
        found = (obstacle){target->state, target->state_place};
    diagnostics_forget(reader->messages, count);
    *target = before;
    if (!read_bodies_with(all, target, true).reason)
        note_linked(all, target, found, has_state);
}

/* Follows what a function leaves to the linker. */
static void follow_linked(parser *reader, const function *target)
{
    if (!target->defined)
        parser_link(reader, target->name);
    for (size_t i = 0; i < target->piece_count; i++)
        if (target->pieces[i].linked)
            parser_link(reader, target->pieces[i].linked);
}

/* Two definitions of one name in the --source files are an error, as they are to a linker, where
 * that name is asked for. */
static void report_rivals(parser *reader, const source_file *source)
{
    for (size_t i = 0; i < source->function_count; i++)
        follow_linked(reader, &source->functions[i]);
    for (size_t i = 0; i < source->stage_count; i++)
        follow_linked(reader, source->stages[i]);
    const parse_unit unit = {.memory = reader->memory, .flats = &reader->flats};
    for (size_t i = 0; i < reader->foreign.count; i++) {
        definition *next = &reader->foreign.items[i];
        if (!next->asked || !next->rival)
            continue;
        location other = unit_cursor_location(&unit, next->rival->cursor);
        diagnostics_add(reader->messages, SEVERITY_ERROR, unit_cursor_location(&unit, next->cursor),
                        (unsigned)strlen(next->name),
                        "'%s' is defined here and in %s:%u:%u, both of --source; a weak one, or a "
                        "static one, would give way",
                        next->name, other.file, other.line, other.column);
        next->rival = NULL; /* once is enough */
    }
}

/* ---- normal forms ---- */

/* Reads those functions again whose bodies have another form that says more. */
static void read_normal(readings *all, const function *unread)
{
    parser *reader = all->reader;
    source_file *source = all->source;
    normal_body *forms = NULL;
    size_t form_count = 0;
    const body_reading bodies = reader->options->bodies;
    if (diagnostics_error_count(reader->messages) > 0 || reader->options->debug ||
        (bodies != BODIES_TEXT && bodies != BODIES_LANES))
        return;
    for (size_t i = 0; i < source->function_count; i++)
        if (normalise_was_read(&source->functions[i]))
            normalise_add(reader, &source->functions[i], &forms, &form_count);
    if (!form_count || !normalise_begin(reader, source, forms, form_count))
        return;
    readings again = {.reader = reader, .source = source, .forms = forms, .form_count = form_count};
    for (size_t i = 0; i < form_count; i++) {
        function *target = forms[i].of;
        const function written = *target;
        const size_t count = diagnostics_count(reader->messages);
        *target = unread[target - source->functions];
        const bool good = !read_bodies_with(&again, target, false).reason &&
                          normalise_was_read(target) &&
                          diagnostics_error_count(reader->messages) == 0;
        diagnostics_forget(reader->messages, count);
        if (good && normalise_is_better(target, &written))
            normalise_keep(target, &written);
        else
            *target = written;
    }
    normalise_end(reader, source);
}

void parse_bodies(parser *reader, source_file *source)
{
    readings all = {.reader = reader, .source = source};
    function *unread = arena_array(reader->memory, source->function_count + 1, sizeof *unread);
    if (source->function_count)
        memcpy(unread, source->functions, source->function_count * sizeof *unread);
    for (size_t i = 0; i < source->function_count; i++)
        if (!source->functions[i].made_up) /* those are among the stages */
            read_bodies_of(&all, &source->functions[i]);
    for (size_t i = 0; i < source->stage_count; i++)
        read_bodies_of(&all, source->stages[i]);
    read_normal(&all, unread);
    for (size_t i = 0; i < source->function_count; i++)
        leave_undefined(&all, &source->functions[i]);
    for (size_t i = 0; i < source->stage_count; i++)
        leave_undefined(&all, source->stages[i]);
    report_rivals(reader, source);
    linked_report(reader->memory, reader->messages, reader->options, &all.linked);
    parser_report_uncovered(reader);
}
