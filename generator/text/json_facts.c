#include "json_facts.h"

#include <stdlib.h>

#include "dtype.h"
#include "epilogue_text.h"

void json_location(json_writer *to, const json_place_fact *fact)
{
    if (!fact) {
        json_null(to, "location");
        return;
    }
    json_open_object(to, "location");
    json_text_part(to, "file", fact->file, fact->length);
    json_integer(to, "line", (int64_t)fact->line);
    if (fact->column)
        json_integer(to, "column", fact->column);
    json_close_object(to);
}

/* A member whose text is printed; null where nothing is. */
static void write_printed(json_writer *to, const char *name, char *text, size_t length)
{
    if (length)
        json_text(to, name, text);
    else
        json_null(to, name);
    free(text);
}

static void write_start(json_writer *to, const weft_contraction *sum, const char *const *names)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (sum->starts)
        epilogue_print_term(&sum->terms[0], names, out);
    fclose(out);
    write_printed(to, "start", text, length);
}

static void write_epilogue(json_writer *to, const weft_contraction *sum, const char *const *names)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    epilogue_print(sum, names, out);
    fclose(out);
    write_printed(to, "finish", text, length);
    json_text(to, "finish_dtype",
              sum->epilogue ? dtype_name((weft_dtype)sum->epilogue->dtype) : NULL);
}

void json_contraction(json_writer *to, const weft_contraction *sum, const char *const *names)
{
    if (!sum) {
        json_null(to, "contraction");
        return;
    }
    const uint8_t operands[] = {sum->a_operand, sum->b_operand, sum->c_operand};
    char einsum[3 * WEFT_MAX_RANK + sizeof ",->"];
    snprintf(einsum, sizeof einsum, "%s,%s->%s", sum->a, sum->b, sum->c);
    json_open_object(to, "contraction");
    json_text(to, "einsum", einsum);
    json_open_array(to, "operands");
    for (size_t i = 0; i < 3; i++)
        json_text(to, NULL, names[operands[i]]);
    json_close_array(to);
    json_open_array(to, "conjugated");
    for (size_t i = 0; i < 2; i++)
        json_boolean(to, NULL, sum->conjugated >> i & 1);
    json_close_array(to);
    json_text(to, "dtype", dtype_name((weft_dtype)sum->dtype));
    json_text(to, "product", dtype_name((weft_dtype)(sum->product ? sum->product : sum->dtype)));
    json_boolean(to, "subtracted", sum->subtracted);
    write_start(to, sum, names);
    write_epilogue(to, sum, names);
    json_close_object(to);
}
