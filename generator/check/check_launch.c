/* check_launch.c: what WEFT_LAUNCH says: on how many threads a kernel of the device's own runs, by
 * integer expressions over the sizes of a call. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* Limits of CUDA that hold on every device. */
enum { MOST_THREADS = 1024 };

static bool refuse(diagnostics *messages, const function *checked, const char *what)
{
    diagnostics_add(messages, SEVERITY_ERROR, checked->launch_place,
                    (unsigned)strlen("WEFT_LAUNCH"), "WEFT_LAUNCH of '%s': %s",
                    checked->made_for ? checked->made_for : checked->name, what);
    return false;
}

static bool has_core(const function *checked)
{
    bool any = false;
    for (size_t i = 0; i < checked->operand_count; i++)
        any |= checked->core.operands[i].rank > 0;
    return any;
}

bool check_launch(diagnostics *messages, const function *checked)
{
    const char *why =
        !checked->launch       ? NULL
        : !has_core(checked)   ? "it is for functions with core dimensions (WEFT_GUVECTORIZE)"
        : checked->made_up     ? "a kernel takes numbers and arrays as they are, no structures, "
                                 "strings, fixed(…), nan and invalid(…)"
        : checked->returns     ? "a kernel returns nothing; write results through pointers"
        : checked->index_count ? "a kernel counts its items itself; index(…) is for others"
        : checked->fourier     ? "it says that libweft computes it, by fourier(…)"
        : checked->serial      ? "its items are computed one after the other"
        : layout_has_lists(&checked->core) ? "lists (n~) have no kernels of their own"
                                           : NULL;
    return !why || refuse(messages, checked, why);
}

/* ---- expressions ---- */

/* An expression while it is read. */
typedef struct size_reader {
    arena *memory;
    const ufunc *owner;
    const char *at;
    bool knows_threads; /* the threads of a block are known where it stands */
    weft_size_step *steps;
    size_t count;
    const char *wrong; /* what is, or NULL */
} size_reader;

static void blame(size_reader *in, const char *wrong)
{
    if (!in->wrong)
        in->wrong = wrong;
}

static void skip(size_reader *in)
{
    while (isspace((unsigned char)*in->at))
        in->at++;
}

static bool take(size_reader *in, const char *sign)
{
    skip(in);
    if (strncmp(in->at, sign, strlen(sign)) != 0)
        return false;
    in->at += strlen(sign);
    return true;
}

static void expect(size_reader *in, const char *sign)
{
    if (!take(in, sign))
        blame(in, arena_format(in->memory, "'%s' is missing before '%s'", sign, in->at));
}

/* Two numbers by one step, where that can be known already. False if no 64 bits hold it. */
static bool fold(weft_size_step_kind kind, int64_t a, int64_t b, int64_t *result)
{
    switch (kind) {
    case WEFT_SIZE_ADD:
        return !__builtin_add_overflow(a, b, result);
    case WEFT_SIZE_SUBTRACT:
        return !__builtin_sub_overflow(a, b, result);
    case WEFT_SIZE_MULTIPLY:
        return !__builtin_mul_overflow(a, b, result);
    case WEFT_SIZE_DIVIDE:
    case WEFT_SIZE_REMAINDER:
        if (b == 0 || (a == INT64_MIN && b == -1))
            return false;
        *result = kind == WEFT_SIZE_DIVIDE ? a / b : a % b;
        return true;
    default:
        *result = (kind == WEFT_SIZE_LEAST) == (a < b) ? a : b;
        return true;
    }
}

static void push(size_reader *in, weft_size_step_kind kind, int64_t number)
{
    const size_t count = in->count;
    weft_size_step *steps = in->steps;
    int64_t known = 0;
    if (in->wrong) /* there may be no two numbers */
        return;
    if (kind >= WEFT_SIZE_ADD && steps[count - 1].kind == WEFT_SIZE_NUMBER &&
        steps[count - 2].kind == WEFT_SIZE_NUMBER) {
        if (!fold(kind, steps[count - 2].number, steps[count - 1].number, &known))
            blame(in, "it divides by 0 or is beyond 64 bits");
        steps[count - 2].number = known;
        in->count--;
        return;
    }
    if ((kind == WEFT_SIZE_DIVIDE || kind == WEFT_SIZE_REMAINDER) &&
        steps[count - 1].kind == WEFT_SIZE_NUMBER && steps[count - 1].number == 0)
        blame(in, "it divides by 0 or is beyond 64 bits");
    if (count >= WEFT_SIZE_MOST_STEPS) {
        blame(in, "it is too long");
        return;
    }
    *ARENA_PUSH(in->memory, in->steps, in->count) = (weft_size_step){number, (uint8_t)kind};
}

static const char *read_name(size_reader *in)
{
    size_t length = 0;
    skip(in);
    while (isalnum((unsigned char)in->at[length]) || in->at[length] == '_')
        length++;
    const char *name = arena_text(in->memory, in->at, length);
    in->at += length;
    return name;
}

