/* elementwise.cuh: kernels that apply a body of scalars to every item.
 * Body is a class with a call operator that takes all operands by reference; it writes outputs.
 * `kept` has a bit for each output that it may leave as it finds it.
 * Loads come before stores, so an output may be exactly the same view as an input. */
#ifndef WEFT_ELEMENTWISE_CUH
#define WEFT_ELEMENTWISE_CUH

#include <utility>

#include "division.cuh"
#include "types.cuh"

namespace weft {

/* What the kernels of n operands are handed; the backend fills the same bytes. */
template <int n> struct vector_params {
    weft_gpu_vector_loop loop;
    weft_gpu_operand operands[n];
};
template <int n> struct nd_params {
    weft_gpu_loop32 loop;
    weft_gpu_operand32 operands[n];
};
template <int n> struct nd_params64 {
    weft_gpu_loop64 loop;
    weft_gpu_operand64 operands[n];
};
/* The last operand is the mask: bytes, of which 0 means that the item is left alone. */
template <int n> struct masked_params {
    weft_gpu_loop32 loop;
    weft_gpu_operand64 operands[n + 1];
};

template <class... D> inline constexpr int operand_count = sizeof...(D);

/* Elements that one thread of a vectorised kernel handles: 16 bytes of the widest operand. */
template <class... D> constexpr int vector_length()
{
    int widest = 1;
    ((widest = (int)sizeof(typename dtype_traits<D>::storage) > widest
                   ? (int)sizeof(typename dtype_traits<D>::storage)
                   : widest),
     ...);
    return WEFT_GPU_VECTOR / widest;
}

/* n neighbouring elements of operand i in registers, and the value of the current one. */
template <int i, class D, int n> struct lane {
    using traits = dtype_traits<D>;
    using storage = typename traits::storage;
    storage elements[n];
    typename traits::value value;

    WEFT_DEVICE_INLINE void load_vector(const char *from)
    {
        machine::load<(int)sizeof(elements)>(elements, from);
    }
    WEFT_DEVICE_INLINE void load_scalar(const char *from)
    {
        repeat(*reinterpret_cast<const storage *>(from));
    }
    WEFT_DEVICE_INLINE void load_value(const weft_gpu_place &from) { repeat(element(from)); }
    WEFT_DEVICE_INLINE void store_vector(char *to) const
    {
        machine::store<(int)sizeof(elements)>(to, elements);
    }
    WEFT_DEVICE_INLINE void get(int k) { value = traits::get(elements[k]); }
    WEFT_DEVICE_INLINE void put(int k) { elements[k] = traits::put(value); }
    WEFT_DEVICE_INLINE void get_from(const char *from)
    {
        value = traits::get(*reinterpret_cast<const storage *>(from));
    }
    WEFT_DEVICE_INLINE void get_value(const weft_gpu_place &from)
    {
        value = traits::get(element(from));
    }
    WEFT_DEVICE_INLINE void put_to(char *to) const
    {
        *reinterpret_cast<storage *>(to) = traits::put(value);
    }

private:
    static WEFT_DEVICE_INLINE storage element(const weft_gpu_place &place)
    {
        storage x;
        ::memcpy(&x, place.value, sizeof x);
        return x;
    }
    WEFT_DEVICE_INLINE void repeat(storage x)
    {
        WEFT_UNROLL
        for (int k = 0; k < n; k++)
            elements[k] = x;
    }
};

template <class Body, int inputs, uint32_t kept, class Indices, class... D> class elementwise;

/* The two shapes of an elementwise kernel over operands i of dtypes D. */
template <class Body, int inputs, uint32_t kept, int... i, class... D>
class elementwise<Body, inputs, kept, std::integer_sequence<int, i...>, D...>
{
    static constexpr int n = vector_length<D...>();

    /* Bit k: the body reads operand k. */
    static constexpr uint64_t read = ((UINT64_C(1) << inputs) - 1) | kept;

