#include "keywords.h"

#include <string.h>

#include "text/words.h"

/* What runtime/device/weft_keywords.h gives a meaning of C's. */
static const char *const words[] = {"class",     "const_cast",    "constexpr",
                                    "concept",   "consteval",     "constinit",
                                    "co_await",  "co_return",     "co_yield",
                                    "catch",     "char8_t",       "decltype",
                                    "delete",    "dynamic_cast",  "explicit",
                                    "export",    "friend",        "mutable",
                                    "namespace", "new",           "noexcept",
                                    "nullptr",   "operator",      "private",
                                    "protected", "public",        "reinterpret_cast",
                                    "requires",  "static_cast",   "template",
                                    "this",      "throw",         "try",
                                    "typeid",    "typename",      "using",
                                    "virtual",   "restrict",      "register",
                                    "_Bool",     "_Alignas",      "_Alignof",
                                    "_Noreturn", "_Static_assert"};

/* What else C++ does not let be a name; in C text some of them are what they are in C++. */
static const char *const others[] = {
    "alignas",      "alignof", "and",    "and_eq",  "bitand", "bitor", "bool",  "char16_t",
    "char32_t",     "compl",   "false",  "not",     "not_eq", "or",    "or_eq", "static_assert",
    "thread_local", "true",    "typeof", "wchar_t", "xor",    "xor_eq"};

static bool is_among(const char *const *list, size_t count, const char *text, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i]) == length && memcmp(list[i], text, length) == 0)
            return true;
    return false;
}

static bool is_word(const char *text, size_t length)
{
    return is_among(words, sizeof words / sizeof *words, text, length);
}

bool keywords_are_taken(const char *name)
{
    size_t length = strlen(name);
    return is_word(name, length) || is_among(others, sizeof others / sizeof *others, name, length);
}

static bool text_uses(const char *text)
{
    size_t length;
    while ((text = words_next(text, &length)) != NULL) {
        if (is_word(text, length))
            return true;
        text += length;
    }
    return false;
}

/* Calls for each text of a function, of what comes along with it, and for their names. */
static void each_text(const function *shown, void (*look)(const char *text, void *), void *context)
{
    look(shown->name, context);
    look(shown->body_text, context);
    for (size_t i = 0; i < shown->parameter_count; i++)
        look(shown->body_parameters ? shown->body_parameters[i].name : NULL, context);
    for (size_t i = 0; i < shown->piece_count; i++)
        look(shown->pieces[i].text, context);
}

static void look_for_words(const char *text, void *found)
{
    *(bool *)found |= text_uses(text);
}

bool keywords_used(const function *shown)
{
    bool used = false;
    each_text(shown, look_for_words, &used);
    return used;
}

/* ---- letters outside ASCII ---- */

static bool is_foreign(char byte)
{
    return (unsigned char)byte >= 0x80;
}

const char *keywords_plain_name(arena *memory, const char *name)
{
    const char *plain = "";
    bool any = false;
    for (const char *at = name; *at; at++) {
        any |= is_foreign(*at);
        plain = is_foreign(*at) ? arena_format(memory, "%s_%02x", plain, (unsigned char)*at)
                                : arena_format(memory, "%s%c", plain, *at);
    }
    return any ? plain : name;
}

const char *keywords_device_name(arena *memory, const char *name)
{
    const char *plain = keywords_plain_name(memory, name);
    if (plain != name)
        return arena_format(memory, "weft_u_%s", plain);
    return is_word(name, strlen(name)) ? arena_format(memory, "weft_c_%s", name) : name;
}

/* The names found so far. */
typedef struct name_list {
    arena *memory;
    const char **items;
    size_t count;
} name_list;

static void add_name(name_list *all, const char *name)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->items[i], name) == 0)
            return;
    *ARENA_PUSH(all->memory, all->items, all->count) = name;
}

static void look_for_foreign(const char *text, void *found)
{
    name_list *all = found;
    size_t length;
    while ((text = words_next(text, &length)) != NULL) {
        bool foreign = false;
        for (size_t i = 0; i < length; i++)
            foreign |= is_foreign(text[i]);
        if (foreign)
            add_name(all, arena_text(all->memory, text, length));
        text += length;
    }
}

const char **keywords_foreign_names(arena *memory, const function *shown, size_t *count)
{
    name_list all = {.memory = memory};
    each_text(shown, look_for_foreign, &all);
    *count = all.count;
    return all.items;
}
