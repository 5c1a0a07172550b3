/* random.c: random lists against a walk that takes them one by one: lengths, offsets, places in
 * memory, dtypes and results of all kinds. */
#include "../device/arrays.h"
#include "list_tests.h"

enum { MOST_OPERANDS = 4, SIZES = 2, MOST_LENGTH = 255 };

static weft_error error;

/* One operand of a case. */
typedef struct list_operand {
    sample values, offsets;
    weft_array on_device, far_offsets; /* of these, where they lie there */
    weft_array lists;                  /* what is handed over */
    double *numbers;                   /* of all elements, in C order; owned */
    int64_t begin, each;               /* where the first list begins; numbers an element has */
    bool is_given;
} list_operand;

/* One case: the same lists for all operands of a size. */
typedef struct list_case {
    const list_subject *what;
    int64_t count, *lengths[SIZES]; /* owned */
    list_operand operands[MOST_OPERANDS];
    int operand_count;
    bool on_device;
} list_case;

static bool one_in(unsigned n)
{
    return random_below(n) == 0;
}

static int size_of(char kind)
{
    return kind == 'n' || kind == 'r' ? 0 : kind == 'm' ? 1 : -1;
}

/* Lengths of a kind: of none, few, many; equal ones; one huge list among small ones. */
static int64_t *make_lengths(int64_t count)
{
    int64_t *lengths = calloc((size_t)count + 1, sizeof *lengths);
    const unsigned kind = (unsigned)random_below(5), most = one_in(4) ? MOST_LENGTH : 6;
    const int64_t equal = (int64_t)random_below(5);
    for (int64_t k = 0; k < count; k++)
        lengths[k] = kind == 0 ? 0 : kind == 1 ? equal : (int64_t)random_below(most + 1);
    if (kind == 2 && count > 0)
        lengths[random_below((uint64_t)count)] = MOST_LENGTH;
    return lengths;
}

/* Sets the elements of a sample to small whole numbers, which all dtypes have. */
static void set_numbers(sample *to, double *numbers, int64_t count)
{
    const bool is_bool = to->view.dtype == WEFT_BOOL, is_unsigned = to->view.dtype == WEFT_UINT8;
    for (int64_t i = 0; i < count; i++)
        numbers[i] =
            is_bool ? (double)random_below(2) : (double)random_below(9) - (is_unsigned ? 0 : 4);
    weft_array from = weft_array_view(numbers, WEFT_FLOAT64, to->view.rank, to->view.shape, NULL);
    weft_options unsafe = {.casting = WEFT_CASTING_UNSAFE};
    assert_int_equal(weft_array_copy(&to->view, &from, &unsafe, &error), WEFT_OK);
}

/* The offsets of lists of these lengths that begin at `begin`, as int32 or int64. */
static sample make_offsets(const int64_t *lengths, int64_t count, int64_t begin)
{
    static const unsigned forms[] = {SAMPLE_PLAIN, SAMPLE_PLAIN, SAMPLE_STRIDED, SAMPLE_MISALIGNED,
                                     SAMPLE_SWAPPED};
    int64_t *numbers = calloc((size_t)count + 1, sizeof *numbers);
    numbers[0] = begin;
    for (int64_t k = 0; k < count; k++)
        numbers[k + 1] = numbers[k] + lengths[k];
    sample made = sample_make(one_in(2) ? WEFT_INT32 : WEFT_INT64, 1, SHAPE(count + 1),
                              forms[random_below(5)], false);
    weft_array from = weft_array_view(numbers, WEFT_INT64, 1, SHAPE(count + 1), NULL);
    assert_int_equal(weft_array_copy(&made.view, &from, NULL, &error), WEFT_OK);
    free(numbers);
    return made;
}

static int64_t sum_of(const int64_t *lengths, int64_t count)
{
    int64_t sum = 0;
    for (int64_t k = 0; k < count; k++)
        sum += lengths[k];
    return sum;
}

