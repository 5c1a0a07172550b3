"""Types, and tables of them."""

CASES = {}

CASES["anonymous_union"] = """
typedef struct {
    int kind;
    union {
        int i;
        float f;
        struct {
            short lo, hi;
        };
    };
} value;
static value from(int x)
{
    value v = {.kind = 1};
    v.i = x * 70001;
    return v;
}
WEFT_VECTORIZE()
int f(int x)
{
    value v = from(x);
    return v.lo * 3 + v.hi + (int)sizeof(value);
}
"""
CASES["typedef_arrays"] = """
typedef double vec3[3];
typedef vec3 mat3[3];
static void mul(const mat3 a, const vec3 x, vec3 y)
{
    for (int i = 0; i < 3; i++) {
        y[i] = 0;
        for (int j = 0; j < 3; j++)
            y[i] += a[i][j] * x[j];
    }
}
static const mat3 rot = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}};
WEFT_VECTORIZE()
int f(int x)
{
    vec3 v = {x, 2, 3}, w;
    mul(rot, v, w);
    return (int)(w[0] * 100 + w[1] * 10 + w[2]);
}
"""
CASES["vla_parameter"] = """
static int trace(int n, int a[n][n])
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i][i];
    return s;
}
static int total(int m, int n, const int a[static m * n])
{
    int s = 0;
    for (int i = 0; i < m * n; i++)
        s += a[i];
    return s;
}
WEFT_VECTORIZE()
int f(int x)
{
    int a[3][3] = {{x, 2, 3}, {4, x * 5, 6}, {7, 8, x}};
    return trace(3, a) * 1000 + total(3, 3, &a[0][0]);
}
"""
CASES["matrix_pointer"] = """
static int det(const int (*a)[2])
{
    return a[0][0] * a[1][1] - (*a)[1] * a[1][0];
}
WEFT_VECTORIZE()
int f(int x)
{
    const int a[2][2] = {{x, 1}, {2, x}};
    int(*w)[2] = (int(*)[2])a;
    return det(a) + w[1][0];
}
"""
CASES["array_of_struct_tables"] = """
static const struct {
    const char *name;
    double w[2];
    int n;
} rules[] = {
    {"a", {1, 2}, 3},
    {.name = "bc", .w = {[1] = 5}, .n = 7},
};
WEFT_VECTORIZE()
int f(int x)
{
    int s = 0;
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++)
        for (int k = 0; k < 2; k++)
            s += (int)rules[i].w[k] * x + rules[i].n * rules[i].name[0];
    return s;
}
"""
CASES["packed_by_macro"] = """
#define PACKED_BEGIN _Pragma("pack(push, 1)")
#define PACKED_END _Pragma("pack(pop)")
PACKED_BEGIN
struct rec { char c; double d; short s; };
PACKED_END
struct loose { char c; double d; };
WEFT_VECTORIZE() int f(int x)
{
    struct rec r = { 1, x, 3 };
    return (int)sizeof r * 100 + (int)sizeof(struct loose) + (int)r.d;
}
"""
CASES["packed_by_operator"] = """
_Pragma("pack(1)") struct a {
    char c;
    int i;
};
_Pragma("pack()") struct b {
    char c;
    int i;
};
#define TWO 2
#pragma pack(push, TWO)
struct c {
    char c;
    int i;
};
#pragma pack(pop)
WEFT_VECTORIZE()
int f(int x)
{
    struct a v = {1, x};
    return (int)sizeof(struct a) + 100 * (int)sizeof(struct b) + 10000 * (int)sizeof(struct c) +
           v.i;
}
"""
CASES["only_read_through"] = """
static int table[3] = {1, 2, 3};
static int first(int *t)
{
    return t[0] + t[1];
}
static int through(int *t, int n)
{
    return first(t + n);
}
WEFT_VECTORIZE()
int f(int x)
{
    return through(table, x & 1);
}
"""
CASES["recursive_types"] = {"main": """
static int depth(int n) { return n ? depth(n - 1) + 1 : 0; }
typedef struct node { int value; } node;
enum { CUT = 3 };
static int sum(const node *from, int k, const int list[CUT])
{
    return k ? from->value + list[k % CUT] + sum(from, k - 1, list) : 0;
}
WEFT_VECTORIZE() int f(int x)
{
    int list[] = { x, 2, 5 };
    return depth(3) + sum(&(node){ x }, x & 7, list);
}
"""}
CASES["typedef_first"] = """
typedef const struct node *link;
struct node { int v; link next; };
static const struct node c = { 3, 0 }, b = { 2, &c }, a = { 1, &b };
static const struct node *const heads[] = { &a, &b, &c, (link)0 };
typedef struct list list;
struct list { list *list; int v; };
static int walk(const list *list)
{
    int sum = 0;
    for (; list; list = list->list)
        sum += list->v;
    return sum;
}
WEFT_VECTORIZE() int f(int x)
{
    list last = { 0, x }, first = { .list = &last, .v = 2 };
    int sum = walk(&first);
    for (link at = heads[x & 3]; at; at = at->next)
        sum = sum * 10 + at->v;
    return sum;
}
"""
CASES["types_of_each_other"] = """
typedef struct A A;
typedef struct B B;
typedef struct { int k; } other;
struct A { B *b; other o; int v; };
struct B { A *a; int w; };
enum { N = sizeof(A) };
static const int t[N] = { 1 };
struct context;
typedef int (*callback)(struct context *);
struct context { callback call; int v; };
static A make(int v) { return (A){ 0, { 2 }, v }; }
static int get(struct context *c) { return c->v; }
WEFT_VECTORIZE() int f(int x)
{
    A a = make(x);
    B b = { &a, 3 };
    struct context c = { get, x };
    a.b = &b;
    return a.b->a->v + b.w + t[0] + a.o.k + c.call(&c);
}
"""

