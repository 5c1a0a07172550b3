/* gpu_graph.c: a table of executable graphs by kernel, stream and context. One entry serves all
 * threads, one at a time; whoever finds it taken launches without it, as does whose entry another
 * kernel uses more. An executable graph runs once at a time, in the order of its launches: on one
 * stream that is the stream's own order. */
#include "gpu_graph.h"

#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

/* Launches after which a kernel is worth its graph (some 0.2 ms), and up to which they count;
 * threads of a launch beside whose work the host's does not matter. */
enum { WORTH = 4, MOST_USES = 16, LARGE = 1 << 20 };

/* Bytes of an argument that are kept at most: those of a kernel of six operands. */
enum { MOST_ARGUMENT = 640 };

typedef struct kept_graph {
    atomic_bool is_taken;
    CUfunction kernel; /* with the next two: the key */
    CUstream stream;
    CUcontext context;
    unsigned long long id; /* of the context: never given twice, unlike its address */
    int device;
    unsigned uses;    /* launches, less those of others that come here */
    CUgraph graph;    /* owned; NULL: not made */
    CUgraphExec exec; /* owned with it */
    CUgraphNode node;
    gpu_grid grid; /* what the graph launches; without argument_bytes nobody knows */
    unsigned char argument[MOST_ARGUMENT];
} kept_graph;

enum { ENTRIES = 64 };
static kept_graph entries[ENTRIES];

static kept_graph *find(CUfunction kernel, CUstream stream)
{
    const uint64_t mixed = ((uintptr_t)kernel >> 4) * UINT64_C(0x9E3779B97F4A7C15) ^
                           ((uintptr_t)stream >> 4) * UINT64_C(0xC2B2AE3D27D4EB4F);
    return &entries[mixed >> 58];
}
_Static_assert(ENTRIES == 1 << (64 - 58), "find takes the highest bits");

/* Whether this thread has the entry now; it must give it back. */
static bool take(kept_graph *entry)
{
    return !atomic_exchange_explicit(&entry->is_taken, true, memory_order_acquire);
}

static void give(kept_graph *entry)
{
    atomic_store_explicit(&entry->is_taken, false, memory_order_release);
}

/* Destroys the entry's graph, if its context lives: a device that was reset has taken it along. */
static void destroy(const gpu_driver *driver, kept_graph *entry, bool lives)
{
    if (entry->graph && lives) {
        driver->cuGraphExecDestroy(entry->exec); /* what runs still ends */
        driver->cuGraphDestroy(entry->graph);
    }
    entry->graph = NULL;
    entry->uses = 0;
    entry->grid.argument_bytes = 0;
}

/* Makes the entry's graph. Without one launches are plain. */
static bool make(const gpu_driver *driver, kept_graph *entry, const CUDA_KERNEL_NODE_PARAMS *launch)
{
    CUgraph graph;
    if (driver->cuGraphCreate(&graph, 0) != CUDA_SUCCESS)
        return false;
    if (driver->cuGraphAddKernelNode(&entry->node, graph, NULL, 0, launch) == CUDA_SUCCESS &&
        driver->cuGraphInstantiateWithFlags(&entry->exec, graph, 0) == CUDA_SUCCESS) {
        entry->graph = graph;
        return true;
    }
    driver->cuGraphDestroy(graph);
    return false;
}

/* Whether the entry is this key's; it becomes so where no other key uses it more. What belongs to
 * another context stays: nobody knows whether that lives. */
static bool claim(const gpu_scope *scope, kept_graph *entry, CUfunction kernel, CUstream stream,
                  unsigned long long id)
{
    if (entry->kernel == kernel && entry->stream == stream && entry->id == id) {
        entry->uses += entry->uses < MOST_USES;
        return true;
    }
    const bool lives = entry->id == id, died = !lives && entry->context == scope->context;
    if (entry->graph && !lives && !died)
        return false;
    if (entry->uses > 0 && !died) {
        entry->uses--;
        return false;
    }
    destroy(scope->driver, entry, lives);
    entry->kernel = kernel;
    entry->stream = stream;
    entry->context = scope->context;
    entry->id = id;
    entry->device = scope->device;
    entry->uses = 1;
    return true;
}

