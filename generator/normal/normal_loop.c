/* normal_loop.c: loops that count, whatever they count in, become for (size_t i = begin; i < end;
 * i++). What a round adds to each local is found by a walk that writes nothing; so is how many
 * rounds there are. */
#include <string.h>

#include "normal_parts.h"
#include "text/dtype.h"

enum { MOST_CHANGED = 32 };

/* A local that the loop changes. */
typedef struct changed_local {
    const ir_variable *variable;
    const symbol *entry; /* what it is before a round */
    value before;        /* the loop */
    bool counts;         /* each round adds `step` to it */
    polynomial step;
} changed_local;

typedef struct loop_walk {
    const ir_statement *loop;
    changed_local changed[MOST_CHANGED];
    size_t count;
    bool overflows;          /* more are changed */
    polynomial low, rounds;  /* of the counter that is made */
    bool is_natural;         /* there are as many rounds */
    const char *name;        /* of the counter */
    const changed_local *by; /* what it is made of; NULL: of none */
} loop_walk;

typedef struct local_search {
    normaliser *in;
    loop_walk *walk;
} local_search;

static bool add_changed(void *context, const ir_expression *of, const ir_statement *statement)
{
    local_search *search = context;
    loop_walk *walk = search->walk;
    (void)statement;
    const ir_expression *target = ir_written(of);
    if (!target || target->kind != IR_VARIABLE || !normal_is_tracked(search->in, target->variable))
        return true;
    for (size_t i = 0; i < walk->count; i++)
        if (walk->changed[i].variable == target->variable)
            return true;
    walk->overflows |= walk->count == MOST_CHANGED;
    if (!walk->overflows)
        walk->changed[walk->count++] = (changed_local){.variable = target->variable};
    return true;
}

static void find_changed(normaliser *in, loop_walk *walk)
{
    const ir_statement *loop = walk->loop;
    local_search search = {in, walk};
    ir_visit(loop->children[0], add_changed, &search);
    ir_visit_expression(loop->expression, NULL, add_changed, &search);
    ir_visit_expression(loop->step, NULL, add_changed, &search);
}

static bool find_mention(void *context, const ir_expression *of, const ir_statement *statement)
{
    const ir_variable **variable = context;
    (void)statement;
    if (of->kind == IR_VARIABLE && of->variable == *variable)
        *variable = NULL;
    return *variable != NULL;
}

static bool mentions(const ir_expression *of, const ir_variable *variable)
{
    ir_visit_expression(of, NULL, find_mention, &variable);
    return !variable;
}

/* ---- what a round does ---- */

static void set_values(normaliser *in, loop_walk *walk, bool is_entry)
{
    for (size_t i = 0; i < walk->count; i++) {
        changed_local *local = &walk->changed[i];
        value *now = normal_value_of(in, local->variable);
        *now = (value){.kind = VALUE_UNKNOWN};
        if (!is_entry ||
            (local->before.kind != VALUE_NUMBER && local->before.kind != VALUE_POINTER))
            continue;
        *now = local->before;
        *(now->kind == VALUE_NUMBER ? &now->number : &now->points.offset) =
            polynomial_symbol(local->entry);
    }
}

static const polynomial *numbers_of(const value *of)
{
    return of->kind == VALUE_NUMBER ? &of->number : &of->points.offset;
}

/* What a local is at a round of the counter: low + so many steps behind the begin. */
static bool value_at(const loop_walk *walk, const changed_local *local, const polynomial *counter,
                     value *result)
{
    polynomial rounds, moved;
    *result = local->before;
    polynomial *number = result->kind == VALUE_NUMBER ? &result->number : &result->points.offset;
    return polynomial_add(counter, &walk->low, -1, &rounds) &&
           polynomial_multiply(&rounds, &local->step, &moved) &&
           polynomial_add(number, &moved, 1, number);
}

