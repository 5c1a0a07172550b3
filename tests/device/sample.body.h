/* sample.body.h: C functions as the generator carries them, for sample.cu; see sample.ufuncs.c. */

#ifdef WEFT_UFUNC_hypotenuse /* (),()->() */
#define hypotenuse WEFT_INSTANCE(hypotenuse)
WEFT_INLINE T hypotenuse(T a, T b) { return sqrt(a * a + b * b); }
struct weft_body {
    WEFT_DEVICE_INLINE void operator()(WEFT_VALUE(WEFT_DTYPE_0) a0, WEFT_VALUE(WEFT_DTYPE_1) a1,
                                       WEFT_VALUE(WEFT_DTYPE_2) & r2) const
    {
        r2 = hypotenuse(a0, a1);
    }
};
#undef hypotenuse
#endif

#ifdef WEFT_UFUNC_add /* (),()->() */
#define add WEFT_INSTANCE(add)
WEFT_INLINE T add(T a, T b) { return a + b; }
struct weft_body {
    WEFT_DEVICE_INLINE void operator()(WEFT_VALUE(WEFT_DTYPE_0) a0, WEFT_VALUE(WEFT_DTYPE_1) a1,
                                       WEFT_VALUE(WEFT_DTYPE_2) & r2) const
    {
        r2 = add(a0, a1);
    }
};
#undef add
#endif

#ifdef WEFT_UFUNC_product /* (),()->() */
#define product WEFT_INSTANCE(product)
WEFT_INLINE T product(T a, T b) { return a * b; }
struct weft_body {
    WEFT_DEVICE_INLINE void operator()(WEFT_VALUE(WEFT_DTYPE_0) a0, WEFT_VALUE(WEFT_DTYPE_1) a1,
                                       WEFT_VALUE(WEFT_DTYPE_2) & r2) const
    {
        r2 = product(a0, a1);
    }
};
#undef product
#endif

#ifdef WEFT_UFUNC_less /* (),()->() */
WEFT_INLINE bool less(X a, Y b) { return a < b; }
struct weft_body {
    WEFT_DEVICE_INLINE void operator()(WEFT_VALUE(WEFT_DTYPE_0) a0, WEFT_VALUE(WEFT_DTYPE_1) a1,
                                       WEFT_VALUE(WEFT_DTYPE_2) & r2) const
    {
        r2 = less(a0, a1);
    }
};
#endif

#ifdef WEFT_UFUNC_mixed /* (),(),()->(),(): every width beside each other, two outputs */
WEFT_INLINE void mixed(X a, Y b, Z c, X *low, Y *high)
{
    *low = (X)(a + 3 * (int)c);
    *high = b * c + a;
}
struct weft_body {
    WEFT_DEVICE_INLINE void operator()(WEFT_VALUE(WEFT_DTYPE_0) a0, WEFT_VALUE(WEFT_DTYPE_1) a1,
                                       WEFT_VALUE(WEFT_DTYPE_2) a2, WEFT_VALUE(WEFT_DTYPE_3) & r3,
                                       WEFT_VALUE(WEFT_DTYPE_4) & r4) const
    {
        mixed(a0, a1, a2, &r3, &r4);
    }
};
#endif

#ifdef WEFT_UFUNC_matmul /* (m,n),(n,p)->(m,p) */
#define matmul WEFT_INSTANCE(matmul)
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
struct weft_body {
    WEFT_DEVICE_INLINE void operator()(const weft::item &item) const
    {
        matmul((size_t)item.size(0), (size_t)item.size(1), (size_t)item.size(2),
               item.view<const T, 2>(0), item.view<const T, 2>(1), item.view<T, 2>(2));
    }
};
#undef matmul
#endif

#ifdef WEFT_UFUNC_smooth /* (n),()->(n),(): a helper with an array parameter, and a table */
#define weigh WEFT_INSTANCE(weigh)
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
struct weft_body {
    WEFT_DEVICE_INLINE void operator()(const weft::item &item) const
    {
        smooth((size_t)item.size(0), item.block<const T, 1>(0), item.value<T>(1),
               item.view<T, 1>(2), item.pointer<T>(3));
    }
};
#undef weigh
#endif

#undef WEFT_DTYPE_0
#undef WEFT_DTYPE_1
#undef WEFT_DTYPE_2
#undef WEFT_DTYPE_3
#undef WEFT_DTYPE_4
#undef WEFT_UFUNC_hypotenuse
#undef WEFT_UFUNC_add
#undef WEFT_UFUNC_product
#undef WEFT_UFUNC_less
#undef WEFT_UFUNC_mixed
#undef WEFT_UFUNC_matmul
#undef WEFT_UFUNC_smooth
