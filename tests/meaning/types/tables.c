/* Tables: tentative ones, of structures, by designators, several in one declaration. */
#include <stddef.h>
#include <stdint.h>

#include <weft/annotate.h>

static const int zeros[3];
const double also_zeros[2];
static const struct pair {
    int key;
    double value;
} nothing, some = {2, 3.5};
static const int late[2];
static const int zero __attribute__((aligned(16))), five = 5;

WEFT_VECTORIZE() int64_t tentative(int64_t x)
{
    return x + zeros[x & 1] + (int64_t)also_zeros[1] + (int64_t)sizeof zeros + zero;
}

WEFT_VECTORIZE() int64_t tentative_structure(int64_t x)
{
    return x + nothing.key + (int64_t)(nothing.value + some.value * 2) + some.key;
}

WEFT_VECTORIZE() int64_t defined_behind(int64_t x) { return late[x & 1]; }

static const int late[2] = {8, 9};

WEFT_VECTORIZE() int64_t second_declarator(int64_t x) { return x * five; }

WEFT_VECTORIZE() int64_t tentative_local(int64_t x)
{
    static const int nowhere[4], here[] = {1, 2};
    static const int none;
    return nowhere[x & 3] + here[x & 1] + none;
}

static const struct pair pairs[] = {[1] = {.value = 2.5, .key = 7}, [0] = {1, 0.5}, [3].key = 9};

WEFT_VECTORIZE() int64_t designated(int64_t x)
{
    const struct pair *p = &pairs[x & 3];
    return p->key * 100 + (int64_t)(p->value * 2) + (int64_t)(sizeof pairs / sizeof *pairs);
}

static const int first[] = {1, 2, 3}, *const middle = &first[1], count = sizeof first / sizeof *first;

WEFT_VECTORIZE() int64_t table_of_a_pointer(int64_t x) { return middle[x & 1] * 10 + count; }

WEFT_VECTORIZE() int64_t compound_literals(int64_t x)
{
    const int *p = (const int[]){(int)x, 20, 30};
    struct pair q = (struct pair){.value = 1.5, .key = p[0]};
    return p[1] + q.key + (int64_t)(q.value * 2);
}

static const char text[] = "a;b,c)d", letters[4] = {'x', ';', '}', '"'};

WEFT_VECTORIZE() int64_t texts(int64_t x)
{
    return text[x & 3] * 1000 + letters[x & 3] + (int64_t)sizeof text;
}

static const struct {
    uint8_t tag;
    union {
        int32_t i;
        float f;
    };
    unsigned low : 3, high : 5;
} parts[2] = {{1, {.i = 4}, 5, 6}, {2, {.f = 1.0f}, 7, 31}};

WEFT_VECTORIZE() int64_t anonymous_members(int64_t x)
{
    return parts[x & 1].i + parts[x & 1].low * 10 + parts[x & 1].high + (int64_t)sizeof parts;
}
