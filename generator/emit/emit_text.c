/* emit_text.c: the user's text in a section of STEM.body.h, under #line. Its own names are renamed
 * per loop while it is read; only the parameter list is written anew. */
#include <stdlib.h>
#include <string.h>

#include "emit_section.h"
#include "model/keywords.h"
#include "text/words.h"

/* Of a line that lists names. */
enum { MOST_COLUMNS = 100 };

const char *emit_instance_name(const section *part, const char *name)
{
    return arena_format(part->from->memory, *name == '_' ? "WEFT_RENAMED(%s)" : "WEFT_INSTANCE(%s)",
                        name);
}

/* What a function with a twin on the device is called: by its name on the hosts. */
static const char *emit_twin_name(const section *part, const piece *shown, const char *host)
{
    return arena_format(part->from->memory, "WEFT_TWIN(%s, %s)", host, shown->twin);
}

const char *emit_piece_name(const section *part, size_t piece, const char *name)
{
    const size_t number = emit_shared_number(part->shared, part->shown, piece);
    const struct piece *shown = &part->shown->pieces[piece];
    if (shown->twin)
        return emit_twin_name(part, shown, emit_instance_name(part, name));
    return number ? arena_format(part->from->memory, "WEFT_COMMON(%s, %zu)", name, number)
                  : emit_instance_name(part, name);
}

static void emit_rename(section *part, const char *name, const char *as, bool undo)
{
    if (undo)
        output_line(part->out, "#undef %s", name);
    else
        output_line(part->out, "#define %s %s", name, as);
}

void emit_piece_renames(section *part, size_t index, bool undo)
{
    const piece *shown = &part->shown->pieces[index];
    for (size_t k = 0; k < shown->name_count; k++)
        emit_rename(part, shown->names[k], emit_piece_name(part, index, shown->names[k]), undo);
    if (shown->twin && shown->kind == PIECE_PROTOTYPE)
        emit_rename(part, shown->twin, emit_twin_name(part, shown, shown->twin), undo);
    for (size_t k = 0; k < shown->alias_count; k++) {
        const char *as = shown->aliases[k].as;
        emit_rename(part, shown->aliases[k].name,
                    as ? as : emit_piece_name(part, index, shown->names[0]), undo);
    }
}

const char *emit_own_name(const section *part, const char *name)
{
    for (size_t i = 0; i < part->shown->renamed_count; i++)
        if (strcmp(part->shown->renamed[i], name) == 0)
            return arena_format(part->from->memory, "WEFT_RENAMED(%s)",
                                keywords_plain_name(part->from->memory, name));
    return name;
}

static void emit_renames(section *part, bool undo)
{
    const function *shown = part->shown;
    for (size_t i = 0; i < shown->piece_count; i++)
        emit_piece_renames(part, i, undo);
    if (shown->body_text && emit_own_name(part, shown->name) == shown->name)
        emit_rename(part, shown->name, emit_instance_name(part, shown->name), undo);
    for (size_t i = 0; i < shown->alias_count; i++)
        emit_rename(part, shown->aliases[i], emit_instance_name(part, shown->name), undo);
}

/* In the user's text his names are no macros of the headers that the generated file includes. */
static void emit_hidden(section *part, const char *const *names, size_t count, bool undo)
{
    for (size_t i = 0; i < count; i++) {
        output_line(part->out, "#pragma %s_macro(\"%s\")", undo ? "pop" : "push", names[i]);
        if (!undo)
            output_line(part->out, "#undef %s", names[i]);
    }
}

static void locate(section *part, location place)
{
    output_locate(part->out, emit_file_name(part->from, place.file), place.line);
}

/* The user's #pragma pack, around a text that defines structures. */
static void emit_packing(section *part, packing packed, bool undo)
{
    if (packed.set && undo)
        output_line(part->out, "#pragma pack(pop)");
    else if (packed.set && packed.limit)
        output_line(part->out, "#pragma pack(push, %u)", packed.limit);
    else if (packed.set)
        output_line(part->out, "#pragma pack(push)");
}

/* No type may come out otherwise than in the user's file: its compiler would not say so. */
static void emit_claims(section *part, const piece *shown)
{
    for (size_t k = 0; k < shown->claim_count; k++) {
        const layout_claim *claim = &shown->claims[k];
        output_line(part->out, "WEFT_LAYOUT(%s, %lld, %lld);", claim->type, claim->size,
                    claim->alignment);
    }
}

