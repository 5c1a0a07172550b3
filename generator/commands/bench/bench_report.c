/* Checking the results of a benchmark, and showing them: the table and the chart. */
#include <inttypes.h>
#include <string.h>

#include "bench.h"
#include "commands/call/lists.h"
#include "commands/report.h"
#include "commands/table.h"

static weft_status compare_side(const bench *all, bench_side *side, weft_error *error)
{
    const bench_side *reference = bench_reference(all);
    const weft_ufunc *ufunc = all->call->ufunc;
    weft_status status = WEFT_OK;
    side->result = compare_nothing();
    for (int i = 0; i < ufunc->output_count && !status; i++) {
        const weft_array found_here = lists_elements(&side->arrays[ufunc->input_count + i]);
        const weft_array expected_here = lists_elements(&reference->arrays[ufunc->input_count + i]);
        const weft_array *found = &found_here, *expected = &expected_here;
        weft_array found_host = {0}, expected_host = {0};
        if (found->device)
            status = weft_copy_to_host(found, &found_host, &side->options, error);
        if (!status && expected->device)
            status = weft_copy_to_host(expected, &expected_host, &reference->options, error);
        found = found->device ? &found_host : found;
        expected = expected->device ? &expected_host : expected;
        if (!status)
            status = compare_add(&side->result, found, expected, error);
        if (!status && !side->first)
            side->first =
                compare_format_first(all->memory, &side->result,
                                     ufunc->operands[ufunc->input_count + i].name, found, expected);
        weft_array_clear(&found_host);
        weft_array_clear(&expected_host);
    }
    return status;
}

bool bench_compare(bench *all)
{
    weft_error error;
    for (size_t i = 0; i < all->side_count; i++)
        if (!all->sides[i].refusal && compare_side(all, &all->sides[i], &error) != WEFT_OK) {
            report_error("%s", error.text);
            return false;
        }
    return true;
}

static bool has_float_input(const bench *all)
{
    for (int i = 0; i < all->call->ufunc->input_count; i++)
        if (compare_is_floating((weft_dtype)all->call->arrays[i].dtype))
            return true;
    return false;
}

bool bench_is_right(const bench *all, const bench_side *side)
{
    const comparison *result = &side->result;
    if (!result->differing)
        return true;
    if (side->options.target != WEFT_GPU || !result->is_within)
        return false;
    /* A whole number that rounded arithmetic decides, such as a number of steps, may jump where
     * that rounding differs: seldom. */
    return !result->is_exact || (has_float_input(all) && result->differing <= result->count / 1000);
}

static const char *format_seconds(arena *memory, double seconds)
{
    static const struct {
        double unit;
        const char *name;
    } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}};
    size_t last = sizeof units / sizeof *units - 1, i = 0;
    while (i < last && seconds < units[i].unit)
        i++;
    return arena_format(memory, "%.3g %s", seconds / units[i].unit, units[i].name);
}

/* The reference's time over this one. */
static double find_ratio(const bench *all, double seconds)
{
    return bench_median(all, bench_reference(all)->seconds) / seconds;
}

static void add_row(const bench *all, table *rows, const char *name, double seconds,
                    const char *result)
{
    arena *memory = all->memory;
    const char **row = table_add_row(rows);
    row[0] = name;
    row[1] = format_seconds(memory, seconds);
    row[2] = all->items ? arena_format(memory, "%.3g", 1e9 * seconds / (double)all->items) : "-";
    row[3] = arena_format(memory, "%.3g", 1e-9 * (double)all->bytes / seconds);
    row[4] = arena_format(memory, "%.3g", find_ratio(all, seconds));
    row[5] = result;
}

static void add_side_rows(const bench *all, table *rows, const bench_side *side)
{
    arena *memory = all->memory;
    const char *result =
        side == bench_reference(all) ? "reference" : compare_format(memory, &side->result);
    if (!bench_is_right(all, side))
        result = arena_format(memory, "WRONG: %s", result);
    add_row(all, rows, side->name, bench_median(all, side->seconds), result);
    if (side->is_on_device)
        add_row(all, rows, "  between events", bench_median(all, side->device_seconds), "");
}

/* "float32(1000, 2, 4) float32(4, 5) -> float32(1000, 2, 5)" */
static const char *format_operands(const bench *all)
{
    const bench_side *side = bench_reference(all);
    int inputs = all->call->ufunc->input_count;
    const char *text = "";
    for (int i = 0; i < inputs + all->call->ufunc->output_count; i++)
        text = arena_format(all->memory, "%s%s%s%s", text,
                            i == inputs ? " -> "
                            : i         ? " "
                                        : "",
                            weft_dtype_name((weft_dtype)side->arrays[i].dtype),
                            operands_format_shape(all->memory, &side->arrays[i]));
    return text;
}

