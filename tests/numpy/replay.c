/* replay.c: performs the cases of the lists and compares them with NumPy's answers.
 *
 *   numpy_replay cpu|parallel|gpu LIBRARY LIST…
 *
 * Ends with 77 where the target is not to be had. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "perform.h"

enum { SKIPPED = 77, MOST_REPORTS = 40 };

typedef struct tally {
    long cases, wrong, left_out;
} tally;

/* One list; false where it cannot be read or is malformed. */
static bool replay(const char *path, const weft_library *library, weft_target target, tally *total)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    char *line = NULL, text[700];
    size_t capacity = 0;
    bool is_well_formed = true;
    ssize_t length;
    for (int number = 1; is_well_formed && (length = getline(&line, &capacity, file)) > 0;
         number++) {
        numpy_case item;
        if (line[length - 1] == '\n')
            line[length - 1] = 0;
        if (*line == 0 || *line == '#')
            continue;
        is_well_formed = case_read(line, &item, text, sizeof text);
        if (!is_well_formed) {
            fprintf(stderr, "%s:%d: malformed: %s\n", path, number, text);
        } else {
            case_outcome outcome = case_perform(&item, library, target, text, sizeof text);
            total->cases++;
            total->left_out += outcome == CASE_LEFT_OUT;
            total->wrong += outcome == CASE_WRONG;
            if (outcome == CASE_WRONG && total->wrong <= MOST_REPORTS)
                fprintf(stderr, "%s:%d: %s %s on %s: %s\n", path, number, item.method, item.name,
                        weft_target_name(target), text);
        }
        case_clear(&item);
    }
    is_well_formed = is_well_formed && !ferror(file);
    free(line);
    fclose(file);
    return is_well_formed;
}

int main(int argument_count, char **arguments)
{
    weft_target target = WEFT_CPU;
    weft_library *library;
    weft_error error;
    tally total = {0, 0, 0};
    while (argument_count > 1 && target < WEFT_TARGET_END &&
           strcmp(arguments[1], weft_target_name(target)) != 0)
        target++;
    if (argument_count < 4 || target >= WEFT_TARGET_END) {
        fprintf(stderr, "usage: %s cpu|parallel|gpu LIBRARY LIST...\n", arguments[0]);
        return 2;
    }
    if (weft_library_open(arguments[2], &library, &error) != WEFT_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    if (weft_target_check(target, NULL, &error) != WEFT_OK) {
        printf("skipped: %s\n", error.text);
        weft_library_close(library);
        return SKIPPED;
    }
    bool is_right = true;
    for (int k = 3; k < argument_count; k++)
        is_right &= replay(arguments[k], library, target, &total);
    weft_library_close(library);
    printf("%ld cases of NumPy on %s, %ld wrong, %ld left out\n", total.cases, arguments[1],
           total.wrong, total.left_out);
    return is_right && total.cases > total.left_out && total.wrong == 0 ? 0 : 1;
}
