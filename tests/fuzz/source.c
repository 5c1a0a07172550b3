/* source.c: any text as an annotated C file, read, checked and generated as `weft generate` does.
 * What is accepted becomes the files of one module and nothing else; what is refused is told in a
 * diagnostic, and no file is written.
 *
 * A first line "// flags: --targets=cpu,gpu" asks for targets by name, as in tests/golden. A crash
 * of libclang while it parses is caught by libclang, and the text refused; the tool itself has
 * commands/watch.c for that, and for texts that never end. */
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "model/targets.h"
#include "pipeline/generate.h"
#include "scratch.h"

static const char source_name[] = "kernels.c";
static const char folder_name[] = "out";

/* A stream that keeps what is written to it, in the place of stderr or of the output of explain. */
typedef struct kept_text {
    FILE *stream;
    char *text;
    size_t size;
} kept_text;

static void kept_text_open(kept_text *kept)
{
    kept->stream = open_memstream(&kept->text, &kept->size);
    FUZZ_EXPECT(kept->stream);
}

static void kept_text_close(kept_text *kept)
{
    FUZZ_EXPECT(fclose(kept->stream) == 0);
    free(kept->text);
}

/* What one run left in the folder. */
static size_t sources_written, outputs_written;

static void count_file(const char *path, bool is_new)
{
    static const char stem[] = "out/kernels.";
    (void)is_new;
    if (strcmp(path, source_name) == 0)
        sources_written++;
    else if (strcmp(path, folder_name) != 0) {
        FUZZ_EXPECT(strncmp(path, stem, strlen(stem)) == 0);
        outputs_written++;
    }
}

static void expect_files(bool accepted, bool gpu)
{
    enum { HOST_FILES = 6, GPU_FILES = 3 };
    sources_written = outputs_written = 0;
    scratch_restore(count_file);
    size_t wanted = accepted ? gpu ? HOST_FILES + GPU_FILES : HOST_FILES : 0;
    FUZZ_EXPECT(sources_written == 1 && outputs_written == wanted);
}

/* The targets that the first line names; 0: none. */
static unsigned read_targets(const char *text)
{
    char line[80];
    unsigned bits = 0;
    snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
    const char *list = strstr(line, "--targets=");
    for (int target = WEFT_CPU; list && target < WEFT_TARGET_END; target++)
        if (strstr(list, target_names[target]))
            bits |= 1u << (target - 1);
    return bits;
}

/* Texts that name devices or other processes' files are no test: a reader waits for those. And libclang
 * alone takes seconds for a file that includes itself until it may no more. */
static bool is_harmless(const uint8_t *bytes, size_t size)
{
    static const char *const names[] = {"/dev", "/proc", source_name};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (memmem(bytes, size, names[i], strlen(names[i])))
            return false;
    return true;
}

/* Generates; whether the text was accepted. */
static bool generate(const generate_options *options)
{
    FILE *real = stderr;
    kept_text messages;
    generate_result result = {0};
    kept_text_open(&messages);
    stderr = messages.stream;
    bool accepted = generate_run(options, &result);
    fflush(messages.stream);
    stderr = real;
    FUZZ_EXPECT(accepted || strstr(messages.text, "error:"));
    FUZZ_EXPECT(!accepted || (result.stem_count == 1 && strcmp(result.stems[0], "kernels") == 0));
    generate_result_clear(&result);
    kept_text_close(&messages);
    return accepted;
}

/* What was accepted can be explained, and its trees can be printed. */
static void explain(const generate_options *options)
{
    FILE *real = stderr;
    kept_text shown, messages;
    kept_text_open(&shown);
    kept_text_open(&messages);
    stderr = messages.stream;
    generate_options asked = *options;
    asked.trees = shown.stream;
    bool done = generate_explain(&asked, EXPLAIN_TEXT, shown.stream);
    asked.trees = NULL;
    done = done && generate_explain(&asked, EXPLAIN_JSON, shown.stream);
    stderr = real;
    FUZZ_EXPECT(done);
    kept_text_close(&messages);
    kept_text_close(&shown);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static bool is_open;
    const char *files[] = {source_name};
    if (!is_open)
        scratch_open();
    is_open = true;
    if (!is_harmless(bytes, size))
        return 0;
    char *text = fuzz_text(bytes, size);
    unsigned targets = read_targets(text);
    FILE *file = fopen(source_name, "wb");
    FUZZ_EXPECT(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    generate_options options = {
        .strip_prefix = "",
        .files = files,
        .file_count = 1,
        .folder = folder_name,
        .prefix = "weft_",
        .library = NULL,
        .include_folder = FUZZ_INCLUDE_FOLDER,
        .targets = targets ? targets : TARGET_ALL,
        .targets_given = targets != 0,
        .color = size % 2 ? COLOR_ALWAYS : COLOR_NEVER,
    };
    bool accepted = generate(&options);
    if (accepted && size % 4 == 0) /* reading it again takes as long as all before */
        explain(&options);
    expect_files(accepted, options.targets & TARGET_GPU);
    free(text);
    return 0;
}
