/* faults.h: which calls of the driver fail, and with what. */
#ifndef STAND_IN_FAULTS_H
#define STAND_IN_FAULTS_H

#include <cuda.h>

/* Whether this call of an entry point is to fail: the failure, or CUDA_SUCCESS. */
CUresult faults_enter(const char *entry);

/* What the driver says of itself. */
int faults_version();
int faults_device_count();
bool faults_is_hidden(const char *entry);

/* Begins every entry point that can fail. */
#define ENTER(entry)                                             \
    if (CUresult failure = faults_enter(#entry); failure != CUDA_SUCCESS) \
    return failure

#endif
