/* test_npy.c: .npy files: round trips, what NumPy writes, and what nobody should have written. */
#include <sys/stat.h>
#include <unistd.h>

#include "base/dtype.h"
#include "check.h"
#include "arrays/npy_header.h"

static weft_error error;
static char path[] = "unit_npy_XXXXXX";

static int make_path(void **state)
{
    (void)state;
    int descriptor = mkstemp(path);
    return descriptor < 0 ? -1 : close(descriptor);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

/* Writes a file: magic, version, length, header text, then `data_length` bytes of data. */
static void write_file(int version, const char *header, const void *data, size_t data_length)
{
    FILE *file = fopen(path, "wb");
    size_t length = strlen(header);
    assert_non_null(file);
    fwrite("\x93NUMPY", 1, 6, file);
    fputc(version, file);
    fputc(0, file);
    for (int byte = 0; byte < (version == 1 ? 2 : 4); byte++)
        fputc((int)(length >> 8 * byte & 0xff), file);
    fwrite(header, 1, length, file);
    if (data_length)
        fwrite(data, 1, data_length, file);
    assert_int_equal(fclose(file), 0);
}

static void test_round_trips(void **state)
{
    (void)state;
    double memory[24];
    for (int k = 0; k < 24; k++)
        memory[k] = k;
    weft_array array =
        weft_array_view(memory + 23, WEFT_FLOAT64, 3, SHAPE(2, 3, 4), SHAPE(-8, -16, -48));
    weft_array read = {0};
    assert_ok(error, weft_npy_write(path, &array, &error));
    assert_ok(error, weft_npy_read(path, &read, &error));
    assert_int_equal(read.rank, 3);
    assert_memory_equal(read.shape, array.shape, 3 * sizeof *read.shape);
    assert_true(read.flags == WEFT_ARRAY_OWNED);
    for (int k = 0; k < 24; k++)
        assert_true(((double *)read.data)[k] == 23 - (k / 12 + k / 4 % 3 * 2 + k % 4 * 6));
    weft_array_clear(&read);
    for (int dtype = 1; dtype < WEFT_DTYPE_END; dtype++) {
        array = weft_array_view(memory, (weft_dtype)dtype, 1, SHAPE(3), NULL);
        const dtype_facts *facts = &dtype_table[dtype];
        char code[8];
        if (!facts->npy[0]) {
            assert_fails(error, WEFT_ERROR_DTYPE, "has no .npy type",
                         weft_npy_write(path, &array, &error));
            continue;
        }
        snprintf(code, sizeof code, "%c%d", facts->kind, facts->size); /* as NumPy has them all */
        assert_string_equal(facts->npy, code);
        assert_ok(error, weft_npy_write(path, &array, &error));
        assert_ok(error, weft_npy_read(path, &read, &error));
        assert_int_equal(read.dtype, dtype);
        if (dtype != WEFT_BOOL)
            assert_memory_equal(read.data, memory, 3 * weft_dtype_size((weft_dtype)dtype));
        weft_array_clear(&read);
    }
    assert_string_equal(dtype_table[WEFT_BFLOAT16].npy, "");
    weft_array scalar = weft_scalar_i64(42);
    assert_ok(error, weft_npy_write(path, &scalar, &error));
    assert_ok(error, weft_npy_read(path, &read, &error));
    assert_int_equal(read.rank, 0);
    assert_int_equal(*(int64_t *)read.data, 42);
    weft_array_clear(&read);
    weft_array empty = weft_array_view(NULL, WEFT_INT8, 2, SHAPE(0, 5), NULL);
    assert_ok(error, weft_npy_write(path, &empty, &error));
    assert_ok(error, weft_npy_read(path, &read, &error));
    assert_int_equal(read.shape[1], 5);
    weft_array_clear(&read);
}

static void test_reads_orders(void **state)
{
    (void)state;
    const unsigned char big[12] = {0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6};
    weft_array read = {0};
    write_file(2, "{'descr': '>u2', 'fortran_order': True, 'shape': (2, 3), }       \n", big, 12);
    assert_ok(error, weft_npy_read(path, &read, &error));
    assert_int_equal(read.dtype, WEFT_UINT16);
    assert_true(read.flags & WEFT_ARRAY_SWAPPED);
    assert_int_equal(read.steps[0], 2);
    assert_int_equal(read.steps[1], 4);
    uint16_t native[6];
    weft_array copy = weft_array_view(native, WEFT_UINT16, 2, SHAPE(2, 3), NULL);
    assert_ok(error, weft_array_copy(&copy, &read, NULL, &error));
    const uint16_t expected[6] = {1, 3, 5, 2, 4, 6};
    assert_memory_equal(native, expected, sizeof native);
    weft_array_clear(&read);
    write_file(3, "{\"shape\":(1L,),\"descr\":\"|b1\",\"fortran_order\":False}", "\1", 1);
    assert_ok(error, weft_npy_read(path, &read, &error));
    assert_int_equal(read.dtype, WEFT_BOOL);
    weft_array_clear(&read);
}

static void test_keeps_fortran_order(void **state)
{
    (void)state;
    const int32_t values[6] = {1, 2, 3, 4, 5, 6};
    weft_array array =
        weft_array_view((void *)(uintptr_t)values, WEFT_INT32, 2, SHAPE(2, 3), (int64_t[]){4, 8});
    weft_array read;
    assert_ok(error, weft_npy_write(path, &array, &error));
    assert_ok(error, weft_npy_read(path, &read, &error));
    assert_int_equal(read.steps[0], 4);
    assert_int_equal(read.steps[1], 8);
    assert_memory_equal(read.data, values, sizeof values);
    weft_array_clear(&read);
}

static void test_refuses_headers(void **state)
{
    (void)state;
    static const struct {
        const char *header, *words;
    } rows[] = {
        {"", "no dict"},
        {"{", "a key with ':' was expected"},
        {"{}", "must all be there"},
        {"{'descr': '<f8', 'fortran_order': False}", "must all be there"},
        {"{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': ()}", "stands twice"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (), 'x': 1}", "none of descr"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': ()} x", "text after the dict"},
        {"{'descr': '<f8' 'fortran_order': False, 'shape': ()}", "',' or '}' was expected"},
        {"{'descr': '<f8', 'fortran_order': 0, 'shape': ()}", "neither True nor False"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': 3}", "is no tuple"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (3)}", "a comma is missing"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (-3,)}", "is no integer"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}",
         "is no integer"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387904, 4)}",
         "more bytes than int64"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
         "1,1,1,1,1,1,1,1,1,1,1,1,1,1)}",
         "more than 32 dimensions"},
        {"{'descr': '<V2', 'fortran_order': False, 'shape': ()}", "bfloat16 has no .npy type"},
        {"{'descr': '|O', 'fortran_order': False, 'shape': ()}", "'|O' is not supported"},
        {"{'descr': '<f16', 'fortran_order': False, 'shape': ()}", "'<f16' is not supported"},
        {"{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': ()}", "no plain string"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}", "describes 16 bytes"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,)}",
         "describes 8000000000000 bytes"},
        {"{'descr': '<f\\x38', 'fortran_order': False, 'shape': ()}", "no plain string"},
        {"{'descr': '<f8", "no plain string"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        weft_array read = {0};
        write_file(1, rows[k].header, "12345678", 8);
        assert_fails(error, WEFT_ERROR_FILE, rows[k].words, weft_npy_read(path, &read, &error));
        assert_null(read.data);
    }
}