    template <int length> struct lanes : lane<i, D, length>... {
    };

    template <int index, class E, int length>
    static WEFT_DEVICE_INLINE lane<index, E, length> &at(lane<index, E, length> &one)
    {
        return one;
    }

    /* Whether an operand's place is its value; it is an input. */
    template <class Params>
    static WEFT_DEVICE_INLINE bool is_value(const Params &params, int operand)
    {
        return (params.loop.values >> operand & 1) != 0;
    }

    /* A whole vector per operand. */
    static WEFT_DEVICE_INLINE void run_vector(const vector_params<sizeof...(D)> &params,
                                              int64_t first)
    {
        const auto &operands = params.operands;
        lanes<n> all;
        ((read >> i & 1 ? (params.loop.scalars >> i & 1) != 0
                              ? at<i>(all).load_scalar(operands[i].at.data)
                          : is_value(params, i)
                              ? at<i>(all).load_value(operands[i].at)
                              : at<i>(all).load_vector(operands[i].at.data + first * step<D>)
                     : (void)0),
         ...);
        WEFT_UNROLL
        for (int k = 0; k < n; k++) {
            ((read >> i & 1 ? at<i>(all).get(k) : clear(at<i>(all).value)), ...);
            Body()(at<i>(all).value...);
            ((i < inputs ? (void)0 : at<i>(all).put(k)), ...);
        }
        ((i < inputs ? (void)0
                     : at<i>(all).store_vector(operands[i].at.data + first * step<D>)),
         ...);
    }

    /* An output starts as 0, not as a register's past. */
    template <class V> static WEFT_DEVICE_INLINE void clear(V &value) { value = V(); }

    template <class E> static constexpr int64_t step = sizeof(typename dtype_traits<E>::storage);

public:
    /* One item; at_item[i] is operand i's element, unless its place is its value. */
    template <class Params>
    static WEFT_DEVICE_INLINE void run_item(const Params &params, char *const *at_item)
    {
        lanes<1> all;
        ((!(read >> i & 1)       ? clear(at<i>(all).value)
           : is_value(params, i) ? at<i>(all).get_value(params.operands[i].at)
                                 : at<i>(all).get_from(at_item[i])),
          ...);
        Body()(at<i>(all).value...);
        ((i < inputs ? (void)0 : at<i>(all).put_to(at_item[i])), ...);
    }

    /* One contiguous axis, one vector per thread; the last thread goes item by item. */
    static WEFT_DEVICE_INLINE void run(const vector_params<sizeof...(D)> &params)
    {
        int64_t first = ((int64_t)machine::block_index() * WEFT_GPU_THREADS +
                         (int64_t)machine::thread_index()) * n;
        if (first + n <= params.loop.count) {
            run_vector(params, first);
            return;
        }
        const uint32_t once = params.loop.scalars | params.loop.values;
        WEFT_ROLLED
        for (; first < params.loop.count; first++) {
            char *at_item[] = {params.operands[i].at.data +
                               ((once >> i & 1) != 0 ? 0 : first * step<D>)...};
            run_item(params, at_item);
        }
    }

    /* Any axes, with 32-bit indices and distances. */
    static WEFT_DEVICE_INLINE void run(const nd_params<sizeof...(D)> &params)
    {
        uint32_t index = machine::block_index() * WEFT_GPU_THREADS + machine::thread_index();
        if (index >= params.loop.count)
            return;
        int32_t distance[sizeof...(D)] = {};
        WEFT_UNROLL
        for (uint32_t axis = 0; axis < WEFT_GPU_RANK; axis++) {
            bool last = axis + 1 >= params.loop.rank;
            uint32_t quotient = last ? 0 : divide(index, params.loop.axes[axis]);
            ((distance[i] += (int32_t)index * params.operands[i].steps[axis]), ...);
            index = quotient;
            if (last)
                break;
        }
        char *at_item[] = {params.operands[i].at.data + distance[i]...};
        run_item(params, at_item);
    }

