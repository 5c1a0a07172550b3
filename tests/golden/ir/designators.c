/* Initializers that say where their elements go. */
#include <stdint.h>

#include <weft/annotate.h>

struct pair {
    int8_t low;
    int32_t high;
};
struct record {
    struct pair at[3];
    uint8_t counts[4];
    struct {
        int32_t inner;
    };
};
enum { LAST = 3 };

static int32_t next(int32_t *count)
{
    *count += 3;
    return *count;
}

WEFT_VECTORIZE()
int32_t members(int32_t x, double y)
{
    struct pair plain = {.high = x, .low = (int8_t)(x & 15)}, behind = {.low = 3, x};
    struct record whole = {.at = {[0] = {1, x}, [1].high = 2, [2] = {.low = 4}},
                           .counts[LAST] = (uint8_t)(x & 7),
                           .inner = x - 2};
    int8_t rounded[2] = {[1] = y * 0.25};
    return plain.high - plain.low + behind.high * behind.low + whole.at[0].high * whole.at[1].high +
           whole.at[2].low + whole.counts[LAST] + whole.inner + rounded[0] + rounded[1];
}

WEFT_VECTORIZE()
int32_t elements(int32_t x)
{
    int32_t few[6] = {[1 ... LAST] = x, [LAST + 2] = 7}, table[2][2] = {[1][0] = x, 5};
    int32_t count = x & 31;
    struct pair made = {.low = (int8_t)x, .high = next(&count) * 2};
    struct pair both[2] = {[1] = {x & 1 ? next(&count) : 2, x}, [0].high = 9};
    return few[0] + few[2] * 3 + few[5] + table[1][0] - table[1][1] + made.low * made.high +
           both[1].low + both[0].high + count;
}
