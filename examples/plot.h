/* plot.h: lines over two axes, as an SVG file. */
#ifndef WEFT_EXAMPLE_PLOT_H
#define WEFT_EXAMPLE_PLOT_H

#include <stdbool.h>

typedef struct plot plot;

/* One axis: what it shows, from where to where, and how many parts it is marked in. A logarithmic
 * one goes from a power of `base` to another. */
typedef struct plot_axis {
    const char *name;
    double first, last;
    int marks;
    double base; /* 0: not logarithmic */
} plot_axis;

/* Begins a file; ends the program where it cannot be written, and so do the others. */
plot *plot_begin(const char *path, const char *title, plot_axis x, plot_axis y);
/* A line through the points, with its name beside the others'; "" for none. */
void plot_line(plot *plot, const char *name, int count, const double *x, const double *y);
/* Single points of the colour that the next line has. */
void plot_points(plot *plot, int count, const double *x, const double *y);
void plot_end(plot *plot);

#endif
