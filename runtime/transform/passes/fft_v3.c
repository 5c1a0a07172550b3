#define FFT_NAME fft_v3
#include "fft_table.h"
