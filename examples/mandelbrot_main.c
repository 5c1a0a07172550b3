/* Draws the Mandelbrot set to a PNG file: a row of x and a column of y, broadcast to an image.
 *   mandelbrot [FILE.png [WIDTH HEIGHT]] */
#include <errno.h>

#include "mandelbrot.h"
#include "picture.h"

enum { LIMIT = 500, LARGEST_SIDE = 20000 };

/* A side of the image from the command line. */
static int64_t read_side(const char *text)
{
    char *end;
    errno = 0;
    long side = strtol(text, &end, 10);
    if (errno != 0 || *end != '\0' || side < 2 || side > LARGEST_SIDE) {
        fprintf(stderr, "mandelbrot: a side is a number from 2 to %d, not %s\n", LARGEST_SIDE,
                text);
        exit(2);
    }
    return side;
}

/* Black inside, else a colour by the logarithm of the steps. */
static void draw(const char *path, const weft_array *steps)
{
    int64_t rows = steps->shape[0], columns = steps->shape[1];
    picture_color *pixels = picture_new(rows, columns);
    for (int64_t i = 0; i < rows * columns; i++) {
        int32_t count = ((const int32_t *)steps->data)[i];
        if (count < LIMIT)
            pixels[i] = picture_wheel(0.2546479 * log2(1 + (double)count));
    }
    picture_write(path, rows, columns, pixels);
    free(pixels);
}

/* The set in letters, so that there is something to see on a terminal. */
static void print_set(const weft_array *steps)
{
    enum { ROWS = 22, COLUMNS = 64 };
    for (int row = 0; row < ROWS; row++) {
        char line[COLUMNS + 1];
        for (int column = 0; column < COLUMNS; column++) {
            int64_t i = steps->shape[0] * row / ROWS, j = steps->shape[1] * column / COLUMNS;
            int32_t count = ((const int32_t *)steps->data)[i * steps->shape[1] + j];
            line[column] = count == LIMIT ? '#' : count > 12 ? '+' : count > 6 ? '.' : ' ';
        }
        line[COLUMNS] = '\0';
        printf("%s\n", line);
    }
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "mandelbrot.png";
    int64_t width = argc > 3 ? read_side(argv[2]) : 1200;
    int64_t height = argc > 3 ? read_side(argv[3]) : 800;
    weft_array x = example_points(1, width, -2.4, 1.05);
    weft_array y = example_points(2, height, -1.15, 1.15);
    weft_array limit = weft_scalar_i64(LIMIT), steps = {0};
    weft_error error;

    weft_array *operands[] = {&x, &y, &limit, &steps};
    weft_target target;
    example_check(weft_target_choose(&weft_ufunc_mandelbrot, operands, NULL, &target, &error),
                  &error);
    example_check(weft_mandelbrot(&x, &y, &limit, &steps, NULL, &error), &error);
    print_set(&steps);
    example_expect(steps.rank == 2 && steps.shape[0] == height && steps.shape[1] == width, "shape");
    draw(path, &steps);
    printf("%s: %lld × %lld points on target %s\n", path, (long long)width, (long long)height,
           weft_target_name(target));
    weft_array_clear(&x);
    weft_array_clear(&y);
    weft_array_clear(&steps);
    return 0;
}
