/* annotate.c: a header's declarations, annotated. */
#include <string.h>

#include "annotate/annotate.h"
#include "generate.h"
#include "parse/parse.h"

static void report(diagnostics *messages, const annotated_function *shown)
{
    const function *declared = &shown->from->declared;
    if (!shown->annotation)
        diagnostics_add(messages, SEVERITY_WARNING, shown->place, 0,
                        "'%s' is not annotated: %s; write %s", declared->name, shown->reason,
                        shown->advice);
    else if (*shown->assumed)
        diagnostics_add(messages, SEVERITY_WARNING, declared->place, 0,
                        "'%s' is annotated by a guess: nothing says whether these are read or "
                        "written: %s; name its file with --source, or write the layout",
                        declared->name, shown->assumed);
}

const char *generate_annotations(arena *memory, const generate_options *options,
                                 annotation_counts *counts)
{
    diagnostics *messages = diagnostics_new(memory);
    parser *reader = parser_new(memory, messages, messages, options);
    const char *header = options->files[0];
    if (options->watch)
        options->watch(header);
    const survey *all = parse_survey(reader, header);
    annotate_header read = {.memory = memory,
                            .all = all,
                            .comments = arena_array(memory, all->count + 1, sizeof *read.comments),
                            .const_correct = annotate_is_const_correct(all)};
    for (size_t i = 0; i < all->count; i++)
        read.comments[i] = annotate_comment(memory, all->items[i].definition);
    annotated_function *items = arena_array(memory, all->count + 1, sizeof *items);
    *counts = (annotation_counts){.declared = all->count};
    bool stripped = false;
    for (size_t i = 0; i < all->count; i++) {
        items[i] = annotate_function(&read, i);
        report(messages, &items[i]);
        counts->annotated += items[i].annotation != NULL;
        stripped |= strcmp(all->items[i].declared.name, all->items[i].declared.ufunc_name) != 0;
    }
    if (all->count && *options->strip_prefix && !stripped)
        diagnostics_add(messages, SEVERITY_WARNING, (location){0}, 0,
                        "--strip-prefix=%s shortens no name of a function", options->strip_prefix);
    if (!all->count && !diagnostics_error_count(messages))
        diagnostics_add(messages, SEVERITY_ERROR, (location){0}, 0,
                        "%s declares no function, and no header beside it does", header);
    diagnostics_print(messages, stderr, options->color);
    if (options->watch)
        options->watch(NULL);
    output out;
    output_init(&out, memory, "annotated");
    annotate_print(items, all->count, header, &out);
    parser_free(reader);
    return diagnostics_error_count(messages) ? NULL : out.text;
}
