#define FFT_NAME fft_v4
#include "fft_table.h"
