#include "flatten.h"

#include <string.h>

#include "parse/unit/text/lexer.h"
#include "parse/unit/text/respelling.h"

/* How long the text may become: more is a mistake, or meant to do harm. */
enum { LONGEST_TEXT = 64 << 20 };

typedef struct flattening {
    const parse_unit *unit;
    const user_files *all;
    const event_list *events;
    size_t next; /* the event that comes next */
    flat_text *flat;
    CXFile *headers; /* of the system, that are in the text */
    size_t header_count;
    bool touches; /* what was written last need not stand beside what comes next in its file */
    bool failed;
} flattening;

/* A file on its way into the text. */
typedef struct inlined_file {
    flattening *to;
    const user_file *file;
    size_t at, line_begin; /* the byte that comes next, and where its line begins */
    unsigned line;
    bool *active; /* the groups around it, outermost first */
    size_t depth;
} inlined_file;

static void flatten_file(flattening *to, size_t index);

static location place_of(const inlined_file *in)
{
    return (location){.file = in->file->path,
                      .line = in->line,
                      .column = (unsigned)(in->at - in->line_begin) + 1,
                      .offset = (unsigned)in->at};
}

static void fail(inlined_file *in, unsigned length, const char *reason)
{
    if (!in->to->failed)
        diagnostics_add(in->to->unit->messages, SEVERITY_ERROR, place_of(in), length, "%s", reason);
    in->to->failed = true;
}

static bool is_active(const inlined_file *in)
{
    return in->depth == 0 || in->active[in->depth - 1];
}

/* Takes the event that comes next if it is this one; NULL if not. */
static const event *take(flattening *to, event_kind kind, unsigned number)
{
    if (to->next >= to->events->count)
        return NULL;
    const event *next = &to->events->items[to->next];
    if (next->kind != kind || next->number != number)
        return NULL;
    to->next++;
    return next;
}

/* Goes over the bytes up to an offset, which come into the text or leave their line feeds. */
static void advance(inlined_file *in, size_t end, bool copied)
{
    growing_text *text = &in->to->flat->text;
    flat_begin_run(in->to->flat, place_of(in), !copied);
    if (in->to->touches && text->length && in->at < end && copied &&
        !flat_may_touch(text->text[text->length - 1], in->file->text[in->at]))
        growing_add(text, " ", 1);
    in->to->touches = !copied;
    while (in->at < end) {
        const char *from = in->file->text + in->at;
        const char *feed = memchr(from, '\n', end - in->at);
        size_t length = feed ? (size_t)(feed - from) + 1 : end - in->at;
        if (copied) {
            flat_begin_run(in->to->flat, place_of(in), false);
            growing_add(text, from, length);
        } else if (feed) {
            growing_add(text, "\n", 1);
        }
        in->at += length;
        if (feed) {
            in->line++;
            in->line_begin = in->at;
        }
    }
}

/* ---- uses of macros ---- */

/* Whether a text ends in the name of a macro that takes arguments. */
static bool ends_in_macro(const flattening *to, const char *text)
{
    lexer in = {.text = text, .end = strlen(text)};
    c_token token, last = {0};
    while (lexer_next(&in, &token))
        last = token;
    if (last.kind != TOKEN_NAME || last.end == last.begin)
        return false;
    const user_macro *named = user_files_macro(to->all, text + last.begin, last.end - last.begin);
    return named && named->takes_arguments;
}

/* What a use and the parentheses behind it expand to, where its own text, which ends in a macro's
 * name, takes them; else NULL. */
static const char *find_more(inlined_file *in, const event *answer, const event *apart)
{
    const char *more = apart ? apart->text : answer->more;
    if (!more || !ends_in_macro(in->to, answer->text))
        return NULL;
    if (apart && strstr(more, USER_FILES_COUNTER))
        fail(in, 1,
             "what __COUNTER__ counts to cannot be told among the arguments of a macro that "
             "another macro names");
    return more;
}

