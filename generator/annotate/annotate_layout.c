/* annotate_layout.c: the annotation that the declaration of one function needs. */
#include <ctype.h>
#include <string.h>

#include "annotate.h"

/* State of annotating one function. */
typedef struct layout_search {
    arena *memory;
    const annotate_header *header;
    size_t index; /* of the function */
    const function *declared;
    const char **names; /* of the parameters in the definition */
    definition_text definition;
    bool const_correct;
    direction *directions; /* per parameter */
    annotated_function *result;
} layout_search;

static bool is_array(const parameter *shown)
{
    return shown->kind == PARAMETER_ARRAY || shown->kind == PARAMETER_POINTER;
}

/* A string of characters that is read. */
static bool is_string(const parameter *shown)
{
    return shown->kind == PARAMETER_POINTER && shown->is_const &&
           strcmp(shown->type.plain, "char") == 0;
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
            arrays = declared->parameters[k].kind == PARAMETER_ARRAY;
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

/* The parameter that the comment of the definition says to count a pointer's elements; "" if none. */
static const char *find_count(const layout_search *search, size_t index)
{
    const function *declared = search->declared;
    const char *said =
        annotate_extent(search->memory, search->definition.comment, search->names[index]);
    for (size_t i = 0; i < declared->parameter_count; i++)
        if (declared->parameters[i].kind == PARAMETER_SCALAR && declared->parameters[i].limit &&
            strcmp(search->names[i], said) == 0)
            return declared->parameters[i].name;
    return "";
}

static const char *print_core(const layout_search *search, size_t index)
{
    arena *memory = search->memory;
    const parameter *shown = &search->declared->parameters[index];
    const char *text = shown->kind == PARAMETER_POINTER ? find_count(search, index) : "";
    if (is_string(shown))
        return "(16)";
    if (*text && shown->rank)
        text = arena_format(memory, "%s,", text);
    for (size_t i = 0; i < shown->rank; i++)
        text = arena_format(memory, "%s%s%s", text, i ? "," : "",
                            extent_print(memory, &shown->extents[i]));
    return arena_format(memory, "(%s)", text);
}

/* Whether something may be read or written behind the first number. What is handed on to a function that
 * nobody knows is taken for one number where no parameter could count more. */
static bool may_be_row(const layout_search *search, size_t index)
{
    name_use use = annotate_use(search->header, search->index, index);
    return use.subscripted || (use.unknown && first_integer(search->declared));
}

/* Whether a pointer is one to several numbers, as far as is known. */
static bool is_row(const layout_search *search, size_t index)
{
    const parameter *shown = &search->declared->parameters[index];
    return shown->kind == PARAMETER_POINTER && !is_string(shown) && !shown->record &&
           !*find_count(search, index) && (shown->is_const || may_be_row(search, index));
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

/* The layout; pointers to several numbers have the core dimension `of_rows`. */
static const char *print_layout(const layout_search *search, const char *of_rows)
{
    arena *memory = search->memory;
    const function *declared = search->declared;
    const char *sides[2] = {"", ""};
    for (size_t i = 0; i < declared->parameter_count; i++) {
        const parameter *shown = &declared->parameters[i];
        if (shown->kind == PARAMETER_SIZE || is_count(search, shown) ||
            (*of_rows && shown == first_integer(declared)))
            continue;
        const char *core =
            is_row(search, i) ? arena_format(memory, "(%s)", of_rows) : print_core(search, i);
        for (int side = 0; side < 2; side++)
            if (search->directions[i] >> side & 1)
                sides[side] =
                    arena_format(memory, "%s%s%s", sides[side], *sides[side] ? "," : "", core);
    }
    if (declared->returns)
        sides[1] = arena_format(memory, "%s%s()", sides[1], *sides[1] ? "," : "");
    return arena_format(memory, "WEFT_GUVECTORIZE(\"%s->%s\")", sides[0], sides[1]);
}

/* A pointer whose extent nothing says. */
static bool refuse_extent(layout_search *search, const parameter *shown)
{
    const function *declared = search->declared;
    const parameter *size = first_integer(declared);
    const char *name = size ? size->name : "n", *advice = "a layout that says it";
    for (size_t i = 0; i < declared->parameter_count; i++)
        if (is_row(search, i) && !declared->parameters[i].is_const)
            search->directions[i] = annotate_use(search->header, search->index, i).assigned
                                        ? DIRECTION_OUT
                                        : DIRECTION_IN;
    if (*search->definition.body)
        advice = arena_format(search->memory, "a layout; if '%s' counts all arrays, %s", name,
                              print_layout(search, name));
    return give_up(
        search, shown->place,
        arena_format(search->memory, "how many numbers '%s' points to is not said", shown->name),
        advice);
}

/* Which way each parameter goes. */
static bool find_directions(layout_search *search)
{
    const function *declared = search->declared;
    bool counted = first_integer(declared) != NULL;
    for (size_t i = 0; i < declared->parameter_count; i++) {
        const parameter *shown = &declared->parameters[i];
        direction said =
            annotate_direction(search->memory, search->definition.comment, search->names[i]);
        if (!is_array(shown) || shown->is_const)
            said = DIRECTION_IN;
        else if (!said && (shown->kind == PARAMETER_POINTER || search->const_correct))
            said = DIRECTION_OUT;
        search->directions[i] = said;
    }
    for (size_t i = 0; i < declared->parameter_count; i++) {
        const parameter *shown = &declared->parameters[i];
        bool known = *search->definition.body != '\0';
        bool is_told = is_string(shown) || shown->record || *find_count(search, i);
        if (is_row(search, i) ||
            (shown->kind == PARAMETER_POINTER && !known && counted && !is_told) ||
            (shown->is_open && !*find_count(search, i)))
            return refuse_extent(search, shown);
        if (!search->directions[i])
            return give_up(search, shown->place,
                           arena_format(search->memory,
                                        "whether '%s' is read or written is not said", shown->name),
                           "WEFT_GUVECTORIZE with a layout: inputs stand left of the arrow, in "
                           "the order of the parameters; or name its file with --source");
        if (is_string(shown))
            search->result->strings =
                arena_format(search->memory, "%s%s%s", search->result->strings,
                             *search->result->strings ? ", " : "", shown->name);
        else if (shown->kind == PARAMETER_POINTER && !known && !shown->record)
            search->result->assumed =
                arena_format(search->memory, "%s%s%s", search->result->assumed,
                             *search->result->assumed ? ", " : "", shown->name);
    }
    return true;
}

/* Without const the layout's order decides: inputs stand first. */
static bool check_order(layout_search *search)
{
    const function *declared = search->declared;
    const parameter *output = NULL;
    bool any_const = false;
    for (size_t i = 0; i < declared->parameter_count; i++)
        any_const |= is_array(&declared->parameters[i]) && declared->parameters[i].is_const &&
                     !declared->parameters[i].by_value && !is_string(&declared->parameters[i]);
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
        if (search->directions[i] & DIRECTION_OUT)
            output = shown;
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
    search->result->annotation = arrays ? print_layout(search, "") : "WEFT_VECTORIZE()";
    return true;
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
                            .definition = header->definitions[index],
                            .const_correct = header->const_correct || has_const(declared),
                            .result = &result};
    size_t count = declared->parameter_count;
    search.directions = arena_array(memory, count + 1, sizeof *search.directions);
    search.names = arena_array(memory, count + 1, sizeof *search.names);
    for (size_t i = 0; i < count; i++)
        search.names[i] = annotate_name(from, i);
    result.doc = *from->doc_comment
                     ? from->doc_comment
                     : annotate_doc(memory, search.definition.comment, declared->name);
    if (declared->returns &&
        (declared->result.named || strcmp(declared->result.plain, "int") == 0))
        result.status = annotate_status(memory, search.definition.comment);
    if (from->refusal)
        give_up(&search, from->refusal_place, from->refusal,
                "a function of your own that takes numbers and arrays, and calls this one");
    else
        find_annotation(&search);
    return result;
}
