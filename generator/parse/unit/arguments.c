/* arguments.c: what libclang is told of a reading. */
#include "parser.h"
#include "text/file.h"

/* Modes of types that gcc alone knows: libclang is told others as wide. */
#ifdef __aarch64__
#define COMPARISON_MODE "-D__libgcc_cmp_return__=__SI__"
#else
#define COMPARISON_MODE "-D__libgcc_cmp_return__=__word__"
#endif

const char **parser_arguments(parser *reader, const source_file *source, const binding *bound,
                              size_t *count)
{
    const generate_options *options = reader->options;
    const char **arguments = NULL;
    *count = 0;
    /* Conditions are to find gcc, which builds; but the C library asks for the version of clang
     * before it uses what libclang has. */
    static const char *const always[] = {"-x",
                                         "c",
                                         "-std=gnu17",
                                         "-w",
                                         "-ferror-limit=0",
                                         "-fbracket-depth=" DEEPEST_BRACKETS,
                                         "-fretain-comments-from-system-headers",
                                         "-DWEFT_GENERATOR=1",
                                         COMPARISON_MODE,
                                         "-D__libgcc_shift_count__=__word__",
                                         "-U__clang__",
                                         "-U__clang_patchlevel__",
                                         "-U__clang_version__",
                                         "-U__clang_literal_encoding__",
                                         "-U__clang_wide_literal_encoding__",
                                         "-U__llvm__"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        *ARENA_PUSH(reader->memory, arguments, *count) = always[i];
    for (size_t i = 0; i < options->compile_flag_count; i++)
        *ARENA_PUSH(reader->memory, arguments, *count) = options->compile_flags[i];
    /* What generated code is compiled with makes some headers mean less than they may. */
    *ARENA_PUSH(reader->memory, arguments, *count) =
        arena_format(reader->memory, "-isystem%s/weft/reading", options->include_folder);
    /* Installed in /usr it has a place already, behind libclang's own headers, which the system's
     * may hide. */
    if (!file_is_same(options->include_folder, "/usr/include"))
        *ARENA_PUSH(reader->memory, arguments, *count) =
            arena_format(reader->memory, "-isystem%s", options->include_folder);
    /* Another copy, in a folder of -I, is no text of the user's either: its macros are read anew
     * under every binding. */
    *ARENA_PUSH(reader->memory, arguments, *count) = "--system-header-prefix=weft/annotate.h";
    /* The functions of these come along as the user's own. */
    *ARENA_PUSH(reader->memory, arguments, *count) = "--no-system-header-prefix=weft/random.h";
    *ARENA_PUSH(reader->memory, arguments, *count) = "--no-system-header-prefix=weft/order.h";
    if (options->clang_folder)
        *ARENA_PUSH(reader->memory, arguments, *count) =
            arena_format(reader->memory, "-resource-dir=%s", options->clang_folder);
    if (options->compiler_folder)
        *ARENA_PUSH(reader->memory, arguments, *count) =
            arena_format(reader->memory, "-idirafter%s", options->compiler_folder);
    for (size_t i = 0; i < reader->own_header_count; i++)
        *ARENA_PUSH(reader->memory, arguments, *count) =
            arena_format(reader->memory, "--no-system-header-prefix=%s", reader->own_headers[i]);
    for (size_t i = 0; i < reader->dialect.definition_count; i++)
        *ARENA_PUSH(reader->memory, arguments, *count) = reader->dialect.definitions[i];
    if (bound)
        *ARENA_PUSH(reader->memory, arguments, *count) = "-DWEFT_REBIND=1";
    for (size_t i = 0; bound && i < source->typevar_count; i++)
        *ARENA_PUSH(reader->memory, arguments, *count) = arena_format(
            reader->memory, "-DWEFT_BOUND_%s=%s", source->typevars[i], bound->types[i]);
    return arguments;
}
