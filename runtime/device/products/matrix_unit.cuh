/* matrix_unit.cuh: what a GPU's unit for matrices does, and what any thread does in its place:
 * products of doubles that a group of 32 threads adds up together. Each sum is that of a loop over
 * k of fused products. */
#ifndef WEFT_MATRIX_UNIT_CUH
#define WEFT_MATRIX_UNIT_CUH

#include "machine.cuh"

namespace weft::matrix
{

/* Rows and columns of C that the group has an element or two of for each thread, the k that are
 * added at a time, and how many of a thread's sums are side by side. */
inline constexpr int SIDE = 8, DEPTH = 8, UNIT = 2;

/* Doubles between staged rows of 8 or 16 or 32 or more, so that the group meets in no bank of the
 * memory. */
inline constexpr int GAP = 4;

/* Staged doubles of a factor, and how far it is from a row of A or a column of B to the next, and
 * from k to k. */
struct staged {
    const double *at;
    uint32_t x_step, k_step;
    WEFT_DEVICE_INLINE double find(uint32_t x, uint32_t k) const
    {
        return at[x * x_step + k * k_step];
    }
};

/* Where a thread's first sum is. */
WEFT_DEVICE_INLINE uint32_t row(uint32_t lane)
{
    return lane / 4;
}
WEFT_DEVICE_INLINE uint32_t column(uint32_t lane)
{
    return lane % 4 * UNIT;
}

/* add(sums, lane, a, b) adds DEPTH k to a tile. The group comes together. */
#if __CUDA_ARCH__ >= 900
/* 16 × 8 elements of C, 8 k: the only shapes of more than 8 rows that have the unit's full speed
 * there. */
template <int HEIGHT, int WIDTH>
WEFT_DEVICE_INLINE void add(double (&sums)[HEIGHT][WIDTH], uint32_t lane, const staged &a,
                            const staged &b)
{
    const uint32_t k = lane % 4, own = lane / 4;
    double left[HEIGHT][2], right[WIDTH / UNIT][2];
    WEFT_UNROLL
    for (int q = 0; q < 2; q++) {
        WEFT_UNROLL
        for (int r = 0; r < HEIGHT; r++)
            left[r][q] = a.find(r * SIDE + own, k + 4 * q);
        WEFT_UNROLL
        for (int c = 0; c < WIDTH / UNIT; c++)
            right[c][q] = b.find(c * SIDE + own, k + 4 * q);
    }
    WEFT_UNROLL
    for (int r = 0; r < HEIGHT; r += 2)
        WEFT_UNROLL
    for (int c = 0; c < WIDTH / UNIT; c++)
        asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+d"(sums[r][2 * c]), "+d"(sums[r][2 * c + 1]), "+d"(sums[r + 1][2 * c]),
              "+d"(sums[r + 1][2 * c + 1])
            : "d"(left[r][0]), "d"(left[r + 1][0]), "d"(left[r][1]), "d"(left[r + 1][1]),
              "d"(right[c][0]), "d"(right[c][1]));
}
#elif __CUDA_ARCH__ >= 800
/* 8 × 8 elements of C, 4 k. */
template <int HEIGHT, int WIDTH>
WEFT_DEVICE_INLINE void add(double (&sums)[HEIGHT][WIDTH], uint32_t lane, const staged &a,
                            const staged &b)
{
    const uint32_t own = lane / 4;
    WEFT_UNROLL
    for (uint32_t k = lane % 4; k < DEPTH; k += 4) {
        double left[HEIGHT], right[WIDTH / UNIT];
        WEFT_UNROLL
        for (int r = 0; r < HEIGHT; r++)
            left[r] = a.find(r * SIDE + own, k);
        WEFT_UNROLL
        for (int c = 0; c < WIDTH / UNIT; c++)
            right[c] = b.find(c * SIDE + own, k);
        WEFT_UNROLL
        for (int r = 0; r < HEIGHT; r++)
            WEFT_UNROLL
        for (int c = 0; c < WIDTH / UNIT; c++)
            asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                : "+d"(sums[r][2 * c]), "+d"(sums[r][2 * c + 1])
                : "d"(left[r]), "d"(right[c]));
    }
}
#else
/* Each thread by itself. */
template <int HEIGHT, int WIDTH>
WEFT_DEVICE_INLINE void add(double (&sums)[HEIGHT][WIDTH], uint32_t lane, const staged &a,
                            const staged &b)
{
    WEFT_ROLLED
    for (int k = 0; k < DEPTH; k++)
        WEFT_UNROLL
    for (int r = 0; r < HEIGHT; r++)
        WEFT_UNROLL
    for (int c = 0; c < WIDTH; c++)
        sums[r][c] =
            machine::multiply_add(a.find(r * SIDE + row(lane), k),
                                  b.find(c / UNIT * SIDE + column(lane) + c % UNIT, k), sums[r][c]);
}
#endif

} // namespace weft::matrix
#endif
