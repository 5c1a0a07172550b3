#define SEARCH_NAME search_v4
#include "search_kernels.h"
