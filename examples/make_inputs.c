/* Writes the .npy files that the quick start works on.
 *   make_inputs FOLDER [STACK]
 * A.npy (STACK, 2, 4) and B.npy (STACK, 4, 5) of float32, STACK 1000 by default; price.npy,
 * strike.npy and years.npy of float64, 1000 × STACK numbers, at most a million. */
#include "example.h"

#include <errno.h>
#include <stdint.h>

/* The next of a sequence of numbers in [0, 1) that look random (xorshift). */
static double next_number(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* Writes FOLDER/NAME with numbers from `low` to `high`. */
static void write_numbers(const char *folder, const char *name, weft_dtype dtype, int rank,
                          const int64_t *shape, double low, double high)
{
    static uint64_t state = 88172645463325252;
    weft_array array;
    weft_error error;
    example_check(weft_array_new(&array, dtype, rank, shape, &error), &error);
    int64_t count = 1;
    for (int axis = 0; axis < rank; axis++)
        count *= shape[axis];
    for (int64_t i = 0; i < count; i++) {
        double number = low + (high - low) * next_number(&state);
        if (dtype == WEFT_FLOAT32)
            ((float *)array.data)[i] = (float)number;
        else
            ((double *)array.data)[i] = number;
    }
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    example_expect(length > 0 && (size_t)length < sizeof path, "the folder's name is too long");
    example_check(weft_npy_write(path, &array, &error), &error);
    printf("%s: %lld numbers\n", path, (long long)count);
    weft_array_clear(&array);
}

int main(int argc, char **argv)
{
    char *end = "";
    errno = 0;
    long stack = argc > 2 ? strtol(argv[2], &end, 10) : 1000;
    if (argc < 2 || argc > 3 || errno != 0 || *end != '\0' || stack < 1 || stack > 10000000) {
        fprintf(stderr, "usage: make_inputs FOLDER [STACK], STACK from 1 to 10000000\n");
        return 2;
    }
    int64_t options = stack > 1000 ? 1000000 : 1000 * (int64_t)stack;
    write_numbers(argv[1], "A.npy", WEFT_FLOAT32, 3, (int64_t[]){stack, 2, 4}, -1, 1);
    write_numbers(argv[1], "B.npy", WEFT_FLOAT32, 3, (int64_t[]){stack, 4, 5}, -1, 1);
    write_numbers(argv[1], "price.npy", WEFT_FLOAT64, 1, &options, 10, 100);
    write_numbers(argv[1], "strike.npy", WEFT_FLOAT64, 1, &options, 10, 100);
    write_numbers(argv[1], "years.npy", WEFT_FLOAT64, 1, &options, 0.1, 2);
    return 0;
}
