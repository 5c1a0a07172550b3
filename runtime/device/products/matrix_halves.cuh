/* matrix_halves.cuh: what a GPU's unit for matrices does with 16-bit floating numbers, and what any
 * thread does in its place: a group of 32 threads adds products up in float. The order, and how the
 * unit rounds, are its own. */
#ifndef WEFT_MATRIX_HALVES_CUH
#define WEFT_MATRIX_HALVES_CUH

#include <type_traits>

#include "math/types.cuh"

namespace weft::matrix
{

/* Rows and columns of C, and k, that the unit takes at a time. */
inline constexpr int HALF_ROWS = 16, HALF_COLUMNS = 8, HALF_DEPTH = 16;

/* How LONG x by DEPTH k are staged: rows of one x (along k) or of one k, in units of 16 bytes. From
 * row to row these change places, so that the units of 8 rows meet in no bank of the memory. */
template <int LONG, int DEPTH, bool along_k> struct half_panel {
    static constexpr bool is_along_k = along_k;
    static constexpr uint32_t rows = along_k ? LONG : DEPTH;
    static constexpr uint32_t units = (along_k ? DEPTH : LONG) / 8, turns = units < 8 ? units : 8;

    /* The number of a row's unit. */
    static WEFT_DEVICE_INLINE uint32_t unit_at(uint32_t row, uint32_t unit)
    {
        return row * units + (unit ^ row / (8 / turns) % turns);
    }

    /* Where an element is. */
    static WEFT_DEVICE_INLINE uint32_t find(uint32_t x, uint32_t k)
    {
        const uint32_t row = along_k ? x : k, close = along_k ? k : x;
        return unit_at(row, close / 8) * 8 + close % 8;
    }
};

/* Where a thread's sums are: two side by side in one row, and two 8 rows further. */
WEFT_DEVICE_INLINE uint32_t half_row(uint32_t lane, int sum)
{
    return lane / 4 + sum / 2 * 8;
}
WEFT_DEVICE_INLINE uint32_t half_column(uint32_t lane, int sum)
{
    return lane % 4 * 2 + sum % 2;
}

#if __CUDA_ARCH__ >= 800
/* 16 x by 16 k of a panel as the unit takes them, in 4 quarters: the thread says where a row of one
 * of them is. */
template <class PANEL> struct half_fragments {
    uint32_t at, offset; /* bytes */

    WEFT_DEVICE_INLINE half_fragments(const uint16_t *panel, uint32_t x0, uint32_t lane,
                                      uint32_t x_half, uint32_t k_half)
    {
        const uint32_t row = lane % 8;
        at = (uint32_t)__cvta_generic_to_shared(panel);
        offset = 2 * PANEL::find(x0 + x_half * 8 + (PANEL::is_along_k ? row : 0),
                                 k_half * 8 + (PANEL::is_along_k ? 0 : row));
    }

    /* Those from x and k on, which are multiples of 16, x0 one of what the group has of x. */
    WEFT_DEVICE_INLINE void load(uint32_t x, uint32_t k, uint32_t (&to)[4]) const
    {
        const uint32_t close = PANEL::is_along_k ? k : x, far = PANEL::is_along_k ? x : k;
        const uint32_t from = at + (offset ^ 2 * close) + far * PANEL::units * 16;
        if constexpr (PANEL::is_along_k)
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                         : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                         : "r"(from)
                         : "memory");
        else
            asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                         : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                         : "r"(from)
                         : "memory");
    }
};

template <class H>
WEFT_DEVICE_INLINE void multiply_halves(float (&sums)[4], const uint32_t (&a)[4], const uint32_t *b)
{
    if constexpr (std::is_same_v<H, dtype::float16>)
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    else
        asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
#endif

/* Adds DEPTH k to a group's tile of 16 HEIGHT rows and 8 WIDTH columns, from row `top` of A's panel
 * and column `left` of B's on. The group comes together. */
template <class H, class A, class B, int DEPTH, int HEIGHT, int WIDTH>
WEFT_DEVICE_INLINE void add_halves(float (&sums)[HEIGHT][WIDTH][4], uint32_t lane,
                                   const uint16_t *a, uint32_t top, const uint16_t *b,
                                   uint32_t left)
{
#if __CUDA_ARCH__ >= 800
    const half_fragments<A> down(a, top, lane, lane / 8 % 2, lane / 16);
    const half_fragments<B> across(b, left, lane, lane / 16, lane / 8 % 2);
    WEFT_UNROLL
    for (int k = 0; k < DEPTH; k += HALF_DEPTH) {
        uint32_t rows[HEIGHT][4], columns[WIDTH / 2][4];
        WEFT_UNROLL
        for (int r = 0; r < HEIGHT; r++)
            down.load(r * HALF_ROWS, k, rows[r]);
        WEFT_UNROLL
        for (int c = 0; c < WIDTH / 2; c++)
            across.load(c * 2 * HALF_COLUMNS, k, columns[c]);
        WEFT_UNROLL
        for (int r = 0; r < HEIGHT; r++)
            WEFT_UNROLL
        for (int c = 0; c < WIDTH; c++)
            multiply_halves<H>(sums[r][c], rows[r], &columns[c / 2][c % 2 * 2]);
    }
#else
    using traits = dtype_traits<H>;
    WEFT_ROLLED
    for (uint32_t k = 0; k < DEPTH; k++)
        WEFT_UNROLL
    for (int r = 0; r < HEIGHT; r++)
        WEFT_UNROLL
    for (int c = 0; c < WIDTH; c++)
        WEFT_UNROLL
    for (int e = 0; e < 4; e++)
        sums[r][c][e] = machine::multiply_add(
            traits::get(a[A::find(top + r * HALF_ROWS + half_row(lane, e), k)]),
            traits::get(b[B::find(left + c * HALF_COLUMNS + half_column(lane, e), k)]),
            sums[r][c][e]);
#endif
}

} // namespace weft::matrix
#endif
