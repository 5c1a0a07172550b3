#include "table.h"

#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

const char **table_add_row(table *all)
{
    return *ARENA_PUSH(all->memory, all->rows, all->row_count);
}

/* Columns that UTF-8 text takes: bytes that begin a character. */
static size_t text_width(const char *text)
{
    size_t width = 0;
    for (; text && *text; text++)
        width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

static size_t column_width(const table *all, size_t column)
{
    size_t widest = 0;
    for (size_t i = 0; i < all->row_count; i++) {
        size_t width = text_width(all->rows[i][column]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static size_t terminal_width(FILE *out)
{
    struct winsize window = {0};
    if (!isatty(fileno(out)) || ioctl(fileno(out), TIOCGWINSZ, &window) != 0 || window.ws_col < 20)
        return SIZE_MAX;
    return window.ws_col;
}

/* Prints one character, UTF-8 sequences as a whole, and returns what is behind it. */
static const char *print_character(FILE *out, const char *text)
{
    do
        fputc(*text++, out);
    while (((unsigned char)*text & 0xC0) == 0x80);
    return text;
}

static void print_row(const char *line, size_t limit, FILE *out)
{
    size_t width = text_width(line);
    for (size_t i = 0; *line && (width <= limit || i + 1 < limit); i++)
        line = print_character(out, line);
    fputs(*line ? "…\n" : "\n", out);
}

static const char *format_row(const table *all, const size_t *widths, size_t row)
{
    const char *line = "";
    size_t pending = 0; /* blanks to come before the next cell that is not empty */
    for (size_t k = 0; k < all->column_count; k++) {
        const char *cell = all->rows[row][k] ? all->rows[row][k] : "";
        size_t padding = widths[k] - text_width(cell);
        if (!*cell) {
            pending += widths[k] + 2;
            continue;
        }
        size_t before = pending + (all->is_right[k] ? padding : 0);
        line = arena_format(all->memory, "%s%*s%s", line, (int)before, "", cell);
        pending = (all->is_right[k] ? 0 : padding) + 2;
    }
    return line;
}

void table_print(const table *all, FILE *out)
{
    size_t widths[TABLE_MAX_COLUMNS] = {0}, limit = terminal_width(out);
    for (size_t k = 0; k < all->column_count; k++)
        widths[k] = column_width(all, k);
    for (size_t i = 0; i < all->row_count; i++)
        print_row(format_row(all, widths, i), limit, out);
}
