/* test.c: the prototypes against plain loops over all counts up to 200, past the ends of blocks and
 * vectors; and that nothing is written beyond. */
#include "prototypes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

enum { MOST = 200, GUARD = 16 };

static int wrong;
static uint64_t state = 1;

static double between(double low, double high)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(state >> 11) * 0x1p-53;
}

static void expect(const char *name, int64_t count, int64_t i, double got, double want,
                   double tolerance)
{
    if (fabs(got - want) <= tolerance * (1 + fabs(want)) || (isnan(got) && isnan(want)) ||
        got == want)
        return;
    wrong++;
    printf("%s, %lld elements: element %lld is %.17g, not %.17g\n", name, (long long)count,
           (long long)i, got, want);
}

static prototype *found(const char *name)
{
    prototype *const loop = prototype_find(name);
    if (!loop) {
        printf("no prototype is called %s\n", name);
        exit(1);
    }
    return loop;
}

static double f64_in[5][MOST], f64_out[2][MOST + GUARD];
static float f32_in[5][MOST], f32_out[2][MOST + GUARD];

/* Runs a prototype on the first `inputs` arrays; outputs begin as 77. */
static void run_f32(const char *name, int inputs, int64_t count, int64_t written)
{
    void *args[7];
    for (int k = 0; k < inputs; k++)
        args[k] = f32_in[k];
    for (int k = 0; k < 2; k++) {
        args[inputs + k] = f32_out[k];
        for (int i = 0; i < MOST + GUARD; i++)
            f32_out[k][i] = 77;
    }
    found(name)(args, count);
    for (int i = 0; i < GUARD; i++)
        expect("beyond the end", count, i, f32_out[0][written + i], 77, 0);
}

static void run_f64(const char *name, int inputs, int64_t count)
{
    void *args[7];
    for (int k = 0; k < inputs; k++)
        args[k] = f64_in[k];
    for (int k = 0; k < 2; k++) {
        args[inputs + k] = f64_out[k];
        for (int i = 0; i < MOST + GUARD; i++)
            f64_out[k][i] = 77;
    }
    found(name)(args, count);
    for (int i = 0; i < GUARD; i++)
        expect("beyond the end", count, i, f64_out[0][count + i], 77, 0);
}

static void fill(double low, double high)
{
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < MOST; i++)
            f32_in[k][i] = (float)(f64_in[k][i] = between(low, high));
}

static void test_elementwise(int64_t n)
{
    fill(-1, 1);
    run_f32("add", 2, n, n);
    for (int64_t i = 0; i < n; i++)
        expect("add", n, i, f32_out[0][i], (double)(f32_in[0][i] + f32_in[1][i]), 1e-7);
    run_f32("square_of_sum", 2, n, n);
    for (int64_t i = 0; i < n; i++)
        expect("square_of_sum", n, i, f32_out[0][i], pow(f32_in[0][i] + f32_in[1][i], 2), 1e-6);
    run_f32("complex_product", 2, n / 2, n / 2 * 2);
    for (int64_t i = 0; i + 1 < n; i += 2) {
        const float *const a = f32_in[0] + i, *const b = f32_in[1] + i;
        expect("complex_product", n, i, f32_out[0][i], a[0] * b[0] - a[1] * b[1], 1e-6);
        expect("complex_product", n, i, f32_out[0][i + 1], a[0] * b[1] + a[1] * b[0], 1e-6);
    }
    for (int i = 0; i < MOST; i++) {
        f64_in[0][i] += 3;
        f64_in[1][i] += 9;
    }
    run_f64("larger_root", 3, n);
    for (int64_t i = 0; i < n; i++) {
        const double a = f64_in[0][i], b = f64_in[1][i], c = f64_in[2][i];
        expect("larger_root", n, i, f64_out[0][i], (-b + sqrt(b * b - 4 * a * c)) / (2 * a), 1e-13);
    }
    int32_t in[MOST], out[MOST + GUARD], low = -9, high = 50;
    for (int i = 0; i < MOST; i++)
        in[i] = (int32_t)between(-100, 100);
    found("clip")((void *[]){in, &low, &high, out}, n);
    for (int64_t i = 0; i < n; i++)
        expect("clip", n, i, out[i], fmin(fmax(in[i], low), high), 0);
}

