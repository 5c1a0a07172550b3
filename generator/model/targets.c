#include "targets.h"

const char *const target_names[WEFT_TARGET_END] = {
#define ROW(ENUM, name, kernels) [WEFT_##ENUM] = #name,
    WEFT_TARGETS(ROW)
#undef ROW
};

const char *targets_list(arena *memory, unsigned bits, const char *last)
{
    const char *list = "";
    for (int target = WEFT_CPU; target < WEFT_TARGET_END; target++) {
        unsigned bit = 1u << (target - 1);
        const char *between = !*list ? "" : bits >> target ? ", " : last;
        if (bits & bit)
            list = arena_format(memory, "%s%s%s", list, between, target_names[target]);
    }
    return list;
}
