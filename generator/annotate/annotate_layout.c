/* annotate_layout.c: the annotation that the declaration of one function needs. */
#include <inttypes.h>
#include <string.h>

#include "annotate.h"

/* State of annotating one function. */
typedef struct layout_search {
    arena *memory;
    const annotate_header *header;
    size_t index; /* of the function */
    const function *declared;
    const char **names;  /* of the parameters in the definition */
    const char *comment; /* of the definition */
    bool const_correct;
    direction *directions; /* per parameter */
    annotated_function *result;
} layout_search;

static bool is_array(const parameter *shown)
{
    return shown->kind == PARAMETER_ARRAY || shown->kind == PARAMETER_POINTER;
}

/* What the definition does with what a parameter leads to; NULL where none is known. */
static const pointer_use *find_use(const layout_search *search, size_t index)
{
    const pointer_use *uses = search->header->all->items[search->index].uses;
    return uses ? &uses[index] : NULL;
}

/* A string of characters that is read. */
static bool is_string(const layout_search *search, size_t index)
{
    const parameter *shown = &search->declared->parameters[index];
    const pointer_use *use = find_use(search, index);
    return shown->kind == PARAMETER_POINTER && strcmp(shown->type.plain, "char") == 0 &&
           (shown->is_const || (search->directions[index] == DIRECTION_IN && use && use->several));
}

/* Whether a function has const numbers where they are read. */
static bool has_const(const function *tested)
{
    for (size_t i = 0; i < tested->parameter_count; i++)
        if (is_array(&tested->parameters[i]) && tested->parameters[i].is_const &&
            !tested->parameters[i].by_value &&
            strcmp(tested->parameters[i].type.plain, "char") != 0)
            return true;
    return false;
}

bool annotate_is_const_correct(const survey *all)
{
    size_t with_arrays = 0, with_const = 0;
    for (size_t i = 0; i < all->count; i++) {
        const function *declared = &all->items[i].declared;
        bool arrays = has_const(declared);
        with_const += arrays;
        for (size_t k = 0; k < declared->parameter_count && !arrays; k++)
            arrays = declared->parameters[k].kind == PARAMETER_ARRAY ||
                     (declared->parameters[k].record && !declared->parameters[k].by_value);
        with_arrays += arrays;
    }
    return with_const && with_const * 2 >= with_arrays;
}

static bool give_up(layout_search *search, location place, const char *reason, const char *advice)
{
    search->result->reason = reason;
    search->result->place = place;
    search->result->advice = advice;
    return false;
}

static const parameter *first_integer(const function *declared)
{
    for (size_t i = 0; i < declared->parameter_count; i++)
        if (declared->parameters[i].kind == PARAMETER_SCALAR && declared->parameters[i].limit)
            return &declared->parameters[i];
    return NULL;
}

/* The parameter that the comment of the definition says to count a pointer's elements; "" if none.
 */
static const char *find_count(const layout_search *search, size_t index)
{
    const function *declared = search->declared;
    const char *said = annotate_extent(search->memory, search->comment, search->names[index]);
    for (size_t i = 0; i < declared->parameter_count; i++)
        if (declared->parameters[i].kind == PARAMETER_SCALAR && declared->parameters[i].limit &&
            strcmp(search->names[i], said) == 0)
            return declared->parameters[i].name;
    return "";
}

/* The core dimensions that the types say; of a structure whose members are operands, those of each.
 */
static const char *print_extents(arena *memory, const parameter *shown)
{
    const char *text = "";
    for (size_t i = 0; i < shown->member_count; i++)
        text = arena_format(memory, "%s%s%s", text, i ? "," : "",
                            print_extents(memory, &shown->members[i]));
    if (shown->member_count)
        return text;
    for (size_t i = 0; i < shown->rank; i++)
        text = arena_format(memory, "%s%s%s", text, i ? "," : "",
                            extent_print(memory, &shown->extents[i]));
    return arena_format(memory, "(%s)", text);
}

static const char *print_core(const layout_search *search, size_t index)
{
    arena *memory = search->memory;
    const parameter *shown = &search->declared->parameters[index];
    const char *text = shown->kind == PARAMETER_POINTER ? find_count(search, index) : "";
    if (is_string(search, index))
        return "(16)";
    if (!*text)
        return print_extents(memory, shown);
    if (*text && shown->rank)
        text = arena_format(memory, "%s,", text);
    for (size_t i = 0; i < shown->rank; i++)
        text = arena_format(memory, "%s%s%s", text, i ? "," : "",
                            extent_print(memory, &shown->extents[i]));
    return arena_format(memory, "(%s)", text);
}

