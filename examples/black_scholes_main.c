/* Prices of calls and puts for a row of share prices, on every target. */
#include "example.h"

#include <math.h>

#include "black_scholes.h"

enum { PRICES = 9 };

int main(void)
{
    double prices[PRICES];
    for (int i = 0; i < PRICES; i++)
        prices[i] = 38 + i;
    weft_array price = weft_array_view(prices, WEFT_FLOAT64, 1, (int64_t[]){PRICES}, NULL);
    weft_array strike = weft_scalar_f64(40), years = weft_scalar_f64(0.5);
    weft_array rate = weft_scalar_f64(0.1), volatility = weft_scalar_f64(0.2);
    weft_error error;

    for (weft_target target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        if (!example_has_target(target))
            continue;
        weft_array call = {0}, put = {0};
        example_check(weft_black_scholes(&price, &strike, &years, &rate, &volatility, &call, &put,
                                         &(weft_options){.target = target}, &error),
                      &error);
        const double *calls = call.data, *puts = put.data;
        printf("%s: share price, call, put\n", weft_target_name(target));
        for (int i = 0; i < PRICES; i++) {
            printf("  %5.2f  %6.3f  %6.3f\n", prices[i], calls[i], puts[i]);
            /* What a call costs more than a put is the share less the discounted strike price. */
            double parity = prices[i] - 40 * exp(-0.05);
            example_expect(fabs(calls[i] - puts[i] - parity) < 1e-10, "parity of put and call");
        }
        /* The textbook's option: 42 in the money by 2. */
        example_expect(fabs(calls[4] - 4.7594) < 1e-4 && fabs(puts[4] - 0.8086) < 1e-4, "prices");
        weft_array_clear(&call);
        weft_array_clear(&put);
    }
    return 0;
}
