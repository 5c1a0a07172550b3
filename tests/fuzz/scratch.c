#include "scratch.h"

#include <ftw.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"

enum { MOST_FILES = 32 };

/* A file that belongs to the folder, and how it looked when it was written. */
typedef struct kept_file {
    const char *name;
    const void *bytes;
    size_t size;
    struct stat written;
    bool is_there; /* seen by the walk */
} kept_file;

static kept_file files[MOST_FILES];
static size_t file_count;
static char folder[4096];
static pid_t owner;

/* The walk's: nftw hands nothing over. */
static void (*shown_to)(const char *path, bool is_new);
static size_t found;

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

static void remove_folder(void)
{
    if (getpid() == owner)
        nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

void scratch_open(void)
{
    const char *parent = getenv("TMPDIR");
    char name[sizeof folder];
    snprintf(name, sizeof name, "%s/weft-fuzz-XXXXXX", parent && *parent ? parent : "/tmp");
    FUZZ_EXPECT(mkdtemp(name) && realpath(name, folder) && chdir(folder) == 0);
    FUZZ_EXPECT(setenv("TMPDIR", folder, 1) == 0);
    owner = getpid();
    atexit(remove_folder);
}

static void write_file(kept_file *file)
{
    FILE *out = fopen(file->name, "wb");
    FUZZ_EXPECT(out && fwrite(file->bytes, 1, file->size, out) == file->size && fclose(out) == 0);
    FUZZ_EXPECT(stat(file->name, &file->written) == 0);
}

void scratch_put(const char *name, const void *bytes, size_t size)
{
    FUZZ_EXPECT(file_count < MOST_FILES);
    files[file_count] = (kept_file){.name = name, .bytes = bytes, .size = size};
    write_file(&files[file_count++]);
}

static bool is_unchanged(const kept_file *file, const struct stat *now)
{
    const struct stat *then = &file->written;
    return now->st_ino == then->st_ino && now->st_size == then->st_size &&
           now->st_mtim.tv_sec == then->st_mtim.tv_sec &&
           now->st_mtim.tv_nsec == then->st_mtim.tv_nsec;
}

static int check_entry(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)kind;
    if (place->level == 0)
        return 0;
    const char *name = path + strlen(folder) + 1;
    for (size_t i = 0; i < file_count; i++)
        if (strcmp(files[i].name, name) == 0) {
            files[i].is_there = is_unchanged(&files[i], status);
            return 0;
        }
    found++;
    if (shown_to)
        shown_to(name, true);
    FUZZ_EXPECT(remove(path) == 0);
    return 0;
}

size_t scratch_restore(void (*visit)(const char *path, bool is_new))
{
    shown_to = visit;
    found = 0;
    for (size_t i = 0; i < file_count; i++)
        files[i].is_there = false;
    FUZZ_EXPECT(nftw(folder, check_entry, 16, FTW_DEPTH | FTW_PHYS) == 0);
    for (size_t i = 0; i < file_count; i++) {
        if (files[i].is_there)
            continue;
        found++;
        if (visit)
            visit(files[i].name, false);
        remove(files[i].name);
        write_file(&files[i]);
    }
    return found;
}
