/* emit_text.c: the user's text in a section of STEM.body.h, under #line. Its own names are renamed
 * per loop while it is read; only the parameter list is written anew. */
#include <stdlib.h>
#include <string.h>

#include "emit_section.h"
#include "keywords.h"

static void emit_rename(output *out, const char *name, bool undo)
{
    if (undo)
        output_line(out, "#undef %s", name);
    else
        output_line(out, "#define %s WEFT_INSTANCE(%s)", name, name);
}

static void emit_renames(section *part, bool undo)
{
    const function *shown = part->shown;
    for (size_t i = 0; i < shown->piece_count; i++)
        for (size_t k = 0; k < shown->pieces[i].name_count; k++)
            emit_rename(part->out, shown->pieces[i].names[k], undo);
    if (shown->body_text)
        emit_rename(part->out, shown->name, undo);
}

static void locate(section *part, location place)
{
    output_locate(part->out, emit_file_name(part->from, place.file), place.line);
}

/* The user's text, which may come from several files. */
static void emit_carried(section *part, const char *text)
{
    arena *memory = part->from->memory;
    const char *mark;
    while ((mark = strstr(text, "\n" TEXT_LINE)) != NULL) {
        char *name;
        output_verbatim(part->out, arena_text(memory, text, (size_t)(mark - text)));
        location place = {.line = (unsigned)strtoul(mark + 1 + strlen(TEXT_LINE), &name, 10)};
        text = name + strcspn(name, "\n");
        place.file = arena_text(memory, name + 1, (size_t)(text - name - 1));
        text += *text == '\n';
        locate(part, place);
    }
    output_verbatim(part->out, text);
}

static void emit_piece(section *part, const piece *shown)
{
    bool linked = shown->kind == PIECE_PROTOTYPE;
    const char *marks = linked || shown->kind == PIECE_TYPE ? ""
                        : shown->is_static                  ? "WEFT_DEVICE "
                                                            : "WEFT_DEVICE static ";
    if (linked)
        output_line(part->out, "#ifndef WEFT_ON_DEVICE");
    locate(part, shown->place);
    emit_carried(part, arena_format(part->from->memory, "%s%s%s", marks, shown->text,
                                    shown->kind == PIECE_FUNCTION ? "" : ";"));
    if (linked)
        output_line(part->out, "#endif");
}

static void emit_forwards(section *part)
{
    const function *shown = part->shown;
    for (size_t i = 0; i < shown->piece_count; i++)
        if (shown->pieces[i].forward)
            output_verbatim(part->out, arena_format(part->from->memory, "WEFT_DEVICE %s%s;",
                                                    shown->pieces[i].is_static ? "" : "static ",
                                                    shown->pieces[i].forward));
}

static void emit_pieces(section *part)
{
    bool forwards = false;
    for (size_t i = 0; i < part->shown->piece_count; i++) {
        const piece *next = &part->shown->pieces[i];
        if (next->kind == PIECE_FUNCTION && !forwards) {
            emit_forwards(part);
            forwards = true;
        }
        emit_piece(part, next);
    }
    if (part->shown->piece_count)
        output_locate_here(part->out);
}

/* "[m][n + !n]": inner extents are never 0, which would be undefined for a variable length. */
static const char *print_extents(section *part, const layout_operand *core)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *text = "";
    for (size_t axis = 0; axis < core->rank; axis++) {
        extent own = {.constant = core->extents[axis].constant};
        for (size_t t = 0; t < core->extents[axis].term_count; t++) {
            const extent_term *term = &core->extents[axis].terms[t];
            const char *name = term->name; /* what the body's own parameter is called */
            for (size_t i = 0; i < shown->parameter_count; i++)
                if (strcmp(shown->parameters[i].name, term->name) == 0)
                    name = shown->body_parameters[i].name;
            extent_add(memory, &own, name, term->coefficient);
        }
        const char *size = extent_print(memory, &own);
        text = extent_is_fixed(&own) || axis == 0 ? arena_format(memory, "%s[%s]", text, size)
               : extent_is_name(&own) ? arena_format(memory, "%s[%s + !%s]", text, size, size)
                                      : arena_format(memory, "%s[(%s) + !(%s)]", text, size, size);
    }
    return text;
}

static const layout_operand *operand_core(const function *shown, size_t parameter_index)
{
    for (size_t i = 0; i < shown->operand_count; i++)
        if (shown->operand_parameter[i] == (int)parameter_index)
            return &shown->core.operands[i];
    return NULL;
}

static const char *print_parameters(section *part)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *text = "";
    for (size_t i = 0; i < shown->parameter_count; i++) {
        const parameter *next = &shown->parameters[i];
        const char *name = shown->body_parameters ? shown->body_parameters[i].name : next->name;
        const char *qualifier =
            next->is_const && next->kind != PARAMETER_SCALAR && next->kind != PARAMETER_SIZE
                ? "const "
                : "";
        const layout_operand *core = operand_core(shown, i);
        bool flat = core && core->rank > 1 && next->kind == PARAMETER_POINTER;
        bool array = core && core->rank && !flat && part->shown->body_text;
        const char *one =
            array ? arena_format(memory, "WEFT_ARRAY(%s%s, %s, %s)", qualifier, next->type.spelling,
                                 name, /* the size of a pointer may be a later parameter */
                                 next->kind == PARAMETER_POINTER ? "[]" : print_extents(part, core))
                  : arena_format(
                        memory, "%s%s %s%s", qualifier, next->type.spelling,
                        next->kind == PARAMETER_POINTER || next->kind == PARAMETER_ARRAY ? "*" : "",
                        name);
        text = arena_format(memory, "%s%s%s", text, i ? ", " : "", one);
    }
    return *text ? text : "void";
}

bool emit_is_inlined(const function *shown)
{
    for (size_t i = 0; i < shown->binding_count; i++)
        if (shown->bodies[i]->has_loops || shown->bodies[i]->recursive)
            return false;
    return true;
}

static void emit_function(section *part)
{
    const function *shown = part->shown;
    const char *result = shown->returns ? shown->result.spelling : "void";
    if (!shown->body_text) {
        output_line(part->out, "extern %s %s(%s);", result, shown->name, print_parameters(part));
        return;
    }
    output_line(part->out, "%s %s %s(%s)", emit_is_inlined(shown) ? "WEFT_INLINE" : "WEFT_FUNCTION",
                result, shown->name, print_parameters(part));
    locate(part, shown->body_place);
    emit_carried(part, shown->body_text);
    output_locate_here(part->out);
}

void emit_user_text(section *part)
{
    bool keywords = keywords_used(part->shown);
    emit_renames(part, false);
    if (keywords) {
        output_line(part->out, "#ifdef WEFT_ON_DEVICE");
        output_line(part->out, "#include <weft_keywords.h>");
        output_line(part->out, "#endif");
    }
    emit_pieces(part);
    emit_function(part);
    if (keywords) {
        output_line(part->out, "#ifdef WEFT_ON_DEVICE");
        output_line(part->out, "#include <weft_keywords_end.h>");
        output_line(part->out, "#endif");
    }
    emit_renames(part, true);
    output_blank(part->out);
}
