/* refused_c.c: which functions the C compiler refuses as they are carried: one of them must not
 * cost the others theirs. The kernels of some of a file are compiled alone, from a copy of its
 * .loops.h that has no lines of the others. */
#include <string.h>

#include "build.h"
#include "commands/build/compile/process.h"
#include "commands/interrupt.h"
#include "commands/report.h"
#include "text/file.h"

/* One file's search. */
typedef struct c_search {
    build *all;
    const char *stem;
    text_list command;  /* that compiles the copy */
    const char *loops;  /* the text of the .loops.h */
    const char *code;   /* of the .c */
    const char **names; /* of its ufuncs, a reduction with its stages being one */
    size_t name_count;
    const char *copy, *log; /* files */
} c_search;

/* The name in a line that begins the lines of a ufunc, which ends in "/" "* add *" "/"; NULL in
 * others. */
static const char *begin_of(arena *memory, const char *line, size_t length)
{
    static const char open[] = "/* ", close[] = " */";
    const size_t ends = sizeof close - 1;
    if (length < ends || memcmp(line + length - ends, close, ends) != 0)
        return NULL;
    const char *at = memmem(line, length, open, sizeof open - 1);
    if (!at || (at != line && *line != '#'))
        return NULL;
    at += sizeof open - 1;
    return arena_text(memory, at, (size_t)(line + length - ends - at));
}

static size_t place_of(const c_search *search, const char *name)
{
    size_t i = 0;
    while (i < search->name_count && strcmp(search->names[i], name) != 0)
        i++;
    return i;
}

