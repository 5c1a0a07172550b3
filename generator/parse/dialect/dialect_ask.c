#include "dialect_ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse/parse.h"
#include "parse/unit/text.h"
#include "parse/unit/text/respelling.h"

/* What asks about a name, in gcc or clang. Those about headers and warnings have something else
 * between their parentheses: where the compiler knows them, too, libclang answers. */
static const struct {
    const char *name;
    bool is_own; /* libclang answers */
} questions[] = {
    {"__has_attribute", false},
    {"__has_builtin", false},
    {"__has_c_attribute", false},
    {"__has_constexpr_builtin", false},
    {"__has_cpp_attribute", false},
    {"__has_declspec_attribute", false},
    {"__has_embed", true},
    {"__has_extension", false},
    {"__has_feature", false},
    {"__has_include", true},
    {"__has_include_next", true},
    {"__has_warning", true},
    {"__building_module", true},
    {"__is_identifier", false},
    {"__is_target_arch", false},
    {"__is_target_environment", false},
    {"__is_target_os", false},
    {"__is_target_vendor", false},
    {"__is_target_variant_environment", false},
    {"__is_target_variant_os", false},
};
enum { QUESTION_COUNT = sizeof questions / sizeof *questions };

/* What each reading says for itself. */
static const char *const places[] = {"__BASE_FILE__", "__COUNTER__",   "__DATE__",
                                     "__FILE__",      "__FILE_NAME__", "__INCLUDE_LEVEL__",
                                     "__LINE__",      "__TIME__",      "__TIMESTAMP__"};

/* Dates are the largest answers. */
enum { ANSWER_BITS = 20 };

static int compare(const void *first, const void *second)
{
    return strcmp(((const dialect_name *)first)->name, ((const dialect_name *)second)->name);
}

dialect_name *dialect_find_name(const dialect *known, const char *name, size_t length)
{
    size_t low = 0, high = known->name_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const char *other = known->names[middle].name;
        int order = strncmp(name, other, length);
        if (order == 0 && other[length])
            order = -1;
        if (order == 0)
            return &known->names[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

static bool is_question(const char *name)
{
    for (size_t i = 0; i < QUESTION_COUNT; i++)
        if (strcmp(questions[i].name, name) == 0)
            return true;
    return false;
}

static void add(parser *reader, dialect_name named)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strcmp(places[i], named.name) == 0)
            return;
    if (respelling_is_possible(named.name, strlen(named.name)))
        *ARENA_PUSH(reader->memory, reader->dialect.names, reader->dialect.name_count) = named;
}

/* Whether what stands behind a macro's name is a single word or integer, or nothing: all else that
 * both predefine, types and floating-point numbers, is no matter of #if. */
static bool is_word(const dialect_name *named)
{
    const char *behind = named->text + strlen(named->name);
    return !strpbrk(*behind ? behind + 1 : behind, " ().\"'");
}

/* Puts the names in order, and what is said of one name together. */
static void sort(dialect *known)
{
    size_t kept = 0;
    if (known->name_count)
        qsort(known->names, known->name_count, sizeof *known->names, compare);
    for (size_t i = 0; i < known->name_count; i++) {
        dialect_name *last = kept ? &known->names[kept - 1] : NULL, *next = &known->names[i];
        if (!last || strcmp(last->name, next->name) != 0) {
            known->names[kept++] = *next;
            continue;
        }
        const dialect_name *told = next->text ? next : last;
        if (told->text && !is_word(told))
            kept--;
        else
            *last = *told;
    }
    known->name_count = kept;
}

/* ---- libclang's ---- */

static enum CXChildVisitResult note_macro(CXCursor cursor, CXCursor parent, CXClientData data)
{
    parser *reader = data;
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_MacroDefinition)
        return CXChildVisit_Continue;
    CXString spelling = clang_getCursorSpelling(cursor);
    const char *name = arena_copy(reader->memory, clang_getCString(spelling));
    clang_disposeString(spelling);
    if (!is_question(name))
        add(reader, (dialect_name){.name = name});
    return CXChildVisit_Continue;
}

