/* view.cuh: array parameters of a body. `A[i][k]` stands as in the C source; what the name A is,
 * the instance decides: a view with byte steps, or a block in C order. They stand in a namespace of
 * their own, so that argument-dependent lookup finds no function of ours. */
#ifndef WEFT_VIEW_CUH
#define WEFT_VIEW_CUH

#include <stddef.h>

#include "machine.cuh"

namespace weft::views
{

/* A strided array: each axis has its step in bytes. */
template <class T, int rank> struct view {
    char *data;
    ptrdiff_t steps[rank];

    WEFT_DEVICE_INLINE view<T, rank - 1> operator[](ptrdiff_t index) const
    {
        view<T, rank - 1> inner;
        inner.data = data + index * steps[0];
        WEFT_UNROLL
        for (int axis = 1; axis < rank; axis++)
            inner.steps[axis - 1] = steps[axis];
        return inner;
    }
};

template <class T> struct view<T, 1> {
    char *data;
    ptrdiff_t steps[1];

    WEFT_DEVICE_INLINE T &operator[](ptrdiff_t index) const
    {
        return *reinterpret_cast<T *>(data + index * steps[0]);
    }
};

/* An array in C order, for code that uses it in any way that C allows: rows are pointers (or blocks
 * of one axis less), and the whole converts to a pointer to its first element. */
template <class T, int rank> struct block {
    T *data;
    ptrdiff_t row_lengths[rank - 1]; /* elements of one step along each axis but the last */

    WEFT_DEVICE_INLINE auto operator[](ptrdiff_t index) const
    {
        T *row = data + index * row_lengths[0];
        if constexpr (rank == 2) {
            return row;
        } else {
            block<T, rank - 1> inner;
            inner.data = row;
            WEFT_UNROLL
            for (int axis = 1; axis < rank - 1; axis++)
                inner.row_lengths[axis - 1] = row_lengths[axis];
            return inner;
        }
    }
    WEFT_DEVICE_INLINE auto operator*() const { return (*this)[0]; }
    WEFT_DEVICE_INLINE block operator+(ptrdiff_t rows) const
    {
        block moved = *this;
        moved.data += rows * row_lengths[0];
        return moved;
    }
    WEFT_DEVICE_INLINE operator T *() const { return data; }
};

} // namespace weft::views
#endif
