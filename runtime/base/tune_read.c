/* tune_read.c: the files of `weft tune`: where they lie, what a line of them is, and whether one is
 * this machine's. Their bytes may be anything. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "error.h"
#include "tune.h"

/* What a file may have. */
enum { MOST_BYTES = 8192, MOST_DIGITS = 15 };
/* Nanoseconds of a call; of work in those of its estimate; of moving some bytes; of a byte. */
static const double least = 1e-6, most_call = 1e8, most_work = 1e4, most_moved = 1e12,
                    most_byte = 1e3;

/* ---- the processor ---- */

/* A name as a line may hold it: printable ASCII, single blanks within. */
static void clean_name(char name[TUNE_NAME], const char *from, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < size && length < TUNE_NAME - 1; i++) {
        const char letter = from[i] > ' ' && from[i] < 127 ? from[i] : ' ';
        if (letter != ' ' || (length > 0 && name[length - 1] != ' '))
            name[length++] = letter;
    }
    while (length > 0 && name[length - 1] == ' ')
        length--;
    name[length] = '\0';
}

/* What stands behind the colon of the first line of /proc/cpuinfo that begins so. */
static bool find_model(char name[TUNE_NAME])
{
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[512];
    bool is_found = false;
    while (file && !is_found && fgets(line, sizeof line, file)) {
        const char *colon = strncmp(line, "model name", 10) == 0 ? strchr(line, ':') : NULL;
        if (!colon)
            continue;
        clean_name(name, colon + 1, strlen(colon + 1));
        is_found = name[0] != '\0';
    }
    if (file)
        fclose(file);
    return is_found;
}

void tune_processor(char name[TUNE_NAME])
{
    struct utsname machine;
    if (find_model(name))
        return;
    if (uname(&machine) == 0)
        clean_name(name, machine.machine, strlen(machine.machine));
    else
        name[0] = '\0';
    if (!name[0])
        memcpy(name, "unknown", sizeof "unknown");
}

weft_status weft_tune_machine(char *text, size_t size, weft_error *error)
{
    char name[TUNE_NAME];
    tune_processor(name);
    if (!text || size <= strlen(name))
        return error_set(error, WEFT_ERROR_ARGUMENT, "weft_tune_machine: %s",
                         text ? "there is no room for the name" : "text is NULL");
    memcpy(text, name, strlen(name) + 1);
    return WEFT_OK;
}

/* ---- where ---- */

/* The folder of caches: what XDG_CACHE_HOME names, if that is absolute, else ~/.cache; false: there
 * is none. */
static bool find_folder(const char **folder, const char **below)
{
    const char *given = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    *below = given && given[0] == '/' ? "" : "/.cache";
    *folder = given && given[0] == '/' ? given : home;
    return *folder && (*folder)[0] == '/';
}

