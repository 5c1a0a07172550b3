#include "whole.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "dialect_ask.h"
#include "parse/unit/text.h"

enum { ANSWER_BITS = 20 };

typedef struct whole_question {
    size_t begin, end; /* in the text */
    const char *asked; /* NULL: it is known */
    unsigned long answer;
} whole_question;

/* Behind `"x.h"` or `<x.h>`, of a line; 0 where there is none. */
static size_t find_header_end(const char *text, size_t at, size_t size)
{
    const char close = text[at] == '"' ? '"' : '>';
    if (at >= size || (text[at] != '"' && text[at] != '<'))
        return 0;
    for (at++; at < size && text[at] != '\n'; at++)
        if (text[at] == close)
            return at + 1;
    return 0;
}

static size_t skip_blanks(const char *text, size_t at, size_t size)
{
    while (at < size && (text[at] == ' ' || text[at] == '\t'))
        at++;
    return at;
}

/* Whether a header is there that only quotes look for: in the file's own folder, or one of -iquote.
 */
static bool is_quoted_header(const parser *reader, const char *path, const char *header)
{
    static const char quoted[] = "-iquote";
    const generate_options *options = reader->options;
    const char *folder = strrchr(path, '/');
    bool found =
        access(folder ? arena_format(reader->memory, "%.*s/%s", (int)(folder - path), path, header)
                      : header,
               F_OK) == 0;
    for (size_t i = 0; i < options->compile_flag_count && !found; i++)
        if (strncmp(options->compile_flags[i], quoted, strlen(quoted)) == 0)
            found = access(arena_format(reader->memory, "%s/%s",
                                        options->compile_flags[i] + strlen(quoted), header),
                           F_OK) == 0;
    return found;
}

/* Notes __has_include of a header that is named. Those that only quotes find are looked for here;
 * others are asked for. */
static bool note_header(parser *reader, const char *path, const char *text, size_t size,
                        const c_token *token, whole_questions *all)
{
    size_t at = skip_blanks(text, token->end, size);
    if (at >= size || text[at] != '(')
        return false;
    const size_t begin = skip_blanks(text, at + 1, size);
    const size_t behind = find_header_end(text, begin, size);
    const size_t end = behind ? skip_blanks(text, behind, size) : 0;
    if (!end || end >= size || text[end] != ')')
        return false;
    const char *header = arena_text(reader->memory, text + begin + 1, behind - begin - 2);
    const bool is_found = text[begin] == '"' && is_quoted_header(reader, path, header);
    *ARENA_PUSH(reader->memory, all->items, all->count) = (whole_question){
        token->begin, end + 1,
        is_found ? NULL : arena_format(reader->memory, "__has_include(<%s>)", header), is_found};
    return true;
}

/* Notes a question about a name with a scope, a::b, that the compiler can be asked. */
static bool note_scoped(parser *reader, const char *text, size_t size, const c_token *token,
                        whole_questions *all)
{
    lexer in = {.text = text, .at = token->end, .end = size, .inside = true};
    c_token next;
    bool is_scoped = false;
    size_t names = 0;
    if (!lexer_next(&in, &next) || !lexer_is(text, &next, "("))
        return false;
    while (lexer_next(&in, &next) && !next.first && !lexer_is(text, &next, ")")) {
        is_scoped |= text[next.begin] == ':';
        names += next.kind == TOKEN_NAME;
        if (text[next.begin] != ':' && next.kind != TOKEN_NAME)
            return false;
    }
    const size_t begin = token->begin, end = next.end;
    if (!is_scoped || names != 2 || !lexer_is(text, &next, ")") ||
        memchr(text + begin, '\n', end - begin))
        return false;
    *ARENA_PUSH(reader->memory, all->items, all->count) =
        (whole_question){begin, end, arena_text(reader->memory, text + begin, end - begin), 0};
    return true;
}

bool whole_note(parser *reader, const char *path, const char *text, size_t size,
                const c_token *token, whole_questions *all)
{
    static const char header[] = "__has_include";
    const char *name = text + token->begin;
    const size_t length = token->end - token->begin;
    if (token->kind != TOKEN_NAME || length < 6 || strncmp(name, "__has_", 6) != 0 ||
        !dialect_ask(reader))
        return false;
    const dialect_name *named = dialect_find_name(&reader->dialect, name, length);
    if (length == sizeof header - 1 && strncmp(name, header, length) == 0)
        return path && !named && note_header(reader, path, text, size, token, all);
    return named && named->is_question && named->is_compilers &&
           note_scoped(reader, text, size, token, all);
}

/* The macros that tell the bits of the answers. */
static const char *print_questions(arena *memory, const whole_questions *all)
{
    growing_text text = {.memory = memory};
    for (size_t i = 0; i < all->count; i++)
        for (unsigned bit = 0; all->items[i].asked && bit < ANSWER_BITS; bit++) {
            const char *lines =
                arena_format(memory, "#if %s & %lu\n#define weft_whole_%zu_%u\n#endif\n",
                             all->items[i].asked, 1ul << bit, i, bit);
            growing_add(&text, lines, strlen(lines));
        }
    return growing_finish(&text);
}

static void read_answers(const whole_questions *all, const char *answer)
{
    static const char begin[] = "#define weft_whole_";
    size_t index;
    unsigned bit;
    for (const char *at = answer; (at = strstr(at, begin)); at++)
        if (sscanf(at + sizeof begin - 1, "%zu_%u", &index, &bit) == 2 && index < all->count &&
            bit < ANSWER_BITS)
            all->items[index].answer |= 1ul << bit;
}

bool whole_answer(parser *reader, char *copy, const whole_questions *all)
{
    const char *why;
    const char *answer = reader->options->ask_macros(reader->memory, reader->options,
                                                     print_questions(reader->memory, all), &why);
    if (!answer)
        return false;
    read_answers(all, answer);
    for (size_t i = 0; i < all->count; i++) {
        const whole_question *next = &all->items[i];
        const char *number = arena_format(reader->memory, "%lu", next->answer);
        memset(copy + next->begin, ' ', next->end - next->begin);
        memcpy(copy + next->begin, number, strlen(number)); /* shorter than any question */
    }
    return true;
}