static void add_use(inlined_file *in, const item *use)
{
    flattening *to = in->to;
    const event *apart = take(to, EVENT_MORE, use->begin);
    const event *answer = take(to, EVENT_USE, use->begin);
    if (!answer) {
        fail(in, use->end - use->begin,
             "what this macro stands for has parentheses without their counterparts");
        return;
    }
    const char *more = find_more(in, answer, apart);
    const size_t end = more ? skeleton_groups_end(in->file, use) : use->end;
    flat_begin_run(to->flat, place_of(in), true);
    flat_add_tokens(to->flat, more ? more : answer->text);
    advance(in, end, false);
    to->touches = true;
}

/* ---- inclusions ---- */

/* Takes the events of files that a system header includes. */
static void skip_files(flattening *to)
{
    size_t depth = 0;
    for (; to->next < to->events->count; to->next++) {
        event_kind next = to->events->items[to->next].kind;
        if (next != EVENT_BEGIN && !depth)
            return;
        depth += next == EVENT_BEGIN;
        depth -= next == EVENT_END;
    }
}

/* Whether a header that holds its text only once has been included already. */
static bool is_repeated(flattening *to, const item *inclusion)
{
    if (inclusion->varies || !inclusion->header ||
        !clang_isFileMultipleIncludeGuarded(to->unit->unit, inclusion->header))
        return false;
    for (size_t i = 0; i < to->header_count; i++)
        if (clang_File_isEqual(to->headers[i], inclusion->header))
            return true;
    *ARENA_PUSH(to->unit->memory, to->headers, to->header_count) = inclusion->header;
    return false;
}

/* The inclusion of a system header: as it is written, or what macros make of it. */
static void add_system_header(inlined_file *in, const item *inclusion, const char *told)
{
    growing_text *text = &in->to->flat->text;
    const char *name =
        inclusion->name ? arena_format(in->to->unit->memory, "<%s>", inclusion->name) : told;
    skip_files(in->to);
    if (is_repeated(in->to, inclusion))
        return;
    flat_begin_run(in->to->flat, place_of(in), true);
    growing_add(text, "#include ", strlen("#include "));
    if (*name)
        growing_add(text, name, strlen(name));
    else
        growing_add(text, in->file->text + inclusion->word, inclusion->end - inclusion->word);
}

static void add_inclusion(inlined_file *in, const item *inclusion)
{
    flattening *to = in->to;
    const event *told = take(to, EVENT_INCLUDE, inclusion->begin);
    if (!told) {
        fail(in, 1, "what is included here cannot be told");
        return;
    }
    if (inclusion->system)
        add_system_header(in, inclusion, told->text);
    else if (to->next < to->events->count && to->events->items[to->next].kind == EVENT_BEGIN)
        flatten_file(to, to->events->items[to->next].number);
}

/* ---- directives ---- */

/* The differences between targets are asked for in C, so that all of them read all of it. */
static void refuse_targets(inlined_file *in, const item *condition)
{
    static const char *const names[] = {"WEFT_DEVICE_CODE", "WEFT_LONG_VECTORS"};
    lexer words = {
        .text = in->file->text, .at = condition->word, .end = condition->end, .inside = true};
    c_token token;
    while (lexer_next(&words, &token))
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            if (!lexer_is(in->file->text, &token, names[i]))
                continue;
            in->at = token.begin;
            fail(in, (unsigned)strlen(names[i]),
                 arena_format(in->to->unit->memory,
                              "%s is no condition of the preprocessor, which runs once for all "
                              "targets: write if (%s) … else …",
                              names[i], names[i]));
        }
}

static void enter_group(inlined_file *in, const item *group)
{
    if (group->kind == ITEM_OTHER_GROUP)
        in->depth -= in->depth > 0; /* the group before it ends */
    bool active = is_active(in);
    if (active)
        refuse_targets(in, group);
    active = active && take(in->to, EVENT_GROUP, group->begin);
    *ARENA_PUSH(in->to->unit->memory, in->active, in->depth) = active;
}

/* Whether the line of a directive stays: what system headers look at, and what C says in pragmas.
 */
