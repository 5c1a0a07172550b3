/* Attributes of types and variables, and what their arguments name. */
#include <stddef.h>
#include <stdint.h>

#include <weft/annotate.h>

typedef int wide __attribute__((mode(DI)));
typedef int32_t apart __attribute__((aligned(32)));
__attribute__((aligned(16))) typedef int before;
typedef int __attribute__((aligned(8))) amid;
typedef int /* ; */ loose __attribute__((aligned(1))), *pointer_to_loose;
typedef uint32_t alias __attribute__((__may_alias__));

WEFT_VECTORIZE() int64_t mode_is_kept(int64_t x)
{
    wide product = 100000 + x;
    return product * product;
}

struct holder {
    char first;
    apart second;
};

WEFT_VECTORIZE() int64_t alignment_behind_the_name(int64_t x)
{
    struct holder h = {1, (int)x};
    return (int64_t)sizeof(struct holder) + (int64_t)_Alignof(apart) + h.second;
}

struct early {
    char first;
    before second;
    amid third;
};

WEFT_VECTORIZE() int64_t alignment_before_the_name(int64_t x)
{
    return x * (int64_t)sizeof(struct early) + (int64_t)offsetof(struct early, third);
}

struct tight {
    char first;
    loose second;
};

WEFT_VECTORIZE() int64_t alignment_below_the_natural(int64_t x)
{
    struct tight t = {2, (int)x};
    pointer_to_loose p = &t.second;
    return (int64_t)sizeof t * 100 + *p;
}

WEFT_VECTORIZE() int64_t may_alias_is_kept(int64_t x)
{
    float value = (float)x;
    alias *bits = (alias *)&value;
    *bits ^= 0x80000000u;
    return (int64_t)value;
}

enum { LINE = 64, HALF = LINE / 2 };

struct lines {
    _Alignas(LINE) char a;
    char b __attribute__((aligned(HALF)));
};

WEFT_VECTORIZE() int64_t alignments_by_enumerators(int64_t x)
{
    return x + (int64_t)sizeof(struct lines) + (int64_t)offsetof(struct lines, b);
}

struct unit {
    double a, b;
};

WEFT_VECTORIZE() int64_t alignment_of_a_local(int64_t x)
{
    _Alignas(struct unit) _Alignas(LINE) char local[3] = {1, 2, 3};
    return local[x & 1] + (int64_t)((uintptr_t)local % LINE);
}

struct trailing {
    char a;
    int b;
} __attribute__((packed)) unused_variable, *unused_pointer;

WEFT_VECTORIZE() int64_t attribute_behind_the_braces(int64_t x)
{
    struct trailing t = {1, (int)x};
    return (int64_t)sizeof(struct trailing) + t.b;
}

/* Helpers that are called as attributes are. */
static int packed(int x) { return x + 1; }
static int aligned(int x) { return x * 2; }
static int __attribute__((unused)) unused(int x) { return x - 3; }

struct __attribute__((packed, aligned(2))) named_so {
    char a;
    int b;
};

WEFT_VECTORIZE() int64_t names_of_attributes(int64_t x)
{
    struct named_so s = {1, packed(aligned(unused((int)x)))};
    return s.b * 10 + (int64_t)sizeof s;
}

static const int table[2] __attribute__((aligned(64))) = {3, 4};

WEFT_VECTORIZE() int64_t alignment_of_a_table(int64_t x)
{
    return table[x & 1] + (int64_t)((uintptr_t)table % 64);
}
