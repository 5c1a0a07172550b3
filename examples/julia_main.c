/* Draws a Julia set to a PNG file: a plane of complex numbers against one number.
 *   julia [FILE.png [WIDTH]] */
#include <complex.h>

#include "julia.h"
#include "picture.h"

enum { LIMIT = 400 };

static const double complex shift = -0.8 + 0.156 * I;

/* The points of the plane, the same on either side of 0 to the bit. */
static weft_array make_plane(int64_t rows, int64_t columns)
{
    weft_array plane;
    weft_error error;
    const int64_t shape[] = {rows, columns};
    example_check(weft_array_new(&plane, WEFT_COMPLEX128, 2, shape, &error), &error);
    double width = 3.2 / (double)columns;
    double complex *z = plane.data;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++)
            *z++ = width / 2 * (double)(2 * j + 1 - columns) +
                   width / 2 * (double)(2 * i + 1 - rows) * I;
    return plane;
}

/* The same in real numbers. */
static int32_t count_steps(double complex z)
{
    double x = creal(z), y = cimag(z);
    int32_t steps = 0;
    for (; steps < LIMIT && x * x + y * y <= 4; steps++) {
        double next = (x - y) * (x + y) + creal(shift);
        y = 2 * x * y + cimag(shift);
        x = next;
    }
    return steps;
}

static void check(const weft_array *plane, const weft_array *steps)
{
    const double complex *z = plane->data;
    const int32_t *count = steps->data;
    int64_t points = steps->shape[0] * steps->shape[1], near = 0;
    for (int64_t i = 0; i < points; i++) {
        example_expect(count[i] == count[points - 1 - i], "z and -z take equally many steps");
        near += abs(count[i] - count_steps(z[i])) <= 1;
    }
    /* On the edge of the set rounding decides; elsewhere both ways count alike. */
    example_expect(near > points * 95 / 100, "the count in real numbers");
}

static void draw(const char *path, const weft_array *steps)
{
    int64_t points = steps->shape[0] * steps->shape[1];
    picture_color *pixels = picture_new(steps->shape[0], steps->shape[1]);
    for (int64_t i = 0; i < points; i++)
        pixels[i] = picture_wheel(floor(2 * log2(1.0 + ((const int32_t *)steps->data)[i])) / 14);
    picture_write(path, steps->shape[0], steps->shape[1], pixels);
    free(pixels);
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "julia.png";
    int64_t columns = argc > 2 ? strtol(argv[2], NULL, 10) : 1200;
    if (columns < 2 || columns > 20000) {
        fprintf(stderr, "julia: a width is a number from 2 to 20000, not %s\n", argv[2]);
        return 2;
    }
    weft_array plane = make_plane(columns * 9 / 16, columns), limit = weft_scalar_i64(LIMIT);
    weft_array c = weft_scalar_c128(creal(shift), cimag(shift));
    weft_error error;
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        weft_array steps = {0};
        weft_options options = {.target = target};
        example_check(weft_julia(&plane, &c, &limit, &steps, &options, &error), &error);
        check(&plane, &steps);
        draw(path, &steps);
        printf("%-8s  %s: %lld × %lld points\n", weft_target_name(target), path,
               (long long)steps.shape[1], (long long)steps.shape[0]);
        weft_array_clear(&steps);
    }
    weft_array_clear(&plane);
    return 0;
}