static void read_number(size_reader *in)
{
    char *end;
    errno = 0;
    const long long number = strtoll(in->at, &end, 0);
    while (*end == 'u' || *end == 'U' || *end == 'l' || *end == 'L')
        end++;
    if (errno || isalnum((unsigned char)*end) || *end == '_' || *end == '.')
        blame(in, arena_format(in->memory, "'%s' begins with no integer of 64 bits", in->at));
    in->at = end;
    push(in, WEFT_SIZE_NUMBER, number);
}

/* sizeof(*a), of an array's element. */
static void read_element(size_reader *in)
{
    const function *first = in->owner->first;
    expect(in, "(");
    expect(in, "*");
    const char *name = read_name(in);
    expect(in, ")");
    for (size_t i = 0; i < first->operand_count; i++)
        if (strcmp(first->parameters[first->operand_parameter[i]].name, name) == 0) {
            push(in, WEFT_SIZE_ELEMENT, (int64_t)i);
            return;
        }
    blame(in, arena_format(in->memory,
                           "sizeof(*a) is the bytes of an element of an operand, and '%s' is none",
                           name));
}

static void read_sum(size_reader *in, int depth);

static void read_pair(size_reader *in, weft_size_step_kind kind, int depth)
{
    expect(in, "(");
    read_sum(in, depth);
    expect(in, ",");
    read_sum(in, depth);
    expect(in, ")");
    push(in, kind, 0);
}

static void read_named(size_reader *in, int depth)
{
    const char *name = read_name(in);
    for (size_t d = 0; d < in->owner->dimension_count; d++)
        if (extent_is_name(&in->owner->dimensions[d]) &&
            strcmp(in->owner->dimensions[d].terms[0].name, name) == 0) {
            push(in, WEFT_SIZE_DIMENSION, (int64_t)d);
            return;
        }
    if (strcmp(name, "sizeof") == 0)
        read_element(in);
    else if (strcmp(name, "min") == 0)
        read_pair(in, WEFT_SIZE_LEAST, depth);
    else if (strcmp(name, "max") == 0)
        read_pair(in, WEFT_SIZE_GREATEST, depth);
    else if (strcmp(name, "threads") == 0 && in->knows_threads)
        push(in, WEFT_SIZE_THREADS, 0);
    else
        blame(in, arena_format(in->memory, "'%s' is no size of the layout", name));
}

static void read_term(size_reader *in, int depth)
{
    enum { DEEPEST = 32 };
    skip(in);
    if (depth > DEEPEST)
        blame(in, "it is too long");
    else if (isdigit((unsigned char)*in->at))
        read_number(in);
    else if (isalpha((unsigned char)*in->at) || *in->at == '_')
        read_named(in, depth + 1);
    else if (take(in, "(")) {
        read_sum(in, depth + 1);
        expect(in, ")");
    } else
        blame(in, arena_format(in->memory, "a number or a size is missing before '%s'", in->at));
}

static bool take_factor_sign(size_reader *in, weft_size_step_kind *kind)
{
    *kind = take(in, "*")   ? WEFT_SIZE_MULTIPLY
            : take(in, "/") ? WEFT_SIZE_DIVIDE
            : take(in, "%") ? WEFT_SIZE_REMAINDER
                            : WEFT_SIZE_NUMBER;
    return *kind != WEFT_SIZE_NUMBER;
}

static void read_product(size_reader *in, int depth)
{
    weft_size_step_kind kind;
    read_term(in, depth);
    while (!in->wrong && take_factor_sign(in, &kind)) {
        read_term(in, depth);
        push(in, kind, 0);
    }
}

static void read_sum(size_reader *in, int depth)
{
    read_product(in, depth);
    while (!in->wrong) {
        const bool adds = take(in, "+");
        if (!adds && !take(in, "-"))
            return;
        read_product(in, depth);
        push(in, adds ? WEFT_SIZE_ADD : WEFT_SIZE_SUBTRACT, 0);
    }
}

/* ---- the grid ---- */

/* An annotation while it is read. */
typedef struct grid_reader {
    arena *memory;
    diagnostics *messages;
    const ufunc *owner;
    weft_launch_grid *grid;
} grid_reader;

static bool read_expression(const grid_reader *from, const char *word, const char *text,
                            weft_size_expression *to)
{
    size_reader in = {.memory = from->memory,
                      .owner = from->owner,
                      .at = text,
                      .knows_threads = strcmp(word, "threads") != 0};
    read_sum(&in, 0);
    skip(&in);
    if (*in.at)
        blame(&in, arena_format(in.memory, "'%s' is behind its end", in.at));
    *to = (weft_size_expression){text, in.steps, (uint32_t)in.count};
    return !in.wrong || refuse(from->messages, from->owner->first,
                               arena_format(from->memory, "%s(%s): %s", word, text, in.wrong));
}