/* The user's text, which may come from several files. */
void emit_carried(const emission *from, output *out, const char *text)
{
    arena *memory = from->memory;
    const char *mark;
    while ((mark = strstr(text, "\n" TEXT_LINE)) != NULL) {
        char *name;
        output_verbatim(out, arena_text(memory, text, (size_t)(mark - text)));
        location place = {.line = (unsigned)strtoul(mark + 1 + strlen(TEXT_LINE), &name, 10)};
        text = name + strcspn(name, "\n");
        place.file = arena_text(memory, name + 1, (size_t)(text - name - 1));
        text += *text == '\n';
        output_locate(out, emit_file_name(from, place.file), place.line);
    }
    output_verbatim(out, text);
}

static bool prints_bodies(const section *part)
{
    body_reading bodies = part->from->options->bodies;
    return bodies == BODIES_TREE || bodies == BODIES_LOWERED;
}

/* The marks before the user's text, on the line where that begins; no line ends in a blank. */
static const char *put_marks(arena *memory, const char *marks, const char *text)
{
    text += strspn(text, " \t");
    return arena_format(memory, "%.*s%s", (int)(strlen(marks) - (*marks && *text == '\n')), marks,
                        text);
}

/* A helper's head as it is, and its body: printed where that is wished and can be. */
static void emit_helper(section *part, const piece *shown, const char *marks)
{
    arena *memory = part->from->memory;
    output *out = part->out;
    const output before = *out;
    if (prints_bodies(part)) {
        size_t length = strlen(shown->head);
        while (length && strchr(" \t\n", shown->head[length - 1]))
            length--;
        emit_carried(part->from, part->out,
                     put_marks(memory, marks, arena_text(memory, shown->head, length)));
        if (emit_printed_body(part, shown))
            return;
        *out = before;
    }
    emit_carried(part->from, part->out, put_marks(memory, marks, shown->text));
}

/* Of a helper that is longer a gpu calls one copy: in the place of each of its calls, and those
 * inside of these, it takes a device compiler minutes. */
enum { LONGEST_INSIDE = 1500 };

static const char *device_mark(const piece *shown)
{
    const bool noinline = shown->kind == PIECE_FUNCTION && strlen(shown->text) > LONGEST_INSIDE;
    return noinline ? "WEFT_DEVICE_NOINLINE" : "WEFT_DEVICE";
}

static void emit_piece(section *part, const piece *shown)
{
    bool linked = shown->kind == PIECE_PROTOTYPE;
    const char *marks = linked || shown->kind == PIECE_TYPE
                            ? ""
                            : arena_format(part->from->memory, "%s%s ", device_mark(shown),
                                           shown->is_static ? "" : " static");
    if (shown->is_for_hosts)
        output_line(part->out, "#ifndef WEFT_ON_DEVICE");
    emit_packing(part, shown->packed, false);
    emit_hidden(part, shown->hidden, shown->hidden_count, false);
    locate(part, shown->place);
    if (shown->kind == PIECE_FUNCTION)
        emit_helper(part, shown, marks);
    else
        emit_carried(part->from, part->out,
                     arena_format(part->from->memory, "%s;",
                                  put_marks(part->from->memory, marks, shown->text)));
    emit_hidden(part, shown->hidden, shown->hidden_count, true);
    emit_packing(part, shown->packed, true);
    if (shown->is_for_hosts)
        output_line(part->out, "#endif");
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
        own.divisor = core->extents[axis].divisor;
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

const char *emit_parameters(section *part)
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
        bool array = core && core->rank && !flat;
        const char *type = emit_own_name(part, next->type.spelling);
        const char *one =
            array ? arena_format(memory, "WEFT_ARRAY(%s%s, %s, %s)", qualifier, type,
                                 name, /* the size of a pointer may be a later parameter */
                                 next->kind == PARAMETER_POINTER ? "[]" : print_extents(part, core))
                  : arena_format(
                        memory, "%s%s %s%s", qualifier, type,
                        next->kind == PARAMETER_POINTER || next->kind == PARAMETER_ARRAY ? "*" : "",
                        name);
        text = arena_format(memory, "%s%s%s", text, i ? ", " : "", one);
    }
    return *text ? text : "void";
}

