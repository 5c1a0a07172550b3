/* fft_butterfly.h: transforms of RADIX numbers in registers, by fft_vector.h. */

/* Reads and writes re[0 … RADIX - 1] and im. */
static ALWAYS_INLINE void NAME2(butterfly_2, LANES)(V *re, V *im)
{
    const V re0 = re[0], im0 = im[0];
    re[0] = re0 + re[1], im[0] = im0 + im[1];
    re[1] = re0 - re[1], im[1] = im0 - im[1];
}

static ALWAYS_INLINE void NAME2(four, LANES)(V *re, V *im, V re0, V im0, V re1, V im1, V re2, V im2,
                                             V re3, V im3)
{
    const V sum_re = re0 + re2, sum_im = im0 + im2, off_re = re0 - re2, off_im = im0 - im2;
    const V odd_re = re1 + re3, odd_im = im1 + im3, turn_re = im1 - im3, turn_im = re3 - re1;
    re[0] = sum_re + odd_re, im[0] = sum_im + odd_im;
    re[1] = off_re + turn_re, im[1] = off_im + turn_im;
    re[2] = sum_re - odd_re, im[2] = sum_im - odd_im;
    re[3] = off_re - turn_re, im[3] = off_im - turn_im;
}

static ALWAYS_INLINE void NAME2(butterfly_4, LANES)(V *re, V *im)
{
    NAME2(four, LANES)(re, im, re[0], im[0], re[1], im[1], re[2], im[2], re[3], im[3]);
}

static ALWAYS_INLINE void NAME2(butterfly_8, LANES)(V *re, V *im)
{
    const V half = SET((REAL)0.707106781186547524401); /* of the square root of 2 */
    V even_re[4], even_im[4], odd_re[4], odd_im[4];
    NAME2(four, LANES)
    (even_re, even_im, re[0], im[0], re[2], im[2], re[4], im[4], re[6], im[6]);
    NAME2(four, LANES)
    (odd_re, odd_im, re[1], im[1], re[3], im[3], re[5], im[5], re[7], im[7]);
    re[0] = even_re[0] + odd_re[0], im[0] = even_im[0] + odd_im[0];
    re[4] = even_re[0] - odd_re[0], im[4] = even_im[0] - odd_im[0];
    re[2] = even_re[2] + odd_im[2], im[2] = even_im[2] - odd_re[2];
    re[6] = even_re[2] - odd_im[2], im[6] = even_im[2] + odd_re[2];
    const V re1 = odd_re[1] + odd_im[1], im1 = odd_im[1] - odd_re[1];
    re[1] = FUSE(half, re1, even_re[1]), im[1] = FUSE(half, im1, even_im[1]);
    re[5] = FUSE_NEG(half, re1, even_re[1]), im[5] = FUSE_NEG(half, im1, even_im[1]);
    const V re3 = odd_im[3] - odd_re[3], im3 = odd_im[3] + odd_re[3];
    re[3] = FUSE(half, re3, even_re[3]), im[3] = FUSE_NEG(half, im3, even_im[3]);
    re[7] = FUSE_NEG(half, re3, even_re[3]), im[7] = FUSE(half, im3, even_im[3]);
}

/* Of an odd prime: what lies opposite to each other is summed and subtracted first. */
static ALWAYS_INLINE void NAME2(butterfly_odd, LANES)(V *re, V *im, const int radix,
                                                      const double *cosines, const double *sines)
{
    const int half = radix / 2;
    V sum_re[FOURIER_OWN_RADIX / 2 + 1], sum_im[FOURIER_OWN_RADIX / 2 + 1];
    V off_re[FOURIER_OWN_RADIX / 2 + 1], off_im[FOURIER_OWN_RADIX / 2 + 1];
    const V re0 = re[0], im0 = im[0];
#pragma GCC unroll 16
    for (int k = 1; k <= half; k++) {
        sum_re[k] = re[k] + re[radix - k], sum_im[k] = im[k] + im[radix - k];
        off_re[k] = re[k] - re[radix - k], off_im[k] = im[k] - im[radix - k];
        re[0] += sum_re[k], im[0] += sum_im[k];
    }
#pragma GCC unroll 16
    for (int j = 1; j <= half; j++) {
        V a_re = re0, a_im = im0, b_re, b_im;
#pragma GCC unroll 16
        for (int k = 1; k <= half; k++) {
            const int turn = j * k % radix;
            const V cosine = SET((REAL)cosines[(turn <= half ? turn : radix - turn) - 1]);
            const V sine = SET((REAL)(turn <= half ? sines[turn - 1] : -sines[radix - turn - 1]));
            a_re = FUSE(cosine, sum_re[k], a_re), a_im = FUSE(cosine, sum_im[k], a_im);
            b_re = k == 1 ? sine * off_re[k] : FUSE(sine, off_re[k], b_re);
            b_im = k == 1 ? sine * off_im[k] : FUSE(sine, off_im[k], b_im);
        }
        re[j] = a_re + b_im, im[j] = a_im - b_re;
        re[radix - j] = a_re - b_im, im[radix - j] = a_im + b_re;
    }
}

