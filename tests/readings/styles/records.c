/* records.c: structures, by value and through pointers, in the styles that C has. */
#include <math.h>
#include <stdint.h>
#include <weft/annotate.h>

typedef struct {
    double x, y, z;
} vec3;
typedef struct {
    double m[3][3];
} mat3;
static vec3 cross(vec3 a, vec3 b)
{
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static double dot(const vec3 *a, const vec3 *b)
{
    return a->x * b->x + a->y * b->y + a->z * b->z;
}

WEFT_VECTORIZE("float64(float64,float64,float64)")
double triple(double a, double b, double c)
{
    vec3 u = {a, b, c}, v = {b, c, a};
    vec3 w = cross(u, v);
    return dot(&w, &u) + sqrt(dot(&v, &v));
}

WEFT_VECTORIZE("float64(float64)")
double step_table(double x)
{
    static const struct {
        double limit, rate;
    } tax[] = {{10000, 0.0}, {30000, 0.2}, {80000, 0.4}, {1e300, 0.5}};
    double due = 0, last = 0;
    for (int i = 0; i < 4; i++) {
        double top = x < tax[i].limit ? x : tax[i].limit;
        if (top > last)
            due += (top - last) * tax[i].rate;
        last = tax[i].limit;
    }
    return due;
}

static mat3 rot(double a)
{
    double c = cos(a), s = sin(a);
    mat3 m = {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
    return m;
}
static vec3 apply(const mat3 *m, vec3 v)
{
    vec3 r = {0};
    double *o[3] = {&r.x, &r.y, &r.z};
    const double in[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        *o[i] = 0;
        for (int j = 0; j < 3; j++)
            *o[i] += m->m[i][j] * in[j];
    }
    return r;
}
static void apply2(const mat3 *m, const double in[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = 0;
        for (int j = 0; j < 3; j++)
            out[i] += m->m[i][j] * in[j];
    }
}

WEFT_VECTORIZE("float64(float64,float64)")
double rotx(double a, double x)
{
    mat3 m = rot(a);
    vec3 v = {x, 1, 2};
    v = apply(&m, v);
    return v.x;
}

WEFT_VECTORIZE("float64(float64,float64)")
double rotx2(double a, double x)
{
    mat3 m = rot(a);
    double v[3] = {x, 1, 2}, w[3];
    apply2(&m, v, w);
    return w[0] + w[1];
}

struct seg {
    vec3 a, b;
    struct {
        int id;
        double w[2];
    } tag;
};

WEFT_VECTORIZE("float64(float64,float64)")
double segs(double t, double u)
{
    struct seg s[2] = {{{0, 0, 0}, {1, u, 2}, {1, {.5, .5}}}, {{1, u, 2}, {t, 3, 3}, {2, {1, 0}}}};
    const struct seg *best = t < 0.5 ? &s[0] : &s[1];
    return best->a.x + t * (best->b.x - best->a.x) + best->tag.w[best->tag.id & 1];
}

WEFT_VECTORIZE("float64(float64,float64)")
double segs2(double t, double u)
{
    struct seg s[2] = {{{0, 0, 0}, {1, u, 2}, {1, {.5, .5}}}, {{1, u, 2}, {t, 3, 3}, {2, {1, 0}}}};
    struct seg best = t < 0.5 ? s[0] : s[1];
    return best.a.x + t * (best.b.x - best.a.x) + best.tag.w[best.tag.id & 1];
}

typedef struct {
    double p[3], v[3];
} body_;
static body_ deriv(body_ s)
{
    body_ d;
    double r2 = 0;
    for (int i = 0; i < 3; i++)
        r2 += s.p[i] * s.p[i];
    double k = -1 / (r2 * sqrt(r2));
    for (int i = 0; i < 3; i++) {
        d.p[i] = s.v[i];
        d.v[i] = k * s.p[i];
    }
    return d;
}
static body_ axpy(body_ a, double h, const body_ *b)
{
    for (int i = 0; i < 3; i++) {
        a.p[i] += h * b->p[i];
        a.v[i] += h * b->v[i];
    }
    return a;
}

WEFT_VECTORIZE("float64(float64,float64)")
double orbit(double x, double vy)
{
    body_ s = {{x, 0, 0}, {0, vy, 0}};
    for (int i = 0; i < 8; i++) {
        body_ d = deriv(s);
        body_ m = axpy(s, 0.005, &d);
        d = deriv(m);
        s = axpy(s, 0.01, &d);
    }
    return s.p[0] + s.v[1];
}

WEFT_VECTORIZE("uint64(uint64)")
uint64_t rng2(uint64_t seed)
{
    struct {
        uint64_t s[4];
    } st = {{seed, seed + 1, seed + 2, seed + 3}};
    uint64_t r = 0;
    for (int i = 0; i < 5; i++) {
        r = ((st.s[1] * 5 << 7) | (st.s[1] * 5 >> 57)) * 9;
        uint64_t t = st.s[1] << 17;
        st.s[2] ^= st.s[0];
        st.s[3] ^= st.s[1];
        st.s[1] ^= st.s[2];
        st.s[0] ^= st.s[3];
        st.s[2] ^= t;
        st.s[3] = (st.s[3] << 45) | (st.s[3] >> 19);
    }
    return r;
}

WEFT_VECTORIZE("float64(float64)")
double lit(double x)
{
    vec3 v = (vec3){.x = x, .z = 3};
    return v.x + v.y + v.z + ((const double[]){1, 2, 3})[1];
}

WEFT_VECTORIZE("float64(float64,float64)")
double dualnum(double x, double dx)
{
    struct dual {
        double v, d;
    } a = {x, dx}, b;
    b.v = a.v * a.v;
    b.d = 2 * a.v * a.d;
    struct dual c = b;
    c.v += sin(a.v);
    c.d += cos(a.v) * a.d;
    return c.v + c.d;
}
