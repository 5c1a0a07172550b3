/* loop_core.cuh: the kernel around a function with core dimensions: the twin of <weft/loop_core.h>,
 * which says what is read before it; and
 *
 *     WEFT_DIMENSIONS  the number of the ufunc's core dimensions
 *     WEFT_RANKS       how many of them each operand has
 *     WEFT_STREAMED    is there if it walks along one axis in order
 *     WEFT_NEST_TILED  is there if it is a nest that blocks of threads compute by tiles: how many
 *                      blocks a multiprocessor should have room for
 *     WEFT_NEST_FRONTED  if it is a parallel loop that they compute a round a thread
 *     WEFT_TEAMED      is there if its text has walks or loops to deal out: 1 if threads may
 *                      walk along an axis together, 2 if again along rows that they keep, 3 if
 *                      they may deal out the rounds of loops in loops in order
 *     WEFT_LAUNCHED    is there if WEFT_ITEM is a hand-written kernel, the only one that there is
 *     WEFT_LISTS       is there if operands are lists (<weft/loop/ragged.h>), which have
 *                      kernels of their own and no others; WEFT_LISTS_SHARED beside it if threads
 *                      may walk along a list together */

#define WEFT_EXTENT(k)            weft_item.size(k)
#define WEFT_VIEW(type, rank, k)  weft_item.template view<type, rank>(k)
#define WEFT_BLOCK(type, rank, k) weft_item.template block<type, rank>(k)
#define WEFT_IN(k)                weft_item.template value<WEFT_VALUE(WEFT_DTYPE(k))>(k)
#define WEFT_OUT(k, x)            weft_item.template put<WEFT_VALUE(WEFT_DTYPE(k))>(k, x)

namespace weft::WEFT_SPACE::WEFT_SYMBOL
{
struct weft_body {
    template <class Item> WEFT_DEVICE_INLINE void operator()(Item &weft_item) const { WEFT_ITEM }
};
} // namespace weft::WEFT_SPACE::WEFT_SYMBOL
#ifdef WEFT_LAUNCHED
WEFT_RAW(weft::WEFT_SPACE, WEFT_SYMBOL, WEFT_DIMENSIONS, WEFT_RANKS)
#elif defined(WEFT_LISTS)
WEFT_RAGGED(weft::WEFT_SPACE, WEFT_SYMBOL, WEFT_DIMENSIONS, WEFT_RANKS)
#ifdef WEFT_LISTS_SHARED
WEFT_RAGGED_TEAM(weft::WEFT_SPACE, WEFT_SYMBOL, WEFT_DIMENSIONS, WEFT_TEAMED == 2, WEFT_RANKS)
#endif
#else
WEFT_GUFUNC(weft::WEFT_SPACE, WEFT_SYMBOL, WEFT_DIMENSIONS, WEFT_RANKS)
#ifdef WEFT_STREAMED
WEFT_STREAM(weft::WEFT_SPACE, WEFT_SYMBOL, WEFT_DIMENSIONS, WEFT_RANKS)
#endif
#ifdef WEFT_NEST_TILED
WEFT_NEST(weft::WEFT_SPACE, WEFT_SYMBOL, WEFT_NEST_TILED, WEFT_DIMENSIONS, WEFT_RANKS)
#endif
#ifdef WEFT_NEST_FRONTED
WEFT_FRONT(weft::WEFT_SPACE, WEFT_SYMBOL, WEFT_DIMENSIONS, WEFT_RANKS)
#endif
#if WEFT_TEAMED == 3
WEFT_DEALT(weft::WEFT_SPACE, WEFT_SYMBOL, WEFT_DIMENSIONS, (WEFT_DTYPE_LIST), WEFT_RANKS)
#elif WEFT_TEAMED
WEFT_TEAM(weft::WEFT_SPACE, WEFT_SYMBOL, WEFT_DIMENSIONS, WEFT_TEAMED == 2, (WEFT_DTYPE_LIST),
          WEFT_RANKS)
#endif
#endif

#undef WEFT_LISTS_SHARED
#undef WEFT_EXTENT
#undef WEFT_VIEW
#undef WEFT_BLOCK
#undef WEFT_IN
#undef WEFT_OUT
#include <weft/loop_end.h>
