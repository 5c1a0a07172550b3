/* lexer.h: the preprocessor's tokens of a C text, and where its lines end. */
#ifndef WEFT_PARSE_LEXER_H
#define WEFT_PARSE_LEXER_H

#include <stdbool.h>
#include <stddef.h>

typedef enum token_kind { TOKEN_NAME, TOKEN_NUMBER, TOKEN_QUOTED, TOKEN_SIGN } token_kind;

/* One token, the bytes [begin, end) of the text. */
typedef struct c_token {
    token_kind kind;
    size_t begin, end;
    bool after_blank; /* blanks, comments or line ends stand before it */
    bool first;       /* of its line */
} c_token;

/* A text on its way through the lexer. */
typedef struct lexer {
    const char *text;
    size_t at, end;
    bool inside; /* a line, some token of which was read */
} lexer;

/* The next token, comments skipped; false at the end. */
bool lexer_next(lexer *in, c_token *token);

/* The line feed that ends the line of an offset, seen as the preprocessor does: a comment and a
 * backslash go on; or the end of the text. */
size_t lexer_line_end(const char *text, size_t at, size_t end);

/* The length of a backslash with the line feed that it takes away, and the blanks that compilers
 * overlook between them; 0 if there is none. */
size_t lexer_splice(const char *text, size_t at, size_t end);
/* The offset of the next backslash between tokens that takes a line end away, comments skipped; or
 * `end`. */
size_t lexer_find_splice(const char *text, size_t at, size_t end);

/* Whether a token is this word or sign. */
bool lexer_is(const char *text, const c_token *token, const char *wanted);

/* Whether a token is the # that begins a directive. */
bool lexer_begins_directive(const char *text, const c_token *token);

#endif
