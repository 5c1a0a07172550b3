#include "carry.h"

#include <string.h>

#include "agree.h"
#include "attributes.h"
#include "carry_state.h"
#include "hosts.h"
#include "linkage/linkage.h"
#include "model/header_macros.h"
#include "order.h"
#include "parse/tree/ignored.h"
#include "parse/tree/twin.h"
#include "parse/unit/cursors.h"
#include "parse/unit/text/extent.h"
#include "parse/unit/types.h"
#include "parse/unit/written.h"
#include "unique_names.h"

static void carry_declaration(carry_state *state, CXCursor declaration);

bool carry_contains(const CXCursor *list, size_t count, CXCursor wanted)
{
    for (size_t i = 0; i < count; i++)
        if (clang_equalCursors(list[i], wanted))
            return true;
    return false;
}

outline carry_outline(carry_state *state, const parse_unit *unit)
{
    for (size_t i = 0; i < state->outline_count; i++)
        if (state->outlines[i].unit == unit->unit)
            return state->outlines[i];
    outline fresh = outline_read(unit);
    *ARENA_PUSH(unit->memory, state->outlines, state->outline_count) = fresh;
    return fresh;
}

/* Neither gcc's vectors nor their arithmetic are in the C++ of the device compiler. */
static void refuse_vector(const carry_state *state, CXCursor declaration)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(declaration)), inner = type;
    while (inner.kind != CXType_Invalid && inner.kind != CXType_Vector) {
        type = inner;
        inner = type.kind == CXType_Pointer ? clang_getPointeeType(type)
                                            : clang_getArrayElementType(type);
        inner = clang_getCanonicalType(inner);
    }
    const char *name = unit_spelling(state->unit, declaration);
    if (inner.kind == CXType_Vector)
        diagnostics_add(state->unit->messages, SEVERITY_ERROR,
                        unit_cursor_location(state->unit, declaration), (unsigned)strlen(name),
                        "'%s' is a vector, which not every target has; a function computes one "
                        "item, and Weft makes the vectors",
                        name);
}

/* A name of the user's, where his file has no macro of that name. */
static void hide_macro(carry_state *state, const char *name)
{
    if (header_macros_have(name))
        names_add(state->unit->memory, &state->hidden, name);
}

/* One cursor, without what is inside. */
static enum CXChildVisitResult visit_one(carry_state *state, CXCursor cursor)
{
    CXCursor target = clang_getCursorReferenced(cursor);
    const parse_unit own = carry_unit_of(state->unit, cursor);
    CXCursor inner = cursor; /* what a conversion refers to, too */
    while (cursor_is_conversion(inner, &inner))
        ;
    if (clang_getCursorKind(inner) == CXCursor_CallExpr && ignored_call(&own, inner))
        return CXChildVisit_Continue;
    if (clang_isDeclaration(clang_getCursorKind(cursor))) {
        refuse_vector(state, cursor);
        hide_macro(state, unit_spelling(state->unit, cursor));
    }
    if (clang_Cursor_isNull(target) || clang_equalCursors(target, cursor))
        return CXChildVisit_Recurse;
    if (unit_in_system_header(target))
        names_add(state->unit->memory, &state->rules.taken, unit_spelling(state->unit, target));
    else
        hide_macro(state, unit_spelling(state->unit, target)); /* a member */
    carry_declaration(state, target);
    return CXChildVisit_Recurse;
}

static enum CXChildVisitResult visit_use(CXCursor cursor, CXCursor parent, CXClientData data)
{
    carry_state *state = data;
    const parse_unit own = carry_unit_of(state->unit, cursor);
    if (state->is_unevaluated || !agree_is_unevaluated(&own, cursor, parent))
        return visit_one(state, cursor);
    state->is_unevaluated = true;
    if (visit_one(state, cursor) == CXChildVisit_Recurse)
        clang_visitChildren(cursor, visit_use, state);
    state->is_unevaluated = false;
    return CXChildVisit_Continue;
}

parse_unit carry_unit_of(const parse_unit *unit, CXCursor cursor)
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

/* A visit of what a piece declares. */
typedef struct name_visit {
    const parse_unit *unit;
    piece *target;
} name_visit;

/* In C the tags and enumerators inside a structure are names of the file. */
static enum CXChildVisitResult visit_name(CXCursor cursor, CXCursor parent, CXClientData data)
{
    name_visit *visit = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    (void)parent;
    if (kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl || kind == CXCursor_EnumDecl ||
        kind == CXCursor_EnumConstantDecl)
        add_name(visit->unit, visit->target, unit_spelling(visit->unit, cursor));
    return CXChildVisit_Recurse;
}

