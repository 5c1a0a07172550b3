#include "carry.h"

#include <string.h>

#include "body.h"
#include "types.h"

/* A declaration on its way into the function's pieces. */
typedef struct found_piece {
    CXCursor cursor;
    piece piece;
    CXFile file;
    unsigned begin, end;
} found_piece;

typedef struct carry_state {
    parse_unit *unit;
    function *result;
    CXCursor *seen; /* every declaration met, done or not */
    size_t seen_count;
    CXCursor *open; /* functions whose dependencies are being visited */
    size_t open_count;
    found_piece *pieces; /* dependencies first */
    size_t piece_count;
    CXCursor *forward; /* functions called before they are defined */
    size_t forward_count;
} carry_state;

/* The tokens of a declaration. */
typedef struct declaration_tokens {
    CXToken *items;
    unsigned count;
} declaration_tokens;

static void carry_declaration(carry_state *state, CXCursor declaration);

static bool contains(const CXCursor *list, size_t count, CXCursor wanted)
{
    for (size_t i = 0; i < count; i++)
        if (clang_equalCursors(list[i], wanted))
            return true;
    return false;
}

static enum CXChildVisitResult visit_use(CXCursor cursor, CXCursor parent, CXClientData data)
{
    carry_state *state = data;
    (void)parent;
    CXCursor target = clang_getCursorReferenced(cursor);
    if (!clang_Cursor_isNull(target) && !clang_equalCursors(target, cursor))
        carry_declaration(state, target);
    return CXChildVisit_Recurse;
}

/* The unit as seen from the translation unit that a cursor is of. */
static parse_unit unit_of(const parse_unit *unit, CXCursor cursor)
{
    parse_unit own = *unit;
    own.unit = clang_Cursor_getTranslationUnit(cursor);
    return own;
}

static void add_name(const parse_unit *unit, piece *target, const char *name)
{
    if (!*name || strchr(name, ' ') || strchr(name, '('))
        return; /* unnamed */
    for (size_t i = 0; i < target->name_count; i++)
        if (strcmp(target->names[i], name) == 0)
            return;
    *ARENA_PUSH(unit->memory, target->names, target->name_count) = name;
}

typedef struct enumerator_visit {
    const parse_unit *unit;
    piece *target;
} enumerator_visit;

static enum CXChildVisitResult visit_enumerator(CXCursor cursor, CXCursor parent, CXClientData data)
{
    enumerator_visit *visit = data;
    (void)parent;
    if (clang_getCursorKind(cursor) == CXCursor_EnumConstantDecl)
        add_name(visit->unit, visit->target, unit_spelling(visit->unit, cursor));
    return CXChildVisit_Continue;
}

/* Adds a piece, unless its text is part of another's; takes over those that are part of its own
 * (`typedef struct { … } pair;`, `const double a = 1, b = 2;`). */
static void add_piece(carry_state *state, const found_piece *added)
{
    found_piece fresh = *added;
    size_t kept = 0;
    for (size_t i = 0; i < state->piece_count; i++) {
        found_piece *other = &state->pieces[i];
        bool same_file = clang_File_isEqual(other->file, fresh.file);
        if (same_file && other->begin <= fresh.begin && fresh.end <= other->end) {
            for (size_t k = 0; k < fresh.piece.name_count; k++)
                add_name(state->unit, &other->piece, fresh.piece.names[k]);
            return;
        }
        if (same_file && fresh.begin <= other->begin && other->end <= fresh.end) {
            for (size_t k = 0; k < other->piece.name_count; k++)
                add_name(state->unit, &fresh.piece, other->piece.names[k]);
            continue;
        }
        state->pieces[kept++] = *other;
    }
    if (kept == state->piece_count) {
        *ARENA_PUSH(state->unit->memory, state->pieces, state->piece_count) = fresh;
    } else {
        state->pieces[kept] = fresh;
        state->piece_count = kept + 1;
    }
}

static bool has_static(CXCursor declaration)
{
    return clang_Cursor_getStorageClass(declaration) == CX_SC_Static;
}