/* The head of the function itself, and what stands behind it. */
static void emit_head(section *part, const char *behind)
{
    const function *shown = part->shown;
    const char *result = shown->returns ? emit_own_name(part, shown->result.spelling) : "void";
    output_line(part->out, "%s %s %s(%s%s)%s",
                shown->shape.inlined ? "WEFT_INLINE" : "WEFT_FUNCTION", result,
                emit_own_name(part, shown->name), emit_parameters(part),
                emit_is_nested(part) ? " WEFT_NESTED" : "", behind);
}

static void emit_forwards(section *part)
{
    const function *shown = part->shown;
    for (size_t i = 0; i < shown->piece_count; i++) {
        const piece *next = &shown->pieces[i];
        if (!next->forward)
            continue;
        if (next->is_for_hosts)
            output_line(part->out, "#ifndef WEFT_ON_DEVICE");
        emit_hidden(part, next->hidden, next->hidden_count, false);
        emit_carried(part->from, part->out,
                     arena_format(part->from->memory, "WEFT_DEVICE %s%s;",
                                  next->is_static ? "" : "static ", next->forward));
        emit_hidden(part, next->hidden, next->hidden_count, true);
        if (next->is_for_hosts)
            output_line(part->out, "#endif");
    }
    if (shown->forward)
        emit_head(part, ";");
}

/* The names in a shared piece, its own and those of others. */
static void emit_needed_renames(section *part, const shared_piece *shown, bool undo)
{
    const function *from = shown->from;
    for (size_t i = 0; i <= shown->index; i++) {
        bool needed = i == shown->index;
        for (size_t k = 0; k < shown->need_count && !needed; k++)
            needed = emit_shared_is(part->shared, from, i, shown->needs[k]);
        if (needed)
            emit_piece_renames(part, i, undo);
    }
}

static bool has_forwards(const function *shown)
{
    if (shown->forward)
        return true;
    for (size_t i = 0; i < shown->piece_count; i++)
        if (shown->pieces[i].forward)
            return true;
    return false;
}

static bool is_shared(const section *part, size_t piece)
{
    return emit_shared_number(part->shared, part->shown, piece) != 0;
}

/* Whether prototypes must stand before a piece: functions, and tables of those. */
static bool needs_forwards(const function *shown, const piece *next)
{
    bool needs =
        next->kind == PIECE_FUNCTION || (shown->forward && words_have(next->text, shown->name));
    for (size_t i = 0; i < shown->piece_count && !needs; i++) {
        const piece *other = &shown->pieces[i];
        for (size_t k = 0; k < other->name_count && other->forward; k++)
            needs |= words_have(next->text, other->names[k]);
    }
    return needs;
}

/* Those of the function alone, in their order, which has first what others need; but where
 * prototypes must stand before all functions, the types before these. */
static void emit_pieces(section *part)
{
    const function *shown = part->shown;
    const bool types_first = has_forwards(shown);
    bool forwards = false, any = false;
    for (size_t i = 0; i < shown->piece_count && types_first; i++)
        if (shown->pieces[i].kind == PIECE_TYPE)
            emit_piece(part, &shown->pieces[i]);
    for (size_t i = 0; i < shown->piece_count; i++) {
        const piece *next = &shown->pieces[i];
        if (is_shared(part, i))
            continue;
        any = true;
        if (next->kind == PIECE_TYPE && types_first)
            continue;
        if (!forwards && needs_forwards(shown, next)) {
            emit_forwards(part);
            forwards = true;
        }
        emit_piece(part, next);
    }
    if (any)
        output_locate_here(part->out);
    for (size_t i = 0; i < shown->piece_count; i++)
        if (!is_shared(part, i))
            emit_claims(part, &shown->pieces[i]);
}

void emit_need(section *part, const char *mark, const function *const *users, size_t user_count)
{
    const char *line = arena_format(part->from->memory, "#if !defined %s && (", mark);
    for (size_t i = 0; i < user_count; i++) {
        const char *next = arena_format(part->from->memory, "%sdefined WEFT_BODY_%s",
                                        i ? " || " : "", users[i]->name);
        if (strlen(line) + strlen(next) > MOST_COLUMNS) {
            output_line(part->out, "%s \\", line);
            line = "    ";
        }
        line = arena_format(part->from->memory, "%s%s", line, next);
    }
    output_line(part->out, "%s)", line);
    output_line(part->out, "#define %s", mark);
}

