/* replay.c: runs a fuzz target over every file of its corpus, each named first, so that the last
 * line says which one ended the process.
 *   fuzz_replay_layout FOLDER... */
#include <dirent.h>
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"

enum { LONGEST = 1 << 20 }; /* bytes of one file of a corpus */

static int is_input(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && entry->d_type != DT_DIR;
}

/* Runs the target on one file; false if it cannot be read. */
static bool replay(const char *folder, const char *name, uint8_t *bytes)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return false;
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    size_t size = fread(bytes, 1, LONGEST, file);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed)
        return false;
    printf("%s\n", path);
    fflush(stdout);
    /* A block of exactly this size: a sanitizer sees the first byte read past it. */
    uint8_t *exact = malloc(size ? size : 1);
    if (!exact)
        return false;
    memcpy(exact, bytes, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return true;
}

/* Runs the target on every file of a folder; how many could not be read, all where there is none. */
static int replay_folder(const char *folder, uint8_t *bytes, int *count)
{
    struct dirent **entries = NULL;
    int files = scandir(folder, &entries, is_input, alphasort), failed = 0;
    for (int i = 0; i < files; i++) {
        failed += !replay(folder, entries[i]->d_name, bytes);
        free(entries[i]);
    }
    free(entries);
    if (files <= 0)
        fprintf(stderr, "%s: no corpus\n", folder);
    *count += files > 0 ? files : 0;
    return files <= 0 ? 1 : failed;
}

int main(int argument_count, char **arguments)
{
    int count = 0, failed = argument_count < 2;
    uint8_t *bytes = malloc(LONGEST);
    if (!bytes || failed) {
        fprintf(stderr, "usage: %s FOLDER...\n", arguments[0]);
        free(bytes);
        return 2;
    }
    for (int i = 1; i < argument_count; i++) { /* whole paths: targets enter folders of their own */
        if (!(arguments[i] = realpath(arguments[i], NULL)))
            failed++;
    }
    for (int i = 1; i < argument_count; i++) {
        if (arguments[i])
            failed += replay_folder(arguments[i], bytes, &count);
        free(arguments[i]);
    }
    free(bytes);
    printf("%d inputs, %d unreadable\n", count, failed);
    return failed != 0;
}
