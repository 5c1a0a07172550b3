/* text.cu: that C's own forms survive nvcc. Compiling it is the test. */
#include <weft_device.cuh>

namespace weft::math::text {
#include <weft_keywords.h>
#include "text.body.h"
#include <weft_keywords_end.h>
} // namespace weft::math::text

struct output {
    double *x;
};

WEFT_KERNEL(text, 32, output)
{
    using namespace weft::math::text;
    double *x = params.x;
    x[0] = names(x[1], x[2], x[3]) + initialisers((int)x[1], (int)x[2], x[3]) +
           keywords(x, x + 32, 8) + blocks(x[1]);
}
