/* npy_round.c: any array, written as a .npy file and read again, is the same array: dtype, shape and
 * every element's bytes, whatever its steps and byte order were. One that cannot be written leaves no
 * file. The input is one array as call_text.h has it. */
#include <string.h>

#include "call_text.h"
#include "fuzz.h"
#include "scratch.h"

/* The bytes of element `index`, C order, in native byte order. */
static void read_element(const weft_array *array, size_t index, unsigned char *element)
{
    size_t size = weft_dtype_size((weft_dtype)array->dtype);
    bool is_complex = array->dtype == WEFT_COMPLEX64 || array->dtype == WEFT_COMPLEX128;
    size_t part = is_complex ? size / 2 : size;
    const char *at = array->flags & WEFT_ARRAY_INLINE ? (const char *)&array->value : array->data;
    for (int axis = array->rank - 1; axis >= 0; axis--) {
        at += (int64_t)(index % (size_t)array->shape[axis]) * array->steps[axis];
        index /= (size_t)array->shape[axis];
    }
    for (size_t k = 0; k < size; k++) {
        size_t within = k % part;
        bool swapped = array->flags & WEFT_ARRAY_SWAPPED;
        element[k] = (unsigned char)at[swapped ? k - within + part - 1 - within : k];
    }
    if (array->dtype == WEFT_BOOL)
        element[0] = element[0] != 0;
}

static void expect_same(const weft_array *written, const weft_array *read)
{
    unsigned char first[16], second[16];
    FUZZ_EXPECT(read->dtype == written->dtype && read->rank == written->rank);
    size_t count = 1, size = weft_dtype_size((weft_dtype)read->dtype);
    for (int axis = 0; axis < read->rank; axis++) {
        FUZZ_EXPECT(read->shape[axis] == written->shape[axis]);
        count *= (size_t)read->shape[axis]; /* read has them all */
    }
    for (size_t i = 0; i < count; i++) {
        read_element(written, i, first);
        read_element(read, i, second);
        FUZZ_EXPECT(memcmp(first, second, size) == 0);
    }
}

/* Bytes of all kinds. */
static void fill(char *pool, unsigned seed)
{
    for (size_t i = 0; i < POOL_SIZE; i++) {
        seed = seed * 1664525u + 1013904223u;
        pool[i] = (char)(seed >> 24);
    }
}

static void try_array(const weft_array *array)
{
    static const char path[] = "round.npy";
    weft_error error = {0};
    weft_array read = {0};
    weft_status status = weft_npy_write(path, array, &error);
    if (status == WEFT_OK) {
        FUZZ_EXPECT(weft_npy_read(path, &read, &error) == WEFT_OK);
        expect_same(array, &read);
        weft_array_clear(&read);
    } else {
        FUZZ_EXPECT(error.status == status && error.text[0]);
    }
    FUZZ_EXPECT(scratch_restore(NULL) == (status == WEFT_OK));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static bool is_open;
    if (!is_open)
        scratch_open();
    is_open = true;
    char *source = fuzz_text(bytes, size), *pool = malloc(POOL_SIZE);
    if (!pool)
        abort();
    call_text text = {.next = source, .pool = pool, .reduces = true};
    weft_array array = call_text_array(&text);
    fill(pool, (unsigned)size);
    try_array(&array);
    free(pool);
    free(source);
    return 0;
}
