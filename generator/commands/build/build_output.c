#include "build_output.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>

#include "commands/publish.h"
#include "commands/report.h"
#include "text/file.h"

const char *build_library_name(arena *memory, const char *path)
{
    const char *name = text_file_name(path);
    if (strncmp(name, "lib", 3) == 0 && name[3] && name[3] != '.')
        name += 3;
    size_t length = strcspn(name, ".");
    return length ? arena_text(memory, name, length) : name;
}

const char *build_depfile(const build *all)
{
    return arena_format(all->memory, "%s/depfile", all->work);
}

/* A file name as make reads it in a rule. */
static void print_make_name(FILE *out, const char *name)
{
    for (; *name; name++) {
        if (strchr(" #\\", *name))
            fputc('\\', out);
        if (*name == '$')
            fputc('$', out);
        fputc(*name, out);
    }
}

/* The generator's depfile names its outputs, which are gone: here the library depends on all. */
static bool publish_depfile(build *all)
{
    size_t size;
    const char *name, *path = all->request->source.depfile;
    const char *rule = file_read(all->memory, build_depfile(all), &size);
    const char *inputs = rule ? strstr(rule, ": ") : NULL;
    if (!inputs) {
        report_error("cannot write %s: the generator made no depfile", path);
        return false;
    }
    FILE *out = publish_open(all->memory, path, 0666, &name);
    if (!out)
        return false;
    print_make_name(out, all->request->output);
    fputs(inputs, out);
    return publish_close(out, name, path, true);
}

/* Saves one generated file, which is none of the other files that are asked for. */
static bool save_file(build *all, const char *name)
{
    const build_request *request = all->request;
    const char *kept[] = {request->output, request->source.depfile};
    const char *target = arena_format(all->memory, "%s/%s", request->save_folder, name);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (kept[i] && file_would_be_same(all->memory, target, kept[i])) {
            report_error("--save-temps has a file of its own to write to %s", kept[i]);
            return false;
        }
    return publish_copy(all->memory, arena_format(all->memory, "%s/%s", all->generated, name),
                        target, 0666);
}

static bool save_generated(build *all)
{
    const char *folder = all->request->save_folder;
    if (!file_make_folder(folder)) {
        report_error("cannot make the folder %s: %s", folder, strerror(errno));
        return false;
    }
    DIR *files = opendir(all->generated);
    bool is_done = files != NULL;
    errno = files ? 0 : errno;
    for (struct dirent *entry; is_done && (entry = readdir(files)); errno = 0)
        if (entry->d_type != DT_DIR)
            is_done = save_file(all, entry->d_name);
    if (errno && (is_done || !files)) {
        report_error("cannot read the folder %s: %s", all->generated, strerror(errno));
        is_done = false;
    }
    if (files)
        closedir(files);
    return is_done;
}

bool build_publish(build *all, const char *library)
{
    if (all->request->save_folder && !save_generated(all))
        return false;
    if (all->request->source.depfile && !publish_depfile(all))
        return false;
    return publish_copy(all->memory, library, all->request->output, 0777);
}
