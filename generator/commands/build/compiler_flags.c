#include "compiler_flags.h"

#include <errno.h>
#include <string.h>

#include "text/file.h"

enum { NESTED_FILES = 20 };

/* ---- words ---- */

/* The words of a text between blanks, as compilers split a file and CMake what stands behind
 * SHELL: of quotes, and of a backslash the character behind it. */
static void split_words(arena *memory, text_list *words, const char *text)
{
    static const char blanks[] = " \t\n\r\f\v";
    while (*(text += strspn(text, blanks))) {
        char *word = arena_copy(memory, text), *end = word;
        char quote = 0;
        for (; *text && (quote || !strchr(blanks, *text)); text++) {
            if (*text == '\\' && text[1])
                *end++ = *++text;
            else if (quote ? *text == quote : *text == '"' || *text == '\'')
                quote = quote ? 0 : *text;
            else
                *end++ = *text;
        }
        *end = 0;
        text_add(memory, words, word);
    }
}

/* Appends a word, or those that it stands for: of @FILE, and of -Wp,WORD,WORD. */
static const char *add_word(arena *memory, text_list *words, const char *word, unsigned depth)
{
    static const char preprocessor[] = "-Wp,";
    text_list inside = {0};
    if (strncmp(word, preprocessor, strlen(preprocessor)) == 0) {
        text_split(memory, words, word + strlen(preprocessor), ",");
    } else if (word[0] == '@' && word[1]) {
        size_t size = 0;
        const char *bytes = depth < NESTED_FILES ? file_read(memory, word + 1, &size) : NULL;
        if (!bytes)
            return arena_format(memory, "%s cannot be read: %s", word,
                                depth < NESTED_FILES ? strerror(errno) : "it names itself");
        split_words(memory, &inside, bytes);
    } else {
        text_add(memory, words, word);
    }
    const char *fault = NULL;
    for (size_t i = 0; i < inside.count && !fault; i++)
        fault = add_word(memory, words, inside.items[i], depth + 1);
    return fault;
}

/* The words of a line of the file. */
static const char *add_line(arena *memory, text_list *words, const char *line)
{
    static const char shell[] = "SHELL:";
    text_list inside = {0};
    if (strncmp(line, shell, strlen(shell)) == 0)
        split_words(memory, &inside, line + strlen(shell));
    else
        text_add(memory, &inside, line);
    const char *fault = NULL;
    for (size_t i = 0; i < inside.count && !fault; i++)
        fault = add_word(memory, words, inside.items[i], 0);
    return fault;
}

/* ---- what they say ---- */

/* How a flag is spelled in front of its value. */
typedef enum flag_form {
    FORM_SHORT, /* -DX, -D X */
    FORM_LONG,  /* --define-macro=X, --define-macro X */
    FORM_EQUAL, /* -std=X */
    FORM_NEXT,  /* -o X */
    FORM_ALONE, /* -undef */
} flag_form;

/* Why the generator cannot follow a flag. */
#define GIVES_TEXT \
    "gives the compiler a text that the source does not name; include it in the source"
#define MOVES_HEADERS "changes where headers are looked for, in a way that is not known here"
#define TAKES_NAMES   "takes names away that the compiler has"

/* Flags of gcc and clang that say something of the sources, or whose value looks like one. Of two
 * that both fit the first counts. */
