/* text.body.h: C that C++ reads differently or not at all; text.cu includes it as a body. */
struct pair {
    double first, second;
};
enum colour { red, green, blue };

/* C++ keywords as names. */
WEFT_FUNCTION double names(double class, double new, double this)
{
    double template = class + new, private = this, public = 1, delete = 2, namespace = 3;
    double typename = 4, using = 5, try = 6, catch = 7, throw = 8, friend = 9, virtual = 10;
    double explicit = 11, export = 12, mutable = 13, protected = 14, typeid = 15, decltype = 16;
    double constexpr = 17, noexcept = 18, concept = 19, requires = 20, nullptr = 21, operator = 22;
    return template + private + public + delete + namespace + typename + using + try + catch +
           throw + friend + virtual + explicit + export + mutable + protected + typeid + decltype +
           constexpr + noexcept + concept + requires + nullptr + operator;
}

/* Initialisers. */
WEFT_FUNCTION double initialisers(int i, int j, double x)
{
    static const double table[4] = {1, 2.5, 3, 4};
    double narrowed[2] = {i, j};
    float shortened[3] = {x, x * 2, i};
    int truncated[2] = {x, 2.5};
    unsigned char bytes[2] = {i, -1};
    struct pair named = {.first = x, .second = i};
    struct pair partly = {.second = x};
    struct pair literal = (struct pair){x, i};
    int zeros[8] = {0};
    return table[i & 3] + narrowed[0] + (double)shortened[1] + truncated[1] + bytes[1] +
           named.first + partly.first + literal.second + zeros[3];
}

/* Keywords and operators of C. */
WEFT_FUNCTION double keywords(const double *restrict from, double *restrict to, int n)
{
    register int i;
    _Bool found = 0;
    _Static_assert(sizeof(int) == 4, "int");
    _Alignas(16) double aligned[2] = {0, 1};
    enum colour shade = green;
    for (i = 0; i < n; i++) {
        to[i] = from[i] + aligned[i & 1];
        found = found || from[i] > 0;
    }
    switch (shade) {
    case red:
        return 1;
    case green: {
        double inner = found ? 2 : 3;
        return inner + (int)_Alignof(double);
    }
    default:
        break;
    }
    do {
        if (found)
            goto out;
    } while (i-- > 0);
out:
    return (found ? 1. : 0) + '\n' + (1 ? sizeof n : 0) + (i, 2);
}

/* Strings of bytes. */
WEFT_FUNCTION double blocks(double x)
{
    unsigned char bytes[sizeof x];
    double copy;
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, &x, sizeof x);
    memmove(&copy, bytes, sizeof copy);
    return copy + (memcmp(bytes, &x, sizeof x) == 0);
}
