/* streams.cpp: streams and events. All that was asked of a stream is complete, or recorded. */
#include <cuda.h>

#include <atomic>
#include <mutex>

#include "capture.h"
#include "context.h"
#include "faults.h"
#include "stand_in.h"

namespace
{

struct event {
    std::shared_ptr<capture> recorded_in; /* null, or the capture that it was last recorded in */
};

/* A captured event tells nothing of the time, and asking it destroys its capture. */
CUresult ask(CUevent one)
{
    const std::shared_ptr<capture> &found = ((event *)one)->recorded_in;
    if (!found)
        return CUDA_SUCCESS;
    capture_destroy(found);
    return CUDA_ERROR_CAPTURED_EVENT;
}

CUresult do_nothing()
{
    return CUDA_SUCCESS;
}

std::atomic<long> streams_alive, events_alive;

} // namespace

extern "C" {

CUresult cuStreamCreate(CUstream *made, unsigned flags)
{
    ENTER(cuStreamCreate);
    static std::mutex lock;
    static unsigned long long next_id = 1;
    std::lock_guard<std::mutex> guard(lock);
    CUresult result = context_ready();
    if (result == CUDA_SUCCESS)
        *made = (CUstream) new stream{flags, next_id++, nullptr};
    streams_alive += result == CUDA_SUCCESS;
    return result;
}
CUresult cuStreamDestroy_v2(CUstream old)
{
    delete (stream *)old;
    streams_alive--;
    return CUDA_SUCCESS;
}
CUresult cuStreamSynchronize(CUstream one)
{
    ENTER(cuStreamSynchronize);
    capture_catch_up();
    CUresult result = capture_refuse(one);
    return result == CUDA_SUCCESS ? context_ready() : result;
}
CUresult cuStreamQuery(CUstream one)
{
    ENTER(cuStreamQuery);
    CUresult result = capture_refuse(one);
    return result == CUDA_SUCCESS ? context_ready() : result;
}
CUresult cuStreamGetFlags(CUstream one, unsigned *flags)
{
    ENTER(cuStreamGetFlags);
    *flags = ((stream *)one)->flags;
    return capture_refuse(one);
}
CUresult cuStreamGetId(CUstream one, unsigned long long *id)
{
    ENTER(cuStreamGetId);
    *id = ((stream *)one)->id;
    return capture_refuse(one);
}
CUresult cuStreamWaitEvent(CUstream one, CUevent awaited, unsigned)
{
    ENTER(cuStreamWaitEvent);
    if (((event *)awaited)->recorded_in) /* would have the stream captured, too */
        return CUDA_ERROR_NOT_SUPPORTED;
    CUresult result = capture_work(one, do_nothing);
    return result == CUDA_SUCCESS ? context_ready() : result;
}

CUresult cuEventCreate(CUevent *made, unsigned)
{
    ENTER(cuEventCreate);
    *made = (CUevent) new event;
    events_alive++;
    return context_ready();
}
CUresult cuEventRecord(CUevent one, CUstream on)
{
    ENTER(cuEventRecord);
    CUresult result = capture_find(on, &((event *)one)->recorded_in);
    return result == CUDA_SUCCESS ? context_ready() : result;
}
CUresult cuEventSynchronize(CUevent one)
{
    ENTER(cuEventSynchronize);
    capture_catch_up();
    UNSAFE();
    return ask(one);
}
CUresult cuEventQuery(CUevent one)
{
    ENTER(cuEventQuery);
    return ask(one);
}
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    ENTER(cuEventElapsedTime);
    *milliseconds = 0;
    CUresult result = ask(start);
    return result == CUDA_SUCCESS ? ask(end) : result;
}
CUresult cuEventDestroy(CUevent one)
{
    delete (event *)one;
    events_alive--;
    return CUDA_SUCCESS;
}

long stand_in_streams()
{
    return streams_alive;
}
long stand_in_events()
{
    return events_alive;
}

} // extern "C"