static void test_functions(int64_t n)
{
    static const struct {
        const char *name;
        double (*function)(double);
        double low, high;
    } functions[] = {{"exp", exp, -80, 80},
                     {"log", log, 1e-3, 1e3},
                     {"sin", sin, -100, 100},
                     {"erf", erf, -4, 4}};
    for (int k = 0; k < 4; k++) {
        char name[16];
        fill(functions[k].low, functions[k].high);
        snprintf(name, sizeof name, "%s_f32", functions[k].name);
        run_f32(name, 1, n, n);
        for (int64_t i = 0; i < n; i++)
            expect(name, n, i, f32_out[0][i], functions[k].function(f32_in[0][i]), 1e-6);
        snprintf(name, sizeof name, "%s_f64", functions[k].name);
        run_f64(name, 1, n);
        for (int64_t i = 0; i < n; i++)
            expect(name, n, i, f64_out[0][i], functions[k].function(f64_in[0][i]), 2e-15);
    }
    fill(.1, 3);
    run_f64("pow_f64", 2, n);
    for (int64_t i = 0; i < n; i++)
        expect("pow_f64", n, i, f64_out[0][i], pow(f64_in[0][i], f64_in[1][i]), 2e-15);
}

static void test_prices(int64_t n)
{
    fill(5, 30);
    f64_in[3][0] = f32_in[3][0] = .02f;
    f64_in[4][0] = f32_in[4][0] = .3f;
    run_f32("black_scholes_f32", 5, n, n);
    run_f64("black_scholes_f64", 5, n);
    for (int64_t i = 0; i < n; i++) {
        const double s = f64_in[0][i], x = f64_in[1][i], t = f64_in[2][i], r = f64_in[3][0],
                     v = f64_in[4][0];
        const double d1 = (log(s / x) + (r + .5 * v * v) * t) / (v * sqrt(t)),
                     d2 = d1 - v * sqrt(t);
        const double n1 = .5 * erfc(-d1 * sqrt(.5)), n2 = .5 * erfc(-d2 * sqrt(.5)),
                     worth = x * exp(-r * t);
        expect("black_scholes_f64, call", n, i, f64_out[0][i], s * n1 - worth * n2, 1e-13);
        expect("black_scholes_f64, put", n, i, f64_out[1][i], worth * (1 - n2) - s * (1 - n1),
               1e-13);
        expect("black_scholes_f32, call", n, i, f32_out[0][i], s * n1 - worth * n2, 1e-5);
        expect("black_scholes_f32, put", n, i, f32_out[1][i], worth * (1 - n2) - s * (1 - n1),
               1e-5);
    }
}

/* Points on the border of the set may take another number of steps where products are fused: sums
 * are compared. */
static void test_escape(const char *name, int64_t n)
{
    int32_t limit = 50, steps[MOST + GUARD];
    double got = 0, want = 0;
    fill(-1.5, 1);
    memset(steps, 0x55, sizeof steps);
    found(name)((void *[]){f32_in[0], f32_in[1], &limit, steps}, n);
    for (int64_t i = 0; i < n; i++) {
        float x = 0, y = 0;
        int32_t count = 0;
        for (; count < limit && x * x + y * y < 4; count++) {
            const float next = x * x - y * y + f32_in[0][i];
            y = 2 * x * y + f32_in[1][i];
            x = next;
        }
        want += count;
        got += steps[i];
    }
    expect(name, n, 0, got, want, .01);
    expect(name, n, n, steps[n], 0x55555555, 0);
}

static void test_products(void)
{
    static const struct {
        const char *name;
        int m, p, n;
    } sizes[] = {{"product_2_4_5", 2, 4, 5}, {"product_4", 4, 4, 4},
                 {"product_8", 8, 8, 8},     {"product_16", 16, 16, 16},
                 {"product_32", 32, 32, 32}, {"product_64", 64, 64, 64}};
    enum { ITEMS = 19 };
    static float a[ITEMS * 4096], b[ITEMS * 4096], c[ITEMS * 4096 + 1];
    for (int i = 0; i < ITEMS * 4096; i++) {
        a[i] = (float)between(-1, 1);
        b[i] = (float)between(-1, 1);
    }
    for (int k = 0; k < 6; k++) {
        const int m = sizes[k].m, p = sizes[k].p, n = sizes[k].n;
        c[ITEMS * m * n] = 77;
        found(sizes[k].name)((void *[]){a, b, c}, ITEMS);
        for (int i = 0; i < ITEMS * m * n; i++) {
            const int item = i / (m * n), row = i / n % m, column = i % n;
            double sum = 0;
            for (int q = 0; q < p; q++)
                sum += (double)a[(item * m + row) * p + q] * (double)b[(item * p + q) * n + column];
            expect(sizes[k].name, ITEMS, i, c[i], sum, 1e-5);
        }
        expect(sizes[k].name, ITEMS, ITEMS * m * n, c[ITEMS * m * n], 77, 0);
    }
}