CASES["narrow_constants"] = """
WEFT_VECTORIZE() int f(int x)
{
    static const int t[300] = { 5, 6, 7 };
    int u[4] = { 1, 2, 3, 4 }, s = t[(unsigned char)257] + x;
    while ((unsigned char)256)
        if (++s > 100)
            break;
    for (int i = (unsigned char)258; i < (unsigned char)262; i += (signed char)257)
        s += i * x;
    u[(unsigned char)257] += x;
    return s + u[1] * u[x & 3] + x / (signed char)200 + (int)((unsigned)x / (0u - 3));
}
"""

CASES["modes_of_gcc_alone"] = """
#ifdef __clang__
typedef int compared, shifted;
#else
typedef int compared __attribute__((__mode__(__libgcc_cmp_return__)));
typedef int shifted __attribute__((__mode__(__libgcc_shift_count__)));
#endif
static compared compare(int x) { return x < 3 ? -1 : x > 3; }
static int shift(int x, shifted by) { return x * (1 << by); }
WEFT_VECTORIZE() int f(int x)
{
    return (int)compare(x) + shift(x, 4) + (int)sizeof(compared) + (int)sizeof(shifted);
}
"""

CASES["unnamed_result_of_itself"] = """
static struct { int a; } make(int x) { __typeof__(make(0)) r = { x + (x > 0 ? make(x - 3).a : 1) }; return r; }
WEFT_VECTORIZE() int f(int x) { return make(x & 31).a; }
"""
# What is implicit against the same conversion as it is written, of numbers that no int holds, too.
CASES["conversions"] = """
#include <complex.h>
enum state { LOW = -1, HIGH = 1000 };
typedef struct {
    int a;
    double b;
} pair;
static int same(int k)
{
    return k;
}
static int of_state(enum state k)
{
    return k;
}
static enum state to_state(double x)
{
    return x;
}
static pair make(double x)
{
    return (pair){x, 1};
}
static int initialised(double x)
{
    const int want = (int)x;
    int flat[2][2] = {1, x}, counted[3] = {[2] = x};
    union {
        int a;
        float f;
    } first = {x};
    struct {
        int a;
        struct {
            int b, c;
        } inner;
        enum state d;
    } deep = {1, x, x, x}, told = {.inner = {.c = x}};
    __typeof__(1) found = x;
    return (flat[0][1] == want) + 2 * (counted[2] == want) + 4 * (first.a == want) +
           8 * (deep.inner.b == want) + 16 * (deep.inner.c == want) + 32 * (deep.d == want) +
           64 * (told.inner.c == want) + 128 * (found == want);
}
static int literal(double x)
{
    const int want = (int)x, *kept = &(int){x};
    return (((int[]){x})[0] == want) + 2 * ((int){x} == want) + 4 * (*kept == want) +
           8 * (((pair){x, 3}).a == want) + 16 * (make(x).a == want);
}
static int of_list(double x)
{
    int k = (pair){1, x}.b;
    return k == (int)x;
}
static int stored_once(double x)
{
    const int want = (int)x;
    int sums[3] = {0, 0, 1}, *next = sums, at = 1;
    *next++ += x;
    sums[at++] -= -x;
    (sums[at]) *= x;
    return (sums[0] == want) + 2 * (sums[1] == want) + 4 * (*++next == want) + 8 * (at == 2);
}
static int enumerated(double x)
{
    const int want = (int)x;
    enum state k = x, assigned;
    enum { NONE = -1 } nameless = x;
    assigned = x;
    return (k == want) + 2 * (assigned == want) + 4 * ((enum state)x == want) +
           8 * (of_state(x) == want) + 16 * (to_state(x) == want) + 32 * (nameless == want);
}
static int pointed(double x)
{
    const int want = (int)x;
    int (*f)(int) = same, (*const table[])(int) = {same, same};
    return (f(x) == want) + 2 * (table[x > 0](x) == want) + 4 * ((x > 0 ? same : f)(x) == want) +
           8 * ((*f)(x) == want);
}
static int of_complex(double x)
{
    const int want = (int)x;
    double complex z = x;
    int k = z, sum = 0;
    sum += z;
    return (k == want) + 2 * (sum == want) + 4 * ((int)z == want) + 8 * (same(z) == want);
}
WEFT_VECTORIZE()
int f(int x)
{
    double big = x == 4 ? __builtin_nan("") : x == 5 ? __builtin_inf() : (x - 3) * 1.5e9;
    return initialised(big) + 256 * (literal(big) + 32 * (enumerated(big) + 64 *
           (pointed(big) + 16 * of_complex(big)))) + (of_list(big) << 27) +
           (stored_once(big) << 28);
}
"""

