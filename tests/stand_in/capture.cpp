/* capture.cpp: captures. The rules are those of cuStreamBeginCapture and
 * cuThreadExchangeStreamCaptureMode in CUDA's manual. */
#include "capture.h"

#include <algorithm>
#include <mutex>

#include "context.h"
#include "faults.h"
#include "stand_in.h"

namespace
{

std::mutex lock;
std::vector<stream *> captured; /* streams between begin and end */
std::vector<stream_work> deferred;
thread_local CUstreamCaptureMode thread_mode = CU_STREAM_CAPTURE_MODE_GLOBAL;

bool is_legacy(CUstream one)
{
    return !one || one == CU_STREAM_LEGACY;
}

/* The stream as an object, null where it is one of the driver's own. Under the lock. */
stream *find_stream(CUstream one)
{
    return is_legacy(one) || one == CU_STREAM_PER_THREAD ? nullptr : (stream *)one;
}

/* Captured streams that the legacy one would wait for. Under the lock. */
std::vector<stream *> find_blocking()
{
    std::vector<stream *> found;
    for (stream *one : captured)
        if (!(one->flags & CU_STREAM_NON_BLOCKING))
            found.push_back(one);
    return found;
}

/* Whether a capture forbids this thread unsafe calls. */
bool forbids(const capture &one)
{
    if (thread_mode == CU_STREAM_CAPTURE_MODE_RELAXED)
        return false;
    if (one.owner == std::this_thread::get_id())
        return one.mode != CU_STREAM_CAPTURE_MODE_RELAXED;
    return thread_mode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
           one.mode == CU_STREAM_CAPTURE_MODE_GLOBAL;
}

} // namespace

CUresult capture_find(CUstream one, std::shared_ptr<capture> *found)
{
    std::lock_guard<std::mutex> guard(lock);
    found->reset();
    if (is_legacy(one)) {
        std::vector<stream *> blocking = find_blocking();
        for (stream *each : blocking)
            each->captured->invalid = true;
        return blocking.empty() ? CUDA_SUCCESS : CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    }
    if (stream *own = find_stream(one))
        *found = own->captured;
    return *found && (*found)->invalid ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_SUCCESS;
}

void capture_defer(const stream_work &work)
{
    std::lock_guard<std::mutex> guard(lock);
    deferred.push_back(work);
}

void capture_catch_up()
{
    std::lock_guard<std::mutex> guard(lock);
    for (const stream_work &work : deferred)
        work();
    deferred.clear();
}

CUresult capture_work(CUstream one, const stream_work &work)
{
    std::shared_ptr<capture> found;
    capture_catch_up();
    CUresult result = capture_find(one, &found);
    if (result != CUDA_SUCCESS)
        return result;
    if (!found)
        return work();
    found->into->work.push_back(work);
    return CUDA_SUCCESS;
}

CUresult capture_refuse(CUstream one)
{
    std::shared_ptr<capture> found;
    CUresult result = capture_find(one, &found);
    if (!found || result != CUDA_SUCCESS)
        return result;
    capture_destroy(found);
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
}

CUresult capture_unsafe()
{
    std::lock_guard<std::mutex> guard(lock);
    bool is_forbidden = false;
    for (stream *one : captured)
        if (forbids(*one->captured))
            is_forbidden = one->captured->invalid = true;
    return is_forbidden ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : CUDA_SUCCESS;
}

void capture_destroy(const std::shared_ptr<capture> &one)
{
    std::lock_guard<std::mutex> guard(lock);
    one->invalid = true;
}

extern "C" {

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    ENTER_QUERY(cuThreadExchangeStreamCaptureMode);
    std::swap(thread_mode, *mode);
    return CUDA_SUCCESS;
}
CUresult cuStreamIsCapturing(CUstream one, CUstreamCaptureStatus *status)
{
    ENTER_QUERY(cuStreamIsCapturing);
    std::lock_guard<std::mutex> guard(lock);
    if (is_legacy(one) && !find_blocking().empty())
        return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    stream *own = find_stream(one);
    *status = !own || !own->captured  ? CU_STREAM_CAPTURE_STATUS_NONE
              : own->captured->invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                       : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    return CUDA_SUCCESS;
}
CUresult cuStreamBeginCapture_v2(CUstream one, CUstreamCaptureMode mode)
{
    std::lock_guard<std::mutex> guard(lock);
    stream *own = find_stream(one);
    if (!own)
        return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (own->captured)
        return CUDA_ERROR_ILLEGAL_STATE;
    own->captured = std::make_shared<capture>(capture{mode, std::this_thread::get_id()});
    captured.push_back(own);
    return CUDA_SUCCESS;
}
CUresult cuStreamEndCapture(CUstream one, CUgraph *made)
{
    *made = nullptr;
    std::shared_ptr<capture> ended; /* let go outside of the lock, with what it recorded */
    std::lock_guard<std::mutex> guard(lock);
    stream *own = find_stream(one);
    if (!own || !own->captured)
        return CUDA_ERROR_ILLEGAL_STATE;
    if (own->captured->mode != CU_STREAM_CAPTURE_MODE_RELAXED &&
        own->captured->owner != std::this_thread::get_id())
        return CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD;
    ended.swap(own->captured);
    captured.erase(std::find(captured.begin(), captured.end(), own));
    if (ended->invalid)
        return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    *made = (CUgraph) new std::shared_ptr<graph>(ended->into);
    return CUDA_SUCCESS;
}

int stand_in_enqueue(CUstream one, void (*work)(void *), void *context, void (*release)(void *))
{
    std::shared_ptr<void> owned(context, release);
    return capture_work(one, [=] {
        work(owned.get());
        return CUDA_SUCCESS;
    });
}
int stand_in_unsafe()
{
    return capture_unsafe();
}

} // extern "C"
