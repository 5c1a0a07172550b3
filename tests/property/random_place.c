#include "random_place.h"

#include <string.h>
#include <sys/mman.h>

enum { MOST_FAR = 5 }; /* elements along the axis of a far step */
#define FAR_STEP INT64_C(0x100000000)
#define FAR_SLOT (8 * FAR_STEP) /* bytes for one operand */

/* Address space for operands far away, a slot each; NULL where the system gives none. Only what is
 * touched takes memory. */
static char *far_memory(void)
{
    static char *memory;
    static bool tried;
    if (!tried) {
        void *place = mmap(NULL, CASE_OPERANDS * FAR_SLOT, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        memory = place == MAP_FAILED ? NULL : place;
    }
    tried = true;
    return memory;
}

/* Steps that lay the array out without overlap in any axis order, with gaps, reversed axes and,
 * for inputs, repeats. Sets steps, and data to an offset that makes all addresses 0 or more;
 * returns the bytes that it spans. */
static int64_t lay_out(weft_array *array, random_source *source, bool input)
{
    int order[WEFT_MAX_RANK];
    bool plain = random_chance(source, 40);
    int64_t step = (int64_t)weft_dtype_size((weft_dtype)array->dtype), lowest = 0;
    for (int axis = 0; axis < array->rank; axis++) /* C order, innermost first */
        order[axis] = array->rank - 1 - axis;
    for (int k = array->rank - 1; !plain && k > 0 && random_chance(source, 50); k--) {
        int other = random_below(source, k + 1), moved = order[k];
        order[k] = order[other];
        order[other] = moved;
    }
    for (int k = 0; k < array->rank; k++) {
        int axis = order[k];
        if (!plain && random_chance(source, 15))
            step += random_chance(source, 50) ? 1 + random_below(source, 5) : 8;
        array->steps[axis] = step;
        if (array->shape[axis] > 0)
            step *= array->shape[axis];
        if (input && !plain && random_chance(source, 8)) {
            array->steps[axis] = 0;
        } else if (!plain && random_chance(source, 15) && array->shape[axis] > 0) {
            lowest += array->steps[axis] * (array->shape[axis] - 1);
            array->steps[axis] = -array->steps[axis];
        }
    }
    array->data = (void *)(intptr_t)lowest;
    return step;
}

/* Whether two arrays have the same dtype and shape, and the first no step 0 that is walked. */
static bool may_be_same_view(const weft_array *input, const weft_array *output)
{
    for (int axis = 0; axis < input->rank; axis++)
        if (input->shape[axis] > 1 && input->steps[axis] == 0)
            return false;
    return input->rank == output->rank && input->dtype == output->dtype &&
           memcmp(input->shape, output->shape, sizeof input->shape) == 0;
}

/* Lays an output over an input or the mask: exactly there, or somewhere about; true if it then lies
 * there, else *offset says where. */
static bool place_over(random_case *made, random_source *source, weft_array *output,
                       int64_t *offset)
{
    int input_number = random_below(source, made->ufunc->input_count);
    const weft_array *input = &made->operands[input_number];
    bool is_far = made->is_far[input_number];
    if (made->options.where && random_chance(source, 30)) {
        input = &made->mask;
        is_far = false;
    }
    if (is_far)
        return false;
    if (random_chance(source, 50) && may_be_same_view(input, output)) {
        output->data = input->data;
        memcpy(output->steps, input->steps, sizeof output->steps);
        return true;
    }
    *offset = (char *)input->data - made->arena - random_below(source, 40);
    *offset = *offset < 0 ? 0 : *offset;
    return false;
}

/* Gives one short axis a step of gigabytes, its sign kept; false if there is none. */
static bool lay_out_far(random_case *made, random_source *source, int operand)
{
    weft_array *array = &made->operands[operand];
    char *memory = far_memory();
    int64_t lowest = 0;
    int far_axis = -1;
    for (int axis = 0; axis < array->rank; axis++) {
        if (array->shape[axis] == 0)
            return false;
        if (array->shape[axis] > 1 && array->shape[axis] <= MOST_FAR && array->steps[axis] != 0)
            far_axis = axis;
    }
    if (!memory || far_axis < 0)
        return false;
    int64_t far_step = FAR_STEP + random_below(source, 1 << 20) - (1 << 19);
    array->steps[far_axis] = array->steps[far_axis] < 0 ? -far_step : far_step;
    for (int axis = 0; axis < array->rank; axis++)
        if (array->steps[axis] < 0)
            lowest -= array->steps[axis] * (array->shape[axis] - 1);
    array->data = memory + operand * FAR_SLOT + lowest + random_below(source, 8);
    made->is_far[operand] = true;
    return true;
}

void random_place_operand(random_case *made, random_source *source, int operand)
{
    weft_array *array = &made->operands[operand];
    bool is_input = operand < made->ufunc->input_count;
    int64_t bytes = lay_out(array, source, is_input);
    int64_t offset = made->used + (random_chance(source, 15) ? random_below(source, 8) : 0);
    if (random_chance(source, 6) && lay_out_far(made, source, operand))
        return;
    bool over = operand == made->ufunc->input_count && random_chance(source, 25);
    if (over && place_over(made, source, array, &offset))
        return;
    array->data = made->arena + offset + (intptr_t)array->data;
    if (offset + bytes > made->used)
        made->used = (offset + bytes + 15) / 8 * 8;
}

void random_place_mask(random_case *made, random_source *source)
{
    int64_t bytes = lay_out(&made->mask, source, true);
    int64_t offset = made->used + random_below(source, 8);
    made->mask.data = made->arena + offset + (intptr_t)made->mask.data;
    made->used = (offset + bytes + 15) / 8 * 8;
}

void random_place_clear(const random_case *made)
{
    for (int i = 0; i < made->operand_count; i++)
        if (made->is_far[i])
            madvise(far_memory() + i * FAR_SLOT, FAR_SLOT, MADV_DONTNEED);
}
