#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *file_read(arena *memory, const char *path, size_t *size)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO would wait */
    struct stat status;
    char *bytes = NULL;
    if (descriptor < 0)
        return NULL;
    if (fstat(descriptor, &status) != 0)
        goto done;
    if (!S_ISREG(status.st_mode)) {
        errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
        goto done;
    }
    size_t length = (size_t)status.st_size, used = 0;
    bytes = arena_array(memory, length + 1, 1);
    while (used < length) {
        ssize_t count = read(descriptor, bytes + used, length - used);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            bytes = NULL;
            goto done;
        }
        if (count == 0)
            break; /* the file shrank while it was read */
        used += (size_t)count;
    }
    bytes[used] = '\0';
    *size = used;
done:;
    int saved = errno;
    close(descriptor);
    errno = saved;
    return bytes;
}

bool file_is_same(const char *first, const char *second)
{
    struct stat a, b;
    return stat(first, &a) == 0 && stat(second, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

bool file_would_be_same(arena *memory, const char *first, const char *second)
{
    const char *ends[] = {strrchr(first, '/'), strrchr(second, '/')}, *folders[2];
    const char *const paths[] = {first, second};
    for (int k = 0; k < 2; k++) {
        ends[k] = ends[k] ? ends[k] + 1 : paths[k];
        folders[k] = arena_format(memory, "%.*s.", (int)(ends[k] - paths[k]), paths[k]);
    }
    return file_is_same(first, second) ||
           (strcmp(ends[0], ends[1]) == 0 &&
            (file_is_same(folders[0], folders[1]) || strcmp(folders[0], folders[1]) == 0));
}

bool file_is_irregular(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size) {
        ssize_t count = write(descriptor, bytes, size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        bytes += count;
        size -= (size_t)count;
    }
    return true;
}

static bool holds_already(arena *scratch, const char *path, const char *bytes, size_t size)
{
    size_t old_size;
    const char *old = file_read(scratch, path, &old_size);
    return old && old_size == size && memcmp(old, bytes, size) == 0;
}

static bool write_temporary(arena *scratch, const char *path, const char *bytes, size_t size)
{
    char *temporary = arena_format(scratch, "%s.XXXXXX", path);
    int descriptor = mkstemp(temporary);
    if (descriptor < 0)
        return false;
    mode_t mask = umask(0);
    umask(mask);
    bool written = write_all(descriptor, bytes, size) && fchmod(descriptor, 0666 & ~mask) == 0;
    written = close(descriptor) == 0 && written;
    if (written && rename(temporary, path) == 0)
        return true;
    int saved = errno;
    unlink(temporary);
    errno = saved;
    return false;
}

void file_hold_interrupts(sigset_t *former)
{
    sigset_t interrupts;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    sigaddset(&interrupts, SIGHUP);
    sigprocmask(SIG_BLOCK, &interrupts, former);
}

static bool write_through_temporary(arena *scratch, const char *path, const char *bytes,
                                    size_t size)
{
    sigset_t former;
    file_hold_interrupts(&former);
    bool done = write_temporary(scratch, path, bytes, size);
    int saved = errno;
    sigprocmask(SIG_SETMASK, &former, NULL);
    errno = saved;
    return done;
}

bool file_write_if_changed(const char *path, const char *bytes, size_t size)
{
    arena *scratch = arena_new();
    bool done = holds_already(scratch, path, bytes, size) ||
                write_through_temporary(scratch, path, bytes, size);
    int saved = errno;
    arena_free(scratch);
    errno = saved;
    return done;
}

bool file_make_folder(const char *path)
{
    arena *scratch = arena_new();
    char *part = arena_copy(scratch, path);
    bool done = true;
    for (char *end = part + 1; done && *part; end++) {
        if (*end != '/' && *end != '\0')
            continue;
        char kept = *end;
        *end = '\0';
        done = mkdir(part, 0777) == 0 || errno == EEXIST;
        *end = kept;
        if (kept == '\0')
            break;
    }
    struct stat status;
    if (done && *path && (stat(path, &status) != 0 || !S_ISDIR(status.st_mode))) {
        errno = ENOTDIR;
        done = false;
    }
    int saved = errno;
    arena_free(scratch);
    errno = saved;
    return done;
}
