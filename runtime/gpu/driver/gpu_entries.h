/* gpu_entries.h: the driver's entry points that libweft uses, X(name). */
#ifndef WEFT_GPU_ENTRIES_H
#define WEFT_GPU_ENTRIES_H

/* clang-format off */
#define GPU_DRIVER_ENTRIES(X)                                                           \
    X(cuInit) X(cuDriverGetVersion) X(cuGetErrorName) X(cuGetErrorString)               \
    X(cuDeviceGet) X(cuDeviceGetCount) X(cuDeviceGetName)                               \
    X(cuDevicePrimaryCtxRetain) X(cuCtxGetCurrent) X(cuCtxGetDevice)                    \
    X(cuCtxPushCurrent) X(cuCtxPopCurrent) X(cuLibraryLoadData) X(cuLibraryUnload)      \
    X(cuLibraryGetKernel) X(cuLaunchKernel) X(cuMemPoolCreate)                          \
    X(cuMemPoolSetAttribute) X(cuMemPoolGetAttribute) X(cuMemPoolTrimTo)                \
    X(cuMemGetInfo) X(cuMemAllocFromPoolAsync)                                          \
    X(cuMemFreeAsync) X(cuMemcpyHtoDAsync) X(cuMemcpyDtoHAsync) X(cuMemcpyDtoDAsync)    \
    X(cuMemsetD8Async)                                                                  \
    X(cuMemHostRegister) X(cuMemHostUnregister) X(cuStreamSynchronize)                  \
    X(cuStreamGetFlags) X(cuStreamGetId) X(cuStreamWaitEvent) X(cuStreamIsCapturing)    \
    X(cuThreadExchangeStreamCaptureMode) X(cuEventCreate) X(cuEventRecord)              \
    X(cuEventSynchronize) X(cuEventElapsedTime) X(cuEventDestroy) X(cuCtxGetId)         \
    X(cuGraphCreate) X(cuGraphDestroy) X(cuGraphAddKernelNode)                          \
    X(cuGraphInstantiateWithFlags) X(cuGraphExecKernelNodeSetParams)                    \
    X(cuGraphLaunch) X(cuGraphExecDestroy) X(cuPointerGetAttribute) X(cuStreamCreate)   \
    X(cuStreamDestroy) X(cuStreamQuery) X(cuEventQuery) X(cuKernelGetAttribute)         \
    X(cuKernelSetAttribute) X(cuDeviceGetAttribute) X(cuOccupancyMaxPotentialBlockSize)
/* And those of later drivers, with the version that brought them: NULL in older ones. */
#define GPU_DRIVER_LATER_ENTRIES(X) X(cuKernelGetParamInfo, 12040)
/* clang-format on */

#endif
