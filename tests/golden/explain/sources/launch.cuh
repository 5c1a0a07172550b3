__device__ void product(size_t m, size_t n, size_t p, const float *a, const float *b, float *c);
