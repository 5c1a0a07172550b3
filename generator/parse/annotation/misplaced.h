/* misplaced.h: annotations that C drops without a word, because no function stands behind them. */
#ifndef WEFT_PARSE_MISPLACED_H
#define WEFT_PARSE_MISPLACED_H

#include "parse/unit/unit.h"

/* A declaration behind the function's definition: C takes no more attributes there. */
typedef struct late_declaration {
    const char *function;
    unsigned begin; /* an offset */
    location name, definition;
} late_declaration;

/* Where annotations stand in the text of a file, and where those that declarations have. */
typedef struct annotation_places {
    location *written, *attached;
    size_t written_count, attached_count;
    late_declaration *late;
    size_t late_count;
} annotation_places;

/* Notes the annotations of one cursor at file scope: of a use of a macro or of a declaration. */
void misplaced_note(const parse_unit *unit, CXCursor cursor, annotation_places *places);

/* Reports those that no declaration at file scope has. */
void misplaced_report(const parse_unit *unit, annotation_places *places);

#endif
