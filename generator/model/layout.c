#include "layout.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include <weft/kernel.h>

/* The largest coefficient: descriptors hold 32 bits. */
static const int64_t coefficient_limit = INT32_MAX;

/* What a text may ask for before its size alone makes it slow to read. */
enum {
    LONGEST_TEXT = 1 << 14, /* bytes */
    MOST_TERMS = 255        /* of one dimension: as many as a function can have */
};

static bool is_name_start(char c)
{
    return isalpha((unsigned char)c) || c == '_';
}

static const char *read_name(reader *in)
{
    size_t begin = in->at;
    while (is_name_start(in->text[in->at]) || isdigit((unsigned char)in->text[in->at]))
        in->at++;
    return arena_text(in->memory, in->text + begin, in->at - begin);
}

static bool read_integer(reader *in, int64_t *value)
{
    size_t begin = in->at;
    *value = 0;
    while (isdigit((unsigned char)in->text[in->at]))
        if (__builtin_mul_overflow(*value, 10, value) ||
            __builtin_add_overflow(*value, in->text[in->at++] - '0', value))
            return reader_fail(in, begin, in->at - begin, "this number is too large");
    return true;
}

/* The same to the sum before it is divided. */
static bool add_whole(arena *memory, extent *sum, const char *name, int64_t coefficient)
{
    if (!name)
        return !__builtin_add_overflow(sum->constant, coefficient, &sum->constant);
    for (size_t i = 0; i < sum->term_count; i++) {
        extent_term *term = &sum->terms[i];
        if (strcmp(term->name, name) != 0)
            continue;
        if (__builtin_add_overflow(term->coefficient, coefficient, &term->coefficient) ||
            term->coefficient > coefficient_limit || term->coefficient < -coefficient_limit)
            return false;
        if (term->coefficient == 0) {
            memmove(term, term + 1, (sum->term_count - i - 1) * sizeof *term);
            sum->term_count--;
        }
        return true;
    }
    if (coefficient > coefficient_limit || coefficient < -coefficient_limit)
        return false;
    if (coefficient == 0)
        return true;
    /* A fresh copy each time: a removed term would break the growth by powers of two. */
    extent_term *terms = arena_array(memory, sum->term_count + 1, sizeof *terms);
    if (sum->term_count)
        memcpy(terms, sum->terms, sum->term_count * sizeof *terms);
    terms[sum->term_count] = (extent_term){name, coefficient};
    sum->terms = terms;
    sum->term_count++;
    return true;
}

bool extent_add(arena *memory, extent *sum, const char *name, int64_t coefficient)
{
    if (sum->divisor && __builtin_mul_overflow(coefficient, sum->divisor, &coefficient))
        return false;
    return add_whole(memory, sum, name, coefficient);
}

bool extent_add_divided(arena *memory, extent *sum, const char *name, int64_t coefficient,
                        int64_t divisor)
{
    if (coefficient % divisor == 0)
        return extent_add(memory, sum, name, coefficient / divisor);
    extent divided = {.divisor = divisor, .optional = sum->optional};
    if (sum->divisor || divisor > coefficient_limit ||
        !add_whole(memory, &divided, name, coefficient) ||
        !extent_add(memory, &divided, NULL, sum->constant))
        return false;
    for (size_t i = 0; i < sum->term_count; i++)
        if (!extent_add(memory, &divided, sum->terms[i].name, sum->terms[i].coefficient))
            return false;
    *sum = divided;
    return true;
}

/* The divisor behind a summand, "/2", and adds both. */
static bool read_divisor(reader *in, extent *sum, const char *name, int64_t factor, size_t begin)
{
    int64_t divisor;
    in->at++;
    if (!isdigit((unsigned char)reader_peek(in)))
        return reader_fail(in, in->at, 1, "a dimension is divided by an integer");
    if (!read_integer(in, &divisor))
        return false;
    if (divisor < 1)
        return reader_fail(in, begin, in->at - begin, "a dimension is divided by 1 or more");
    if (!name || factor < 1)
        return reader_fail(in, begin, in->at - begin,
                           "only a name that is added can be divided, or a multiple of it");
    if (sum->divisor)
        return reader_fail(in, begin, in->at - begin,
                           "only one name of a dimension can be divided");
    if (!extent_add_divided(in->memory, sum, name, factor, divisor))
        return reader_fail(in, begin, in->at - begin, "this number is too large");
    return true;
}

