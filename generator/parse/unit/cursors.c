#include "cursors.h"

#include <ctype.h>
#include <string.h>

/* Where visited cursors go. */
typedef struct collection {
    arena *memory;
    cursor_list list;
    bool expressions_only;
} collection;

static bool is_expression(CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    return clang_isExpression(kind) && kind != CXCursor_MemberRef;
}

static enum CXChildVisitResult collect(CXCursor cursor, CXCursor parent, CXClientData data)
{
    collection *all = data;
    (void)parent;
    if (!all->expressions_only || is_expression(cursor))
        *ARENA_PUSH(all->memory, all->list.items, all->list.count) = cursor;
    return CXChildVisit_Continue;
}

cursor_list cursor_children(arena *memory, CXCursor parent)
{
    collection all = {memory, {0}, false};
    clang_visitChildren(parent, collect, &all);
    return all.list;
}

cursor_list cursor_expressions(arena *memory, CXCursor parent)
{
    collection all = {memory, {0}, true};
    clang_visitChildren(parent, collect, &all);
    return all.list;
}

const char *cursor_file_text(CXCursor cursor, CXFile file, size_t *size)
{
    return clang_getFileContents(clang_Cursor_getTranslationUnit(cursor), file, size);
}

location cursor_offset_place(const parse_unit *unit, CXCursor cursor, CXFile file, unsigned offset)
{
    CXTranslationUnit whole = clang_Cursor_getTranslationUnit(cursor);
    return unit_location_in(unit, whole, clang_getLocationForOffset(whole, file, offset));
}

const char *cursor_text(const parse_unit *unit, CXCursor cursor)
{
    CXFile file;
    unsigned begin, end;
    size_t size;
    if (!unit_extent(cursor, &file, &begin, &end))
        return "";
    const char *text = cursor_file_text(cursor, file, &size);
    return text && end <= size ? arena_text(unit->memory, text + begin, end - begin) : "";
}

/* The end of a comment that begins at text[at]; `at` itself if none does. */
static size_t skip_comment(const char *text, size_t at, size_t end)
{
    if (at + 1 >= end || text[at] != '/')
        return at;
    if (text[at + 1] == '/') {
        while (at < end && text[at] != '\n')
            at++;
    } else if (text[at + 1] == '*') {
        at += 2;
        while (at + 1 < end && !(text[at] == '*' && text[at + 1] == '/'))
            at++;
        at = at + 2 <= end ? at + 2 : end;
    }
    return at;
}

/* The offset of a binary operator: between its operands, past blanks, comments and parentheses. */
static bool find_operator(const parse_unit *unit, CXCursor cursor, CXFile *file, unsigned *offset)
{
    cursor_list operands = cursor_expressions(unit->memory, cursor);
    CXFile other;
    unsigned begin, end, ignored;
    size_t size;
    if (operands.count != 2 || !unit_extent(operands.items[0], file, &ignored, &begin) ||
        !unit_extent(operands.items[1], &other, &end, &ignored) ||
        !clang_File_isEqual(*file, other))
        return false;
    const char *text = cursor_file_text(cursor, *file, &size);
    if (!text || end > size)
        return false;
    for (size_t at = begin; at < end;) {
        size_t past = skip_comment(text, at, end);
        if (past == at && !isspace((unsigned char)text[at]) && text[at] != '\\') {
            *offset = (unsigned)at;
            return true;
        }
        at = past > at ? past : at + 1;
    }
    return false;
}

location cursor_place(const parse_unit *unit, CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    CXFile file;
    unsigned offset;
    if ((kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator) &&
        find_operator(unit, cursor, &file, &offset))
        return cursor_offset_place(unit, cursor, file, offset);
    return unit_cursor_location(unit, cursor);
}

location cursor_token_place(const parse_unit *unit, CXCursor cursor, const char *token)
{
    CXTranslationUnit whole = clang_Cursor_getTranslationUnit(cursor);
    location place = unit_cursor_location(unit, cursor);
    CXFile file;
    unsigned begin, end;
    if (!unit_extent(cursor, &file, &begin, &end))
        return place;
    CXToken *tokens;
    unsigned count;
    CXSourceRange range = clang_getRange(clang_getLocationForOffset(whole, file, begin),
                                         clang_getLocationForOffset(whole, file, end));
    clang_tokenize(whole, range, &tokens, &count);
    for (unsigned i = 0; i < count; i++) {
        CXString spelling = clang_getTokenSpelling(whole, tokens[i]);
        bool match = strcmp(clang_getCString(spelling), token) == 0;
        clang_disposeString(spelling);
        if (match) {
            place = unit_location_in(unit, whole, clang_getTokenLocation(whole, tokens[i]));
            break;
        }
    }
    clang_disposeTokens(whole, tokens, count);
    return place;
}

bool cursor_from_system_macro(CXCursor cursor)
{
    CXSourceLocation place = clang_getRangeStart(clang_getCursorExtent(cursor));
    CXFile file;
    unsigned offset;
    clang_getSpellingLocation(place, &file, NULL, NULL, &offset);
    if (!file) /* made by the preprocessor itself, such as a pasted token */
        return false;
    CXTranslationUnit unit = clang_Cursor_getTranslationUnit(cursor);
    return clang_Location_isInSystemHeader(clang_getLocationForOffset(unit, file, offset)) != 0;
}

CXCursor cursor_operand(arena *memory, CXCursor parent)
{
    cursor_list inner = cursor_expressions(memory, parent);
    return inner.count ? inner.items[inner.count - 1] : clang_getNullCursor();
}

/* The first child, and how many there are. */
typedef struct only_child {
    CXCursor first;
    size_t count;
} only_child;

static enum CXChildVisitResult count_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    only_child *found = data;
    (void)parent;
    if (found->count++ == 0)
        found->first = cursor;
    return found->count > 1 ? CXChildVisit_Break : CXChildVisit_Continue;
}

bool cursor_is_conversion(CXCursor cursor, CXCursor *child)
{
    only_child inner = {.count = 0};
    if (clang_getCursorKind(cursor) != CXCursor_UnexposedExpr)
        return false;
    clang_visitChildren(cursor, count_child, &inner);
    if (inner.count != 1 || !is_expression(inner.first) ||
        !clang_equalRanges(clang_getCursorExtent(cursor), clang_getCursorExtent(inner.first)))
        return false;
    *child = inner.first;
    return true;
}

CXCursor cursor_callee(arena *memory, CXCursor call)
{
    cursor_list inner = cursor_expressions(memory, call);
    if (inner.count == 0)
        return clang_getNullCursor();
    CXCursor callee = inner.items[0];
    while (clang_getCursorKind(callee) == CXCursor_UnexposedExpr ||
           clang_getCursorKind(callee) == CXCursor_ParenExpr) {
        CXCursor next = cursor_operand(memory, callee);
        if (clang_Cursor_isNull(next))
            break;
        callee = next;
    }
    bool named = clang_getCursorKind(callee) == CXCursor_DeclRefExpr;
    return named ? clang_getCursorReferenced(callee) : clang_getNullCursor();
}
