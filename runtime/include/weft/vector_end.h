/* vector_end.h: takes back what vector_begin.h defines, and the width. No guard. */
#undef WEFT_GLUE_
#undef WEFT_GLUE
#undef WEFT_OF
#undef WEFT_F
#undef WEFT_I
#undef WEFT_U
#undef WEFT_T
#undef WEFT_FN_
#undef WEFT_FN
#undef WEFT_FMA
#undef WEFT_MUL
#undef WEFT_SET
#undef WEFT_SELECT
#undef WEFT_ANY
#undef WEFT_WIDTH_HERE
