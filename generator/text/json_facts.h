/* json_facts.h: what the documents of `list` and `explain` say in the same way. */
#ifndef WEFT_JSON_FACTS_H
#define WEFT_JSON_FACTS_H

#include <weft/kernel.h>

#include "json.h"

/* A place in a source file: the first `length` bytes of `file` name it; column 0 is left out. */
typedef struct json_place_fact {
    const char *file;
    size_t length;
    unsigned long line;
    unsigned column;
} json_place_fact;

/* The member "location"; null where `fact` is NULL. */
void json_location(json_writer *to, const json_place_fact *fact);
/* The member "contraction"; null where `sum` is NULL. names: of the operands by number. */
void json_contraction(json_writer *to, const weft_contraction *sum, const char *const *names);

#endif
