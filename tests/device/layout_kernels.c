/* layout_kernels.c: elementwise functions of narrow and of wide elements; gpu_layouts.c calls them on operands that lie
 * in any way. Each output is a sum of the inputs, by the weights that gpu_layouts.c has. */
#include <weft/annotate.h>

#include <stdint.h>

WEFT_TYPEVAR(T);

WEFT_VECTORIZE("int8(int8)", "float32(float32)")
T once(T x) { return x; }

WEFT_VECTORIZE("int8(int8, int8)", "int16(int16, int16)", "float16(float16, float16)", "float32(float32, float32)",
               "float64(float64, float64)", "complex128(complex128, complex128)")
T less_twice(T x, T y) { return (T)(x - y - y); }

WEFT_VECTORIZE("int16(uint8, int8)")
int16_t mixed(uint8_t x, int8_t y) { return (int16_t)(x - y - y); }

WEFT_VECTORIZE("int16(int16, uint8, int16)", "float32(float32, uint8, float32)")
T three(T x, uint8_t y, T z) { return (T)(x - y - y + z + z + z); }

/** Outputs whose rows may begin at other places beside whole vectors. */
WEFT_VECTORIZE("void(int8, int8, int8, int16)")
void both(int8_t x, int8_t y, int8_t *difference, int16_t *sum)
{
    *difference = (int8_t)(x - y - y);
    *sum = (int16_t)(x + y);
}