static void print_device(const bench *all, FILE *out)
{
    char name[128];
    for (size_t i = 0; i < all->side_count; i++)
        if (all->sides[i].is_on_device && !all->sides[i].refusal &&
            weft_device_name(all->sides[i].options.device, name, sizeof name, NULL) == WEFT_OK)
            fprintf(out, "gpu: %s\n", name);
}

/* What auto would take, where nobody names a target: of the arrays of the first side. */
static void print_choice(const bench *all, FILE *out)
{
    const bench_side *side = bench_reference(all);
    weft_options options = side->options;
    weft_target target;
    options.target = WEFT_AUTO;
    if (weft_target_choose(all->call->ufunc, side->pointers, &options, &target, NULL) == WEFT_OK)
        fprintf(out, "auto takes %s\n", weft_target_name(target));
}

void bench_print(const bench *all, FILE *out)
{
    table rows = {.memory = all->memory,
                  .column_count = 6,
                  .is_right = {false, true, true, true, true, false}};
    static const char *const titles[] = {"target", "time", "ns/item", "GB/s", NULL, "result"};
    fprintf(out, "%s: %s\n%" PRId64 " items, %" PRId64 " bytes, median of %zu rounds\n",
            all->call->ufunc->name, format_operands(all), all->items, all->bytes, all->rounds);
    print_device(all, out);
    const char **head = table_add_row(&rows);
    memcpy(head, titles, sizeof titles);
    head[4] = arena_format(all->memory, "× %s", bench_reference(all)->name);
    for (size_t i = 0; i < all->side_count; i++)
        if (!all->sides[i].refusal)
            add_side_rows(all, &rows, &all->sides[i]);
    table_print(&rows, out);
    for (size_t i = 0; i < all->side_count; i++)
        if (all->sides[i].refusal)
            fprintf(out, "%s: not to be had: %s\n", all->sides[i].name, all->sides[i].refusal);
    print_choice(all, out);
}

static void print_escaped(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        default:
            fputc(*text, out);
        }
}

enum { BAR_LEFT = 190, BAR_WIDTH = 360, BAR_STEP = 30, CHART_WIDTH = 760, CHART_TOP = 62 };

static void draw_bar(const bench *all, const bench_side *side, size_t row, double shortest,
                     FILE *out)
{
    static const char *const colors[] = {"#b07aa1", "#4c78a8", "#59a14f", "#e6852c", "#e15759"};
    double seconds = bench_median(all, side->is_on_device ? side->device_seconds : side->seconds);
    double width = (double)BAR_WIDTH * shortest / seconds;
    int top = CHART_TOP + (int)row * BAR_STEP;
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", BAR_LEFT - 10, top + 15,
            side->name);
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"20\" fill=\"%s\"/>\n", BAR_LEFT,
            top, width < 1 ? 1 : width,
            colors[side->options.target % (sizeof colors / sizeof *colors)]);
    fprintf(out, "<text x=\"%.1f\" y=\"%d\">%s, %.3g× %s</text>\n", (double)BAR_LEFT + width + 8,
            top + 15, format_seconds(all->memory, seconds), find_ratio(all, seconds),
            bench_reference(all)->name);
}

bool bench_draw(const bench *all, FILE *out)
{
    double shortest = 0;
    size_t rows = 0;
    for (size_t i = 0; i < all->side_count; i++) {
        const bench_side *side = &all->sides[i];
        if (side->refusal)
            continue;
        double seconds =
            bench_median(all, side->is_on_device ? side->device_seconds : side->seconds);
        shortest = rows++ && shortest < seconds ? shortest : seconds;
    }
    int height = CHART_TOP + (int)rows * BAR_STEP + 10;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n"
            "<text x=\"14\" y=\"24\" font-size=\"16\" font-weight=\"bold\">",
            CHART_WIDTH, height, CHART_WIDTH, height, CHART_WIDTH, height);
    print_escaped(out, all->call->ufunc->name);
    fputs(": calls per second, longer is better</text>\n<text x=\"14\" y=\"44\" fill=\"#555\">",
          out);
    print_escaped(out, format_operands(all));
    fputs("</text>\n", out);
    for (size_t i = 0, row = 0; i < all->side_count; i++)
        if (!all->sides[i].refusal)
            draw_bar(all, &all->sides[i], row++, shortest, out);
    fputs("</svg>\n", out);
    return !ferror(out);
}
