/* annotate_layout.c: the annotation that the declaration of one function needs. */
#include <ctype.h>
#include <string.h>

#include "annotate.h"

/* State of annotating one function. */
typedef struct layout_search {
    arena *memory;
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

/* Whether a function has const numbers where they are read. */
static bool has_const(const function *tested)
{
    for (size_t i = 0; i < tested->parameter_count; i++)
        if (is_array(&tested->parameters[i]) && tested->parameters[i].is_const &&
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

/* How a text uses a name. */
typedef struct name_use {
    bool subscripted, assigned; /* x[…]; x[…] = … */
} name_use;

/* Behind the brackets that begin here. */
static const char *skip_subscripts(const char *at)
{
    for (size_t depth = 0; *at && (depth || *at == '['); at++) {
        depth += *at == '[';
        depth -= *at == ']';
        if (!depth)
            at += strspn(at + 1, " \t\n");
    }
    return at;
}

static name_use find_use(const char *body, const char *name)
{
    name_use found = {0};
    size_t length = strlen(name);
    for (const char *at = body; length && (at = strstr(at, name)); at += length) {
        bool whole = !isalnum((unsigned char)at[-1]) && !strchr("_.>", at[-1]) &&
                     !isalnum((unsigned char)at[length]) && at[length] != '_';
        const char *behind = at + length + strspn(at + length, " \t\n");
        if (!whole || *behind != '[')
            continue;
        const char *next = skip_subscripts(behind);
        found.subscripted = true;
        found.assigned |= (next[0] == '=' && next[1] != '=') ||
                          (*next && strchr("+-*/", *next) && next[1] == '=');
    }
    return found;
}

static const parameter *first_integer(const function *declared)
{
    for (size_t i = 0; i < declared->parameter_count; i++)
        if (declared->parameters[i].kind == PARAMETER_SCALAR && declared->parameters[i].limit)
            return &declared->parameters[i];
    return NULL;
}

static const char *print_core(arena *memory, const parameter *shown)
{
    const char *text = "";
    for (size_t i = 0; i < shown->rank; i++)
        text = arena_format(memory, "%s%s%s", text, i ? "," : "",
                            extent_print(memory, &shown->extents[i]));
    return arena_format(memory, "(%s)", text);
}

/* Whether a pointer is one to several numbers, as far as is known. */
static bool is_row(const layout_search *search, size_t index)
{
    const parameter *shown = &search->declared->parameters[index];
    return shown->kind == PARAMETER_POINTER &&
           (shown->is_const || find_use(search->definition.body, search->names[index]).subscripted);
}

/* The layout; pointers to several numbers have the core dimension `of_rows`. */
static const char *print_layout(const layout_search *search, const char *of_rows)
{
    arena *memory = search->memory;
    const function *declared = search->declared;
    const char *sides[2] = {"", ""};
    for (size_t i = 0; i < declared->parameter_count; i++) {
        const parameter *shown = &declared->parameters[i];
        if (shown->kind == PARAMETER_SIZE || (*of_rows && shown == first_integer(declared)))
            continue;
        const char *core =
            is_row(search, i) ? arena_format(memory, "(%s)", of_rows) : print_core(memory, shown);
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
            search->directions[i] = find_use(search->definition.body, search->names[i]).assigned
                                        ? DIRECTION_OUT
                                        : DIRECTION_IN;
    if (strcmp(shown->type.plain, "char") == 0)
        return give_up(
            search, shown->place,
            arena_format(search->memory, "how long the string '%s' is, is not said", shown->name),
            "a layout with a name of its own for the length, (bytes): a string is a row "
            "of int8 whose last is 0");
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
        if (is_row(search, i) || (shown->kind == PARAMETER_POINTER && !known && counted))
            return refuse_extent(search, shown);
        if (!search->directions[i])
            return give_up(search, shown->place,
                           arena_format(search->memory,
                                        "whether '%s' is read or written is not said", shown->name),
                           "WEFT_GUVECTORIZE with a layout: inputs stand left of the arrow, in "
                           "the order of the parameters; or name its file with --source");
        if (shown->kind == PARAMETER_POINTER && !known)
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
        any_const |= is_array(&declared->parameters[i]) && declared->parameters[i].is_const;
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

annotated_function annotate_function(arena *memory, const surveyed_function *from,
                                     bool const_correct)
{
    const function *declared = &from->declared;
    annotated_function result = {.from = from, .assumed = ""};
    layout_search search = {.memory = memory,
                            .declared = declared,
                            .definition = annotate_definition(memory, from->definition),
                            .const_correct = const_correct || has_const(declared),
                            .result = &result};
    size_t count = declared->parameter_count;
    search.directions = arena_array(memory, count + 1, sizeof *search.directions);
    search.names = arena_array(memory, count + 1, sizeof *search.names);
    for (size_t i = 0; i < count; i++)
        search.names[i] = from->names ? from->names[i] : declared->parameters[i].name;
    result.doc = *from->doc_comment
                     ? from->doc_comment
                     : annotate_doc(memory, search.definition.comment, declared->name);
    if (from->refusal)
        give_up(&search, from->refusal_place, from->refusal,
                "a function of your own that takes numbers and arrays, and calls this one");
    else
        find_annotation(&search);
    return result;
}
