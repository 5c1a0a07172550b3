/* black_scholes.c: two results of one function, and a helper that comes along by itself. */
#include <weft/annotate.h>

#include <tgmath.h>

WEFT_TYPEVAR(T);

/* The normal distribution up to x. */
static T normal(T x) { return erfc(x * (T)-0.70710678118654752440) / 2; }

/** The prices of a European call and put (Black, Scholes and Merton, 1973): price of the share and
 * strike price in the same currency, time to expiry in years, yearly rate and volatility. */
WEFT_VECTORIZE("void(float32, float32, float32, float32, float32, float32[:], float32[:])",
               "void(float64, float64, float64, float64, float64, float64[:], float64[:])")
void black_scholes(T price, T strike, T years, T rate, T volatility, T *call, T *put)
{
    T spread = volatility * sqrt(years);
    T d1 = (log(price / strike) + (rate + volatility * volatility / 2) * years) / spread;
    T d2 = d1 - spread;
    T discounted = strike * exp(-rate * years);
    *call = price * normal(d1) - discounted * normal(d2);
    *put = discounted * normal(-d2) - price * normal(-d1);
}
