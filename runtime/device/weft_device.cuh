/* weft_device.cuh: all that a generated .cu includes. Each loop's body stands in a namespace inside
 * weft::math or weft::tgmath, which is WEFT_SPACE, so that it finds C's functions and not CUDA's
 * overloads. */
#ifndef WEFT_DEVICE_CUH
#define WEFT_DEVICE_CUH

#include <errno.h>
#include <float.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include <weft/loop_instance.h>

#include "deal.cuh"
#include "elementwise.cuh"
#include "fold.cuh"
#include "gufunc.cuh"
#include "math/math.cuh"
#include "math/tgmath.cuh"
#include "math/wrap.cuh"
#include "nest/front.cuh"
#include "scan.cuh"
#include "speculate.cuh"
#include "stream.cuh"
#include "team.cuh"

#include "math/bits.cuh" /* last: it defines macros */

/* Generated text is shared with C; these are what differs. */
#define WEFT_ON_DEVICE    1
#define WEFT_DEVICE_CODE  1
#define WEFT_LONG_VECTORS 0
/* What walks stands where its threads are: only so its arrays may be registers. */
#define WEFT_FUNCTION             WEFT_FUNCTION_(WEFT_TEAMED)
#define WEFT_FUNCTION_(teamed)    WEFT_FUNCTION__(teamed)
#define WEFT_FUNCTION__(teamed)   WEFT_FUNCTION_##teamed
#define WEFT_FUNCTION_WEFT_TEAMED static WEFT_DEVICE
#define WEFT_FUNCTION_0           static WEFT_DEVICE_INLINE
#define WEFT_FUNCTION_1           static WEFT_DEVICE_INLINE
#define WEFT_FUNCTION_2           static WEFT_DEVICE_INLINE
#define WEFT_FUNCTION_3           static WEFT_DEVICE_INLINE
#define WEFT_INLINE               static WEFT_DEVICE_INLINE
#define WEFT_TABLE                WEFT_DEVICE
/* Names of the user's need not differ, for each loop has a namespace of its own. */
#define WEFT_INSTANCE(name) name
#define WEFT_BEGIN                          \
    namespace weft::WEFT_SPACE::WEFT_SYMBOL \
    {
/* One copy of what several functions need, around which theirs stand. */
#define WEFT_COMMON(name, number) weft_shared_##number##_##name
#define WEFT_COMMON_BEGIN      \
    namespace weft::WEFT_SPACE \
    {
#define WEFT_END }
/* What is read behind it. */
#define WEFT_ELEMENTWISE_LOOP <loop_elementwise.cuh>
#define WEFT_CORE_LOOP        <loop_core.cuh>
#define WEFT_RAGGED_LOOP      <loop_core.cuh>
/* An array parameter takes whatever it is handed: a view, a block, a pointer. */
#define WEFT_ARRAY(type, name, ...) auto name
/* A function with a nest that blocks of threads compute is told who calls it. */
#define WEFT_NESTED        , auto weft_nest
#define WEFT_NEST_PASSED   , weft_nest
#define WEFT_NEST_ARGUMENT , ::weft::nest_of(weft_item)
/* A carried name that the text around it has for another thing, too. */
#define WEFT_RENAMED(name) weft_own_##name
/* A carried type has the size and alignment that it has in the user's file. */
#define WEFT_LAYOUT(type, size, alignment)                                \
    static_assert(sizeof(type) == (size) && alignof(type) == (alignment), \
                  "another layout than in the source: " #type)

#endif
