/* adapted_source.c: the functions that adapted.c declares. */
#include <math.h>
#include <stdint.h>

void updated_matrix(double by, double M[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            double kept = M[i][j] * by;
            M[i][j] = M[j][i];
            M[j][i] = kept;
        }
}

void updated_row(int n, int32_t *x, int32_t by)
{
    for (int i = 1; i < n; i++)
        x[i] += by * x[i - 1];
}

int updated_numbers(double *first, double *second, float *third)
{
    double sum = *first + *second;
    *second = *first;
    *first = sum;
    *third = (float)(sum > 0);
    return sum < 0;
}

double checked_root(double x, double y)
{
    if (isnan(x) || isnan(y))
        return 17;
    return x < 0 ? 9e15 : x * y;
}

double checked_pointer(const double *x, double y)
{
    return *x != *x ? 17 : *x - y;
}

typedef struct triple {
    double a, b[2];
} triple;

double triple_sum(int n, triple t[])
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += t[i].a + 2 * t[i].b[0] - t[i].b[1];
    return sum;
}

void triple_turn(triple t, double by, triple *turned)
{
    turned->a = t.b[1] * by;
    turned->b[0] = t.a;
    turned->b[1] = t.b[0];
}

void triple_update(triple *t)
{
    double kept = t->a;
    t->a = t->b[0];
    t->b[0] = kept;
}

int status_of(double x, double *y)
{
    *y = 2 * x;
    return x < 0 ? -1 : x > 10 ? 2 : 0;
}

double *address_of(int n, double *x, double *y)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] + 1;
    return n ? y : 0;
}

double fixed_scale(const char *unit, double x, int power)
{
    return unit[0] == 'k' && unit[1] == 'm' && !unit[2] && power == 2 ? 4 * x : x;
}

typedef struct moment {
    int16_t hour;
    double second;
} moment;
typedef struct stamp {
    int8_t kind;
    float place[2];
    triple at;
    moment when[2];
} stamp;

void stamp_move(stamp *moved, int by)
{
    const moment first = moved->when[0];
    moved->when[0] = moved->when[1];
    moved->when[1] = first;
    moved->place[1] = (float)moved->kind;
    moved->at.b[1] = moved->at.a * by;
}
