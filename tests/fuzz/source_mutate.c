/* source_mutate.c: how libFuzzer makes a new annotated C file of an old one. Random bytes are
 * seldom C, so most steps move whole lines and words, put in words and lines of the notation, or
 * nest what is there; some are libFuzzer's own, for texts that are no C at all. Left out are
 * texts on which libclang alone takes minutes: rows of trigraphs, files that include themselves. */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"

/* libFuzzer's own way of changing bytes in place, and the hook by which it asks for ours. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

enum { TEXT_ROOM = 1 << 15 };

/* A text that is being changed. */
typedef struct draft {
    char text[TEXT_ROOM];
    size_t size, most;
    uint64_t state; /* of the random numbers */
} draft;

/* A part of the text: [begin, begin + size). */
typedef struct span {
    size_t begin, size;
} span;

static const char *const words[] = {
    "T",
    "U",
    "float",
    "double",
    "int",
    "size_t",
    "bool",
    "int8_t",
    "uint64_t",
    "float complex",
    "double complex",
    "long double",
    "void",
    "const",
    "static",
    "struct s { int a; }",
    "typedef",
    "enum e { A, B = 3 }",
    "*",
    "[n]",
    "[m]",
    "[3]",
    "[m + n - 1]",
    "[2 * m]",
    "[]",
    "restrict",
    "if (x)",
    "else",
    "for (size_t i = 0; i < n; i++)",
    "while (x < 3)",
    "do",
    "switch (n)",
    "case 1:",
    "default:",
    "break;",
    "continue;",
    "return",
    "goto out;",
    "out:",
    "sizeof x",
    "sizeof(A)",
    "(T)",
    "(int)",
    "&",
    "&&",
    "||",
    "!",
    "~",
    "?",
    ":",
    "+=",
    "<<=",
    "%",
    "/",
    "->",
    ".",
    ",",
    ";",
    "{",
    "}",
    "(",
    ")",
    "0",
    "1",
    "-1",
    "0x7fffffffffffffff",
    "1e308",
    "1.0f",
    "'a'",
    "\"s\"",
    "I",
    "NAN",
    "INFINITY",
    "sqrt(x)",
    "fma(x, y, x)",
    "cexp(x)",
    "creal(x)",
    "pow(x, y)",
    "malloc(n)",
    "printf(\"%d\", n)",
    "rand()",
    "abort()",
    "f(x)",
    "A[i][j]",
    "x[i]",
    "y[0]",
    "n",
    "__attribute__((annotate(\"weft.vectorize \")))",
    "_Generic(x, default: 1)",
    "_Atomic",
    "_Thread_local",
    "__builtin_expect(x, 1)",
    "__asm__(\"\")",
    "...",
    "#",
    "##",
    "\\\n",
    "/*",
    "*/",
    "//",
    "\"float64(float64)\"",
    "\"(m,n),(n)->(m)\"",
    "\"(m?),(n)->(m+n-1)\"",
    "\"(3)->(3)\"",
    "\"void(float32[:,:], int8, complex128[:])\"",
    "\"bfloat16(bool)\"",
    "identity(0)",
    "strict",
    "reorderable",
    "widening",
    "WEFT_VECTORIZE()",
    "WEFT_GUVECTORIZE",
    "WEFT_NAME(\"add\")",
    "WEFT_STATUS(\"error -1: bad\", \"warning >0: odd\")",
    "WEFT_LAUNCH(blocks((n + 255) / 256), threads(256))",
    "WEFT_OPTIONS(fixed(n, 3))",
    "WEFT_OPTIONS(strict)",
    "__LINE__",
    "__FILE__",
    "__COUNTER__",
    "\xef\xbb\xbf",
    "\xc3\xa9",
    "\\u00e9",
};

static const char *const lines[] = {
    "#include <weft/annotate.h>",
    "#include <math.h>",
    "#include <tgmath.h>",
    "#include <complex.h>",
    "#include \"none.h\"",
    "#define TWICE(x) ((x) + (x))",
    "#define M 3",
    "#define PROTOTYPES \"float32(float32)\", \"float64(float64)\"",
    "#define WEFT_VECTORIZE(...)",
    "#undef WEFT_VECTORIZE",
    "#if 0",
    "#ifdef WEFT_GENERATOR",
    "#else",
    "#endif",
    "#line 7 \"other.c\"",
    "#pragma once",
    "#pragma STDC FP_CONTRACT ON",
    "_Pragma(\"omp simd\")",
    "// flags: --targets=cpu",
    "// flags: --targets=cpu,gpu",
    "/** Documentation: \"quoted\" \\ and */",
    "/// of a line",
    "WEFT_TYPEVAR(T);",
    "WEFT_TYPEVAR(U);",
    "WEFT_VECTORIZE(\"float32(float32, float32)\", \"float64(float64, float64)\")",
    "WEFT_VECTORIZE(PROTOTYPES)",
    "WEFT_VECTORIZE()",
    "WEFT_GUVECTORIZE(\"(m,n),(n,p)->(m,p)\")",
    "WEFT_GUVECTORIZE(\"(m),(n)->(m+n-1)\", \"void(float64[:], float64[:], float64[:])\")",
    "WEFT_NAME(\"other\")",
    "WEFT_REDUCE(\"float64(float32, int16)\")",
    "WEFT_OPTIONS(map(helper), finish(settle), identity(0))",
    "static double settle(double sum, int64_t count) { return sum / (double)count; }",
    "WEFT_OPTIONS(identity(0), reorderable, widening)",
    "T f(T x, T y) { return x + y; }",
    "double g(double x);",
    "static T helper(T x) { return x * x; }",
    "static const double table[] = {1, 2, [5] = 3};",
    "static const struct { int a; double b[2]; } rows[] = {{1, {2, 3}}, {.b = {4}}};",
    "extern double other_file;",
    "void h(size_t n, const T x[n], T *y) { *y = 0; for (size_t i = 0; i < n; i++) *y += x[i]; }",
    "void p(size_t m, size_t n, const T A[m][n], T B[n][m])",
    "{",
    "}",
    "    for (size_t i = 0; i < n; i++) {",
    "    T sum = 0, row[8] = {0};",
    "    goto out;",
    "out:;",
    "    typedef int inner;",
    "    struct pair { T a, b; } two = {x, y};",
    "    int (*call)(int) = 0;",
    "    static int counter;",
    "    double length[n];",
};

