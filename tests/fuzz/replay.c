/* replay.c: runs a fuzz target over every file of its corpus, each named first, so that the last
 * line says which one ended the process.
 *   fuzz_replay_layout FOLDER */
#include <dirent.h>
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"

enum { LONGEST = 1 << 20 }; /* bytes of one file of a corpus */

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
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

int main(int argument_count, char **arguments)
{
    struct dirent **entries = NULL;
    if (argument_count != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
        return 2;
    }
    char *folder = realpath(arguments[1], NULL); /* targets may enter a folder of their own */
    int count = folder ? scandir(folder, &entries, is_visible, alphasort) : 0;
    if (count <= 0) {
        fprintf(stderr, "%s: no corpus\n", arguments[1]);
        free(folder);
        return 2;
    }
    uint8_t *bytes = malloc(LONGEST);
    int failed = bytes ? 0 : 1;
    for (int i = 0; i < count; i++) {
        if (bytes && !replay(folder, entries[i]->d_name, bytes))
            failed++;
        free(entries[i]);
    }
    free(entries);
    free(folder);
    free(bytes);
    printf("%d inputs, %d unreadable\n", count, failed);
    return failed != 0;
}
