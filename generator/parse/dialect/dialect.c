#include "dialect.h"

#include <stdlib.h>
#include <string.h>

#include "dialect_ask.h"
#include "model/standard.h"
#include "parse/unit/text/lexer.h"
#include "parse/unit/text/respelling.h"
#include "whole.h"

const struct CXUnsavedFile *dialect_file(const parser *reader, const char *path)
{
    for (size_t i = 0; i < reader->dialect.file_count; i++)
        if (strcmp(reader->dialect.files[i].Filename, path) == 0)
            return &reader->dialect.files[i];
    return NULL;
}

void dialect_replace(parser *reader, const char *path, const char *text, size_t size)
{
    dialect *known = &reader->dialect;
    const struct CXUnsavedFile replaced = {arena_copy(reader->memory, path), text, size};
    for (size_t i = 0; i < known->file_count; i++)
        if (strcmp(known->files[i].Filename, path) == 0) {
            known->files[i] = replaced;
            return;
        }
    *ARENA_PUSH(reader->memory, known->files, known->file_count) = replaced;
}

/* Whether -D or -U says what a name is, to both compilers. */
static bool is_given(const parser *reader, const char *name, size_t length)
{
    const generate_options *options = reader->options;
    for (size_t i = 0; i < options->compile_flag_count; i++) {
        const char *flag = options->compile_flags[i];
        if (flag[0] == '-' && (flag[1] == 'D' || flag[1] == 'U') &&
            strncmp(flag + 2, name, length) == 0 && strchr("=(", flag[2 + length]))
            return true; /* "" too */
    }
    return false;
}

static void define(parser *reader, const char *definition)
{
    dialect *known = &reader->dialect;
    *ARENA_PUSH(reader->memory, known->definitions, known->definition_count) = definition;
}

/* ---- names ---- */

static const char *respell(parser *reader, const char *path, const char *text, size_t size);

/* Defines what the compiler predefines, once. `text`: all that stands behind #define, the name
 * first. */
static void define_macro(parser *reader, dialect_name *named)
{
    const char *text = named->text, *behind = text + strlen(named->name);
    if (named->is_defined)
        return;
    named->is_defined = true;
    if (*behind == '(')
        behind += strcspn(behind, ")") + 1;
    const int head = (int)(behind - text);
    behind += *behind == ' ';
    const char *body = respell(reader, NULL, behind, strlen(behind));
    define(reader, arena_format(reader->memory, "-D" RESPELLING "%.*s=%s", head - RESPELLING_LENGTH,
                                text + RESPELLING_LENGTH, body ? body : behind));
}

/* Defines a question by the names of its answers, which have no parameters: of one that is missing
 * libclang says so, as of no macro without. */
static void define_question(parser *reader, dialect_name *named)
{
    if (named->is_defined)
        return;
    named->is_defined = true;
    const char *rest = named->name + RESPELLING_LENGTH;
    define(reader, arena_format(reader->memory,
                                "-D" RESPELLING "%s(x)=(" RESPELLING "%s" DIALECT_ANSWER "##x())",
                                rest, rest));
}

/* Whether a question at a token is the compiler's to answer, and not one about an attribute with a
 * scope, a::b. Of a name that stands there the compiler will be asked. */
static bool read_question(parser *reader, const char *text, size_t size, const dialect_name *named,
                          const c_token *asked)
{
    lexer in = {.text = text, .at = asked->end, .end = size, .inside = true};
    c_token open, about, close;
    if (!lexer_next(&in, &open) || !lexer_is(text, &open, "(") || !lexer_next(&in, &about) ||
        !lexer_next(&in, &close))
        return true;
    if (text[close.begin] == ':')
        return false;
    if (about.kind != TOKEN_NAME || !lexer_is(text, &close, ")"))
        return true;
    const char *answer = arena_format(reader->memory, RESPELLING "%s" DIALECT_ANSWER "%.*s",
                                      named->name + RESPELLING_LENGTH,
                                      (int)(about.end - about.begin), text + about.begin);
    dialect_add_question(reader, answer, strlen(answer));
    return true;
}

/* Whether a name in a text is spelled anew; then it is defined as the compiler has it. */
static bool is_respelled(parser *reader, const char *text, size_t size, const c_token *token)
{
    const char *name = text + token->begin;
    const size_t length = token->end - token->begin;
    if (token->kind != TOKEN_NAME || !respelling_is_possible(name, length) ||
        !dialect_ask(reader) || is_given(reader, name, length))
        return false;
    dialect_ask_library(reader, name, length);
    dialect_name *named = dialect_find_name(&reader->dialect, name, length);
    if (!named)
        return false;
    if (named->is_question && named->is_compilers) {
        if (!read_question(reader, text, size, named, token))
            return false;
        define_question(reader, named);
    } else if (named->is_compilers) {
        define_macro(reader, named);
    }
    return true;
}

/* Puts blanks for the backslashes that take line ends away between two tokens, [begin, end), for
 * libclang counts such to the token behind. Where nothing else parts the tokens, they may be one.
 */
