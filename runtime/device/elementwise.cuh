/* elementwise.cuh: kernels that apply a body of scalars to every item.
 * Body is a class with a call operator that takes all operands by reference; it writes outputs.
 * `kept` has a bit for each output that it may leave as it finds it.
 * Loads come before stores, so an output may be exactly the same view as an input. */
#ifndef WEFT_ELEMENTWISE_CUH
#define WEFT_ELEMENTWISE_CUH

#include <utility>

#include "math/division.cuh"
#include "math/types.cuh"
#include "shift.cuh"
#include "transpose.cuh"

namespace weft
{

/* What the kernels of n operands are handed; the backend fills the same bytes. */
template <int n> struct vector_params {
    weft_gpu_vector_loop loop;
    weft_gpu_operand64 operands[n];
};
template <int n> struct tile_params {
    weft_gpu_tile_loop loop;
    weft_gpu_tile_operand operands[n];
};
/* The last operand is the mask: bytes, of which 0 means that the item is left alone. */
template <int n> struct masked_params {
    weft_gpu_loop32 loop;
    weft_gpu_operand64 operands[n + 1];
};

template <class... D> inline constexpr int operand_count = sizeof...(D);

template <class D> constexpr int bytes_of()
{
    using traits = dtype_traits<D>;
    return is_index_value<typename traits::value> ? WEFT_GPU_INDEX
                                                  : (int)sizeof(typename traits::storage);
}

/* Bytes of the widest operand. */
template <class... D> constexpr int widest()
{
    int bytes = 1;
    ((bytes = bytes_of<D>() > bytes ? bytes_of<D>() : bytes), ...);
    return bytes;
}

/* Elements that one thread of a vectorised kernel handles: 16 bytes of the widest operand. */
template <class... D> constexpr int vector_length()
{
    return WEFT_GPU_VECTOR / widest<D...>();
}

/* n elements of operand i in registers, and the value of the current one. */
template <int i, class D, int n> struct lane {
    using traits = dtype_traits<D>;
    using storage = typename traits::storage;
    storage elements[n];
    typename traits::value value;

    WEFT_DEVICE_INLINE void load_vector(const char *from)
    {
        machine::load<(int)sizeof(elements)>(elements, from);
    }
    /* Those that lie `next` bytes apart; of `count` that are there, the last stands for all behind
     * it. */
    WEFT_DEVICE_INLINE void load_strided(const char *from, int64_t next)
    {
        WEFT_UNROLL
        for (int k = 0; k < n; k++, from += next)
            elements[k] = *reinterpret_cast<const storage *>(from);
    }
    WEFT_DEVICE_INLINE void load_strided(const char *from, int64_t next, int count)
    {
        if (count >= n) {
            load_strided(from, next);
            return;
        }
        WEFT_UNROLL
        for (int k = 0; k < n; k++) {
            elements[k] = *reinterpret_cast<const storage *>(from);
            from += k + 1 < count ? next : 0;
        }
    }
    /* The same of narrow elements, one after the other, by little code. */
    WEFT_DEVICE_INLINE void load_some(const char *from, int64_t next, int count)
    {
        uint32_t words[sizeof(elements) / 4] = {};
        from += (count - 1) * next;
        WEFT_ROLLED
        for (int k = n - 1; k >= 0; k--) {
            insert_narrow<(int)sizeof(storage)>(words, from);
            from -= k < count ? next : 0;
        }
        ::memcpy(elements, words, sizeof(elements));
    }
    WEFT_DEVICE_INLINE void load_scalar(const char *from)
    {
        repeat(*reinterpret_cast<const storage *>(from));
    }
    WEFT_DEVICE_INLINE void load_value(const weft_gpu_place &from) { repeat(element(from)); }
    /* The first of a row's vector. */
    WEFT_DEVICE_INLINE void load_part(const char *from, int count)
    {
        load_strided(from, (int64_t)sizeof(storage), count);
    }
    WEFT_DEVICE_INLINE void store_vector(char *to) const
    {
        machine::store<(int)sizeof(elements)>(to, elements);
    }
    WEFT_DEVICE_INLINE void store_strided(char *to, int64_t next) const
    {
        WEFT_UNROLL
        for (int k = 0; k < n; k++, to += next)
            *reinterpret_cast<storage *>(to) = elements[k];
    }
    WEFT_DEVICE_INLINE void store_strided(char *to, int64_t next, int count) const
    {
        if (count >= n) {
            store_strided(to, next);
            return;
        }
        WEFT_UNROLL
        for (int k = 0; k < n; k++, to += next)
            if (k < count)
                *reinterpret_cast<storage *>(to) = elements[k];
    }
    WEFT_DEVICE_INLINE void store_some(char *to, int64_t next, int count) const
    {
        uint32_t words[sizeof(elements) / 4];
        ::memcpy(words, elements, sizeof(elements));
        WEFT_ROLLED
        for (int k = 0; k < count; k++, to += next)
            take_narrow<(int)sizeof(storage)>(to, words);
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

/* Indices, which are made. */
template <int i, class D, class V, int n> struct index_lane {
    V elements[n];
    index_value<V> value;

    /* A vector's first is a multiple of n: the sum is said as an alternative of bits, so that a
     * body that divides by n has one quotient for all. */
    WEFT_DEVICE_INLINE void load_vector(const char *from)
    {
        const uint64_t first = (uint64_t)(uintptr_t)from / n * n - WEFT_INDEX_ORIGIN;
        WEFT_UNROLL
        for (int k = 0; k < n; k++)
            elements[k] = (V)(first | (uint64_t)k);
    }
    WEFT_DEVICE_INLINE void load_part(const char *from, int) { load_vector(from); }
    WEFT_DEVICE_INLINE void load_strided(const char *from, int64_t next)
    {
        WEFT_UNROLL
        for (int k = 0; k < n; k++)
            elements[k] = index_value<V>::at(from + k * next);
    }
    WEFT_DEVICE_INLINE void load_strided(const char *from, int64_t next, int)
    {
        load_strided(from, next);
    }
    WEFT_DEVICE_INLINE void load_some(const char *from, int64_t next, int)
    {
        load_strided(from, next);
    }
    WEFT_DEVICE_INLINE void load_scalar(const char *from) { load_strided(from, 0); }
    WEFT_DEVICE_INLINE void get(int k) { value.number = elements[k]; }
    WEFT_DEVICE_INLINE void get_from(const char *from) { value = index_value<V>::at(from); }
    /* It is no value that the host has, and no output. */
    WEFT_DEVICE_INLINE void load_value(const weft_gpu_place &) {}
    WEFT_DEVICE_INLINE void get_value(const weft_gpu_place &) {}
    WEFT_DEVICE_INLINE void store_vector(char *) const {}
    WEFT_DEVICE_INLINE void store_strided(char *, int64_t) const {}
    WEFT_DEVICE_INLINE void store_strided(char *, int64_t, int) const {}
    WEFT_DEVICE_INLINE void store_some(char *, int64_t, int) const {}
    WEFT_DEVICE_INLINE void put(int) {}
    WEFT_DEVICE_INLINE void put_to(char *) const {}
};
template <int i, int n>
struct lane<i, dtype::index_int64, n> : index_lane<i, dtype::index_int64, int64_t, n> {
};
template <int i, int n>
struct lane<i, dtype::index_uint64, n> : index_lane<i, dtype::index_uint64, uint64_t, n> {
};

template <class Body, int inputs, uint32_t kept, class Indices, class... D> class elementwise;

/* The two shapes of an elementwise kernel over operands i of dtypes D. */
template <class Body, int inputs, uint32_t kept, int... i, class... D>
class elementwise<Body, inputs, kept, std::integer_sequence<int, i...>, D...>
{
    static constexpr int n = vector_length<D...>();

    /* Whether there are blocks that are transposed, and rows that begin anywhere; columns and rows
     * of a block. */
    static constexpr bool is_narrow = widest<D...>() <= WEFT_GPU_NARROW;
    static constexpr uint32_t block_columns = WEFT_GPU_TRANSPOSE_COLUMNS(widest<D...>()),
                              block_rows = WEFT_GPU_TRANSPOSE_ROWS;

    /* Elements of a thread of a tile. */
    static constexpr int tile_length = WEFT_GPU_TILE_LENGTH(widest<D...>());

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

    template <int length> static WEFT_DEVICE_INLINE void compute_one(lanes<length> &all, int k)
    {
        ((read >> i & 1 ? at<i>(all).get(k) : clear(at<i>(all).value)), ...);
        Body()(at<i>(all).value...);
        ((i < inputs ? (void)0 : at<i>(all).put(k)), ...);
    }

    /* The body, for elements that are loaded. */
    template <int length> static WEFT_DEVICE_INLINE void compute(lanes<length> &all)
    {
        if constexpr (Body::heavy) {
            WEFT_ROLLED
            for (int k = 0; k < length; k++)
                compute_one(all, k);
        } else {
            WEFT_UNROLL
            for (int k = 0; k < length; k++)
                compute_one(all, k);
        }
    }

    /* A vector per operand, `first` elements behind the kernel's first: the only axis. */
    static WEFT_DEVICE_INLINE void load_flat(const vector_params<sizeof...(D)> &params,
                                             int64_t first, lanes<n> &all)
    {
        const auto &operands = params.operands;
        const uint32_t once = params.loop.scalars | params.loop.values;
        ((!(read >> i & 1)       ? (void)0
          : (once >> i & 1) == 0 ? at<i>(all).load_vector(operands[i].at.data + first * step<D>)
          : is_value(params, i)  ? at<i>(all).load_value(operands[i].at)
                                 : at<i>(all).load_scalar(operands[i].at.data)),
         ...);
    }

    /* A vector per operand of one of several rows, of which `count` elements are there. */
    static WEFT_DEVICE_INLINE void load_row(const vector_params<sizeof...(D)> &params,
                                            char *const *place, int count, lanes<n> &all)
    {
        ((read >> i & 1 ? (params.loop.scalars >> i & 1) != 0 ? at<i>(all).load_scalar(place[i])
                          : is_value(params, i) ? at<i>(all).load_value(params.operands[i].at)
                          : count >= n          ? at<i>(all).load_vector(place[i])
                                                : at<i>(all).load_part(place[i], count)
                        : (void)0),
         ...);
    }

    /* The items of a thread, `next` bytes apart, of which `count` are there. */
    static WEFT_DEVICE_INLINE void run_strided(const tile_params<sizeof...(D)> &params,
                                               char *const *place, const int64_t *next, int count)
    {
        lanes<tile_length> all;
        ((read >> i & 1 ? is_value(params, i) ? at<i>(all).load_value(params.operands[i].at)
                                              : at<i>(all).load_strided(place[i], next[i], count)
                        : (void)0),
         ...);
        compute(all);
        ((i < inputs ? (void)0 : at<i>(all).store_strided(place[i], next[i], count)), ...);
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
        ((!(read >> i & 1)      ? clear(at<i>(all).value)
          : is_value(params, i) ? at<i>(all).get_value(params.operands[i].at)
                                : at<i>(all).get_from(at_item[i])),
         ...);
        Body()(at<i>(all).value...);
        ((i < inputs ? (void)0 : at<i>(all).put_to(at_item[i])), ...);
    }

    /* Rows of contiguous elements, one vector per thread. All of a thread's items are computed in
     * one place, so that bits do not depend on where a row ends. */
    static WEFT_DEVICE_INLINE void run(const vector_params<sizeof...(D)> &params)
    {
        const int64_t vector =
            (int64_t)machine::block_index() * WEFT_GPU_THREADS + (int64_t)machine::thread_index();
        char *place[sizeof...(D)];
        int count = n;
        lanes<n> all;
        if (params.loop.rank == 1 && vector * n + n <= params.loop.length) {
            load_flat(params, vector * n, all);
            ((i < inputs ? (void)0
                         : (void)(place[i] = params.operands[i].at.data + vector * n * step<D>)),
             ...);
        } else if (vector < params.loop.count) {
            count = find_vector(params, vector, place);
            load_row(params, place, count, all);
        } else {
            return;
        }
        compute(all);
        ((i < inputs   ? (void)0
          : count >= n ? at<i>(all).store_vector(place[i])
                       : at<i>(all).store_strided(place[i], step<D>, count)),
         ...);
    }

    /* Where a vector begins; how many of its items are there. */
    static WEFT_DEVICE_INLINE int find_vector(const vector_params<sizeof...(D)> &params,
                                              int64_t vector, char **place)
    {
        ((place[i] = params.operands[i].at.data), ...);
        if (params.loop.rank > 1) {
            uint32_t in_row = (uint32_t)vector;
            const uint32_t outer = divide(in_row, params.loop.axes[0]);
            move_outer<1>(params, outer, place);
            vector = in_row;
        }
        const uint32_t once = params.loop.scalars | params.loop.values;
        const int64_t first = vector * n, left = params.loop.length - first;
        ((place[i] += (once >> i & 1) != 0 ? 0 : first * step<D>), ...);
        return left < n ? (int)left : n;
    }

    /* Tiles: any axes, any distances. */
    static WEFT_DEVICE_INLINE void run(const tile_params<sizeof...(D)> &params)
    {
        const weft_gpu_tile_loop &loop = params.loop;
        WEFT_SHARED_ROOM(room);
        char *place[] = {params.operands[i].at.data...};
        uint32_t tile_column = machine::block_index();
        uint32_t tile_row = divide(tile_column, loop.axes[0]);
        if (loop.rank > 2) {
            const uint32_t outer = divide(tile_row, loop.axes[1]);
            move_outer<2>(params, outer, place);
        }
        tile_column *= loop.tile_columns;
        tile_row *= loop.tile_rows;
        ((place[i] += (int64_t)tile_column * params.operands[i].steps[0] +
                      (int64_t)tile_row * params.operands[i].steps[1]),
         ...);
        const uint32_t rows = loop.rows - tile_row;
        if constexpr (is_narrow)
            if (loop.narrow != 0) {
                if (loop.transposed != 0)
                    run_block(params, (char *)room, place, tile_column, rows);
                else
                    run_skewed(params, place, tile_column, rows);
                return;
            }
        if constexpr (!is_narrow)
            if (loop.next_row == 0 && loop.tile_rows > loop.lane_rows) {
                run_rows(params, place, rows);
                return;
            }
        if (loop.transposed != 0) {
            ((loop.transposed >> i & 1
                  ? bring<i, D>(params, place[i], (char *)room, tile_column, rows)
                  : (void)0),
             ...);
            machine::barrier();
        }
        run_thread(params, (char *)room, place, tile_column, rows);
    }

    /* Bytes to a column of an operand more than its steps say: behind each row of the inner axis
     * there are some. */
    static WEFT_DEVICE_INLINE int64_t outer_jump(const tile_params<sizeof...(D)> &params,
                                                 int operand, uint32_t column)
    {
        if constexpr (is_narrow)
            return 0;
        return (int64_t)divide(column, params.loop.merged) * params.operands[operand].jump;
    }

    /* A block of narrow elements, from a column on: transposed operands come through shared memory,
     * and a thread has vectors of rows. */
    static WEFT_DEVICE_INLINE void run_block(const tile_params<sizeof...(D)> &params, char *room,
                                             char **place, uint32_t first, uint32_t rows)
    {
        constexpr uint32_t vectors = block_columns / n;
        const weft_gpu_tile_loop &loop = params.loop;
        const uint32_t columns = loop.columns - first;
        const uint32_t column = machine::thread_index() % vectors * n;
        ((loop.transposed >> i & 1
              ? columns >= block_columns && rows >= block_rows
                    ? transpose_block<typename dtype_traits<D>::storage, block_columns>(
                          room + params.operands[i].room, place[i], params.operands[i].steps[0])
                    : transpose_part<typename dtype_traits<D>::storage, block_columns>(
                          room + params.operands[i].room, place[i], params.operands[i].steps[0],
                          columns, rows)
              : (void)0),
         ...);
        machine::barrier();
        if (column >= columns)
            return;
        const int count = columns - column < n ? (int)(columns - column) : n;
        WEFT_ROLLED
        for (uint32_t row = machine::thread_index() / vectors; row < block_rows && row < rows;
             row += WEFT_GPU_THREADS / vectors) {
            char *from[] = {(loop.transposed >> i & 1)
                                ? room + params.operands[i].room +
                                      transposed_place<step<D>>(row, column * (uint32_t)step<D>)
                                : place[i] + (int64_t)column * params.operands[i].steps[0] +
                                      (int64_t)row * params.operands[i].steps[1]...};
            run_block_vector(params, from, count);
        }
    }

    static WEFT_DEVICE_INLINE void run_block_vector(const tile_params<sizeof...(D)> &params,
                                                    char *const *from, int count)
    {
        const uint32_t whole = count >= n ? params.loop.whole : 0;
        lanes<n> all;
        ((!(read >> i & 1)      ? (void)0
          : is_value(params, i) ? at<i>(all).load_value(params.operands[i].at)
          : whole >> i & 1
              ? at<i>(all).load_vector(from[i])
              : at<i>(all).load_some(from[i],
                                     params.loop.transposed >> i & 1 ? step<D>
                                                                     : params.operands[i].steps[0],
                                     count)),
         ...);
        compute(all);
        ((i < inputs       ? (void)0
          : whole >> i & 1 ? at<i>(all).store_vector(from[i])
                           : at<i>(all).store_some(from[i], step<D>, count)),
         ...);
    }

    /* A vector of narrow elements of a row that begins anywhere, in each operand: where the outputs
     * have whole vectors, so that the first of a row, a part, begins before it. `first` items of
     * the row belong to other tiles. */
    static WEFT_DEVICE_INLINE void run_skewed(const tile_params<sizeof...(D)> &params, char **place,
                                              uint32_t first, uint32_t rows)
    {
        const weft_gpu_tile_loop &loop = params.loop;
        uint32_t column = machine::thread_index();
        const uint32_t row = divide(column, loop.lanes);
        if (row >= loop.lane_rows || row >= rows)
            return;
        ((place[i] += (int64_t)row * params.operands[i].steps[1]), ...);
        const uint32_t at_row = first + column * n, skew = skew_of(place);
        const bool is_inner = at_row >= 2 * n && at_row + 2 * n <= loop.columns;
        int64_t begin = (int64_t)column * n - skew;
        int count = n;
        if (!is_inner) {
            const int64_t end = (int64_t)loop.columns - first;
            begin = at_row < skew ? 0 : begin;
            count = (int)(end < (int64_t)(column + 1) * n - skew
                              ? end - begin
                              : (int64_t)(column + 1) * n - skew - begin);
            if (count <= 0)
                return;
        }
        ((place[i] += loop.whole >> i & 1 ? begin * step<D> : 0), ...);
        lanes<n> all;
        if (is_inner) {
            uint32_t words[sizeof...(D)][WEFT_GPU_VECTOR / 4 + 1];
            ((read >> i & 1 && loop.whole >> i & 1 ? load_words<n *(int)step<D>>(words[i], place[i])
                                                   : (void)0),
             ...);
            ((!(read >> i & 1)      ? (void)0
              : is_value(params, i) ? at<i>(all).load_value(params.operands[i].at)
              : loop.whole >> i & 1
                  ? shift_bytes<n *(int)step<D>>(at<i>(all).elements, words[i], place[i])
                  : at<i>(all).load_scalar(place[i])),
             ...);
        } else {
            ((!(read >> i & 1) ? (void)0
              : is_value(params, i)
                  ? at<i>(all).load_value(params.operands[i].at)
                  : at<i>(all).load_some(place[i], loop.whole >> i & 1 ? step<D> : 0, count)),
             ...);
        }
        compute(all);
        ((i < inputs   ? (void)0
          : count >= n ? at<i>(all).store_vector(place[i])
                       : at<i>(all).store_some(place[i], step<D>, count)),
         ...);
    }

    /* Items from where a vector of the first output would begin to where its row does. */
    static WEFT_DEVICE_INLINE uint32_t skew_of(char *const *place)
    {
        uint32_t skew = 0;
        ((i == inputs ? (void)(skew = shift_of<n *(int)step<D>>(place[i]) / (uint32_t)step<D>)
                      : (void)0),
         ...);
        return skew;
    }

    /* The items of a thread, of a tile whose first row is at `place`, from a column on. */
    static WEFT_DEVICE_INLINE void run_thread(const tile_params<sizeof...(D)> &params, char *room,
                                              char **place, uint32_t first, uint32_t rows)
    {
        constexpr uint32_t last = tile_length - 1;
        const weft_gpu_tile_loop &loop = params.loop;
        const uint32_t columns = loop.columns - first;
        uint32_t column = machine::thread_index(), row = divide(column, loop.lanes);
        if (row >= loop.lane_rows || column >= columns || row >= rows)
            return;
        int64_t next[] = {params.operands[i].next...};
        ((loop.transposed >> i & 1
              ? (void)(place[i] = room + params.operands[i].room +
                                  (column * pitch<D>(loop) + row) * (uint32_t)step<D>,
                       next[i] = (int64_t)loop.next_row * step<D>)
              : (void)(place[i] += (int64_t)column * params.operands[i].steps[0] +
                                   (int64_t)row * params.operands[i].steps[1])),
         ...);
        if constexpr (!is_narrow)
            if (loop.is_merged != 0)
                ((loop.transposed >> i & 1
                      ? (void)0
                      : (void)(place[i] += outer_jump(params, i, first + column))),
                 ...);
        int count = tile_length;
        if (column + last * loop.next_column >= columns || row + last * loop.next_row >= rows) {
            count = 1;
            WEFT_ROLLED
            for (uint32_t k = 1; k < last; k++)
                count += column + k * loop.next_column < columns && row + k * loop.next_row < rows;
        }
        run_strided(params, place, next, count);
    }

    /* The items of a thread in each of some rows of a tile, one row after the other. All columns
     * are there: a loop that asks would take the registers of transposed tiles, which then took a
     * third longer. */
    static WEFT_DEVICE_INLINE void run_rows(const tile_params<sizeof...(D)> &params, char **place,
                                            uint32_t rows)
    {
        const weft_gpu_tile_loop &loop = params.loop;
        uint32_t column = machine::thread_index(), row = divide(column, loop.lanes);
        const uint32_t end = rows < loop.tile_rows ? rows : loop.tile_rows;
        ((place[i] += (int64_t)column * params.operands[i].steps[0] +
                      (int64_t)row * params.operands[i].steps[1]),
         ...);
        WEFT_ROLLED
        for (; row < end; row += loop.lane_rows) {
            lanes<tile_length> all;
            ((read >> i & 1 ? is_value(params, i)
                                  ? at<i>(all).load_value(params.operands[i].at)
                                  : at<i>(all).load_strided(place[i], params.operands[i].next)
                            : (void)0),
             ...);
            compute(all);
            ((i < inputs ? (void)0 : at<i>(all).store_strided(place[i], params.operands[i].next)),
             ...);
            ((place[i] += loop.lane_rows * params.operands[i].steps[1]), ...);
        }
    }

    /* Moves all operands along the axes from `from` on. */
    template <int from, class Params>
    static WEFT_DEVICE_INLINE void move_outer(const Params &params, uint32_t index, char **place)
    {
        WEFT_UNROLL
        for (uint32_t axis = from; axis < WEFT_GPU_RANK; axis++) {
            const bool is_last = axis + 1 >= params.loop.rank;
            const uint32_t quotient = is_last ? 0 : divide(index, params.loop.axes[axis]);
            ((place[i] += (int64_t)index * params.operands[i].steps[axis]), ...);
            index = quotient;
            if (is_last)
                break;
        }
    }

    /* Elements from column to column of a tile in shared memory. */
    template <class E> static WEFT_DEVICE_INLINE uint32_t pitch(const weft_gpu_tile_loop &loop)
    {
        return WEFT_GPU_TILE_PITCH(loop.tile_rows, (uint32_t)step<E>);
    }

    /* Brings a tile of operand k, from a column on, to shared memory, threads side by side along
     * rows, of which there are `rows`. */
    template <int k, class E>
    static WEFT_DEVICE_INLINE void bring(const tile_params<sizeof...(D)> &params, const char *from,
                                         char *room, uint32_t first, uint32_t rows)
    {
        using storage = typename dtype_traits<E>::storage;
        const weft_gpu_tile_loop &loop = params.loop;
        const uint32_t columns = loop.columns - first;
        uint32_t row = machine::thread_index(), column = divide(row, loop.lanes);
        from += (int64_t)column * params.operands[k].steps[0] +
                (int64_t)row * params.operands[k].steps[1];
        const int64_t next = loop.lane_rows * params.operands[k].steps[0];
        storage *to = reinterpret_cast<storage *>(room + params.operands[k].room) +
                      column * pitch<E>(loop) + row;
        const uint32_t to_next = loop.lane_rows * pitch<E>(loop);
        if (columns >= loop.tile_columns && rows >= loop.tile_rows) {
            storage held[tile_length];
            if (!is_narrow && loop.is_merged != 0) {
                WEFT_UNROLL
                for (int item = 0; item < tile_length; item++, from += next)
                    held[item] = *reinterpret_cast<const storage *>(
                        from + outer_jump(params, k, first + column + item * loop.lane_rows));
            } else {
                WEFT_UNROLL
                for (int item = 0; item < tile_length; item++, from += next)
                    held[item] = *reinterpret_cast<const storage *>(from);
            }
            WEFT_UNROLL
            for (int item = 0; item < tile_length; item++)
                to[item * to_next] = held[item];
            return;
        }
        WEFT_ROLLED
        for (; column < loop.tile_columns && column < columns && row < rows;
             column += loop.lane_rows) {
            *to = *reinterpret_cast<const storage *>(from + outer_jump(params, k, first + column));
            from += next, to += to_next;
        }
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

/* The kernels' entry: any of the three parameter structures. */
template <class Body, int inputs, uint32_t kept, class... D, class Params>
WEFT_DEVICE_INLINE void run_elementwise(const Params &params)
{
    elementwise<Body, inputs, kept, std::make_integer_sequence<int, sizeof...(D)>, D...>::run(
        params);
}

} // namespace weft

/* Instantiates SYMBOL_v, SYMBOL_n and SYMBOL_m over ns::SYMBOL::weft_body; then the dtypes of all
 * operands. It expands inside weft::dtype, where the dtypes' names mean their tags. */
#define WEFT_ELEMENTWISE(ns, symbol, inputs, kept, ...)                                       \
    namespace weft::dtype                                                                     \
    {                                                                                         \
    WEFT_ELEMENTWISE_KERNEL(ns, symbol, _v, WEFT_GPU_THREADS, vector_params, inputs, kept,    \
                            __VA_ARGS__)                                                      \
    WEFT_ELEMENTWISE_KERNEL(ns, symbol, _n, WEFT_GPU_TILE_THREADS, tile_params, inputs, kept, \
                            __VA_ARGS__)                                                      \
    WEFT_ELEMENTWISE_KERNEL(ns, symbol, _m, WEFT_GPU_THREADS, masked_params, inputs, kept,    \
                            __VA_ARGS__)                                                      \
    }
#define WEFT_ELEMENTWISE_KERNEL(ns, symbol, suffix, threads, parameters, inputs, kept, ...)   \
    WEFT_FOR_ALL_LEVELS(WEFT_KERNEL(symbol##suffix, threads,                                  \
                                    ::weft::parameters<::weft::operand_count<__VA_ARGS__>>) { \
        ::weft::run_elementwise<::ns::symbol::weft_body, inputs, kept, __VA_ARGS__>(params);  \
    })
#endif
