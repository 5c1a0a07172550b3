/* A hundred thousand events, some of which have a Z that became two muons.
 *   z_mass [FILE.svg] */
#include "example.h"

#include <math.h>
#include <weft/random.h>

#include "plot.h"
#include "z_mass.h"

enum { EVENTS = 100000, MOST_SOFT = 3, MOST = 2 + MOST_SOFT, BINS = 60 };

static const double pi = 3.14159265358979323846, lowest = 60, highest = 120;
static double pt[EVENTS * MOST], eta[EVENTS * MOST], phi[EVENTS * MOST];
static int64_t begins[EVENTS + 1];

static void add_muon(int64_t *count, double momentum, double angle, double around)
{
    pt[*count] = momentum;
    eta[*count] = angle;
    phi[(*count)++] = around;
}

/* A Z at rest, whose muons fly apart; their momenta are measured within some percent. */
static void add_decay(int64_t *count, uint64_t event)
{
    const double mass = 91.19 + 1.25 * tan(pi * (0.96 * weft_random_double(1, event, 0) - 0.48));
    const double along = 1.8 * weft_random_double(1, event, 1) - 0.9;
    const double across = mass / 2 * sqrt(1 - along * along);
    const double around = pi * (2 * weft_random_double(1, event, 2) - 1);
    add_muon(count, across * (1 + 0.02 * weft_normal_double(2, event, 0)), atanh(along), around);
    add_muon(count, across * (1 + 0.02 * weft_normal_double(2, event, 1)), -atanh(along),
             around + pi);
}

/* Events with a Z and without, and in both up to three muons that have little momentum. */
static void make_events(void)
{
    int64_t count = 0;
    for (uint64_t event = 0; event < EVENTS; event++) {
        if (weft_random_double(3, event, 0) < 0.4)
            add_decay(&count, event);
        const unsigned soft = (unsigned)weft_random_below(4, event, 0, MOST_SOFT + 1);
        for (unsigned k = 0; k < soft; k++)
            add_muon(&count, 3 + weft_exponential_double(5, event, k) * 12,
                     weft_normal_double(6, event, k),
                     pi * (2 * weft_random_double(7, event, k) - 1));
        begins[event + 1] = count;
    }
}

/* The same mass as the length of a sum of vectors: of energy and momentum. */
static double naive_mass(int64_t event)
{
    int64_t a = begins[event], b = -1;
    if (begins[event + 1] - a < 2)
        return 0;
    for (int64_t i = a + 1; i < begins[event + 1]; i++)
        a = pt[i] > pt[a] ? i : a;
    for (int64_t i = begins[event]; i < begins[event + 1]; i++)
        b = i != a && (b < 0 || pt[i] > pt[b]) ? i : b;
    const double x = pt[a] * cos(phi[a]) + pt[b] * cos(phi[b]);
    const double y = pt[a] * sin(phi[a]) + pt[b] * sin(phi[b]);
    const double z = pt[a] * sinh(eta[a]) + pt[b] * sinh(eta[b]);
    const double energy = pt[a] * cosh(eta[a]) + pt[b] * cosh(eta[b]);
    return sqrt(fmax(energy * energy - x * x - y * y - z * z, 0));
}

static void draw(const char *path, const double *masses)
{
    double x[2 * BINS], y[2 * BINS], counts[BINS] = {0};
    for (int event = 0; event < EVENTS; event++)
        if (masses[event] >= lowest && masses[event] < highest)
            counts[(int)((masses[event] - lowest) / (highest - lowest) * BINS)]++;
    for (int i = 0; i < 2 * BINS; i++) { /* steps */
        x[i] = lowest + (highest - lowest) * ((i + 1) / 2) / BINS;
        y[i] = counts[i / 2];
    }
    plot *plot = plot_begin(path, "The two hardest muons of each event",
                            (plot_axis){"mass (GeV)", lowest, highest, 6, 0},
                            (plot_axis){"events", 0, 7000, 7, 0});
    plot_line(plot, "", 2 * BINS, x, y);
    plot_end(plot);
}

int main(int argc, char **argv)
{
    weft_error error;
    make_events();
    const int64_t count = begins[EVENTS], offset_count = EVENTS + 1;
    const weft_array offsets = weft_array_view(begins, WEFT_INT64, 1, &offset_count, NULL);
    const weft_array pts = weft_array_view(pt, WEFT_FLOAT64, 1, &count, NULL);
    const weft_array etas = weft_array_view(eta, WEFT_FLOAT64, 1, &count, NULL);
    const weft_array phis = weft_array_view(phi, WEFT_FLOAT64, 1, &count, NULL);
    const weft_array p = weft_ragged_view(&pts, &offsets), e = weft_ragged_view(&etas, &offsets),
                     f = weft_ragged_view(&phis, &offsets);
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        weft_array masses = {0}, shares = {0};
        const weft_options options = {.target = target};
        example_check(weft_z_mass(&p, &e, &f, &masses, &options, &error), &error);
        example_check(weft_parts(&p, &shares, &options, &error), &error);
        const double *mass = masses.data, *share = shares.data;
        int64_t near = 0;
        for (int64_t event = 0; event < EVENTS; event++) {
            double sum = 0;
            for (int64_t i = begins[event]; i < begins[event + 1]; i++)
                sum += share[i];
            example_expect(fabs(mass[event] - naive_mass(event)) <= 1e-5 * (1 + mass[event]),
                           "the mass of the sum of two vectors");
            example_expect(begins[event] == begins[event + 1] || fabs(sum - 1) < 1e-12,
                           "parts of one");
            near += fabs(mass[event] - 91.19) < 10;
        }
        printf("%-8s  %lld muons in %d events, %lld of a mass within 10 GeV of the Z's\n",
               weft_target_name(target), (long long)count, EVENTS, (long long)near);
        if (target == WEFT_CPU)
            draw(argc > 1 ? argv[1] : "z_mass.svg", mass);
        weft_array_clear(&masses), weft_array_clear(&shares);
    }
    return 0;
}
