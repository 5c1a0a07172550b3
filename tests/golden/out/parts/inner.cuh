#pragma once
#include "device_twin.cuh"
#define THREE 3
