/* fft_convolution.c: what is done to a spectrum between the transforms that ship. */
#include <weft/annotate.h>

#include <complex.h>

/** Of two spectra that of the convolution, times a factor: 1 over the number of pixels, which the
 * way back then need not multiply by. */
WEFT_VECTORIZE("complex64(complex64, complex64, float32)")
float complex blend(float complex image, float complex blur, float factor)
{
    return image * blur * factor;
}
