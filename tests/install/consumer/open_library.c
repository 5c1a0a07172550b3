/* Opens a library that `weft build` made and calls the ufunc polynomial of it. */
#include <stdio.h>

#include <weft/weft.h>

int main(int argc, char **argv)
{
    weft_library *library;
    weft_error error;
    if (argc != 2 || weft_library_open(argv[1], &library, &error) != WEFT_OK) {
        fprintf(stderr, "%s\n", argc == 2 ? error.text : "usage: open_library LIB.so");
        return 1;
    }
    const weft_ufunc *polynomial = weft_library_find(library, "polynomial");
    weft_array x = weft_scalar_f64(3), y = {0};
    if (polynomial == NULL ||
        weft_call(polynomial, (weft_array *[]){&x, &y}, NULL, &error) != WEFT_OK) {
        fprintf(stderr, "%s\n", polynomial != NULL ? error.text : "no ufunc polynomial");
        return 1;
    }
    printf("polynomial(3) = %g\n", *(double *)y.data);
    int right = *(double *)y.data == 13;
    weft_array_clear(&y);
    weft_library_close(library);
    return right ? 0 : 1;
}
