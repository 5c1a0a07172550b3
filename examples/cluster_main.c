/* One call made by the processes of an MPI job, on one machine or many: rows of the Mandelbrot set, dealt out
 * one by one, for they take unlike times; and a stack of matrix products, in one part for each process.
 *   mpiexec -n 4 cluster */
#include "example.h"

#include <mpi.h>
#include <string.h>

#include "batch_matmul.h"
#include "mandelbrot.h"

enum { ROWS = 600, COLUMNS = 900, LIMIT = 500, STACK = 60000, M = 4, N = 6, P = 5 };

/* The seconds that the slowest process took, and all of them together. */
static void print_times(const char *what, double seconds, int rank, int size)
{
    double slowest, sum;
    MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&seconds, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s on %d processes: the slowest took %.1f ms, all together %.1f ms\n", what, size,
               1e3 * slowest, 1e3 * sum);
}

/* Row r is of process r mod size: a range of the items of one call, of which all have the operands. */
static void draw_rows(int rank, int size)
{
    const weft_options options = {.target = WEFT_CPU};
    weft_array x = example_points(1, COLUMNS, -2.4, 1.05), y = example_points(2, ROWS, -1.15, 1.15);
    weft_array limit = weft_scalar_i64(LIMIT), steps;
    weft_error error;
    const int64_t shape[] = {ROWS, COLUMNS};
    example_check(weft_array_new(&steps, WEFT_INT32, 2, shape, &error), &error);
    weft_array *const operands[] = {&x, &y, &limit, &steps};
    int32_t *pixels = steps.data;

    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int64_t row = rank; row < ROWS; row += size)
        example_check(weft_call_range(&weft_ufunc_mandelbrot, operands, row * COLUMNS,
                                      (row + 1) * COLUMNS, &options, &error),
                      &error);
    print_times("mandelbrot  ", MPI_Wtime() - begin, rank, size);

    for (int row = 0; row < ROWS; row++)
        if (row % size != 0 && rank == 0)
            MPI_Recv(pixels + row * COLUMNS, COLUMNS, MPI_INT32_T, row % size, row, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        else if (row % size == rank && rank != 0)
            MPI_Send(pixels + row * COLUMNS, COLUMNS, MPI_INT32_T, 0, row, MPI_COMM_WORLD);
    if (rank == 0) {
        weft_array whole = {0};
        example_check(weft_mandelbrot(&x, &y, &limit, &whole, &options, &error), &error);
        example_expect(memcmp(whole.data, pixels, ROWS * COLUMNS * sizeof *pixels) == 0,
                       "rows of all processes make the picture");
        weft_array_clear(&whole);
    }
    weft_array_clear(&steps);
    weft_array_clear(&x);
    weft_array_clear(&y);
}

/* A number that is exact, as are sums of its products. */
static float entry(int64_t place)
{
    return (float)(place * 7 % 23) - 11;
}

/* Each process has its part of the stack alone, and the call is of that part. */
static void multiply_stack(int rank, int size)
{
    const weft_options options = {.target = WEFT_CPU};
    const int64_t lo = (int64_t)STACK * rank / size,
                  count = (int64_t)STACK * (rank + 1) / size - lo;
    weft_array A, B, C = {0};
    weft_error error;
    example_check(weft_array_new(&A, WEFT_FLOAT32, 3, (int64_t[]){count, M, N}, &error), &error);
    example_check(weft_array_new(&B, WEFT_FLOAT32, 3, (int64_t[]){count, N, P}, &error), &error);
    float *a = A.data, *b = B.data;
    for (int64_t k = 0; k < count * M * N; k++)
        a[k] = entry(lo * M * N + k);
    for (int64_t k = 0; k < count * N * P; k++)
        b[k] = entry(lo * N * P + k);

    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    example_check(weft_batch_matmul(&A, &B, &C, &options, &error), &error);
    print_times("batch_matmul", MPI_Wtime() - begin, rank, size);

    /* The sum of all entries of all products, which has a formula of its own: Σ (Σ_i A_ik) (Σ_j B_kj). */
    double sums[2] = {0}, totals[2];
    for (int64_t k = 0; k < count * M * P; k++)
        sums[0] += (double)((float *)C.data)[k];
    for (int64_t item = 0; item < count; item++)
        for (int k = 0; k < N; k++) {
            double column = 0, row = 0;
            for (int i = 0; i < M; i++)
                column += (double)a[(item * M + i) * N + k];
            for (int j = 0; j < P; j++)
                row += (double)b[(item * N + k) * P + j];
            sums[1] += column * row;
        }
    MPI_Reduce(sums, totals, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("sum of %d products: %.0f\n", STACK, totals[0]);
        example_expect(totals[0] == totals[1], "the sum of all products");
    }
    weft_array_clear(&A);
    weft_array_clear(&B);
    weft_array_clear(&C);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    draw_rows(rank, size);
    multiply_stack(rank, size);
    MPI_Finalize();
    return 0;
}
