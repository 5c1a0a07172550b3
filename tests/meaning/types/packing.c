/* #pragma pack: at file scope, nested, in a body, over bit-fields and unions. */
#include <stddef.h>
#include <stdint.h>

#include <weft/annotate.h>

#pragma pack(push, 1)
struct bytes {
    uint8_t c;
    int32_t i;
};
#pragma pack(2)
struct words {
    uint8_t c;
    double d;
};
#pragma pack(pop)
struct natural {
    uint8_t c;
    struct bytes b;
    int32_t i;
};

WEFT_VECTORIZE() int64_t packed_by_one(int64_t x)
{
    struct bytes b = {1, (int)x};
    return (int64_t)sizeof(struct bytes) * 10 + b.i;
}

WEFT_VECTORIZE() int64_t packed_by_two(int64_t x)
{
    return x + (int64_t)sizeof(struct words) * 10 + (int64_t)offsetof(struct words, d);
}

WEFT_VECTORIZE() int64_t natural_again(int64_t x)
{
    return x + (int64_t)sizeof(struct natural) * 10 + (int64_t)offsetof(struct natural, i);
}

#pragma pack(push, outside, 4)
#pragma pack(push, inside)
#pragma pack(push, 1)
#pragma pack(pop, outside)
struct labelled {
    char c;
    double d;
};
#pragma pack(push, 4)
union pair {
    struct {
        char c;
        double d;
    } both;
    char raw[12];
};
struct fields {
    unsigned a : 5, b : 30, c : 3;
    uint64_t d : 40;
    char e;
};
struct over {
    char c;
    double d;
} __attribute__((aligned(16)));
#pragma pack(pop)

WEFT_VECTORIZE() int64_t popped_by_label(int64_t x)
{
    return x + (int64_t)sizeof(struct labelled);
}

WEFT_VECTORIZE() int64_t packed_union(int64_t x)
{
    union pair p = {.raw = {(char)x}};
    return p.both.c + (int64_t)sizeof(union pair) * 100;
}

WEFT_VECTORIZE() int64_t packed_bit_fields(int64_t x)
{
    struct fields f = {3, (unsigned)x, 2, 7, 1};
    return (int64_t)sizeof(struct fields) * 1000 + f.b + (int64_t)offsetof(struct fields, e);
}

WEFT_VECTORIZE() int64_t packed_and_aligned(int64_t x)
{
    return x + (int64_t)sizeof(struct over) * 100 + (int64_t)offsetof(struct over, d);
}

#pragma pack(1)
typedef struct {
    char c;
    struct inner {
        char d;
        int e;
    } in;
    short s;
} unnamed;

static const struct {
    char c;
    double d;
} rows[2] = {{1, 2.5}, {3, 4.5}};

WEFT_VECTORIZE() int64_t packed_typedef_and_table(int64_t x)
{
    struct inner in = {1, (int)x};
    return (int64_t)sizeof(unnamed) * 1000 + (int64_t)sizeof rows * 10 + (int64_t)rows[x & 1].d +
           in.e;
}

WEFT_VECTORIZE() int64_t packed_local(int64_t x)
{
    struct local {
        char c;
        int64_t i;
    } l = {1, x};
    return (int64_t)sizeof(struct local) * 10 + l.i;
}

static int64_t local_of_a_helper(int64_t x)
{
    struct local {
        char c;
        short s;
        int64_t i;
    } l = {1, 2, x};
    return (int64_t)sizeof l * 10 + l.i;
}
#pragma pack()

WEFT_VECTORIZE() int64_t packed_helper(int64_t x) { return local_of_a_helper(x); }

WEFT_VECTORIZE() int64_t packed_within(int64_t x)
{
#pragma pack(push, 1)
    struct local {
        char c;
        int64_t i;
    } l = {1, x};
#pragma pack(pop)
    struct other {
        char c;
        int64_t i;
    } o = {1, x};
    return (int64_t)sizeof l * 100 + (int64_t)sizeof o + o.i;
}
