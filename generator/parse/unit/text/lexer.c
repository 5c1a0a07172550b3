#include "lexer.h"

#include <ctype.h>
#include <string.h>

size_t lexer_splice(const char *text, size_t at, size_t end)
{
    size_t behind = at + 1;
    if (text[at] != '\\')
        return 0;
    while (behind < end && text[behind] && strchr(" \t\f\v\r", text[behind]))
        behind++;
    return behind < end && text[behind] == '\n' ? behind + 1 - at : 0;
}

/* The offset behind a comment that begins here; the same offset where none does. */
static size_t skip_comment(const char *text, size_t at, size_t end)
{
    if (at + 1 >= end || text[at] != '/')
        return at;
    if (text[at + 1] == '/') {
        while (at < end && text[at] != '\n') {
            size_t splice = lexer_splice(text, at, end);
            at += splice ? splice : 1;
        }
    } else if (text[at + 1] == '*') {
        for (at += 2; at < end; at++)
            if (text[at] == '*' && at + 1 < end && text[at + 1] == '/')
                return at + 2;
    }
    return at;
}

/* The offset behind a string or character that begins here; an open one ends with its line. */
static size_t skip_quoted(const char *text, size_t at, size_t end)
{
    char quote = text[at++];
    while (at < end && text[at] != '\n') {
        if (text[at] == quote)
            return at + 1;
        size_t splice = lexer_splice(text, at, end);
        at += splice ? splice : text[at] == '\\' && at + 1 < end && text[at + 1] != '\n' ? 2 : 1;
    }
    return at;
}

size_t lexer_find_splice(const char *text, size_t at, size_t end)
{
    while (at < end && !lexer_splice(text, at, end)) {
        size_t comment = skip_comment(text, at, end);
        at = comment > at ? comment : at + 1;
    }
    return at < end ? at : end;
}

size_t lexer_line_end(const char *text, size_t at, size_t end)
{
    while (at < end && text[at] != '\n') {
        size_t splice = lexer_splice(text, at, end), comment = skip_comment(text, at, end);
        if (splice)
            at += splice;
        else if (comment > at)
            at = comment;
        else if (text[at] == '"' || text[at] == '\'')
            at = skip_quoted(text, at, end);
        else
            at++;
    }
    return at;
}

static bool is_name_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_' || byte == '$' || (unsigned char)byte > 127;
}

static size_t name_end(const char *text, size_t at, size_t end)
{
    while (at < end) {
        size_t splice = lexer_splice(text, at, end);
        bool goes_on = splice && at + splice < end && is_name_byte(text[at + splice]);
        if (!is_name_byte(text[at]) && !goes_on)
            return at;
        at += goes_on ? splice : 1;
    }
    return at;
}

static size_t number_end(const char *text, size_t at, size_t end)
{
    while (at < end && (is_name_byte(text[at]) || text[at] == '.' ||
                        (strchr("+-", text[at]) && strchr("eEpP", text[at - 1]))))
        at++;
    return at;
}

static size_t sign_end(const char *text, size_t at, size_t end)
{
    static const char *const signs[] = {"%:%:", "<<=", ">>=", "...", "->", "++", "--", "<<",
                                        ">>",   "<=",  ">=",  "==",  "!=", "&&", "||", "*=",
                                        "/=",   "%=",  "+=",  "-=",  "&=", "^=", "|=", "##",
                                        "%:",   "<:",  ":>",  "<%",  "%>", "::"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t length = strlen(signs[i]);
        if (length <= end - at && memcmp(text + at, signs[i], length) == 0)
            return at + length;
    }
    return at + 1;
}

static bool is_prefix(const char *text, size_t begin, size_t end)
{
    size_t length = end - begin;
    return (length == 1 && strchr("LuU", text[begin])) ||
           (length == 2 && memcmp(text + begin, "u8", 2) == 0);
}

/* Skips what is no token, and notes it in the token. */
static void skip_blanks(lexer *in, c_token *token)
{
    while (in->at < in->end) {
        size_t splice = lexer_splice(in->text, in->at, in->end);
        size_t comment = skip_comment(in->text, in->at, in->end);
        if (in->text[in->at] == '\n')
            in->inside = false;
        if (splice)
            in->at += splice;
        else if (comment > in->at)
            in->at = comment;
        else if (isspace((unsigned char)in->text[in->at]))
            in->at++;
        else
            return;
        token->after_blank = true;
    }
}

bool lexer_next(lexer *in, c_token *token)
{
    *token = (c_token){0};
    skip_blanks(in, token);
    if (in->at >= in->end)
        return false;
    const char *text = in->text;
    size_t at = in->at;
    token->first = !in->inside;
    token->begin = at;
    if (isdigit((unsigned char)text[at]) ||
        (text[at] == '.' && at + 1 < in->end && isdigit((unsigned char)text[at + 1]))) {
        token->kind = TOKEN_NUMBER;
        token->end = number_end(text, at + 1, in->end);
    } else if (text[at] == '"' || text[at] == '\'') {
        token->kind = TOKEN_QUOTED;
        token->end = skip_quoted(text, at, in->end);
    } else if (is_name_byte(text[at])) {
        token->kind = TOKEN_NAME;
        token->end = name_end(text, at, in->end);
        if (token->end < in->end && strchr("\"'", text[token->end]) &&
            is_prefix(text, at, token->end)) {
            token->kind = TOKEN_QUOTED;
            token->end = skip_quoted(text, token->end, in->end);
        }
    } else {
        token->kind = TOKEN_SIGN;
        token->end = sign_end(text, at, in->end);
    }
    in->at = token->end;
    in->inside = true;
    return true;
}

bool lexer_is(const char *text, const c_token *token, const char *wanted)
{
    size_t at = token->begin;
    for (; *wanted && at < token->end; wanted++, at++) {
        at += lexer_splice(text, at, token->end);
        if (at >= token->end || text[at] != *wanted)
            return false;
    }
    return !*wanted && at == token->end;
}

bool lexer_begins_directive(const char *text, const c_token *token)
{
    return token->first && (lexer_is(text, token, "#") || lexer_is(text, token, "%:"));
}
