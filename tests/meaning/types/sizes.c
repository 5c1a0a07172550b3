/* Sizes: of what C promotes, of bit-fields' structures, unions, flexible arrays, chains. */
#include <stddef.h>
#include <stdint.h>

#include <weft/annotate.h>

typedef int (*unary)(int);
typedef int row[3];
typedef row matrix[2];

enum { CHARACTER = sizeof('a'), COMPARED = sizeof(1 == 2) };

WEFT_VECTORIZE() int64_t promoted(int64_t x)
{
    short s = 1, t = 2;
    _Bool b = 1;
    _Static_assert(sizeof 'a' == sizeof(int), "the gpu's compiler reads this, too");
    _Static_assert(sizeof(x == 1) == sizeof(int) && sizeof(!x) == sizeof(int), "");
    _Static_assert(sizeof(x ? s : t) == sizeof(int) && sizeof(b ? b : b) == sizeof(int), "");
    _Static_assert(CHARACTER == sizeof(int) && COMPARED == sizeof(int), "");
    return (int64_t)(sizeof 'a' + sizeof(x == 1) * 10 + sizeof(!x) * 100 +
                     sizeof(x ? s : t) * 1000 + sizeof(x && s) * 10000 + sizeof(b ? b : b) * 100000);
}

WEFT_VECTORIZE() int64_t promoted_elsewhere(int64_t x)
{
    __typeof__(x == 1) whole = 300;
    __typeof__(x, 'a') letter = 400;
    char pad[sizeof(x < 2 || x > 5)] = {0};
    return whole + letter + (int64_t)(_Alignof(int) + sizeof pad) + CHARACTER + COMPARED;
}

WEFT_VECTORIZE() int64_t not_promoted(int64_t x)
{
    short s = (short)x;
    char c = 'c';
    return (int64_t)(sizeof s + sizeof(s) * 10 + sizeof(c = 'd') * 100 + sizeof(x, s) * 1000 +
                     sizeof(unary) * 10000 + sizeof((char)'a') * 100000 + sizeof "abc");
}

WEFT_VECTORIZE() int64_t chained(int64_t x)
{
    matrix m = {{1, 2, 3}, {4, 5, (int)x}};
    return m[1][2] + (int64_t)sizeof(matrix) * 10 + (int64_t)sizeof *m;
}

struct flexible {
    int16_t count;
    int32_t values[];
};

WEFT_VECTORIZE() int64_t flexible_array(int64_t x)
{
    return x + (int64_t)sizeof(struct flexible) * 10 + (int64_t)offsetof(struct flexible, values);
}

struct fields {
    unsigned a : 3, : 0, b : 4;
    int64_t c : 33;
    _Bool d : 1;
};

WEFT_VECTORIZE() int64_t bit_fields(int64_t x)
{
    struct fields f = {5, 9, -x, 1};
    return (int64_t)sizeof f * 100 + f.a + f.b + f.c + f.d;
}

union any {
    char bytes[9];
    double number;
    struct {
        int16_t low, high;
    };
};

WEFT_VECTORIZE() int64_t union_of_all(int64_t x)
{
    union any u = {.low = (int16_t)x, .high = 3};
    return u.bytes[0] + u.high + (int64_t)sizeof(union any) * 10 + (int64_t)_Alignof(union any);
}

struct holds_function {
    unary never_called;
    int value;
};

WEFT_VECTORIZE() int64_t unused_function_pointer(int64_t x)
{
    struct holds_function h = {0, (int)x};
    return h.value + (int64_t)sizeof h;
}

/* Structures as elements: the block of numbers is an object to the device compiler, the array that a function
 * takes of it another. */
typedef struct {
    double x, y, z;
} point;

static double length2(const point *p, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z;
    return sum;
}

WEFT_GUVECTORIZE("(n,3)->()") double lengths(int n, const point p[n]) { return length2(p, n); }

WEFT_GUVECTORIZE("(n,3)->(n,3)") void mirrored(int n, const point p[n], point out[n])
{
    for (int i = 0; i < n; i++)
        out[i] = (point){p[i].x, p[i].y, -p[i].z};
}