static const struct known_flag {
    const char *spelled;
    flag_form form;
    const char *plain;   /* with the value behind it, for libclang and compilers; NULL: no flag */
    const char *refused; /* or why not */
} known_flags[] = {
    {"-D", FORM_SHORT, "-D", NULL},
    {"--define-macro", FORM_LONG, "-D", NULL},
    {"-U", FORM_SHORT, "-U", NULL},
    {"--undefine-macro", FORM_LONG, "-U", NULL},
    {"-I-", FORM_ALONE, NULL, MOVES_HEADERS},
    {"-I", FORM_SHORT, "-I", NULL},
    {"--include-directory", FORM_LONG, "-I", NULL},
    {"-iquote", FORM_SHORT, "-iquote", NULL},
    {"-isystem", FORM_SHORT, "-isystem", NULL},
    {"-idirafter", FORM_SHORT, "-idirafter", NULL},
    {"--include-directory-after", FORM_LONG, "-idirafter", NULL},
    {"-isysroot", FORM_SHORT, "-isysroot", NULL},
    {"--sysroot", FORM_LONG, "--sysroot=", NULL},
    {"-std", FORM_EQUAL, "-std=", NULL},
    {"--std", FORM_LONG, "-std=", NULL},
    {"-ansi", FORM_ALONE, "-std=ansi", NULL},
    {"--ansi", FORM_ALONE, "-std=ansi", NULL},
    {"-include", FORM_SHORT, NULL, GIVES_TEXT},
    {"--include", FORM_LONG, NULL, GIVES_TEXT},
    {"-imacros", FORM_SHORT, NULL, GIVES_TEXT},
    {"--imacros", FORM_LONG, NULL, GIVES_TEXT},
    {"-iprefix", FORM_SHORT, NULL, MOVES_HEADERS},
    {"-iwithprefix", FORM_SHORT, NULL, MOVES_HEADERS},
    {"-nostdinc", FORM_ALONE, NULL, MOVES_HEADERS},
    {"--no-standard-includes", FORM_ALONE, NULL, MOVES_HEADERS},
    {"-undef", FORM_ALONE, NULL, TAKES_NAMES},
    {"-o", FORM_NEXT, NULL, NULL},
    {"-x", FORM_NEXT, NULL, NULL},
    {"-MF", FORM_NEXT, NULL, NULL},
    {"-MT", FORM_NEXT, NULL, NULL},
    {"-MQ", FORM_NEXT, NULL, NULL},
    {"-L", FORM_NEXT, NULL, NULL},
    {"-l", FORM_NEXT, NULL, NULL},
    {"-B", FORM_NEXT, NULL, NULL},
    {"-Xlinker", FORM_NEXT, NULL, NULL},
    {"-Xassembler", FORM_NEXT, NULL, NULL},
    {"-mllvm", FORM_NEXT, NULL, NULL},
    {"--param", FORM_NEXT, NULL, NULL},
};

/* Whether a word is that flag, and its value: behind it in the word, the next word (*takes_next),
 * or "" where it has none. */
static bool is_flag(const struct known_flag *known, const char *word, const char *next,
                    const char **value, bool *takes_next)
{
    const size_t length = strlen(known->spelled);
    if (strncmp(word, known->spelled, length) != 0)
        return false;
    const char *behind = word + length;
    const bool is_joined =
        *behind && (known->form == FORM_SHORT ||
                    ((known->form == FORM_LONG || known->form == FORM_EQUAL) && *behind == '='));
    const bool is_bare = !*behind && known->form != FORM_EQUAL;
    *takes_next = is_bare && known->form != FORM_ALONE;
    *value = is_joined ? behind + (known->form != FORM_SHORT) : *takes_next ? next : "";
    return is_joined || is_bare;
}

/* Whether it says something of the code that the compiler makes. */
static bool is_of_code(const char *word)
{
    return word[0] == '-' &&
           (word[1] == 'm' || word[1] == 'f' || strncmp(word, "--target=", 9) == 0);
}

/* Appends what the word at a place says, and moves to the next. */
static const char *take_word(arena *memory, const text_list *words, size_t *at, text_list *flags,
                             text_list *code)
{
    const char *word = words->items[*at];
    const char *next = *at + 1 < words->count ? words->items[*at + 1] : "", *value = "";
    bool takes_next = false;
    size_t i = 0;
    const size_t count = sizeof known_flags / sizeof *known_flags;
    while (i < count && !is_flag(&known_flags[i], word, next, &value, &takes_next))
        i++;
    *at += takes_next ? 2 : 1;
    if (i == count && is_of_code(word))
        text_add(memory, code, word);
    if (i == count)
        return NULL;
    const struct known_flag *known = &known_flags[i];
    if (known->refused)
        return arena_format(memory, "%s%s%s %s", word, takes_next ? " " : "",
                            takes_next ? next : "", known->refused);
    if (known->plain && !*value && known->form != FORM_ALONE)
        return arena_format(memory, "%s needs a name behind it", word);
    if (known->plain)
        text_add_format(memory, flags, "%s%s", known->plain, value);
    return NULL;
}

const char *compiler_flags_of(arena *memory, const text_list *words, size_t first, text_list *flags,
                              text_list *code)
{
    const char *fault = NULL;
    for (size_t i = first; i < words->count && !fault;)
        fault = take_word(memory, words, &i, flags, code);
    return fault;
}

const char *compiler_flags_read(arena *memory, const char *path, text_list *flags, text_list *code)
{
    text_list lines = {0}, words = {0};
    size_t size = 0;
    const char *bytes = file_read(memory, path, &size), *fault = NULL;
    if (!bytes)
        return arena_format(memory, "%s cannot be read: %s", path, strerror(errno));
    text_split(memory, &lines, bytes, "\n");
    for (size_t i = 0; i < lines.count && !fault; i++)
        fault = add_line(memory, &words, lines.items[i]);
    return fault ? fault : compiler_flags_of(memory, &words, 0, flags, code);
}