/* The number that an expression is for all sizes; -1: it differs. */
static int64_t find_constant(const weft_size_expression *read)
{
    return read->count == 1 && read->steps[0].kind == WEFT_SIZE_NUMBER ? read->steps[0].number : -1;
}

/* Where an argument or a word ends: at a comma outside of parentheses, or at the end. */
static size_t find_end(const char *text)
{
    size_t length = 0, depth = 0;
    for (; text[length] && (depth || (text[length] != ',' && text[length] != ')')); length++) {
        depth += text[length] == '(';
        depth -= text[length] == ')';
    }
    return length;
}

static const char *trim(arena *memory, const char *text, size_t length)
{
    while (length && isspace((unsigned char)*text)) {
        text++;
        length--;
    }
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    return arena_text(memory, text, length);
}

/* The expressions of one word, "threads(16, 16)", in its parentheses. */
static bool read_word(const grid_reader *from, const char *word, const char *text)
{
    weft_launch_grid *grid = from->grid;
    const bool is_shared = strcmp(word, "shared") == 0;
    weft_size_expression *to = is_shared                      ? &grid->shared
                               : strcmp(word, "blocks") == 0  ? grid->blocks
                               : strcmp(word, "threads") == 0 ? grid->threads
                                                              : NULL;
    if (!to)
        return refuse(from->messages, from->owner->first,
                      arena_format(from->memory,
                                   "it takes blocks(…), threads(…) and shared(…), not '%s'", word));
    if (to->text)
        return refuse(from->messages, from->owner->first,
                      arena_format(from->memory, "%s is said twice", word));
    const size_t most = is_shared ? 1 : 3;
    for (size_t axis = 0; *text || axis == 0; axis++) {
        const size_t length = find_end(text);
        if (axis == most)
            return refuse(
                from->messages, from->owner->first,
                arena_format(from->memory, "%s takes at most %zu expressions", word, most));
        if (!read_expression(from, word, trim(from->memory, text, length), &to[axis]))
            return false;
        text += length + (text[length] == ',');
    }
    return true;
}

static bool read_words(const grid_reader *from, const char *text)
{
    for (text += strspn(text, " \t\n"); *text; text += strspn(text, " \t\n,")) {
        const size_t length = find_end(text);
        const char *whole = trim(from->memory, text, length), *open = strchr(whole, '(');
        if (!open || whole[strlen(whole) - 1] != ')')
            return refuse(from->messages, from->owner->first,
                          arena_format(from->memory,
                                       "it takes blocks(…), threads(…) and shared(…), not '%s'",
                                       whole));
        if (!read_word(from, trim(from->memory, whole, (size_t)(open - whole)),
                       arena_text(from->memory, open + 1, strlen(open) - 2)))
            return false;
        text += length + (text[length] == ')');
    }
    return true;
}

/* What no size would mend. */
static bool check_constants(const grid_reader *from)
{
    const weft_launch_grid *grid = from->grid;
    const function *first = from->owner->first;
    int64_t all = 1;
    if (!grid->blocks[0].text || !grid->threads[0].text)
        return refuse(from->messages, first,
                      arena_format(from->memory, "it lacks %s(…)",
                                   grid->blocks[0].text ? "threads" : "blocks"));
    for (int axis = 0; axis < 3; axis++) {
        const int64_t threads = find_constant(&grid->threads[axis]);
        const int64_t blocks = find_constant(&grid->blocks[axis]);
        if (threads == 0 || blocks == 0)
            return refuse(
                from->messages, first,
                arena_format(from->memory, "%s(%s) are none", threads == 0 ? "threads" : "blocks",
                             threads == 0 ? grid->threads[axis].text : grid->blocks[axis].text));
        all *= threads > 0 && threads <= MOST_THREADS + 1 ? threads : 1;
        if (threads > MOST_THREADS || all > MOST_THREADS)
            return refuse(from->messages, first,
                          arena_format(from->memory, "a block has %d threads at most, not %zu",
                                       MOST_THREADS, (size_t)(threads > all ? threads : all)));
    }
    return true;
}

void check_grid(arena *memory, diagnostics *messages, ufunc *checked)
{
    const char *said = checked->first->launch;
    for (size_t i = 1; i < checked->function_count; i++) {
        const char *other = checked->functions[i]->launch;
        if ((said != NULL) != (other != NULL) || (said && strcmp(said, other) != 0)) {
            refuse(messages, checked->functions[other ? i : 0],
                   "the functions of one name have the same grid, or none has one");
            return;
        }
    }
    if (!said)
        return;
    const grid_reader from = {memory, messages, checked,
                              arena_array(memory, 1, sizeof(weft_launch_grid))};
    if (read_words(&from, said) && check_constants(&from))
        checked->grid = from.grid;
}