/* Behind a line of the text. */
static const char *behind(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static void find_names(c_search *search)
{
    arena *memory = search->all->memory;
    for (const char *line = search->loops; *line; line = behind(line)) {
        const char *name = begin_of(memory, line, strcspn(line, "\n"));
        if (name && place_of(search, name) == search->name_count)
            *ARENA_PUSH(memory, search->names, search->name_count) = name;
    }
}

/* The kernel of a line `#define WEFT_BODY_add(x) add_float64##x, ...`, as the table of the .c names
 * it; NULL where that has none. */
static const char *kernel_of(const c_search *search, const char *line)
{
    static const char open[] = "(x) ", close[] = "##x";
    arena *memory = search->all->memory;
    const char *begin = strstr(line, open), *end = strstr(line, close);
    if (strncmp(line, "#define WEFT_BODY_", strlen("#define WEFT_BODY_")) != 0 || !begin || !end ||
        end < begin)
        return NULL;
    begin += sizeof open - 1;
    const char *kernel = arena_format(memory, "%.*s__loop,", (int)(end - begin), begin);
    return strstr(search->code, arena_format(memory, " %s", kernel)) ? kernel : NULL;
}

/* Writes the copy, with the lines of these names alone: what defines a body is left out of the
 * others. Their kernels are in a table, as no compiler makes code of functions that nothing uses.
 */
static bool write_copy(const c_search *search, size_t first, size_t count)
{
    arena *memory = search->all->memory;
    const size_t size = strlen(search->loops);
    char *text = arena_array(memory, size + 1, 1);
    const char *kernels = "";
    size_t length = 0, now = search->name_count;
    for (const char *line = search->loops, *end; *line; line = end) {
        end = behind(line);
        while (end - line > 1 && end[-2] == '\\' && *end) /* a line that goes on */
            end = behind(end);
        const char *name = begin_of(memory, line, strcspn(line, "\n"));
        now = name ? place_of(search, name) : now;
        const bool defines = strncmp(line, "#define WEFT_", strlen("#define WEFT_")) == 0;
        if (defines && (now < first || now >= first + count))
            continue;
        const char *kernel = kernel_of(search, line);
        kernels = kernel ? arena_format(memory, "%s %s", kernels, kernel) : kernels;
        memcpy(text + length, line, (size_t)(end - line));
        length += (size_t)(end - line);
    }
    const char *all = arena_format(memory,
                                   "%.*s\nextern weft_kernel *const weft_probe[];\n"
                                   "weft_kernel *const weft_probe[] = {%s 0};\n",
                                   (int)length, text, kernels);
    return file_write_if_changed(search->copy, all, strlen(all));
}

/* Whether the compiler takes these. */
static bool is_taken(const c_search *search, size_t first, size_t count)
{
    return write_copy(search, first, count) &&
           process_succeeds(search->all->memory, &search->command, search->log);
}

const char *build_first_error(arena *memory, const char *log)
{
    size_t size;
    const char *text = log ? file_read(memory, log, &size) : NULL;
    const char *at = text ? strstr(text, "error: ") : NULL;
    if (!at)
        return "it gives no reason";
    while (at > text && at[-1] != '\n')
        at--;
    return arena_text(memory, at, strcspn(at, "\n"));
}

static void note(const c_search *search, const char *name)
{
    build *all = search->all;
    for (size_t i = 0; i < all->refused_c_count; i++)
        if (strcmp(all->refused_c[i].name, name) == 0) {
            all->refused_c[i].is_linked = true; /* nothing of it is carried any more */
            return;
        }
    *ARENA_PUSH(all->memory, all->refused_c, all->refused_c_count) =
        (refused_ufunc){.name = name, .reason = build_first_error(all->memory, search->log)};
}

/* Searches `count` of them; returns how many are refused. */
static size_t find_among(const c_search *search, size_t first, size_t count)
{
    if (interrupt_came() || count == 0 || is_taken(search, first, count) || interrupt_came())
        return 0;
    if (count == 1) {
        note(search, search->names[first]);
        return 1;
    }
    const size_t half = count / 2;
    return find_among(search, first, half) + find_among(search, first + half, count - half);
}

/* The text of the .c before its table of kernels, with the copy for the .loops.h. */
static bool write_probe(const c_search *search, const char *path)
{
    build *all = search->all;
    const char *text = search->code;
    const char *inclusion = arena_format(all->memory, "#include \"%s.loops.h\"\n", search->stem);
    const char *at = strstr(text, inclusion);
    if (!at)
        return false;
    const char *probe =
        arena_format(all->memory, "%.*s#include \"probe.loops.h\"\n", (int)(at - text), text);
    return file_write_if_changed(path, probe, strlen(probe));
}

static void set_command(c_search *search, const char *path, size_t isa, bool only_reads)
{
    build *all = search->all;
    search->command = (text_list){0};
    text_add_all(all->memory, &search->command, &all->c.command);
    for (size_t i = 0; i < all->c.flags.count; i++)
        if (strcmp(all->c.flags.items[i], "-w") != 0)
            text_add(all->memory, &search->command, all->c.flags.items[i]);
    /* a built-in function of another compiler's, which only linking misses */
    text_add(all->memory, &search->command, "-Werror=implicit-function-declaration");
    text_add_format(all->memory, &search->command, "-I%s", all->folders.include);
    text_add_format(all->memory, &search->command, "-iquote%s", all->generated);
    build_add_isa_flags(all, &search->command, search->stem, isa);
    text_add(all->memory, &search->command, only_reads ? "-fsyntax-only" : "-c");
    text_add(all->memory, &search->command, path);
    if (!only_reads) {
        text_add(all->memory, &search->command, "-o");
        text_add_format(all->memory, &search->command, "%s/probe.o", all->work);
    }
}

/* Only the headers of instructions have functions that not every kernel can call, which compilers
 * notice as they make code. */
static bool has_instructions(const char *code)
{
    static const char *const headers[] = {"intrin.h>", "<arm_"};
    bool has = false;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        has |= strstr(code, headers[i]) != NULL;
    return has;
}

static const char *read_generated(const build *all, const char *stem, const char *ending)
{
    size_t size;
    return file_read(all->memory,
                     arena_format(all->memory, "%s/%s%s", all->generated, stem, ending), &size);
}

/* What is wrong can mostly be read; else it is seen for some instruction set. */
static size_t find_in(build *all, const char *stem, bool only_reads)
{
    c_search search = {.all = all, .stem = stem};
    const char *path = arena_format(all->memory, "%s/probe.c", all->work);
    search.loops = read_generated(all, stem, ".loops.h");
    search.code = read_generated(all, stem, ".c");
    search.copy = arena_format(all->memory, "%s/probe.loops.h", all->work);
    search.log = arena_format(all->memory, "%s/probe.log", all->work);
    if (!search.loops || !search.code || !write_probe(&search, path))
        return 0;
    find_names(&search);
    size_t isas[WEFT_ISA_COUNT];
    const size_t found = build_isas(all, isas);
    const size_t count = only_reads ? has_instructions(search.code) : found;
    for (size_t i = 0; i <= count && !interrupt_came(); i++) {
        set_command(&search, path, isas[i ? i - 1 : 0], i == 0);
        if (!is_taken(&search, 0, search.name_count))
            return is_taken(&search, 0, 0) ? find_among(&search, 0, search.name_count) : 0;
    }
    return 0;
}

bool build_find_refused_c(build *all, bool only_reads)
{
    size_t count = 0;
    report_progress_end();
    for (size_t i = 0; i < all->made.stem_count && !interrupt_came(); i++)
        count += find_in(all, all->made.stems[i], only_reads);
    return count > 0 && !interrupt_came();
}
