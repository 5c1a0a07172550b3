/* pricer.c: a price as a mean over random paths; every item has the same ones, so that prices are
 * a smooth curve. */
#include <weft/annotate.h>
#include <weft/random.h>

/** The price of a European call as the mean of `paths` random ends and their mirror images, and its
 * standard error; its arguments are those of black_scholes. */
WEFT_VECTORIZE()
void call_by_paths(double price, double strike, double years, double rate, double volatility,
                   uint64_t seed, int64_t paths, double *call, double *error)
{
    const double spread = volatility * sqrt(years);
    const double drift = (rate - volatility * volatility / 2) * years,
                 discount = exp(-rate * years);
    double sum = 0, squares = 0;
    for (int64_t k = 0; k < paths; k++) {
        const double z = weft_normal_double(seed, (uint64_t)k, 0);
        const double up = price * exp(drift + spread * z), down = price * exp(drift - spread * z);
        const double paid = (fmax(up - strike, 0) + fmax(down - strike, 0)) / 2;
        sum += paid;
        squares += paid * paid;
    }
    const double mean = sum / (double)paths;
    *call = discount * mean;
    *error = discount * sqrt(fmax(squares / (double)paths - mean * mean, 0) / (double)paths);
}
