/* command.c: any words as a command line of the tool, one to a line, in a folder with arrays, libraries
 * and annotated files. Each ends with an exit status, with a message where that is not 0, and
 * without files where nothing was to be written.
 *
 * So that nothing outside of the folder can be named, "/" stays where "." or "t" stands before it
 * ("./a", "out/a"), and ".." does not stay. "--H", which is argp's own "--HANG" and sleeps for an
 * hour, becomes "_-H". */
#include <string.h>

#include "command.h"
#include "commands/commands.h"
#include "fuzz.h"
#include "scratch.h"

enum { MOST_WORDS = 40, HEADER_SIZE = 128, MOST_DATA = 128 };

static const char kernels[] =
    "#include <weft/annotate.h>\n"
    "WEFT_TYPEVAR(T);\n"
    "/** Twice. */\n"
    "WEFT_VECTORIZE(\"float32(float32)\", \"float64(float64)\") T twice(T x) { return 2 * x; }\n"
    "WEFT_VECTORIZE() double theirs(double x);\n";
static const char foreign[] = "double theirs(double x) { return x / 2; }\n";
static const char wrong[] =
    "#include <weft/annotate.h>\n"
    "WEFT_VECTORIZE(\"float64(nothing)\") double f(double x) { return x; }\n";
static const double numbers[12] = {1, 2.5, -3, 4, 5, 6, -7, 8, 9, 10, 11, 12};
static const int64_t indices[4] = {0, 2, 1, -1};
static const bool choices[12] = {true, false, true, [6] = true};

/* A .npy file: `data` behind a header of this dtype and shape. Kept for ever. */
static void put_array(const char *name, const char *dtype, const char *shape, const void *data,
                      size_t size)
{
    enum { BEFORE = 10 }; /* magic, version, length of the header */
    char *file = calloc(1, HEADER_SIZE + MOST_DATA);
    FUZZ_EXPECT(file && size <= MOST_DATA);
    memcpy(file, "\x93NUMPY\x01\x00", 8);
    file[8] = HEADER_SIZE - BEFORE;
    memset(file + BEFORE, ' ', HEADER_SIZE - BEFORE);
    int length = snprintf(file + BEFORE, HEADER_SIZE - BEFORE,
                          "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", dtype, shape);
    file[BEFORE + length] = ' ';
    file[HEADER_SIZE - 1] = '\n';
    memcpy(file + HEADER_SIZE, data, size);
    scratch_put(name, file, HEADER_SIZE + size);
}

/* A library of the build, under its own name. */
static void put_library(const char *name, const char *path)
{
    FILE *in = fopen(path, "rb");
    FUZZ_EXPECT(in && fseek(in, 0, SEEK_END) == 0);
    size_t size = (size_t)ftell(in);
    char *bytes = malloc(size);
    rewind(in);
    FUZZ_EXPECT(bytes && fread(bytes, 1, size, in) == size);
    fclose(in);
    scratch_put(name, bytes, size);
}

static void put_files(void)
{
    static const char *const empty[] = {"CC", "NVCC", "CUDA_PATH", "WEFT_TARGET"};
    scratch_open();
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        unsetenv(empty[i]);
    put_array("a.npy", "<f8", "(3, 4)", numbers, sizeof numbers);
    put_array("v.npy", "<f8", "(4,)", numbers, 4 * sizeof *numbers);
    put_array("f.npy", "<f4", "(2, 0, 3)", numbers, 0);
    put_array("c.npy", "<c16", "(2,)", numbers, 4 * sizeof *numbers);
    put_array("i.npy", ">i8", "(4,)", indices, sizeof indices);
    put_array("n.npy", "<i8", "(3,)", indices, 3 * sizeof *indices);
    put_array("m.npy", "|b1", "(3, 4)", choices, sizeof choices);
    put_array("cut.npy", "<f8", "(1000000000,)", numbers, 8);
    scratch_put("5", "none", 4);
    scratch_put("kernels.c", kernels, sizeof kernels - 1);
    scratch_put("foreign.c", foreign, sizeof foreign - 1);
    scratch_put("wrong.c", wrong, sizeof wrong - 1);
    scratch_put("-x.c", kernels, sizeof kernels - 1);
    scratch_put("$(touch a) \"b.c", kernels, sizeof kernels - 1);
    put_library("libsample.so", FUZZ_SAMPLE);
    put_library("libstd.so", FUZZ_STD);
}

/* Splits the text into words that name nothing outside of the folder; returns their number. */
static int read_words(char *text, char **words)
{
    static char name[] = "weft";
    int count = 0;
    words[count++] = name;
    for (char *at = text; *at; at++)
        if (strncmp(at, "--H", 3) == 0 || (at[0] == '.' && at[1] == '.') ||
            (at[0] == '/' && (at == text || (at[-1] != '.' && at[-1] != 't'))))
            *at = '_';
    for (char *word = strtok(text, "\n"); word && count < MOST_WORDS; word = strtok(NULL, "\n"))
        words[count++] = word;
    words[count] = NULL;
    return count;
}

/* Nothing of the tool's own stays behind. */
static void expect_name(const char *path, bool is_new)
{
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    FUZZ_EXPECT(!is_new || strncmp(name, ".weft-", 6) != 0);
}

/* Whether a run that ended so may have written files: a folder of generated ones may be there where
 * another file could not be written. */
static bool may_write(const char *command, int status)
{
    if (strcmp(command, "generate") == 0)
        return true;
    return status == STATUS_DONE && strcmp(command, "list") != 0 && strcmp(command, "explain") != 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static bool is_open;
    if (!is_open)
        put_files();
    is_open = true;
    char *words[MOST_WORDS + 1], *text = fuzz_text(bytes, size), *said = NULL;
    size_t said_size = 0;
    int count = read_words(text, words);
    const char *command = count > 1 ? words[1] : "";
    FILE *real_error = stderr, *real_output = stdout;
    FILE *kept = open_memstream(&said, &said_size);
    FUZZ_EXPECT(kept);
    stderr = stdout = kept;
    int status = command_run_tool(count, words);
    stderr = real_error;
    stdout = real_output;
    FUZZ_EXPECT(fclose(kept) == 0);
    FUZZ_EXPECT(status == COMMAND_BUILT || (status >= STATUS_DONE && status <= STATUS_USAGE));
    FUZZ_EXPECT(status == STATUS_DONE || said_size > 0);
    size_t changed = scratch_restore(expect_name);
    FUZZ_EXPECT(changed == 0 || may_write(command, status));
    free(said);
    free(text);
    return 0;
}