/* What libclang predefines. Of the options that of the standard alone changes it. */
static bool add_own(parser *reader)
{
    static const char path[] = "dialect.c", standard[] = "-std=";
    const generate_options *options = reader->options;
    const char *arguments[] = {"-xc", "-std=gnu17"};
    struct CXUnsavedFile empty = {path, "\n", 1};
    for (size_t i = 0; i < options->compile_flag_count; i++)
        if (strncmp(options->compile_flags[i], standard, strlen(standard)) == 0)
            arguments[1] = options->compile_flags[i];
    CXTranslationUnit unit =
        clang_parseTranslationUnit(reader->index, path, arguments, 2, &empty, 1,
                                   CXTranslationUnit_DetailedPreprocessingRecord);
    if (!unit)
        return false;
    clang_visitChildren(clang_getTranslationUnitCursor(unit), note_macro, reader);
    clang_disposeTranslationUnit(unit);
    return true;
}

/* ---- the compiler's ---- */

/* What stands behind the next #define of a text; NULL at its end. */
static const char *next_definition(arena *memory, const char **at)
{
    static const char define[] = "#define ";
    while (**at) {
        const char *line = *at;
        const size_t length = strcspn(line, "\r\n");
        *at += length + (line[length] != 0);
        if (strncmp(line, define, strlen(define)) == 0)
            return arena_text(memory, line + strlen(define), length - strlen(define));
    }
    return NULL;
}

static void add_line(growing_text *to, const char *directive, const char *rest)
{
    growing_add(to, directive, strlen(directive));
    growing_add(to, " ", 1);
    growing_add(to, rest, strlen(rest));
    growing_add(to, "\n", 1);
}

/* The macros that tell which questions the compiler knows. */
static const char *ask_for_questions(arena *memory)
{
    growing_text text = {.memory = memory};
    for (size_t i = 0; i < QUESTION_COUNT; i++) {
        add_line(&text, "#ifdef", questions[i].name);
        add_line(&text, "#define", arena_format(memory, "weft_knows_%zu", i));
        add_line(&text, "#endif", "");
    }
    return growing_finish(&text);
}

/* Adds what `-dM` prints behind that text. */
static void add_compilers(parser *reader, const char *answer)
{
    bool knows[QUESTION_COUNT] = {false};
    size_t index;
    for (const char *text; (text = next_definition(reader->memory, &answer));) {
        if (sscanf(text, "weft_knows_%zu", &index) == 1 && index < QUESTION_COUNT) {
            knows[index] = true;
            continue;
        }
        const char *name = arena_text(reader->memory, text, strcspn(text, " ("));
        if (!is_question(name))
            add(reader, (dialect_name){.name = name, .text = text, .is_compilers = true});
    }
    for (size_t i = 0; i < QUESTION_COUNT; i++)
        if (!(knows[i] && questions[i].is_own))
            add(reader, (dialect_name){.name = questions[i].name,
                                       .is_question = true,
                                       .is_compilers = knows[i]});
}

bool dialect_ask(parser *reader)
{
    dialect *known = &reader->dialect;
    const generate_options *options = reader->options;
    const char *why = NULL;
    if (known->is_asked)
        return known->is_known;
    known->is_asked = true;
    const char *answer =
        options->ask_macros
            ? options->ask_macros(reader->memory, options, ask_for_questions(reader->memory), &why)
            : NULL;
    known->is_known = answer && add_own(reader);
    if (known->is_known)
        add_compilers(reader, answer);
    else if (why)
        diagnostics_add(
            reader->messages, SEVERITY_WARNING, (location){0}, 0,
            "#if is decided with what libclang %s defines, for the compiler's macros are "
            "not known: %s",
            parser_version(), why);
    sort(known);
    return known->is_known;
}

