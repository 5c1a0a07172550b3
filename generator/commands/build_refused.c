/* What nvcc refuses, by ufunc: the text of a .cu is compiled by halves until the ufuncs are known
 * whose kernels it does not take. One of them must not cost the others theirs. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../file.h"
#include "build.h"
#include "interrupt.h"
#include "process.h"
#include "report.h"

/* The kernels of one ufunc in a .cu: loops that stand one after the other. */
typedef struct kernels {
    const char *name, *begin, *end;
} kernels;

/* One .cu, which is searched. */
typedef struct search {
    build *all;
    size_t stem;
    const char *head, *head_end; /* what stands before the first loop */
    kernels *items;
    size_t count;
} search;

/* The comment of a ufunc's name and prototype that a loop begins with; NULL if there is none. */
static const char *find_loop(const char *text)
{
    while ((text = strstr(text, "\n/* ")) != NULL) {
        const char *end = strchr(++text, '\n');
        if (end && strncmp(end, "\nnamespace weft::", 17) == 0)
            return text;
    }
    return NULL;
}

static void split(search *where, const char *text)
{
    arena *memory = where->all->memory;
    const char *begin = find_loop(text);
    where->head = text;
    where->head_end = begin ? begin : text + strlen(text);
    while (begin) {
        const char *next = find_loop(begin), *end = next ? next : begin + strlen(begin);
        const char *name = arena_text(memory, begin + 3, strcspn(begin + 3, ":"));
        kernels *last = where->count ? &where->items[where->count - 1] : NULL;
        if (last && strcmp(last->name, name) == 0)
            last->end = end;
        else
            *ARENA_PUSH(memory, where->items, where->count) = (kernels){name, begin, end};
        begin = next;
    }
}

/* Whether nvcc takes the kernels of these ufuncs; what it prints goes into the file `log`. */
static bool is_taken(const search *where, size_t first, size_t count, const char *log)
{
    build *all = where->all;
    arena *memory = all->memory;
    const char *text = arena_text(memory, where->head, (size_t)(where->head_end - where->head));
    for (size_t i = first; i < first + count; i++)
        text =
            arena_format(memory, "%s%.*s", text, (int)(where->items[i].end - where->items[i].begin),
                         where->items[i].begin);
    if (!file_write_if_changed(arena_format(memory, "%s/refused.cu", all->work), text,
                               strlen(text)))
        return false;
    text_list words = {0};
    text_add(memory, &words, all->cuda.nvcc);
    text_split(memory, &words,
               arena_format(memory,
                            "-ptx -arch=compute_75 -std=c++20 -w -Igenerated -Iinclude -Idevice "
                            "--options-file %zu.cu.flags refused.cu -o refused.ptx",
                            where->stem),
               " ");
    text_add_all(memory, &words, &all->user_folders);
    return process_succeeds_in(memory, &words, all->work, log);
}

/* The line of nvcc's that says what is wrong. */
static const char *first_error(arena *memory, const char *log)
{
    size_t size;
    const char *text = file_read(memory, log, &size), *at = text ? strstr(text, "error") : NULL;
    if (!at)
        return "it gives no reason";
    while (at > text && at[-1] != '\n')
        at--;
    return arena_text(memory, at, strcspn(at, "\n"));
}

static void add_refused(search *where, const kernels *one, const char *log)
{
    build *all = where->all;
    report_warning("no gpu kernel for '%s': the device compiler refuses it: %s", one->name,
                   first_error(all->memory, log));
    text_add(all->memory, &all->refused, one->name);
}

/* Searches among `count` ufuncs, which are refused together or not known to be. */
static void find_among(search *where, size_t first, size_t count)
{
    const char *log = arena_format(where->all->memory, "%s/refused.log", where->all->work);
    if (interrupt_came() || count == 0 || is_taken(where, first, count, log) || interrupt_came())
        return;
    if (count == 1) {
        add_refused(where, &where->items[first], log);
        return;
    }
    find_among(where, first, count / 2);
    find_among(where, first + count / 2, count - count / 2);
}

/* Searches a stem and returns how many of its ufuncs are left. */
static size_t find_in_stem(build *all, size_t stem)
{
    size_t size, before = all->refused.count;
    const char *text =
        file_read(all->memory, arena_format(all->memory, "%s/%zu.cu", all->work, stem), &size);
    search where = {.all = all, .stem = stem};
    if (!text)
        return 0;
    split(&where, text);
    find_among(&where, 0, where.count);
    return where.count - (all->refused.count - before);
}

bool build_find_refused(build *all)
{
    size_t left = 0;
    report_progress_end();
    for (size_t i = 0; i < all->made.stem_count && !interrupt_came(); i++)
        if (all->made.stem_has_gpu[i])
            left += find_in_stem(all, i);
    if (interrupt_came() || all->refused.count == 0)
        return false;
    if (left || !(all->request->source.targets & TARGET_GPU))
        return true;
    report_error("no function has a gpu kernel, and gpu is among --targets");
    return false;
}
