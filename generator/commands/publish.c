#include "publish.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"
#include "text.h"
#include "text/file.h"

static void report_write_error(const char *path, int number)
{
    report_error("cannot write %s: %s", path, strerror(number));
}

/* Whether a folder takes files is only known when it has taken one: not all that refuse say so in
 * their permissions. */
static bool check_folder(const char *path, const char *folder, arena *memory)
{
    struct stat status;
    bool good = stat(folder, &status) == 0;
    if (good && !S_ISDIR(status.st_mode)) {
        errno = ENOTDIR;
        good = false;
    }
    if (good) {
        char *probe = arena_format(memory, "%s/.weft-XXXXXX", folder);
        sigset_t former;
        file_hold_interrupts(&former);
        int descriptor = mkstemp(probe), number = errno;
        good = descriptor >= 0;
        if (good) {
            close(descriptor);
            unlink(probe);
        }
        sigprocmask(SIG_SETMASK, &former, NULL);
        errno = number;
    }
    if (!good)
        report_error("cannot write %s: folder %s: %s", path, folder, strerror(errno));
    return good;
}

bool publish_check(arena *memory, const char *path)
{
    size_t length = strlen(path);
    if (!length || path[length - 1] == '/') {
        report_error("'%s' is not the name of a file", path);
        return false;
    }
    if (file_is_irregular(path)) {
        report_error("cannot write %s: it is there and is not a regular file", path);
        return false;
    }
    return check_folder(path, text_folder(memory, path), memory);
}

FILE *publish_open(arena *memory, const char *path, mode_t mode, const char **name)
{
    char *beside = arena_format(memory, "%s/.weft-XXXXXX", text_folder(memory, path));
    int descriptor = mkstemp(beside);
    if (descriptor < 0) {
        report_write_error(path, errno);
        return NULL;
    }
    mode_t mask = umask(0);
    umask(mask);
    FILE *file = fchmod(descriptor, mode & ~mask) == 0 ? fdopen(descriptor, "wb") : NULL;
    if (!file) {
        report_write_error(path, errno);
        close(descriptor);
        unlink(beside);
        return NULL;
    }
    *name = beside;
    return file;
}

bool publish_close(FILE *file, const char *name, const char *path, bool keep)
{
    errno = 0;
    bool written = fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
    int number = errno;
    if (fclose(file) != 0 && written) {
        written = false;
        number = errno;
    }
    if (keep && written && rename(name, path) == 0)
        return true;
    if (keep)
        report_write_error(path, written ? errno : number ? number : EIO);
    unlink(name);
    return false;
}

static bool copy_bytes(FILE *from, FILE *to)
{
    static char bytes[1 << 16];
    size_t count;
    while ((count = fread(bytes, 1, sizeof bytes, from)) > 0)
        if (fwrite(bytes, 1, count, to) != count)
            break;
    return !ferror(from);
}

bool publish_copy(arena *memory, const char *source, const char *target, mode_t mode)
{
    const char *name;
    FILE *from = fopen(source, "rb");
    if (!from) {
        report_error("cannot read %s: %s", source, strerror(errno));
        return false;
    }
    FILE *to = publish_open(memory, target, mode, &name);
    bool is_done = false;
    if (to) {
        bool is_read = copy_bytes(from, to);
        if (!is_read)
            report_error("cannot read %s: %s", source, strerror(errno));
        is_done = publish_close(to, name, target, is_read);
    }
    fclose(from);
    return is_done;
}