void emit_shared_pieces(section *part)
{
    const sharing *all = part->shared;
    for (size_t i = 0; i < all->count; i++) {
        const shared_piece *next = &all->items[i];
        if (!next->number)
            continue;
        part->shown = next->from;
        output_blank(part->out);
        emit_need(part, arena_format(part->from->memory, "WEFT_READ_%zu", next->number),
                  next->users, next->user_count);
        output_line(part->out, "WEFT_COMMON_BEGIN");
        emit_needed_renames(part, next, false);
        emit_piece(part, &next->from->pieces[next->index]);
        output_locate_here(part->out);
        emit_claims(part, &next->from->pieces[next->index]);
        emit_needed_renames(part, next, true);
        output_line(part->out, "WEFT_END");
        output_line(part->out, "#endif");
    }
}

/* A function of another library as its own header declares it, which may be included, too; and
 * another name for it, which no variable of the loops hides. */
static void emit_declaration(section *part)
{
    arena *memory = part->from->memory;
    const function *shown = part->shown;
    const char *list = "";
    for (size_t i = 0; i < shown->parameter_count; i++) {
        const parameter *next = &shown->parameters[i];
        list = arena_format(memory, "%s%s%s%s %s%s", list, i ? ", " : "",
                            next->is_const ? "const " : "", next->type.plain,
                            next->kind == PARAMETER_POINTER ? "*" : "", next->name);
        for (size_t axis = 0; axis < next->rank; axis++)
            list = arena_format(memory, "%s[%s]", list, extent_print(memory, &next->extents[axis]));
    }
    output_line(part->out, "extern %s %s(%s);", shown->returns ? shown->result.plain : "void",
                shown->name, *list ? list : "void");
    output_line(part->out, "static __typeof__(%s) *const %s = %s;", shown->name,
                emit_instance_name(part, shown->name), shown->name);
}

static void emit_function(section *part)
{
    const function *shown = part->shown;
    if (!shown->body_text) {
        emit_declaration(part);
        return;
    }
    emit_packing(part, shown->body_packed, false);
    emit_hidden(part, shown->body_hidden, shown->body_hidden_count, false);
    emit_rows(part);
    emit_tiles(part);
    emit_head(part, "");
    if (!prints_bodies(part) || !emit_printed_body(part, NULL)) {
        locate(part, shown->body_place);
        emit_carried(part->from, part->out, shown->body_text);
    }
    emit_packing(part, shown->body_packed, true);
    output_locate_here(part->out);
    emit_rows_end(part);
    emit_tiles_end(part);
    emit_lanes(part);
    emit_hidden(part, shown->body_hidden, shown->body_hidden_count, true);
}

/* What the device compiler does not take for names is renamed for it; type variables stay, for they
 * are declared outside. */
static void emit_foreign_names(section *part, bool undo)
{
    const source_file *source = part->from->module->source;
    size_t count;
    const char **names = keywords_foreign_names(part->from->memory, part->shown, &count);
    if (count)
        output_line(part->out, "#ifdef WEFT_ON_DEVICE");
    for (size_t i = 0; i < count; i++) {
        bool outside = false;
        for (size_t k = 0; k < source->typevar_count; k++)
            outside |= strcmp(source->typevars[k], names[i]) == 0;
        if (outside)
            continue;
        output_line(part->out, "#undef %s", names[i]);
        if (!undo)
            output_line(part->out, "#define %s %s", names[i],
                        keywords_device_name(part->from->memory, names[i]));
    }
    if (count)
        output_line(part->out, "#endif");
}

void emit_user_text(section *part)
{
    bool keywords = keywords_used(part->shown);
    emit_hidden(part, part->shown->hidden, part->shown->hidden_count, false);
    if (part->shown->launch)
        output_line(part->out, "#ifndef WEFT_ON_DEVICE");
    emit_renames(part, false);
    emit_foreign_names(part, false);
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
    emit_foreign_names(part, true);
    emit_renames(part, true);
    if (part->shown->launch)
        emit_kernel_call(part);
}

void emit_unhidden(section *part)
{
    emit_hidden(part, part->shown->hidden, part->shown->hidden_count, true);
}
