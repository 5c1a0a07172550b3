/* Loops of a constant number of rounds that compilers make vectors of: where most of the work is
 * elsewhere, items are vectors; where it is there, or where each item writes elements elsewhere, it
 * is said why they are not. */
#include <weft/annotate.h>

/* A network over a local array: 9 rounds fill it, and are a small part. */
WEFT_GUVECTORIZE("(9)->()", "float32(float32[:])")
float network(const float x[9])
{
    float v[9];
    for (int i = 0; i < 9; i++)
        v[i] = x[i];
    for (int r = 0; r < 9; r++)
        for (int i = r & 1; i + 1 < 9; i += 2) {
            float a = v[i], b = v[i + 1];
            v[i] = a < b ? a : b;
            v[i + 1] = a < b ? b : a;
        }
    return v[4];
}

static void exchange(float *a, float *b)
{
    float low = *a < *b ? *a : *b, high = *a < *b ? *b : *a;
    *a = low, *b = high;
}

/* Several arrays, nested loops, and a helper. */
WEFT_GUVECTORIZE("(32),(32)->(32)", "void(float32[:], float32[:], float32[:])")
void merge(const float x[32], const float y[32], float z[32])
{
    float v[64], w[32];
    for (int i = 0; i < 32; i++) {
        v[i] = x[i];
        w[i] = y[i];
    }
    for (int i = 0; i < 32; i++)
        v[32 + i] = w[31 - i];
    for (int half = 32; half > 0; half /= 2)
        for (int i = 0; i < 64 - half; i++)
            if (!(i & half))
                exchange(&v[i], &v[i + half]);
    for (int i = 0; i < 32; i++)
        z[i] = v[i];
}

/* All of it is rows that compilers make vectors of. */
WEFT_GUVECTORIZE("(16)->(16)", "void(float32[:], float32[:])")
void scale(const float x[16], float y[16])
{
    float v[16];
    for (int i = 0; i < 16; i++)
        v[i] = x[i] * 3 + 1;
    for (int i = 0; i < 16; i++)
        y[i] = v[i] * v[i];
}

/* Items would write their elements one after the other. */
WEFT_GUVECTORIZE("(8)->(8)", "void(float32[:], float32[:])")
void insertion(const float x[8], float v[8])
{
    for (int i = 0; i < 8; i++) {
        int j = i;
        for (; j > 0 && v[j - 1] > x[i]; j--)
            v[j] = v[j - 1];
        v[j] = x[i];
    }
}
