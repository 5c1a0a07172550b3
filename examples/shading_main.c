/* A drop's ripples under a light, on every target.
 *   shading [FILE.png] */
#include <string.h>

#include "picture.h"
#include "shading.h"

enum { SIDE = 240 };

static float shades[SIDE][SIDE], column[SIDE], row[SIDE];
static const float toward[3] = {-0.48F, -0.36F, 0.8F};

/* Another formula: heights whose neighbours are compared, in double. */
static double height(double x, double y)
{
    const double r = sqrt(x * x + y * y);
    return sin(6 * r) / (6 * (r + 0.4));
}

static double expected(double x, double y)
{
    const double step = 1e-5;
    const double down_x = (height(x + step, y) - height(x - step, y)) / (2 * step);
    const double down_y = (height(x, y + step) - height(x, y - step)) / (2 * step);
    const double light = toward[2] - down_x * toward[0] - down_y * toward[1];
    return fmax(0, light / sqrt(down_x * down_x + down_y * down_y + 1));
}

static double largest_error(void)
{
    double largest = 0;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            largest = fmax(largest, fabs(shades[i][j] - expected(row[j], column[i])));
    return largest;
}

static void draw(const char *path)
{
    picture_color *pixels = picture_new(SIDE, SIDE);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            memset(pixels[i * SIDE + j].rgb, 15 * (int)(17 * shades[i][j]), 3);
    picture_write(path, SIDE, SIDE, pixels);
    free(pixels);
}

int main(int argc, char **argv)
{
    weft_error error;
    weft_array light[3], y, result,
        x = weft_array_view(row, WEFT_FLOAT32, 1, (int64_t[]){SIDE}, NULL);
    y = weft_array_view(column, WEFT_FLOAT32, 2, (int64_t[]){SIDE, 1}, NULL);
    result = weft_array_view(shades, WEFT_FLOAT32, 2, (int64_t[]){SIDE, SIDE}, NULL);
    for (int k = 0; k < 3; k++)
        light[k] = weft_scalar_f64(toward[k]);
    for (int i = 0; i < SIDE; i++)
        row[i] = column[i] = (float)(i - SIDE / 2 + 0.5) / (SIDE / 6.0F);
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        memset(shades, 0, sizeof shades);
        example_check(weft_shade(&x, &y, &light[0], &light[1], &light[2], &result,
                                 &(weft_options){.target = target}, &error),
                      &error);
        const double largest = largest_error();
        printf("%-8s  %d points, %s 1e-5 off the slopes of the heights\n", weft_target_name(target),
               SIDE * SIDE, largest < 1e-5 ? "less than" : "more than");
        example_expect(largest < 1e-5, "the shades are those of the heights");
    }
    draw(argc > 1 ? argv[1] : "shading.png");
    return 0;
}