/* Whether a pointer leads to one or several elements, as far as is known. What is handed on to a
 * function that nobody knows is taken for one where no parameter could count more. */
static bool is_row(const layout_search *search, size_t index)
{
    const parameter *shown = &search->declared->parameters[index];
    const pointer_use *use = find_use(search, index);
    if (shown->kind != PARAMETER_POINTER || is_string(search, index) ||
        *find_count(search, index) || shown->member_count)
        return false;
    if (use)
        return shown->is_open || use->several ||
               (use->obstacle && (shown->is_const || first_integer(search->declared)));
    return shown->is_const && !shown->record;
}

/* Whether a parameter counts the elements of another. */
static bool is_count(const layout_search *search, const parameter *tested)
{
    for (size_t i = 0; i < search->declared->parameter_count; i++)
        if (search->declared->parameters[i].kind == PARAMETER_POINTER &&
            strcmp(find_count(search, i), tested->name) == 0)
            return true;
    return false;
}

/* How many elements of a row the definition uses; 0: not known. */
static int64_t find_length(const layout_search *search, size_t index)
{
    const pointer_use *use = find_use(search, index);
    const int64_t top = use && use->several ? use->top : 0;
    return use && !use->obstacle && top >= 0 && top < INT32_MAX ? top + 1 : 0;
}

/* The core dimensions of a row: what the definition uses, or, where that is not known, no
 * dimension, so that nobody builds it as it is. */
static const char *print_row(const layout_search *search, size_t index)
{
    arena *memory = search->memory;
    const parameter *shown = &search->declared->parameters[index];
    const int64_t length = find_length(search, index);
    const char *text = length ? arena_format(memory, "%" PRId64, length) : "...";
    return shown->record
               ? arena_format(memory, "(%s,%s)", text, extent_print(memory, &shown->extents[0]))
               : arena_format(memory, "(%s)", text);
}

static const char *print_layout(const layout_search *search)
{
    arena *memory = search->memory;
    const function *declared = search->declared;
    const char *sides[2] = {"", ""};
    for (size_t i = 0; i < declared->parameter_count; i++) {
        const parameter *shown = &declared->parameters[i];
        if (shown->kind == PARAMETER_SIZE || is_count(search, shown))
            continue;
        const char *core = is_row(search, i) ? print_row(search, i) : print_core(search, i);
        for (int side = 0; side < 2; side++)
            if (search->directions[i] >> side & 1)
                sides[side] =
                    arena_format(memory, "%s%s%s", sides[side], *sides[side] ? "," : "", core);
    }
    if (declared->returns)
        sides[1] = arena_format(memory, "%s%s()", sides[1], *sides[1] ? "," : "");
    return arena_format(memory, "WEFT_GUVECTORIZE(\"%s->%s\")", sides[0], sides[1]);
}

/* The integers that may be sizes: "'np' or 'npi'"; "" if there are none. */
static const char *print_integers(const layout_search *search)
{
    const function *declared = search->declared;
    const char *list = "";
    for (size_t i = 0; i < declared->parameter_count; i++) {
        const parameter *shown = &declared->parameters[i];
        if (shown->kind == PARAMETER_SCALAR && shown->limit && !is_count(search, shown))
            list = arena_format(search->memory, "%s%s'%s'", list, *list ? " or " : "", shown->name);
    }
    return list;
}

/* The layout as far as the definition says it. */
static const char *advise_layout(const layout_search *search)
{
    const char *layout = print_layout(search), *integers = print_integers(search);
    if (!strstr(layout, "..."))
        return arena_format(search->memory, "%s, the most that the source uses", layout);
    return arena_format(
        search->memory,
        "%s with the size in place of each ..., which is what the function reads or "
        "writes there%s%s%s",
        layout, *integers ? "; where " : "", integers,
        *integers ? " is such a size, it stands there by its name, as in (n) or "
                    "(n-1), and has no () of its own"
                  : "");
}

/* A pointer whose extent nothing says. */
static bool refuse_extent(layout_search *search, size_t index)
{
    const parameter *shown = &search->declared->parameters[index];
    return give_up(search, shown->place,
                   arena_format(search->memory, "how many %s '%s' points to is not said",
                                shown->record ? "structures" : "numbers", shown->name),
                   find_use(search, index)
                       ? arena_format(search->memory, "a layout: %s", advise_layout(search))
                       : "a layout that says it");
}

