/* picture.h: pictures of arrays, as PNG files. */
#ifndef WEFT_EXAMPLE_PICTURE_H
#define WEFT_EXAMPLE_PICTURE_H

#include <math.h>
#include <png.h>

#include "example.h"

/* The colour of a pixel. */
typedef struct picture_color {
    png_byte rgb[3];
} picture_color;

/* Writes rows × columns pixels, or ends the program. */
static inline void picture_write(const char *path, int64_t rows, int64_t columns,
                                 const picture_color *pixels)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .format = PNG_FORMAT_RGB,
                       .width = (png_uint_32)columns,
                       .height = (png_uint_32)rows};
    if (!png_image_write_to_file(&image, path, 0, pixels, 0, NULL)) {
        fprintf(stderr, "cannot write %s: %s\n", path, image.message);
        exit(EXIT_FAILURE);
    }
}

/* Memory for rows × columns pixels; ends the program where there is none. */
static inline picture_color *picture_new(int64_t rows, int64_t columns)
{
    picture_color *pixels = calloc((size_t)rows, (size_t)columns * sizeof *pixels);
    example_expect(pixels != NULL, "memory for the picture");
    return pixels;
}

/* A smooth circle of blues and golds; 0, 1, 2, … are one round each. */
static inline picture_color picture_wheel(double turn)
{
    static const double phase[3] = {3.6, 3.1, 2.2};
    picture_color color;
    for (int channel = 0; channel < 3; channel++)
        color.rgb[channel] =
            (png_byte)(255 * (0.5 + 0.5 * cos(phase[channel] + 6.283185307179586 * turn)));
    return color;
}

#endif