CASES["rows_walked_flat"] = """
static int total(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 3 + p[i]; return s; }
WEFT_VECTORIZE() int f(int x)
{
    int m[3][4] = { { 1 }, { 0, 2 } }, k[2][2][3] = { { { 1 } }, { { 0, 2 } } }, s = 0;
    static const int fixed[2][3] = { { 1, 5, 3 }, { 7, 6 } };
    m[1][2] = x & 255, (&m[0][0])[x & 7] = 9, *(m[2] - (x & 5)) += 4;
    int *at = k[0][0], *last = &m[2][3];
    for (int i = 0; i < 12; i++)
        s = s * 3 + (&m[0][0])[i] + *(*m + (i + (x & 63)) % 12) + at[i] + *(last - i);
    for (const int *p = fixed[0]; p < fixed[0] + 6; p++)
        s = s * 3 + *p;
    return s + total(m[0], 12) + *(k[1][1] - (x & 7)) + *(*(m + 1) + 2);
}
"""

CASES["strings_in_arrays"] = """
struct named { struct { int lo, hi; } r[3]; const char tag[4]; };
WEFT_VECTORIZE() int f(int x)
{
    const struct named s[2] = { { { { 0, 10 }, { 10, 20 }, { 20, 30 } }, "abc" }, { .tag = "z" } };
    char t[4] = { "ab" }, u[2][4] = { "ab", { "xyz" } };
    t[3] = (char)x, u[0][3] = (char)x;
    for (int i = 0; i < 3; i++)
        if (x >= s[0].r[i].lo && x < s[0].r[i].hi)
            return s[0].tag[i] + t[x & 1];
    return s[1].tag[0] + t[2] * 5 + t[3] + u[0][x & 1] + u[1][2] * 3 + (char[3]){ "ab" }[x & 1];
}
"""

CASES["arrays_that_fill_a_stack"] = """
WEFT_VECTORIZE() int f(int x)
{
    int b[300000], s = 0;
    for (int i = 0; i < 300000; i += 1000)
        b[i] = x + i;
    for (int i = 0; i < 300000; i += 3000)
        s = s * 3 + b[i];
    return s;
}
"""

# The least number divided by -1, where C leaves it undefined and x86-64 ends the program.
CASES["least_number_by_minus_one"] = """
#include <limits.h>
#ifdef PLAIN_C
#define OVER(a, b) ((b) == -1 ? -(a) : (a) / (b))
#define REST(a, b) ((b) == -1 ? 0 : (a) % (b))
#define OVER_IN(a, b) ((a) = OVER(a, b))
#define REST_IN(a, b) ((a) = REST(a, b))
#define OVER_NEXT(p, b) (*p = OVER(*p, b), p++)
#else
#define OVER(a, b) ((a) / (b))
#define REST(a, b) ((a) % (b))
#define OVER_IN(a, b) ((a) /= (b))
#define REST_IN(a, b) ((a) %= (b))
#define OVER_NEXT(p, b) (*p++ /= (b))
#endif
typedef struct {
    int whole : 32;
    int a;
} pair;
static int of_int(int a, int b)
{
    register int stored = a;
    int rest = a, both[2] = {a, a}, *next = both;
    OVER_IN(stored, b);
    REST_IN(rest, b);
    OVER_NEXT(next, b);
    return OVER(a, b) + 3 * REST(a, b) + 5 * stored + 7 * rest + 11 * both[0] + 13 * *next +
           17 * OVER(OVER(a, b), REST(b, a) | 1);
}
static int of_long(long a, int b)
{
    pair kept = {(int)a, (int)a};
    long loop = a;
    int narrow = (int)a;
    OVER_IN(kept.whole, b);
    OVER_IN(kept.a, b);
    OVER_IN(narrow, (long)b);
    for (int i = 0; i < 3; i++)
        loop = OVER(loop, b) + i;
    const long all = OVER(a, b) + 3 * REST(a, b) + 5 * kept.whole + 7 * kept.a + 11 * narrow + 13 * loop;
    return (int)(all ^ all >> 32);
}
static int of_narrow(signed char a, short b)
{
    return OVER(a, b) + REST(a, b) + OVER((short)(a * 256), b);
}
WEFT_VECTORIZE()
int f(int x)
{
    const int b = x % 3 ? x : -1, least = x & 1 ? INT_MIN : INT_MAX - x;
    return of_int(least, b) + 19 * of_long(x & 1 ? LONG_MIN : least * 5L, b) +
           23 * of_long(INT_MIN, b) + 29 * of_narrow((signed char)(x & 1 ? -128 : 127), (short)b);
}
"""