/* Which way the definition shows that a parameter goes. */
static direction shown_direction(const pointer_use *use)
{
    if (!use || use->obstacle)
        return DIRECTION_UNKNOWN;
    if (!use->written)
        return DIRECTION_IN;
    return use->read_first ? DIRECTION_BOTH : DIRECTION_OUT;
}

/* Nothing shows which way a parameter goes, or a comment contradicts what the definition shows. */
static bool refuse_direction(layout_search *search, size_t index)
{
    const parameter *shown = &search->declared->parameters[index];
    const pointer_use *use = find_use(search, index);
    arena *memory = search->memory;
    const char *advice = "WEFT_GUVECTORIZE with a layout: inputs stand left of the arrow, in the "
                         "order of the parameters";
    const char *reason =
        arena_format(memory, "whether '%s' is read or written is not said", shown->name);
    if (!use)
        advice = arena_format(memory, "%s; or name its file with --source", advice);
    else if (use->obstacle)
        reason = arena_format(memory, "%s: %s (%s:%u)", reason, use->obstacle, use->place.file,
                              use->place.line);
    else
        reason = arena_format(memory, "a comment says that '%s' is %s, but the source only %s it",
                              shown->name, use->written ? "read" : "written",
                              use->written ? "writes" : "reads");
    return give_up(search, shown->place, reason, advice);
}

/* Which way a parameter goes; unknown, too, where comment and definition contradict each other. */
static direction find_direction(layout_search *search, size_t index)
{
    const parameter *shown = &search->declared->parameters[index];
    const pointer_use *use = find_use(search, index);
    const direction seen = shown_direction(use);
    direction said = annotate_direction(search->memory, search->comment, search->names[index]);
    if (!is_array(shown) || shown->is_const)
        return DIRECTION_IN;
    if (seen && said && said != DIRECTION_BOTH && !(seen & said))
        return DIRECTION_UNKNOWN;
    if (seen || said)
        return said ? said : seen;
    return search->const_correct || (shown->kind == PARAMETER_POINTER && !use) ? DIRECTION_OUT
                                                                               : DIRECTION_UNKNOWN;
}

static const char *add_to_list(arena *memory, const char *list, const char *name)
{
    return arena_format(memory, "%s%s%s", list, *list ? ", " : "", name);
}

/* Names what is taken for something that nothing says for sure. */
static void note_doubts(layout_search *search, size_t index)
{
    const parameter *shown = &search->declared->parameters[index];
    const pointer_use *use = find_use(search, index);
    annotated_function *result = search->result;
    const bool said = annotate_direction(search->memory, search->comment, search->names[index]);
    if (is_string(search, index))
        result->strings = add_to_list(search->memory, result->strings, shown->name);
    else if (is_array(shown) && !shown->is_const && !shown_direction(use) && !said &&
             (shown->kind == PARAMETER_POINTER || !has_const(search->declared)))
        result->assumed = add_to_list(search->memory, result->assumed, shown->name);
}

/* Whether a structure whose members are operands may be several. */
static bool may_be_several(const layout_search *search, size_t index)
{
    const parameter *shown = &search->declared->parameters[index];
    const pointer_use *use = find_use(search, index);
    if (!shown->member_count || shown->kind != PARAMETER_POINTER)
        return false;
    return *find_count(search, index) ||
           (use && (use->several || (use->obstacle && first_integer(search->declared))));
}

static bool refuse_several(layout_search *search, size_t index)
{
    const parameter *shown = &search->declared->parameters[index];
    return give_up(search, shown->place,
                   arena_format(search->memory,
                                "'%s' may point to several structures, whose members are of "
                                "several types",
                                shown->name),
                   "a function of your own that takes one and calls this one");
}

/* Which way each parameter goes, and how many elements it has. */
static bool find_directions(layout_search *search)
{
    const function *declared = search->declared;
    const bool counted = first_integer(declared) != NULL;
    for (size_t i = 0; i < declared->parameter_count; i++)
        search->directions[i] = find_direction(search, i);
    for (size_t i = 0; i < declared->parameter_count; i++)
        if (!search->directions[i])
            return refuse_direction(search, i);
    for (size_t i = 0; i < declared->parameter_count; i++) {
        const parameter *shown = &declared->parameters[i];
        if (may_be_several(search, i))
            return refuse_several(search, i);
        const bool told =
            is_string(search, i) || *find_count(search, i) || (shown->record && !shown->is_open);
        const bool open = shown->is_open && !*find_count(search, i);
        const bool unknown = shown->kind == PARAMETER_POINTER && !find_use(search, i);
        if (is_row(search, i) || open || (unknown && counted && !told))
            return refuse_extent(search, i);
        note_doubts(search, i);
    }
    return true;
}

