/* arrays.c: see arrays.h. */
#include "arrays.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t state = 88172645463325252U;

uint64_t random_below(uint64_t bound)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return bound ? (state * 0x2545F4914F6CDD1DU >> 16) % bound : 0;
}

static bool is_float(weft_dtype dtype)
{
    return dtype >= WEFT_FLOAT16;
}

/* Fills an array of doubles with moderate numbers, which are then cast. */
static void fill_moderate(const weft_array *view)
{
    weft_array numbers;
    weft_dtype wide = view->dtype >= WEFT_COMPLEX64 ? WEFT_COMPLEX128 : WEFT_FLOAT64;
    assert_int_equal(weft_array_new(&numbers, wide, view->rank, view->shape, NULL), WEFT_OK);
    size_t count = wide == WEFT_COMPLEX128 ? 2 : 1;
    for (int axis = 0; axis < view->rank; axis++)
        count *= (size_t)view->shape[axis];
    for (size_t i = 0; i < count; i++)
        ((double *)numbers.data)[i] = (double)(int64_t)random_below(2001) / 64 - 15;
    weft_options unsafe = {.casting = WEFT_CASTING_UNSAFE};
    assert_int_equal(weft_array_copy((weft_array *)(uintptr_t)view, &numbers, &unsafe, NULL),
                     WEFT_OK);
    weft_array_clear(&numbers);
}

/* Steps of the axes in a random order, with random gaps; returns the bytes spanned. */
static int64_t lay_out(weft_array *view, int64_t item, bool is_strided)
{
    int order[WEFT_MAX_RANK];
    int64_t span = item;
    for (int axis = 0; axis < view->rank; axis++)
        order[axis] = view->rank - 1 - axis;
    for (int axis = view->rank - 1; is_strided && axis > 0; axis--) {
        int other = (int)random_below((uint64_t)axis + 1), kept = order[axis];
        order[axis] = order[other];
        order[other] = kept;
    }
    for (int k = 0; k < view->rank; k++) {
        int axis = order[k];
        int64_t gap = is_strided ? (int64_t)random_below(3) * item : 0;
        view->steps[axis] = span + gap;
        if (view->shape[axis] > 1)
            span += view->steps[axis] * (view->shape[axis] - 1);
    }
    return span;
}

sample sample_make(weft_dtype dtype, int rank, const int64_t *shape, unsigned form, bool any_bits)
{
    sample all = {.view = weft_array_view(NULL, dtype, rank, shape, NULL)};
    int64_t item = (int64_t)weft_dtype_size(dtype);
    int64_t span = lay_out(&all.view, item, form & SAMPLE_STRIDED);
    all.size = (size_t)span + 64;
    all.buffer = malloc(all.size);
    assert_non_null(all.buffer);
    for (size_t i = 0; i < all.size; i++)
        all.buffer[i] = (unsigned char)random_below(256);
    char *first = (char *)all.buffer + 32 + (form & SAMPLE_MISALIGNED ? 1 : 0);
    for (int axis = 0; axis < rank; axis++)
        if ((form & SAMPLE_STRIDED) && random_below(3) == 0 && shape[axis] > 0) {
            first += all.view.steps[axis] * (shape[axis] - 1);
            all.view.steps[axis] = -all.view.steps[axis];
        }
    all.view.data = first;
    if (form & SAMPLE_SWAPPED)
        all.view.flags |= WEFT_ARRAY_SWAPPED;
    if (is_float(dtype) && !any_bits)
        fill_moderate(&all.view);
    return all;
}

sample sample_copy(const sample *original)
{
    sample all = *original;
    all.buffer = malloc(all.size);
    assert_non_null(all.buffer);
    memcpy(all.buffer, original->buffer, all.size);
    all.view.data = all.buffer + ((unsigned char *)original->view.data - original->buffer);
    all.device_bytes = (weft_array){0};
    return all;
}

void sample_clear(sample *all)
{
    free(all->buffer);
    weft_array_clear(&all->device_bytes);
    *all = (sample){0};
}

