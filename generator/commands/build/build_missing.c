/* What the linker did not find, where the user's files declare it. */
#include <ctype.h>
#include <string.h>

#include "build.h"
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
