/* part.c: how a part is made of a whole. */
#include "part.h"

#include <stdlib.h>

#include "arrays/array.h"
#include "base/error.h"
#include "call/lists/ragged.h"

/* A view of what one box walks of an operand, whose last core_rank axes are core axes. */
static weft_array restrict_view(const weft_array *array, int core_rank, const plan_box *box)
{
    weft_array view = *array;
    const int rank = array->rank - core_rank;
    const bool has_data = array_count(array) > 0;
    for (int axis = 0; axis < rank; axis++) {
        const int inner = rank - 1 - axis;
        if (array->shape[axis] == 1)
            continue;
        view.shape[axis] = box->extents[inner];
        if (has_data)
            view.data = (char *)view.data + box->first[inner] * array->steps[axis];
    }
    return view;
}

/* The same of an operand of lists. */
static weft_array restrict_lists(const call_state *whole, int i, const plan_box *box)
{
    const int64_t *of = whole->plan.lists[plan_list_dimension(whole->ufunc, i)];
    const int64_t from = of[box->first[0]], to = of[box->first[0] + box->extents[0]];
    return ragged_narrow(whole->set.given[i], from - of[0], to - of[0]);
}

/* Where a kernel may need memory when others have run already, outputs are written through
 * temporaries, too. */
uint32_t part_find_staged(const call_state *whole, bool is_one_of_several)
{
    const bool is_aside = is_one_of_several && whole->place.backend->spread &&
                          !(whole->ufunc->flags & WEFT_UFUNC_ELEMENTWISE);
    uint32_t staged = whole->overlapping;
    for (int i = 0; i < whole->operand_count; i++)
        if ((is_aside && i >= whole->input_count) || stage_is_needed(whole, i))
            staged |= UINT32_C(1) << i;
    return staged;
}

/* Begins the part's state, with nothing that part_clear would free. */
static void begin(call_state *part, const call_state *whole, uint32_t staged,
                  const weft_place *place)
{
    part->ufunc = whole->ufunc;
    part->operands = whole->operands;
    part->set = whole->set;
    part->set.given = part->replaced;
    part->place = *place;
    part->input_count = whole->input_count;
    part->operand_count = whole->operand_count;
    part->overlapping = staged;
    part->temporaries = part->arrived = 0;
    part->is_under_way = false;
    part->copies = (backend_copies){0};
    part->result_arrays = part->temporary_arrays = NULL;
    part->many = NULL;
    part->lists = NULL;
    part->options = whole->options;
}

/* A mask chooses elements where they lie. */
static weft_status check_mask(const call_state *whole, const weft_place *place, weft_error *error)
{
    for (int i = 0; plan_is_masked(&whole->plan) && i < whole->operand_count; i++) {
        const int device = whole->set.given[i]->device;
        if (device > 0 && device != place->device + 1)
            return error_set_at(error, WEFT_ERROR_ARGUMENT, i, -1,
                                "%s: operand %d (%s) lies on device %d; with where no part can be "
                                "computed on %d",
                                whole->ufunc->name, i, operand_name(whole->ufunc, i), device - 1,
                                place->device);
    }
    return WEFT_OK;
}

weft_status part_make(call_state *part, const call_state *whole, const plan_box *box,
                      uint32_t staged, const weft_place *place, weft_error *error)
{
    int64_t shape[WEFT_MAX_RANK];
    const int rank = whole->plan.rank;
    begin(part, whole, staged, place);
    plan_begin(&part->plan, whole->ufunc, whole->plan.loop, &part->place, whole->set.count,
               &part->cores);
    part->plan.raised = whole->plan.raised;
    for (int d = 0; d < whole->ufunc->dimension_count; d++)
        part->plan.sizes[d] = whole->plan.sizes[d];
    for (int axis = 0; axis < rank; axis++)
        shape[axis] = box->extents[rank - 1 - axis];
    plan_shape(&part->plan, rank, shape);
    weft_status status = check_mask(whole, place, error);
    if (!status)
        status = call_make_room(part, error);
    if (!status && whole->lists)
        status = ragged_open_part(part, whole, box->first[0], box->extents[0], error);
    for (int i = 0; i < whole->set.count && !status; i++) {
        part->result_arrays[i] =
            plan_list_dimension(whole->ufunc, i) >= 0
                ? restrict_lists(whole, i, box)
                : restrict_view(whole->set.given[i], plan_core_rank(whole->ufunc, i), box);
        part->replaced[i] = &part->result_arrays[i]; /* no result lies there: all are given */
        call_replace(part, i, part->replaced[i]);
    }
    return status;
}

void part_clear(call_state *part)
{
    stage_release(part, false);
    call_close(part);
}
