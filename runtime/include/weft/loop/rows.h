/* rows.h: the loop over rows of items, each of which is WEFT_INSTANCE(_items). No guard: it is
 * read once per loop, by the header that has written that. */
static void WEFT_INSTANCE(_loop)(char *const *args, const int64_t *dimensions, const int64_t *steps,
                                 const void *data)
{
    const weft_rows *rows = data;
    const int64_t row_count = rows ? rows->count : 1;
    WEFT_EACH(WEFT_TAKE_STEP, WEFT_NOTHING, )
    for (int64_t row = 0; row < row_count; row++) {
        WEFT_EACH(WEFT_TAKE_PLACE, WEFT_NOTHING, )
        WEFT_INSTANCE(_items)
        (WEFT_EACH(WEFT_PLACE, WEFT_COMMA, ), WEFT_EACH(WEFT_STEP, WEFT_COMMA, ), dimensions[0]);
    }
}