static bool stays(const inlined_file *in, const item *directive)
{
    const char *text = in->file->text;
    lexer words = {.text = text, .at = directive->word, .end = directive->end, .inside = true};
    c_token name;
    if (directive->kind == ITEM_PRAGMA)
        return !(lexer_next(&words, &name) && lexer_is(text, &name, "message"));
    if (directive->kind != ITEM_DEFINE && directive->kind != ITEM_UNDEFINE)
        return false;
    if (!lexer_next(&words, &name))
        return false;
    size_t length = name.end - name.begin;
    const char *plain = respelling_undo(
        in->to->unit->memory, arena_text(in->to->unit->memory, text + name.begin, length));
    return user_files_is_reserved(plain, length) ||
           (directive->kind == ITEM_UNDEFINE &&
            !user_files_macro(in->to->all, text + name.begin, length));
}

/* A directive's line as the user wrote it. */
static void add_line(inlined_file *in, const item *directive)
{
    growing_text *text = &in->to->flat->text;
    const size_t begin = text->length;
    advance(in, directive->end, true);
    respelling_undo_in(text->text + begin, text->length - begin);
}

/* A pragma with what its macros stand for. */
static void add_pragma(inlined_file *in, const item *pragma)
{
    static const char name[] = "#pragma ";
    const event *answer = take(in->to, EVENT_USE, pragma->begin);
    if (!answer) {
        fail(in, 1, "the parentheses of this pragma do not match");
        return;
    }
    flat_begin_run(in->to->flat, place_of(in), true);
    growing_add(&in->to->flat->text, name, sizeof name - 1);
    flat_add_tokens(in->to->flat, answer->text);
}

static void add_item(inlined_file *in, const item *added)
{
    bool was_active = is_active(in);
    if (added->begin < in->at) { /* within what an earlier use has taken */
        take(in->to, EVENT_MORE, added->begin);
        take(in->to, EVENT_USE, added->begin);
        return;
    }
    advance(in, added->begin, was_active);
    switch (added->kind) {
    case ITEM_GROUP:
    case ITEM_OTHER_GROUP:
        enter_group(in, added);
        break;
    case ITEM_GROUP_END:
        in->depth -= in->depth > 0;
        break;
    case ITEM_INCLUDE:
        if (was_active)
            add_inclusion(in, added);
        break;
    case ITEM_USE:
        if (was_active)
            add_use(in, added);
        break;
    case ITEM_EXPANDED:
        if (was_active)
            add_pragma(in, added);
        break;
    case ITEM_UNKNOWN:
        if (was_active && added->word < added->end)
            fail(in, added->end - added->begin, "this directive cannot be carried to every target");
        break;
    default:
        if (was_active && stays(in, added))
            add_line(in, added);
        break;
    }
    if (in->at < added->end)
        advance(in, added->end, false);
}

static void flatten_file(flattening *to, size_t index)
{
    inlined_file in = {.to = to, .line = 1};
    if (to->failed || index >= to->all->count || !take(to, EVENT_BEGIN, (unsigned)index)) {
        to->failed = true;
        return;
    }
    in.file = &to->all->files[index];
    for (size_t i = 0; i < in.file->count && !to->failed; i++) {
        add_item(&in, &in.file->items[i]);
        if (to->flat->text.length > LONGEST_TEXT)
            fail(&in, 1,
                 "the text grows beyond 64 MiB here, with all that is included and all that "
                 "macros stand for");
    }
    advance(&in, in.file->size, true);
    if (!to->failed && !take(to, EVENT_END, (unsigned)index))
        fail(&in, 1, "how this file is preprocessed cannot be told");
}

flat_text *flatten(const parse_unit *unit, const user_files *all, const event_list *events)
{
    flattening to = {.unit = unit, .all = all, .events = events};
    to.flat = arena_array(unit->memory, 1, sizeof *to.flat);
    *to.flat = (flat_text){.path = all->files[0].path, .text.memory = unit->memory};
    flatten_file(&to, 0);
    growing_finish(&to.flat->text);
    return to.failed ? NULL : to.flat;
}
