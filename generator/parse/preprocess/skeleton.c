#include "skeleton.h"

#include <stdlib.h>
#include <string.h>

#include "parse/unit/text/lexer.h"

const char *const skeleton_options[] = {"-Wno-everything", "-W#pragma-messages",
                                        "-DWEFT_TEXT_OF(...)=WEFT_TEXT_OF_(__VA_ARGS__)",
                                        "-DWEFT_TEXT_OF_(...)=#__VA_ARGS__"};
const size_t skeleton_option_count = sizeof skeleton_options / sizeof *skeleton_options;

static const char letters[EVENT_KIND_COUNT] = {
    [EVENT_BEGIN] = 'b',   [EVENT_END] = 'e',  [EVENT_GROUP] = 'g',
    [EVENT_INCLUDE] = 'i', [EVENT_MORE] = 'm', [EVENT_USE] = 'u',
};

/* How far the groups behind a use are looked at, in bytes: hostile text has many that never close.
 */
enum { LONGEST_GROUPS = 4096 };

/* A skeleton that is being written. */
typedef struct writer {
    const user_files *all;
    const user_file *file;
    bool spaced;
    growing_text out;
} writer;

/* The tokens [begin, end) of a text; where nothing says otherwise, blanks stay where some are. */
static void add_tokens(growing_text *out, const char *text, size_t begin, size_t end, bool spaced)
{
    lexer in = {.text = text, .at = begin, .end = end, .inside = true};
    c_token token;
    while (lexer_next(&in, &token)) {
        if ((spaced || token.after_blank) && token.begin > begin)
            growing_add(out, " ", 1);
        growing_add(out, text + token.begin, token.end - token.begin);
    }
}

const char *skeleton_space(arena *memory, const char *text, size_t begin, size_t end)
{
    growing_text out = {.memory = memory};
    add_tokens(&out, text, begin, end, true);
    return growing_finish(&out);
}

static void add_line(writer *to, const char *text)
{
    growing_add(&to->out, text, strlen(text));
    growing_add(&to->out, "\n", 1);
}

/* A message that needs no expansion. */
static void add_event(writer *to, event_kind kind, size_t number)
{
    add_line(to, arena_format(to->all->memory, "#pragma message(\"" SKELETON_MARK "%c%zu:\")",
                              letters[kind], number));
}

/* What comes next stands on the line of the item. */
static void add_place(writer *to, const item *at)
{
    const char *name = at->line_file ? at->line_file : to->file->path;
    growing_text quoted = {.memory = to->all->memory};
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            growing_add(&quoted, "\\", 1);
        growing_add(&quoted, name, 1);
    }
    add_line(to, arena_format(to->all->memory, "#line %u \"%s\"", at->line ? at->line : 1,
                              growing_finish(&quoted)));
}

/* Takes a macro away, or gives it back. */
static void add_guard(writer *to, const char *name, bool begins)
{
    add_line(to, arena_format(to->all->memory, "#pragma %s_macro(\"%s\")", begins ? "push" : "pop",
                              name));
    if (begins)
        add_line(to, arena_format(to->all->memory, "#undef %s", name));
}

/* Does so with the system's macros that the user's text names. */
static void add_guards(writer *to, bool begins)
{
    for (size_t i = 0; i < to->all->guarded_count; i++)
        add_guard(to, to->all->guarded[i], begins);
}

/* The pragma that tells what the tokens [begin, end) expand to, and those [begin, more). */
static void add_question(writer *to, const item *asker, event_kind kind, size_t begin, size_t end,
                         size_t more)
{
    add_guards(to, true);
    add_place(to, asker);
    const char *head =
        arena_format(to->all->memory, "#pragma message(\"" SKELETON_MARK "%c%u:\" WEFT_TEXT_OF(",
                     letters[kind], asker->begin);
    growing_add(&to->out, head, strlen(head));
    add_tokens(&to->out, to->file->text, begin, end, to->spaced);
    if (more > end) {
        static const char between[] = ") \"" SKELETON_MORE "\" WEFT_TEXT_OF(";
        growing_add(&to->out, between, sizeof between - 1);
        add_tokens(&to->out, to->file->text, begin, more, to->spaced);
    }
    add_line(to, "))");
    add_guards(to, false);
}

size_t skeleton_groups_end(const user_file *file, const item *use)
{
    lexer in = {.text = file->text, .at = use->end, .end = file->size, .inside = true};
    size_t end = use->end, depth = 0;
    c_token token;
    if (in.end - in.at > LONGEST_GROUPS)
        in.end = in.at + LONGEST_GROUPS;
    while (lexer_next(&in, &token) && !lexer_begins_directive(file->text, &token)) {
        bool opens = lexer_is(file->text, &token, "("), closes = lexer_is(file->text, &token, ")");
        if (!depth && !opens)
            break;
        depth += opens;
        depth -= closes;
        if (!depth)
            end = token.end;
    }
    return end;
}

