#include "annotation.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "identity.h"

/* The string literals of "“a”, “b” “c”)": adjacent ones are joined. Stops at the closing
 * parenthesis or the end of the text; `at` of a text is the offset of its opening quote. */
typedef struct literal {
    const char *text;
    size_t at;
    bool plain; /* one literal without escapes */
} literal;

typedef struct literal_list {
    literal *items;
    size_t count;
    bool only_literals;
} literal_list;

static const char *skip_blanks(const char *text)
{
    for (;;) {
        while (isspace((unsigned char)*text) || (*text == '\\' && text[1] == '\n'))
            text++;
        if (text[0] == '/' && text[1] == '*') {
            const char *end = strstr(text + 2, "*/");
            text = end ? end + 2 : text + strlen(text);
        } else if (text[0] == '/' && text[1] == '/') {
            text += strcspn(text, "\n");
        } else {
            return text;
        }
    }
}

static const char *read_literal(arena *memory, const char *text, literal *result)
{
    size_t length = 0, room = 1; /* of the literal alone: the rest of the file stands behind it */
    while (text[room] && text[room] != '"')
        room += text[room] == '\\' && text[room + 1] ? 2 : 1;
    char *buffer = arena_array(memory, room + 1, 1);
    result->plain = true;
    for (text++; *text && *text != '"'; text++) {
        if (*text == '\\' && text[1]) {
            text++;
            result->plain = false;
        }
        buffer[length++] = *text;
    }
    result->text = buffer;
    return *text ? text + 1 : text;
}

static literal_list read_literals(arena *memory, const char *text)
{
    literal_list list = {.only_literals = true};
    bool joined = false;
    const char *begin = text;
    for (;;) {
        text = skip_blanks(text);
        if (*text == '\0' || *text == ')')
            return list;
        if (*text == '"') {
            literal next = {.at = (size_t)(text - begin)};
            text = read_literal(memory, text, &next);
            if (joined) {
                literal *last = &list.items[list.count - 1];
                last->text = arena_format(memory, "%s%s", last->text, next.text);
                last->plain = false;
            } else {
                *ARENA_PUSH(memory, list.items, list.count) = next;
            }
            joined = true;
            continue;
        }
        if (*text != ',')
            list.only_literals = false;
        joined = false;
        text++;
    }
}

/* The strings of an annotation, placed in the source where it spells them out itself. */
static void read_texts(parse_unit *unit, CXCursor attribute, const char *arguments,
                       annotation_text **texts, size_t *count)
{
    location place = unit_cursor_location(unit, attribute);
    literal_list meant = read_literals(unit->memory, arguments), written = {0};
    size_t size = 0, base = 0;
    CXFile file;
    clang_getFileLocation(clang_getCursorLocation(attribute), &file, NULL, NULL, NULL);
    const char *source = file ? clang_getFileContents(unit->unit, file, &size) : NULL;
    if (source && place.at < size) {
        const char *open = source + place.at;
        while (isalnum((unsigned char)*open) || *open == '_')
            open++;
        open = skip_blanks(open);
        if (*open == '(') {
            base = (size_t)(open + 1 - source);
            written = read_literals(unit->memory, open + 1);
        }
    }
    if (!meant.only_literals)
        diagnostics_add(unit->messages, SEVERITY_ERROR, place, 0,
                        "an annotation takes string literals, not '%s'", arguments);
    for (size_t i = 0; i < meant.count; i++) {
        annotation_text text = {.text = meant.items[i].text, .place = place};
        if (written.count == meant.count && strcmp(written.items[i].text, text.text) == 0) {
            CXSourceLocation quote = clang_getLocationForOffset(
                unit->unit, file, (unsigned)(base + written.items[i].at));
            text.place = unit_location(unit, quote);
            text.exact = written.items[i].plain && unit_is_written(unit, quote);
        }
        *ARENA_PUSH(unit->memory, *texts, *count) = text;
    }
}

static bool is_identifier(const char *text)
{
    if (!isalpha((unsigned char)*text) && *text != '_')
        return false;
    while (isalnum((unsigned char)*text) || *text == '_')
        text++;
    return *text == '\0';
}

static void read_name(parse_unit *unit, CXCursor attribute, const char *arguments, function *result)
{
    literal_list names = read_literals(unit->memory, arguments);
    location place = unit_cursor_location(unit, attribute);
    if (names.count != 1 || !names.only_literals || !is_identifier(names.items[0].text)) {
        diagnostics_add(unit->messages, SEVERITY_ERROR, place, strlen("WEFT_NAME"),
                        "WEFT_NAME takes one string that is a C identifier, not %s", arguments);
        return;
    }
    result->ufunc_name = names.items[0].text;
    result->ufunc_name_place = place;
}

