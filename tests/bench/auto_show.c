/* auto_show.c: the grid as data and as a picture. */
#include "auto_grid.h"

double grid_best(const grid_cell *cell, weft_target *best)
{
    double least = 0;
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++)
        if (cell->times[target] > 0 && (least == 0 || cell->times[target] < least)) {
            least = cell->times[target];
            *best = target;
        }
    return cell->times[WEFT_AUTO] > 0 ? least : 0;
}

void grid_count(const grid *all, bool is_on_device, int *near, int *measured)
{
    *near = *measured = 0;
    for (int r = 0; r < all->row_count; r++)
        for (int k = 0; k < GRID_SIZES && all->rows[r].is_on_device == is_on_device; k++) {
            weft_target best;
            const double least = grid_best(&all->rows[r].cells[k], &best);
            *measured += least > 0;
            *near += least > 0 && all->rows[r].cells[k].times[WEFT_AUTO] <= GRID_NEAR * least;
        }
}

/* Text without what JSON and XML read as their own. */
static void print_plain(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc(*text < ' ' || *text == '"' || *text == '\\' || *text == '<' || *text == '&' ? ' '
                                                                                           : *text,
              out);
}

/* ---- JSON ---- */

static void write_cell(const grid_row *row, int size, FILE *out)
{
    const grid_cell *cell = &row->cells[size];
    weft_target best = WEFT_AUTO;
    if (grid_best(cell, &best) == 0)
        return;
    fprintf(out, "%s\n      {\"elements\": %lld", size ? "," : "", 1LL << size);
    for (weft_target target = WEFT_AUTO; target < WEFT_TARGET_END; target++)
        if (cell->times[target] > 0)
            fprintf(out, ", \"%s\": %.4g", weft_target_name(target), cell->times[target]);
    fprintf(out, ", \"best\": \"%s\"", weft_target_name(best));
    if (cell->chosen != WEFT_AUTO)
        fprintf(out, ", \"chosen\": \"%s\"", weft_target_name(cell->chosen));
    fputc('}', out);
}

void grid_write_json(const grid *all, FILE *out)
{
    int near, measured;
    fprintf(out, "{\n  \"unit\": \"ns\",\n  \"machine\": \"");
    print_plain(out, all->machine);
    fprintf(out, "\",\n  \"device\": \"");
    print_plain(out, all->device);
    fprintf(out, "\",\n  \"numbers\": \"");
    print_plain(out, all->numbers);
    grid_count(all, false, &near, &measured);
    fprintf(out, "\",\n  \"host\": {\"near\": %d, \"measured\": %d},\n", near, measured);
    grid_count(all, true, &near, &measured);
    fprintf(out, "  \"on_device\": {\"near\": %d, \"measured\": %d},\n  \"rows\": [", near,
            measured);
    for (int r = 0; r < all->row_count; r++) {
        fprintf(out, "%s\n    {\"function\": \"%s\", \"arrays\": \"%s\", \"cells\": [",
                r ? "," : "", all->rows[r].name, all->rows[r].is_on_device ? "device" : "host");
        for (int k = 0; k < GRID_SIZES; k++)
            write_cell(&all->rows[r], k, out);
        fprintf(out, "]}");
    }
    fprintf(out, "\n  ]\n}\n");
}

/* ---- the picture ---- */

enum { LEFT = 190, TOP = 86, CELL = 26, HIGH = 24 };

static const char *const colors[] = {"#999999", "#b07aa1", "#4c78a8", "#59a14f"}; /* by target */

static void draw_cell(const grid_row *row, int r, int size, FILE *out)
{
    const grid_cell *cell = &row->cells[size];
    weft_target best = WEFT_AUTO;
    const double least = grid_best(cell, &best);
    if (least == 0)
        return;
    const double ratio = cell->times[WEFT_AUTO] / least;
    const weft_target chosen = cell->chosen == WEFT_AUTO ? best : cell->chosen;
    const int x = LEFT + size * CELL, y = TOP + r * HIGH;
    fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"%s/>\n", x + 1,
            y + 1, CELL - 2, HIGH - 2, colors[chosen < 4 ? chosen : 0],
            ratio <= GRID_NEAR ? "" : " stroke=\"#d62728\" stroke-width=\"3\"");
    fprintf(out, "<text x=\"%d\" y=\"%d\" class=\"v\">%.2f</text>\n", x + CELL / 2, y + 16, ratio);
}

static void draw_legend(const grid *all, FILE *out)
{
    int near, measured, x = 14;
    grid_count(all, false, &near, &measured);
    fprintf(out,
            "<text x=\"14\" y=\"22\" font-size=\"16\" font-weight=\"bold\">auto against the best "
            "target: "
            "time over time, by elements (2^n)</text>\n<text x=\"14\" y=\"42\" fill=\"#555\">");
    print_plain(out, all->machine);
    fprintf(out, "%s", all->device[0] ? ", " : "");
    print_plain(out, all->device);
    fprintf(out, "; %s; host arrays: %d of %d within 20 %%</text>\n", all->numbers, near, measured);
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++, x += 100)
        fprintf(out,
                "<rect x=\"%d\" y=\"52\" width=\"12\" height=\"12\" fill=\"%s\"/><text x=\"%d\" "
                "y=\"62\">%s</text>\n",
                x, colors[target < 4 ? target : 0], x + 18, weft_target_name(target));
    fprintf(out,
            "<rect x=\"%d\" y=\"52\" width=\"12\" height=\"12\" fill=\"none\" stroke=\"#d62728\" "
            "stroke-width=\"3\"/>"
            "<text x=\"%d\" y=\"62\">more than 20 %% behind</text>\n",
            x, x + 18);
}

void grid_draw(const grid *all, FILE *out)
{
    const int width = LEFT + GRID_SIZES * CELL + 14, height = TOP + all->row_count * HIGH + 14;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
            "%d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<style>.v{text-anchor:middle;fill:white;font-size:9px}</style>\n<rect width=\"%d\" "
            "height=\"%d\" fill=\"white\"/>\n",
            width, height, width, height, width, height);
    draw_legend(all, out);
    for (int k = 0; k < GRID_SIZES; k++)
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" fill=\"#555\">%d</text>\n",
                LEFT + k * CELL + CELL / 2, TOP - 6, k);
    for (int r = 0; r < all->row_count; r++) {
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s%s</text>\n", LEFT - 8,
                TOP + r * HIGH + 16, all->rows[r].name,
                all->rows[r].is_on_device ? ", on the device" : "");
        for (int k = 0; k < GRID_SIZES; k++)
            draw_cell(&all->rows[r], r, k, out);
    }
    fprintf(out, "</svg>\n");
}