/* The array of one operand, with some elements that are no list's. */
static void make_values(list_case *made, int i, weft_dtype dtype)
{
    static const unsigned forms[] = {SAMPLE_PLAIN,   SAMPLE_PLAIN,      SAMPLE_PLAIN,
                                     SAMPLE_STRIDED, SAMPLE_MISALIGNED, SAMPLE_SWAPPED};
    list_operand *one = &made->operands[i];
    const char kind = made->what->kinds[i];
    const int size = size_of(kind);
    int64_t shape[2] = {made->count, 3}, rank = kind == 'r' || kind == 't' ? 2 : 1;
    one->each = kind == 'r' || kind == 't' ? 3 : 1;
    one->begin = size >= 0 && one_in(2) ? (int64_t)random_below(5) : 0;
    if (size >= 0)
        shape[0] = one->begin + sum_of(made->lengths[size], made->count) +
                   (one_in(2) ? (int64_t)random_below(4) : 0);
    else if (one_in(3) && i < made->what->inputs)
        shape[0] = 1;
    one->values = sample_make(dtype, (int)rank, shape, forms[random_below(6)], false);
    one->numbers = calloc((size_t)(shape[0] * one->each) + 1, sizeof *one->numbers);
    set_numbers(&one->values, one->numbers, shape[0] * one->each);
    one->lists = made->on_device ? sample_to_device(&one->values) : one->values.view;
    if (size < 0)
        return;
    one->offsets = make_offsets(made->lengths[size], made->count, one->begin);
    one->far_offsets =
        made->on_device && one_in(2) ? sample_to_device(&one->offsets) : one->offsets.view;
    one->lists = weft_ragged_view(&one->lists, &one->far_offsets);
}

static weft_dtype output_dtype(const list_subject *what, int i)
{
    const int loops = (int)what->ufunc->loop_count;
    int found = loops - 1;
    for (int k = loops - 1; k >= 0; k--) {
        bool fits = true;
        for (int input = 0; input < what->inputs; input++)
            fits =
                fits && weft_can_cast(what->dtype, (weft_dtype)what->ufunc->loops[k].dtypes[input],
                                      WEFT_CASTING_SAFE);
        found = fits ? k : found;
    }
    /* the descriptor counts an index among the inputs */
    const int given = what->ufunc->input_count - what->inputs;
    return (weft_dtype)what->ufunc->loops[found].dtypes[i + given];
}

static list_case make_case(bool all_given)
{
    list_case made = {.what = &list_subjects[random_below((uint64_t)list_subject_count)]};
    made.operand_count = made.what->inputs + made.what->outputs;
    made.on_device = target == WEFT_GPU && one_in(2);
    made.count = one_in(8) ? 0 : one_in(8) ? 500 : 1 + (int64_t)random_below(30);
    for (int size = 0; size < SIZES; size++)
        made.lengths[size] = make_lengths(made.count);
    for (int i = 0; i < made.operand_count; i++) {
        const bool is_output = i >= made.what->inputs;
        list_operand *one = &made.operands[i];
        one->is_given = !is_output || all_given || one_in(2);
        if (one->is_given)
            make_values(&made, i, is_output ? output_dtype(made.what, i) : made.what->dtype);
    }
    /* results that are allocated borrow offsets, which must begin with 0 */
    for (int i = made.what->inputs; i < made.operand_count; i++) {
        const int size = size_of(made.what->kinds[i]);
        int first = 0;
        while (size_of(made.what->kinds[first]) != size)
            first++;
        if (size >= 0 && !made.operands[i].is_given && made.operands[first].begin > 0) {
            made.operands[i].is_given = true;
            make_values(&made, i, output_dtype(made.what, i));
        }
    }
    return made;
}

static void clear_case(list_case *made)
{
    for (int i = 0; i < made->operand_count; i++) {
        list_operand *one = &made->operands[i];
        free(one->numbers);
        if (!one->is_given) {
            weft_array_clear(&one->lists);
            continue;
        }
        sample_clear(&one->values);
        if (one->offsets.buffer)
            sample_clear(&one->offsets);
    }
    for (int size = 0; size < SIZES; size++)
        free(made->lengths[size]);
}

/* Where item k of an operand has its numbers. */
static int64_t place_of(const list_case *made, int i, int64_t k)
{
    const list_operand *one = &made->operands[i];
    const int size = size_of(made->what->kinds[i]);
    if (size >= 0)
        return (one->begin + sum_of(made->lengths[size], k)) * one->each;
    return one->is_given && one->values.view.shape[0] == 1 && made->count != 1 ? 0 : k * one->each;
}

/* Computes items lo to before hi into the numbers of the outputs. */
static void compute_naively(list_case *made, int64_t lo, int64_t hi)
{
    int64_t places[MOST_OPERANDS];
    for (int i = 0; i < made->operand_count; i++)
        places[i] = place_of(made, i, lo);
    for (int64_t k = lo; k < hi; k++) {
        const int64_t sizes[SIZES] = {made->lengths[0][k], made->lengths[1][k]};
        const double *in[MOST_OPERANDS];
        double *out[MOST_OPERANDS];
        for (int i = 0; i < made->operand_count; i++) {
            const int size = size_of(made->what->kinds[i]);
            double *at = made->operands[i].numbers + places[i];
            if (i < made->what->inputs)
                in[i] = at;
            else
                out[i - made->what->inputs] = at;
            const bool stays = size < 0 && place_of(made, i, 1) == 0;
            places[i] += size >= 0 ? sizes[size] * made->operands[i].each
                         : stays   ? 0
                                   : made->operands[i].each;
        }
        made->what->naive(sizes, in, out, k);
    }
}