/* Every beginning of a good file is refused, and every header text with one byte changed is either
 * read or refused, but never more. */
static void test_survives_damage(void **state)
{
    (void)state;
    static const char header[] = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }";
    double data[2] = {1, 2};
    weft_array read = {0};
    write_file(1, header, data, sizeof data);
    for (long length = 10 + (long)sizeof header - 1 + 15; length >= 0; length--) {
        assert_int_equal(truncate(path, length), 0);
        assert_int_equal(weft_npy_read(path, &read, &error), WEFT_ERROR_FILE);
    }
    for (size_t place = 0; place < sizeof header - 1; place++)
        for (int byte = 0; byte < 256; byte += place % 2 ? 1 : 7) {
            char damaged[sizeof header];
            memcpy(damaged, header, sizeof header);
            damaged[place] = (char)byte;
            weft_status status =
                npy_header_parse(damaged, sizeof header - 1, "damaged", &read, &error);
            assert_true(status == WEFT_OK || status == WEFT_ERROR_FILE);
        }
}

static void test_refuses_files(void **state)
{
    (void)state;
    weft_array read = {0}, device = weft_array_view(path, WEFT_INT8, 1, SHAPE(2), NULL);
    assert_fails(error, WEFT_ERROR_FILE, "cannot open no/such.npy",
                 weft_npy_read("no/such.npy", &read, &error));
    write_file(4, "{}", NULL, 0);
    assert_fails(error, WEFT_ERROR_FILE, "version 4.0", weft_npy_read(path, &read, &error));
    write_file(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (2,), }", "abc", 3);
    assert_fails(error, WEFT_ERROR_FILE, "but 3 follow", weft_npy_read(path, &read, &error));
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs("\x93NUMPY\x02", file);
    fwrite("\0\xff\xff\xff\xff", 1, 5, file);
    fclose(file);
    assert_fails(error, WEFT_ERROR_FILE, "a header of 4294967295 bytes",
                 weft_npy_read(path, &read, &error));
    assert_fails(error, WEFT_ERROR_FILE, "cannot write no/such.npy",
                 weft_npy_write("no/such.npy", &device, &error));
    device.device = 1;
    assert_fails(error, WEFT_ERROR_ARGUMENT, "copy it to the host first",
                 weft_npy_write(path, &device, &error));
}

static void test_writes_regular_files_alone(void **state)
{
    (void)state;
    double value = 2.5;
    weft_array array = weft_array_view(&value, WEFT_FLOAT64, 0, NULL, NULL), read;
    char link[sizeof path + 8], pipe[sizeof path + 8], found[8];
    snprintf(link, sizeof link, "%s.link", path);
    snprintf(pipe, sizeof pipe, "%s.pipe", path);
    assert_int_equal(symlink(path, link), 0);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    weft_status linked = weft_npy_write(link, &array, &error);
    weft_status piped = weft_npy_write(pipe, &array, &error);
    ssize_t is_link = readlink(link, found, sizeof found);
    unlink(link);
    unlink(pipe);
    assert_int_equal(linked, WEFT_OK);
    assert_true(is_link > 0); /* what it points at was written */
    assert_ok(error, weft_npy_read(path, &read, &error));
    assert_true(*(double *)read.data == 2.5);
    weft_array_clear(&read);
    assert_int_equal(piped, WEFT_ERROR_FILE);
    assert_fails(error, WEFT_ERROR_FILE, "cannot write /dev/null: it is no regular file",
                 weft_npy_write("/dev/null", &array, &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),         cmocka_unit_test(test_reads_orders),
        cmocka_unit_test(test_keeps_fortran_order), cmocka_unit_test(test_refuses_headers),
        cmocka_unit_test(test_survives_damage),     cmocka_unit_test(test_refuses_files),
        cmocka_unit_test(test_writes_regular_files_alone),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