/* Visits what a declaration needs, then adds it itself. */
static void carry_piece(carry_state *state, CXCursor declaration, piece_kind kind)
{
    parse_unit unit = unit_of(state->unit, declaration);
    found_piece found = {.cursor = declaration, .piece = {.kind = kind}};
    *ARENA_PUSH(unit.memory, state->open, state->open_count) = declaration;
    clang_visitChildren(declaration, visit_use, state);
    state->open_count--;
    if (!unit_extent(declaration, &found.file, &found.begin, &found.end) ||
        found.begin == found.end) {
        diagnostics_add(unit.messages, SEVERITY_ERROR, unit_cursor_location(&unit, declaration), 0,
                        "'%s' is declared by a macro and cannot come along with '%s'",
                        unit_spelling(&unit, declaration), state->result->name);
        return;
    }
    found.piece.place =
        unit_location(&unit, clang_getLocationForOffset(unit.unit, found.file, found.begin));
    found.piece.is_static = has_static(declaration);
    if (kind == PIECE_PROTOTYPE)
        found.piece.linked = unit_spelling(&unit, declaration);
    else
        add_name(&unit, &found.piece, unit_spelling(&unit, declaration));
    enumerator_visit visit = {&unit, &found.piece};
    if (clang_getCursorKind(declaration) == CXCursor_EnumDecl)
        clang_visitChildren(declaration, visit_enumerator, &visit);
    add_piece(state, &found);
}

/* The compiler declares its own functions where they are first used, in the user's file. */
static bool is_builtin(const carry_state *state, CXCursor declaration)
{
    const char *name = unit_spelling(state->unit, declaration);
    return strncmp(name, "__builtin_", strlen("__builtin_")) == 0;
}

static void carry_function(carry_state *state, CXCursor declaration)
{
    CXCursor definition = unit_definition(state->unit, declaration);
    bool defined = !clang_Cursor_isNull(definition);
    CXCursor target = defined ? definition : clang_getCanonicalCursor(declaration);
    if (unit_in_system_header(target) || is_builtin(state, target))
        return;
    if (contains(state->open, state->open_count, target)) {
        if (!contains(state->forward, state->forward_count, target))
            *ARENA_PUSH(state->unit->memory, state->forward, state->forward_count) = target;
        return;
    }
    if (contains(state->seen, state->seen_count, target))
        return;
    *ARENA_PUSH(state->unit->memory, state->seen, state->seen_count) = target;
    carry_piece(state, target, defined ? PIECE_FUNCTION : PIECE_PROTOTYPE);
}

static void carry_other(carry_state *state, CXCursor declaration, piece_kind kind)
{
    CXCursor definition = clang_getCursorDefinition(declaration);
    CXCursor target = clang_Cursor_isNull(definition) ? declaration : definition;
    if (unit_in_system_header(target) || contains(state->seen, state->seen_count, target))
        return;
    if (!unit_location(state->unit, clang_getCursorLocation(target)).line)
        return; /* the compiler's own */
    *ARENA_PUSH(state->unit->memory, state->seen, state->seen_count) = target;
    carry_piece(state, target, kind);
}

static bool is_at_file_scope(CXCursor declaration)
{
    return clang_getCursorKind(clang_getCursorSemanticParent(declaration)) ==
           CXCursor_TranslationUnit;
}

static void carry_declaration(carry_state *state, CXCursor declaration)
{
    switch ((int)clang_getCursorKind(declaration)) {
    case CXCursor_FunctionDecl:
        carry_function(state, declaration);
        break;
    case CXCursor_VarDecl:
        if (is_at_file_scope(declaration))
            carry_other(state, declaration,
                        clang_Cursor_isNull(unit_definition(state->unit, declaration)) &&
                                clang_Cursor_getStorageClass(declaration) == CX_SC_Extern
                            ? PIECE_PROTOTYPE
                            : PIECE_TABLE);
        break;
    case CXCursor_TypedefDecl:
        if (is_at_file_scope(declaration) && !types_is_typevar(declaration))
            carry_other(state, declaration, PIECE_TYPE);
        break;
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
        if (is_at_file_scope(declaration))
            carry_other(state, declaration, PIECE_TYPE);
        break;
    case CXCursor_EnumConstantDecl:
        carry_declaration(state, clang_getCursorSemanticParent(declaration));
        break;
    default:
        break;
    }
}