/* Room for the numbers of results that are not given: 0 at first. */
static void make_room(list_case *made)
{
    for (int i = made->what->inputs; i < made->operand_count; i++) {
        list_operand *one = &made->operands[i];
        const char kind = made->what->kinds[i];
        const int size = size_of(kind);
        if (one->is_given)
            continue;
        one->each = kind == 't' ? 3 : 1;
        const int64_t count = size >= 0 ? sum_of(made->lengths[size], made->count) : made->count;
        one->numbers = calloc((size_t)(count * one->each) + 1, sizeof *one->numbers);
    }
}

/* Compares an operand with its numbers, all elements of its array. */
static void compare(list_case *made, int i)
{
    list_operand *one = &made->operands[i];
    weft_array found = one->lists;
    found.flags &= (uint8_t)~WEFT_ARRAY_RAGGED;
    if (one->is_given && made->on_device)
        sample_from_device(&one->values);
    if (one->is_given)
        found = one->values.view;
    int64_t count = 1;
    for (int axis = 0; axis < found.rank; axis++)
        count *= found.shape[axis];
    double *numbers = calloc((size_t)count + 1, sizeof *numbers);
    weft_array to = weft_array_view(numbers, WEFT_FLOAT64, found.rank, found.shape, NULL);
    assert_int_equal(weft_array_copy(&to, &found, NULL, &error), WEFT_OK);
    for (int64_t k = 0; k < count; k++)
        if (numbers[k] != one->numbers[k])
            fail_msg("%s: operand %d, element %lld of %lld: %g, not %g", made->what->ufunc->name, i,
                     (long long)k, (long long)count, numbers[k], one->numbers[k]);
    free(numbers);
}

/* The operands of the call: an index stands between inputs and outputs, and is not given. */
static void hand_over(list_case *made, weft_array **operands)
{
    const int more = made->what->ufunc->input_count - made->what->inputs;
    for (int i = 0; i < made->operand_count; i++)
        operands[i + (i >= made->what->inputs ? more : 0)] = &made->operands[i].lists;
    for (int k = 0; k < more; k++)
        operands[made->what->inputs + k] = NULL;
}

void test_random_lists(void **state)
{
    (void)state;
    for (long n = 0; n < case_count; n++) {
        list_case made = make_case(false);
        weft_array *operands[MOST_OPERANDS + 1];
        weft_options options = {.target = target};
        hand_over(&made, operands);
        make_room(&made);
        compute_naively(&made, 0, made.count);
        if (weft_call(made.what->ufunc, operands, &options, &error))
            fail_msg("%s: %s", made.what->ufunc->name, error.text);
        for (int i = 0; i < made.operand_count; i++) {
            const list_operand *one = &made.operands[i];
            const bool is_lists = size_of(made.what->kinds[i]) >= 0;
            assert_true(!!(one->lists.flags & WEFT_ARRAY_RAGGED) == is_lists);
            compare(&made, i);
        }
        clear_case(&made);
    }
}

/* Ranges that cover all lists are the whole call, and touch nothing else. */
void test_ranges(void **state)
{
    (void)state;
    for (long n = 0; n < case_count / 3; n++) {
        list_case made = make_case(true);
        weft_array *operands[MOST_OPERANDS + 1];
        weft_options options = {.target = target};
        int64_t cuts[4] = {0, 0, 0, made.count}, items;
        hand_over(&made, operands);
        cuts[1] = (int64_t)random_below((uint64_t)made.count + 1);
        cuts[2] = cuts[1] + (int64_t)random_below((uint64_t)(made.count - cuts[1]) + 1);
        assert_int_equal(weft_item_count(made.what->ufunc, operands, &options, &items, &error),
                         WEFT_OK);
        assert_int_equal(items, made.count);
        const bool middle_only = one_in(2);
        for (int k = middle_only ? 1 : 0; k < (middle_only ? 2 : 3); k++) {
            compute_naively(&made, cuts[k], cuts[k + 1]);
            if (weft_call_range(made.what->ufunc, operands, cuts[k], cuts[k + 1], &options, &error))
                fail_msg("%s: %s", made.what->ufunc->name, error.text);
        }
        for (int i = 0; i < made.operand_count; i++)
            compare(&made, i);
        clear_case(&made);
    }
}
