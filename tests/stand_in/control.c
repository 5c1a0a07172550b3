#include "control.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* Where each function goes. */
static const struct {
    const char *name;
    size_t offset;
} functions[] = {
    {"stand_in_set_version", offsetof(stand_in_control, set_version)},
    {"stand_in_set_device_count", offsetof(stand_in_control, set_device_count)},
    {"stand_in_hide", offsetof(stand_in_control, hide)},
    {"stand_in_fail", offsetof(stand_in_control, fail)},
    {"stand_in_count", offsetof(stand_in_control, count)},
    {"stand_in_reset", offsetof(stand_in_control, reset)},
    {"stand_in_live", offsetof(stand_in_control, live)},
    {"stand_in_streams", offsetof(stand_in_control, streams)},
    {"stand_in_events", offsetof(stand_in_control, events)},
};

bool stand_in_find(stand_in_control *control)
{
    static void *driver; /* stays open */
    driver = driver ? driver : dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        void *symbol = driver ? dlsym(driver, functions[k].name) : NULL;
        if (!symbol)
            return false;
        memcpy((char *)control + functions[k].offset, &symbol, sizeof symbol);
    }
    return true;
}
