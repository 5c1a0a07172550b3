/* product.cuh: what the kernels of products have in common: arithmetic, and where a task lies. */
#ifndef WEFT_PRODUCT_CUH
#define WEFT_PRODUCT_CUH

#include "math/division.cuh"

namespace weft::product
{

/* Each arithmetic has the element as it is stored, the number that is summed up, and
 * add(x, a, b), which adds the product of a and b to x. */

/* Integers wrap, so that signed and unsigned are one; narrow ones are summed in 32 bits. */
template <class I, class N> struct whole {
    using element = I;
    using number = N;
    static WEFT_DEVICE_INLINE void add(number &x, element a, element b) { x += (number)a * b; }
};

/* An or of ands; any byte that is not 0 is true. */
struct truth {
    using element = uint8_t;
    using number = uint32_t;
    static WEFT_DEVICE_INLINE void add(number &x, element a, element b)
    {
        x |= (uint32_t)(a != 0) & (uint32_t)(b != 0);
    }
};

template <class F, bool fused> struct real {
    using element = F;
    using number = F;
    static WEFT_DEVICE_INLINE void add(number &x, element a, element b)
    {
        x = fused ? machine::multiply_add(a, b, x) : machine::add(x, machine::multiply(a, b));
    }
};

/* In memory no better aligned than its parts. */
template <class F> struct pair {
    F re, im;
};

/* Never fused, as on hosts: bits would depend on which of the products is. */
template <class F> struct complex {
    using element = pair<F>;
    using number = pair<F>;
    static WEFT_DEVICE_INLINE void add(number &x, element a, element b)
    {
        x.re = machine::add(
            x.re, machine::add(machine::multiply(a.re, b.re), machine::multiply(a.im, -b.im)));
        x.im = machine::add(
            x.im, machine::add(machine::multiply(a.re, b.im), machine::multiply(a.im, b.re)));
    }
};

template <class E> WEFT_DEVICE_INLINE E conjugated(E x)
{
    return x;
}
template <class F> WEFT_DEVICE_INLINE pair<F> conjugated(pair<F> x)
{
    return {x.re, -x.im};
}

/* Elements of 16 bytes. */
template <class E> inline constexpr int unit_length = 16 / (int)sizeof(E);

WEFT_DEVICE_INLINE uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* A task: its first row and column, and its item's place in each operand. */
struct place {
    uint32_t row, column;
    int64_t a, b, c; /* bytes */
};

WEFT_DEVICE_INLINE place find_place(const weft_gpu_product &p, uint32_t index)
{
    place found = {0, 0, 0, 0, 0};
    if (p.is_cut) {
        uint32_t outer = divide(index, p.row_cuts);
        found.row = index * p.rows;
        index = divide(outer, p.column_cuts);
        found.column = outer * p.columns;
    }
    WEFT_UNROLL
    for (uint32_t axis = 0; axis < WEFT_GPU_RANK; axis++) {
        bool last = axis + 1 >= p.loop.rank;
        uint32_t quotient = last ? 0 : divide(index, p.loop.axes[axis]);
        found.a += (int64_t)index * p.a.operand.steps[axis];
        found.b += (int64_t)index * p.b.operand.steps[axis];
        found.c += (int64_t)index * p.c.steps[axis];
        index = quotient;
        if (last)
            break;
    }
    return found;
}

} // namespace weft::product
#endif