static void set_counting(normaliser *in, const loop_walk *walk, const polynomial *counter)
{
    for (size_t i = 0; i < walk->count; i++) {
        value now = {.kind = VALUE_UNKNOWN};
        if (walk->changed[i].counts && !value_at(walk, &walk->changed[i], counter, &now))
            normal_keep(in, walk->changed[i].variable);
        if (now.kind == VALUE_NUMBER &&
            !normal_fits(in, &now.number, walk->changed[i].variable->type))
            now.kind = VALUE_UNKNOWN;
        *normal_value_of(in, walk->changed[i].variable) = now;
    }
}

static bool has_own_continue(const ir_statement *statement)
{
    bool found = statement->kind == IR_CONTINUE;
    for (size_t i = 0; i < statement->child_count && !found; i++)
        found = !ir_is_loop(statement->children[i]) && has_own_continue(statement->children[i]);
    return found;
}

static bool leaves_early(const ir_statement *statement, bool inner)
{
    bool found = statement->kind == IR_RETURN || (statement->kind == IR_BREAK && !inner);
    for (size_t i = 0; i < statement->child_count && !found; i++)
        found = leaves_early(statement->children[i], inner || ir_holds_break(statement));
    return found;
}

/* Walks through one round without a word; *test: its condition. False where that does not count. */
static bool walk_round(normaliser *in, const ir_statement *loop, loop_condition *test)
{
    const bool is_do = loop->kind == IR_DO;
    bool counts = !is_do && normal_condition(in, loop->expression, test);
    normal_statement(in, loop->children[0]);
    if (loop->step)
        normal_effects(in, loop->step);
    return is_do ? normal_condition(in, loop->expression, test) : counts;
}

/* What each round adds to the locals: none of it may depend on what they are. */
static void find_steps(normaliser *in, loop_walk *walk)
{
    for (size_t i = 0; i < walk->count; i++) {
        changed_local *local = &walk->changed[i];
        const value *after = normal_value_of(in, local->variable);
        const polynomial entry = polynomial_symbol(local->entry);
        local->counts =
            (after->kind == VALUE_NUMBER || after->kind == VALUE_POINTER) &&
            after->kind == local->before.kind &&
            (after->kind == VALUE_NUMBER || (after->points.base == local->before.points.base &&
                                             after->points.type == local->before.points.type)) &&
            polynomial_add(numbers_of(after), &entry, -1, &local->step) &&
            !polynomial_is_open(&local->step);
    }
}

/* Puts what the locals are at a round into a condition. */
static bool close_condition(const loop_walk *walk, const polynomial *round, loop_condition *test)
{
    for (size_t i = 0; i < walk->count; i++) {
        value at;
        const changed_local *local = &walk->changed[i];
        if (!polynomial_has(&test->difference, local->entry))
            continue;
        if (!local->counts || !value_at(walk, local, round, &at) ||
            !polynomial_replace(&test->difference, local->entry, numbers_of(&at),
                                &test->difference))
            return false;
    }
    return true;
}

/* The number of a `do` loop's rounds is one more than its condition holds, which has to be 0 or
 * more: for sizes from 1 on. */
static bool count_do(normaliser *in, polynomial *rounds)
{
    polynomial one = polynomial_constant(1), more;
    if (!polynomial_add(rounds, &one, 1, &more))
        return false;
    const symbol *size = polynomial_is_symbol(&more);
    int64_t constant;
    const bool is_constant = polynomial_is_constant(&more, &constant);
    if (!polynomial_is_natural(rounds) && !(is_constant && constant >= 1) && !(size && size->size))
        return false;
    if (!polynomial_is_natural(rounds) && size && !in->dry)
        normal_least(in, size->size);
    *rounds = more;
    return true;
}

/* The local that the counter may be in the place of: it goes up by one, and the condition is about
 * it. */