weft_array sample_to_device(sample *all)
{
    int64_t size = (int64_t)all->size;
    weft_error error = {0};
    weft_array bytes = weft_array_view(all->buffer, WEFT_UINT8, 1, &size, NULL);
    if (weft_to_device(&bytes, &all->device_bytes, NULL, &error))
        fail_msg("%s", error.text);
    weft_array view = all->view;
    view.data = (char *)all->device_bytes.data + ((unsigned char *)view.data - all->buffer);
    view.device = all->device_bytes.device;
    return view;
}

void sample_from_device(sample *all)
{
    int64_t size = (int64_t)all->size;
    weft_error error = {0};
    weft_array bytes = weft_array_view(all->buffer, WEFT_UINT8, 1, &size, NULL);
    if (weft_copy_to_host(&all->device_bytes, &bytes, NULL, &error))
        fail_msg("%s", error.text);
}

/* The elements in C order and native byte order. */
static weft_array packed(const weft_array *view)
{
    weft_array plain;
    assert_int_equal(weft_array_new(&plain, (weft_dtype)view->dtype, view->rank, view->shape, NULL),
                     WEFT_OK);
    assert_int_equal(weft_array_copy(&plain, view, NULL, NULL), WEFT_OK);
    return plain;
}

/* As doubles; complex as two each. */
static weft_array as_numbers(const weft_array *view)
{
    weft_array numbers;
    weft_dtype wide = view->dtype >= WEFT_COMPLEX64 ? WEFT_COMPLEX128 : WEFT_FLOAT64;
    assert_int_equal(weft_array_new(&numbers, wide, view->rank, view->shape, NULL), WEFT_OK);
    assert_int_equal(weft_array_copy(&numbers, view, NULL, NULL), WEFT_OK);
    return numbers;
}

double largest_element(const weft_array *view)
{
    weft_array whole = packed(view), numbers = as_numbers(&whole);
    size_t count = view->dtype >= WEFT_COMPLEX64 ? 2 : 1;
    double largest = 0;
    for (int axis = 0; axis < view->rank; axis++)
        count *= (size_t)view->shape[axis];
    for (size_t i = 0; i < count; i++)
        if (isfinite(((double *)numbers.data)[i]))
            largest = fmax(largest, fabs(((double *)numbers.data)[i]));
    weft_array_clear(&numbers);
    weft_array_clear(&whole);
    return largest;
}

static void assert_near(const weft_array *actual, const weft_array *expected, size_t count,
                        double tolerance, const char *what)
{
    weft_array a = as_numbers(actual), e = as_numbers(expected);
    const size_t parts = actual->dtype >= WEFT_COMPLEX64 ? 2 : 1;
    for (size_t i = 0; i < count * parts; i++) {
        const double *number = (double *)e.data + i / parts * parts; /* i is a part of it */
        double x = ((double *)a.data)[i], y = ((double *)e.data)[i];
        if ((isnan(x) && isnan(y)) || x == y)
            continue;
        double modulus = parts == 2 ? hypot(number[0], number[1]) : fabs(y);
        if (!(fabs(x - y) <= tolerance * (1 + modulus)))
            fail_msg("%s: element %zu is %.17g, expected %.17g", what, i, x, y);
    }
    weft_array_clear(&a);
    weft_array_clear(&e);
}

void assert_same(const weft_array *actual, const weft_array *expected, double tolerance,
                 const char *what)
{
    size_t item = weft_dtype_size((weft_dtype)expected->dtype), count = 1;
    if (actual->dtype != expected->dtype || actual->rank != expected->rank ||
        memcmp(actual->shape, expected->shape, (size_t)actual->rank * sizeof *actual->shape) != 0)
        fail_msg("%s: dtype or shape differ", what);
    for (int axis = 0; axis < actual->rank; axis++)
        count *= (size_t)actual->shape[axis];
    if (count == 0)
        return;
    weft_array a = packed(actual), e = packed(expected);
    if (is_float((weft_dtype)actual->dtype)) {
        assert_near(&a, &e, count, tolerance, what);
    } else {
        for (size_t i = 0; i < count * item; i++)
            if (((unsigned char *)a.data)[i] != ((unsigned char *)e.data)[i])
                fail_msg("%s: element %zu of dtype %s differs", what, i / item,
                         weft_dtype_name((weft_dtype)actual->dtype));
    }
    weft_array_clear(&a);
    weft_array_clear(&e);
}
