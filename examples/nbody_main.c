/* Three bodies that chase each other along an eight (Chenciner and Montgomery, 2000): four sizes of
 * steps in one call, and a whole orbit in another.
 *   nbody [FILE.svg] */
#include "example.h"

#include <math.h>

#include "nbody.h"
#include "plot.h"

enum { BODIES = 3, SIZES = 4, TIMES = 121 };

typedef double bodies[BODIES][3];

static const double period = 6.32591398;
static double masses[BODIES] = {1, 1, 1};
static bodies places = {{-0.97000436, 0.24308753, 0}, {0.97000436, -0.24308753, 0}, {0, 0, 0}};
static bodies velocities = {
    {0.466203685, 0.43236573, 0}, {0.466203685, 0.43236573, 0}, {-0.93240737, -0.86473146, 0}};

static double energy(bodies x, bodies v)
{
    double sum = 0;
    for (int i = 0; i < BODIES; i++) {
        sum += masses[i] * (v[i][0] * v[i][0] + v[i][1] * v[i][1] + v[i][2] * v[i][2]) / 2;
        for (int j = 0; j < i; j++)
            sum -= masses[i] * masses[j] /
                   hypot(hypot(x[i][0] - x[j][0], x[i][1] - x[j][1]), x[i][2] - x[j][2]);
    }
    return sum;
}

/* The bodies after steps[k] steps of dt[k], for all k in one call. */
static void simulate(int count, double *dt, int64_t *steps, bodies *x, bodies *v,
                     const weft_options *options)
{
    const int64_t shape[] = {count, BODIES, 3};
    weft_array x0 = weft_array_view(places, WEFT_FLOAT64, 2, shape + 1, NULL);
    weft_array v0 = weft_array_view(velocities, WEFT_FLOAT64, 2, shape + 1, NULL);
    weft_array mass = weft_array_view(masses, WEFT_FLOAT64, 1, shape + 1, NULL);
    weft_array size = weft_array_view(dt, WEFT_FLOAT64, 1, shape, NULL);
    weft_array number = weft_array_view(steps, WEFT_INT64, 1, shape, NULL);
    weft_array after = weft_array_view(x, WEFT_FLOAT64, 3, shape, NULL);
    weft_array speed = weft_array_view(v, WEFT_FLOAT64, 3, shape, NULL);
    weft_error error;
    example_check(weft_nbody(&x0, &v0, &mass, &size, &number, &after, &speed, options, &error),
                  &error);
}

/* After one period all are where they began: the better, the smaller the steps. */
static void check_period(weft_target target)
{
    int64_t steps[SIZES] = {250, 500, 1000, 2000};
    double dt[SIZES], before = energy(places, velocities), last = 0;
    bodies x[SIZES], v[SIZES];
    for (int k = 0; k < SIZES; k++)
        dt[k] = period / (double)steps[k];
    simulate(SIZES, dt, steps, x, v, &(weft_options){.target = target});
    printf("%s: steps, energy lost, distance from the start\n", weft_target_name(target));
    for (int k = 0; k < SIZES; k++) {
        double lost = fabs(energy(x[k], v[k]) / before - 1), away = 0;
        for (int i = 0; i < BODIES; i++)
            away = fmax(away, hypot(x[k][i][0] - places[i][0], x[k][i][1] - places[i][1]));
        printf("  %4lld  %.1e  %.1e\n", (long long)steps[k], lost, away);
        example_expect(lost < 1e-5, "the energy is kept");
        example_expect(away < 0.02, "the orbit closes");
        example_expect(k == 0 || away < last / 3.5, "half the step, a quarter of the error");
        last = away;
    }
}

/* The orbit as it is after 0, 20, 40, … steps: the numbers of steps are an operand like any other. */
static void draw(const char *path)
{
    static bodies x[TIMES], v[TIMES];
    static double dt[TIMES], across[TIMES], up[TIMES];
    static int64_t steps[TIMES];
    for (int k = 0; k < TIMES; k++) {
        steps[k] = 20 * k;
        dt[k] = period / 3 / (20 * (TIMES - 1));
    }
    simulate(TIMES, dt, steps, x, v, NULL);
    plot *plot =
        plot_begin(path, "Three bodies, a third of a period", (plot_axis){"x", -1.25, 1.25, 10, 0},
                   (plot_axis){"y", -0.6, 0.6, 6, 0});
    for (int i = 0; i < BODIES; i++) {
        for (int k = 0; k < TIMES; k++) {
            across[k] = x[k][i][0];
            up[k] = x[k][i][1];
        }
        plot_points(plot, 1, across, up);
        plot_line(plot, "", TIMES, across, up);
    }
    plot_end(plot);
}

int main(int argc, char **argv)
{
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++)
        if (example_has_target(target))
            check_period(target);
    draw(argc > 1 ? argv[1] : "nbody.svg");
    return 0;
}
