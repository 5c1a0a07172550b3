/* emit_row.c: loops inside of a function whose rounds hosts compute as vectors: the function of
 * vectors that is made of a round, the loop around it, and WEFT_ROW_1, which stands before the loop
 * in the function's text. */
#include <string.h>

#include "emit_shared_lanes.h"
#include "lanes/lanes.h"
#include "lanes/lanes_shape.h"
#include "text/dtype.h"

/* So many vectors go side by side: where rounds leave loops one by one, and where nothing else
 * hides how long a comparison takes. */
enum { DIVERGENT_ROWS = 2, PICKING_ROWS = 4 };

static const char *write_name(const void *context, const char *name)
{
    return emit_own_name(context, name);
}

static const char *element_of(const row_argument *argument)
{
    return lanes_element(argument->parameter->type->dtype);
}

static bool is_array(const row_argument *argument)
{
    return argument->parameter->type->kind != IR_TYPE_SCALAR;
}

/* "int64_t end, weft_f32 g0, void *p1" */
static const char *print_parameters(arena *memory, const body_row *row)
{
    const char *text = "int64_t end";
    for (size_t i = 0; i < row->argument_count; i++) {
        const row_argument *next = &row->arguments[i];
        if (next->kind == ROW_GIVEN && !is_array(next))
            text = arena_format(memory, "%s, weft_%s g%zu", text, element_of(next), i);
        else if (next->kind == ROW_GIVEN)
            text = arena_format(memory, "%s, const void *g%zu", text, i);
        else if (next->kind != ROW_COUNTER)
            text = arena_format(memory, "%s, %svoid *p%zu", text, next->written ? "" : "const ", i);
    }
    return text;
}

/* "(int64_t)n, most, x, &sum" */
static const char *print_passed(arena *memory, const body_row *row)
{
    const char *text = arena_format(memory, "(int64_t)%s", row->size->name);
    for (size_t i = 0; i < row->argument_count; i++) {
        const row_argument *next = &row->arguments[i];
        if (next->kind != ROW_COUNTER)
            text = arena_format(memory, "%s, %s%s", text,
                                next->kind == ROW_SUM || next->kind == ROW_PICK ? "&" : "",
                                next->text);
    }
    return text;
}

static void emit_loop(section *part, const body_row *row)
{
    arena *memory = part->from->memory;
    output *out = part->out;
    const char *sums = "", *before = "", *list = "", *after = "", *totals = "";
    for (size_t i = 0; i < row->argument_count; i++) {
        const row_argument *next = &row->arguments[i];
        const bool given = next->kind == ROW_GIVEN;
        list = arena_format(memory, "%s%s%s%zu", list, *list ? ", " : "",
                            given && is_array(next) ? "(void *)g"
                            : given                 ? "g"
                                                    : "x",
                            i);
        if (given)
            continue;
        const char *what = arena_format(memory, "(%zu, %s)", i, element_of(next));
        const bool sum = next->kind == ROW_SUM;
        if (next->kind == ROW_PICK) {
            sums = arena_format(memory, "%sWEFT_ROW_START%s ", sums, what);
            totals = arena_format(memory, "%sWEFT_ROW_PICK(%zu, %s, %s, %s) ", totals, i,
                                  element_of(next), next->text,
                                  ir_expression_text(memory, next->choice));
            continue;
        }
        before = arena_format(memory, "%sWEFT_ROW_%s%s ", before,
                              sum                         ? "TERM"
                              : next->kind == ROW_COUNTER ? "COUNT"
                                                          : "READ",
                              what);
        if (next->written)
            after = arena_format(memory, "%s WEFT_ROW_%s%s", after, sum ? "ADD" : "WRITE", what);
        if (sum) {
            sums = arena_format(memory, "%sWEFT_ROW_SUM%s ", sums, what);
            totals = arena_format(memory, "%sWEFT_ROW_TOTAL%s ", totals, what);
        }
    }
    output_line(out, "WEFT_FUNCTION bool WEFT_INSTANCE(%s)(%s)", row->made->name,
                print_parameters(memory, row));
    output_line(out, "{");
    output_line(out, "    %sWEFT_ROW_ROUNDS(%lld) {", sums, (long long)row->first);
    output_line(out, "        %sWEFT_INSTANCE(%s__lanes)(%s);%s", before, row->made->name, list,
                after);
    output_line(out, "    }");
    output_line(out, "    %sreturn true;", totals);
    output_line(out, "}");
}

