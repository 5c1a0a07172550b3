/* An image out of focus: its convolution with a disc, by the shipped Fourier transforms, which
 * cuFFT computes on the gpu where one is found. On the gpu all but the image and the result stays
 * there. fft_convolution [FILE.png] */
#include <string.h>

#include <weft/std/transforms.h>

#include "fft_convolution.h"
#include "picture.h"

enum { SIDE = 192, RADIUS = 7, COUNT = SIDE * SIDE };

typedef float image[SIDE][SIDE];

static image sharp, disc, blurred;

/* Rings and points of light; and a disc of weight 1 around pixel (0, 0), whose other half lies, as
 * periods have it, at the ends of rows and columns. */
static void make(void)
{
    int inside = 0;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            const double x = (i - SIDE / 2) / 96.0, y = (j - SIDE / 2) / 96.0;
            const int p = i < SIDE / 2 ? i : i - SIDE, q = j < SIDE / 2 ? j : j - SIDE;
            sharp[i][j] =
                i % 32 == 7 && j % 24 == 5 ? 40 : (float)(0.3 + 0.25 * cos(24 * (x * x + y * y)));
            disc[i][j] = p * p + q * q <= RADIUS * RADIUS;
            inside += disc[i][j] > 0;
        }
    for (int k = 0; k < COUNT; k++)
        ((float *)disc)[k] /= (float)inside;
}

/* One pixel of the result, as a sum over the disc. */
static double sum_around(int i, int j)
{
    double sum = 0;
    for (int p = -RADIUS; p <= RADIUS; p++)
        for (int q = -RADIUS; q <= RADIUS; q++)
            sum += (double)sharp[(i - p + SIDE) % SIDE][(j - q + SIDE) % SIDE] *
                   (double)disc[(p + SIDE) % SIDE][(q + SIDE) % SIDE];
    return sum;
}

static double greatest_error(void)
{
    double most = 0;
    for (int i = 0; i < SIDE; i += 7)
        for (int j = 0; j < SIDE; j += 5)
            most = fmax(most, fabs((double)blurred[i][j] - sum_around(i, j)));
    return most;
}

/* The spectra are the calls' own results: they lie where the target computes. */
static void convolve(const weft_array *from, const weft_array *with, weft_array *to,
                     const weft_options *options)
{
    weft_error error;
    weft_array spectrum = {0}, other = {0};
    const weft_array factor = weft_scalar_f64(1.0 / COUNT), one = weft_scalar_f64(1);
    example_check(weft_rfft2(from, NULL, &spectrum, options, &error), &error);
    example_check(weft_rfft2(with, NULL, &other, options, &error), &error);
    example_check(weft_blend(&spectrum, &other, &factor, &spectrum, options, &error), &error);
    example_check(weft_irfft2(&spectrum, &one, to, options, &error), &error);
    weft_array_clear(&spectrum);
    weft_array_clear(&other);
}

/* The same with the image and the disc on the device, where the spectra are made, too. */
static void convolve_there(const weft_array *from, const weft_array *with, weft_array *to,
                           const weft_options *options)
{
    weft_error error;
    weft_array there = {0}, disc_there = {0}, result = {0};
    example_check(weft_to_device(from, &there, options, &error), &error);
    example_check(weft_to_device(with, &disc_there, options, &error), &error);
    convolve(&there, &disc_there, &result, options);
    example_check(weft_copy_to_host(&result, to, options, &error), &error);
    weft_array_clear(&there);
    weft_array_clear(&disc_there);
    weft_array_clear(&result);
}

static void draw(const char *path)
{
    picture_color *pixels = picture_new(SIDE, 2 * SIDE);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < 2 * SIDE; j++) {
            const float light = j < SIDE ? sharp[i][j] : blurred[i][j - SIDE];
            memset(pixels[i * 2 * SIDE + j].rgb, 17 * (int)(15 * fminf(light, 1) + 0.5F), 3);
        }
    picture_write(path, SIDE, 2 * SIDE, pixels);
    free(pixels);
}

int main(int argc, char **argv)
{
    make();
    const int64_t shape[] = {SIDE, SIDE};
    const weft_array from = weft_array_view(sharp, WEFT_FLOAT32, 2, shape, NULL);
    const weft_array with = weft_array_view(disc, WEFT_FLOAT32, 2, shape, NULL);
    weft_array to = weft_array_view(blurred, WEFT_FLOAT32, 2, shape, NULL);
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        const weft_options options = {.target = target};
        if (!example_has_target(target))
            continue;
        memset(blurred, 0, sizeof blurred);
        if (target == WEFT_GPU)
            convolve_there(&from, &with, &to, &options);
        else
            convolve(&from, &with, &to, &options);
        example_expect(greatest_error() < 1e-5, "the transforms give the sums over the disc");
        printf("%-8s  the point at (7, 5) is a disc of light %.3f\n", weft_target_name(target),
               (double)blurred[7][5]);
    }
    draw(argc > 1 ? argv[1] : "fft_convolution.png");
    return 0;
}
