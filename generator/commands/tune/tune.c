/* weft tune: how long work takes on this machine, written down for what AUTO chooses by. */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "commands/arguments.h"
#include "commands/call/library.h"
#include "commands/commands.h"
#include "commands/publish.h"
#include "commands/report.h"
#include "commands/table.h"
#include "measure.h"
#include "text/file.h"

enum { KEY_SECONDS = 512, KEY_DEVICE, KEY_NO_GPU, USUAL_SECONDS = 30 };

/* What `weft tune` was asked for. */
typedef struct tune_request {
    const char *output; /* NULL: where calls look for it */
    long seconds, device;
    bool no_gpu, names_device;
} tune_request;

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0,
     "Write the numbers to FILE, which WEFT_TUNE=FILE then names; by default where every "
     "call looks for them, in the user's folder of caches",
     0},
    {"seconds", KEY_SECONDS, "N", 0, "Take about N seconds; by default 30", 0},
    {"device", KEY_DEVICE, "N", 0, "Measure this GPU; by default 0, where there is one", 0},
    {"no-gpu", KEY_NO_GPU, NULL, 0, "Measure the processor alone", 0},
    {0},
};

static const char text[] = "Measures this machine through calls of the shipped library: what a "
                           "call costs, how long work and moving bytes take "
                           "on one core, on 2, 4, … all threads, and on a GPU with arrays in host "
                           "memory. Writes the numbers down: from then on "
                           "the target auto is chosen by them. Let the machine be idle meanwhile."
                           "\vExamples:\n"
                           "  weft tune\n"
                           "  weft tune --no-gpu --seconds 10 -o here.tune\n"
                           "  WEFT_TUNE=here.tune weft bench std add x.npy y.npy\n";