/* Whether the graph is one of this very launch, so that it need not be told, which takes the driver
 * longer than the launch. */
static bool is_same(const kept_graph *entry, const gpu_grid *grid, const void *argument)
{
    return grid->argument_bytes > 0 && memcmp(&entry->grid, grid, sizeof *grid) == 0 &&
           memcmp(entry->argument, argument, grid->argument_bytes) == 0;
}

static void keep(kept_graph *entry, const gpu_grid *grid, const void *argument)
{
    entry->grid = *grid;
    if (grid->argument_bytes > MOST_ARGUMENT)
        entry->grid.argument_bytes = 0;
    memcpy(entry->argument, argument, entry->grid.argument_bytes);
}

static bool launch_kept(const gpu_driver *driver, kept_graph *entry,
                        const CUDA_KERNEL_NODE_PARAMS *launch, const gpu_grid *grid,
                        const void *argument)
{
    if (!entry->graph && (entry->uses < WORTH || !make(driver, entry, launch)))
        return false;
    const bool is_told = is_same(entry, grid, argument);
    if (!is_told)
        keep(entry, grid, argument);
    if ((is_told || driver->cuGraphExecKernelNodeSetParams(entry->exec, entry->node, launch) ==
                        CUDA_SUCCESS) &&
        driver->cuGraphLaunch(entry->exec, entry->stream) == CUDA_SUCCESS)
        return true;
    destroy(driver, entry, true); /* a plain launch will say what is wrong */
    return false;
}

bool gpu_graph_launch(const gpu_scope *scope, CUstream stream, CUfunction kernel,
                      const gpu_grid *grid, void **arguments, const void *bytes)
{
    unsigned long long id = 0;
    const unsigned deep = grid->threads_y ? grid->threads_y : 1;
    const unsigned high = grid->threads_z ? grid->threads_z : 1;
    const uint64_t threads = (uint64_t)grid->x * grid->y * grid->z * grid->threads * deep * high;
    if (threads >= LARGE || stream == CU_STREAM_PER_THREAD ||
        scope->driver->cuCtxGetId(scope->context, &id) != CUDA_SUCCESS)
        return false;
    kept_graph *entry = find(kernel, stream);
    if (!take(entry))
        return false;
    const CUDA_KERNEL_NODE_PARAMS launch = {
        .kern = (CUkernel)(void *)kernel,
        .gridDimX = grid->x,
        .gridDimY = grid->y,
        .gridDimZ = grid->z,
        .blockDimX = grid->threads,
        .blockDimY = deep,
        .blockDimZ = high,
        .sharedMemBytes = grid->shared_bytes,
        .kernelParams = arguments,
        .ctx = scope->context,
    };
    const bool launched = claim(scope, entry, kernel, stream, id) &&
                          launch_kept(scope->driver, entry, &launch, grid, bytes);
    give(entry);
    return launched;
}

/* Whether the entry's context can be entered, so that it lives. */
static bool lives(const kept_graph *entry)
{
    gpu_scope scope;
    unsigned long long id = 0;
    if (gpu_enter(&scope, entry->device, NULL) != WEFT_OK)
        return false;
    CUresult result = scope.driver->cuCtxGetId(scope.context, &id);
    gpu_leave(&scope);
    return result == CUDA_SUCCESS && id == entry->id;
}

void gpu_graph_forget(void)
{
    const gpu_driver *driver;
    if (gpu_driver_open(&driver, NULL) != WEFT_OK)
        return;
    for (int k = 0; k < ENTRIES; k++) {
        while (!take(&entries[k]))
            sched_yield();
        if (entries[k].graph)
            destroy(driver, &entries[k], lives(&entries[k]));
        entries[k].kernel = NULL;
        entries[k].uses = 0;
        give(&entries[k]);
    }
}
