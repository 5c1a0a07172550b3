#include "lists.h"

#include <string.h>

#include "commands/report.h"

int lists_dimension(const weft_ufunc *ufunc, int operand)
{
    const weft_operand *facts = &ufunc->operands[operand];
    if (facts->core_rank == 0)
        return -1;
    const int first = facts->dimensions[0];
    return ufunc->dimensions[first].kind == WEFT_DIMENSION_RAGGED ? first : -1;
}

int64_t lists_count(const weft_array *array)
{
    return array->flags & WEFT_ARRAY_RAGGED ? array->value.offsets->shape[0] - 1 : -1;
}

weft_array lists_elements(const weft_array *array)
{
    weft_array plain = *array;
    plain.flags &= (uint8_t) ~(WEFT_ARRAY_RAGGED | WEFT_ARRAY_OWNED);
    return plain;
}

static bool failed(const weft_error *error)
{
    report_error("%s", error->text);
    return false;
}

/* The file of offsets for a dimension: of the last --offsets that names it, or that names none
 * where there is one dimension of lists. NULL: there is none. */
static const char *find_file(const call_request *request, const weft_ufunc *ufunc, int dimension)
{
    const char *name = ufunc->dimensions[dimension].name;
    const size_t length = strlen(name);
    for (size_t i = request->offsets.count; i-- > 0;) {
        const char *word = request->offsets.items[i];
        if (strncmp(word, name, length) == 0 && word[length] == '=')
            return word + length + 1;
        bool is_others = false;
        for (int k = 0; k < ufunc->dimension_count; k++) {
            const size_t other = strlen(ufunc->dimensions[k].name);
            is_others |= ufunc->dimensions[k].kind == WEFT_DIMENSION_RAGGED && k != dimension &&
                         strncmp(word, ufunc->dimensions[k].name, other) == 0 && word[other] == '=';
        }
        if (!is_others)
            return word;
    }
    return NULL;
}

/* Whole numbers along one axis, as int64. */
static bool read_offsets(const char *file, weft_array *offsets)
{
    weft_array read = {0};
    weft_error error;
    if (weft_npy_read(file, &read, &error) != WEFT_OK)
        return failed(&error);
    const weft_dtype dtype = (weft_dtype)read.dtype;
    bool is_right = read.rank == 1 && read.shape[0] > 0 && dtype != WEFT_BOOL &&
                    weft_can_cast(dtype, WEFT_INT64, WEFT_CASTING_SAME_KIND);
    if (!is_right)
        report_error("%s: offsets are integers along one axis, one more than there are lists, not "
                     "%s of rank %d",
                     file, weft_dtype_name(dtype), (int)read.rank);
    else if (weft_array_new(offsets, WEFT_INT64, 1, read.shape, &error) != WEFT_OK ||
             weft_array_copy(offsets, &read, NULL, &error) != WEFT_OK)
        is_right = failed(&error);
    weft_array_clear(&read);
    return is_right;
}

/* Makes axes 0 and 1 of an array one, of a copy where they do not lie in a row. */
static bool join_rows(weft_array *array)
{
    weft_error error;
    if (array->steps[0] != array->shape[1] * array->steps[1]) {
        weft_array copy = {0};
        if (weft_array_new(&copy, (weft_dtype)array->dtype, array->rank, array->shape, &error) !=
                WEFT_OK ||
            weft_array_copy(&copy, array, NULL, &error) != WEFT_OK) {
            weft_array_clear(&copy);
            return failed(&error);
        }
        weft_array_clear(array);
        *array = copy;
    }
    array->shape[1] *= array->shape[0];
    array->rank--;
    memmove(array->shape, array->shape + 1, (size_t)array->rank * sizeof *array->shape);
    memmove(array->steps, array->steps + 1, (size_t)array->rank * sizeof *array->steps);
    return true;
}

/* The rows of an array as lists of one length. */
static bool take_rows(weft_array *array, weft_array *offsets)
{
    const int64_t count = array->shape[0], length = array->shape[1];
    weft_error error;
    if (weft_array_new(offsets, WEFT_INT64, 1, (int64_t[]){count + 1}, &error) != WEFT_OK)
        return failed(&error);
    for (int64_t k = 0; k <= count; k++)
        ((int64_t *)offsets->data)[k] = k * length;
    return join_rows(array);
}

void lists_set(weft_array *array, const weft_array *offsets)
{
    array->flags |= WEFT_ARRAY_RAGGED;
    array->value.offsets = offsets;
}

/* One operand: of the offsets that another with lists of this size has, of a file, or of rows. */
static bool open_operand(const call_request *request, call_operands *all, int operand)
{
    const weft_ufunc *ufunc = all->ufunc;
    const int dimension = lists_dimension(ufunc, operand);
    const char *file = find_file(request, ufunc, dimension);
    const char *name = ufunc->operands[operand].name;
    weft_array *array = &all->arrays[operand];
    if (array->rank == 0 || (!file && array->rank != ufunc->operands[operand].core_rank + 1)) {
        report_error("operand %d (%s) of %s is lists of %s: --offsets=FILE says where each begins "
                     "in an array of all elements, %s",
                     operand, name, ufunc->name, ufunc->dimensions[dimension].name,
                     array->rank == 0 ? "and no number is one" : "or an array has one axis more");
        return false;
    }
    if (!file) {
        if (!take_rows(array, &all->offsets[operand]))
            return false;
    } else {
        for (int i = 0; i < operand; i++)
            if (lists_dimension(ufunc, i) == dimension) {
                lists_set(array, all->arrays[i].value.offsets);
                return true;
            }
        if (!read_offsets(file, &all->offsets[operand]))
            return false;
    }
    lists_set(array, &all->offsets[operand]);
    return true;
}

/* Lists of one size begin with 0, if they are right; else libweft says what is wrong by the numbers
 * that stand in the file. */
static void begin_with_zero(call_operands *all, int owner)
{
    int64_t *offsets = all->offsets[owner].data;
    const int64_t count = all->offsets[owner].shape[0], first = offsets[0];
    bool is_right = first > 0;
    for (int64_t k = 1; k < count && is_right; k++)
        is_right = offsets[k] >= offsets[k - 1];
    for (int i = 0; i < all->input_count; i++)
        is_right = is_right && (all->arrays[i].value.offsets != &all->offsets[owner] ||
                                !(all->arrays[i].flags & WEFT_ARRAY_RAGGED) ||
                                all->arrays[i].shape[0] >= offsets[count - 1]);
    if (!is_right)
        return;
    for (int64_t k = 0; k < count; k++)
        offsets[k] -= first;
    for (int i = 0; i < all->input_count; i++) {
        weft_array *array = &all->arrays[i];
        if (!(array->flags & WEFT_ARRAY_RAGGED) || array->value.offsets != &all->offsets[owner])
            continue;
        array->data = (char *)array->data + first * array->steps[0];
        array->shape[0] -= first;
    }
}

bool lists_open(const call_request *request, call_operands *all)
{
    bool has_lists = false;
    for (int i = 0; i < all->input_count && all->method == METHOD_CALL; i++) {
        if (lists_dimension(all->ufunc, i) < 0 || !all->pointers[i])
            continue;
        has_lists = true;
        if (!open_operand(request, all, i))
            return false;
    }
    for (int i = 0; i < all->input_count; i++)
        if (all->offsets[i].data)
            begin_with_zero(all, i);
    if (request->offsets.count && !has_lists) {
        report_error("%s takes no lists, whose begins --offsets could say",
                     request->words.items[1]);
        return false;
    }
    return true;
}
