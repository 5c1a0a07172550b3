#include "ptx_constants.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/report.h"
#include "text/file.h"

/* Numbers of the table at most: 16 of the 64 KiB of constant memory. */
enum { MOST = 2048 };

static const char table_name[] = "weft_constants";
static const char before_table[] = ".address_size 64\n";

/* The numbers, by their bits. */
typedef struct constants {
    uint64_t bits[MOST];
    size_t count;
} constants;

/* A line that loads a register with a literal: "	mov.f64 	%fd7, 0d3FE62E42FEFA39EF;".
 */
typedef struct literal_load {
    const char *target; /* the register, and the bytes of its name */
    size_t target_length;
    uint64_t bits;
} literal_load;

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* Whether a line is such a load. */
static bool read_load(const char *line, literal_load *load)
{
    enum { DIGITS = 16 };
    const char *at = skip_blanks(line);
    if (strncmp(at, "mov.f64", strlen("mov.f64")) != 0)
        return false;
    load->target = skip_blanks(at + strlen("mov.f64"));
    load->target_length = strcspn(load->target, ", \t\n");
    at = load->target + load->target_length;
    if (load->target[0] != '%' || at[0] != ',')
        return false;
    at = skip_blanks(at + 1);
    if (strncmp(at, "0d", 2) != 0 || strspn(at + 2, "0123456789ABCDEFabcdef") != DIGITS ||
        strncmp(at + 2 + DIGITS, ";\n", 2) != 0)
        return false;
    load->bits = strtoull(at + 2, NULL, 16);
    return true;
}

/* Instructions have room for the upper half of a number. */
static bool is_short(uint64_t bits)
{
    return (bits & UINT32_MAX) == 0;
}

/* The number's place in the table, which gets it if there is room; MOST if not. */
static size_t find(constants *all, uint64_t bits)
{
    size_t at = 0;
    while (at < all->count && all->bits[at] != bits)
        at++;
    if (at == all->count && all->count < MOST)
        all->bits[all->count++] = bits;
    return at;
}

/* Writes the lines from `text` on, with loads from the table. */
static void write_lines(FILE *out, const char *text, constants *all)
{
    for (const char *line = text, *end; *line; line = end) {
        const size_t length = strcspn(line, "\n");
        literal_load load;
        end = line + length + (line[length] == '\n');
        size_t at = MOST;
        if (read_load(line, &load) && !is_short(load.bits))
            at = find(all, load.bits);
        if (at == MOST)
            fwrite(line, 1, (size_t)(end - line), out);
        else
            fprintf(out, "\tld.const.f64 \t%.*s, [%s+%zu];\n", (int)load.target_length, load.target,
                    table_name, at * sizeof *all->bits);
    }
}

static void write_table(FILE *out, const constants *all)
{
    fprintf(out, "\n.const .align 8 .b64 %s[%zu] = {", table_name, all->count);
    for (size_t k = 0; k < all->count; k++)
        fprintf(out, "%s0x%016" PRIX64, k ? ", " : "", all->bits[k]);
    fputs("};\n", out);
}

/* A file that becomes *text; reports, and NULL without memory. */
static FILE *open_text(char **text, size_t *size)
{
    FILE *out = open_memstream(text, size);
    if (!out)
        report_error("out of memory: the constants of PTX");
    return out;
}

const char *ptx_gathered(arena *memory, const char *text)
{
    constants *all = arena_array(memory, 1, sizeof *all);
    const char *begin = strstr(text, before_table);
    char *lines = NULL, *whole = NULL;
    size_t size;
    if (!begin || strstr(text, table_name))
        return text;
    begin += strlen(before_table);
    FILE *out = open_text(&lines, &size);
    if (!out)
        return text;
    write_lines(out, begin, all);
    if (fclose(out) == 0 && all->count && (out = open_text(&whole, &size)) != NULL) {
        fwrite(text, 1, (size_t)(begin - text), out);
        write_table(out, all);
        fputs(lines, out);
        if (fclose(out) == 0)
            text = arena_copy(memory, whole);
    }
    free(lines);
    free(whole);
    return text;
}

bool ptx_gather_constants(arena *memory, const char *path)
{
    size_t size;
    const char *text = file_read(memory, path, &size);
    if (!text) {
        report_error("cannot read %s: %s", path, strerror(errno));
        return false;
    }
    const char *gathered = ptx_gathered(memory, text);
    if (gathered == text || file_write_if_changed(path, gathered, strlen(gathered)))
        return true;
    report_error("cannot write %s: %s", path, strerror(errno));
    return false;
}