static size_t below(draft *made, size_t limit)
{
    uint64_t x = made->state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return limit ? (size_t)((x ^ x >> 31) % limit) : 0;
}

/* Puts `size` bytes in the place of a part; what has no room is left as it is. */
static void replace(draft *made, span part, const char *with, size_t size)
{
    char held[512];
    if (size > sizeof held || made->size - part.size + size > made->most)
        return;
    memcpy(held, with, size); /* it may lie in the text itself */
    size_t end = part.begin + part.size;
    memmove(made->text + part.begin + size, made->text + end, made->size - end);
    memcpy(made->text + part.begin, held, size);
    made->size += size - part.size;
}

/* Some line, its line feed included. */
static span some_line(draft *made)
{
    size_t at = below(made, made->size + 1), begin = at, end = at;
    while (begin > 0 && made->text[begin - 1] != '\n')
        begin--;
    while (end < made->size && made->text[end] != '\n')
        end++;
    return (span){begin, end + (end < made->size) - begin};
}

static bool is_word(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

/* Some word or number, or some single byte that is none. */
static span some_word(draft *made)
{
    size_t at = below(made, made->size), begin = at, end = at;
    if (!made->size)
        return (span){0, 0};
    while (begin > 0 && is_word(made->text[begin]) && is_word(made->text[begin - 1]))
        begin--;
    while (end < made->size && is_word(made->text[end]))
        end++;
    return (span){begin, end > begin ? end - begin : 1};
}

static void put_line(draft *made)
{
    char line[256];
    int size =
        snprintf(line, sizeof line, "%s\n", lines[below(made, sizeof lines / sizeof *lines)]);
    replace(made, (span){some_line(made).begin, 0}, line, (size_t)size);
}

static void put_word(draft *made)
{
    const char *word = words[below(made, sizeof words / sizeof *words)];
    span place = some_word(made);
    if (below(made, 2))
        place.size = 0;
    replace(made, place, word, strlen(word));
}

static void copy_word(draft *made)
{
    span from = some_word(made);
    replace(made, some_word(made), made->text + from.begin, from.size);
}

static void copy_line(draft *made)
{
    span from = some_line(made), to = some_line(made);
    to.size = below(made, 3) ? 0 : to.size;
    replace(made, to, made->text + from.begin, from.size);
}

static void remove_line(draft *made)
{
    replace(made, some_line(made), "", 0);
}

static void remove_word(draft *made)
{
    replace(made, some_word(made), "", 0);
}

static void change_number(draft *made)
{
    static const char *const numbers[] = {"0",          "1",
                                          "2",          "255",
                                          "256",        "2147483648",
                                          "1000000000", "9223372036854775807",
                                          "-1",         "18446744073709551616"};
    for (int tries = 0; tries < 50; tries++) {
        span place = some_word(made);
        if (place.size && isdigit((unsigned char)made->text[place.begin])) {
            const char *number = numbers[below(made, sizeof numbers / sizeof *numbers)];
            replace(made, place, number, strlen(number));
            return;
        }
    }
}

/* The same few bytes many times: parentheses, signs, braces, dereferences. */
static void nest(draft *made)
{
    static const char *const nests[] = {"(",         "-",    "!",      "*",   "{",  "[",
                                        "x + ",      "x ? ", "f(",     "((",  "a.", "if (x) ",
                                        "for (;;) ", "T ",   "const ", "\\\n"};
    char many[400];
    const char *one = nests[below(made, sizeof nests / sizeof *nests)];
    size_t length = strlen(one), count = 1 + below(made, sizeof many / length), size = 0;
    for (; count > 0; count--, size += length)
        memcpy(many + size, one, length);
    replace(made, (span){some_word(made).begin, 0}, many, size);
}

static void change_bytes(draft *made)
{
    made->size = LLVMFuzzerMutate((uint8_t *)made->text, made->size, made->most);
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed)
{
    static void (*const steps[])(draft *) = {
        put_line,    put_line,    put_word,      put_word,  put_word,
        copy_word,   copy_word,   copy_line,     copy_line, remove_line,
        remove_word, remove_word, change_number, nest,      change_bytes,
    };
    static draft made;
    made.most = most < TEXT_ROOM ? most : TEXT_ROOM;
    made.size = size < made.most ? size : made.most;
    made.state = seed;
    memcpy(made.text, bytes, made.size);
    for (size_t count = 1 + below(&made, 5); count > 0; count--)
        steps[below(&made, sizeof steps / sizeof *steps)](&made);
    memcpy(bytes, made.text, made.size);
    return made.size;
}