/* The processor's name as part of a file's. */
static void make_file_name(char name[TUNE_NAME])
{
    tune_processor(name);
    for (char *letter = name; *letter; letter++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-", *letter))
            *letter = '-';
}

weft_status weft_tune_path(char *text, size_t size, weft_error *error)
{
    const char *named = getenv("WEFT_TUNE"), *folder, *below;
    char name[TUNE_NAME];
    int length = 0;
    if (!text || size == 0)
        return error_set(error, WEFT_ERROR_ARGUMENT,
                         "weft_tune_path: there is no room for the path");
    text[0] = '\0';
    if (named) {
        length = snprintf(text, size, "%s", named);
    } else if (find_folder(&folder, &below)) {
        make_file_name(name);
        length = snprintf(text, size, "%s%s/weft/tune-%s", folder, below, name);
    }
    if (length >= 0 && (size_t)length < size)
        return WEFT_OK;
    text[0] = '\0';
    return error_set(error, WEFT_ERROR_ARGUMENT,
                     "weft_tune_path: the path has %d bytes; there is room for %zu", length, size);
}

/* ---- a file's text ---- */

/* What is left of the text, and where in the file that is. */
typedef struct tune_reader {
    const char *at, *end;
    const char *path;
    int line;
    weft_error *error;
} tune_reader;

static weft_status refuse(const tune_reader *in, const char *format, ...)
    __attribute__((format(printf, 2, 3), cold));

static weft_status refuse(const tune_reader *in, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return error_set(in->error, WEFT_ERROR_FILE, "%s:%d: %s", in->path, in->line, text);
}

/* Takes a word and what ends it: a blank, or the line where it is the last one. */
static bool take(tune_reader *in, const char *word, char behind)
{
    const size_t length = strlen(word), left = (size_t)(in->end - in->at);
    if (left < length + 1 || memcmp(in->at, word, length) != 0 || in->at[length] != behind)
        return false;
    in->at += length + 1;
    in->line += behind == '\n';
    return true;
}

/* Takes the rest of the line as a name. */
static bool take_name(tune_reader *in, char name[TUNE_NAME])
{
    const char *line_end = memchr(in->at, '\n', (size_t)(in->end - in->at));
    const size_t length = line_end ? (size_t)(line_end - in->at) : 0;
    if (length == 0 || length >= TUNE_NAME)
        return false;
    clean_name(name, in->at, length);
    if (strlen(name) != length || memcmp(name, in->at, length) != 0)
        return false;
    in->at = line_end + 1;
    in->line++;
    return true;
}

/* Takes a number and what ends it: digits, and more behind one point. No locale has a say in it,
 * and nothing that is infinite or no number can be written. */
static bool take_number(tune_reader *in, char behind, double *number)
{
    const char *at = in->at;
    double value = 0, unit = 1;
    int digits = 0;
    bool has_point = false;
    for (; at < in->end && digits <= MOST_DIGITS; at++) {
        if (*at == '.' && !has_point && digits > 0) {
            has_point = true;
        } else if (*at >= '0' && *at <= '9') {
            value = value * 10 + (*at - '0');
            unit *= has_point ? 10 : 1;
            digits++;
        } else {
            break;
        }
    }
    if (digits == 0 || digits > MOST_DIGITS || at == in->end || *at != behind || at[-1] == '.')
        return false;
    in->at = at + 1;
    in->line += behind == '\n';
    *number = value / unit;
    return true;
}

/* The same, within limits. */
static weft_status take_bounded(tune_reader *in, const char *what, double most, char behind,
                                double *number)
{
    const tune_reader before = *in;
    if (!take_number(in, behind, number))
        return refuse(&before, "%s should be a decimal number here", what);
    if (!(*number >= least && *number <= most))
        return refuse(&before, "%s is %g; it may be %g to %g", what, *number, least, most);
    return WEFT_OK;
}

/* Takes what stands behind the side's name. */
static weft_status take_side(tune_reader *in, tune_side *side)
{
    weft_status status = take_bounded(in, "the time of a call", most_call, ' ', &side->call);
    for (int kind = 0; kind < WEFT_WORK_COUNT && !status; kind++)
        status = take_bounded(in, "the time of work", most_work, ' ', &side->work[kind]);
    for (int point = 0; point < TUNE_POINTS && !status; point++) {
        const tune_reader before = *in;
        status = take_bounded(in, "the time of moving bytes", most_moved,
                              point < TUNE_POINTS - 1 ? ' ' : '\n', &side->moved[point]);
        if (!status && point > 0 && side->moved[point] < side->moved[point - 1])
            status = refuse(&before, "more bytes take less time: %g after %g", side->moved[point],
                            side->moved[point - 1]);
    }
    return status;
}

static weft_status take_teams(tune_reader *in, tune_numbers *numbers)
{
    weft_status status = WEFT_OK;
    while (!status && take(in, "threads", ' ')) {
        tune_team *team = &numbers->teams[numbers->team_count];
        double threads;
        const int fewer = numbers->team_count ? team[-1].threads : 1;
        if (numbers->team_count == TUNE_MOST_TEAMS)
            return refuse(in, "there are more than %d lines of threads", TUNE_MOST_TEAMS);
        if ((status = take_bounded(in, "the number of threads", TUNE_MOST_THREADS, ' ', &threads)))
            return status;
        if (threads <= fewer || threads != (int)threads)
            return refuse(in, "%g threads behind %d", threads, fewer);
        team->threads = (int)threads;
        numbers->team_count++;
        status = take_side(in, &team->side);
    }
    return status;
}

static weft_status take_gpu(tune_reader *in, tune_numbers *numbers)
{
    weft_status status;
    if (!take(in, "device", ' '))
        return WEFT_OK;
    if (!take_name(in, numbers->device))
        return refuse(in, "the device's name should stand here");
    if (!take(in, "gpu", ' '))
        return refuse(in, "a line `gpu' should stand behind that of the device");
    if ((status = take_side(in, &numbers->gpu)))
        return status;
    if (!take(in, "bytes", ' '))
        return refuse(in, "a line `bytes' should stand behind that of the gpu");
    if (!(status = take_bounded(in, "the time of a byte", most_byte, ' ', &numbers->gpu_whole)))
        status = take_bounded(in, "the time of a byte", most_byte, '\n', &numbers->gpu_memory);
    numbers->gpu_from = 0;
    numbers->gpu_margin = 1;
    return status;
}

weft_status tune_parse(tune_numbers *numbers, const char *text, size_t size, const char *path,
                       weft_error *error)
{
    tune_reader in = {.at = text, .end = text + size, .path = path, .line = 1, .error = error};
    tune_numbers read;
    weft_status status;
    tune_assume(&read); /* of a gpu that the file says nothing about */
    read.team_count = 0;
    if (!take(&in, "weft-tune 1", '\n'))
        return refuse(&in, "this is not a file that this version's `weft tune' wrote");
    if (!take(&in, "processor", ' ') || !take_name(&in, read.processor))
        return refuse(&in, "a line `processor' with its name should stand here");
    if (!take(&in, "cpu", ' '))
        return refuse(&in, "a line `cpu' should stand here");
    if ((status = take_side(&in, &read.cpu)) || (status = take_teams(&in, &read)) ||
        (status = take_gpu(&in, &read)))
        return status;
    if (!take(&in, "end", '\n') || in.at != in.end)
        return refuse(&in, "a line `end', and nothing behind it, should stand here");
    tune_settle(&read);
    *numbers = read;
    return WEFT_OK;
}

/* ---- the file ---- */

/* Reads all of a regular file that is not too long; nothing else is opened for long, and nothing
 * blocks. */
static weft_status read_all(const char *path, char *text, size_t *size, weft_error *error)
{
    struct stat facts;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    const char *fault = file < 0 || fstat(file, &facts) ? strerror(errno) : NULL;
    if (!fault && !S_ISREG(facts.st_mode))
        fault = "not a regular file";
    if (!fault && facts.st_size > MOST_BYTES)
        fault = "too long for a file of `weft tune'";
    *size = 0;
    while (!fault && *size < MOST_BYTES) {
        const ssize_t count = read(file, text + *size, MOST_BYTES - *size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            fault = strerror(errno);
        if (count <= 0)
            break;
        *size += (size_t)count;
    }
    if (file >= 0)
        close(file);
    return fault ? error_set(error, WEFT_ERROR_FILE, "cannot read %s: %s", path, fault) : WEFT_OK;
}

weft_status tune_read(tune_numbers *numbers, const char *path, weft_error *error)
{
    char text[MOST_BYTES], processor[TUNE_NAME];
    size_t size;
    tune_numbers read;
    weft_status status = read_all(path, text, &size, error);
    if (!status)
        status = tune_parse(&read, text, size, path, error);
    if (status)
        return status;
    tune_processor(processor);
    if (strcmp(processor, read.processor) != 0)
        return error_set(error, WEFT_ERROR_FILE, "%s: of another processor: %s; this is %s", path,
                         read.processor, processor);
    *numbers = read;
    return WEFT_OK;
}