static void carry_named(CXCursor declaration, void *context)
{
    carry_declaration(context, declaration);
}

/* Carries what the attributes in the bytes [begin, end) of a file name. */
static void carry_attributes(carry_state *state, const parse_unit *unit, CXFile file,
                             unsigned begin, unsigned end)
{
    outline known = carry_outline(state, unit);
    size_t size;
    const char *text = clang_getFileContents(unit->unit, file, &size);
    if (text && end <= size)
        attributes_read(unit->memory, &known, text, begin, end, &state->rules.taken, carry_named,
                        state);
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

static bool is_tag(CXCursor declaration)
{
    return outline_is_record(declaration) || clang_getCursorKind(declaration) == CXCursor_EnumDecl;
}

/* The bytes of the file that declare a piece; false if there are none. A tag ends behind its
 * braces, for variables may follow; a prototype where another may follow. */
static bool find_text(const parse_unit *unit, found_piece *found)
{
    size_t size;
    if (!unit_extent(found->cursor, &found->file, &found->begin, &found->end) ||
        found->begin == found->end)
        return false;
    const char *text = clang_getFileContents(unit->unit, found->file, &size);
    if (!text || found->end > size)
        return false;
    if (found->piece.kind == PIECE_FUNCTION)
        return true;
    found->begin = extent_attributes_before(text, found->begin);
    if (is_tag(found->cursor)) {
        found->end = extent_attributes_behind(text, found->end, (unsigned)size);
        return true;
    }
    unsigned end = extent_find(text, found->end, (unsigned)size,
                               found->piece.kind == PIECE_PROTOTYPE ? ",;" : ";");
    if (end < size)
        found->end = end;
    return true;
}

/* Visits what the declarations in a piece need, and collects the names that they give. */
static void visit_piece(carry_state *state, const parse_unit *unit, found_piece *found)
{
    outline known = carry_outline(state, unit);
    name_visit visit = {unit, &found->piece};
    carry_attributes(state, unit, found->file, found->begin, found->end);
    for (size_t i = 0; i < known.count; i++) {
        const outline_item *item = &known.items[i];
        if (!outline_within(item, found->file, found->begin, found->end))
            continue;
        refuse_vector(state, item->cursor);
        add_name(unit, &found->piece, unit_spelling(unit, item->cursor));
        clang_visitChildren(item->cursor, visit_name, &visit);
        clang_visitChildren(item->cursor, visit_use, state);
    }
}

/* Visits what a declaration needs, then adds it itself. */
static void carry_piece(carry_state *state, CXCursor declaration, piece_kind kind)
{
    parse_unit unit = carry_unit_of(state->unit, declaration);
    const name_set outer = state->hidden;
    const CXCursor around = state->innermost;
    const bool is_unevaluated = state->is_unevaluated;
    found_piece found = {.cursor = declaration, .piece = {.kind = kind}};
    if (!find_text(&unit, &found)) {
        diagnostics_add(unit.messages, SEVERITY_ERROR, unit_cursor_location(&unit, declaration), 0,
                        "'%s' is declared by a macro and cannot come along with '%s'",
                        unit_spelling(&unit, declaration), state->result->name);
        return;
    }
    found.piece.place =
        unit_location(&unit, clang_getLocationForOffset(unit.unit, found.file, found.begin));
    found.piece.is_static = linkage_is_static(&unit, &found);
    state->hidden = (name_set){0};
    state->innermost = declaration;
    state->is_unevaluated &= kind == PIECE_PROTOTYPE; /* the others' text is compiled */
    if (kind == PIECE_TYPE || kind == PIECE_TABLE) {
        *ARENA_PUSH(unit.memory, state->open_types, state->open_type_count) = declaration;
        visit_piece(state, &unit, &found);
        state->open_type_count--;
    } else {
        *ARENA_PUSH(unit.memory, state->open, state->open_count) = declaration;
        clang_visitChildren(declaration, visit_use, state);
        carry_attributes(state, &unit, found.file, found.begin, found.end);
        state->open_count--;
        if (kind == PIECE_PROTOTYPE)
            found.piece.linked = is_unevaluated ? NULL : unit_spelling(&unit, declaration);
        else
            add_name(&unit, &found.piece, unit_spelling(&unit, declaration));
    }
    found.piece.hidden = state->hidden.items;
    found.piece.hidden_count = state->hidden.count;
    state->hidden = outer;
    state->innermost = around;
    state->is_unevaluated = is_unevaluated;
    add_piece(state, &found);
}

/* Whether a declaration was met before. A prototype that is evaluated now is linked, too. */
static bool is_seen(carry_state *state, CXCursor declaration)
{
    const CXCursor first = clang_getCanonicalCursor(declaration);
    for (size_t i = 0; i < state->piece_count && !state->is_unevaluated; i++) {
        found_piece *met = &state->pieces[i];
        if (met->piece.kind == PIECE_PROTOTYPE &&
            clang_equalCursors(clang_getCanonicalCursor(met->cursor), first))
            met->piece.linked = unit_spelling(state->unit, declaration);
    }
    return carry_contains(state->seen, state->seen_count, declaration);
}

/* The compiler declares its own functions where they are first used, in the user's file. */
static bool is_builtin(const carry_state *state, CXCursor declaration)
{
    const char *name = unit_spelling(state->unit, declaration);
    return strncmp(name, "__builtin_", strlen("__builtin_")) == 0;
}

/* Notes that a function is called by another name than its own, where it is. */
static void note_alias(carry_state *state, CXCursor declaration, CXCursor definition)
{
    const char *name = unit_spelling(state->unit, declaration);
    const bool is_own = clang_equalCursors(definition, state->definition);
    const char *called = is_own ? state->result->name : unit_spelling(state->unit, definition);
    if (strcmp(name, called) == 0)
        return;
    for (size_t i = 0; i < state->alias_count; i++)
        if (strcmp(state->aliases[i].name, name) == 0 &&
            clang_equalCursors(state->aliases[i].function, definition))
            return;
    *ARENA_PUSH(state->unit->memory, state->aliases, state->alias_count) =
        (found_alias){name, definition};
}

static void carry_function(carry_state *state, CXCursor declaration)
{
    CXCursor definition = unit_definition(state->unit, declaration);
    bool defined = !clang_Cursor_isNull(definition);
    CXCursor target = defined ? definition : declaration;
    if (unit_in_system_header(target) || is_builtin(state, target))
        return;
    if (defined)
        note_alias(state, declaration, definition);
    if (carry_contains(state->open, state->open_count, target)) {
        if (!clang_equalCursors(state->innermost, target) && /* its own text has its head before */
            !carry_contains(state->forward, state->forward_count, target))
            *ARENA_PUSH(state->unit->memory, state->forward, state->forward_count) = target;
        return;
    }
    CXCursor first = defined ? target : clang_getCanonicalCursor(target);
    state->result->forward |= clang_equalCursors(target, state->definition) &&
                              !clang_equalCursors(state->innermost, state->definition);
    if (is_seen(state, first))
        return;
    *ARENA_PUSH(state->unit->memory, state->seen, state->seen_count) = first;
    if (twin_is(state->unit, declaration))
        *ARENA_PUSH(state->unit->memory, state->twins, state->twin_count) = target;
    carry_piece(state, target, defined ? PIECE_FUNCTION : PIECE_PROTOTYPE);
}

/* What is carried of a type or variable: its definition, which may be another file's. */
static CXCursor find_target(const carry_state *state, CXCursor declaration)
{
    CXCursor definition = clang_getCursorKind(declaration) == CXCursor_VarDecl
                              ? unit_definition(state->unit, declaration)
                              : clang_getCursorDefinition(declaration);
    return clang_Cursor_isNull(definition) ? declaration : definition;
}

/* `const double a = 1, *b = &a;`: what one declaration declares comes along in one text. */
static bool is_one_declaration(CXCursor one, CXCursor other)
{
    CXFile file, other_file;
    unsigned begin, other_begin, end;
    return unit_extent(one, &file, &begin, &end) &&
           unit_extent(other, &other_file, &other_begin, &end) &&
           clang_File_isEqual(file, other_file) && begin == other_begin;
}

/* Notes that what is being visited is needed by what it needs itself. */
static void note_cross(carry_state *state, CXCursor target)
{
    const bool is_table = clang_getCursorKind(target) == CXCursor_VarDecl;
    const enum CXCursorKind innermost = clang_getCursorKind(state->innermost);
    state->types_cross |=
        !clang_equalCursors(state->open_types[state->open_type_count - 1], target);
    state->tables_cross |= is_table && innermost == CXCursor_FunctionDecl;
    if (!is_table || innermost != CXCursor_VarDecl || is_one_declaration(state->innermost, target))
        return;
    diagnostics_add(state->unit->messages, SEVERITY_ERROR,
                    unit_cursor_location(state->unit, target), 0,
                    "'%s' and '%s' name each other and cannot come along with '%s'",
                    unit_spelling(state->unit, target),
                    unit_spelling(state->unit, state->innermost), state->result->name);
}

static void carry_other(carry_state *state, CXCursor declaration, piece_kind kind)
{
    CXCursor target = find_target(state, declaration);
    if (carry_contains(state->open_types, state->open_type_count, target))
        note_cross(state, target);
    if (unit_in_system_header(target) || is_seen(state, target))
        return;
    if (!unit_location(state->unit, clang_getCursorLocation(target)).line)
        return; /* the compiler's own */
    *ARENA_PUSH(state->unit->memory, state->seen, state->seen_count) = target;
    carry_piece(state, target, kind);
}

static bool is_table(const parse_unit *unit, CXCursor declaration)
{
    return clang_getCursorKind(declaration) == CXCursor_VarDecl && written_never(unit, declaration);
}

/* A tag that stands inside a structure, a typedef or the declaration of a table comes along with
 * that, so that it stands once, before all that uses it. */
static void carry_tag(carry_state *state, CXCursor declaration)
{
    CXCursor definition = clang_getCursorDefinition(declaration);
    CXCursor tag = clang_Cursor_isNull(definition) ? declaration : definition;
    parse_unit unit = carry_unit_of(state->unit, tag);
    outline known = carry_outline(state, &unit);
    CXFile file, other;
    unsigned begin, end, outer_begin, outer_end;
    while (is_tag(clang_getCursorLexicalParent(tag)))
        tag = clang_getCursorLexicalParent(tag);
    bool placed = unit_extent(tag, &file, &begin, &end);
    for (size_t i = 0; placed && i < known.count; i++) {
        CXCursor item = known.items[i].cursor;
        bool whole = clang_getCursorKind(item) == CXCursor_TypedefDecl ||
                     (is_table(&unit, item) && clang_equalCursors(find_target(state, item), item));
        if (whole && unit_extent(item, &other, &outer_begin, &outer_end) &&
            clang_File_isEqual(file, other) && outer_begin <= begin && end <= outer_end) {
            carry_declaration(state, item);
            return;
        }
    }
    carry_other(state, tag, PIECE_TYPE);
}

/* In C a tag inside a structure is one of the file. */
static bool is_at_file_scope(CXCursor declaration)
{
    CXCursor outer = clang_getCursorSemanticParent(declaration);
    while (is_tag(declaration) && outline_is_record(outer))
        outer = clang_getCursorSemanticParent(outer);
    return clang_getCursorKind(outer) == CXCursor_TranslationUnit;
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
        if (is_at_file_scope(declaration) && !unit_in_system_header(declaration))
            carry_tag(state, declaration);
        break;
    case CXCursor_EnumConstantDecl:
        carry_declaration(state, clang_getCursorSemanticParent(declaration));
        break;
    default:
        break;
    }
}