/* One summand: INT, NAME, INT*NAME, NAME*INT; the last three may be divided by INT. */
static bool read_summand(reader *in, extent *sum, int64_t sign)
{
    const char *name = NULL;
    int64_t factor = 1, other;
    char first = reader_peek(in);
    size_t begin = in->at;
    if (isdigit((unsigned char)first)) {
        if (!read_integer(in, &factor))
            return false;
    } else if (is_name_start(first)) {
        name = read_name(in);
    } else if (first == '>' && in->at && in->text[in->at - 1] == '-') {
        return reader_fail(in, in->at - 1, 2, "')' is missing before '->'");
    } else {
        return reader_fail(in, in->at, 1,
                           first ? arena_format(in->memory, "expected a dimension, not '%c'", first)
                                 : "expected a dimension, but the text ends");
    }
    if (reader_peek(in) == '*') {
        in->at++;
        char second = reader_peek(in);
        if (name && isdigit((unsigned char)second)) {
            if (!read_integer(in, &other))
                return false;
            factor = other;
        } else if (!name && is_name_start(second)) {
            name = read_name(in);
        } else {
            return reader_fail(in, in->at, 1,
                               "a product in a dimension is an integer times a name");
        }
    }
    if (reader_peek(in) == '/')
        return read_divisor(in, sum, name, sign * factor, begin);
    if (!extent_add(in->memory, sum, name, sign * factor))
        return reader_fail(in, begin, in->at - begin, "this number is too large");
    return true;
}

static bool read_extent(reader *in, extent *result, bool computed_allowed)
{
    *result = (extent){0};
    size_t begin = (reader_peek(in), in->at);
    int64_t sign = 1;
    size_t summands = 0;
    if (reader_peek(in) == '-') {
        sign = -1;
        in->at++;
    }
    for (;;) {
        if (!read_summand(in, result, sign))
            return false;
        summands++;
        if (result->term_count > MOST_TERMS)
            return reader_fail(
                in, begin, in->at - begin,
                arena_format(in->memory, "a dimension is a sum of at most %d names", MOST_TERMS));
        char next = reader_peek(in);
        if (next != '+' && next != '-')
            break;
        sign = next == '+' ? 1 : -1;
        in->at++;
    }
    size_t length = in->at - begin;
    result->optional = reader_peek(in) == '?';
    if (result->optional && (summands > 1 || !extent_is_name(result)))
        return reader_fail(in, in->at, 1,
                           "only a name can stand before '?', for its size is then 1");
    in->at += result->optional;
    result->ragged = reader_peek(in) == '~';
    if (result->ragged && (result->optional || summands > 1 || !extent_is_name(result)))
        return reader_fail(in, in->at, 1,
                           "only a name can stand before '~', for its size is each list's own");
    in->at += result->ragged;
    if (extent_is_fixed(result) && (result->constant < 1 || result->constant == INT64_MAX))
        return reader_fail(in, begin, length, "a fixed dimension is at least 1 and below 2^63-1");
    bool computed = !extent_is_fixed(result) && !extent_is_name(result);
    if ((computed || summands > 1) && !computed_allowed)
        return reader_fail(in, begin, length, "only a dimension of an output can be computed");
    return true;
}

/* The first extent of the layout so far that is equal to this one; NULL if there is none. */
static const extent *find_equal(const layout *read, const extent *wanted)
{
    for (size_t i = 0; i < read->input_count + read->output_count; i++)
        for (size_t k = 0; k < read->operands[i].rank; k++)
            if (extent_equal(&read->operands[i].extents[k], wanted))
                return &read->operands[i].extents[k];
    return NULL;
}

/* A name carries '?' at every use or at none, and so '~', which only the first dimension has. */
static bool check_marks(reader *in, const layout *read, const layout_operand *next, size_t begin)
{
    for (size_t k = 0; k < next->rank; k++) {
        const extent *before = find_equal(read, &next->extents[k]);
        for (size_t j = 0; j < k && !before; j++)
            if (extent_equal(&next->extents[j], &next->extents[k]))
                before = &next->extents[j];
        if (before && before->optional != next->extents[k].optional)
            return reader_fail(in, begin, in->at - begin,
                               arena_format(in->memory, "'%s' carries '?' at every use, or at none",
                                            extent_print(in->memory, before)));
        if (before && before->ragged != next->extents[k].ragged)
            return reader_fail(in, begin, in->at - begin,
                               arena_format(in->memory, "'%s' carries '~' at every use, or at none",
                                            extent_print(in->memory, before)));
        if (k > 0 && next->extents[k].ragged)
            return reader_fail(in, begin, in->at - begin,
                               "'~' is for the first dimension of an operand: the others are "
                               "alike in all lists");
    }
    return true;
}

