/* layout.c: any text as a layout and as a prototype. What is accepted prints to a text that is read
 * back as the same layout; what is refused is refused at a place within the text. */
#include "model/layout.h"

#include <string.h>

#include <weft/kernel.h>

#include "fuzz.h"
#include "model/prototype.h"

static void expect_error(const text_error *error, const char *text)
{
    FUZZ_EXPECT(error->text && error->text[0]);
    FUZZ_EXPECT(error->at <= strlen(text));
}

static void try_layout(const char *text)
{
    arena *memory = arena_new();
    layout first, second;
    text_error error;
    if (!layout_parse(memory, text, &first, &error)) {
        expect_error(&error, text);
        arena_free(memory);
        return;
    }
    FUZZ_EXPECT(!error.text);
    FUZZ_EXPECT(first.output_count > 0);
    FUZZ_EXPECT(first.input_count + first.output_count <= WEFT_MAX_OPERANDS);
    const char *printed = layout_print(memory, &first);
    FUZZ_EXPECT(layout_parse(memory, printed, &second, &error));
    FUZZ_EXPECT(layout_equal(&first, &second));
    FUZZ_EXPECT(strcmp(layout_print(memory, &second), printed) == 0);
    arena_free(memory);
}

static void try_prototype(const char *text)
{
    arena *memory = arena_new();
    prototype found;
    text_error error;
    if (!prototype_parse(memory, text, &found, &error)) {
        expect_error(&error, text);
        arena_free(memory);
        return;
    }
    FUZZ_EXPECT(!error.text);
    FUZZ_EXPECT(found.result.rank == 0 && found.argument_count <= WEFT_MAX_OPERANDS);
    for (size_t i = 0; i < found.argument_count; i++) {
        const prototype_item *item = &found.arguments[i];
        FUZZ_EXPECT(item->dtype != WEFT_NONE && item->rank <= WEFT_MAX_RANK);
        FUZZ_EXPECT(item->at + item->length <= strlen(text));
    }
    arena_free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = fuzz_text(bytes, size);
    try_layout(text);
    try_prototype(text);
    free(text);
    return 0;
}
