#define SEARCH_NAME search_v3
#include "search_kernels.h"
