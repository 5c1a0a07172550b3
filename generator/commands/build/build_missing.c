/* What the linker did not find, where the user's files declare it. */
#include <ctype.h>
#include <string.h>

#include "build.h"
#include "commands/build/compile/process.h"
#include "commands/interrupt.h"
#include "commands/report.h"
#include "text/file.h"

static bool is_name_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

/* Whether a line of the linker says that this symbol is not defined. */
static bool line_names(const char *line, const char *end, const char *symbol)
{
    static const char said[] = "undefined ";
    const size_t length = strlen(symbol);
    const char *at = memmem(line, (size_t)(end - line), said, sizeof said - 1);
    while (at && (at = memmem(at, (size_t)(end - at), symbol, length))) {
        if (!is_name_byte(at[-1]) && (at + length == end || !is_name_byte(at[length])))
            return true;
        at += length;
    }
    return false;
}

static bool log_names(const char *log, const char *symbol)
{
    while (*log) {
        const char *end = log + strcspn(log, "\n");
        if (line_names(log, end, symbol))
            return true;
        log = *end ? end + 1 : end;
    }
    return false;
}

/* Links what is nothing but names, as the library will be linked: that takes no time, and compiling
 * may take minutes. Those are [first, end) of the symbols that the generated files need. What the
 * linker says; NULL where nothing is missing. */
static const char *link_names(const build *all, size_t first, size_t end)
{
    arena *memory = all->memory;
    const char *path = arena_format(memory, "%s/names.c", all->work);
    const char *log = arena_format(memory, "%s/names.log", all->work);
    const char *text = "";
    text_list arguments = {0};
    for (size_t i = first; i < end; i++) {
        const char *name = all->made.linked[i].name;
        text = arena_format(memory, "%sextern char %s[]; char *const weft_name_%zu = %s;\n", text,
                            name, i, name);
    }
    if (!*text || !file_write_if_changed(path, text, strlen(text)))
        return NULL;
    text_add_all(memory, &arguments, &all->c.command);
    text_add_all(
        memory, &arguments,
        &(text_list){
            (const char *[]){"-w", "-fno-builtin", "-fPIC", "-shared", "-Wl,-z,defs", "-o"}, 6});
    text_add_format(memory, &arguments, "%s/names.so", all->work);
    text_add(memory, &arguments, path);
    build_add_linked(all, &arguments);
    text_add_all(memory, &arguments, &all->request->link_flags);
    text_add(memory, &arguments, "-lm");
    size_t size;
    return process_succeeds(memory, &arguments, log) ? NULL : file_read(memory, log, &size);
}

/* The first name that the linker says is not defined; NULL if it says none. */
static const char *first_undefined(arena *memory, const char *log)
{
    static const char *const said[] = {"undefined reference to ", "undefined symbol"};
    const char *first = NULL;
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        const char *at = strstr(log, said[i]);
        if (at && (!first || at < first))
            first = at + strlen(said[i]);
    }
    while (first && *first && *first != '\n' && !is_name_byte(*first))
        first++;
    size_t length = 0;
    while (first && is_name_byte(first[length]))
        length++;
    return length ? arena_text(memory, first, length) : NULL;
}

static void note_undefined(build *all, const char *name, const char *missing)
{
    *ARENA_PUSH(all->memory, all->undefined, all->undefined_count) =
        (undefined_symbol){arena_copy(all->memory, name), missing};
}

bool build_find_undefined(build *all)
{
    const size_t before = all->undefined_count, count = all->made.linked_count;
    build_compile_linked(all);
    const char *said = link_names(all, 0, count);
    for (size_t i = 0; said && i < count && !interrupt_came(); i++) {
        const linked_symbol *symbol = &all->made.linked[i];
        const char *missing = NULL;
        if (log_names(said, symbol->name)) {
            missing = arena_copy(all->memory, symbol->name);
        } else if (symbol->has_source) {
            const char *own = link_names(all, i, i + 1);
            missing = own ? first_undefined(all->memory, own) : NULL;
        }
        if (missing)
            note_undefined(all, symbol->name, missing);
    }
    return all->undefined_count > before;
}

void build_report_missing(const build *all)
{
    const job *link = /* runs after all others */
        all->jobs.count ? &all->jobs.items[all->jobs.count - 1] : NULL;
    size_t size = 0;
    const char *names = "",
               *log = link && link->log ? file_read(all->memory, link->log, &size) : NULL;
    for (size_t i = 0; log && i < all->made.linked_count; i++) {
        const linked_symbol *symbol = &all->made.linked[i];
        if (log_names(log, symbol->name))
            names = arena_format(all->memory, "%s%s%s (declared at %s)", names, *names ? ", " : "",
                                 symbol->name, symbol->place);
    }
    if (*names)
        report_error("nothing that was linked defines %s; add its library with -lNAME, and -LDIR "
                     "if it lies in a folder of its own, or its source with --source=FILE",
                     names);
}
