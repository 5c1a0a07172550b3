/* A stack of 1000 products of (2, 4) by (4, 5) matrices in one call, on every target. */
#include "example.h"

#include <math.h>

#include "batch_matmul.h"

enum { ITEMS = 1000, M = 2, N = 4, P = 5 };

/* The largest difference between the product that was computed and the one computed here. */
static double largest_difference(float (*A)[M][N], float (*B)[N][P], float (*C)[M][P])
{
    double largest = 0;
    for (int item = 0; item < ITEMS; item++)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < P; j++) {
                double sum = 0;
                for (int k = 0; k < N; k++)
                    sum += (double)A[item][i][k] * (double)B[item][k][j];
                largest = fmax(largest, fabs(sum - (double)C[item][i][j]));
            }
    return largest;
}

int main(void)
{
    static float A_data[ITEMS][M][N], B_data[ITEMS][N][P], C_data[ITEMS][M][P];
    for (int item = 0; item < ITEMS; item++)
        for (int k = 0; k < N; k++) {
            for (int i = 0; i < M; i++)
                A_data[item][i][k] = (float)((item + 3 * i + k) % 11) - 5;
            for (int j = 0; j < P; j++)
                B_data[item][k][j] = (float)((item * k + j) % 7) / 4;
        }
    weft_array A = weft_array_view(A_data, WEFT_FLOAT32, 3, (int64_t[]){ITEMS, M, N}, NULL);
    weft_array B = weft_array_view(B_data, WEFT_FLOAT32, 3, (int64_t[]){ITEMS, N, P}, NULL);
    weft_array C = weft_array_view(C_data, WEFT_FLOAT32, 3, (int64_t[]){ITEMS, M, P}, NULL);
    weft_error error;

    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        example_check(weft_batch_matmul(&A, &B, &C, &(weft_options){.target = target}, &error),
                      &error);
        double difference = largest_difference(A_data, B_data, C_data);
        printf("%-8s  1000 × (2,4)(4,5): largest difference %g\n", weft_target_name(target),
               difference);
        example_expect(difference < 1e-4, "matrix product");
    }

    /* Sizes that do not agree are an error with a sentence, and nothing is written. */
    weft_array narrow = weft_array_view(B_data, WEFT_FLOAT32, 3, (int64_t[]){ITEMS, 3, P}, NULL);
    example_expect(weft_batch_matmul(&A, &narrow, &C, NULL, &error) == WEFT_ERROR_SHAPE,
                   "a wrong size is refused");
    printf("refused:  %s\n", error.text);
    return 0;
}
