/* Calls a shipped function by its typed entry, and by its name in the library that the loader knows. */
#include <stdio.h>

#include <weft/std/arithmetic.h>

int main(void)
{
    weft_array a = weft_scalar_f64(2), b = weft_scalar_f64(3), c = {0}, d = {0};
    weft_error error;
    weft_library *library;
    if (weft_add(&a, &b, &c, NULL, &error) != WEFT_OK ||
        weft_library_open("libweft_std.so.0", &library, &error) != WEFT_OK ||
        weft_call(weft_library_find(library, "add"), (weft_array *[]){&a, &b, &d}, NULL, &error) != WEFT_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    int right = *(double *)c.data == 5 && *(double *)d.data == 5;
    printf("2 + 3 = %g\n", *(double *)c.data);
    weft_array_clear(&c);
    weft_array_clear(&d);
    weft_library_close(library);
    return right ? 0 : 1;
}
