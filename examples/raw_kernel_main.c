/* A kernel of CUDA's own, launched on arrays of Weft's, and what a wrong launch says.
 *   raw_kernel FILE.fatbin */
#include <string.h>

#include "example.h"
#include "raw_kernel.h"

enum { COUNT = 1000000, THREADS = 256 };

static float a[COUNT], b[COUNT], sum[COUNT], expected[COUNT];

static weft_array view(float *numbers)
{
    return weft_array_view(numbers, WEFT_FLOAT32, 1, (int64_t[]){COUNT}, NULL);
}

/* Launches the kernel by blocks and threads, then by as many as the driver finds best. */
static void launch(weft_device_kernel *kernel, const weft_array device[3], weft_array *result)
{
    size_t n = COUNT;
    weft_error error;
    const weft_argument arguments[] = {{.value = &n, .size = sizeof n},
                                       {.array = &device[0]},
                                       {.array = &device[1]},
                                       {.array = &device[2]}};
    const weft_launch ways[] = {
        {.blocks = {(COUNT + THREADS - 1) / THREADS}, .threads = {THREADS}},
        {.items = COUNT},
    };
    for (int way = 0; way < 2; way++) {
        memset(sum, 0, sizeof sum);
        example_check(weft_launch_kernel(kernel, &ways[way], arguments, 4, NULL, &error), &error);
        example_check(weft_copy_to_host(&device[2], result, NULL, &error), &error);
        example_expect(memcmp(sum, expected, sizeof sum) == 0, "the kernel adds as the ufunc does");
    }
    printf("gpu       %d sums by blocks of %d threads, and by what fills the device\n", COUNT,
           THREADS);
    const weft_status status = weft_launch_kernel(kernel, &ways[0], arguments, 3, NULL, &error);
    example_expect(status == WEFT_ERROR_ARGUMENT, "three arguments are refused");
    printf("gpu       %s\n", error.text);
}

int main(int argc, char **argv)
{
    weft_error error;
    for (int i = 0; i < COUNT; i++) {
        a[i] = (float)i;
        b[i] = 1 / (float)(i + 1);
    }
    weft_array x = view(a), y = view(b), result = view(sum), wanted = view(expected);
    example_check(weft_add_numbers(&x, &y, &wanted, &(weft_options){.target = WEFT_CPU}, &error),
                  &error);
    printf("cpu       %d sums by a ufunc\n", COUNT);
    if (argc < 2 || !example_has_target(WEFT_GPU))
        return 0;
    weft_device_module *module;
    weft_device_kernel *kernel;
    weft_array device[3];
    example_check(weft_module_load(argv[1], &module, NULL, &error), &error);
    example_check(weft_module_kernel(module, "add_vectors", &kernel, &error), &error);
    example_check(weft_to_device(&x, &device[0], NULL, &error), &error);
    example_check(weft_to_device(&y, &device[1], NULL, &error), &error);
    example_check(weft_device_array(&device[2], WEFT_FLOAT32, 1, (int64_t[]){COUNT}, NULL, &error),
                  &error);
    launch(kernel, device, &result);
    for (int k = 0; k < 3; k++)
        weft_array_clear(&device[k]);
    weft_module_unload(module);
    return 0;
}
