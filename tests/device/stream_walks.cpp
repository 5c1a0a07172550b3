/* stream_walks.cpp: walks through windows (stream.cuh), compiled for the host, against loops over the same elements: random
 * rows of any length, gap, offset and step, elements of 1, 2, 4 and 8 bytes, groups that are whole or not, and any number
 * of windows, of outputs two where they may have them. What lies between rows is compared, too. */
#include <weft_device.cuh>

#include <cstdio>
#include <random>
#include <vector>

namespace weft {
void machine::barrier() {}

namespace math {
/* A running sum. */
template <class T> struct sums {
    template <class Item> void operator()(Item &one) const
    {
        const size_t n = (size_t)one.size(0);
        auto x = one.template view<const T, 1>(0);
        auto y = one.template view<T, 1>(1);
        T sum = 0;
        WEFT_WALK(for (size_t i = 0; i < n; i++), , (x, x, y), size_t, i, 0, n) { y[i] = sum = (T)(sum + x[i]); } WEFT_WALK_END
    }
};

/* Elements of other rounds, and what those wrote; then a second walk, from the second element on, which writes some elements again. */
template <class T> struct feedback {
    template <class Item> void operator()(Item &one) const
    {
        const size_t n = (size_t)one.size(0);
        auto x = one.template view<const T, 1>(0);
        auto y = one.template view<T, 1>(1);
        WEFT_WALK(for (size_t i = 0; i < n; i++), , (x, x, y), size_t, i, 0, n) {
            const T last = i > 0 ? y[i - 1] : 0, older = i > 1 ? x[i - 2] : 0;
            y[i] = (T)(x[i] + last / 2 - older + (i > 1 ? y[i] % 5 : 0));
            if (i + 2 < n)
                y[i + 2] = last;
        } WEFT_WALK_END
        WEFT_WALK(for (size_t i = 1; i < n; i++), , (x, x, y), size_t, i, 1, n) {
            if (x[i] > 3)
                y[i] = (T)(y[i] + x[i]);
        } WEFT_WALK_END
    }
};
} // namespace math

/* The same as these. */
template <class T> static void walk(math::sums<T>, const T *x, T *y, int64_t step, int64_t n)
{
    T sum = 0;
    for (int64_t i = 0; i < n; i++)
        y[i * step] = sum = (T)(sum + x[i * step]);
}
template <class T> static void walk(math::feedback<T>, const T *x, T *y, int64_t step, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        const T last = i > 0 ? y[(i - 1) * step] : 0, older = i > 1 ? x[(i - 2) * step] : 0;
        y[i * step] = (T)(x[i * step] + last / 2 - older + (i > 1 ? y[i * step] % 5 : 0));
        if (i + 2 < n)
            y[(i + 2) * step] = last;
    }
    for (int64_t i = 1; i < n; i++)
        if (x[i * step] > 3)
            y[i * step] = (T)(y[i * step] + x[i * step]);
}
} // namespace weft

