/* faults.h: which calls of the driver fail, and with what. */
#ifndef STAND_IN_FAULTS_H
#define STAND_IN_FAULTS_H

#include <cuda.h>

/* Whether this call of an entry point is to fail: the failure, or CUDA_SUCCESS. A query does not work
 * on the device, and fails only where it is meant by name: it does not with a device that is lost. */
CUresult faults_enter(const char *entry, bool is_query);

/* What the driver says of itself. */
int faults_version();
int faults_device_count();
bool faults_is_hidden(const char *entry);

/* One of these begins every entry point that can fail. */
#define ENTER(entry)       ENTER_ANY(#entry, false)
#define ENTER_QUERY(entry) ENTER_ANY(#entry, true)
#define ENTER_ANY(entry, is_query)                                                    \
    if (CUresult failure = faults_enter(entry, is_query); failure != CUDA_SUCCESS)    \
    return failure

#endif