/* ---- the C library's ---- */

static const char *const library_questions[] = {"__GNUC_PREREQ", "__glibc_clang_prereq",
                                                "__glibc_has_attribute", "__glibc_has_builtin",
                                                "__glibc_has_extension"};

static bool is_library_question(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof library_questions / sizeof *library_questions; i++)
        if (strncmp(library_questions[i], name, length) == 0 && !library_questions[i][length])
            return true;
    return false;
}

void dialect_ask_library(parser *reader, const char *name, size_t length)
{
    dialect *known = &reader->dialect;
    const generate_options *options = reader->options;
    const char *why;
    if (known->is_library_asked || !is_library_question(name, length))
        return;
    known->is_library_asked = true;
    const char *answer =
        options->ask_macros(reader->memory, options, "#include <features.h>\n", &why);
    for (const char *text; answer && (text = next_definition(reader->memory, &answer));) {
        const size_t end = strcspn(text, " (");
        if (text[end] == '(' && is_library_question(text, end))
            add(reader, (dialect_name){.name = arena_text(reader->memory, text, end),
                                       .text = text,
                                       .is_compilers = true});
    }
    sort(known);
}

/* ---- answers ---- */

static bool is_added(const dialect *known, const char *macro)
{
    for (size_t i = 0; i < known->question_count; i++)
        if (strcmp(known->questions[i].macro, macro) == 0)
            return true;
    return false;
}

void dialect_add_question(parser *reader, const char *macro, size_t length)
{
    dialect *known = &reader->dialect;
    const char *copy = arena_text(reader->memory, macro, length);
    const char *spelled = respelling_undo(reader->memory, copy);
    for (size_t i = 0; i < QUESTION_COUNT; i++) {
        const size_t end = strlen(questions[i].name);
        if (strncmp(spelled, questions[i].name, end) != 0 ||
            strncmp(spelled + end, DIALECT_ANSWER, strlen(DIALECT_ANSWER)) != 0 ||
            is_added(known, copy))
            continue;
        *ARENA_PUSH(reader->memory, known->questions, known->question_count) =
            (dialect_question){copy, questions[i].name, spelled + end + strlen(DIALECT_ANSWER), 0};
        return;
    }
}

/* The macros that tell the bits of the answers. */
static const char *ask_for_answers(arena *memory, const dialect *known)
{
    growing_text text = {.memory = memory};
    for (size_t i = known->answer_count; i < known->question_count; i++) {
        const dialect_question *next = &known->questions[i];
        for (unsigned bit = 0; bit < ANSWER_BITS; bit++) {
            add_line(&text, "#if",
                     arena_format(memory, "%s(%s) & %lu", next->asked, next->about, 1ul << bit));
            add_line(&text, "#define", arena_format(memory, "weft_answer_%zu_%u", i, bit));
            add_line(&text, "#endif", "");
        }
    }
    return growing_finish(&text);
}

void dialect_answer(parser *reader)
{
    dialect *known = &reader->dialect;
    const size_t first = known->answer_count;
    const char *why, *next;
    size_t index;
    unsigned bit;
    if (first == known->question_count)
        return;
    const char *answer = reader->options->ask_macros(reader->memory, reader->options,
                                                     ask_for_answers(reader->memory, known), &why);
    known->answer_count = known->question_count;
    if (!answer) /* libclang says that the macros are missing */
        return;
    while ((next = next_definition(reader->memory, &answer)))
        if (sscanf(next, "weft_answer_%zu_%u", &index, &bit) == 2 &&
            index < known->question_count && bit < ANSWER_BITS)
            known->questions[index].answer |= 1ul << bit;
    for (size_t i = first; i < known->question_count; i++)
        *ARENA_PUSH(reader->memory, known->definitions, known->definition_count) = arena_format(
            reader->memory, "-D%s()=%lu", known->questions[i].macro, known->questions[i].answer);
}
