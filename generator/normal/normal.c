/* normal.c: a function's normal form, walked for until nothing more has to stay a variable. */
#include "normal.h"

#include <string.h>

#include "normal_parts.h"
#include "text/dtype.h"

enum { SMALLEST_LIMIT = 256, LONGEST_FORM = 1 << 16 };

void normal_keep(normaliser *in, const ir_variable *variable)
{
    if (normal_is_over(in))
        return;
    if (!variable || in->kept[variable->id])
        in->stop = true;
    else
        in->kept[variable->id] = in->again = true;
}

static bool is_taken(const normaliser *in, const char *name)
{
    for (size_t i = 0; i < in->taken_count; i++)
        if (strcmp(in->taken[i], name) == 0)
            return true;
    return false;
}

const char *normal_name(normaliser *in, const char *wished)
{
    const char *name = wished;
    for (unsigned i = 2; is_taken(in, name); i++)
        name = arena_format(in->memory, "%s_%u", wished, i);
    return name;
}

symbol *normal_symbol(normaliser *in, const char *name)
{
    symbol *made = arena_array(in->memory, 1, sizeof *made);
    *made = (symbol){.name = name, .number = ++in->symbol_count};
    return made;
}

/* ---- text ---- */

static void put(normaliser *in, const char *text)
{
    for (; *text; text++) {
        *ARENA_PUSH(in->memory, in->text, in->length) = *text;
        in->line += *text == '\n';
    }
}

void normal_write(normaliser *in, const char *text)
{
    if (in->dry || normal_is_over(in))
        return;
    if (in->length > LONGEST_FORM)
        in->stop = true;
    put(in, in->length && in->text[in->length - 1] != '\n' ? " " : "");
    put(in, text);
}

void normal_lead(normaliser *in, location where)
{
    if (in->dry || in->now != in->root || strcmp(where.file, in->root->place.file) != 0)
        return;
    while (in->line < where.line)
        put(in, "\n");
}

/* ---- limits ---- */

static size_range *range_of(normaliser *in, const ir_variable *size)
{
    for (size_t i = 0; i < in->range_count; i++)
        if (in->ranges[i].size == size)
            return &in->ranges[i];
    size_range *made = ARENA_PUSH(in->memory, in->ranges, in->range_count);
    *made = (size_range){size, 0, INT64_MAX};
    return made;
}

void normal_least(normaliser *in, const ir_variable *size)
{
    range_of(in, size)->least = 1;
}

