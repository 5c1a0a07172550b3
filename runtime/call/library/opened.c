/* opened.c: see opened.h. A file is known by its place on the disk, its size and its time. A second
 * library at the path of one that is open gets another spelling of that path, which the loader does
 * not know; one that was written over in place, and so is the same file to the loader, is opened
 * from a copy in memory. */
#define _GNU_SOURCE /* dlinfo, memfd_create */
#include "opened.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

enum { TRIES = 16 }; /* while files change under us, and spellings are taken */

/* A library that is open. */
typedef struct opened_file {
    struct opened_file *next;
    void *handle;
    struct stat facts;
    int64_t uses;
    char name[]; /* by which the loader knows it */
} opened_file;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static opened_file *files;
static unsigned spellings; /* that were made so far */

static bool is_same_place(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return is_same_place(a, b) && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static opened_file *find_handle(const void *handle)
{
    opened_file *file = files;
    while (file && file->handle != handle)
        file = file->next;
    return file;
}

/* ---- names ---- */

/* What the loader says, without the path where it begins with that: the error names it. Of a
 * library that this one needs it says the name. */
static const char *loader_reason(const char *path)
{
    const char *reason = dlerror();
    if (!reason)
        return "no reason given";
    size_t length = strlen(path);
    if (strncmp(reason, "./", 2) == 0 && strncmp(path, "./", 2) != 0)
        reason += 2;
    bool own = strncmp(reason, path, length) == 0 && strncmp(reason + length, ": ", 2) == 0;
    return own ? reason + length + 2 : reason;
}

static weft_status fail(const char *path, weft_error *error)
{
    return error_set(error, WEFT_ERROR_FILE, "cannot open %s: %s", path, loader_reason(path));
}

static weft_status fail_by_system(const char *path, weft_error *error)
{
    return error_set(error, WEFT_ERROR_FILE, "cannot open %s: %s", path, strerror(errno));
}

static void *open_name(const char *name)
{
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

/* The path with a slash: of a bare name that of the current folder, else what the loader finds. */
static weft_status find_name(const char *path, char *name, weft_error *error)
{
    struct link_map *map = NULL;
    const char *prefix = "", *found = path;
    void *handle = NULL;
    if (!strchr(path, '/') && access(path, F_OK) == 0) {
        prefix = "./";
    } else if (!strchr(path, '/')) {
        handle = open_name(path);
        if (!handle)
            return fail(path, error);
        if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && strchr(map->l_name, '/'))
            found = map->l_name;
    }
    const int length = snprintf(name, PATH_MAX, "%s%s", prefix, found);
    if (handle)
        dlclose(handle);
    errno = ENAMETOOLONG;
    return length < PATH_MAX ? WEFT_OK : fail_by_system(path, error);
}

/* Another spelling of a path: behind its last slash "./" and "/", as the bits of a number that no
 * other has. */
static bool respell(const char *name, char *spelling)
{
    const char *base = strrchr(name, '/') + 1;
    size_t length = (size_t)(base - name);
    pthread_mutex_lock(&lock);
    const unsigned number = ++spellings;
    pthread_mutex_unlock(&lock);
    if (strlen(name) + 2 * CHAR_BIT * sizeof number >= PATH_MAX)
        return false;
    memcpy(spelling, name, length);
    for (unsigned bits = number; bits; bits >>= 1) {
        if (bits & 1)
            spelling[length++] = '.';
        spelling[length++] = '/';
    }
    strcpy(spelling + length, base);
    return true;
}

/* ---- opening ---- */

/* A copy of the file in memory, by a name that lasts for as long as the descriptor; -1 with errno.
 */
static int copy_file(const char *name, char *copy)
{
    char plain[64];
    const int from = open(name, O_RDONLY | O_CLOEXEC);
    const int to = from < 0 ? -1 : memfd_create("weft library", MFD_CLOEXEC);
    ssize_t sent = to < 0 ? -1 : 1;
    while (sent > 0)
        sent = sendfile(to, from, NULL, 1 << 30);
    const int reason = errno;
    if (from >= 0)
        close(from);
    snprintf(plain, sizeof plain, "/proc/self/fd/%d", to);
    if (sent == 0 && respell(plain, copy))
        return to;
    if (to >= 0)
        close(to);
    errno = reason;
    return -1;
}

/* Opens the file anew, beside the open library that was opened from another file at its path, or
 * from what lay in it. */
static void *open_beside(const char *name, bool is_in_place, char *spelling)
{
    if (!is_in_place)
        return respell(name, spelling) ? open_name(spelling) : NULL;
    const int copy = copy_file(name, spelling);
    void *handle = copy < 0 ? NULL : open_name(spelling);
    if (copy >= 0)
        close(copy);
    return handle;
}

/* Counts a use of an open library, which is the caller's if it is of this file. */
static bool take(const struct stat *facts, void *handle, bool *is_known, bool *is_in_place)
{
    pthread_mutex_lock(&lock);
    opened_file *file = find_handle(handle);
    *is_known = file;
    *is_in_place = file && is_same_place(&file->facts, facts);
    const bool is_of_file = file && is_same(&file->facts, facts);
    if (is_of_file)
        file->uses++;
    pthread_mutex_unlock(&lock);
    return is_of_file;
}

/* Notes a new library; false where memory is out. */
static bool note(const struct stat *facts, void *handle, const char *name)
{
    const size_t length = strlen(name) + 1;
    opened_file *made = malloc(sizeof *made + length);
    if (!made)
        return false;
    *made = (opened_file){.handle = handle, .facts = *facts, .uses = 1};
    memcpy(made->name, name, length);
    pthread_mutex_lock(&lock);
    made->next = files;
    files = made;
    pthread_mutex_unlock(&lock);
    return true;
}

/* The name of an open library of this file, else the file's. */
static void choose_name(const struct stat *facts, const char *name, char *chosen)
{
    pthread_mutex_lock(&lock);
    const opened_file *file = files;
    while (file && !is_same(&file->facts, facts))
        file = file->next;
    snprintf(chosen, PATH_MAX, "%s", file ? file->name : name);
    pthread_mutex_unlock(&lock);
}

/* Opens the file of these facts, if it still has them. */
static weft_status open_file(const char *path, const char *name, const struct stat *facts,
                             void **handle, weft_error *error)
{
    char chosen[PATH_MAX];
    bool is_known = false, is_in_place = false;
    choose_name(facts, name, chosen);
    *handle = open_name(chosen);
    for (int k = 0; *handle && !take(facts, *handle, &is_known, &is_in_place); k++) {
        if (!is_known && note(facts, *handle, chosen))
            return WEFT_OK;
        dlclose(*handle);
        if (!is_known)
            return error_set(error, WEFT_ERROR_MEMORY, "out of memory: opening %s", path);
        *handle = k < TRIES ? open_beside(name, is_in_place, chosen) : NULL;
    }
    return *handle ? WEFT_OK : fail(path, error);
}

weft_status opened_open(const char *path, void **handle, weft_error *error)
{
    char name[PATH_MAX];
    struct stat before, after;
    weft_status status = find_name(path, name, error);
    for (int k = 0; k < TRIES && !status; k++) {
        if (stat(name, &before) != 0) {
            *handle = open_name(name); /* which says why, as ever */
            return *handle ? WEFT_OK : fail(path, error);
        }
        status = open_file(path, name, &before, handle, error);
        if (status || (stat(name, &after) == 0 && is_same(&before, &after)))
            return status;
        opened_close(*handle);
    }
    return status ? status
                  : error_set(error, WEFT_ERROR_FILE,
                              "cannot open %s: it is written to all the time", path);
}

void opened_close(void *handle)
{
    char name[PATH_MAX] = "";
    pthread_mutex_lock(&lock);
    opened_file *file = find_handle(handle);
    if (file && --file->uses == 0)
        snprintf(name, sizeof name, "%s", file->name);
    pthread_mutex_unlock(&lock);
    dlclose(handle);
    if (!name[0])
        return;
    void *kept = dlopen(name, RTLD_LAZY | RTLD_NOLOAD); /* which others hold, or cannot be closed */
    if (kept)
        dlclose(kept);
    pthread_mutex_lock(&lock);
    for (opened_file **at = &files; !kept && *at; at = &(*at)->next)
        if ((*at)->handle == handle && (*at)->uses == 0) {
            opened_file *gone = *at;
            *at = gone->next;
            free(gone);
            break;
        }
    pthread_mutex_unlock(&lock);
}