static void test_sums(void)
{
    enum { ROWS = 21 };
    static float in[ROWS * SUM_COLUMNS], columns[SUM_COLUMNS], rows[ROWS], all;
    double by_row[ROWS] = {0}, by_column[SUM_COLUMNS] = {0}, whole = 0;
    for (int i = 0; i < ROWS * SUM_COLUMNS; i++) {
        in[i] = (float)between(0, 1);
        by_row[i / SUM_COLUMNS] += (double)in[i];
        by_column[i % SUM_COLUMNS] += (double)in[i];
        whole += (double)in[i];
    }
    found("sum_all")((void *[]){in, &all}, ROWS);
    found("sum_rows")((void *[]){in, rows}, ROWS);
    found("sum_columns")((void *[]){in, columns}, ROWS);
    expect("sum_all", ROWS, 0, all, whole, 1e-6);
    for (int i = 0; i < ROWS; i++)
        expect("sum_rows", ROWS, i, rows[i], by_row[i], 1e-5);
    for (int j = 0; j < SUM_COLUMNS; j++)
        expect("sum_columns", ROWS, j, columns[j], by_column[j], 1e-5);
}

/* Reads change nothing; what is written are whole lines of the output, the exclusive or of all lines so far. */
static void test_memory(void)
{
    enum { BYTES = 1000, EDGE = 64 };
    static _Alignas(64) unsigned char in[3][BYTES], out[BYTES + 2 * EDGE];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < BYTES; i++)
            in[k][i] = (unsigned char)between(0, 256);
    for (int begin = 0; begin <= EDGE; begin += 16) {
        const int first = (EDGE - begin % EDGE) % EDGE, last = first + (BYTES - first) / EDGE * EDGE;
        memset(out, 7, sizeof out);
        found("read_3_write_1")((void *[]){in[0], in[1], in[2], out + begin}, BYTES);
        unsigned char sum[EDGE] = {0};
        for (int i = -begin; i < BYTES + 2 * EDGE - begin; i++) {
            if (i >= first && i < last)
                sum[(i - first) % EDGE] ^= in[0][i] ^ in[1][i] ^ in[2][i];
            expect("read_3_write_1", BYTES, i, out[begin + i], i >= first && i < last ? sum[(i - first) % EDGE] : 7, 0);
        }
    }
}

/* A view of float32; steps in elements. */
static weft_array view(float *data, int rank, const int64_t *shape, const int64_t *steps)
{
    weft_array made = {.data = data, .dtype = WEFT_FLOAT32, .rank = rank};
    for (int k = 0; k < rank; k++) {
        made.shape[k] = shape[k];
        made.steps[k] = steps[k] * 4;
    }
    return made;
}

static void test_call(void)
{
    float x[36], y[36], z[36];
    for (int i = 0; i < 36; i++) {
        x[i] = (float)i;
        y[i] = (float)(100 * i);
        z[i] = 7;
    }
    weft_array a = view(x, 2, (int64_t[]){3, 1}, (int64_t[]){1, 1});
    weft_array b = view(y, 1, (int64_t[]){4}, (int64_t[]){2});
    weft_array out = view(z, 2, (int64_t[]){3, 4}, (int64_t[]){4, 1});
    prototype_call((void *[]){&a, &b, &out}, 0);
    for (int i = 0; i < 12; i++)
        expect("call, (3,1) + (4,)", 12, i, z[i], i / 4 + 200 * (i % 4), 0);
    a = view(x, 3, (int64_t[]){2, 3, 4}, (int64_t[]){12, 4, 1});
    b = view(y, 3, (int64_t[]){2, 3, 4}, (int64_t[]){1, 2, 6});
    out = view(z, 3, (int64_t[]){2, 3, 4}, (int64_t[]){12, 4, 1});
    prototype_call((void *[]){&a, &b, &out}, 0);
    for (int i = 0; i < 24; i++)
        expect("call, transposed", 24, i, z[i], i + 100 * (i / 12 + 2 * (i / 4 % 3) + 6 * (i % 4)),
               0);
    a = view(x, 0, NULL, NULL);
    out = view(z, 0, NULL, NULL);
    b = view(y + 5, 0, NULL, NULL);
    prototype_call((void *[]){&a, &b, &out}, 0);
    expect("call, no axes", 1, 0, z[0], 500, 0);
    out = view(x + 1, 1, (int64_t[]){4}, (int64_t[]){1});
    a = view(x, 1, (int64_t[]){4}, (int64_t[]){1});
    prototype_call((void *[]){&a, &a, &out}, 0);
    expect("call, operands overlap", 4, 1, x[1], 1, 0);
}

int main(void)
{
    for (int64_t n = 0; n <= MOST; n++) {
        test_elementwise(n);
        test_functions(n);
        test_prices(n);
        test_escape("escape", n);
        test_escape("escape_refilled", n);
    }
    prototype_cache = 1; /* all arrays are large */
    for (int64_t n = 0; n <= MOST; n++)
        test_elementwise(n);
    test_products();
    test_sums();
    test_memory();
    test_call();
    if (wrong)
        printf("%d elements are wrong\n", wrong);
    return wrong > 0;
}