/* Whether an operand that is read has the name as a list's size. */
static bool is_list_size(const layout *read, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (layout_is_list(&read->operands[i]) &&
            strcmp(read->operands[i].extents[0].terms[0].name, name) == 0)
            return true;
    return false;
}

/* Lists of an output are those of an input, and nothing is computed from their sizes. */
static bool check_list_size(reader *in, const layout *read, const extent *next, const char *name)
{
    const bool is_known = is_list_size(read, read->input_count, name);
    if (next->ragged && !is_known)
        return reader_fail(in, 0, in->at,
                           arena_format(in->memory,
                                        "no input has lists of the size '%s', and those of a "
                                        "result are as long as an input's",
                                        name));
    if (!next->ragged && is_known)
        return reader_fail(in, 0, in->at,
                           arena_format(in->memory,
                                        "'%s' is computed from '%s', a size of each list's own",
                                        extent_print(in->memory, next), name));
    return true;
}

static bool check_lists(reader *in, const layout *read)
{
    bool is_optional = false;
    for (size_t i = 0; i < read->input_count + read->output_count; i++)
        for (size_t k = 0; k < read->operands[i].rank; k++) {
            const extent *next = &read->operands[i].extents[k];
            is_optional |= next->optional;
            for (size_t t = 0; t < next->term_count && i >= read->input_count; t++)
                if (!check_list_size(in, read, next, next->terms[t].name))
                    return false;
        }
    if (is_optional && layout_has_lists(read))
        return reader_fail(in, 0, in->at,
                           "a layout has either '?' or '~': no dimension of lists can be missing");
    return true;
}

static bool read_operand(reader *in, layout_operand *operand, bool computed_allowed)
{
    *operand = (layout_operand){0};
    if (!reader_expect(in, '(', "before the dimensions of an operand"))
        return false;
    if (reader_peek(in) == ')') {
        in->at++;
        return true;
    }
    for (;;) {
        size_t begin = in->at;
        if (operand->rank == WEFT_MAX_RANK)
            return reader_fail(
                in, begin, 1,
                arena_format(in->memory, "an operand has at most %d dimensions", WEFT_MAX_RANK));
        extent *next = ARENA_PUSH(in->memory, operand->extents, operand->rank);
        if (!read_extent(in, next, computed_allowed))
            return false;
        if (reader_peek(in) != ',')
            break;
        in->at++;
    }
    return reader_expect(in, ')', "or ',' after a dimension");
}

static bool read_operands(reader *in, layout *result, size_t *count, bool outputs)
{
    size_t total = result->input_count + result->output_count;
    for (;;) {
        size_t begin = (reader_peek(in), in->at);
        if (total == WEFT_MAX_OPERANDS)
            return reader_fail(
                in, in->at, 1,
                arena_format(in->memory, "a function has at most %d operands", WEFT_MAX_OPERANDS));
        layout_operand *next = ARENA_PUSH(in->memory, result->operands, total);
        if (!read_operand(in, next, outputs) || !check_marks(in, result, next, begin))
            return false;
        ++*count;
        if (reader_peek(in) != ',')
            return true;
        in->at++;
    }
}

bool layout_parse(arena *memory, const char *text, layout *result, text_error *error)
{
    *error = (text_error){0};
    *result = (layout){0};
    reader in = {memory, text, 0, error};
    if (strlen(text) > LONGEST_TEXT)
        return reader_fail(&in, 0, 1,
                           arena_format(memory, "a layout has at most %d bytes", LONGEST_TEXT));
    if (reader_peek(&in) != '-' && !read_operands(&in, result, &result->input_count, false))
        return false;
    if (!reader_expect(&in, '-', "of \"->\" between inputs and outputs") ||
        !reader_expect(&in, '>', "of \"->\" between inputs and outputs"))
        return false;
    if (!read_operands(&in, result, &result->output_count, true))
        return false;
    if (reader_peek(&in))
        return reader_fail(&in, in.at, strlen(text + in.at), "the layout is complete before this");
    return check_lists(&in, result);
}

