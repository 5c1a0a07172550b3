/* One name for several things: the name spaces of C, and what system headers call theirs. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <weft/annotate.h>

static int rem(int x) { return x % 3 + 10; }
static int quot(int x) { return rem(x) * 2; }

WEFT_VECTORIZE() int64_t helper_like_a_member(int64_t x)
{
    div_t d = div((int)x, 3);
    return rem(d.rem) + quot(d.quot) * 100;
}

WEFT_VECTORIZE() int64_t helper_like_no_member(int64_t x) { return rem((int)x); }

struct floor {
    int tiles;
};

WEFT_VECTORIZE() int64_t tag_like_a_function(int64_t x)
{
    struct floor f = {(int)floor((double)x / 2)};
    return f.tiles + (int64_t)sizeof(struct floor);
}

struct same {
    int same;
};
static const int same[3] = {5, 6, 7};

WEFT_VECTORIZE() int64_t tag_member_and_table(int64_t x)
{
    struct same s = {(int)x};
    return s.same + same[1] + (int64_t)sizeof(same) * 10 + (int64_t)sizeof(struct same);
}

static int scale(int x) { return x * 3; }

WEFT_VECTORIZE() int64_t label_and_local(int64_t x)
{
    int y = scale((int)x);
    if (x > 2)
        goto scale;
    y += 100;
scale:
    {
        int scale = y + 1;
        return scale;
    }
}

static const int hidden[4] = {1, 2, 3, 4};

WEFT_VECTORIZE() int64_t local_tag_like_a_table(int64_t x)
{
    struct hidden {
        char c[3];
    };
    return x + (int64_t)sizeof(hidden) * 10 + (int64_t)sizeof(struct hidden);
}

WEFT_VECTORIZE() int64_t shadowed(int64_t x)
{
    int total = hidden[1];
    for (int hidden = 0; hidden < 3; hidden++) {
        int total = hidden * (int)x;
        x += total;
    }
    return x + total;
}

typedef int64_t tm_mon;
static tm_mon tm_year_of(tm_mon year) { return year + 1900; }

/* Its own name and its operand's type are members of a system structure, too. */
WEFT_VECTORIZE() tm_mon tm_year(tm_mon x)
{
    struct tm now = {.tm_year = (int)x, .tm_mon = 3};
    return x > 2 ? tm_year_of(now.tm_year) : now.tm_mon;
}

/* Of the C library, without its header. */
double tgamma(double);
double round(double x), trunc(double x);
int toupper(int c);

WEFT_VECTORIZE() int64_t declared_by_the_user(int64_t x)
{
    return (int64_t)(tgamma(4.0) + round((double)x / 2) * 10 + trunc(2.7)) + toupper('a');
}

WEFT_VECTORIZE() int64_t name_of_the_function(int64_t x)
{
    return __func__[x & 3] + (int64_t)sizeof(__func__) * 1000 + sizeof __FUNCTION__;
}

/* Of another library, by numbers for names. */
WEFT_VECTORIZE() int isxdigit(int);
WEFT_VECTORIZE() double nearbyint(double);

static int name_of_a_helper(int x) { return __func__[x & 1 ? 5 : 8]; }

WEFT_VECTORIZE() int64_t named_helper(int64_t x) { return name_of_a_helper((int)x); }

/* A function called as a macro of a header is that this file leaves out. */
WEFT_VECTORIZE() int64_t DBL_MIN(int64_t x) { return x + 1; }

/* The loops around functions have such names. */
static int _items(int x) { return x + 2; }
static int _loop(int x) { return x * 3; }
WEFT_VECTORIZE() int64_t names_of_loops(int64_t x) { return _items((int)x) * 10 + _loop((int)x); }
WEFT_VECTORIZE() int64_t _kernel(int64_t x) { return x - 1; }

/* C++ has no references to bit-fields. */
struct fields {
    int narrow : 5;
    unsigned few : 3;
    int wide : 32;
};
WEFT_VECTORIZE() int64_t bit_fields(int64_t x)
{
    struct fields of = {(int)x, 1, 2147483647};
    of.narrow -= 2;
    of.narrow *= 3;
    ++of.narrow;
    of.few += (unsigned)x;
    of.wide += (int)x;
    if (of.wide < 0)
        of.wide -= 2147483647;
    int64_t carried = of.wide *= 3;
    return of.narrow * 1000 + of.few + carried + of.wide / 7;
}
