/* search.c: which compilation of the searches this CPU runs. */
#include "search.h"

#include "plan/isa.h"

const search_table *search_selected(void)
{
    static const search_table *const tables[] = {
        [WEFT_ISA_BASE] = &search_base,
#ifdef __x86_64__
        [WEFT_ISA_V3] = &search_v3,
        [WEFT_ISA_V4] = &search_v4,
#endif
    };
    return tables[isa_selected()];
}
