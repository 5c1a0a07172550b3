#include "strict.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "perform.h"

enum { SKIPPED = 77 };

/* The digests of all cases of strict ufuncs, in the list's order. */
typedef struct digests {
    weft_target target;
    uint64_t *values; /* owned */
    size_t count;
} digests;

static void collect(const call_case *one, void *context)
{
    digests *all = context;
    static result made;
    if (!(one->of->ufunc->flags & WEFT_UFUNC_STRICT))
        return;
    perform(one, &(way){all->target, 0, false, 0}, &made);
    uint64_t *grown = realloc(all->values, (all->count + 1) * sizeof *grown);
    if (!grown)
        abort();
    all->values = grown;
    all->values[all->count++] = made.outcome == OUTCOME_FAILED ? 0 : made.digest;
}

/* In a child, because a process reads WEFT_ISA once: its digests arrive through a pipe. False if
 * the child cannot use the instruction set or target. */
static bool collect_in_child(const char *isa, digests *all)
{
    int ends[2], status;
    if (pipe(ends) != 0)
        abort();
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setenv("WEFT_ISA", isa, 1);
        if (weft_target_check(all->target, NULL, NULL) != WEFT_OK)
            _exit(SKIPPED);
        perform_each(collect, all);
        FILE *out = fdopen(ends[1], "wb");
        size_t written = out ? fwrite(all->values, sizeof *all->values, all->count, out) : 0;
        _exit(out && fclose(out) == 0 && written == all->count ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    close(ends[1]);
    FILE *in = fdopen(ends[0], "rb");
    uint64_t value;
    while (in && fread(&value, sizeof value, 1, in) == 1) {
        uint64_t *grown = realloc(all->values, (all->count + 1) * sizeof *grown);
        if (!grown)
            abort();
        all->values = grown;
        all->values[all->count++] = value;
    }
    if (in)
        fclose(in);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS && all->count > 0;
}

/* Names the cases whose digests differ. */
typedef struct comparison {
    const digests *first, *second;
    const char *name;
    size_t at, failed;
} comparison;

static void compare(const call_case *one, void *context)
{
    comparison *both = context;
    if (!(one->of->ufunc->flags & WEFT_UFUNC_STRICT))
        return;
    size_t k = both->at++;
    if (k < both->first->count && k < both->second->count &&
        both->first->values[k] == both->second->values[k])
        return;
    if (both->failed++ < 20)
        printf("FAILED %s: other bits on %s than on base\n", perform_name(one), both->name);
}

int strict_run(weft_target with)
{
    static const char *const isas[] = {"v3", "v4"};
    digests base = {.target = WEFT_CPU};
    size_t failed = 0, compared = 0;
    if (!collect_in_child("base", &base)) {
        printf("FAILED: no digests on base\n");
        return EXIT_FAILURE;
    }
    for (size_t k = 0; k < (with == WEFT_GPU ? 1 : 2); k++) {
        digests other = {.target = with};
        const char *name = with == WEFT_GPU ? "gpu" : isas[k];
        if (collect_in_child(with == WEFT_GPU ? "base" : name, &other)) {
            comparison both = {.first = &base, .second = &other, .name = name};
            perform_each(compare, &both);
            printf("%zu cases compared with %s\n", both.at, name);
            failed += both.failed;
            compared++;
        } else {
            printf("skipped: %s is not to be had\n", name);
        }
        free(other.values);
    }
    free(base.values);
    return failed ? EXIT_FAILURE : compared ? EXIT_SUCCESS : SKIPPED;
}