static const changed_local *find_counter(const loop_walk *walk)
{
    for (size_t i = 0; i < walk->count; i++) {
        int64_t by;
        const changed_local *local = &walk->changed[i];
        if (local->counts && local->before.kind == VALUE_NUMBER &&
            polynomial_is_constant(&local->step, &by) && by == 1 &&
            mentions(walk->loop->expression, local->variable))
            return local;
    }
    return NULL;
}

/* While an outer loop is walked without a word, what depends on its locals is taken for natural. */
static bool is_natural(const normaliser *in, const polynomial *number)
{
    return polynomial_is_natural(number) || (in->dry && polynomial_is_open(number));
}

/* From 0, or from where a local of the loop begins. */
static bool choose_begin(const normaliser *in, loop_walk *walk, bool must_be_natural)
{
    polynomial end;
    int64_t ignored;
    walk->by = find_counter(walk);
    walk->is_natural = is_natural(in, &walk->rounds);
    const bool whole =
        polynomial_is_symbol(&walk->rounds) || polynomial_is_constant(&walk->rounds, &ignored);
    const polynomial *low = walk->by ? &walk->by->before.number : NULL;
    const bool from_local = low && is_natural(in, low) &&
                            !(polynomial_is_constant(low, &ignored) && whole) &&
                            polynomial_add(low, &walk->rounds, 1, &end) && is_natural(in, &end) &&
                            (walk->is_natural || !must_be_natural);
    walk->low = from_local ? *low : (polynomial){0};
    return from_local || walk->is_natural;
}

/* Finds how often the loop runs; false: it stays as it is. */
static bool solve(normaliser *in, loop_walk *walk)
{
    loop_condition test = {0};
    bool must_be_natural;
    const ir_statement *loop = walk->loop;
    symbol *round = normal_symbol(in, NULL);
    const polynomial at = polynomial_symbol(round);
    value *outside = arena_array(in->memory, in->root->variable_count + 1, sizeof *outside);
    memcpy(outside, in->values, in->root->variable_count * sizeof *outside);
    const size_t taken = in->taken_count;
    for (size_t i = 0; i < walk->count; i++) {
        walk->changed[i].before = *normal_value_of(in, walk->changed[i].variable);
        walk->changed[i].entry = normal_symbol(in, NULL);
    }
    set_values(in, walk, true);
    in->dry++;
    bool counts = walk_round(in, loop, &test);
    in->dry--;
    if (!normal_is_over(in))
        find_steps(in, walk);
    memcpy(in->values, outside, in->root->variable_count * sizeof *outside);
    in->taken_count = taken;
    walk->low = (polynomial){0};
    if (normal_is_over(in) || !counts || !close_condition(walk, &at, &test) ||
        !normal_rounds(&test, round, &walk->rounds, &must_be_natural) ||
        (loop->kind == IR_DO && !count_do(in, &walk->rounds)))
        return false;
    return choose_begin(in, walk, must_be_natural);
}

/* ---- loops that count ---- */

/* Whether it has the form that it would get. */
static bool is_normal(const loop_walk *walk)
{
    const ir_statement *loop = walk->loop;
    const ir_variable *counter = walk->by ? walk->by->variable : NULL;
    int64_t ignored;
    if (loop->kind != IR_FOR || !counter || !loop->first || loop->first->kind != IR_DECLARATION ||
        loop->first->variable_count != 1 || loop->first->variables[0] != counter ||
        ir_kind(counter->type) != 'u' || dtype_size(counter->type->dtype) != 8)
        return false;
    const ir_expression *test = ir_strip_casts(loop->expression);
    return test->kind == IR_BINARY && test->op == IR_LESS && loop->step->kind != IR_BINARY &&
           polynomial_same(&walk->low, &walk->by->before.number) &&
           (polynomial_is_symbol(&walk->rounds) || walk->low.count ||
            polynomial_is_constant(&walk->rounds, &ignored));
}

