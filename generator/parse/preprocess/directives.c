#include "directives.h"

#include "parse/unit/text/lexer.h"

/* A directive's name, and what it is. */
static const struct {
    const char *name;
    item_kind kind;
} directives[] = {
    {"if", ITEM_GROUP},
    {"ifdef", ITEM_GROUP},
    {"ifndef", ITEM_GROUP},
    {"elif", ITEM_OTHER_GROUP},
    {"elifdef", ITEM_OTHER_GROUP},
    {"elifndef", ITEM_OTHER_GROUP},
    {"else", ITEM_OTHER_GROUP},
    {"endif", ITEM_GROUP_END},
    {"include", ITEM_INCLUDE},
    {"include_next", ITEM_INCLUDE},
    {"import", ITEM_INCLUDE},
    {"define", ITEM_DEFINE},
    {"undef", ITEM_UNDEFINE},
    {"pragma", ITEM_PRAGMA},
    {"line", ITEM_DROPPED},
    {"error", ITEM_DROPPED},
    {"warning", ITEM_DROPPED},
    {"ident", ITEM_DROPPED},
    {"sccs", ITEM_DROPPED},
};

static item_kind directive_kind(const char *text, const c_token *name)
{
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (lexer_is(text, name, directives[i].name))
            return directives[i].kind;
    return name->kind == TOKEN_NUMBER ? ITEM_DROPPED : ITEM_UNKNOWN; /* # 1 "file" is as #line */
}

static item_kind pragma_kind(const char *text, const c_token *word)
{
    if (lexer_is(text, word, "once"))
        return ITEM_ONCE;
    if (lexer_is(text, word, "omp"))
        return ITEM_EXPANDED;
    bool is_stack = lexer_is(text, word, "push_macro") || lexer_is(text, word, "pop_macro");
    return is_stack ? ITEM_MACRO_STACK : ITEM_PRAGMA;
}

static item read_directive(const user_file *file, const c_token *hash)
{
    size_t end = lexer_line_end(file->text, hash->begin, file->size);
    lexer in = {.text = file->text, .at = hash->end, .end = end, .inside = true};
    item found = {.kind = ITEM_DROPPED, .begin = (unsigned)hash->begin, .end = (unsigned)end};
    c_token name, word;
    found.word = found.end;
    if (!lexer_next(&in, &name))
        return found;
    found.kind = directive_kind(file->text, &name);
    if (!lexer_next(&in, &word))
        return found;
    found.word = (unsigned)word.begin;
    if (found.kind == ITEM_PRAGMA)
        found.kind = pragma_kind(file->text, &word);
    return found;
}

void directives_find(arena *memory, user_file *file)
{
    lexer in = {.text = file->text, .end = file->size};
    c_token token;
    while (lexer_next(&in, &token))
        if (lexer_begins_directive(file->text, &token)) {
            item found = read_directive(file, &token);
            file->has_stack |= found.kind == ITEM_MACRO_STACK;
            *ARENA_PUSH(memory, file->items, file->count) = found;
            in.at = found.end;
        }
}
