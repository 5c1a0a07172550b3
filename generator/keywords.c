#include "keywords.h"

#include <ctype.h>
#include <string.h>

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
    while (text && *text) {
        size_t length = 0;
        while (isalnum((unsigned char)text[length]) || text[length] == '_')
            length++;
        if (length && is_word(text, length))
            return true;
        text += length ? length : 1;
    }
    return false;
}

bool keywords_used(const function *shown)
{
    bool used = text_uses(shown->body_text);
    for (size_t i = 0; i < shown->parameter_count && !used; i++)
        used = text_uses(shown->body_parameters ? shown->body_parameters[i].name : NULL);
    for (size_t i = 0; i < shown->piece_count && !used; i++)
        used = text_uses(shown->pieces[i].text);
    return used;
}