static const char *counter_name(normaliser *in, const loop_walk *walk)
{
    const changed_local *of = walk->by;
    for (size_t i = 0; !of && i < walk->count; i++)
        if (walk->changed[i].counts && walk->changed[i].before.kind == VALUE_NUMBER)
            of = &walk->changed[i];
    return normal_name(in, of ? of->variable->name : "at");
}

static symbol *make_counter(normaliser *in, const loop_walk *walk, const char *name, int64_t behind)
{
    symbol *counter = normal_symbol(in, name);
    polynomial *bounds = arena_array(in->memory, 2, sizeof *bounds);
    const polynomial last = polynomial_constant(behind);
    bounds[0] = walk->low;
    if (!polynomial_add(&walk->low, &walk->rounds, 1, &bounds[1]) ||
        !polynomial_add(&bounds[1], &last, 1, &bounds[1]))
        in->stop = true;
    counter->low = &bounds[0];
    counter->high = &bounds[1];
    return counter;
}

/* That each counting local has come to where it is for this value of the counter: the first walk,
 * which asked for no bounds, may have been wrong. */
static void check_values(normaliser *in, const loop_walk *walk, const polynomial *counter)
{
    for (size_t i = 0; i < walk->count && !normal_is_over(in); i++) {
        const changed_local *local = &walk->changed[i];
        const value *now = normal_value_of(in, local->variable);
        value expected;
        if (local->counts &&
            (!value_at(walk, local, counter, &expected) || now->kind != expected.kind ||
             !polynomial_same(numbers_of(now), numbers_of(&expected)) ||
             now->points.base != expected.points.base))
            normal_keep(in, local->variable);
    }
}

/* The locals behind the loop. */
static void leave(normaliser *in, const loop_walk *walk)
{
    polynomial end;
    loop_condition ignored;
    const bool known = walk->is_natural && !leaves_early(walk->loop->children[0], false) &&
                       polynomial_add(&walk->low, &walk->rounds, 1, &end);
    set_values(in, (loop_walk *)walk, false);
    if (!known)
        return;
    set_counting(in, walk, &end);
    if (walk->loop->kind != IR_DO)
        normal_condition(in, walk->loop->expression, &ignored);
}

static void write_counted(normaliser *in, loop_walk *walk)
{
    const ir_statement *loop = walk->loop;
    loop_condition ignored;
    polynomial end, at, one = polynomial_constant(1);
    const bool is_do = loop->kind == IR_DO;
    const char *name = counter_name(in, walk);
    const bool normal = is_normal(walk);
    const size_t taken = in->taken_count;
    /* the condition is asked once more than there are rounds */
    at = polynomial_symbol(make_counter(in, walk, name, 0));
    set_counting(in, walk, &at);
    bool holds = is_do || normal_condition(in, loop->expression, &ignored);
    at = polynomial_symbol(make_counter(in, walk, name, -1));
    set_counting(in, walk, &at);
    if (!polynomial_add(&walk->low, &walk->rounds, 1, &end) || !holds) {
        for (size_t i = 0; i < walk->count; i++)
            if (!normal_is_over(in) && mentions(loop->expression, walk->changed[i].variable))
                normal_keep(in, walk->changed[i].variable);
        in->stop |= !in->again;
        return;
    }
    *ARENA_PUSH(in->memory, in->taken, in->taken_count) = name;
    in->changed |= !normal && !in->dry;
    normal_write(in, arena_format(in->memory, "for (size_t %s = %s; %s < %s; %s++)", name,
                                  in->dry ? "" : polynomial_text(in->memory, &walk->low), name,
                                  in->dry ? "" : polynomial_text(in->memory, &end), name));
    if (!is_do)
        normal_condition(in, loop->expression, &ignored);
    normal_write(in, "{");
    normal_inside(in, loop->children[0]);
    const bool continues = has_own_continue(loop->children[0]);
    if (continues)
        check_values(in, walk, &at);
    in->closed = true;
    const size_t before = in->length;
    if (loop->step)
        normal_effects(in, loop->step);
    in->stop |= continues && in->length != before; /* what steps must be a part of the head then */
    normal_write(in, "}");
    if (is_do && !normal_is_over(in) && !normal_condition(in, loop->expression, &ignored))
        in->stop |= !in->again;
    in->closed = false;
    in->taken_count = taken;
    if (!polynomial_add(&at, &one, 1, &at))
        in->stop = true;
    check_values(in, walk, &at);
    leave(in, walk);
}