    /* Any axes, any number of items, any distance. */
    static WEFT_DEVICE_INLINE void run(const nd_params64<sizeof...(D)> &params)
    {
        int64_t index = (int64_t)machine::block_index() * WEFT_GPU_THREADS +
                        machine::thread_index();
        if (index >= params.loop.count)
            return;
        int64_t distance[sizeof...(D)] = {};
        WEFT_ROLLED
        for (int64_t axis = 0; axis < params.loop.rank; axis++) {
            int64_t quotient = index / params.loop.extents[axis];
            index -= quotient * params.loop.extents[axis];
            ((distance[i] += index * params.operands[i].steps[axis]), ...);
            index = quotient;
        }
        char *at_item[] = {params.operands[i].at.data + distance[i]...};
        run_item(params, at_item);
    }

    /* Any axes, with 32-bit indices; the items that the mask chooses. */
    static WEFT_DEVICE_INLINE void run(const masked_params<sizeof...(D)> &params)
    {
        constexpr int mask = sizeof...(D);
        uint32_t index = machine::block_index() * WEFT_GPU_THREADS + machine::thread_index();
        if (index >= params.loop.count)
            return;
        int64_t distance[sizeof...(D) + 1] = {};
        WEFT_UNROLL
        for (uint32_t axis = 0; axis < WEFT_GPU_RANK; axis++) {
            bool last = axis + 1 >= params.loop.rank;
            uint32_t quotient = last ? 0 : divide(index, params.loop.axes[axis]);
            ((distance[i] += (int64_t)index * params.operands[i].steps[axis]), ...);
            distance[mask] += (int64_t)index * params.operands[mask].steps[axis];
            index = quotient;
            if (last)
                break;
        }
        if (params.operands[mask].at.data[distance[mask]] == 0)
            return;
        char *at_item[] = {params.operands[i].at.data + distance[i]...};
        run_item(params, at_item);
    }
};

/* The kernels' entry: any of the four parameter structures. */
template <class Body, int inputs, uint32_t kept, class... D, class Params>
WEFT_DEVICE_INLINE void run_elementwise(const Params &params)
{
    elementwise<Body, inputs, kept, std::make_integer_sequence<int, sizeof...(D)>, D...>::run(
        params);
}

} // namespace weft

/* Instantiates SYMBOL_v, SYMBOL_n, SYMBOL_n64 and SYMBOL_m over ns::SYMBOL::weft_body; then the
 * dtypes of all operands. It expands inside weft::dtype, where the dtypes' names mean their
 * tags. */
#define WEFT_ELEMENTWISE(ns, symbol, inputs, kept, ...)                                 \
    namespace weft::dtype {                                                             \
    WEFT_ELEMENTWISE_KERNEL(ns, symbol, _v, vector_params, inputs, kept, __VA_ARGS__)   \
    WEFT_ELEMENTWISE_KERNEL(ns, symbol, _n, nd_params, inputs, kept, __VA_ARGS__)       \
    WEFT_ELEMENTWISE_KERNEL(ns, symbol, _n64, nd_params64, inputs, kept, __VA_ARGS__)   \
    WEFT_ELEMENTWISE_KERNEL(ns, symbol, _m, masked_params, inputs, kept, __VA_ARGS__)   \
    }
#define WEFT_ELEMENTWISE_KERNEL(ns, symbol, suffix, parameters, inputs, kept, ...)      \
    WEFT_KERNEL(symbol##suffix, WEFT_GPU_THREADS,                                       \
                ::weft::parameters<::weft::operand_count<__VA_ARGS__>>)                 \
    {                                                                                   \
        ::weft::run_elementwise<::ns::symbol::weft_body, inputs, kept, __VA_ARGS__>(    \
            params);                                                                    \
    }
#endif
