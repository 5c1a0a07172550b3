/* npy.c: .npy files. */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "array.h"
#include "base/cast.h"
#include "base/dtype.h"
#include "base/error.h"
#include "base/odometer.h"
#include "npy_header.h"

enum {
    PREFIX_LENGTH = 8,        /* magic and version */
    LONGEST_HEADER = 1 << 20, /* bytes; NumPy itself writes a few hundred */
    WRITE_BLOCK = 1 << 14     /* bytes of one write */
};

/* Reads exactly `length` bytes. */
static weft_status read_bytes(FILE *file, void *to, size_t length, const char *path,
                              const char *what, weft_error *error)
{
    errno = 0;
    if (length == 0 || fread(to, 1, length, file) == length)
        return WEFT_OK;
    if (ferror(file))
        return error_set(error, WEFT_ERROR_FILE, "cannot read %s: %s", path, strerror(errno));
    return error_set(error, WEFT_ERROR_FILE, "%s: the file ends within its %s", path, what);
}

/* The header's text, to be freed by the caller, and its length. */
static weft_status read_header(FILE *file, const char *path, char **text, size_t *length,
                               weft_error *error)
{
    unsigned char prefix[PREFIX_LENGTH], size[4] = {0};
    weft_status status = read_bytes(file, prefix, sizeof prefix, path, "first bytes", error);
    if (status)
        return status;
    if (memcmp(prefix, "\x93NUMPY", 6) != 0)
        return error_set(error, WEFT_ERROR_FILE, "%s: no .npy file", path);
    if (prefix[6] < 1 || prefix[6] > 3)
        return error_set(error, WEFT_ERROR_FILE,
                         "%s: .npy version %d.%d; versions 1 to 3 are supported", path, prefix[6],
                         prefix[7]);
    status = read_bytes(file, size, prefix[6] == 1 ? 2 : 4, path, "header", error);
    if (status)
        return status;
    *length = size[0] | (size_t)size[1] << 8 | (size_t)size[2] << 16 | (size_t)size[3] << 24;
    if (*length > LONGEST_HEADER)
        return error_set(error, WEFT_ERROR_FILE,
                         "%s: a header of %zu bytes; at most %d are accepted", path, *length,
                         LONGEST_HEADER);
    *text = malloc(*length + 1);
    if (!*text)
        return error_set(error, WEFT_ERROR_MEMORY, "out of memory: reading %s", path);
    return read_bytes(file, *text, *length, path, "header", error);
}

/* Whether a regular file has exactly the bytes that its header says, before they are allocated. */
static weft_status check_size(FILE *file, const char *path, int64_t wanted, weft_error *error)
{
    struct stat facts;
    long place = ftell(file);
    if (place < 0 || fstat(fileno(file), &facts) != 0 || !S_ISREG(facts.st_mode))
        return WEFT_OK; /* a pipe: the end of the data tells */
    int64_t there = (int64_t)facts.st_size - place;
    if (there == wanted)
        return WEFT_OK;
    return error_set(error, WEFT_ERROR_FILE,
                     "%s: its header describes %lld bytes of data, but %lld follow", path,
                     (long long)wanted, (long long)there);
}

static weft_status read_data(FILE *file, const char *path, weft_array *array, weft_error *error)
{
    int64_t wanted = array_count(array) * dtype_table[array->dtype].size;
    weft_status status = check_size(file, path, wanted, error);
    if (!status)
        status = array_allocate(array, wanted ? (size_t)wanted : 1, error);
    if (!status)
        status = read_bytes(file, array->data, (size_t)wanted, path, "data", error);
    if (!status && fgetc(file) != EOF)
        status = error_set(error, WEFT_ERROR_FILE, "%s: bytes follow its data", path);
    return status;
}

weft_status weft_npy_read(const char *path, weft_array *array, weft_error *error)
{
    if (!path || !array)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_npy_read: %s is NULL",
                         path ? "array" : "path");
    FILE *file = fopen(path, "rb");
    if (!file)
        return error_set(error, WEFT_ERROR_FILE, "cannot open %s: %s", path, strerror(errno));
    char *text = NULL;
    size_t length = 0;
    weft_array read = {0};
    weft_status status = read_header(file, path, &text, &length, error);
    if (!status)
        status = npy_header_parse(text, length, path, &read, error);
    if (!status)
        status = read_data(file, path, &read, error);
    free(text);
    fclose(file);
    if (status)
        array_free(&read);
    else
        *array = read;
    return status;
}

static bool write_bytes(FILE *file, const void *from, size_t length)
{
    return fwrite(from, 1, length, file) == length;
}

/* The array with its axes in the other order. */
static weft_array transpose(const weft_array *array)
{
    weft_array transposed = *array;
    for (int axis = 0; axis < array->rank; axis++) {
        transposed.shape[axis] = array->shape[array->rank - 1 - axis];
        transposed.steps[axis] = array->steps[array->rank - 1 - axis];
    }
    transposed.data = array_data(array);
    transposed.flags &= WEFT_ARRAY_SWAPPED;
    return transposed;
}

