/* calibration.c: integers from a converter become numbers with a unit. */
#include <weft/annotate.h>

#include <math.h>
#include <stdint.h>

/** The value of a reading: gain × (reading − offset − drift × (temperature − 20 °C)); NaN where the
 * converter was at an end of its range. */
WEFT_VECTORIZE("float32(int16, float32, float32, float32, float32)")
float calibrate(int16_t reading, float temperature, float gain, float offset, float drift)
{
    if (reading == INT16_MIN || reading == INT16_MAX)
        return NAN;
    return gain * ((float)reading - offset - drift * (temperature - 20));
}
