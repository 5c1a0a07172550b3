#include "body_reader.h"

#include <string.h>

bool body_refuse(body_reader *reader, location place, unsigned length, const char *reason)
{
    diagnostics *messages = reader->unit->messages;
    if (!reader->result->refusal) {
        reader->result->refusal = reason;
        reader->result->refusal_place = place;
    }
    if (!diagnostics_add(messages, SEVERITY_ERROR, place, length, "%s", reason))
        return false;
    if (reader->judged && strcmp(reader->judged, reader->name) != 0)
        diagnostics_add(messages, SEVERITY_NOTE, reader->functions[0].tree->place,
                        (unsigned)strlen(reader->name), "'%s' comes along with '%s'",
                        reader->judged, reader->name);
    return true;
}

void body_note_state(body_reader *reader, location place, const char *reason)
{
    if (reader->result->state)
        return;
    reader->result->state = arena_text(reader->unit->memory, reason, strcspn(reason, ":,"));
    reader->result->state_place = place;
}

ir_extent body_extent(const body_reader *reader, CXCursor cursor)
{
    CXFile file;
    ir_extent extent;
    bool known = unit_extent(cursor, &file, &extent.begin, &extent.end) && reader->file &&
                 clang_File_isEqual(file, reader->file);
    return known ? extent : (ir_extent){0, 0};
}

bool body_constant(CXCursor cursor, int64_t *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(cursor);
    bool known = result && clang_EvalResult_getKind(result) == CXEval_Int;
    if (known)
        *value = clang_EvalResult_isUnsignedInt(result)
                     ? (int64_t)clang_EvalResult_getAsUnsigned(result)
                     : clang_EvalResult_getAsLongLong(result);
    if (result)
        clang_EvalResult_dispose(result);
    return known;
}
