/* What the linker did not find, where the user's files declare it. */
#include <ctype.h>
#include <string.h>

#include "build.h"
#include "commands/build/compile/process.h"
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

/* Links what is nothing but the names, as the library will be linked: that takes no time, and
 * compiling may take minutes. */
bool build_find_undefined(build *all)
{
    arena *memory = all->memory;
    const char *path = arena_format(memory, "%s/names.c", all->work);
    const char *log = arena_format(memory, "%s/names.log", all->work), *text = "";
    text_list arguments = {0};
    size_t size = 0;
    for (size_t i = 0; i < all->made.linked_count; i++)
        if (!all->made.linked[i].has_source)
            text = arena_format(memory, "%sextern char %s[]; char *const weft_name_%zu = %s;\n",
                                text, all->made.linked[i].name, i, all->made.linked[i].name);
    if (!*text || !file_write_if_changed(path, text, strlen(text)))
        return false;
    text_add_all(memory, &arguments, &all->c.command);
    text_add_all(
        memory, &arguments,
        &(text_list){
            (const char *[]){"-w", "-fno-builtin", "-fPIC", "-shared", "-Wl,-z,defs", "-o"}, 6});
    text_add_format(memory, &arguments, "%s/names.so", all->work);
    text_add(memory, &arguments, path);
    text_add_all(memory, &arguments, &all->request->link_flags);
    text_add(memory, &arguments, "-lm");
    const char *said =
        process_succeeds(memory, &arguments, log) ? NULL : file_read(memory, log, &size);
    for (size_t i = 0; said && i < all->made.linked_count; i++)
        if (!all->made.linked[i].has_source && log_names(said, all->made.linked[i].name))
            text_add(memory, &all->undefined, arena_copy(memory, all->made.linked[i].name));
    return all->undefined.count > 0;
}

void build_report_missing(const build *all)
{
    const job *link = &all->jobs.items[all->jobs.count - 1]; /* runs after all others */
    size_t size = 0;
    const char *names = "", *log = link->log ? file_read(all->memory, link->log, &size) : NULL;
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
