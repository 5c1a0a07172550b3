/* Relaxation of Laplace's equation: each inner point becomes the mean of its neighbours, until
 * nothing moves. The edge is held at x³ − 3 x y², which is then the solution everywhere.
 *   laplace [FILE.png] */
#include <string.h>

#include "laplace.h"
#include "picture.h"

enum { SIDE = 65, STEPS = 12000, ZOOM = 6 };

typedef double field[SIDE][SIDE];

static double solution(int row, int column)
{
    double x = 2.0 * column / (SIDE - 1) - 1, y = 2.0 * row / (SIDE - 1) - 1;
    return x * x * x - 3 * x * y * y;
}

/* The inner points of a field, moved by some rows and columns: a view, no copy. */
static weft_array inner(field values, int down, int right)
{
    const int64_t shape[] = {SIDE - 2, SIDE - 2};
    const int64_t steps[] = {SIDE * sizeof(double), sizeof(double)};
    return weft_array_view(&values[1 + down][1 + right], WEFT_FLOAT64, 2, shape, steps);
}

/* One step: the inner points of `next` from the neighbours in `now`. */
static void relax(field now, field next, const weft_options *options)
{
    weft_array north = inner(now, -1, 0), south = inner(now, 1, 0);
    weft_array west = inner(now, 0, -1), east = inner(now, 0, 1), middle = inner(next, 0, 0);
    weft_error error;
    example_check(weft_mean_of_four(&north, &south, &west, &east, &middle, options, &error),
                  &error);
}

static double largest_error(field values)
{
    double largest = 0;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            largest = fmax(largest, fabs(values[i][j] - solution(i, j)));
    return largest;
}

/* Between the points the field is linear along rows and columns. */
static double between(field values, double row, double column)
{
    int i = (int)row, j = (int)column;
    double down = row - i, right = column - j;
    double above = values[i][j] * (1 - right) + values[i][j + 1] * right;
    double below = values[i + 1][j] * (1 - right) + values[i + 1][j + 1] * right;
    return above * (1 - down) + below * down;
}

/* Bands of colour, ten to the unit: their edges are the lines of equal height. */
static void draw(const char *path, field values)
{
    enum { PIXELS = (SIDE - 1) * ZOOM };
    picture_color *pixels = picture_new(PIXELS, PIXELS);
    for (int i = 0; i < PIXELS; i++)
        for (int j = 0; j < PIXELS; j++) {
            double value = between(values, (i + 0.5) / ZOOM, (j + 0.5) / ZOOM);
            pixels[i * PIXELS + j] = picture_wheel(floor(10 * value) / 44 + 0.55);
        }
    picture_write(path, PIXELS, PIXELS, pixels);
    free(pixels);
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "laplace.png";
    static field now, next;
    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
        memset(now, 0, sizeof now);
        for (int i = 0; i < SIDE; i++)
            for (int j = 0; j < SIDE; j++)
                if (i % (SIDE - 1) == 0 || j % (SIDE - 1) == 0)
                    now[i][j] = solution(i, j);
        memcpy(next, now, sizeof now);
        double before = largest_error(now);
        for (int step = 0; step < STEPS; step += 2) {
            relax(now, next, &(weft_options){.target = target});
            relax(next, now, &(weft_options){.target = target});
        }
        double after = largest_error(now);
        printf("%-8s  %d steps: largest error %.2g, and %.2g at the start\n",
               weft_target_name(target), STEPS, after, before);
        example_expect(after < 1e-5 && before > 0.1, "the field is x³ − 3 x y²");
    }
    draw(path, now);
    return 0;
}