/* The largest n with n^power <= most. */
static int64_t find_root(int64_t most, size_t power)
{
    int64_t low = 0, high = power == 1 ? most : INT64_C(1) << (62 / power);
    while (low < high) {
        const int64_t middle = low + (high - low) / 2 + 1;
        int64_t product = 1;
        bool fits = true;
        for (size_t i = 0; i < power; i++)
            fits = fits && !__builtin_mul_overflow(product, middle, &product);
        if (fits && product <= most)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

bool normal_limit_to(normaliser *in, const polynomial *number, int64_t most)
{
    polynomial bound;
    size_t count = 0;
    if (!polynomial_highest(number, &bound))
        return false;
    for (size_t i = 0; i < bound.count; i++)
        count += bound.terms[i].factor > 0;
    for (size_t i = 0; i < bound.count; i++) {
        const term *one = &bound.terms[i];
        if (one->factor <= 0)
            continue;
        const int64_t share = most / (int64_t)count / one->factor;
        if (one->count == 0 && share < 1)
            return false;
        const int64_t root = one->count ? find_root(share, one->count) : INT64_MAX;
        if (root < SMALLEST_LIMIT)
            return false;
        for (size_t k = 0; k < one->count; k++) {
            const ir_variable *size = one->of[k]->size;
            const size_t bits = 8 * dtype_size(size->type->dtype) - (ir_kind(size->type) == 'i');
            if (bits < 63 && (INT64_C(1) << bits) - 1 <= root)
                continue; /* no size is larger */
            size_range *limit = range_of(in, size);
            limit->most = limit->most < root ? limit->most : root;
        }
    }
    return true;
}

/* ---- the walks ---- */

static bool is_trackable(const ir_variable *variable)
{
    const ir_type *type = variable->type;
    const char kind = ir_kind(type);
    if (variable->storage > IR_LOCAL || variable->residence != IR_REGISTER || type->is_volatile)
        return false;
    return type->kind == IR_TYPE_POINTER
               ? ir_kind(type->element) || type->element->kind == IR_TYPE_ARRAY
               : kind == 'i' || kind == 'u' || kind == 'f' || kind == 'c';
}

static void set_variable(normaliser *in, const ir_function *of, const ir_variable *variable)
{
    value *first = &in->values[variable->id];
    const bool is_parameter = variable->storage == IR_PARAMETER;
    const bool points =
        variable->type->kind == IR_TYPE_POINTER || variable->type->kind == IR_TYPE_ARRAY;
    *first = (value){.kind = VALUE_KEPT};
    in->names[variable->id] = NULL;
    if (in->kept[variable->id])
        return;
    if (is_parameter && of != in->root) {
        first->kind = points || is_trackable(variable) ? VALUE_UNKNOWN : VALUE_KEPT;
    } else if (is_parameter) {
        if (!variable->assigned || variable->residence != IR_REGISTER)
            return;
        if (points && variable->type->element && ir_kind(variable->type->element)) {
            first->kind = VALUE_POINTER;
            first->points = (place){.base = variable, .type = variable->type->element};
        } else if (variable->is_size &&
                   (ir_kind(variable->type) == 'i' || ir_kind(variable->type) == 'u')) {
            symbol *size = normal_symbol(in, variable->name);
            size->size = variable;
            in->sizes[variable->id] = size;
            first->kind = VALUE_NUMBER;
            first->number = polynomial_symbol(size);
        }
    } else if (is_trackable(variable)) {
        first->kind = VALUE_UNKNOWN;
    }
}

static void set_declared(normaliser *in, const ir_function *of, const ir_statement *statement)
{
    if (!statement)
        return;
    for (size_t i = 0; i < statement->variable_count; i++)
        set_variable(in, of, statement->variables[i]);
    set_declared(in, of, statement->first);
    for (size_t i = 0; i < statement->child_count; i++)
        set_declared(in, of, statement->children[i]);
}

static void take_name(normaliser *in, const char *name)
{
    *ARENA_PUSH(in->memory, in->taken, in->taken_count) = name;
}

static bool take_outer(void *context, const ir_expression *of, const ir_statement *statement)
{
    (void)statement;
    if (of->kind == IR_CALL && of->text)
        take_name(context, of->text);
    else if (of->kind == IR_VARIABLE && of->variable->storage > IR_LOCAL)
        take_name(context, of->variable->name);
    return true;
}

/* All that a walk begins with. */
static void begin(normaliser *in)
{
    const ir_function *root = in->root;
    in->now = root;
    in->again = in->changed = false;
    in->length = in->taken_count = in->range_count = in->pending_count = 0;
    in->text = NULL, in->taken = NULL, in->ranges = NULL, in->pending = NULL;
    in->dry = in->maybe = in->depth = 0;
    in->modular = in->closed = false;
    memset(in->sizes, 0, root->variable_count * sizeof *in->sizes);
    for (size_t f = 0; f <= root->helper_count; f++) {
        const ir_function *of = f ? root->helpers[f - 1] : root;
        for (size_t i = 0; i < of->parameter_count; i++) {
            set_variable(in, of, of->parameters[i]);
            if (!f)
                take_name(in, of->parameters[i]->name);
        }
        set_declared(in, of, of->body);
        ir_visit(of->body, take_outer, in);
    }
}

static const char *finish(normaliser *in)
{
    *ARENA_PUSH(in->memory, in->text, in->length) = '\0';
    return in->text;
}

bool normal_find(arena *memory, const ir_function *function, normal_form *found)
{
    const size_t count = function->variable_count + 1;
    if (!function->body || function->body->kind != IR_BLOCK || ir_find_text(function).reason)
        return false;
    arena *scratch = arena_new();
    normaliser in = {.memory = scratch, .root = function};
    in.kept = arena_array(scratch, count, sizeof *in.kept);
    in.values = arena_array(scratch, count, sizeof *in.values);
    in.names = arena_array(scratch, count, sizeof *in.names);
    in.sizes = arena_array(scratch, count, sizeof *in.sizes);
    do {
        begin(&in);
        in.line = function->body->place.line;
        normal_block(&in, function->body);
    } while (in.again && !in.stop);
    const bool good = !in.stop && in.changed;
    if (good) {
        *found =
            (normal_form){.text = arena_copy(memory, finish(&in)), .range_count = in.range_count};
        found->ranges = arena_array(memory, in.range_count + 1, sizeof *found->ranges);
        for (size_t i = 0; i < in.range_count; i++)
            found->ranges[i] = in.ranges[i];
    }
    arena_free(scratch);
    return good;
}

void normal_print(const ir_function *function, FILE *out)
{
    arena *memory = arena_new();
    normal_form form;
    if (!normal_find(memory, function, &form)) {
        fprintf(out, "function %s has no other normal form\n", function->name);
    } else {
        fprintf(out, "function %s\n", function->name);
        for (size_t i = 0; i < form.range_count; i++)
            fprintf(out, "    %s from %lld to %lld\n", form.ranges[i].size->name,
                    (long long)form.ranges[i].least, (long long)form.ranges[i].most);
        fprintf(out, "%s\n", form.text);
    }
    arena_free(memory);
}
