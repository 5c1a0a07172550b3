/* fft_vector.h: vectors of LANES numbers REAL, named TYPE_vector_LANES, and what is done with them;
 * included once per number of lanes. */
#define V        NAME2(vector, LANES)
#define LOAD     NAME2(load, LANES)
#define STORE    NAME2(store, LANES)
#define SET      NAME2(set, LANES)
#define FUSE     NAME2(fuse, LANES)
#define FUSE_OFF NAME2(fuse_off, LANES)
#define FUSE_NEG NAME2(fuse_neg, LANES)

#if LANES == 1
typedef REAL V;
#else
typedef REAL V __attribute__((__vector_size__(LANES * REAL_BYTES)));
#endif

static ALWAYS_INLINE V LOAD(const REAL *place)
{
    V vector;
    memcpy(&vector, place, sizeof vector);
    return vector;
}

static ALWAYS_INLINE void STORE(REAL *place, V vector)
{
    memcpy(place, &vector, sizeof vector);
}

static ALWAYS_INLINE V SET(REAL value)
{
#if LANES == 1
    return value;
#else
    return value - (V){0}; /* -0 stays -0 */
#endif
}

/* a b + c, a b - c and c - a b, rounded once where the machine has that. */
static ALWAYS_INLINE V FUSE(V a, V b, V c)
{
#if !defined(__FMA__) && !defined(__aarch64__)
    return a * b + c;
#elif LANES == 1
    return REAL_BYTES == 4 ? (REAL)fmaf((float)a, (float)b, (float)c) : (REAL)fma(a, b, c);
#elif LANES * REAL_BYTES == 64 && REAL_BYTES == 8
    return _mm512_fmadd_pd(a, b, c);
#elif LANES * REAL_BYTES == 64
    return _mm512_fmadd_ps(a, b, c);
#elif LANES * REAL_BYTES == 32 && REAL_BYTES == 8
    return _mm256_fmadd_pd(a, b, c);
#elif LANES * REAL_BYTES == 32
    return _mm256_fmadd_ps(a, b, c);
#elif defined(__FMA__) && REAL_BYTES == 8
    return _mm_fmadd_pd(a, b, c);
#elif defined(__FMA__)
    return _mm_fmadd_ps(a, b, c);
#else
    V sum;
    for (int i = 0; i < LANES; i++)
        sum[i] = REAL_BYTES == 4 ? (REAL)fmaf((float)a[i], (float)b[i], (float)c[i])
                                 : (REAL)fma(a[i], b[i], c[i]);
    return sum;
#endif
}

static ALWAYS_INLINE V FUSE_OFF(V a, V b, V c)
{
    return FUSE(a, b, -c);
}

static ALWAYS_INLINE V FUSE_NEG(V a, V b, V c)
{
    return FUSE(-a, b, c);
}
