#include "flat.h"

#include <string.h>

#include "parse/unit/text/lexer.h"

void flat_begin_run(flat_text *flat, location place, bool fixed)
{
    flat_run *last = flat->run_count ? &flat->runs[flat->run_count - 1] : NULL;
    if (!last || last->begin != flat->text.length)
        last = ARENA_PUSH(flat->text.memory, flat->runs, flat->run_count);
    *last = (flat_run){flat->text.length, place, fixed};
}

bool flat_may_touch(char left, char right)
{
    return strchr(" \t\n([", left) || strchr(" \t\n)],;", right);
}

void flat_add_tokens(flat_text *flat, const char *tokens)
{
    growing_text *to = &flat->text;
    lexer in = {.text = tokens, .end = strlen(tokens), .inside = true};
    c_token token;
    bool is_name = false; /* the last one */
    while (lexer_next(&in, &token)) {
        char last = to->length ? to->text[to->length - 1] : ' ';
        bool calls = tokens[token.begin] == '(' && is_name;
        bool subscripts = tokens[token.begin] == '[' && (is_name || strchr(")]", last));
        if (!calls && !subscripts && !flat_may_touch(last, tokens[token.begin]))
            growing_add(to, " ", 1);
        growing_add(to, tokens + token.begin, token.end - token.begin);
        is_name = token.kind == TOKEN_NAME;
    }
}

location flat_place(const flat_text *flat, size_t offset, bool *fixed)
{
    size_t low = 0, high = flat->run_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (flat->runs[middle].begin <= offset)
            low = middle;
        else
            high = middle;
    }
    const flat_run *run = &flat->runs[low];
    location place = run->place;
    if (fixed)
        *fixed = run->fixed;
    if (!run->fixed) {
        place.column += (unsigned)(offset - run->begin);
        place.offset += (unsigned)(offset - run->begin);
    }
    return place;
}