/* Without const the layout's order decides: inputs stand first. */
static bool check_order(layout_search *search)
{
    const function *declared = search->declared;
    const parameter *output = NULL;
    bool any_const = false, updates_only = true;
    for (size_t i = 0; i < declared->parameter_count; i++)
        any_const |= is_array(&declared->parameters[i]) && declared->parameters[i].is_const &&
                     !declared->parameters[i].by_value && !is_string(search, i);
    for (size_t i = 0; i < declared->parameter_count; i++) {
        const parameter *shown = &declared->parameters[i];
        bool is_input = is_array(shown) && search->directions[i] == DIRECTION_IN;
        if (any_const ? is_input && !shown->is_const : output && is_input)
            return give_up(
                search, shown->place,
                arena_format(search->memory, "'%s' is an input without const%s%s%s", shown->name,
                             output ? " behind the output '" : " beside others that have it",
                             output ? output->name : "", output ? "'" : ""),
                "a function of your own that has the inputs first and calls this one");
        if (search->directions[i] == DIRECTION_BOTH && output && !updates_only)
            return give_up(
                search, shown->place,
                arena_format(search->memory,
                             "'%s' is read and written, and stands behind the output '%s'",
                             shown->name, output->name),
                "a function of your own that has it before the outputs and calls this one");
        if (is_array(shown) && (search->directions[i] & DIRECTION_OUT))
            output = shown, updates_only &= search->directions[i] == DIRECTION_BOTH;
    }
    return true;
}

static bool find_annotation(layout_search *search)
{
    const function *declared = search->declared;
    bool arrays = false, outputs = declared->returns;
    if (!find_directions(search))
        return false;
    for (size_t i = 0; i < declared->parameter_count; i++) {
        arrays |= declared->parameters[i].kind == PARAMETER_ARRAY ||
                  declared->parameters[i].record || *find_count(search, i) ||
                  search->directions[i] == DIRECTION_BOTH ||
                  (declared->parameters[i].kind == PARAMETER_POINTER &&
                   search->directions[i] == DIRECTION_IN);
        outputs |= search->directions[i] & DIRECTION_OUT;
    }
    if (!outputs)
        return give_up(search, declared->place, "it has no output",
                       "nothing: it does not compute on arrays");
    if (arrays && !check_order(search))
        return false;
    search->result->annotation = arrays ? print_layout(search) : "WEFT_VECTORIZE()";
    return true;
}

const char *annotate_name(const surveyed_function *from, size_t parameter_index)
{
    return from->names ? from->names[parameter_index]
                       : from->declared.parameters[parameter_index].name;
}

/* The header's documentation; before the definition's, where it is one line. */
static const char *find_doc(arena *memory, const char *declared, const char *defined,
                            const char *name)
{
    declared = annotate_doc(memory, declared, name);
    if (!*declared || !*defined || strchr(declared, '\n') ||
        strncmp(declared, defined, strlen(declared)) == 0)
        return *declared && (!*defined || strchr(declared, '\n')) ? declared : defined;
    return arena_format(memory, "%s\n\n%s", declared, defined);
}

annotated_function annotate_function(const annotate_header *header, size_t index)
{
    arena *memory = header->memory;
    const surveyed_function *from = &header->all->items[index];
    const function *declared = &from->declared;
    annotated_function result = {.from = from, .assumed = "", .strings = "", .status = ""};
    layout_search search = {.memory = memory,
                            .header = header,
                            .index = index,
                            .declared = declared,
                            .comment = header->comments[index],
                            .const_correct = header->const_correct || has_const(declared),
                            .result = &result};
    size_t count = declared->parameter_count;
    search.directions = arena_array(memory, count + 1, sizeof *search.directions);
    search.names = arena_array(memory, count + 1, sizeof *search.names);
    for (size_t i = 0; i < count; i++)
        search.names[i] = annotate_name(from, i);
    result.doc = find_doc(memory, from->doc_comment,
                          annotate_doc(memory, search.comment, declared->name), declared->name);
    if (declared->returns && (declared->result.named || strcmp(declared->result.plain, "int") == 0))
        result.status = annotate_status(memory, search.comment);
    if (from->refusal)
        give_up(&search, from->refusal_place, from->refusal,
                "a function of your own that takes numbers and arrays, and calls this one");
    else
        find_annotation(&search);
    return result;
}
