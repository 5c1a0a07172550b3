/* added.c: float8, which one line of dtypes.h made, through the public header: casts, calls,
 * reductions, files. What is right is said by arithmetic. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

enum { COUNT = 256, EXPONENT_BITS = 5, STORED = 2, BIAS = 15, INFINITE = 0x7c };

static weft_error error;

static void require(bool good, const char *what)
{
    if (good)
        return;
    printf("%s (%s)\n", what, error.text);
    exit(1);
}

static double value_of(int bits)
{
    int field = bits >> STORED & ((1 << EXPONENT_BITS) - 1), fraction = bits & 3;
    double size = field == 31 ? (fraction ? NAN : INFINITY)
                  : field     ? ldexp(4 + fraction, field - BIAS - STORED)
                              : ldexp(fraction, 1 - BIAS - STORED);
    return bits & 0x80 ? -size : size;
}

/* The bits nearest to a number, of two neighbours at a tie the even ones. */
static int bits_of(double value)
{
    int best = 0;
    double size = fabs(value);
    if (size >= 61440) /* halfway from the largest number to the next power of two */
        best = INFINITE;
    else
        for (int bits = 1; bits < INFINITE; bits++) {
            double now = fabs(value_of(bits) - size), before = fabs(value_of(best) - size);
            if (now < before || (now == before && bits % 2 == 0))
                best = bits;
        }
    return best | (signbit(value) ? 0x80 : 0);
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static const weft_options unsafe = {.casting = WEFT_CASTING_UNSAFE};

/* All values to a dtype and back, by way of float64. */
static void check_casts(void)
{
    static unsigned char all[COUNT], back[COUNT];
    static double values[COUNT];
    const int64_t shape[1] = {COUNT};
    for (int i = 0; i < COUNT; i++)
        all[i] = (unsigned char)i;
    weft_array from = weft_array_view(all, WEFT_FLOAT8, 1, shape, NULL);
    weft_array into = weft_array_view(back, WEFT_FLOAT8, 1, shape, NULL);
    weft_array wide = weft_array_view(values, WEFT_FLOAT64, 1, shape, NULL);
    require(!weft_array_copy(&wide, &from, NULL, &error), "to float64");
    for (int i = 0; i < COUNT; i++)
        require(same(values[i], value_of(i)), "a value");
    for (int dtype = WEFT_BOOL; dtype < WEFT_DTYPE_END; dtype++) {
        weft_array other = {0};
        require(!weft_array_new(&other, (weft_dtype)dtype, 1, shape, &error), "memory");
        require(!weft_array_copy(&other, &from, &unsafe, &error), "from float8");
        require(!weft_array_copy(&wide, &other, &unsafe, &error), "to float64 again");
        require(!weft_array_copy(&into, &other, &unsafe, &error), "to float8");
        bool exact = weft_can_cast(WEFT_FLOAT8, (weft_dtype)dtype, WEFT_CASTING_SAFE);
        for (int i = 0; i < COUNT; i++) {
            require(!exact || same(values[i], value_of(i)), "a safe cast is exact");
            require(isnan(value_of(i)) || back[i] == bits_of(values[i]) || !values[i],
                    "a cast to float8 rounds once");
        }
        weft_array_clear(&other);
    }
}

static void check_rounding(void)
{
    const int64_t none[1] = {0};
    for (int i = 0; i < INFINITE; i++) {
        double low = value_of(i), high = i + 1 < INFINITE ? value_of(i + 1) : 65536;
        double tie = (low + high) / 2;
        double tries[] = {low, tie, nextafter(tie, 0), nextafter(tie, INFINITY), -tie};
        for (size_t k = 0; k < sizeof tries / sizeof *tries; k++) {
            unsigned char bits;
            weft_array to = weft_array_view(&bits, WEFT_FLOAT8, 0, none, NULL);
            weft_array from = weft_scalar_f64(tries[k]);
            require(!weft_array_copy(&to, &from, &unsafe, &error), "a number");
            require(bits == bits_of(tries[k]), "a number is rounded to the nearest");
        }
    }
}

static void check_rules(void)
{
    require(weft_dtype_find("float8") == WEFT_FLOAT8, "its name");
    require(weft_dtype_size(WEFT_FLOAT8) == 1, "its size");
    const weft_dtype wider[] = {WEFT_FLOAT16, WEFT_BFLOAT16, WEFT_FLOAT32, WEFT_COMPLEX64};
    for (size_t i = 0; i < sizeof wider / sizeof *wider; i++) {
        require(weft_can_cast(WEFT_FLOAT8, wider[i], WEFT_CASTING_SAFE), "safely up");
        require(!weft_can_cast(wider[i], WEFT_FLOAT8, WEFT_CASTING_SAFE), "not down");
    }
    require(weft_can_cast(WEFT_BOOL, WEFT_FLOAT8, WEFT_CASTING_SAFE), "truth is a number");
    require(!weft_can_cast(WEFT_INT8, WEFT_FLOAT8, WEFT_CASTING_SAFE), "7 bits are more than 3");
    require(weft_can_cast(WEFT_FLOAT64, WEFT_FLOAT8, WEFT_CASTING_SAME_KIND), "of the same kind");
}

static void check_calls(const char *path)
{
    static unsigned char all[COUNT], ones[COUNT], sums[COUNT * COUNT];
    const int64_t column[2] = {COUNT, 1}, row[1] = {COUNT}, square[2] = {COUNT, COUNT};
    weft_library *library;
    require(!weft_library_open(path, &library, &error), "the library");
    for (int i = 0; i < COUNT; i++) {
        all[i] = (unsigned char)i;
        ones[i] = (unsigned char)bits_of(0.25);
    }
    weft_array a = weft_array_view(all, WEFT_FLOAT8, 2, column, NULL);
    weft_array b = weft_array_view(all, WEFT_FLOAT8, 1, row, NULL);
    weft_array c = weft_array_view(sums, WEFT_FLOAT8, 2, square, NULL);
    require(
        !weft_call(weft_library_find(library, "plus"), (weft_array *[]){&a, &b, &c}, NULL, &error),
        "plus");
    for (int i = 0; i < COUNT * COUNT; i++) {
        double sum = value_of(i / COUNT) + value_of(i % COUNT);
        require(isnan(sum) ? isnan(value_of(sums[i])) : sums[i] == bits_of(sum), "a sum");
    }
    weft_array quarters = weft_array_view(ones, WEFT_FLOAT8, 1, row, NULL), total = {0};
    require(!weft_reduce(weft_library_find(library, "plus"), &quarters, &total, NULL, NULL, &error),
            "reduce");
    require(total.dtype == WEFT_FLOAT8 && *(unsigned char *)total.data == bits_of(64),
            "256 quarters are 64, folded in float32");
    weft_array_clear(&total);
    require(!weft_call(weft_library_find(library, "inner"),
                       (weft_array *[]){&quarters, &quarters, &total}, NULL, &error),
            "inner");
    require(*(unsigned char *)total.data == bits_of(16), "256 sixteenths are 16");
    weft_array_clear(&total);
    weft_array number = weft_scalar_f64(0.3);
    require(!weft_call(weft_library_find(library, "narrow"), (weft_array *[]){&number, &total},
                       NULL, &error),
            "narrow");
    require(*(unsigned char *)total.data == bits_of(0.3), "0.3 is stored as 0.3125");
    weft_array_clear(&total);
    weft_library_close(library);
}

static void check_file(const char *path)
{
    unsigned char bits = 0;
    weft_array array = weft_array_view(&bits, WEFT_FLOAT8, 0, NULL, NULL);
    require(weft_npy_write(path, &array, &error) == WEFT_ERROR_DTYPE &&
                strstr(error.text, "float8 has no .npy type"),
            "has no .npy type");
}

int main(int count, char **arguments)
{
    if (count != 3)
        return 2;
    check_rules();
    check_casts();
    check_rounding();
    check_calls(arguments[1]);
    check_file(arguments[2]);
    puts("float8 is a dtype");
    return 0;
}
