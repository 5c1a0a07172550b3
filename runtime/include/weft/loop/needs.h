/* needs.h: what kernels, libweft's functions and the generator's reading of a source need of the
 * flags that a compiler is given. Asked by names that every compiler has: no header is read, for
 * under some flags none can be. The tool reads this file with the flags of a build, to say which of
 * them is in the way. */
#ifndef WEFT_LOOP_NEEDS_H
#define WEFT_LOOP_NEEDS_H

#define WEFT_NEEDS(what, condition) _Static_assert(condition, "Weft needs " what)

#ifdef __cplusplus
#error Weft needs a compiler of C
#endif

/* Types, of which the generator and libweft have the system's. */
WEFT_NEEDS("pointers and long of 64 bits", sizeof(void *) == 8 && sizeof(long) == 8);
enum weft_needs_enum { WEFT_NEEDS_ENUM };
WEFT_NEEDS("an enum to be as wide as an int", sizeof(enum weft_needs_enum) == sizeof(int));
WEFT_NEEDS("wchar_t of 32 bits", sizeof L'a' == 4);
struct weft_needs_holes {
    char first;
    double second;
};
WEFT_NEEDS("structures that are not packed", sizeof(struct weft_needs_holes) == 16);
struct weft_needs_bits {
    char first : 4;
    int second : 4, all : 32;
};
WEFT_NEEDS("bit-fields of several types in one word", sizeof(struct weft_needs_bits) == 8);
WEFT_NEEDS("bit-fields of int to be signed",
           _Generic(+((struct weft_needs_bits *)0)->all, int : 1, default : 0));
WEFT_NEEDS("strings in UTF-8", sizeof "a" == 2 && 'a' == 97);
#if defined(__x86_64__)
WEFT_NEEDS("char to be signed, as it is on this machine", (char)-1 < 0);
WEFT_NEEDS("a long double of 80 bits, as it is on this machine", __LDBL_MANT_DIG__ == 64);
WEFT_NEEDS("the calls of this system", sizeof(__builtin_va_list) == 24);
#elif defined(__aarch64__)
WEFT_NEEDS("char to be unsigned, as it is on this machine", (char)-1 > 0);
#endif

/* Names and calls. */
#define WEFT_NEEDS_TEXT_(name) #name
#define WEFT_NEEDS_TEXT(name)  WEFT_NEEDS_TEXT_(name)
WEFT_NEEDS("names without an underscore before them",
           sizeof WEFT_NEEDS_TEXT(__USER_LABEL_PREFIX__) == 1);
#if defined(__GNUC_GNU_INLINE__)
WEFT_NEEDS("inline functions as C99 has them", 0);
#endif

/* Instructions that every machine of the kind has. */
#if defined(__x86_64__) && (!defined(__SSE2__) || defined(_SOFT_FLOAT))
WEFT_NEEDS("SSE2 and x87, which every x86-64 has", 0);
#endif
#if defined(__aarch64__) && !defined(__ARM_NEON)
WEFT_NEEDS("the vector registers that every 64-bit Arm has", 0);
#endif
#if defined(__code_model_kernel__)
WEFT_NEEDS("the code of programs, not of the system's kernel", 0);
#endif

/* What kernels take back; who compiles them by other means may not. */
#if defined(WEFT_ISA)
WEFT_NEEDS("constants to be of type double", sizeof 1.0 == sizeof(double));
#if defined(__x86_64__)
WEFT_NEEDS("numbers to have the precision of their type (-mfpmath=sse)", __FLT_EVAL_METHOD__ != 2);
#endif
#endif

#endif
