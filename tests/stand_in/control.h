/* control.h: the stand-in's controls, for test programs. */
#ifndef STAND_IN_CONTROL_H
#define STAND_IN_CONTROL_H

#include <stdbool.h>

#include "stand_in.h"

/* The functions of stand_in.h, without their prefix. */
typedef struct stand_in_control {
    __typeof__(stand_in_set_version) *set_version;
    __typeof__(stand_in_set_device_count) *set_device_count;
    __typeof__(stand_in_hide) *hide;
    __typeof__(stand_in_fail) *fail;
    __typeof__(stand_in_count) *count;
    __typeof__(stand_in_reset) *reset;
    __typeof__(stand_in_live) *live;
    __typeof__(stand_in_streams) *streams;
    __typeof__(stand_in_events) *events;
} stand_in_control;

/* Opens libcuda.so.1 and finds them; false where another driver, or none, is found. */
bool stand_in_find(stand_in_control *control);

#endif