/* Where the text of a macro begins, behind its name and parameters. */
static size_t definition_head(const char *text, const item *definition)
{
    lexer in = {.text = text, .at = definition->word, .end = definition->end, .inside = true};
    c_token token;
    if (!lexer_next(&in, &token))
        return definition->end;
    size_t end = token.end;
    if (end >= definition->end || text[end] != '(')
        return end;
    while (lexer_next(&in, &token) && !lexer_is(text, &token, ")"))
        ;
    return in.at;
}

/* Whether a definition's text is the name of a header in angles, in which blanks would count. */
static bool is_header_name(const char *text, size_t head, size_t end)
{
    lexer in = {.text = text, .at = head, .end = end, .inside = true};
    c_token token;
    return lexer_next(&in, &token) && lexer_is(text, &token, "<");
}

static void add_directive(writer *to, const item *added)
{
    const char *text = to->file->text;
    size_t head = added->end;
    if (to->spaced && added->kind == ITEM_DEFINE)
        head = definition_head(text, added);
    if (is_header_name(text, head, added->end))
        head = added->end;
    growing_add(&to->out, text + added->begin, head - added->begin);
    if (head < added->end) {
        growing_add(&to->out, " ", 1);
        add_tokens(&to->out, text, head, added->end, true);
    }
    growing_add(&to->out, "\n", 1);
}

/* Asks what a use expands to. Where something counts, what else is asked is not to count. */
static void add_use(writer *to, const item *use)
{
    const size_t more = skeleton_groups_end(to->file, use);
    const bool apart = to->all->has_counter && more > use->end;
    if (apart) {
        add_guard(to, USER_FILES_COUNTER, true);
        add_question(to, use, EVENT_MORE, use->begin, more, 0);
        add_guard(to, USER_FILES_COUNTER, false);
    }
    add_question(to, use, EVENT_USE, use->begin, use->end, apart ? 0 : more);
}

/* An inclusion that a macro spells, or several macros one after the other. */
static void add_inclusion(writer *to, const item *inclusion)
{
    bool is_spelled = strchr("<\"", to->file->text[inclusion->word]) != NULL;
    if (is_spelled || inclusion->name || inclusion->word == inclusion->end)
        add_event(to, EVENT_INCLUDE, inclusion->begin);
    else
        add_question(to, inclusion, EVENT_INCLUDE, inclusion->word, inclusion->end, 0);
    add_place(to, inclusion);
    if (inclusion->name)
        add_line(to, arena_format(to->all->memory,
                                  inclusion->system ? "#include <%s>" : "#include \"%s\"",
                                  inclusion->name));
    else
        add_directive(to, inclusion);
}

static void add_item(writer *to, const item *added)
{
    switch (added->kind) {
    case ITEM_USE:
        add_use(to, added);
        return;
    case ITEM_EXPANDED:
        add_question(to, added, EVENT_USE, added->word, added->end, 0);
        return;
    case ITEM_PRAGMA:
    case ITEM_DROPPED:
    case ITEM_UNKNOWN:
        return;
    case ITEM_INCLUDE:
        add_inclusion(to, added);
        return;
    default:
        break;
    }
    add_place(to, added);
    add_directive(to, added);
    if (added->kind == ITEM_GROUP || added->kind == ITEM_OTHER_GROUP)
        add_event(to, EVENT_GROUP, added->begin);
}

const char *skeleton_write(const user_files *all, size_t index, bool spaced, size_t *length)
{
    writer to = {.all = all, .file = &all->files[index], .spaced = spaced};
    to.out.memory = all->memory;
    add_event(&to, EVENT_BEGIN, index);
    for (size_t i = 0; i < to.file->count; i++)
        add_item(&to, &to.file->items[i]);
    add_event(&to, EVENT_END, index);
    *length = to.out.length;
    return growing_finish(&to.out);
}

bool skeleton_read_event(arena *memory, const char *message, event *result)
{
    size_t length = strlen(SKELETON_MARK);
    if (strncmp(message, SKELETON_MARK, length) != 0 || !message[length])
        return false;
    const char *letter = memchr(letters, message[length], sizeof letters);
    char *end;
    if (!letter)
        return false;
    *result = (event){.kind = (event_kind)(letter - letters)};
    result->number = (unsigned)strtoul(message + length + 1, &end, 10);
    const char *text = *end ? end + 1 : end, *more = strstr(text, SKELETON_MORE);
    result->text = arena_text(memory, text, more ? (size_t)(more - text) : strlen(text));
    result->more = more ? arena_copy(memory, more + strlen(SKELETON_MORE)) : NULL;
    return true;
}