carried_range *carry(parse_unit *unit, CXCursor definition, const body *read, function *result,
                     size_t *range_count)
{
    carry_state state = {
        .unit = unit, .result = result, .definition = definition, .innermost = definition};
    parse_unit own = carry_unit_of(unit, definition);
    *ARENA_PUSH(unit->memory, state.seen, state.seen_count) = definition;
    clang_visitChildren(definition, visit_use, &state);
    carried_range own_range = {.unit = own.unit};
    CXFile file;
    if (unit_extent(definition, &file, &own_range.begin, &own_range.end))
        carry_attributes(&state, &own, file, own_range.begin, own_range.end);
    carry_set_body(&state, definition, read);
    carried_range *ranges = arena_array(unit->memory, state.piece_count + 2, sizeof *ranges);
    carry_make_names_unique(&state, own.unit);
    result->is_renamed |= state.rules.count > 0;
    if (state.types_cross)
        carry_order_types(&state);
    if (state.tables_cross)
        carry_order_functions(&state);
    linkage_aliases(&state);
    carry_mark_twins(&state);
    for (size_t i = 0; i < state.piece_count; i++)
        carry_finish_piece(&state, &state.pieces[i]);
    carry_hide_names(
        &state); /* finished pieces have all their names, those of linked functions, too */
    for (size_t i = 0; i < state.piece_count; i++) {
        const found_piece *found = &state.pieces[i];
        *ARENA_PUSH(unit->memory, result->pieces, result->piece_count) = found->piece;
        ranges[i] = (carried_range){clang_Cursor_getTranslationUnit(found->cursor), found->begin,
                                    found->end};
    }
    *range_count = state.piece_count;
    ranges[state.piece_count] = own_range;
    return ranges;
}
