/* gpu_twins.c: that each target runs its own twin of a function: those of twin_kernels.cuh give
 * 1000 more. gpu_twins LIBRARY */
#include <stdio.h>

#include <weft/weft.h>

enum { SKIPPED = 77, ROWS = 3, COLUMNS = 70, MORE = 1000 };

static weft_library *library;
static bool failed;

static void expect(bool good, const char *name, weft_target target, double found, double wanted)
{
    if (good && found == wanted)
        return;
    printf("%s on %s gives %g, not %g\n", name, weft_target_name(target), found, wanted);
    failed = true;
}

static bool call(const char *name, weft_array *const *operands, weft_target target)
{
    weft_error error = {.text = ""};
    const weft_ufunc *ufunc = weft_library_find(library, name);
    const weft_options options = {.target = target};
    if (ufunc && weft_call(ufunc, operands, &options, &error) == WEFT_OK)
        return true;
    printf("%s: %s\n", name, ufunc ? error.text : "is not in the library");
    failed = true;
    return false;
}

static void try_numbers(weft_target target, double more)
{
    float x[COLUMNS], y[COLUMNS], z[COLUMNS];
    double wide[COLUMNS], result[COLUMNS];
    int32_t whole[COLUMNS], next[COLUMNS];
    const int64_t shape[] = {COLUMNS};
    for (int i = 0; i < COLUMNS; i++) {
        x[i] = (float)i, y[i] = (float)-i;
        wide[i] = whole[i] = i;
    }
    weft_array a = weft_array_view(x, WEFT_FLOAT32, 1, shape, NULL);
    weft_array b = weft_array_view(y, WEFT_FLOAT32, 1, shape, NULL);
    weft_array c = weft_array_view(z, WEFT_FLOAT32, 1, shape, NULL);
    weft_array d = weft_array_view(wide, WEFT_FLOAT64, 1, shape, NULL);
    weft_array e = weft_array_view(result, WEFT_FLOAT64, 1, shape, NULL);
    weft_array f = weft_array_view(whole, WEFT_INT32, 1, shape, NULL);
    weft_array g = weft_array_view(next, WEFT_INT32, 1, shape, NULL);
    bool good = call("twin_carried", (weft_array *[]){&a, &b, &c}, target);
    for (int i = 0; i < COLUMNS; i++)
        expect(good, "twin_carried", target, z[i], 2 * i + 1 - 3 * i + more);
    good = call("twin_linked", (weft_array *[]){&d, &e}, target);
    for (int i = 0; i < COLUMNS; i++)
        expect(good, "twin_linked", target, result[i], 5 * i + more);
    good = call("twin_either", (weft_array *[]){&f, &g}, target) &&
           call("twin_either", (weft_array *[]){&d, &e}, target);
    for (int i = 0; i < COLUMNS; i++) {
        expect(good, "twin_either", target, next[i], i + 1 + more);
        expect(good, "twin_either", target, result[i], i + 1 + more);
    }
}

/* Rows that run backwards, which the twin is handed as rows in order. */
static void try_rows(weft_target target, double more)
{
    double x[ROWS][COLUMNS], sums[ROWS], lasts[ROWS];
    const int64_t shape[] = {ROWS, COLUMNS};
    const int64_t steps[] = {(int64_t)sizeof x[0], -(int64_t)sizeof x[0][0]};
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            x[i][j] = i * COLUMNS + j;
    weft_array rows = weft_array_view(&x[0][COLUMNS - 1], WEFT_FLOAT64, 2, shape, steps);
    weft_array sum = weft_array_view(sums, WEFT_FLOAT64, 1, shape, NULL);
    weft_array last = weft_array_view(lasts, WEFT_FLOAT64, 1, shape, NULL);
    const bool good = call("twin_total", (weft_array *[]){&rows, &sum, &last}, target);
    for (int i = 0; i < ROWS; i++) {
        expect(good, "twin_total", target, sums[i],
               i * COLUMNS * COLUMNS + COLUMNS * (COLUMNS - 1) / 2 + more);
        expect(good, "twin_total", target, lasts[i], x[i][0]);
    }
}

int main(int argc, char **argv)
{
    weft_error error;
    if (argc != 2 || weft_library_open(argv[1], &library, &error) != WEFT_OK) {
        fprintf(stderr, "gpu_twins LIBRARY\n%s\n", argc == 2 ? error.text : "");
        return 2;
    }
    const bool has_gpu = weft_target_check(WEFT_GPU, NULL, &error) == WEFT_OK;
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++)
        if (target != WEFT_GPU || has_gpu) {
            try_numbers(target, target == WEFT_GPU ? MORE : 0);
            try_rows(target, target == WEFT_GPU ? MORE : 0);
        }
    weft_library_close(library);
    puts(failed ? "wrong" : has_gpu ? "each target has its own twin" : error.text);
    return failed ? 1 : has_gpu ? 0 : SKIPPED;
}
