#define SEARCH_NAME search_base
#include "search_kernels.h"