/* Array parameters of a helper become WEFT_ARRAY(type, name, extents). */
static void edit_array_parameters(const parse_unit *unit, CXFile file, CXCursor declaration,
                                  edit_list *edits)
{
    size_t size;
    const char *source = clang_getFileContents(unit->unit, file, &size);
    for (int i = 0; i < clang_Cursor_getNumArguments(declaration); i++) {
        CXCursor parameter = clang_Cursor_getArgument(declaration, (unsigned)i);
        CXType type = clang_getCanonicalType(clang_getCursorType(parameter));
        CXFile own_file;
        unsigned begin, end;
        location name = unit_cursor_location(unit, parameter);
        unsigned length = (unsigned)strlen(unit_spelling(unit, parameter));
        if (clang_getArrayElementType(type).kind == CXType_Invalid || !length ||
            !unit_extent(parameter, &own_file, &begin, &end) || end > size ||
            name.at < begin || name.at + length > end || source[end - 1] != ']')
            continue;
        edits_add(edits, begin, begin, "WEFT_ARRAY(");
        edits_add(edits, name.at, name.at, ", ");
        edits_add(edits, name.at + length, name.at + length, ", ");
        edits_add(edits, end, end, ")");
    }
}

/* The annotations of a ufunc that another one uses as a helper are left out. */
static void edit_annotations(const parse_unit *unit, CXFile file, unsigned begin, unsigned end,
                             edit_list *edits)
{
    static const char *const names[] = {"WEFT_VECTORIZE", "WEFT_GUVECTORIZE", "WEFT_REDUCE",
                                        "WEFT_NAME", "WEFT_OPTIONS"};
    size_t size;
    const char *source = clang_getFileContents(unit->unit, file, &size);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (const char *at = source + begin; (at = strstr(at, names[i])) && at < source + end;) {
            size_t length = strlen(names[i]), depth = 0;
            do {
                depth += at[length] == '(';
                depth -= at[length] == ')';
            } while (at[++length] && depth && at + length < source + end);
            edits_add(edits, (unsigned)(at - source), (unsigned)(at - source + (long)length), "");
            at += length;
        }
}

/* Finds the next of some words in the text of a declaration; `from`: the index of the first token
 * to look at, then of the one behind. False if there is none. */
static bool next_word(const parse_unit *unit, const declaration_tokens *tokens, unsigned *from,
                      const char *const *words, size_t count, unsigned *begin, unsigned *end)
{
    CXFile file;
    while (*from < tokens->count) {
        CXToken token = tokens->items[(*from)++];
        CXString text = clang_getTokenSpelling(unit->unit, token);
        bool found = false;
        for (size_t i = 0; i < count && !found; i++)
            found = strcmp(clang_getCString(text), words[i]) == 0;
        clang_disposeString(text);
        if (found) {
            CXSourceRange range = clang_getTokenExtent(unit->unit, token);
            clang_getFileLocation(clang_getRangeStart(range), &file, NULL, NULL, begin);
            clang_getFileLocation(clang_getRangeEnd(range), &file, NULL, NULL, end);
            return true;
        }
    }
    return false;
}

static declaration_tokens read_tokens(const parse_unit *unit, CXFile file, unsigned begin,
                                      unsigned end)
{
    declaration_tokens tokens = {0};
    clang_tokenize(unit->unit,
                   clang_getRange(clang_getLocationForOffset(unit->unit, file, begin),
                                  clang_getLocationForOffset(unit->unit, file, end)),
                   &tokens.items, &tokens.count);
    return tokens;
}

/* A helper comes along as a static function: what says otherwise is left out. */
static void edit_linkage(const parse_unit *unit, CXFile file, const found_piece *found,
                         unsigned end, edit_list *edits)
{
    static const char *const words[] = {"extern", "weak", "__weak__"};
    declaration_tokens tokens = read_tokens(unit, file, found->begin, end);
    bool is_extern = clang_Cursor_getStorageClass(found->cursor) == CX_SC_Extern;
    unsigned from = 0, begin;
    while (next_word(unit, &tokens, &from, words, sizeof words / sizeof *words, &begin, &end)) {
        is_extern &= end - begin != strlen("extern");
        edits_add(edits, begin, end, "");
    }
    clang_disposeTokens(unit->unit, tokens.items, tokens.count);
    if (is_extern)
        diagnostics_add(unit->messages, SEVERITY_ERROR, unit_cursor_location(unit, found->cursor),
                        (unsigned)strlen(unit_spelling(unit, found->cursor)),
                        "a macro makes '%s' extern, so that it cannot come along",
                        unit_spelling(unit, found->cursor));
}

/* Other names of a function that the file defines stay behind with that function. */
static void refuse_alias(const parse_unit *unit, const found_piece *found)
{
    static const char *const words[] = {"alias", "__alias__", "ifunc", "__ifunc__"};
    declaration_tokens tokens = read_tokens(unit, found->file, found->begin, found->end);
    unsigned from = 0, begin, end;
    if (next_word(unit, &tokens, &from, words, sizeof words / sizeof *words, &begin, &end))
        diagnostics_add(
            unit->messages, SEVERITY_ERROR,
            unit_location(unit, clang_getLocationForOffset(unit->unit, found->file, begin)),
            end - begin, "'%s' is another name of a function and cannot come along; call that one",
            unit_spelling(unit, found->cursor));
    clang_disposeTokens(unit->unit, tokens.items, tokens.count);
}

