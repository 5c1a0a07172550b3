/* One call made by several processes: each computes a range of the items, in memory that all share. */
#include "example.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ranges.h"

enum { PROCESSES = 4, ROWS = 300, COLUMNS = 1000 };

/* The range of one process: all have the same arrays. */
static void compute(weft_array *const *operands, int process)
{
    weft_options options = {.target = WEFT_CPU};
    weft_error error;
    int64_t items;
    example_check(weft_item_count(&weft_ufunc_collatz, operands, &options, &items, &error), &error);
    int64_t lo = items * process / PROCESSES, hi = items * (process + 1) / PROCESSES;
    example_check(weft_call_range(&weft_ufunc_collatz, operands, lo, hi, &options, &error), &error);
}

int main(void)
{
    static int64_t rows[ROWS], columns[COLUMNS];
    static int32_t expected[ROWS * COLUMNS];
    int32_t *steps =
        mmap(NULL, sizeof expected, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    example_expect(steps != MAP_FAILED, "memory that processes share");
    for (int k = 0; k < ROWS; k++)
        rows[k] = (int64_t)k * COLUMNS;
    for (int k = 0; k < COLUMNS; k++)
        columns[k] = k + 1;

    weft_array a = weft_array_view(rows, WEFT_INT64, 2, (int64_t[]){ROWS, 1}, NULL);
    weft_array b = weft_array_view(columns, WEFT_INT64, 1, (int64_t[]){COLUMNS}, NULL);
    weft_array c = weft_array_view(steps, WEFT_INT32, 2, (int64_t[]){ROWS, COLUMNS}, NULL);
    for (int process = 0; process < PROCESSES; process++)
        if (fork() == 0) {
            compute((weft_array *[]){&a, &b, &c}, process);
            _exit(EXIT_SUCCESS);
        }
    for (int process = 0, status; process < PROCESSES; process++)
        example_expect(wait(&status) > 0 && status == 0, "a process computes its range");

    weft_array whole = weft_array_view(expected, WEFT_INT32, 2, c.shape, NULL);
    weft_error error;
    example_check(weft_collatz(&a, &b, &whole, NULL, &error), &error);
    printf("%d numbers on %d processes: %d leads to 1 in %d steps\n", ROWS * COLUMNS, PROCESSES,
           ROWS * COLUMNS, steps[ROWS * COLUMNS - 1]);
    example_expect(memcmp(steps, expected, sizeof expected) == 0, "ranges make the whole call");
    return 0;
}