static void blank_splices(parser *reader, const char *text, size_t size, size_t begin, size_t end,
                          char **copy)
{
    static const char alone[] = "(){}[];,";
    bool is_parted = begin == 0 || strchr(alone, text[begin - 1]) || strchr(alone, text[end]);
    for (size_t at = begin, splice; at < end && !is_parted; at += splice)
        is_parted = (splice = lexer_splice(text, at, end)) == 0;
    if (text[end] == '#' || text[end] == '%')
        is_parted = false; /* of a line that goes on, it begins no directive */
    for (size_t at = begin; is_parted && (at = lexer_find_splice(text, at, end)) < end; at++) {
        if (!*copy)
            *copy = arena_text(reader->memory, text, size);
        (*copy)[at] = ' ';
    }
}

/* A text with its names spelled anew, as long as it was; NULL where none of them is. `path`: of the
 * file; NULL where it is none. */
static const char *respell(parser *reader, const char *path, const char *text, size_t size)
{
    lexer in = {.text = text, .end = size};
    whole_questions asked = {0};
    char *copy = NULL;
    size_t behind = 0; /* the last token, or directive */
    c_token token;
    while (lexer_next(&in, &token)) {
        if (path && token.begin > behind)
            blank_splices(reader, text, size, behind, token.begin, &copy);
        if (token.end > behind)
            behind = lexer_begins_directive(text, &token) ? lexer_line_end(text, token.end, size)
                                                          : token.end;
        if (whole_note(reader, path, text, size, &token, &asked))
            continue;
        if (!is_respelled(reader, text, size, &token))
            continue;
        if (!copy)
            copy = arena_text(reader->memory, text, size);
        memcpy(copy + token.begin, RESPELLING, RESPELLING_LENGTH);
    }
    if (asked.count && !copy)
        copy = arena_text(reader->memory, text, size);
    if (asked.count)
        whole_answer(reader, copy, &asked);
    return copy;
}

void dialect_read_flags(parser *reader)
{
    const generate_options *options = reader->options;
    for (size_t i = 0; i < options->compile_flag_count; i++) {
        const char *flag = options->compile_flags[i], *equal = strchr(flag, '=');
        const char *value = strncmp(flag, "-D", 2) == 0 && equal
                                ? respell(reader, NULL, equal + 1, strlen(equal + 1))
                                : NULL;
        if (value)
            define(reader,
                   arena_format(reader->memory, "%.*s%s", (int)(equal + 1 - flag), flag, value));
    }
}

/* ---- what no macro of the text asks ---- */

/* The number that the compiler has for a name; 0 if it has none. */
static long find_number(const dialect *known, const char *name)
{
    const dialect_name *found = dialect_find_name(known, name, strlen(name));
    const char *text = found && found->is_compilers ? found->text : NULL;
    return text ? strtol(text + strlen(name), NULL, 10) : 0;
}

bool dialect_takes_auto_for_int(parser *reader)
{
    enum { FIRST_GCC = 13 }; /* that has C23's auto */
    const dialect *known = &reader->dialect;
    if (!standard_since_c23(reader->options) || !dialect_ask(reader))
        return false;
    const long gcc = find_number(known, "__GNUC__");
    return gcc && gcc < FIRST_GCC && !find_number(known, "__clang__");
}

/* ---- a unit ---- */

static void look_at_text(parser *reader, const char *path, const char *text, size_t size)
{
    if (dialect_file(reader, path))
        return;
    const char *respelled = respell(reader, path, text, size);
    if (respelled)
        *ARENA_PUSH(reader->memory, reader->dialect.files, reader->dialect.file_count) =
            (struct CXUnsavedFile){arena_copy(reader->memory, path), respelled, size};
}

void dialect_begin(parser *reader, const char *path, const char *text, size_t size)
{
    look_at_text(reader, path, text, size);
    dialect_answer(reader);
}

typedef struct file_search {
    parser *reader;
    CXTranslationUnit unit;
} file_search;

static void look_at_file(CXFile file, CXSourceLocation *stack, unsigned length, CXClientData data)
{
    const file_search *search = data;
    parser *reader = search->reader;
    size_t size = 0;
    const char *text = clang_getFileContents(search->unit, file, &size);
    (void)stack;
    if (!text || (length && clang_Location_isInSystemHeader(
                                clang_getLocationForOffset(search->unit, file, 0))))
        return;
    CXString name = clang_getFileName(file);
    look_at_text(reader, clang_getCString(name), text, size);
    clang_disposeString(name);
}

/* Adds the questions whose answers libclang did not find. */
static void find_questions(parser *reader, CXTranslationUnit unit)
{
    static const char begin[] = "'" RESPELLING;
    CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit);
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all); i++) {
        CXDiagnostic diagnostic = clang_getDiagnosticInSet(all, i);
        CXString text = clang_getDiagnosticSpelling(diagnostic);
        const char *name = strstr(clang_getCString(text), begin);
        if (name)
            dialect_add_question(reader, name + 1, strcspn(name + 1, "'"));
        clang_disposeString(text);
        clang_disposeDiagnostic(diagnostic);
    }
}

bool dialect_find(parser *reader, CXTranslationUnit unit)
{
    const dialect *known = &reader->dialect;
    const size_t files = known->file_count, definitions = known->definition_count;
    file_search search = {reader, unit};
    clang_getInclusions(unit, look_at_file, &search);
    if (known->definition_count == definitions && known->is_known)
        find_questions(reader, unit);
    dialect_answer(reader);
    return known->file_count > files || known->definition_count > definitions;
}
