/* nbody.c: a gufunc with sizes of its own, a constant dimension, a helper and two results. */
#include <weft/annotate.h>

#include <math.h>
#include <stdint.h>

/* Adds dt times the gravity of all others to the velocities (the constant of gravity is 1). */
static void kick(size_t n, double v[n][3], const double x[n][3], const double mass[n], double dt)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double dx = x[j][0] - x[i][0], dy = x[j][1] - x[i][1], dz = x[j][2] - x[i][2];
            double square = dx * dx + dy * dy + dz * dz;
            double pull = i == j ? 0 : dt * mass[j] / (square * sqrt(square));
            v[i][0] += pull * dx;
            v[i][1] += pull * dy;
            v[i][2] += pull * dz;
        }
}

/** Places and velocities of n bodies after `steps` steps of dt (leapfrog: kick, drift, kick). */
WEFT_GUVECTORIZE("(n,3),(n,3),(n),(),()->(n,3),(n,3)",
                 "void(float64[:,:], float64[:,:], float64[:], float64, int64, float64[:,:], "
                 "float64[:,:])")
void nbody(size_t n, const double x0[n][3], const double v0[n][3], const double mass[n], double dt,
           int64_t steps, double x[n][3], double v[n][3])
{
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            x[i][k] = x0[i][k];
            v[i][k] = v0[i][k];
        }
    for (int64_t step = 0; step < steps; step++) {
        kick(n, v, x, mass, dt / 2);
        for (size_t i = 0; i < n; i++)
            for (int k = 0; k < 3; k++)
                x[i][k] += dt * v[i][k];
        kick(n, v, x, mass, dt / 2);
    }
}