static void add_complex_edits(parse_unit *unit, CXFile file, unsigned begin, unsigned end,
                              edit_list *edits)
{
    size_t count;
    CXSourceRange range = clang_getRange(clang_getLocationForOffset(unit->unit, file, begin),
                                         clang_getLocationForOffset(unit->unit, file, end));
    const text_edit *found = parse_complex_edits(unit, range, &count);
    edits_add_all(edits, found, count);
}

/* Sets the edited text of a helper function, and its prototype where one must stand first. */
static void finish_function(carry_state *state, found_piece *found)
{
    parse_unit unit = unit_of(state->unit, found->cursor);
    CXCursor compound = unit_body(found->cursor);
    CXFile file;
    unsigned body_begin, body_end;
    if (clang_Cursor_isNull(compound) ||
        !unit_extent(compound, &file, &body_begin, &body_end)) {
        diagnostics_add(unit.messages, SEVERITY_ERROR, found->piece.place, 0,
                        "a function that a macro defines cannot come along");
        return;
    }
    const body *read = parse_body(&unit, found->cursor, false);
    edit_list edits = {.memory = unit.memory};
    add_complex_edits(&unit, file, found->begin, body_begin, &edits);
    edit_array_parameters(&unit, file, found->cursor, &edits);
    edit_annotations(&unit, file, found->begin, body_begin, &edits);
    edit_linkage(&unit, file, found, body_begin, &edits);
    edits_add_all(&edits, read->edits, read->edit_count);
    found->piece.text = text_edited(&unit, file, found->begin, found->end, &edits);
    found->piece.inlined = !read->has_loops && !read->recursive;
    if (contains(state->forward, state->forward_count, found->cursor))
        found->piece.forward = text_edited(&unit, file, found->begin, body_begin, &edits);
}

static void finish_piece(carry_state *state, found_piece *found)
{
    if (found->piece.kind == PIECE_FUNCTION) {
        finish_function(state, found);
        return;
    }
    parse_unit unit = unit_of(state->unit, found->cursor);
    edit_list edits = {.memory = unit.memory};
    if (found->piece.kind == PIECE_PROTOTYPE)
        refuse_alias(&unit, found);
    add_complex_edits(&unit, found->file, found->begin, found->end, &edits);
    found->piece.text = text_edited(&unit, found->file, found->begin, found->end, &edits);
}

static void set_body_text(parse_unit *unit, CXCursor definition, const body *read, function *result)
{
    CXCursor compound = unit_body(definition);
    CXFile file;
    unsigned begin, end;
    if (clang_Cursor_isNull(compound) || !unit_extent(compound, &file, &begin, &end)) {
        diagnostics_add(unit->messages, SEVERITY_ERROR, result->place, 0,
                        "the body of '%s' comes from a macro: write it out", result->name);
        result->body_text = "{}";
        return;
    }
    edit_list edits = {.memory = unit->memory};
    edits_add_all(&edits, read->edits, read->edit_count);
    result->body_place = unit_location(unit, clang_getLocationForOffset(unit->unit, file, begin));
    result->body_text = text_edited(unit, file, begin, end, &edits);
}

carried_range *carry(parse_unit *unit, CXCursor definition, const body *read, function *result,
                     size_t *range_count)
{
    carry_state state = {.unit = unit, .result = result};
    parse_unit own = unit_of(unit, definition);
    *ARENA_PUSH(unit->memory, state.seen, state.seen_count) = definition;
    clang_visitChildren(definition, visit_use, &state);
    set_body_text(&own, definition, read, result);
    carried_range *ranges = arena_array(unit->memory, state.piece_count + 1, sizeof *ranges);
    for (size_t i = 0; i < state.piece_count; i++) {
        found_piece *found = &state.pieces[i];
        finish_piece(&state, found);
        *ARENA_PUSH(unit->memory, result->pieces, result->piece_count) = found->piece;
        ranges[i] = (carried_range){clang_Cursor_getTranslationUnit(found->cursor), found->begin,
                                    found->end};
    }
    *range_count = state.piece_count;
    return ranges;
}
