/* sample.body.h: C functions as the generator carries them, for sample.cu. */

#ifdef WEFT_BODY_hypotenuse /* (),()->() */
#define WEFT_LOOP WEFT_BODY_hypotenuse
#define T WEFT_TYPE(0)
WEFT_BEGIN
WEFT_INLINE T hypotenuse(T a, T b) { return sqrt(a * a + b * b); }
WEFT_END
#undef T
#define WEFT_ITEM WEFT_OUT(2, hypotenuse(WEFT_IN(0), WEFT_IN(1)));
#define WEFT_OPERANDS 3
#define WEFT_INPUTS 2
#include WEFT_ELEMENTWISE_LOOP
#undef WEFT_BODY_hypotenuse
#endif

#ifdef WEFT_BODY_add /* (),()->() */
#define WEFT_LOOP WEFT_BODY_add
#define T WEFT_TYPE(0)
WEFT_BEGIN
WEFT_INLINE T add(T a, T b) { return a + b; }
WEFT_END
#undef T
#define WEFT_ITEM WEFT_OUT(2, add(WEFT_IN(0), WEFT_IN(1)));
#define WEFT_OPERANDS 3
#define WEFT_INPUTS 2
#include WEFT_ELEMENTWISE_LOOP
#undef WEFT_BODY_add
#endif

#ifdef WEFT_BODY_product /* (),()->() */
#define WEFT_LOOP WEFT_BODY_product
#define T WEFT_TYPE(0)
WEFT_BEGIN
WEFT_INLINE T product(T a, T b) { return a * b; }
WEFT_END
#undef T
#define WEFT_ITEM WEFT_OUT(2, product(WEFT_IN(0), WEFT_IN(1)));
#define WEFT_OPERANDS 3
#define WEFT_INPUTS 2
#include WEFT_ELEMENTWISE_LOOP
#undef WEFT_BODY_product
#endif

#ifdef WEFT_BODY_less /* (),()->() */
#define WEFT_LOOP WEFT_BODY_less
#define X WEFT_TYPE(0)
#define Y WEFT_TYPE(1)
WEFT_BEGIN
WEFT_INLINE bool less(X a, Y b) { return a < b; }
WEFT_END
#undef X
#undef Y
#define WEFT_ITEM WEFT_OUT(2, less(WEFT_IN(0), WEFT_IN(1)));
#define WEFT_OPERANDS 3
#define WEFT_INPUTS 2
#include WEFT_ELEMENTWISE_LOOP
#undef WEFT_BODY_less
#endif

#ifdef WEFT_BODY_mixed /* (),(),()->(),(): every width beside each other, two outputs */
#define WEFT_LOOP WEFT_BODY_mixed
#define X WEFT_TYPE(0)
#define Y WEFT_TYPE(1)
#define Z WEFT_TYPE(2)
WEFT_BEGIN
WEFT_INLINE void mixed(X a, Y b, Z c, X *low, Y *high)
{
    *low = (X)(a + 3 * (int)c);
    *high = b * c + a;
}
WEFT_END
#undef X
#undef Y
#undef Z
#define WEFT_ITEM mixed(WEFT_IN(0), WEFT_IN(1), WEFT_IN(2), &WEFT_IN(3), &WEFT_IN(4));
#define WEFT_OPERANDS 5
#define WEFT_INPUTS 3
#include WEFT_ELEMENTWISE_LOOP
#undef WEFT_BODY_mixed
#endif

#ifdef WEFT_BODY_matmul /* (m,n),(n,p)->(m,p) */
#define WEFT_LOOP WEFT_BODY_matmul
#define T WEFT_TYPE(0)
WEFT_BEGIN
WEFT_FUNCTION void matmul(size_t m, size_t n, size_t p, WEFT_ARRAY(const T, A, [m][n + !n]),
                          WEFT_ARRAY(const T, B, [n][p + !p]), WEFT_ARRAY(T, C, [m][p + !p]))
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++) {
            T sum = 0;
            for (size_t k = 0; k < n; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}
WEFT_END
#undef T
#define WEFT_ITEM matmul((size_t)WEFT_EXTENT(0), (size_t)WEFT_EXTENT(1), (size_t)WEFT_EXTENT(2), \
    WEFT_VIEW(const WEFT_TYPE(0), 2, 0), WEFT_VIEW(const WEFT_TYPE(0), 2, 1), \
    WEFT_VIEW(WEFT_TYPE(0), 2, 2));
#define WEFT_OPERANDS 3
#define WEFT_RANKS 2, 2, 2
#define WEFT_DIMENSIONS 3
#include WEFT_CORE_LOOP
#undef WEFT_BODY_matmul
#endif

#ifdef WEFT_BODY_smooth /* (n),()->(n),(): a helper with an array parameter, and a table */
#define WEFT_LOOP WEFT_BODY_smooth
#define T WEFT_TYPE(0)
WEFT_BEGIN
WEFT_TABLE static const double weights[3] = {0.25, 0.5, 0.25};
WEFT_FUNCTION T weigh(size_t n, WEFT_ARRAY(const T, window, [n]), size_t centre)
{
    T sum = 0;
    for (size_t k = 0; k < 3; k++)
        if (centre + k >= 1 && centre + k - 1 < n)
            sum += weights[k] * window[centre + k - 1];
    return sum;
}
WEFT_FUNCTION void smooth(size_t n, WEFT_ARRAY(const T, x, [n]), T scale, WEFT_ARRAY(T, y, [n]),
                          T *total)
{
    *total = 0;
    for (size_t i = 0; i < n; i++) {
        y[i] = scale * weigh(n, x, i);
        *total += y[i];
    }
}
WEFT_END
#undef T
#define WEFT_ITEM WEFT_TYPE(0) total; \
    smooth((size_t)WEFT_EXTENT(0), WEFT_BLOCK(const WEFT_TYPE(0), 1, 0), WEFT_IN(1), \
           WEFT_VIEW(WEFT_TYPE(0), 1, 2), &total); \
    WEFT_OUT(3, total);
#define WEFT_OPERANDS 4
#define WEFT_RANKS 1, 0, 1, 0
#define WEFT_DIMENSIONS 1
#include WEFT_CORE_LOOP
#undef WEFT_BODY_smooth
#endif
