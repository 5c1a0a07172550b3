// Calls a ufunc of its own and two that ship.
#include <cmath>
#include <cstdint>
#include <cstdio>

#include <weft/std/matrices.h>
#include <weft/std/rows.h>

#include "rates.h"

namespace {

bool is_near(double found, double wanted) { return std::fabs(found - wanted) < 1e-12 * std::fabs(wanted); }

int fail(const weft_error &error)
{
    std::fprintf(stderr, "%s\n", error.text);
    return 1;
}

} // namespace

int main()
{
    double rates[] = {0.01, 0.02, 0.05}, years = 10, matrix[] = {4, 1, 2, 3};
    const std::int64_t three[] = {3}, square[] = {2, 2};
    const weft_array rate = weft_array_view(rates, WEFT_FLOAT64, 1, three, nullptr);
    const weft_array time = weft_array_view(&years, WEFT_FLOAT64, 0, nullptr, nullptr);
    const weft_array a = weft_array_view(matrix, WEFT_FLOAT64, 2, square, nullptr);
    weft_array grown{}, mean{}, determinant{};
    weft_error error;
    if (weft_grow(&rate, &time, &grown, nullptr, &error) != WEFT_OK ||
        weft_mean(&grown, &mean, nullptr, &error) != WEFT_OK ||
        weft_det(&a, &determinant, nullptr, &error) != WEFT_OK)
        return fail(error);
    const double found = *static_cast<const double *>(mean.data);
    const double wanted = (std::exp(0.1) + std::exp(0.2) + std::exp(0.5)) / 3;
    std::printf("%.12f %.12f\n", found, *static_cast<const double *>(determinant.data));
    const bool right = is_near(found, wanted) &&
                       is_near(*static_cast<const double *>(determinant.data), 10);
    weft_array_clear(&grown);
    weft_array_clear(&mean);
    weft_array_clear(&determinant);
    return right ? 0 : 1;
}
