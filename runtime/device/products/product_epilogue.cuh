/* product_epilogue.cuh: what sums start at, and what becomes of them, in place: the steps of an
 * epilogue for each element of C. */
#ifndef WEFT_PRODUCT_EPILOGUE_CUH
#define WEFT_PRODUCT_EPILOGUE_CUH

#include <math.h>
#include <type_traits>

#include <weft/kernel.h>

#include "product.cuh"

namespace weft::product
{

/* Arithmetic in which no product is fused; integers wrap. */
template <class T> struct steps_of {
    using unsigned_t = std::make_unsigned_t<T>;
    static WEFT_DEVICE_INLINE T add(T x, T y) { return (T)((unsigned_t)x + (unsigned_t)y); }
    static WEFT_DEVICE_INLINE T multiply(T x, T y) { return (T)((unsigned_t)x * (unsigned_t)y); }
    static WEFT_DEVICE_INLINE T negated(T x) { return (T)(0 - (unsigned_t)x); }
    static WEFT_DEVICE_INLINE T divide(T x, T) { return x; } /* no epilogue has it */
    static WEFT_DEVICE_INLINE T maximum(T x, T) { return x; }
    static WEFT_DEVICE_INLINE T minimum(T x, T) { return x; }
};
template <class F> struct floating_steps {
    static WEFT_DEVICE_INLINE F add(F x, F y) { return machine::add(x, y); }
    static WEFT_DEVICE_INLINE F multiply(F x, F y) { return machine::multiply(x, y); }
    static WEFT_DEVICE_INLINE F negated(F x) { return -x; }
    static WEFT_DEVICE_INLINE F divide(F x, F y) { return x / y; }
    static WEFT_DEVICE_INLINE F maximum(F x, F y) { return ::fmax(x, y); }
    static WEFT_DEVICE_INLINE F minimum(F x, F y) { return ::fmin(x, y); }
};
template <> struct steps_of<float> : floating_steps<float> {
};
template <> struct steps_of<double> : floating_steps<double> {
};
template <class F> struct steps_of<pair<F>> {
    using number = pair<F>;
    static WEFT_DEVICE_INLINE number add(number x, number y)
    {
        return {machine::add(x.re, y.re), machine::add(x.im, y.im)};
    }
    static WEFT_DEVICE_INLINE number multiply(number x, number y)
    {
        return {machine::add(machine::multiply(x.re, y.re), -machine::multiply(x.im, y.im)),
                machine::add(machine::multiply(x.re, y.im), machine::multiply(x.im, y.re))};
    }
    static WEFT_DEVICE_INLINE number negated(number x) { return {-x.re, -x.im}; }
    static WEFT_DEVICE_INLINE number divide(number x, number) { return x; }
    static WEFT_DEVICE_INLINE number maximum(number x, number) { return x; }
    static WEFT_DEVICE_INLINE number minimum(number x, number) { return x; }
};

/* Whether the first two of four numbers compare so; complex ones do not. */
template <class T> WEFT_DEVICE_INLINE bool compare(uint32_t step, const T *x)
{
    return step == WEFT_EPILOGUE_LESS         ? x[0] < x[1]
           : step == WEFT_EPILOGUE_LESS_EQUAL ? x[0] <= x[1]
                                              : x[0] == x[1];
}
template <class F> WEFT_DEVICE_INLINE bool compare(uint32_t, const pair<F> *)
{
    return false;
}

/* A step that takes the numbers at x, and leaves one there. */
template <class T> WEFT_DEVICE_INLINE void compute(uint32_t step, T *x)
{
    using steps = steps_of<T>;
    switch (step) {
    case WEFT_EPILOGUE_NEGATE:
        x[0] = steps::negated(x[0]);
        break;
    case WEFT_EPILOGUE_ADD:
        x[0] = steps::add(x[0], x[1]);
        break;
    case WEFT_EPILOGUE_SUBTRACT:
        x[0] = steps::add(x[0], steps::negated(x[1]));
        break;
    case WEFT_EPILOGUE_MULTIPLY:
        x[0] = steps::multiply(x[0], x[1]);
        break;
    case WEFT_EPILOGUE_DIVIDE:
        x[0] = steps::divide(x[0], x[1]);
        break;
    case WEFT_EPILOGUE_MAXIMUM:
        x[0] = steps::maximum(x[0], x[1]);
        break;
    case WEFT_EPILOGUE_MINIMUM:
        x[0] = steps::minimum(x[0], x[1]);
        break;
    default:
        x[0] = compare(step, x) ? x[2] : x[3];
    }
}

template <class T> WEFT_DEVICE_INLINE void run_epilogue(const weft_gpu_epilogue &p)
{
    uint32_t index = machine::block_index() * WEFT_GPU_THREADS + machine::thread_index();
    if (index >= p.loop.count)
        return;
    uint32_t indices[WEFT_GPU_RANK];
    for (uint32_t axis = 0; axis < p.loop.rank; axis++) {
        indices[axis] = index;
        if (axis + 1 < p.loop.rank)
            index = divide(indices[axis], p.loop.axes[axis]);
    }
    auto find = [&](const weft_gpu_operand64 &operand) {
        int64_t offset = 0;
        for (uint32_t axis = 0; axis < p.loop.rank; axis++)
            offset += (int64_t)indices[axis] * operand.steps[axis];
        return operand.at.data + offset;
    };
    T stack[WEFT_EPILOGUE_DEPTH + 3];
    uint32_t depth = 0;
    T *const c = reinterpret_cast<T *>(find(p.c));
    for (uint32_t i = 0; i < p.length; i++) {
        const uint32_t step = p.steps[i];
        if (step == WEFT_EPILOGUE_SUM) {
            stack[depth++] = *c;
        } else if (step == WEFT_EPILOGUE_TERM) {
            const uint32_t number = p.steps[++i];
            const weft_gpu_operand64 &term = p.terms[number];
            stack[depth++] = *reinterpret_cast<const T *>(
                p.loop.values >> number & 1 ? (const char *)term.at.value : find(term));
        } else {
            depth -= step == WEFT_EPILOGUE_NEGATE ? 1 : step < WEFT_EPILOGUE_LESS ? 2 : 4;
            compute(step, stack + depth++);
        }
    }
    *c = stack[0];
}

} // namespace weft::product
#endif
