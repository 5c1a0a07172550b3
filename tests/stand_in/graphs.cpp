/* graphs.cpp: CUDA graphs, captured ones and those made of kernels. An executable one belongs to the
 * context that it was made in; to touch it when that is gone ends the process, as it may with the
 * driver. */
#include <cuda.h>

#include <cstdlib>

#include "capture.h"
#include "context.h"
#include "faults.h"

namespace
{

struct executable {
    std::shared_ptr<graph> all;
    unsigned long long made_in;
};

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
    return context_launch((void *)node->kern, node->gridDimX, node->blockDimX, node->kernelParams,
                          work);
}

} // namespace

graph::~graph()
{
    for (CUdeviceptr one : memory)
        memory_free(one);
}

extern "C" {

CUresult cuGraphCreate(CUgraph *made, unsigned)
{
    ENTER_QUERY(cuGraphCreate);
    *made = (CUgraph) new std::shared_ptr<graph>(std::make_shared<graph>());
    return CUDA_SUCCESS;
}
CUresult cuGraphDestroy(CUgraph one)
{
    delete (std::shared_ptr<graph> *)one;
    return CUDA_SUCCESS;
}
CUresult cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph to, const CUgraphNode *, size_t,
                                 const CUDA_KERNEL_NODE_PARAMS *params)
{
    ENTER_QUERY(cuGraphAddKernelNode);
    graph &all = **(std::shared_ptr<graph> *)to;
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
    auto *one = new executable{*(std::shared_ptr<graph> *)from, 0};
    if (cuCtxGetCurrent(&context) != CUDA_SUCCESS || cuCtxGetId(context, &one->made_in) != CUDA_SUCCESS) {
        delete one;
        return CUDA_ERROR_INVALID_CONTEXT;
    }
    *made = (CUgraphExec)one;
    return CUDA_SUCCESS;
}
CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec one, CUgraphNode node,
                                           const CUDA_KERNEL_NODE_PARAMS *params)
{
    ENTER_QUERY(cuGraphExecKernelNodeSetParams);
    if (context_ready() != CUDA_SUCCESS) /* the driver does not even return */
        std::abort();
    std::shared_ptr<graph> &all = living(one).all;
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
    std::shared_ptr<graph> all = living(one).all;
    return capture_work(on, [all] { return launch(*all); });
}
CUresult cuGraphExecDestroy(CUgraphExec one)
{
    delete &living(one);
    return CUDA_SUCCESS;
}

} // extern "C"
