/* npy.c: any bytes as a .npy file. What is read can be touched to its last byte.
 *
 * So that a corpus can be read: \xHH stands for the byte HH. A text that begins with { is a header
 * up to its first line's end and data behind it; the magic, version 1.0 and length are put before. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <weft/weft.h>

#include "fuzz.h"

static int digit(uint8_t c)
{
    const char *digits = "0123456789abcdef", *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* Puts the bytes that the text stands for into `file`, which has room for size + 10. */
static size_t translate(const uint8_t *text, size_t size, uint8_t *file)
{
    size_t length = 0;
    if (size && text[0] == '{') {
        const uint8_t *line_end = memchr(text, '\n', size);
        size_t header = line_end ? (size_t)(line_end - text) + 1 : size;
        memcpy(file, "\x93NUMPY\x01\x00", 8);
        file[8] = (uint8_t)(header & 0xff);
        file[9] = (uint8_t)(header >> 8 & 0xff);
        memcpy(file + 10, text, header);
        length = header + 10;
        text += header;
        size -= header;
    }
    for (size_t i = 0; i < size; i++) {
        bool escape = i + 3 < size && text[i] == '\\' && text[i + 1] == 'x' &&
                      digit(text[i + 2]) >= 0 && digit(text[i + 3]) >= 0;
        int value = escape ? digit(text[i + 2]) << 4 | digit(text[i + 3]) : text[i];
        file[length++] = (uint8_t)value;
        i += escape ? 3 : 0;
    }
    return length;
}

/* Reads every byte of an array that the reader made. */
static void touch(const weft_array *array)
{
    volatile unsigned char sum = 0;
    size_t count = weft_dtype_size((weft_dtype)array->dtype);
    FUZZ_EXPECT(count > 0 && (array->flags & WEFT_ARRAY_OWNED));
    FUZZ_EXPECT(array->rank >= 0 && array->rank <= WEFT_MAX_RANK);
    for (int axis = 0; axis < array->rank; axis++) {
        FUZZ_EXPECT(array->shape[axis] >= 0);
        count *= (size_t)array->shape[axis]; /* the file has them all */
    }
    for (size_t i = 0; i < count; i++)
        sum = (unsigned char)(sum + ((const unsigned char *)array->data)[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    uint8_t *file = malloc(size + 10);
    int descriptor = memfd_create("fuzz.npy", 0);
    if (!file || descriptor < 0)
        abort();
    size_t length = translate(bytes, size, file);
    if (write(descriptor, file, length) != (ssize_t)length)
        abort();
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    weft_array array = {.rank = -7};
    weft_error error = {0};
    weft_status status = weft_npy_read(path, &array, &error);
    if (status == WEFT_OK) {
        touch(&array);
        weft_array_clear(&array);
    } else {
        FUZZ_EXPECT(array.rank == -7 && !array.data);
        FUZZ_EXPECT(error.status == status && error.text[0]);
        FUZZ_EXPECT(memchr(error.text, '\0', sizeof error.text));
    }
    close(descriptor);
    free(file);
    return 0;
}
