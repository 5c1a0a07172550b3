/* plot.c: an SVG file of one picture: a frame, marks along two axes, lines and their names. */
#include "plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 640, HEIGHT = 360, LEFT = 64, RIGHT = 16, TOP = 36, BOTTOM = 52 };

struct plot {
    FILE *file;
    const char *path;
    plot_axis x, y;
    int lines, names;
};

static const char *const colors[] = {"#1f5fa8", "#d1820c", "#2d8659", "#a8325e", "#6b5bab"};

static const char *color_of(int line)
{
    return colors[line % (int)(sizeof colors / sizeof *colors)];
}

/* Where a value lies on its axis, 0 to 1. */
static double share_of(const plot_axis *axis, double value)
{
    if (axis->base > 0)
        return log(value / axis->first) / log(axis->last / axis->first);
    return (value - axis->first) / (axis->last - axis->first);
}

static double across(const plot *plot, double x)
{
    return LEFT + share_of(&plot->x, x) * (WIDTH - LEFT - RIGHT);
}

static double down(const plot *plot, double y)
{
    return HEIGHT - BOTTOM - share_of(&plot->y, y) * (HEIGHT - TOP - BOTTOM);
}

/* The value at mark i of an axis. */
static double mark_of(const plot_axis *axis, int i)
{
    double share = (double)i / axis->marks;
    if (axis->base > 0)
        return axis->first * pow(axis->last / axis->first, share);
    return axis->first + share * (axis->last - axis->first);
}

/* The number at a mark: a power with its base where the axis is logarithmic in 2. */
static void print_mark(FILE *file, const plot_axis *axis, double value)
{
    if (axis->base == 2)
        fprintf(file, "2<tspan dy='-5' font-size='9'>%.0f</tspan>", log2(value));
    else
        fprintf(file, "%g", round(value * 1e6) / 1e6);
}

static void draw_axes(const plot *plot)
{
    for (int i = 0; i <= plot->x.marks; i++) {
        double value = mark_of(&plot->x, i), x = across(plot, value);
        fprintf(plot->file, "<path d='M%.1f %dV%d' stroke='#ddd'/>\n", x, TOP, HEIGHT - BOTTOM);
        fprintf(plot->file, "<text x='%.1f' y='%d' text-anchor='middle'>", x, HEIGHT - BOTTOM + 17);
        print_mark(plot->file, &plot->x, value);
        fprintf(plot->file, "</text>\n");
    }
    for (int i = 0; i <= plot->y.marks; i++) {
        double value = mark_of(&plot->y, i), y = down(plot, value);
        fprintf(plot->file, "<path d='M%d %.1fH%d' stroke='#ddd'/>\n", LEFT, y, WIDTH - RIGHT);
        fprintf(plot->file, "<text x='%d' y='%.1f' text-anchor='end'>", LEFT - 6, y + 4);
        print_mark(plot->file, &plot->y, value);
        fprintf(plot->file, "</text>\n");
    }
    fprintf(plot->file, "<text x='%d' y='%d' text-anchor='middle'>%s</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, plot->x.name);
    fprintf(plot->file,
            "<text transform='translate(15 %d) rotate(-90)' text-anchor='middle'>%s</text>\n",
            (TOP + HEIGHT - BOTTOM) / 2, plot->y.name);
}

plot *plot_begin(const char *path, const char *title, plot_axis x, plot_axis y)
{
    plot *made = malloc(sizeof *made);
    FILE *file = fopen(path, "w");
    if (made == NULL || file == NULL) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    *made = (plot){.file = file, .path = path, .x = x, .y = y};
    fprintf(file,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' "
            "font-family='sans-serif' font-size='12' fill='#333'>\n"
            "<rect width='%d' height='%d' fill='#fff'/>\n"
            "<text x='%d' y='22' font-size='14'>%s</text>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT, title);
    draw_axes(made);
    return made;
}

void plot_line(plot *plot, const char *name, int count, const double *x, const double *y)
{
    const char *color = color_of(plot->lines++);
    fprintf(plot->file, "<polyline fill='none' stroke='%s' stroke-width='1.6' points='", color);
    for (int i = 0; i < count; i++)
        fprintf(plot->file, "%s%.1f,%.1f", i > 0 ? " " : "", across(plot, x[i]), down(plot, y[i]));
    fprintf(plot->file, "'/>\n");
    if (*name == '\0')
        return;
    fprintf(plot->file, "<text x='%d' y='%d' text-anchor='end' fill='%s'>%s</text>\n",
            WIDTH - RIGHT - 8, TOP + 18 + 17 * plot->names++, color, name);
}

/* A line of no length with round ends is a point. */
void plot_points(plot *plot, int count, const double *x, const double *y)
{
    fprintf(plot->file,
            "<path stroke='%s' stroke-width='4' stroke-linecap='round' stroke-opacity='.5' d='",
            color_of(plot->lines));
    for (int i = 0; i < count; i++)
        fprintf(plot->file, "M%.1f,%.1fh0", across(plot, x[i]), down(plot, y[i]));
    fprintf(plot->file, "'/>\n");
}

void plot_end(plot *plot)
{
    fprintf(plot->file, "</svg>\n");
    bool failed = ferror(plot->file) != 0;
    if (fclose(plot->file) != 0 || failed) {
        perror(plot->path);
        exit(EXIT_FAILURE);
    }
    free(plot);
}