/* Reads "map(square)"; false if the option is another, or names no function. */
static bool read_named_function(parse_unit *unit, CXCursor attribute, const char *option,
                                const char *word, named_function *result)
{
    size_t length = strlen(word);
    if (strncmp(option, word, length) != 0)
        return false;
    option = skip_blanks(option + length);
    if (*option != '(')
        return false;
    option = skip_blanks(option + 1);
    length = 0;
    while (isalnum((unsigned char)option[length]) || option[length] == '_')
        length++;
    const char *name = arena_text(unit->memory, option, length);
    if (!is_identifier(name) || strcmp(skip_blanks(option + length), ")") != 0)
        return false;
    *result = (named_function){name, unit_cursor_location(unit, attribute)};
    return true;
}

/* The number of "identity(0)"; NULL if the option is another. */
static const char *option_number(parse_unit *unit, const char *option, const char *word)
{
    if (strncmp(option, word, strlen(word)) != 0)
        return NULL;
    const char *open = skip_blanks(option + strlen(word));
    size_t length = strlen(open);
    return *open == '(' && open[length - 1] == ')' ? arena_text(unit->memory, open + 1, length - 2)
                                                   : NULL;
}

/* Reads the number of an option; false, and reported, where it is none that a double holds. */
static bool read_number(parse_unit *unit, CXCursor attribute, const char *word, const char *number,
                        double *value)
{
    location place = unit_cursor_location(unit, attribute);
    identity_reading reading = identity_read(number, value);
    if (reading == IDENTITY_NONSENSE)
        diagnostics_add(unit->messages, SEVERITY_ERROR, place, strlen("WEFT_OPTIONS"),
                        "%s takes a number, not '%s'", word, number);
    else if (reading == IDENTITY_INEXACT)
        diagnostics_add(unit->messages, SEVERITY_ERROR, place, strlen("WEFT_OPTIONS"),
                        "%s(%s): %s is a double, and no double is that number", word, number,
                        strcmp(word, "identity") == 0  ? "an identity"
                        : strcmp(word, "default") == 0 ? "a default"
                                                       : "a result");
    return reading == IDENTITY_NUMBER;
}

/* Reads "identity(0)" or "invalid(1e10)"; false if the option is another. */
static bool read_numbers(parse_unit *unit, CXCursor attribute, const char *option, function *result)
{
    const char *number = option_number(unit, option, "identity");
    if (number) {
        result->has_identity = read_number(unit, attribute, "identity", number, &result->identity);
        result->identity_text = number;
        return true;
    }
    number = option_number(unit, option, "invalid");
    if (number)
        result->has_invalid = read_number(unit, attribute, "invalid", number, &result->invalid);
    return number != NULL;
}

/* Reads "word(scale, "UTC")"; false if the option is another, or names no parameter. */
static bool read_value(parse_unit *unit, const char *option, const char *word, fixed_value *read)
{
    const char *text = option_number(unit, option, word);
    const char *comma = text ? strchr(text, ',') : NULL;
    if (!comma)
        return false;
    size_t length = (size_t)(comma - text);
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    const char *name = arena_text(unit->memory, text, length), *value = skip_blanks(comma + 1);
    *read = (fixed_value){skip_blanks(name), value};
    return is_identifier(skip_blanks(name)) && *value;
}

/* What is said of one parameter; false if the option is another. */
static bool read_values(parse_unit *unit, CXCursor attribute, const char *option, function *result)
{
    fixed_value read;
    double number;
    if (read_value(unit, option, "fixed", &read)) {
        *ARENA_PUSH(unit->memory, result->fixed, result->fixed_count) = read;
        return true;
    }
    if (!read_value(unit, option, "default", &read))
        return false;
    if (read_number(unit, attribute, "default", read.text, &number))
        *ARENA_PUSH(unit->memory, result->defaults, result->default_count) =
            (default_value){read.name, read.text, number};
    return true;
}

/* Reads "index(i)" or "index(row, -2)"; false if the option is another, or names no parameter. */
static bool read_index(parse_unit *unit, CXCursor attribute, const char *option, function *result)
{
    const char *text = option_number(unit, option, "index");
    if (!text)
        return false;
    size_t length = strcspn(text, ",");
    const char *axis = text[length] ? skip_blanks(text + length + 1) : NULL;
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    const char *name = skip_blanks(arena_text(unit->memory, text, length));
    char *end = NULL;
    const long from_end = axis ? strtol(axis, &end, 10) : 0;
    if (!is_identifier(name))
        return false;
    if (axis && (end == axis || *skip_blanks(end) || from_end >= 0 || from_end < -WEFT_MAX_RANK)) {
        diagnostics_add(unit->messages, SEVERITY_ERROR, unit_cursor_location(unit, attribute),
                        strlen("WEFT_OPTIONS"),
                        "index(%s, %s): an axis counts from the end, -1 … -%d", name, axis,
                        WEFT_MAX_RANK);
        result->unsound = true;
    }
    *ARENA_PUSH(unit->memory, result->indices, result->index_count) =
        (index_value){name, axis ? WEFT_OPERAND_INDEX_AXIS : WEFT_OPERAND_INDEX, (int8_t)from_end};
    return true;
}

