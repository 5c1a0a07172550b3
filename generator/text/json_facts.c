#include "json_facts.h"

#include <weft/kernel.h>

void json_location(json_writer *to, const json_place_fact *told)
{
    if (!told) {
        json_null(to, "location");
        return;
    }
    json_open_object(to, "location");
    json_text_part(to, "file", told->file, told->length);
    json_integer(to, "line", (int64_t)told->line);
    if (told->column)
        json_integer(to, "column", told->column);
    json_close_object(to);
}

void json_contraction(json_writer *to, const json_contraction_fact *told)
{
    if (!told) {
        json_null(to, "contraction");
        return;
    }
    char einsum[3 * WEFT_MAX_RANK + sizeof ",->"];
    snprintf(einsum, sizeof einsum, "%s,%s->%s", told->letters[0], told->letters[1],
             told->letters[2]);
    json_open_object(to, "contraction");
    json_text(to, "einsum", einsum);
    json_open_array(to, "operands");
    for (size_t i = 0; i < 3; i++)
        json_text(to, NULL, told->operands[i]);
    json_close_array(to);
    json_open_array(to, "conjugated");
    for (size_t i = 0; i < 2; i++)
        json_boolean(to, NULL, told->conjugated[i]);
    json_close_array(to);
    json_text(to, "dtype", told->dtype);
    json_close_object(to);
}
