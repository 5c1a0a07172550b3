/* Draws the Mandelbrot set to a PNG file: a row of x and a column of y, broadcast to an image.
 *   mandelbrot [FILE.png [WIDTH HEIGHT]] */
#include "example.h"

#include <errno.h>
#include <math.h>
#include <png.h>

#include "mandelbrot.h"

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

/* A row (or column) of `count` points from `first` to `last`. */
static weft_array make_points(int rank, int64_t count, double first, double last)
{
    weft_array points;
    weft_error error;
    example_check(weft_array_new(&points, WEFT_FLOAT64, rank, (int64_t[]){count, 1}, &error),
                  &error);
    for (int64_t i = 0; i < count; i++)
        ((double *)points.data)[i] = first + (last - first) * (double)i / (double)(count - 1);
    return points;
}

/* The colour of a point: black inside, else a smooth circle of blues and golds. */
static void color(int32_t steps, png_byte rgb[3])
{
    static const double phase[3] = {3.6, 3.1, 2.2};
    for (int channel = 0; channel < 3; channel++) {
        double wave = 0.5 + 0.5 * cos(phase[channel] + 1.6 * log2(1 + (double)steps));
        rgb[channel] = steps == LIMIT ? 0 : (png_byte)(255 * wave);
    }
}

/* Writes the image; true on success. */
static bool write_png(const char *path, const weft_array *steps)
{
    png_image image = {.version = PNG_IMAGE_VERSION, .format = PNG_FORMAT_RGB};
    image.height = (png_uint_32)steps->shape[0];
    image.width = (png_uint_32)steps->shape[1];
    size_t count = (size_t)image.height * image.width;
    png_byte *pixels = malloc(3 * count);
    if (pixels == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        color(((const int32_t *)steps->data)[i], pixels + 3 * i);
    int written = png_image_write_to_file(&image, path, 0, pixels, 0, NULL);
    free(pixels);
    return written != 0;
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
    weft_array x = make_points(1, width, -2.4, 1.05);
    weft_array y = make_points(2, height, -1.15, 1.15);
    weft_array limit = weft_scalar_i64(LIMIT), steps = {0};
    weft_error error;

    weft_array *operands[] = {&x, &y, &limit, &steps};
    weft_target target;
    example_check(weft_target_choose(&weft_ufunc_mandelbrot, operands, NULL, &target, &error),
                  &error);
    example_check(weft_mandelbrot(&x, &y, &limit, &steps, NULL, &error), &error);
    print_set(&steps);
    example_expect(steps.rank == 2 && steps.shape[0] == height && steps.shape[1] == width, "shape");
    if (!write_png(path, &steps)) {
        fprintf(stderr, "mandelbrot: cannot write %s\n", path);
        return EXIT_FAILURE;
    }
    printf("%s: %lld × %lld points on target %s\n", path, (long long)width, (long long)height,
           weft_target_name(target));
    weft_array_clear(&x);
    weft_array_clear(&y);
    weft_array_clear(&steps);
    return 0;
}