/* Reads "fourier(real)"; false if the option is another. */
static bool read_fourier(parse_unit *unit, CXCursor attribute, const char *option, function *result)
{
    const char *text = option_number(unit, option, "fourier");
    if (!text)
        return false;
    size_t length = strlen(text = skip_blanks(text));
    while (length && isspace((unsigned char)text[length - 1]))
        length--;
    static const char *const words[] = {"forward", "inverse", "real", "half"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncmp(text, words[i], length) == 0)
            result->fourier = words[i];
    if (!result->fourier)
        diagnostics_add(unit->messages, SEVERITY_ERROR, unit_cursor_location(unit, attribute),
                        strlen("WEFT_OPTIONS"),
                        "fourier takes forward, inverse, real or half, not '%s'", text);
    return true;
}

static void read_option(parse_unit *unit, CXCursor attribute, const char *option, function *result)
{
    bool known = true;
    if (strcmp(option, "strict") == 0)
        result->strict = true;
    else if (strcmp(option, "serial") == 0)
        result->serial = "WEFT_OPTIONS(serial)";
    else if (strcmp(option, "reorderable") == 0)
        result->reorderable = true;
    else if (strcmp(option, "widening") == 0)
        result->widening = true;
    else if (strcmp(option, "nan") == 0)
        result->nan = true;
    else
        known = read_numbers(unit, attribute, option, result) ||
                read_values(unit, attribute, option, result) ||
                read_index(unit, attribute, option, result) ||
                read_fourier(unit, attribute, option, result) ||
                read_named_function(unit, attribute, option, "map", &result->map) ||
                read_named_function(unit, attribute, option, "finish", &result->finish);
    if (!known)
        diagnostics_add(
            unit->messages, SEVERITY_ERROR, unit_cursor_location(unit, attribute),
            strlen("WEFT_OPTIONS"),
            "unknown option '%s'; the options are strict, serial, nan, invalid(number), "
            "fixed(parameter, value), default(parameter, number), index(parameter), fourier(kind), "
            "reorderable, widening, identity(number), map(function), finish(function)",
            option);
}

static void read_options(parse_unit *unit, CXCursor attribute, const char *arguments,
                         function *result)
{
    const char *text = skip_blanks(arguments);
    result->options_place = unit_cursor_location(unit, attribute);
    while (*text) {
        size_t length = 0, depth = 0;
        bool quoted = false;
        for (; text[length] && (quoted || depth || text[length] != ','); length++) {
            if (text[length] == '"')
                quoted = !quoted;
            else if (quoted && text[length] == '\\' && text[length + 1])
                length++;
            else if (!quoted && text[length] == '(')
                depth++;
            else if (!quoted && text[length] == ')' && depth)
                depth--;
        }
        size_t end = length;
        while (end && isspace((unsigned char)text[end - 1]))
            end--;
        read_option(unit, attribute, arena_text(unit->memory, text, end), result);
        text = skip_blanks(text + length + (text[length] == ','));
    }
}

typedef struct annotation_visit {
    parse_unit *unit;
    function *result;
    bool found;
    const char *beside; /* WEFT_NAME, WEFT_OPTIONS, WEFT_STATUS or WEFT_LAUNCH, which make no ufunc
                           by themselves; or NULL */
    location beside_place;
    location twin_place; /* of WEFT_DEVICE_TWIN */
} annotation_visit;

static void note_beside(annotation_visit *visit, CXCursor attribute, const char *name)
{
    visit->beside = name;
    visit->beside_place = unit_cursor_location(visit->unit, attribute);
}

static void read_layout_or_prototypes(annotation_visit *visit, CXCursor attribute,
                                      annotation_kind kind, const char *arguments)
{
    location place = unit_cursor_location(visit->unit, attribute);
    if (visit->found) {
        diagnostics_add(visit->unit->messages, SEVERITY_ERROR, place, 0,
                        "a function has one WEFT_VECTORIZE, WEFT_GUVECTORIZE or WEFT_REDUCE, not "
                        "two");
        return;
    }
    visit->found = true;
    visit->result->kind = kind;
    visit->result->annotation_place = place;
    read_texts(visit->unit, attribute, arguments, &visit->result->texts,
               &visit->result->text_count);
}

