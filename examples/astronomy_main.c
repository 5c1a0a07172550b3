/* Astronomy's ERFA library as array functions: the sky's bright stars in one call each. */
#include "example.h"

#include <math.h>

#include "astronomy.h"

enum { STARS = 4 };

static const double degree = 0.017453292519943295;

int main(void)
{
    static const char *const names[STARS] = {"Sirius", "Betelgeuse", "Rigel", "Vega"};
    double right_ascension[STARS] = {101.287, 88.793, 78.634, 279.235};
    double declination[STARS] = {-16.716, 7.407, -8.202, 38.784};
    for (int i = 0; i < STARS; i++) {
        right_ascension[i] *= degree;
        declination[i] *= degree;
    }
    const int64_t column[] = {STARS, 1}, row[] = {STARS};
    weft_array ra = weft_array_view(right_ascension, WEFT_FLOAT64, 1, row, NULL);
    weft_array dec = weft_array_view(declination, WEFT_FLOAT64, 1, row, NULL);
    weft_array ra_column = weft_array_view(right_ascension, WEFT_FLOAT64, 2, column, NULL);
    weft_array dec_column = weft_array_view(declination, WEFT_FLOAT64, 2, column, NULL);
    weft_array angles = {0}, vectors = {0}, normals = {0};
    weft_error error;

    for (weft_target target = WEFT_CPU; target <= WEFT_PARALLEL; target++) {
        weft_options options = {.target = target};
        /* A column against a row: every star with every star. */
        weft_array_clear(&angles);
        example_check(
            weft_separation(&ra_column, &dec_column, &ra, &dec, &angles, &options, &error), &error);
        weft_array_clear(&vectors);
        example_check(weft_unit_vector(&ra, &dec, &vectors, &options, &error), &error);
    }
    printf("degrees between stars\n");
    for (int i = 0; i < STARS; i++) {
        printf("  %-10s", names[i]);
        for (int j = 0; j < STARS; j++) {
            double angle = ((double *)angles.data)[i * STARS + j];
            const double *a = (double *)vectors.data + 3 * i, *b = (double *)vectors.data + 3 * j;
            printf(" %7.2f", angle / degree);
            example_expect(fabs(cos(angle) - (a[0] * b[0] + a[1] * b[1] + a[2] * b[2])) < 1e-12,
                           "angles agree with unit vectors");
        }
        printf("\n");
    }

    /* The vectors one row on: a view, no copy. */
    weft_array first = vectors, second = vectors;
    first.shape[0] = second.shape[0] = STARS - 1;
    first.flags = second.flags = 0; /* vectors owns the data */
    second.data = (char *)vectors.data + vectors.steps[0];
    example_check(weft_vector_product(&first, &second, &normals, NULL, &error), &error);
    example_expect(normals.rank == 2 && normals.shape[0] == STARS - 1 && normals.shape[1] == 3,
                   "shape of the vector products");

    weft_array start = weft_scalar_f64(2400000.5), moment = weft_scalar_f64(53736.0), time = {0};
    example_check(weft_sidereal_time(&start, &moment, &start, &moment, &time, NULL, &error),
                  &error);
    printf("sidereal time on 2 January 2006: %.6f radians\n", *(double *)time.data);
    example_expect(fabs(*(double *)time.data - 1.754174971870091203) < 1e-12, "sidereal time");

    weft_array_clear(&angles);
    weft_array_clear(&vectors);
    weft_array_clear(&normals);
    weft_array_clear(&time);
    return 0;
}