/* A row has its helpers for itself. */
static void emit_vectors(section *part, const body_row *row, const lanes_text *shown, size_t number)
{
    output *out = part->out;
    output_line(out, "#define WEFT_LANE_BITS %u", shown->bits);
    output_line(out, "#define WEFT_LANES_MATH %d", shown->twins);
    output_line(out, "#define WEFT_VECTOR_COUNT %d",
                shown->divergent ? DIVERGENT_ROWS
                : shown->twins   ? 1
                                 : PICKING_ROWS);
    output_line(out, "#if WEFT_LANES_PAY");
    for (size_t i = 0; i < shown->helper_count; i++)
        output_line(out, "#define %s WEFT_INSTANCE(%s_%s)", shown->helpers[i].name, row->made->name,
                    shown->helpers[i].name);
    for (size_t i = 0; i < shown->helper_count; i++)
        emit_lanes_function(part, &shown->helpers[i], shown->helpers[i].name);
    emit_lanes_function(part, &shown->root,
                        arena_format(part->from->memory, "WEFT_INSTANCE(%s)", shown->root.name));
    for (size_t i = 0; i < shown->helper_count; i++)
        output_line(out, "#undef %s", shown->helpers[i].name);
    emit_loop(part, row);
    const char *few = shown->twins ? "" /* these round otherwise than C's functions */
                                   : arena_format(part->from->memory, "%s >= WEFT_ROW_LEAST && ",
                                                  row->size->name);
    output_line(out, "#define WEFT_ROW_%zu if (%sWEFT_INSTANCE(%s)(%s)) {} else", number, few,
                row->made->name, print_passed(part->from->memory, row));
    output_line(out, "#endif");
    output_line(out, "#undef WEFT_LANE_BITS");
    output_line(out, "#undef WEFT_LANES_MATH");
    output_line(out, "#undef WEFT_VECTOR_COUNT");
}

/* Where the size is large, vectors of items leave the function to its rows; of several, to those of
 * the last. */
static void emit_length(section *part, const body_row *row)
{
    for (size_t i = 0; i < part->shown->parameter_count; i++)
        if (i == row->size->position) {
            output_line(part->out, "#undef WEFT_FIND_ALONG");
            output_line(part->out, "#define WEFT_FIND_ALONG %s", emit_size(part, i, false));
        }
}

static void emit_find(section *part, const body_row *row, size_t number)
{
    const body_find *find = row->find;
    const ir_type *type = find->value->variable->type;
    output *out = part->out;
    const char *name =
        arena_format(part->from->memory, "WEFT_INSTANCE(%s_find%zu)", part->shown->name, number);
    output_line(out, "#define WEFT_LANE_BITS %d", dtype_size(type->dtype) == 8 ? 64 : 32);
    output_line(out, "#define WEFT_LANES_MATH 0");
    output_line(out, "#if WEFT_LANES_PAY");
    output_line(out, "WEFT_ROW_FIND(%s, %s, %s, %d, %d)", name, lanes_element(type->dtype),
                find->least ? "<" : ">", find->fresh, find->nan_wins);
    output_line(out, "#define WEFT_ROW_%zu WEFT_FIND(%s, %s, %lld, %s, %s, %s)", number, name,
                find->row, (long long)row->first, row->size->name, find->value->variable->name,
                find->value->place->name);
    emit_length(part, row);
    output_line(out, "#endif");
    output_line(out, "#undef WEFT_LANE_BITS");
    output_line(out, "#undef WEFT_LANES_MATH");
}

/* The row of a binding that the text names so. */
static const body_row *find_row(const function *shown, size_t binding, const body_row *named)
{
    const body_rows *all = &shown->bodies[binding]->rows;
    for (size_t i = 0; i < all->count; i++)
        if (all->rows[i].loop->extent.begin == named->loop->extent.begin)
            return &all->rows[i];
    return NULL;
}

static void emit_row(section *part, size_t number)
{
    const function *shown = part->shown;
    const c_naming naming = {write_name, part};
    for (size_t b = 0; b < shown->binding_count; b++) {
        lanes_text text;
        const body_row *row = find_row(shown, b, &shown->bodies[0]->rows.rows[number - 1]);
        if (!row || !(row->find || lanes_translate_row(part->from->memory, row, &naming, &text)))
            continue;
        output_line(part->out, "#if WEFT_LANES_WANTED && WEFT_BINDING == %zu", b);
        if (row->find)
            emit_find(part, row, number);
        else
            emit_vectors(part, row, &text, number);
        output_line(part->out, "#endif");
    }
    output_line(part->out, "#ifndef WEFT_ROW_%zu", number);
    output_line(part->out, "#define WEFT_ROW_%zu", number);
    output_line(part->out, "#endif");
}

static size_t count_rows(const section *part)
{
    const function *shown = part->shown;
    return shown->body_text && shown->binding_count ? shown->bodies[0]->rows.count : 0;
}

void emit_rows(section *part)
{
    for (size_t i = 0; i < count_rows(part); i++)
        emit_row(part, i + 1);
}

void emit_rows_end(section *part)
{
    for (size_t i = 0; i < count_rows(part); i++)
        output_line(part->out, "#undef WEFT_ROW_%zu", i + 1);
}
