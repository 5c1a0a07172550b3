/* loop_elementwise.cuh: the kernels around a function of scalars: the twin of
 * <weft/loop_elementwise.h>, which says what is read before it; and
 *
 *     WEFT_INPUTS  the number of inputs, which are the first operands
 *     WEFT_KEPT    has a bit for each output that the function may leave as it finds it, if any
 *     WEFT_HEAVY   is there if a thread's items are computed one after the other
 *     WEFT_FOLDED  is there if it combines two elements of one dtype, in any order */

#ifndef WEFT_KEPT
#define WEFT_KEPT 0
#endif

#define WEFT_ARGUMENT(k, _) WEFT_VALUE(WEFT_DTYPE(k)) & weft_a##k
#define WEFT_IN(k)          weft_a##k
#define WEFT_OUT(k, value)  weft_a##k = value

namespace weft::WEFT_SPACE::WEFT_SYMBOL
{
struct weft_body {
#ifdef WEFT_HEAVY
    static constexpr bool heavy = true;
#else
    static constexpr bool heavy = false;
#endif
    WEFT_DEVICE void operator()(WEFT_EACH(WEFT_ARGUMENT, WEFT_COMMA, )) const
    {
        WEFT_ITEM
    }
};
} // namespace weft::WEFT_SPACE::WEFT_SYMBOL
WEFT_ELEMENTWISE(weft::WEFT_SPACE, WEFT_SYMBOL, WEFT_INPUTS, WEFT_KEPT, WEFT_DTYPE_LIST)
#ifdef WEFT_FOLDED
WEFT_FOLD(weft::WEFT_SPACE, WEFT_SYMBOL, WEFT_DTYPE(2))
WEFT_SCAN(weft::WEFT_SPACE, WEFT_SYMBOL, WEFT_DTYPE(2))
#endif

#undef WEFT_ARGUMENT
#undef WEFT_IN
#undef WEFT_OUT
#include <weft/loop_end.h>