/* What an attribute of Weft's says, "vectorize …"; NULL for others. */
static const char *attribute_text(const parse_unit *unit, CXCursor cursor)
{
    if (clang_getCursorKind(cursor) != CXCursor_AnnotateAttr)
        return NULL;
    const char *text = unit_spelling(unit, cursor);
    return strncmp(text, "weft.", 5) == 0 ? text + 5 : NULL;
}

static enum CXChildVisitResult visit_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
    annotation_visit *visit = data;
    const char *text = attribute_text(visit->unit, cursor);
    (void)parent;
    if (!text)
        return CXChildVisit_Continue;
    size_t length = strcspn(text, " ");
    const char *kind = arena_text(visit->unit->memory, text, length);
    const char *arguments = skip_blanks(text + length);
    if (strcmp(kind, "vectorize") == 0) {
        read_layout_or_prototypes(visit, cursor, ANNOTATION_VECTORIZE, arguments);
    } else if (strcmp(kind, "guvectorize") == 0) {
        read_layout_or_prototypes(visit, cursor, ANNOTATION_GUVECTORIZE, arguments);
    } else if (strcmp(kind, "reduce") == 0) {
        read_layout_or_prototypes(visit, cursor, ANNOTATION_REDUCE, arguments);
    } else if (strcmp(kind, "name") == 0) {
        note_beside(visit, cursor, "WEFT_NAME");
        read_name(visit->unit, cursor, arguments, visit->result);
    } else if (strcmp(kind, "options") == 0) {
        note_beside(visit, cursor, "WEFT_OPTIONS");
        read_options(visit->unit, cursor, arguments, visit->result);
    } else if (strcmp(kind, "launch") == 0) {
        note_beside(visit, cursor, "WEFT_LAUNCH");
        visit->result->launch = arguments;
        visit->result->launch_place = unit_cursor_location(visit->unit, cursor);
    } else if (strcmp(kind, "device") == 0) {
        visit->twin_place = unit_cursor_location(visit->unit, cursor);
    } else if (strcmp(kind, "status") == 0) {
        note_beside(visit, cursor, "WEFT_STATUS");
        visit->result->has_status = true;
        visit->result->status_place = unit_cursor_location(visit->unit, cursor);
        read_texts(visit->unit, cursor, arguments, &visit->result->status_texts,
                   &visit->result->status_text_count);
    }
    return CXChildVisit_Continue;
}

bool annotation_read(parse_unit *unit, CXCursor declaration, function *result)
{
    annotation_visit visit = {.unit = unit, .result = result};
    clang_visitChildren(declaration, visit_attribute, &visit);
    CXCursor definition = clang_getCursorDefinition(declaration); /* inherits what stands here */
    bool is_last = clang_Cursor_isNull(definition) || clang_equalCursors(definition, declaration);
    if (!visit.found && visit.beside && is_last)
        diagnostics_add(
            unit->messages, SEVERITY_ERROR, visit.beside_place, (unsigned)strlen(visit.beside),
            "%s needs a WEFT_VECTORIZE, WEFT_GUVECTORIZE or WEFT_REDUCE beside it", visit.beside);
    if (visit.found && visit.twin_place.line)
        diagnostics_add(unit->messages, SEVERITY_ERROR, visit.twin_place,
                        (unsigned)strlen("WEFT_DEVICE_TWIN"),
                        "WEFT_DEVICE_TWIN stands before a function that ufuncs call, and '%s' is a "
                        "ufunc itself; write one that calls it",
                        result->name);
    return visit.found;
}

/* A declaration that is no function. */
typedef struct misplaced_visit {
    const parse_unit *unit;
    const char *name;
} misplaced_visit;

static enum CXChildVisitResult visit_misplaced(CXCursor cursor, CXCursor parent, CXClientData data)
{
    misplaced_visit *visit = data;
    const char *text = attribute_text(visit->unit, cursor);
    (void)parent;
    if (text && strcmp(text, "typevar") != 0)
        diagnostics_add(visit->unit->messages, SEVERITY_ERROR,
                        unit_cursor_location(visit->unit, cursor), 0,
                        "an annotation stands before a function, and '%s' is none", visit->name);
    return CXChildVisit_Continue;
}

void annotation_refuse(const parse_unit *unit, CXCursor declaration)
{
    misplaced_visit visit = {unit, unit_spelling(unit, declaration)};
    clang_visitChildren(declaration, visit_misplaced, &visit);
}
