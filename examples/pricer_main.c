/* A European call for a row of share prices: by random paths, and by the formula.
 *   pricer [FILE.svg] */
#include "example.h"

#include <math.h>

#include "black_scholes.h"
#include "plot.h"
#include "pricer.h"

enum { PRICES = 41, PATHS = 20000 };

static void draw(const char *path, const double *prices, const double *by_paths,
                 const double *by_formula)
{
    plot *plot = plot_begin(path, "A call by 20000 random paths, and by Black and Scholes",
                            (plot_axis){"share price", 30, 50, 10, 0},
                            (plot_axis){"price of the call", 0, 12, 6, 0});
    plot_points(plot, PRICES, prices, by_paths);
    plot_line(plot, "paths", 0, prices, by_paths);
    plot_line(plot, "formula", PRICES, prices, by_formula);
    plot_end(plot);
}

int main(int argc, char **argv)
{
    uint64_t number = 1;
    weft_array price = example_points(1, PRICES, 30, 50);
    const weft_array strike = weft_scalar_f64(40), years = weft_scalar_f64(0.5);
    const weft_array rate = weft_scalar_f64(0.1), volatility = weft_scalar_f64(0.2);
    const weft_array seed = weft_array_view(&number, WEFT_UINT64, 0, NULL, NULL);
    const weft_array paths = weft_scalar_i64(PATHS);
    weft_error error;
    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        const weft_options options = {.target = target};
        weft_array call = {0}, deviation = {0}, exact = {0}, put = {0};
        example_check(weft_call_by_paths(&price, &strike, &years, &rate, &volatility, &seed, &paths,
                                         &call, &deviation, &options, &error),
                      &error);
        example_check(weft_black_scholes(&price, &strike, &years, &rate, &volatility, &exact, &put,
                                         &options, &error),
                      &error);
        const double *by_paths = call.data, *by_formula = exact.data, *errors = deviation.data;
        double most = 0;
        for (int i = 0; i < PRICES; i++)
            most = fmax(most, fabs(by_paths[i] - by_formula[i]) / (errors[i] + 1e-12));
        printf("%-8s  at 42: %.3f ± %.3f by paths, %.3f by the formula\n", weft_target_name(target),
               by_paths[24], errors[24], by_formula[24]);
        example_expect(most < 4.5, "the mean of the paths is the formula");
        if (target == WEFT_CPU)
            draw(argc > 1 ? argv[1] : "pricer.svg", price.data, by_paths, by_formula);
        weft_array_clear(&call), weft_array_clear(&deviation);
        weft_array_clear(&exact), weft_array_clear(&put);
    }
    weft_array_clear(&price);
    return 0;
}
