/* loop_end.h: forgets what a section of a generated body said of its function; for C and for CUDA.
 * No guard: it is read once per loop. */
#undef WEFT_LOOP
#undef WEFT_OPERANDS
#undef WEFT_INPUTS
#undef WEFT_KEPT
#undef WEFT_BINDING
#undef WEFT_FLATTENED
#undef WEFT_FOLDED
#undef WEFT_HOST_FOLDED
#undef WEFT_HEAVY
#undef WEFT_LIGHT
#undef WEFT_STREAMED
#undef WEFT_NEST_TILED
#undef WEFT_NEST_FRONTED
#undef WEFT_TEAMED
#undef WEFT_DIMENSIONS
#undef WEFT_RANKS
#undef WEFT_ITEM
#undef WEFT_VARIANTS
#undef WEFT_LANE_BITS
#undef WEFT_LANES_MATH
#undef WEFT_VECTOR_COUNT
#undef WEFT_FIND_ALONG
#undef WEFT_LANES_ITEM
#undef WEFT_LANES_ROOM
#undef WEFT_REFILL_OPERANDS
#undef WEFT_REFILL_KEPT
