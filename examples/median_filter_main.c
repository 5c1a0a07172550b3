/* An image of rings, spoilt by salt and pepper, and mended by medians.
 *   median_filter [FILE.png] */
#include <string.h>

#include "median_filter.h"
#include "picture.h"

enum { SIDE = 180, INNER = SIDE - 2 };

typedef float image[SIDE][SIDE];

static image rings, spoilt, mended;

/* One pixel in eight is black or white. */
static void make(void)
{
    uint32_t state = 1;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            const double x = (i - SIDE / 2) / 90.0, y = (j - SIDE / 2) / 90.0;
            rings[i][j] = (float)(0.5 + 0.4 * cos(20 * (x * x + y * y)));
            state = state * 1664525U + 1013904223U;
            spoilt[i][j] = state >> 29 != 0 ? rings[i][j] : (float)(state >> 28 & 1);
        }
}

static double mean_error(image of)
{
    double sum = 0;
    for (int i = 1; i < SIDE - 1; i++)
        for (int j = 1; j < SIDE - 1; j++)
            sum += fabs(of[i][j] - rings[i][j]);
    return sum / (INNER * INNER);
}

static void draw(const char *path)
{
    picture_color *pixels = picture_new(SIDE, 2 * SIDE);
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < 2 * SIDE; j++) {
            const float light = j < SIDE ? spoilt[i][j] : mended[i][j - SIDE];
            memset(pixels[i * 2 * SIDE + j].rgb, 17 * (int)(15 * light + 0.5F), 3);
        }
    picture_write(path, SIDE, 2 * SIDE, pixels);
    free(pixels);
}

int main(int argc, char **argv)
{
    enum { ROW = sizeof rings[0], PIXEL = sizeof rings[0][0] };
    make();
    /* Windows overlap: element (i, j, k, l) is the pixel (i + k, j + l). */
    const weft_array windows =
        weft_array_view(spoilt, WEFT_FLOAT32, 4, (int64_t[]){INNER, INNER, 3, 3},
                        (int64_t[]){ROW, PIXEL, ROW, PIXEL});
    weft_array inner = weft_array_view(&mended[1][1], WEFT_FLOAT32, 2, (int64_t[]){INNER, INNER},
                                       (int64_t[]){ROW, PIXEL});
    weft_error error;
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        memset(mended, 0, sizeof mended);
        example_check(weft_median9(&windows, &inner, &(weft_options){.target = target}, &error),
                      &error);
        const double before = mean_error(spoilt), after = mean_error(mended);
        printf("%-8s  mean error %.4f, and %.4f before\n", weft_target_name(target), after, before);
        example_expect(before > 0.05 && after < 0.02, "medians mend the image");
    }
    draw(argc > 1 ? argv[1] : "median_filter.png");
    return 0;
}