/* Whether a file keeps the array in Fortran order: where it lies so, and not in C order too. */
static bool is_kept_fortran(const weft_array *array)
{
    weft_array transposed = transpose(array);
    return array_count(array) > 0 && array_is_fortran(array) && !array_is_fortran(&transposed);
}

/* Writes the elements in C order and native byte order, row by row through a block. */
static bool write_elements(FILE *file, const weft_array *array)
{
    char block[WRITE_BLOCK];
    weft_dtype dtype = (weft_dtype)array->dtype;
    const int64_t size = dtype_table[dtype].size, *steps[] = {array->steps};
    const int last = array->rank - 1;
    odometer rows;
    int64_t n = last >= 0 ? array->shape[last] : 1, step = n > 1 ? array->steps[last] : 0;
    const char *row = array_data(array);
    if (array_count(array) == 0)
        return true;
    odometer_begin(&rows, array->shape, 0, last);
    do {
        for (int64_t first = 0; first < n; first += WRITE_BLOCK / size) {
            int64_t count = n - first < WRITE_BLOCK / size ? n - first : WRITE_BLOCK / size;
            cast_elements(block, dtype, size, false, row + first * step, dtype, step,
                          array_is_swapped(array), count);
            if (!write_bytes(file, block, (size_t)(count * size)))
                return false;
        }
    } while (odometer_next(&rows, 1, &row, steps));
    return true;
}

/* Writes and closes the temporary file; 0, or errno of what failed. */
static int write_file(int descriptor, const weft_array *array)
{
    char header[NPY_HEADER_MOST];
    bool fortran = is_kept_fortran(array);
    weft_array transposed = transpose(array);
    size_t length = npy_header_print(array, fortran, header);
    errno = 0;
    FILE *file = fdopen(descriptor, "wb");
    if (!file) {
        int reason = errno ? errno : EIO;
        close(descriptor);
        return reason;
    }
    bool written = write_bytes(file, header, length) &&
                   write_elements(file, fortran ? &transposed : array) && fflush(file) == 0 &&
                   fsync(descriptor) == 0;
    int reason = written ? 0 : errno ? errno : EIO;
    if (fclose(file) != 0 && written)
        reason = errno ? errno : EIO;
    return reason;
}

/* Creates a new file beside `path` with the permissions of any other new file, which mkstemp would
 * not give; its name into `name`. The descriptor, or -1 with errno. */
static int create_beside(const char *path, char *name, size_t size)
{
    enum { ATTEMPTS = 1000 };
    static atomic_uint counter;
    int descriptor = -1;
    for (int k = 0; k < ATTEMPTS; k++) {
        unsigned number = atomic_fetch_add(&counter, 1);
        snprintf(name, size, "%s.%ld-%u.part", path, (long)getpid(), number);
        descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            break;
    }
    return descriptor;
}

/* The file that a path names, behind links, which are kept; malloc's. NULL with errno, or with 0
 * where what lies there is no regular file. */
static char *find_target(const char *path)
{
    struct stat found;
    if (stat(path, &found) != 0) {
        bool is_new = errno == ENOENT;
        return is_new ? strdup(path) : NULL;
    }
    errno = 0;
    return S_ISREG(found.st_mode) ? realpath(path, NULL) : NULL;
}

/* Writes a temporary file beside `path`, which is no link, and renames it. */
static weft_status replace_file(const char *path, const weft_array *array, weft_error *error)
{
    size_t size = strlen(path) + 64; /* two numbers and ".part" */
    char *temporary = malloc(size);
    if (!temporary)
        return error_set(error, WEFT_ERROR_MEMORY, "out of memory: writing %s", path);
    int descriptor = create_beside(path, temporary, size);
    int reason = descriptor < 0 ? errno : write_file(descriptor, array);
    if (!reason && rename(temporary, path) != 0)
        reason = errno;
    if (reason && descriptor >= 0)
        unlink(temporary);
    free(temporary);
    if (reason)
        return error_set(error, WEFT_ERROR_FILE, "cannot write %s: %s", path, strerror(reason));
    return WEFT_OK;
}

weft_status weft_npy_write(const char *path, const weft_array *array, weft_error *error)
{
    if (!path || !array)
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_npy_write: %s is NULL",
                         path ? "array" : "path");
    weft_status status = array_check(array, "weft_npy_write", 0, NULL, error);
    if (status)
        return status;
    if (array->device > 0)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "weft_npy_write: the array lies on device %d; copy it to the host first",
                         array->device - 1);
    if (!dtype_table[array->dtype].npy[0])
        return error_set(error, WEFT_ERROR_DTYPE, "cannot write %s: %s has no .npy type", path,
                         weft_dtype_name((weft_dtype)array->dtype));
    char *target = find_target(path);
    if (!target)
        return error_set(error, errno == ENOMEM ? WEFT_ERROR_MEMORY : WEFT_ERROR_FILE,
                         "cannot write %s: %s", path,
                         errno ? strerror(errno) : "it is no regular file");
    status = replace_file(target, array, error);
    free(target);
    return status;
}
