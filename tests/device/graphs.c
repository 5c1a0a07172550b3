/* graphs.c: the driver's streams and graphs by their names. */
#include "graphs.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The entry points, as cuda.h declares them. */
static struct {
    int (*cuInit)(unsigned flags);
    int (*cuDeviceGet)(int *device, int ordinal);
    int (*cuDevicePrimaryCtxRetain)(void **context, int device);
    int (*cuCtxSetCurrent)(void *context);
    int (*cuStreamCreate)(void **stream, unsigned flags);
    int (*cuStreamDestroy_v2)(void *stream);
    int (*cuStreamSynchronize)(void *stream);
    int (*cuStreamBeginCapture_v2)(void *stream, int mode);
    int (*cuStreamEndCapture)(void *stream, void **graph);
    int (*cuStreamIsCapturing)(void *stream, int *state);
    int (*cuGraphInstantiateWithFlags)(void **made, void *graph, unsigned long long flags);
    int (*cuGraphLaunch)(void *graph, void *stream);
    int (*cuGraphExecDestroy)(void *graph);
    int (*cuGraphDestroy)(void *graph);
} driver;

static const struct {
    const char *name;
    size_t offset;
} entries[] = {
#define ENTRY(name) {#name, offsetof(__typeof__(driver), name)},
    ENTRY(cuInit) ENTRY(cuDeviceGet) ENTRY(cuDevicePrimaryCtxRetain) ENTRY(cuCtxSetCurrent)
        ENTRY(cuStreamCreate) ENTRY(cuStreamDestroy_v2) ENTRY(cuStreamSynchronize)
            ENTRY(cuStreamBeginCapture_v2) ENTRY(cuStreamEndCapture) ENTRY(cuStreamIsCapturing)
                ENTRY(cuGraphInstantiateWithFlags) ENTRY(cuGraphLaunch) ENTRY(cuGraphExecDestroy)
                    ENTRY(cuGraphDestroy)
#undef ENTRY
};

bool graph_open(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), *context;
    int device;
    for (size_t k = 0; k < sizeof entries / sizeof *entries; k++) {
        void *symbol = library ? dlsym(library, entries[k].name) : NULL;
        if (!symbol) {
            printf("  the driver has no %s\n", entries[k].name);
            return false;
        }
        memcpy((char *)&driver + entries[k].offset, &symbol, sizeof symbol);
    }
    return driver.cuInit(0) == 0 && driver.cuDeviceGet(&device, 0) == 0 &&
           driver.cuDevicePrimaryCtxRetain(&context, device) == 0 &&
           driver.cuCtxSetCurrent(context) == 0;
}

void *graph_stream(bool is_blocking)
{
    void *stream = NULL;
    if (driver.cuStreamCreate(&stream, is_blocking ? 0 : 1) != 0) {
        printf("  a stream could not be made\n");
        exit(EXIT_FAILURE);
    }
    return stream;
}

void graph_stream_end(void *stream)
{
    driver.cuStreamDestroy_v2(stream);
}

bool graph_begin(void *stream, graph_mode mode)
{
    return driver.cuStreamBeginCapture_v2(stream, (int)mode) == 0;
}

void *graph_end(void *stream)
{
    void *graph = NULL, *made = NULL;
    if (driver.cuStreamEndCapture(stream, &graph) != 0 || !graph)
        return NULL;
    if (driver.cuGraphInstantiateWithFlags(&made, graph, 0) != 0)
        made = NULL;
    driver.cuGraphDestroy(graph);
    return made;
}

int graph_state_of(void *stream)
{
    int state = -1;
    return driver.cuStreamIsCapturing(stream, &state) == 0 ? state : -1;
}

bool graph_replay(void *graph, void *stream)
{
    return graph && driver.cuGraphLaunch(graph, stream) == 0 &&
           driver.cuStreamSynchronize(stream) == 0;
}

void graph_destroy(void *graph)
{
    driver.cuGraphExecDestroy(graph);
}

void graph_break(void *stream)
{
    driver.cuStreamSynchronize(stream);
}
