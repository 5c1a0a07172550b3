#include "generate.h"

#include "explain/explain.h"
#include "pipeline.h"

bool generate_explain(const generate_options *options, explain_form form, FILE *out)
{
    pipeline all;
    explanation fact = {0};
    bool done = pipeline_run(&all, options);
    for (size_t m = 0; m < all.module_count && done; m++)
        for (size_t i = 0; i < all.modules[m].ufunc_count; i++)
            if (!all.modules[m].ufuncs[i].stage_of)
                explain_ufunc(all.memory, options, &all.modules[m].ufuncs[i],
                              ARENA_PUSH(all.memory, fact.ufuncs, fact.count));
    if (done) {
        (form == EXPLAIN_JSON ? explain_print_json : explain_print_text)(&fact, out);
        pipeline_print_trees(&all);
    }
    pipeline_clear(&all);
    return done;
}
