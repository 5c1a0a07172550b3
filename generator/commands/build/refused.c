#include "refused.h"

#include <string.h>

#include "commands/build/compile/process.h"
#include "commands/build/compile/ptx_constants.h"
#include "commands/interrupt.h"
#include "commands/report.h"
#include "text/file.h"

/* The kernels of one ufunc in a .loops.h. */
typedef struct kernels {
    const char *name, *macro;
} kernels;

/* The kernels of all, in their order. */
typedef struct kernels_list {
    kernels *items;
    size_t count;
} kernels_list;

static bool is_known(const kernels_list *all, const char *macro)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->items[i].macro, macro) == 0)
            return true;
    return false;
}

/* Reads the lines "#ifndef WEFT_REFUSED_add" with the name in a comment behind it; there is one for
 * each reading of the body. */
static kernels_list read_kernels(arena *memory, const char *loops)
{
    static const char guard[] = "\n#ifndef WEFT_REFUSED_";
    kernels_list all = {0};
    size_t size;
    const char *at = file_read(memory, loops, &size);
    while (at && (at = strstr(at, guard)) != NULL) {
        at += strlen("\n#ifndef ");
        size_t length = strcspn(at, " \n");
        const char *comment = at + length;
        size_t before = strspn(comment, " /*");
        const char *name = arena_text(memory, comment + before, strcspn(comment + before, " \n"));
        const char *macro = arena_text(memory, at, length);
        if (!is_known(&all, macro))
            *ARENA_PUSH(memory, all.items, all.count) = (kernels){name, macro};
    }
    return all;
}

/* The PTX that a command makes, NULL if it makes none. */
static const char *find_ptx(const text_list *command)
{
    for (size_t i = 0; i + 1 < command->count; i++) {
        const char *output = command->items[i + 1], *end = strrchr(output, '.');
        if (strcmp(command->items[i], "-o") == 0 && end && strcmp(end, ".ptx") == 0)
            return output;
    }
    return NULL;
}

bool refused_compile(const refused_search *search, const text_list *refused)
{
    text_list words = {0};
    text_add_all(search->memory, &words, search->command);
    for (size_t i = 0; i < refused->count; i++)
        text_add_format(search->memory, &words, "-D%s", refused->items[i]);
    bool done = process_succeeds_in(search->memory, &words, search->folder, search->log);
    const char *ptx = find_ptx(search->command);
    if (done && ptx)
        done = ptx_gather_constants(search->memory, ptx);
    for (size_t i = 0; i < search->then_count && done; i++)
        done = process_succeeds_in(search->memory, &search->then[i], search->folder, search->log);
    return done;
}

/* Whether nvcc takes these kernels alone. */
static bool is_taken(const refused_search *search, const kernels_list *all, size_t first,
                     size_t count)
{
    text_list others = {0};
    for (size_t i = 0; i < all->count; i++)
        if (i < first || i >= first + count)
            text_add(search->memory, &others, all->items[i].macro);
    return refused_compile(search, &others);
}

/* What is named outside of all namespaces are the user's own alone: a line of nvcc's in his words.
 */
static const char *say_missing_twin(arena *memory, const char *line)
{
    static const char missing[] = "the global scope has no \"";
    const char *found = strstr(line, missing);
    const char *error = strstr(line, "error:");
    const int before = error ? (int)(error - line) : 0;
    if (error && strstr(line, "__global__ function call must be configured"))
        return arena_format(memory,
                            "%.*serror: what WEFT_LAUNCH stands before is a __device__ function in "
                            "the file of --device-source, not a __global__ one",
                            before, line);
    if (!found || !error)
        return line;
    const char *name = found + strlen(missing);
    return arena_format(memory,
                        "%.*serror: no file of --device-source has '%.*s', which has "
                        "WEFT_DEVICE_TWIN or WEFT_LAUNCH",
                        before, line, (int)strcspn(name, "\""), name);
}

/* The line of nvcc's that says what is wrong. */
static const char *first_error(const refused_search *search)
{
    size_t size;
    const char *text = file_read(search->memory, search->log, &size);
    const char *at = text ? strstr(text, "error") : NULL;
    if (!at)
        return "it gives no reason";
    while (at > text && at[-1] != '\n')
        at--;
    return say_missing_twin(search->memory, arena_text(search->memory, at, strcspn(at, "\n")));
}

/* Searches `count` ufuncs, which are refused together or not known to be. */
static void find_among(const refused_search *search, const kernels_list *all, size_t first,
                       size_t count, text_list *refused)
{
    if (interrupt_came() || count == 0 || is_taken(search, all, first, count) || interrupt_came())
        return;
    if (count == 1) {
        report_warning("no gpu kernel for '%s': the device compiler refuses it: %s",
                       all->items[first].name, first_error(search));
        text_add(search->memory, refused, all->items[first].macro);
        return;
    }
    find_among(search, all, first, count / 2, refused);
    find_among(search, all, first + count / 2, count - count / 2, refused);
}

size_t refused_find(const refused_search *search, text_list *refused)
{
    const kernels_list all = read_kernels(search->memory, search->loops);
    const size_t before = refused->count;
    if (!is_taken(search, &all, 0, 0))
        return all.count; /* it does not fail for the kernels */
    find_among(search, &all, 0, all.count, refused);
    return all.count - (refused->count - before);
}
