#define FFT_NAME fft_base
#include "fft_table.h"