/* ---- loops that stay ---- */

/* What steps with the loop, or is asked by its condition, stays a variable. */
static bool keep_changed(normaliser *in, const loop_walk *walk)
{
    for (size_t i = 0; i < walk->count; i++) {
        const ir_variable *variable = walk->changed[i].variable;
        if (walk->changed[i].counts || mentions(walk->loop->expression, variable) ||
            mentions(walk->loop->step, variable))
            normal_keep(in, variable);
    }
    return normal_is_over(in);
}

static void write_plain(normaliser *in, loop_walk *walk, const char *first)
{
    const ir_statement *loop = walk->loop;
    if (walk->overflows)
        in->stop = true;
    if (keep_changed(in, walk))
        return;
    set_values(in, walk, false);
    in->closed = true;
    const char *test = loop->expression ? normal_whole(in, loop->expression) : "";
    const char *step = loop->step ? normal_whole(in, loop->step) : "";
    in->closed = false;
    if (loop->kind == IR_FOR)
        normal_write(in, arena_format(in->memory, "for (%s; %s; %s)", first, test, step));
    else
        normal_write(in, loop->kind == IR_DO ? "do" : arena_format(in->memory, "while (%s)", test));
    normal_block(in, loop->children[0]);
    if (loop->kind == IR_DO)
        normal_write(in, arena_format(in->memory, "while (%s);", test));
    set_values(in, walk, false);
}

/* What a loop begins with: tracked locals, or what its head has then. */
static const char *read_first(normaliser *in, const ir_statement *first)
{
    const ir_variable *only = first && first->variable_count == 1 ? first->variables[0] : NULL;
    if (!first)
        return "";
    bool tracked = true;
    for (size_t i = 0; i < first->variable_count; i++)
        tracked &= normal_is_tracked(in, first->variables[i]);
    const ir_expression *target = first->expression ? ir_written(first->expression) : NULL;
    if (first->kind == IR_EVALUATE)
        tracked =
            (first->expression->kind == IR_BINARY && first->expression->op == IR_COMMA) ||
            (target && target->kind == IR_VARIABLE && normal_is_tracked(in, target->variable));
    in->closed = true;
    const char *text = "";
    if (tracked) {
        const size_t before = in->length;
        if (first->kind == IR_EVALUATE)
            normal_effects(in, first->expression);
        else
            normal_statement(in, first);
        in->stop |= in->length != before && !in->dry; /* a part of it stays */
    } else if (only && only->initializer && only->initializer->kind != IR_LIST) {
        in->names[only->id] = NULL;
        text = normal_declared(in, only);
        text = arena_format(in->memory, "%s = %s", text, normal_whole(in, only->initializer));
    } else if (first->kind == IR_EVALUATE) {
        text = normal_whole(in, first->expression);
    } else {
        in->stop = true;
    }
    in->closed = false;
    return text;
}

void normal_loop(normaliser *in, const ir_statement *loop)
{
    loop_walk walk = {.loop = loop};
    const bool closed = in->closed;
    const char *first = read_first(in, loop->first);
    if (normal_is_over(in))
        return;
    find_changed(in, &walk);
    const bool solved = !*first && !walk.overflows && solve(in, &walk);
    if (normal_is_over(in))
        return;
    if (solved)
        write_counted(in, &walk);
    else
        write_plain(in, &walk, first);
    in->closed = closed;
}