namespace {
std::mt19937 source(1);

int64_t below(int64_t limit) { return (int64_t)(source() % (uint64_t)limit); }

/* A case: rows of x and of y lie alike, at steps of elements. */
struct rows {
    int64_t count, length, gap, offset, step;
    uint32_t windows, groups, pairs; /* windows of y: 1 or 2 */
};

/* Bytes of the windows of a group, on both operands. */
uint32_t group_bytes(const rows &of, size_t size)
{
    return (of.windows + of.pairs) * WEFT_GPU_GROUP * WEFT_GPU_WINDOW_PITCH((uint32_t)size);
}

/* The parameters, as shape_stream.c fills them. */
template <class T> weft::gufunc_params<2, 1, 2> describe(const rows &of, T *x, T *y)
{
    weft::gufunc_params<2, 1, 2> params = {};
    T *const data[] = {x, y};
    uint32_t bytes = 0;
    for (int i = 0; i < 2; i++) {
        weft_gpu_item_operand &to = params.operands[i];
        to.at.data = reinterpret_cast<char *>(data[i]);
        to.steps[0] = (of.length + of.gap) * of.step * (int64_t)sizeof(T);
        params.core_steps[i] = of.step * (int64_t)sizeof(T);
        if (of.length < 2 * WEFT_GPU_WINDOW || of.step != 1)
            continue;
        to.length = of.length;
        to.room = bytes;
        to.windows = i == 0 ? of.windows : of.pairs;
        to.pitch = to.windows * WEFT_GPU_GROUP * WEFT_GPU_WINDOW_PITCH((uint32_t)sizeof(T));
        bytes += of.groups * to.pitch;
        (i == 0 ? params.items.brought : params.items.taken) |= 1u << i;
    }
    params.items.brought |= params.items.taken * (uint32_t)below(2); /* an output that is read */
    params.sizes[0] = of.length;
    params.items.threads = of.groups * WEFT_GPU_GROUP;
    params.items.loop.count = (uint32_t)of.count;
    params.items.loop.rank = 1;
    return params;
}

template <class Body, class T> bool try_rows(rows of)
{
    while (of.groups * group_bytes(of, sizeof(T)) > sizeof weft::machine::shared_room)
        of.windows /= 2;
    const int64_t row = (of.length + of.gap) * of.step;
    std::vector<T> x((size_t)(of.count * row + of.offset + 64)), y(x.size()), expected;
    for (size_t i = 0; i < x.size(); i++) {
        x[i] = (T)(below(9) - 4);
        y[i] = (T)(below(9) - 4);
    }
    expected = y;
    for (int64_t r = 0; r < of.count; r++)
        weft::walk(Body(), &x[(size_t)(of.offset + r * row)], &expected[(size_t)(of.offset + r * row)], of.step,
                   of.length);
    const auto params = describe(of, &x[(size_t)of.offset], &y[(size_t)of.offset]);
    for (uint32_t thread = 0; thread < (of.count + 127) / 128 * 128; thread++) {
        weft::machine::current_block = thread / params.items.threads;
        weft::machine::current_thread = thread % params.items.threads;
        weft::run_streamed<Body, 1, 1>(params);
    }
    if (y == expected)
        return true;
    printf("%lld rows of %lld, %zu bytes, gap %lld, offset %lld, step %lld, %u windows of %u groups: wrong\n",
           (long long)of.count, (long long)of.length, sizeof(T), (long long)of.gap, (long long)of.offset,
           (long long)of.step, of.windows, of.groups);
    return false;
}

template <class T> bool try_type(rows of)
{
    if (below(2))
        return try_rows<weft::math::feedback<T>, T>(of);
    of.pairs = WEFT_GPU_WINDOW_HAS_PAIRS(sizeof(T)) ? 1 + (uint32_t)below(2) : 1; /* rounds ask for their own elements alone */
    return try_rows<weft::math::sums<T>, T>(of);
}
} // namespace

int main()
{
    enum { CASES = 2000 };
    int wrong = 0;
    for (int k = 0; k < CASES; k++) {
        const rows of = {.count = below(3) ? 32 * (1 + below(4)) : 1 + below(130),
                         .length = below(2) ? 64 + below(300) : below(4) ? 32 * (2 + below(10)) : below(64),
                         .gap = below(3) ? 0 : below(9),
                         .offset = below(2) ? 0 : below(5),
                         .step = below(8) ? 1 : 2,
                         .windows = 1u << below(4),
                         .groups = 1u << below(2),
                         .pairs = 1};
        switch (below(4)) {
        case 0:
            wrong += !try_type<int8_t>(of);
            break;
        case 1:
            wrong += !try_type<uint16_t>(of);
            break;
        case 2:
            wrong += !try_type<int32_t>(of);
            break;
        default:
            wrong += !try_type<int64_t>(of);
        }
    }
    printf("%d walks, %d wrong\n", CASES, wrong);
    return wrong > 0;
}