/* Of any odd radix; roots: cosines, then sines of 2 pi k / radix. Long sums are sums of shorter
 * ones, each of which begins at zero: of three parts the errors are six tenths of a single one's.
 */
static inline void NAME2(butterfly_any, LANES)(V *re, V *im, int64_t radix, const REAL *roots)
{
    enum { PARTS_OF_SUMS = 3 };
    V from_re[FOURIER_MOST_RADIX], from_im[FOURIER_MOST_RADIX];
    const int64_t half = radix / 2;
    const V re0 = re[0], im0 = im[0];
    for (int64_t part = 1, k = 1; part <= PARTS_OF_SUMS; part++) {
        V sum_re = SET(0), sum_im = SET(0);
        for (; k <= half * part / PARTS_OF_SUMS; k++) {
            from_re[k] = re[k] + re[radix - k], from_im[k] = im[k] + im[radix - k];
            from_re[radix - k] = re[k] - re[radix - k], from_im[radix - k] = im[k] - im[radix - k];
            sum_re += from_re[k], sum_im += from_im[k];
        }
        re[0] += sum_re, im[0] += sum_im;
    }
    for (int64_t j = 1; j <= half; j++) {
        V a_re = re0, a_im = im0, b_re = SET(0), b_im = SET(0);
        for (int64_t part = 1, k = 1, turn = j; part <= PARTS_OF_SUMS; part++) {
            V even_re = SET(0), even_im = SET(0), odd_re = SET(0), odd_im = SET(0);
            for (; k <= half * part / PARTS_OF_SUMS; k++, turn += j) {
                turn = turn >= radix ? turn - radix : turn;
                const V cosine = SET(roots[turn]), sine = SET(roots[radix + turn]);
                even_re = FUSE(cosine, from_re[k], even_re);
                even_im = FUSE(cosine, from_im[k], even_im);
                odd_re = FUSE(sine, from_re[radix - k], odd_re);
                odd_im = FUSE(sine, from_im[radix - k], odd_im);
            }
            a_re += even_re, a_im += even_im, b_re += odd_re, b_im += odd_im;
        }
        re[j] = a_re + b_im, im[j] = a_im - b_re;
        re[radix - j] = a_re - b_im, im[radix - j] = a_im + b_re;
    }
}

/* Of any radix that passes are made of. */
static ALWAYS_INLINE void NAME2(butterfly, LANES)(V *re, V *im, const int radix,
                                                  const fourier_pass *pass)
{
    if (radix == 2)
        NAME2(butterfly_2, LANES)(re, im);
    else if (radix == 3)
        NAME2(butterfly_odd, LANES)(re, im, 3, cosines_3, sines_3);
    else if (radix == 4)
        NAME2(butterfly_4, LANES)(re, im);
    else if (radix == 5)
        NAME2(butterfly_odd, LANES)(re, im, 5, cosines_5, sines_5);
    else if (radix == 7)
        NAME2(butterfly_odd, LANES)(re, im, 7, cosines_7, sines_7);
    else if (radix == 8)
        NAME2(butterfly_8, LANES)(re, im);
    else if (radix == 11)
        NAME2(butterfly_odd, LANES)(re, im, 11, cosines_11, sines_11);
    else if (radix == 13)
        NAME2(butterfly_odd, LANES)(re, im, 13, cosines_13, sines_13);
    else
        NAME2(butterfly_any, LANES)(re, im, pass->radix, pass->roots);
}
