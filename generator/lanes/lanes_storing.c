/* lanes_storing.c: functions of the C library that store results behind addresses, frexp or sincos,
 * and those of complex numbers, whose halves are stored so. They are called lane by lane. */
#include "lanes_parts.h"

#include <string.h>

#include "split/split.h"

bool lanes_stores_results(const ir_expression *call)
{
    return call->kind == IR_CALL && call->callee == IR_CALLEE_LIBRARY && call->library &&
           call->library->writes && !call->library->impure;
}

static bool is_stored_behind(const ir_expression *call, size_t operand)
{
    return operand < 32 && call->library->writes >> operand & 1;
}

static const char *callee(lanes *in, const ir_expression *call)
{
    return call->is_builtin ? arena_format(in->memory, "__builtin_%s", call->text) : call->text;
}

/* clog; log of <tgmath.h>, too. */
bool lanes_has_complex_twin(const ir_expression *call)
{
    const library_function *known = call->kind == IR_CALL ? call->library : NULL;
    return known && call->callee == IR_CALLEE_LIBRARY && ir_kind(call->type) == 'c' &&
           (strcmp(known->name, "clog") == 0 || strcmp(known->name, "log") == 0);
}

/* The twin, and what C computes where it is not wanted. What the result is stored in is there for
 * that alone. */
static void call_complex_twin(lanes *in, const ir_expression *call)
{
    const ir_expression *operand = call->operands[0];
    const char *element = lanes_type(in, operand->type, operand->place);
    const char *real = lanes_named(in, operand), *imaginary = lanes_named(in, call->operands[1]);
    in->result->twins = true;
    lanes_line(
        in, "WEFT_COMPLEX_MATH(%s, %s, clog, %s, %s, %s, %s, %s(__builtin_complex(%s[l], %s[l])))",
        element, lanes_mask_text(in), real, imaginary,
        lanes_value(in, call->operands[2]->operands[0]),
        lanes_value(in, call->operands[3]->operands[0]), callee(in, call), real, imaginary);
}

/* The halves of the operands as C has them, and what the call gives taken apart. */
static void call_complex(lanes *in, const ir_expression *call)
{
    if (!in->strict && lanes_has_complex_twin(call)) {
        call_complex_twin(in, call);
        return;
    }
    const char *list = "";
    size_t count = call->operand_count - 2;
    for (size_t i = 0; i < count; i += 2)
        list = arena_format(in->memory, "%s%s__builtin_complex(%s, %s)", list, i ? ", " : "",
                            lanes_in_lane(in, call->operands[i]),
                            lanes_in_lane(in, call->operands[i + 1]));
    const char *made = arena_format(in->memory, "%s(%s)", callee(in, call), list);
    lanes_line(in, "WEFT_EACH_LANE(%s, WEFT_HALVES(%s, %s, %s))", lanes_mask_text(in), made,
               lanes_behind(in, call->operands[count]),
               lanes_behind(in, call->operands[count + 1]));
}

void lanes_call_storing(lanes *in, const ir_expression *call, const char *result)
{
    const char *list = "", *before = "", *after = "";
    lanes_open(in);
    if (split_is_complex_call(call)) {
        call_complex(in, call);
        return;
    }
    for (size_t i = 0; i < call->operand_count; i++) {
        const ir_expression *operand = call->operands[i];
        const char *text;
        if (is_stored_behind(call, i)) {
            const char *place = lanes_behind(in, operand);
            if (operand->type->kind != IR_TYPE_POINTER || !operand->type->element ||
                ir_kind(operand->type->element) == 0)
                lanes_gap(in, operand->place, "a call whose effects are not followed");
            const char *element = in->result->gap.reason
                                      ? ""
                                      : lanes_type(in, operand->type->element, operand->place);
            before = arena_format(in->memory, "%sweft_%s o%zu; ", before, element, i);
            after = arena_format(in->memory, " %s = o%zu;%s", place, i, after);
            text = arena_format(in->memory, "&o%zu", i);
        } else {
            text = lanes_in_lane(in, operand);
        }
        list = arena_format(in->memory, "%s%s%s", list, i ? ", " : "", text);
    }
    lanes_line(in, "WEFT_EACH_LANE(%s, {%s%s%s%s(%s);%s})", lanes_mask_text(in), before,
               result ? result : "", result ? "[v][l] = " : "", callee(in, call), list, after);
}
