#include "operands.h"

#include <inttypes.h>
#include <string.h>

#include "commands/commands.h"
#include "commands/nearest.h"
#include "commands/number.h"
#include "commands/report.h"
#include "library.h"
#include "lists.h"

/* What stands behind a dimension's name in layouts. */
static const char *mark_of(const weft_dimension *dimension)
{
    return dimension->kind == WEFT_DIMENSION_OPTIONAL ? "?"
           : dimension->kind == WEFT_DIMENSION_RAGGED ? "~"
                                                      : "";
}

/* "A (m,n)", or the name alone where there are no core dimensions. */
static const char *format_operand(arena *memory, const weft_ufunc *ufunc, int number)
{
    const weft_operand *operand = &ufunc->operands[number];
    const char *dimensions = "";
    for (int i = 0; i < operand->core_rank; i++)
        dimensions = arena_format(memory, "%s%s%s%s", dimensions, i ? "," : "",
                                  ufunc->dimensions[operand->dimensions[i]].name,
                                  mark_of(&ufunc->dimensions[operand->dimensions[i]]));
    if (number < ufunc->input_count && weft_ufunc_default(ufunc, number))
        return arena_format(memory, "%s = %.15g", operand->name,
                            number_value(weft_ufunc_default(ufunc, number)));
    return operand->core_rank ? arena_format(memory, "%s (%s)", operand->name, dimensions)
                              : operand->name;
}

/* "2 inputs (x, y)" */
static const char *format_operands(arena *memory, const weft_ufunc *ufunc, int first, int count,
                                   const char *kind)
{
    const char *names = "";
    for (int i = 0; i < count; i++)
        names = arena_format(memory, "%s%s%s", names, i ? ", " : "",
                             format_operand(memory, ufunc, first + i));
    return arena_format(memory, "%d %s%s (%s)", count, kind, count == 1 ? "" : "s", names);
}

static bool check_counts(const call_request *request, const call_operands *all, int outputs)
{
    arena *memory = request->memory;
    const weft_ufunc *ufunc = all->ufunc;
    int inputs = (int)request->words.count - 2;
    int needed = all->input_count;
    while (outputs >= 0 && all->method == METHOD_CALL && needed > 0 &&
           weft_ufunc_default(ufunc, needed - 1))
        needed--;
    if (inputs >= needed &&
        inputs <=
            (all->method == METHOD_CALL ? weft_ufunc_given_inputs(ufunc) : all->input_count) &&
        (outputs < 0 || outputs == all->output_count))
        return true;
    if (all->method != METHOD_CALL && (!ufunc->reducer || all->method != METHOD_REDUCE)) {
        report_error("%s takes %s and gives 1 output, one -o FILE; %d and %d were named",
                     request->words.items[1], method_inputs(all->method), inputs, outputs);
        return false;
    }
    const char *taken = format_operands(memory, ufunc, 0, weft_ufunc_given_inputs(ufunc), "input");
    const char *given =
        format_operands(memory, ufunc, ufunc->input_count, ufunc->output_count, "output");
    if (outputs < 0)
        report_error("%s takes %s; %d were named", ufunc->name, taken, inputs);
    else
        report_error("%s takes %s and gives %s, one -o FILE each; %d and %d were named",
                     request->words.items[1], taken, given, inputs, outputs);
    return false;
}

bool operands_read(const char *word, weft_array *array)
{
    weft_error error;
    if (number_parse(word, array) || weft_npy_read(word, array, &error) == WEFT_OK)
        return true;
    *array = (weft_array){0};
    report_error("%s", error.text);
    return false;
}

/* A declared reduction is nothing but reduced, and of its kind nothing is timed. */
static bool check_method(const call_operands *all, int outputs)
{
    const char *name = all->ufunc->name;
    if (!all->ufunc->reducer || (method_takes_declared(all->method) && outputs >= 0))
        return true;
    if (outputs < 0)
        report_error("%s is a reduction; only plain calls are timed and compared", name);
    else
        report_error("%s is a reduction: write %s.reduce", name, name);
    return false;
}

/* " (did you mean 'add'?)"; "" where no name is near. */
static const char *suggest(arena *memory, const weft_library *library, const char *name)
{
    const weft_library_table *contents = weft_library_contents(library);
    const char *found = NULL;
    size_t best = SIZE_MAX;
    for (uint32_t i = 0; i < contents->count; i++) {
        size_t distance = nearest_distance(name, contents->ufuncs[i]->name);
        if (distance < best) {
            best = distance;
            found = contents->ufuncs[i]->name;
        }
    }
    return found ? arena_format(memory, " (did you mean '%s'?)", found) : "";
}

const weft_ufunc *operands_find(const call_request *request, const weft_library *library,
                                const char *name)
{
    const char *opened = request->words.items[0];
    const weft_ufunc *ufunc = weft_library_find(library, name);
    if (!ufunc)
        report_error("there is no function '%s' in %s%s; `weft list %s` shows what there is%s%s",
                     name, opened, suggest(request->memory, library, name), opened,
                     strchr(name, '.') ? ", and its methods are " : "",
                     strchr(name, '.') ? method_names(request->memory) : "");
    return ufunc;
}

int operands_open(const call_request *request, int outputs, call_operands *all)
{
    const char *const *words = request->words.items;
    *all = (call_operands){.library = library_open(request->memory, words[0])};
    if (!all->library)
        return STATUS_FAILED;
    const char *name = method_split(request->memory, words[1], &all->method);
    if (all->method != METHOD_CALL && outputs < 0) {
        report_error("%s: only plain calls are timed and compared", words[1]);
        return STATUS_USAGE;
    }
    all->ufunc = operands_find(request, all->library, name);
    if (!all->ufunc)
        return STATUS_FAILED;
    all->input_count = method_input_count(all->method, all->ufunc);
    all->output_count = all->method == METHOD_CALL ? all->ufunc->output_count : 1;
    if (!check_method(all, outputs) || !check_counts(request, all, outputs))
        return STATUS_USAGE;
    for (int i = 0; i < all->input_count + all->output_count; i++)
        all->pointers[i] = &all->arrays[i];
    const int named = (int)request->words.count - 2;
    for (int i = named; i < all->input_count; i++)
        all->pointers[i] = NULL; /* it has a default */
    for (int i = 0; i < named; i++)
        if (!operands_read(words[i + 2], &all->arrays[i]))
            return STATUS_FAILED;
    return lists_open(request, all) ? STATUS_DONE : STATUS_FAILED;
}

void operands_clear(call_operands *all)
{
    for (int i = 0; i < WEFT_MAX_OPERANDS; i++)
        weft_array_clear(&all->arrays[i]), weft_array_clear(&all->offsets[i]);
    weft_library_close(all->library);
    all->library = NULL;
}

const char *operands_format_shape(arena *memory, const weft_array *array)
{
    const int64_t lists = lists_count(array);
    const char *text = lists < 0 ? "" : arena_format(memory, "%" PRId64 " lists, ", lists);
    for (int i = 0; i < array->rank; i++)
        text = arena_format(memory, "%s%s%" PRId64, text, i ? ", " : "", array->shape[i]);
    return arena_format(memory, "(%s)", text);
}
