/* graphs.cpp: CUDA graphs, captured ones and those made of kernels. They belong to the context that
 * they were made in, which takes them along; to touch an executable one when that is gone ends the
 * process, as it may with the driver. */
#include <cuda.h>

#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <set>
#include <vector>

#include "capture.h"
#include "context.h"
#include "faults.h"

namespace
{

struct executable {
    std::shared_ptr<graph> all;
    unsigned long long made_in;
};

/* Graphs that nobody has destroyed. Complements of their addresses, for what is not destroyed and not
 * reset either is a leak, which the address sanitizer must see. */
template <class Kind> class registry
{
    std::mutex lock;
    std::set<uintptr_t> made;

public:
    Kind *add(Kind *one)
    {
        std::lock_guard<std::mutex> guard(lock);
        made.insert(~(uintptr_t)one);
        return one;
    }
    void remove(Kind *one)
    {
        std::lock_guard<std::mutex> guard(lock);
        made.erase(~(uintptr_t)one);
    }
    std::vector<Kind *> take_all()
    {
        std::lock_guard<std::mutex> guard(lock);
        std::vector<Kind *> all;
        for (uintptr_t one : made)
            all.push_back((Kind *)~one);
        made.clear();
        return all;
    }
};

typedef std::shared_ptr<graph> graph_handle;
registry<graph_handle> graphs;
registry<executable> executables;
/* Of contexts that were reset: they are still told from living ones. For the process's life, its end too. */
std::vector<executable *> &gone = *new std::vector<executable *>;

executable &living(CUgraphExec one)
{
    unsigned long long now = 0;
    auto &found = *(executable *)one;
    CUcontext context;
    if (cuCtxGetCurrent(&context) == CUDA_SUCCESS && context && cuCtxGetId(context, &now) == CUDA_SUCCESS &&
        now != found.made_in)
        std::abort();
    return found;
}

CUresult launch(graph &all)
{
    if (all.was_launched && !all.unfreed.empty())
        return CUDA_ERROR_INVALID_VALUE;
    all.was_launched = true;
    for (const stream_work &work : all.work)
        if (CUresult failure = work(); failure != CUDA_SUCCESS)
            return failure;
    return CUDA_SUCCESS;
}

CUresult find_work(const CUDA_KERNEL_NODE_PARAMS *node, stream_work *work)
{
    if (!node->kern || node->func)
        return CUDA_ERROR_INVALID_VALUE;
    return context_launch((void *)node->kern,
                          {{node->gridDimX, node->gridDimY, node->gridDimZ},
                           {node->blockDimX, node->blockDimY, node->blockDimZ},
                           node->sharedMemBytes},
                          node->kernelParams, work);
}

} // namespace

void graphs_reset()
{
    for (executable *one : executables.take_all()) {
        one->all.reset();
        gone.push_back(one);
    }
    for (graph_handle *one : graphs.take_all())
        delete one;
}

graph::~graph()
{
    for (CUdeviceptr one : memory)
        memory_free(one);
}

extern "C" {

CUresult cuGraphCreate(CUgraph *made, unsigned)
{
    ENTER_QUERY(cuGraphCreate);
    *made = (CUgraph)graphs.add(new graph_handle(std::make_shared<graph>()));
    return CUDA_SUCCESS;
}
CUresult cuGraphDestroy(CUgraph one)
{
    graphs.remove((graph_handle *)one);
    delete (graph_handle *)one;
    return CUDA_SUCCESS;
}
CUresult cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph to, const CUgraphNode *, size_t,
                                 const CUDA_KERNEL_NODE_PARAMS *params)
{
    ENTER_QUERY(cuGraphAddKernelNode);
    graph &all = **(graph_handle *)to;
    stream_work work;
    CUresult result = find_work(params, &work);
    if (result != CUDA_SUCCESS)
        return result;
    all.work.push_back(work);
    *node = (CUgraphNode)all.work.size();
    return CUDA_SUCCESS;
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec *made, CUgraph from, unsigned long long)
{
    ENTER_QUERY(cuGraphInstantiateWithFlags);
    UNSAFE();
    CUcontext context;
    auto *one = new executable{*(graph_handle *)from, 0};
    if (cuCtxGetCurrent(&context) != CUDA_SUCCESS || cuCtxGetId(context, &one->made_in) != CUDA_SUCCESS) {
        delete one;
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    *made = (CUgraphExec)executables.add(one);
    return CUDA_SUCCESS;
}
CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec one, CUgraphNode node,
                                           const CUDA_KERNEL_NODE_PARAMS *params)
{
    ENTER_QUERY(cuGraphExecKernelNodeSetParams);
    if (context_ready() != CUDA_SUCCESS) /* the driver does not even return */
        std::abort();
    graph_handle &all = living(one).all;
    stream_work work;
    CUresult result = find_work(params, &work);
    if (result != CUDA_SUCCESS || !all->memory.empty())
        return result != CUDA_SUCCESS ? result : CUDA_ERROR_NOT_SUPPORTED;
    all = std::make_shared<graph>(*all); /* what was launched has its own */
    all->work[(size_t)node - 1] = work;
    return CUDA_SUCCESS;
}
CUresult cuGraphLaunch(CUgraphExec one, CUstream on)
{
    ENTER(cuGraphLaunch);
    graph_handle all = living(one).all;
    return capture_work(on, [all] { return launch(*all); });
}
CUresult cuGraphExecDestroy(CUgraphExec one)
{
    executable &old = living(one);
    executables.remove(&old);
    delete &old;
    return CUDA_SUCCESS;
}

} // extern "C"
