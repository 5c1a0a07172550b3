#include "preprocess.h"

#include <string.h>

#include "flatten.h"
#include "parse/unit/text/lexer.h"
#include "parse/unit/text/respelling.h"
#include "skeleton.h"

/* Whether a diagnostic is an error of the preprocessor's or the lexer's, or an #error. */
static bool is_failure(CXDiagnostic diagnostic)
{
    CXString category = clang_getDiagnosticCategoryText(diagnostic);
    const char *name = clang_getCString(category);
    bool fails = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error &&
                 (strcmp(name, "Lexical or Preprocessor Issue") == 0 ||
                  strcmp(name, "User-Defined Issue") == 0);
    clang_disposeString(category);
    return fails;
}

bool preprocess_has_failed(const parse_unit *unit)
{
    bool failed = false;
    CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit->unit);
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all) && !failed; i++) {
        CXDiagnostic diagnostic = clang_getDiagnosticInSet(all, i);
        failed = is_failure(diagnostic);
        clang_disposeDiagnostic(diagnostic);
    }
    return failed;
}

/* A macro of the command line with blanks between the tokens that it stands for. */
static const char *space_definition(arena *memory, const char *flag)
{
    const char *equal = strchr(flag, '=');
    if (strncmp(flag, "-D", 2) != 0 || !equal)
        return flag;
    return arena_format(memory, "%.*s%s", (int)(equal + 1 - flag), flag,
                        skeleton_space(memory, equal + 1, 0, strlen(equal + 1)));
}

/* The options of the reading: warnings count, for the messages are some. */
static const char **read_arguments(parser *reader, bool spaced, size_t *count)
{
    size_t given;
    const char **all = parser_arguments(reader, NULL, NULL, &given), **arguments = NULL;
    *count = 0;
    for (size_t i = 0; i < given; i++)
        if (strcmp(all[i], "-w") != 0)
            *ARENA_PUSH(reader->memory, arguments, *count) =
                spaced ? space_definition(reader->memory, all[i]) : all[i];
    for (size_t i = 0; i < skeleton_option_count; i++)
        *ARENA_PUSH(reader->memory, arguments, *count) = skeleton_options[i];
    return arguments;
}

static void collect_events(parser *reader, CXTranslationUnit unit, event_list *events)
{
    CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit);
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all); i++) {
        CXDiagnostic diagnostic = clang_getDiagnosticInSet(all, i);
        CXString text = clang_getDiagnosticSpelling(diagnostic);
        event told;
        if (skeleton_read_event(reader->memory, clang_getCString(text), &told))
            *ARENA_PUSH(reader->memory, events->items, events->count) = told;
        clang_disposeString(text);
        clang_disposeDiagnostic(diagnostic);
    }
}

/* Reads the skeletons of all files. */
static bool read_skeletons(parser *reader, const user_files *all, bool spaced, event_list *events)
{
    size_t count, length;
    const char **arguments = read_arguments(reader, spaced, &count);
    struct CXUnsavedFile *files = arena_array(reader->memory, all->count, sizeof *files);
    for (size_t i = 0; i < all->count; i++) {
        const char *text = skeleton_write(all, i, spaced, &length);
        files[i] = (struct CXUnsavedFile){all->files[i].path, text, length};
    }
    CXTranslationUnit unit;
    *events = (event_list){0};
    if (clang_parseTranslationUnit2(reader->index, all->files[0].path, arguments, (int)count, files,
                                    (unsigned)all->count, CXTranslationUnit_KeepGoing,
                                    &unit) != CXError_Success)
        return false;
    collect_events(reader, unit, events);
    clang_disposeTranslationUnit(unit);
    return true;
}

/* The next quoted token of a text; false if there is none. */
static bool next_quoted(lexer *in, c_token *token)
{
    while (lexer_next(in, token))
        if (token->kind == TOKEN_QUOTED)
            return true;
    return false;
}

/* The loose text with the strings of the tight one, in which no blanks were put. */
static const char *join_strings(arena *memory, const char *loose, const char *tight)
{
    lexer tokens = {.text = loose, .end = strlen(loose)},
          strings = {.text = tight, .end = strlen(tight)};
    growing_text joined = {.memory = memory};
    c_token token, string;
    size_t at = 0;
    while (next_quoted(&tokens, &token) && next_quoted(&strings, &string)) {
        growing_add(&joined, loose + at, token.begin - at);
        growing_add(&joined, tight + string.begin, string.end - string.begin);
        respelling_undo_in(joined.text + joined.length - (string.end - string.begin),
                           string.end - string.begin);
        at = token.end;
    }
    growing_add(&joined, loose + at, strlen(loose + at));
    return growing_finish(&joined);
}

/* A macro that makes strings is asked twice: for its tokens, and for its strings. */
static bool read_strings(parser *reader, const user_files *all, event_list *events)
{
    event_list tight;
    if (!read_skeletons(reader, all, false, &tight))
        return false;
    for (size_t i = 0; i < events->count && i < tight.count; i++) {
        event *told = &events->items[i];
        const event *strings = &tight.items[i];
        if (told->kind != strings->kind || (told->kind != EVENT_USE && told->kind != EVENT_MORE))
            continue;
        told->text = join_strings(reader->memory, told->text, strings->text);
        if (told->more && strings->more)
            told->more = join_strings(reader->memory, told->more, strings->more);
    }
    return true;
}

/* Whether a macro of the command line makes strings. */
static bool has_given_strings(const generate_options *options)
{
    for (size_t i = 0; i < options->compile_flag_count; i++)
        if (strncmp(options->compile_flags[i], "-D", 2) == 0 &&
            strchr(options->compile_flags[i], '#'))
            return true;
    return false;
}

bool preprocess(parser *reader, const parse_unit *unit, flat_text **flat)
{
    event_list events;
    *flat = NULL;
    const user_files *all = user_files_collect(unit);
    if (all->is_unsound)
        return false;
    if (all->is_plain)
        return true;
    if (read_skeletons(reader, all, true, &events) &&
        (!(all->has_strings || has_given_strings(reader->options)) ||
         read_strings(reader, all, &events)))
        *flat = flatten(unit, all, &events);
    return *flat != NULL;
}
