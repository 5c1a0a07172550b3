/* (a + b)² of an array and an array, and of an array and a number. */
#include "example.h"

#include "square_of_sum.h"

/* Prints the elements of a vector of float64. */
static void print_vector(const char *name, const weft_array *vector)
{
    printf("%-12s", name);
    for (int64_t i = 0; i < vector->shape[0]; i++)
        printf(" %6g", ((const double *)vector->data)[i]);
    printf("\n");
}

int main(void)
{
    double a_data[] = {1, 2, 3, 4, 5};
    double b_data[] = {10, 20, 30, 40, 50};
    weft_array a = weft_array_view(a_data, WEFT_FLOAT64, 1, (int64_t[]){5}, NULL);
    weft_array b = weft_array_view(b_data, WEFT_FLOAT64, 1, (int64_t[]){5}, NULL);
    weft_array ten = weft_scalar_f64(10);
    weft_error error;

    /* Without a dtype, the result is allocated by the call. */
    weft_array sums = {0}, tens = {0};
    example_check(weft_square_of_sum(&a, &b, &sums, NULL, &error), &error);
    example_check(weft_square_of_sum(&a, &ten, &tens, NULL, &error), &error);
    print_vector("a", &a);
    print_vector("b", &b);
    print_vector("(a + b)^2", &sums);
    print_vector("(a + 10)^2", &tens);
    for (int i = 0; i < 5; i++) {
        double sum = a_data[i] + b_data[i];
        example_expect(((double *)sums.data)[i] == sum * sum, "array and array");
        sum = a_data[i] + 10;
        example_expect(((double *)tens.data)[i] == sum * sum, "array and number");
    }
    weft_array_clear(&sums);
    weft_array_clear(&tens);
    return 0;
}
