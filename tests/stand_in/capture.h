/* capture.h: streams that record their work into CUDA graphs, which graphs.cpp runs. What the driver forbids meanwhile
 * fails here with its results, and destroys the capture as it does there. */
#ifndef STAND_IN_CAPTURE_H
#define STAND_IN_CAPTURE_H

#include <cuda.h>

#include <functional>
#include <memory>
#include <set>
#include <thread>
#include <vector>

/* What a stream does, at once or whenever a graph is launched. */
typedef std::function<CUresult()> stream_work;

/* Recorded work, and the memory that was allocated while it was recorded. */
struct graph {
    std::vector<stream_work> work;
    std::set<CUdeviceptr> memory, unfreed; /* the one is freed with the graph */
    bool was_launched = false;
    ~graph();
};

/* One capture, from its begin to its end; `invalid` where something forbidden was done. */
struct capture {
    CUstreamCaptureMode mode;
    std::thread::id owner;
    bool invalid = false;
    std::shared_ptr<graph> into = std::make_shared<graph>();
};

struct stream {
    unsigned flags;
    unsigned long long id;
    std::shared_ptr<capture> captured; /* null while it runs its work */
};

/* Whether work on the stream is recorded: into *found, else null. Failures as below. */
CUresult capture_find(CUstream one, std::shared_ptr<capture> *found);

/* Does the work, or records it. On the legacy stream it fails while a blocking one is captured,
 * which destroys that capture; and so it does on a stream whose capture is destroyed. */
CUresult capture_work(CUstream one, const stream_work &work);

/* Puts a copy off that the host need not wait for, until whatever must come behind it: as late as a
 * driver may do it. All of it is done by then, in order. */
void capture_defer(const stream_work &work);
void capture_catch_up();

/* For calls that a captured stream does not bear: they fail, and destroy its capture. */
CUresult capture_refuse(CUstream one);

/* For calls that are not safe while anything is captured: whether this thread may make them. Else
 * they fail, and destroy what forbids them. */
CUresult capture_unsafe();

/* Destroys a capture that goes on. */
void capture_destroy(const std::shared_ptr<capture> &one);

#define UNSAFE()                                                      \
    if (CUresult failure = capture_unsafe(); failure != CUDA_SUCCESS) \
    return failure

#endif
