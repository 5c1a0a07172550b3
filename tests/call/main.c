/* main.c: call_tests WHAT [WORD]: the list of cases on one target, or what must hold across targets.
 * With WORD, only the cases whose name contains it; call_tests faults-WHAT STRIDE: every STRIDE-th case
 * with failures. Ends with 77 where the target is not to be had. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faults.h"
#include "perform.h"
#include "strict.h"
#include "wrong.h"

enum { SKIPPED = 77, MOST_REPORTS = 200, REPORTS_EACH = 3 };

/* What is run, and what came of it so far. */
typedef struct run {
    const way *ways;
    int way_count;
    bool same_bits; /* every way must give the bits of the first */
    const char *word;
    long passed, failed;
    const weft_loop *reported; /* the last loop that failed, and how often so far */
    int reports;
} run;

static void report(run *all, const call_case *one, const way *called, const char *text)
{
    all->reports = all->reported == one->loop ? all->reports + 1 : 1;
    all->reported = one->loop;
    if (++all->failed <= MOST_REPORTS && all->reports <= REPORTS_EACH)
        printf("FAILED %s, on %s%s, %d threads: %s\n", perform_name(one),
               weft_target_name(called->target), called->on_device ? " (device operands)" : "",
               called->threads, text);
}

/* Whether a way must give the bits of the first: on a GPU another kernel may fuse other products, but
 * not of strict functions, and not on the stand-in, which fuses none. */
static bool wants_same_bits(const run *all, const call_case *one, const way *called)
{
    char device[64] = "";
    if (!all->same_bits || called->target != WEFT_GPU || one->of->ufunc->flags & WEFT_UFUNC_STRICT)
        return all->same_bits;
    return weft_device_name(0, device, sizeof device, NULL) == WEFT_OK && strstr(device, "stand-in");
}

static void visit(const call_case *one, void *context)
{
    run *all = context;
    uint64_t digest = 0;
    if (all->word && !strstr(perform_name(one), all->word))
        return;
    for (int w = 0; w < all->way_count; w++) {
        static result made;
        perform(one, &all->ways[w], &made);
        if (made.outcome == OUTCOME_NOT_A_CASE)
            return;
        if (made.outcome == OUTCOME_FAILED)
            report(all, one, &all->ways[w], made.text);
        else if (w > 0 && made.digest != digest && wants_same_bits(all, one, &all->ways[w]))
            report(all, one, &all->ways[w], "other bits than on the first target");
        else
            all->passed++;
        digest = w == 0 ? made.digest : digest;
    }
}

/* The layouts are those that the list says. */
static int check_layouts(void)
{
    int failed = 0;
    for (const subject *const *list = subject_lists; *list; list++)
        for (const subject *of = *list; of->ufunc; of++)
            if (strcmp(of->ufunc->layout, of->layout) != 0) {
                printf("FAILED %s: the layout is %s, not %s\n", of->ufunc->name, of->ufunc->layout,
                       of->layout);
                failed++;
            }
    return failed;
}

static int run_cases(const way *ways, int way_count, bool same_bits, const char *word)
{
    run all = {.ways = ways, .way_count = way_count, .same_bits = same_bits, .word = word};
    all.failed = check_layouts();
    perform_each(visit, &all);
    printf("%ld calls passed, %ld failed\n", all.passed, all.failed);
    return all.failed || !all.passed ? EXIT_FAILURE : EXIT_SUCCESS;
}

static bool is_to_be_had(weft_target target)
{
    weft_error error;
    if (weft_target_check(target, NULL, &error) == WEFT_OK)
        return true;
    printf("skipped: %s\n", error.text);
    return false;
}

/* What the first argument may be. */
static const struct {
    const char *name;
    weft_target target;
    way ways[6];
    int way_count;
    bool same_bits;
} runs[] = {
    {"cpu", WEFT_CPU, {{WEFT_CPU, 0, false, 0}}, 1, false},
    {"parallel", WEFT_PARALLEL, {{WEFT_PARALLEL, 0, false, 0}}, 1, false},
    {"auto", WEFT_CPU, {{WEFT_AUTO, 0, false, 0}}, 1, false},
    {"gpu", WEFT_GPU, {{WEFT_GPU, 0, false, 0}}, 1, false},
    {"gpu-device", WEFT_GPU, {{WEFT_GPU, 0, true, 0}}, 1, false},
    {"same-bits",
     WEFT_PARALLEL,
     {{WEFT_CPU, 0, false, 0},
      {WEFT_PARALLEL, 1, false, 0},
      {WEFT_PARALLEL, 3, false, 0},
      {WEFT_PARALLEL, 7, false, 0}},
     4,
     true},
    {"ranges",
     WEFT_PARALLEL,
     {{WEFT_CPU, 0, false, 0}, {WEFT_CPU, 0, false, 40}, {WEFT_PARALLEL, 3, false, 300}},
     3,
     true},
    {"gpu-ranges", WEFT_GPU, {{WEFT_GPU, 0, false, 0}, {WEFT_GPU, 0, false, 40}}, 2, true},
    {"gpu-device-ranges", WEFT_GPU, {{WEFT_GPU, 0, true, 0}, {WEFT_GPU, 0, true, 40}}, 2, true},
};

int main(int argument_count, char **arguments)
{
    const char *what = argument_count > 1 ? arguments[1] : "";
    const char *word = argument_count > 2 ? arguments[2] : NULL;
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++)
        if (strcmp(what, runs[k].name) == 0)
            return is_to_be_had(runs[k].target)
                       ? run_cases(runs[k].ways, runs[k].way_count, runs[k].same_bits, word)
                       : SKIPPED;
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++)
        if (strncmp(what, "faults-", 7) == 0 && strcmp(what + 7, runs[k].name) == 0)
            return is_to_be_had(runs[k].target)
                       ? faults_run(runs[k].ways, word && atol(word) > 0 ? atol(word) : 1)
                       : SKIPPED;
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++)
        if (strncmp(what, "wrong-", 6) == 0 && strcmp(what + 6, weft_target_name(target)) == 0)
            return is_to_be_had(target) ? wrong_run(target) : SKIPPED;
    if (strcmp(what, "strict") == 0)
        return strict_run(WEFT_CPU);
    if (strcmp(what, "strict-gpu") == 0)
        return strict_run(WEFT_GPU);
    fprintf(
        stderr,
        "call_tests cpu|parallel|auto|gpu|gpu-device|same-bits|ranges|gpu-ranges|gpu-device-ranges|"
        "wrong-TARGET|strict|strict-gpu [WORD]\n"
        "call_tests faults-cpu|faults-parallel|faults-gpu|faults-gpu-device [STRIDE]\n");
    return EXIT_FAILURE;
}
