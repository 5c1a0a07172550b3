/* check_status.c: what the numbers of an output mean, as WEFT_STATUS says it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "text/dtype.h"

/* State of reading one WEFT_STATUS. */
typedef struct status_check {
    arena *memory;
    diagnostics *messages;
    function *checked;
    const annotation_text *text;
    size_t at; /* the byte of the text that is read next */
} status_check;

static bool refuse(const status_check *check, const char *why)
{
    diagnostics_add(check->messages, SEVERITY_ERROR, annotation_location(check->text, check->at),
                    check->text->exact ? 1 : 0, "status \"%s\", column %zu: %s", check->text->text,
                    check->at + 1, why);
    return false;
}

static bool refuse_whole(const status_check *check, const char *why)
{
    diagnostics_add(check->messages, SEVERITY_ERROR, check->checked->status_place,
                    (unsigned)strlen("WEFT_STATUS"), "%s", why);
    return false;
}

static const char *rest(status_check *check)
{
    while (check->text->text[check->at] == ' ')
        check->at++;
    return check->text->text + check->at;
}

/* "error" or "warning" */
static bool read_kind(status_check *check, weft_code *code)
{
    static const char *const kinds[] = {"warning", "error"};
    const char *text = rest(check);
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(kinds[i]);
        if (strncmp(text, kinds[i], length) != 0 || text[length] != ' ')
            continue;
        code->is_error = i;
        check->at += length;
        return true;
    }
    return refuse(check, "it begins with error or warning");
}

/* "-1", "<0", ">0" */
static bool read_numbers(status_check *check, weft_code *code)
{
    const char *text = rest(check);
    const char relation = *text == '<' || *text == '>' ? *text : 0;
    check->at += relation != 0;
    text = rest(check);
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    if (end == text)
        return refuse(check, "an integer stands here, or <integer, or >integer");
    if (errno || (relation == '<' && number == INT64_MIN) ||
        (relation == '>' && number == INT64_MAX))
        return refuse(check, "there is no such integer of 64 bits");
    code->low = relation == '<' ? INT64_MIN : relation == '>' ? number + 1 : number;
    code->high = relation == '<' ? number - 1 : relation == '>' ? INT64_MAX : number;
    check->at += (size_t)(end - text);
    return true;
}

static bool read_code(status_check *check)
{
    weft_code code = {0};
    if (!read_kind(check, &code) || !read_numbers(check, &code))
        return false;
    if (*rest(check) != ':')
        return refuse(check, "':' and a text stand here");
    check->at++;
    code.text = rest(check);
    if (!*code.text)
        return refuse(check, "the text is missing");
    *ARENA_PUSH(check->memory, check->checked->codes, check->checked->code_count) = code;
    return true;
}

static const char *operand_name(const function *checked, size_t operand)
{
    int from = checked->operand_parameter[operand];
    return from < 0 ? "result" : checked->parameters[from].name;
}

/* Finds the output that the first string names, else the result. */
static bool find_output(status_check *check, const char *name)
{
    function *checked = check->checked;
    for (size_t i = checked->core.input_count; i < checked->operand_count; i++)
        if (name ? strcmp(operand_name(checked, i), name) == 0
                 : checked->operand_parameter[i] < 0) {
            checked->code_operand = i;
            return true;
        }
    return refuse_whole(
        check, name ? arena_format(check->memory, "'%s' has no output '%s'", checked->name, name)
                    : arena_format(check->memory,
                                   "'%s' returns nothing: the first string names "
                                   "the output that is the status",
                                   checked->name));
}

static bool check_output(const status_check *check)
{
    const function *checked = check->checked;
    const size_t operand = checked->code_operand;
    if (checked->core.operands[operand].rank)
        return refuse_whole(check, arena_format(check->memory,
                                                "the status '%s' has core dimensions; one number "
                                                "of each item is its status",
                                                operand_name(checked, operand)));
    for (size_t i = 0; i < checked->loop_count; i++) {
        weft_dtype dtype = checked->loops[i].dtypes[operand];
        if (!strchr("iu", dtype_kind(dtype)) || dtype_digits(dtype) > 63)
            return refuse_whole(check,
                                arena_format(check->memory,
                                             "the status '%s' is %s; it must be an integer "
                                             "that int64 holds",
                                             operand_name(checked, operand), dtype_name(dtype)));
    }
    if (checked->core.output_count == 1)
        return refuse_whole(
            check,
            arena_format(check->memory, "'%s' computes nothing but its status", checked->name));
    return true;
}

/* A function that returns an output's address, or NULL, fails with NULL. */
static void add_null(status_check *check)
{
    *ARENA_PUSH(check->memory, check->checked->codes, check->checked->code_count) =
        (weft_code){1, 1, true, "it returned NULL"};
}

bool check_status(arena *memory, diagnostics *messages, function *checked)
{
    status_check check = {.memory = memory, .messages = messages, .checked = checked};
    const bool named = checked->status_text_count &&
                       !strpbrk(checked->status_texts[0].text, " :<>"); /* no code is so */
    bool good = true;
    if (!checked->has_status && !checked->returns_pointer)
        return true;
    if (checked->has_status && checked->status_text_count <= named)
        return refuse_whole(&check,
                            "WEFT_STATUS needs a string such as \"error -1: what is wrong\"");
    if (checked->status_text_count - named > WEFT_MAX_CODES)
        return refuse_whole(&check,
                            arena_format(memory, "'%s' has %zu codes; at most %d are possible",
                                         checked->name, checked->status_text_count - named,
                                         WEFT_MAX_CODES));
    for (size_t i = named; i < checked->status_text_count; i++) {
        check.text = &checked->status_texts[i];
        check.at = 0;
        good &= read_code(&check);
    }
    if (!checked->has_status)
        add_null(&check);
    return good && find_output(&check, named ? checked->status_texts[0].text : NULL) &&
           check_output(&check);
}
