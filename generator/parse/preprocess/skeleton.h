/* skeleton.h: what makes libclang tell how it preprocesses the user's files. The skeleton of a file
 * has its directives and no other text; between them stand pragmas, whose messages come in the
 * order in which libclang meets them: a file begins or ends, a group is active, an inclusion
 * follows, a macro expands to this text. */
#ifndef WEFT_PARSE_SKELETON_H
#define WEFT_PARSE_SKELETON_H

#include "parse/unit/text.h"
#include "user_files.h"

/* What a message of a skeleton's pragma says. */
typedef enum event_kind {
    EVENT_BEGIN,   /* of a file */
    EVENT_END,     /* of a file */
    EVENT_GROUP,   /* a group is active: its directive */
    EVENT_INCLUDE, /* an inclusion comes next, of the name in the text where a macro spells it */
    EVENT_MORE,    /* of a macro, and what it expands to with the parentheses that follow */
    EVENT_USE,     /* of a macro, and what it expands to */
    EVENT_KIND_COUNT
} event_kind;

/* A message. */
typedef struct event {
    event_kind kind;
    unsigned number;  /* the index of a file, or the offset of an item */
    const char *text; /* an expansion, or the name of an included file */
    const char *more; /* of a use that parentheses follow: what all of it expands to; or NULL, where
                         a message of its own says that, too */
} event;

/* What each message begins with, and what stands between the text and more. */
#define SKELETON_MARK "weft:"
#define SKELETON_MORE "@weft@"

/* The options that the pragmas need. */
extern const char *const skeleton_options[];
extern const size_t skeleton_option_count;

/* The skeleton of files[index]. `spaced`: with a blank between all tokens that a macro stands for,
 * so that no two of them become one in a text. */
const char *skeleton_write(const user_files *all, size_t index, bool spaced, size_t *length);

/* The end of the groups of parentheses that follow a use; the end of the use where none does. */
size_t skeleton_groups_end(const user_file *file, const item *use);

/* The tokens of a text, with a blank between each two of them. */
const char *skeleton_space(arena *memory, const char *text, size_t begin, size_t end);

/* Reads a message; false if it is none of a skeleton's. */
bool skeleton_read_event(arena *memory, const char *message, event *result);

#endif