static error_t parse(int key, char *word, struct argp_state *state)
{
    tune_request *request = state->input;
    switch (key) {
    case 'o':
        request->output = word;
        return 0;
    case KEY_SECONDS:
        if (!text_whole_number(word, 1, 3600, &request->seconds))
            argp_error(state, "--seconds: '%s' is not a number from 1 to 3600",
                       arguments_plain(word));
        return 0;
    case KEY_DEVICE:
        if (!text_whole_number(word, 0, 1000, &request->device))
            argp_error(state, "--device: '%s' is not a number from 0 to 1000",
                       arguments_plain(word));
        request->names_device = true;
        return 0;
    case KEY_NO_GPU:
        request->no_gpu = true;
        return 0;
    case ARGP_KEY_END:
        if (request->no_gpu && request->names_device)
            argp_error(state, "--device and --no-gpu are both given");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp grammar = {options, parse, "", text, NULL, NULL, NULL};

/* ---- what was found ---- */

static const char *format_time(arena *memory, double nanoseconds)
{
    static const char *const units[] = {"ns", "µs", "ms", "s"};
    int unit = 0;
    for (; unit < 3 && nanoseconds >= 1000; unit++)
        nanoseconds /= 1000;
    return arena_format(memory, "%.3g %s", nanoseconds, units[unit]);
}

static void add_row(const measured_machine *all, table *rows, const measured_side *side)
{
    static const int points[] = {1, 4, 6, 8};
    const char **row = table_add_row(rows);
    row[0] = side->name;
    row[1] = format_time(all->memory, side->call);
    row[2] = arena_format(all->memory, "%.3g", side->work[WEFT_WORK_LANES]);
    row[3] = arena_format(all->memory, "%.3g", side->work[WEFT_WORK_PRODUCT]);
    for (int k = 0; k < 4; k++)
        row[4 + k] =
            arena_format(all->memory, "%.3g", measured_bytes(points[k]) / side->moved[points[k]]);
}

static void print(const measured_machine *all)
{
    static const char *const titles[] = {"place",  "a call", "vectors", "products",
                                         "16 KiB", "1 MiB",  "16 MiB",  "256 MiB"};
    table rows = {.memory = all->memory,
                  .column_count = 8,
                  .is_right = {false, true, true, true, true, true, true, true}};
    memcpy(table_add_row(&rows), titles, sizeof titles);
    printf("processor: %s\n", all->processor);
    if (all->has_gpu)
        printf("device: %s, %.3g GB/s of its own memory\n", all->device, 1 / all->device_memory);
    puts("Work in nanoseconds for one of the estimate (`weft explain'); bytes of all operands in "
         "GB/s");
    add_row(all, &rows, &all->cpu);
    for (int k = 0; k < all->team_count; k++)
        add_row(all, &rows, &all->teams[k]);
    if (all->has_gpu)
        add_row(all, &rows, &all->device_side);
    table_print(&rows, stdout);
}

/* ---- the file ---- */

/* A number between those that are read: what was too short to be seen is little. */
static double bounded(double number, double most)
{
    return number < 1e-6 || number != number ? 1e-6 : number < most ? number : most;
}

static void write_side(FILE *out, const char *name, const measured_side *side)
{
    fprintf(out, "%s %.6f", name, bounded(side->call, 1e8));
    for (int kind = 0; kind < WEFT_WORK_COUNT; kind++)
        fprintf(out, " %.9f", bounded(side->work[kind], 1e4));
    for (int point = 0; point < MEASURED_POINTS; point++)
        fprintf(out, " %.2f", bounded(side->moved[point] < 1 ? 1 : side->moved[point], 1e12));
    fputc('\n', out);
}

static void write_numbers(const measured_machine *all, FILE *out)
{
    fprintf(out, "weft-tune 1\nprocessor %s\n", all->processor);
    write_side(out, "cpu", &all->cpu);
    for (int k = 0; k < all->team_count; k++)
        write_side(out, arena_format(all->memory, "threads %d", all->teams[k].threads),
                   &all->teams[k]);
    if (all->has_gpu) {
        fprintf(out, "device %s\n", all->device);
        write_side(out, "gpu", &all->device_side);
        fprintf(out, "bytes %.9f %.9f\n", bounded(all->whole, 1e3),
                bounded(all->device_memory, 1e3));
    }
    fputs("end\n", out);
}

/* Writes it under another name, reads it as calls do, and then gives it its own. */
static bool write_file(const measured_machine *all, const char *path)
{
    const char *name;
    weft_error error;
    FILE *out = publish_open(all->memory, path, 0666, &name);
    if (!out)
        return false;
    write_numbers(all, out);
    const bool is_good = fflush(out) != 0 || weft_tune_check(name, &error) == WEFT_OK;
    if (!is_good)
        report_error("what was measured is not usable: %s", error.text);
    return publish_close(out, name, path, is_good) && is_good;
}

/* ---- the command ---- */

/* Where to write: what was asked for, or where calls look. Reports and returns NULL where there is
 * no such place. */
static const char *find_output(arena *memory, const tune_request *request)
{
    weft_error error;
    char path[4096];
    if (request->output)
        return publish_check(memory, request->output) ? request->output : NULL;
    if (weft_tune_path(path, sizeof path, &error) != WEFT_OK || !path[0]) {
        report_error("%s", path[0] ? error.text
                           : getenv("WEFT_TUNE")
                               ? "WEFT_TUNE is empty; -o names a file"
                               : "neither XDG_CACHE_HOME nor HOME is a folder; -o names a file");
        return NULL;
    }
    const char *folder = text_folder(memory, path);
    if (!file_make_folder(folder)) {
        report_error("cannot make the folder %s: %s", folder, strerror(errno));
        return NULL;
    }
    return publish_check(memory, path) ? arena_copy(memory, path) : NULL;
}

/* Opens the device, if one is wanted and there. Reports and returns false where one was named and
 * is not to be had. */
static bool find_device(measured_machine *all, const tune_request *request)
{
    weft_error error;
    all->gpu = (weft_options){.target = WEFT_GPU, .device = (int)request->device};
    if (request->no_gpu)
        return true;
    all->has_gpu =
        weft_target_check(WEFT_GPU, &all->gpu, &error) == WEFT_OK &&
        weft_device_name((int)request->device, all->device, sizeof all->device, &error) == WEFT_OK;
    if (all->has_gpu)
        return true;
    if (request->names_device)
        report_error("%s", error.text);
    else
        printf("gpu: not to be had: %s\n", error.text);
    return !request->names_device;
}

static bool tune(arena *memory, const tune_request *request)
{
    weft_error error;
    const char *output = find_output(memory, request);
    measured_machine all = {.memory = memory, .seconds = (double)request->seconds};
    if (!output)
        return false;
    setenv("WEFT_TUNE", "", 1); /* what an older file says is not to be part of what is measured */
    if (weft_tune_machine(all.processor, sizeof all.processor, &error) != WEFT_OK) {
        report_error("%s", error.text);
        return false;
    }
    all.library = library_open(memory, library_path(memory, "std"));
    bool good = all.library && find_device(&all, request) && measure_machine(&all) &&
                write_file(&all, output);
    if (good) {
        print(&all);
        printf("written to %s\n", output);
    }
    weft_library_close(all.library);
    return good;
}

int command_tune(int argc, char **argv)
{
    arena *memory = arena_new();
    tune_request request = {.seconds = USUAL_SECONDS};
    int status = arguments_parse(&grammar, argc, argv, memory, &request);
    if (status == STATUS_DONE)
        status = tune(memory, &request) ? STATUS_DONE : STATUS_FAILED;
    arena_free(memory);
    return status;
}
