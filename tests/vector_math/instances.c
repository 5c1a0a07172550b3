/* instances.c: the list of what kernels.c was compiled to. instances.h has INSTANCES(X), with
 * X(instance) of each. */
#include "instances.h"
#include "functions.h"

#define DECLARE(instance) extern const vector_instance instance;
INSTANCES(DECLARE)

#define NAME(instance) &instance,
const vector_instance *const vector_instances[] = {INSTANCES(NAME)};
const size_t vector_instance_count = sizeof vector_instances / sizeof vector_instances[0];