bool layout_is_list(const layout_operand *shown)
{
    return shown->rank > 0 && shown->extents[0].ragged;
}

bool layout_has_lists(const layout *shown)
{
    bool found = false;
    for (size_t i = 0; i < shown->input_count + shown->output_count; i++)
        found |= layout_is_list(&shown->operands[i]);
    return found;
}

bool extent_is_fixed(const extent *shown)
{
    return shown->term_count == 0;
}

bool extent_is_name(const extent *shown)
{
    return shown->term_count == 1 && shown->terms[0].coefficient == 1 && shown->constant == 0 &&
           !shown->divisor;
}

bool extent_equal(const extent *left, const extent *right)
{
    if (left->constant != right->constant || left->term_count != right->term_count ||
        left->divisor != right->divisor)
        return false;
    for (size_t i = 0; i < left->term_count; i++) {
        bool found = false;
        for (size_t k = 0; k < right->term_count && !found; k++)
            found = strcmp(left->terms[i].name, right->terms[k].name) == 0 &&
                    left->terms[i].coefficient == right->terms[k].coefficient;
        if (!found)
            return false;
    }
    return true;
}

bool layout_equal(const layout *left, const layout *right)
{
    if (left->input_count != right->input_count || left->output_count != right->output_count)
        return false;
    for (size_t i = 0; i < left->input_count + left->output_count; i++) {
        const layout_operand *a = &left->operands[i], *b = &right->operands[i];
        if (a->rank != b->rank || a->kind != b->kind || a->axis != b->axis)
            return false;
        for (size_t k = 0; k < a->rank; k++)
            if (!extent_equal(&a->extents[k], &b->extents[k]) ||
                a->extents[k].optional != b->extents[k].optional ||
                a->extents[k].ragged != b->extents[k].ragged)
                return false;
    }
    return true;
}

/* "-2*n", "+n/2" behind another. */
static const char *print_term(arena *memory, const extent_term *term, int64_t divisor,
                              bool is_first)
{
    const bool is_divided = divisor && term->coefficient % divisor != 0;
    const int64_t factor = divisor && !is_divided ? term->coefficient / divisor : term->coefficient;
    const char *sign = factor < 0 ? "-" : is_first ? "" : "+";
    const uint64_t size = factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor;
    const char *name =
        is_divided ? arena_format(memory, "%s/%" PRId64, term->name, divisor) : term->name;
    return size == 1 ? arena_format(memory, "%s%s", sign, name)
                     : arena_format(memory, "%s%" PRIu64 "*%s", sign, size, name);
}

const char *extent_print(arena *memory, const extent *shown)
{
    const int64_t constant = shown->divisor ? shown->constant / shown->divisor : shown->constant;
    if (extent_is_fixed(shown))
        return arena_format(memory, "%" PRId64, shown->constant);
    const char *text = "";
    for (size_t i = 0; i < shown->term_count; i++)
        text = arena_format(memory, "%s%s", text,
                            print_term(memory, &shown->terms[i], shown->divisor, i == 0));
    return constant ? arena_format(memory, "%s%+" PRId64, text, constant) : text;
}

const char *layout_print(arena *memory, const layout *shown)
{
    const char *text = "";
    bool has_arrow = false;
    size_t total = shown->input_count + shown->output_count;
    for (size_t i = 0; i < total; i++) {
        const layout_operand *operand = &shown->operands[i];
        const char *before = i >= shown->input_count && !has_arrow ? "->" : *text ? "," : "";
        if (operand->kind != WEFT_OPERAND_ARRAY)
            continue;
        has_arrow |= i >= shown->input_count;
        text = arena_format(memory, "%s%s(", text, before);
        for (size_t k = 0; k < operand->rank; k++)
            text = arena_format(memory, "%s%s%s%s", text, k ? "," : "",
                                extent_print(memory, &operand->extents[k]),
                                operand->extents[k].optional ? "?"
                                : operand->extents[k].ragged ? "~"
                                                             : "");
        text = arena_format(memory, "%s)", text);
    }
    return text;
}
