/* Products of complex numbers: turning points of the plane about 0, on every target. */
#include "example.h"

#include <complex.h>
#include <math.h>

#include "complex_product.h"

enum { POINTS = 4 };

/* i times the point, and the point's next iterate, on one target. */
static void run(weft_target target)
{
    float complex points[POINTS] = {1, 1 + 1 * I, -2 + 3 * I, 0.5f * I};
    weft_array z = weft_array_view(points, WEFT_COMPLEX64, 1, (int64_t[]){POINTS}, NULL);
    weft_array quarter_turn = weft_scalar_c128(0, 1);
    weft_array turned = {0}, next = {0}, distance = {0};
    weft_options options = {.target = target};
    weft_error error;
    example_check(weft_complex_product(&z, &quarter_turn, &turned, &options, &error), &error);
    example_check(weft_complex_iterate(&z, &quarter_turn, &next, &distance, &options, &error),
                  &error);

    printf("%s: z, i z, |z z + i|\n", weft_target_name(target));
    for (int i = 0; i < POINTS; i++) {
        float complex product = ((float complex *)turned.data)[i];
        double complex iterate = (double complex)points[i] * (double complex)points[i] + I;
        double length = ((double *)distance.data)[i];
        printf("  (%4g, %4g)  (%4g, %4g)  %g\n", (double)crealf(points[i]),
               (double)cimagf(points[i]), (double)crealf(product), (double)cimagf(product), length);
        example_expect(crealf(product) == -cimagf(points[i]), "real part of a product");
        example_expect(cimagf(product) == crealf(points[i]), "imaginary part of a product");
        example_expect(cabs(((double complex *)next.data)[i] - iterate) < 1e-14, "iterate");
        example_expect(fabs(length - cabs(iterate)) < 1e-14, "distance");
    }
    weft_array_clear(&turned);
    weft_array_clear(&next);
    weft_array_clear(&distance);
}

int main(void)
{
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++)
        if (example_has_target(target))
            run(target);
    return 0;
}
